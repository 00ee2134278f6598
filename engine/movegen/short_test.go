//go:build !long

package movegen

// fullPositions is how many positions of each board are compared with the
// oracle on the full list.
const (
	fullPositions = 200
	bestPositions = 10_000
)
