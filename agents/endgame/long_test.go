//go:build long

package endgame

const (
	twinPositions = 2000
	twinNodes     = 20_000
)
