//go:build !long

package endgame

const (
	twinPositions = 150
	twinNodes     = 3000

	// Endgames for the reference, and the tiles left in them.
	referenceGames = 20
	referenceTiles = 8

	// Nodes for an endgame of self-play and its line.
	lineNodes = 10000
)
