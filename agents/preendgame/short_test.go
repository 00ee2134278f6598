//go:build !long

package preendgame

const (
	twinPositions = 5
	twinNodes     = 2000

	budgetPositions = 8
)
