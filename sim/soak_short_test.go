//go:build !long

package sim_test

// soakGames is how many games of a board are played to see whether the process
// grows.
func soakGames(board string) int64 {
	if board == "super" {
		return 300
	}
	return 1500
}
