package main

import (
	"quadword/experiments/sprt"
	"quadword/sim"
)

// atMost is what stands before the number of games of a plan that may end with
// fewer.
func atMost(plan *sim.Plan) string {
	if plan.SPRT != nil {
		return "at most "
	}
	return ""
}

// over tells whether a test is decided.
func over(test *sprt.Test) bool {
	_, over := test.Seen()
	return over
}
