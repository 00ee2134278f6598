//go:build !long

package endgame

const (
	twinPositions = 150
	twinNodes     = 5000
)
