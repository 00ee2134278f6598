//go:build long

package preendgame

const (
	twinPositions = 200
	twinNodes     = 10_000

	budgetPositions = 100
)
