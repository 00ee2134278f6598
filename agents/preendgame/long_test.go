//go:build long

package preendgame

const (
	twinPositions = 600
	twinNodes     = 10_000
)
