//go:build !long

package stats

// simulations of a match, of which 2,000 take too long for every day where each
// has many fits.
const (
	simulations = 2000
	slow        = 400
)
