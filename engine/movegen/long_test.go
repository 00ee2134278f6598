//go:build long

package movegen

const (
	fullPositions = 5000
	bestPositions = 1_000_000
)
