//go:build !long

package endgame

const (
	twinPositions = 150
	twinNodes     = 5000

	// Endgames for the reference, and the tiles left in them.
	referenceGames = 20
	referenceTiles = 8
)
