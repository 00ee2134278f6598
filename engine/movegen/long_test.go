//go:build long

package movegen

const fullPositions = 5000
