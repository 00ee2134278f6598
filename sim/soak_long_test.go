//go:build long

package sim_test

// soakGames are some hours of games.
func soakGames(board string) int64 {
	if board == "super" {
		return 200_000
	}
	return 1_000_000
}
