//go:build long

package stats

const (
	simulations = 2000
	slow        = 2000
)
