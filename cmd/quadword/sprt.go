package main

import (
	"slices"
	"strconv"
	"strings"

	"quadword/experiments/sprt"
	"quadword/sim"
	"quadword/sim/dataset"
)

// The error rates of a test that names none.
const defaultErrorRate = 0.05

// sprtKeys are what --sprt knows.
var sprtKeys = []string{"elo0", "elo1", "alpha", "beta", "model"}

// parseSPRT reads a test as --sprt has it: "elo0=0,elo1=5,alpha=0.05".
func parseSPRT(text string) (*dataset.SPRT, error) {
	s := &dataset.SPRT{Alpha: defaultErrorRate, Beta: defaultErrorRate, Model: "logistic"}
	numbers := map[string]*float64{"elo0": &s.Elo0, "elo1": &s.Elo1, "alpha": &s.Alpha, "beta": &s.Beta}
	seen := map[string]bool{}
	for pair := range strings.SplitSeq(text, ",") {
		key, value, ok := strings.Cut(pair, "=")
		switch {
		case !ok:
			return nil, usagef("--sprt %s: %q is no key=value, as in elo0=0,elo1=5", text, pair)
		case !slices.Contains(sprtKeys, key):
			return nil, usagef("--sprt %s: unknown key %q: expected one of %s", text, key, strings.Join(sprtKeys, ", "))
		case seen[key]:
			return nil, usagef("--sprt %s: %s is given twice", text, key)
		}
		seen[key] = true
		if key == "model" {
			s.Model = value
			continue
		}
		x, err := strconv.ParseFloat(value, 64)
		if err != nil || x != x {
			return nil, usagef("--sprt %s: %s=%s: expected a number", text, key, value)
		}
		*numbers[key] = x + 0 // no -0
	}
	if !seen["elo0"] || !seen["elo1"] {
		return nil, usagef("--sprt %s: it takes elo0 and elo1, as in elo0=0,elo1=5", text)
	}
	if err := sprt.Check(s); err != nil {
		return nil, usagef("--sprt %s: %w", text, err)
	}
	return s, nil
}

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
