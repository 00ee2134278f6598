//go:build long

package endgame

const (
	twinPositions = 2000
	twinNodes     = 20_000

	// Endgames for the reference, and the tiles left in them.
	referenceGames = 60
	referenceTiles = 10

	// Nodes for an endgame of self-play and its line.
	lineNodes = 1000000
)
