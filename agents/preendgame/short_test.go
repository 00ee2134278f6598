//go:build !long

package preendgame

const (
	twinPositions = 10
	twinNodes     = 3000
)
