package sprt

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"quadword/sim/dataset"
)

// defaultErrorRate is that of a test that names none.
const defaultErrorRate = 0.05

// keys are what Parse knows.
var keys = []string{"elo0", "elo1", "alpha", "beta", "model"}

// Parse reads a test as text: "elo0=0,elo1=5,alpha=0.05". Only elo0 and elo1 must
// be there.
func Parse(text string) (*dataset.SPRT, error) {
	s, err := parse(text)
	if err == nil {
		err = Check(s)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", text, err)
	}
	return s, nil
}

func parse(text string) (*dataset.SPRT, error) {
	s := &dataset.SPRT{Alpha: defaultErrorRate, Beta: defaultErrorRate, Model: "logistic"}
	numbers := map[string]*float64{"elo0": &s.Elo0, "elo1": &s.Elo1, "alpha": &s.Alpha, "beta": &s.Beta}
	seen := map[string]bool{}
	for pair := range strings.SplitSeq(text, ",") {
		key, value, ok := strings.Cut(pair, "=")
		switch {
		case !ok:
			return nil, fmt.Errorf("%q is no key=value, as in elo0=0,elo1=5", pair)
		case !slices.Contains(keys, key):
			return nil, fmt.Errorf("unknown key %q: expected one of %s", key, strings.Join(keys, ", "))
		case seen[key]:
			return nil, fmt.Errorf("%s is given twice", key)
		}
		seen[key] = true
		if key == "model" {
			s.Model = value
			continue
		}
		x, err := strconv.ParseFloat(value, 64)
		if err != nil || x != x {
			return nil, fmt.Errorf("%s=%s: expected a number", key, value)
		}
		*numbers[key] = x + 0 // no -0
	}
	if !seen["elo0"] || !seen["elo1"] {
		return nil, fmt.Errorf("it takes elo0 and elo1, as in elo0=0,elo1=5")
	}
	return s, nil
}
