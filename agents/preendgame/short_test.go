//go:build !long

package preendgame

const (
	twinPositions = 40
	twinNodes     = 3000
)
