package verify

import (
	"fmt"

	"quadword/sim/dataset"
)

// runParts is the number of parts of the complete run. One that a test ended has
// all up to its last.
func (r *run) runParts() int {
	if parts := r.Manifest.Parts; r.spec.SPRT != nil && r.Manifest.State == dataset.Complete && len(parts) > 0 {
		return parts[len(parts)-1].Number + 1
	}
	return r.schedule.parts()
}

// checkTest sees whether the sequential test of a run, if it has one, can be made
// in it.
func (r *run) checkTest() *Fault {
	t := r.spec.SPRT
	switch {
	case t == nil:
		return nil
	case r.rules.Seats != 2 || len(r.spec.Agents) != 2 || r.spec.Agents[0].Spec == r.spec.Agents[1].Spec:
		return inManifest("spec.sprt", "two different agents on two seats", fmt.Sprintf("%d agents on %d seats", len(r.spec.Agents), r.rules.Seats), "")
	case t.Model != "logistic" && t.Model != "normalized":
		return inManifest("spec.sprt.model", "logistic or normalized", t.Model, "")
	case !(t.Elo0 < t.Elo1):
		return inManifest("spec.sprt.elo1", fmt.Sprintf("more than %v", t.Elo0), fmt.Sprint(t.Elo1), "")
	case !(t.Alpha > 0 && t.Beta > 0 && t.Alpha+t.Beta < 1):
		return inManifest("spec.sprt.alpha", "error rates above 0 and below 1 together", fmt.Sprintf("%v and %v", t.Alpha, t.Beta), "")
	}
	return nil
}

// checkStop sees whether a run with a test ended where the test says: it has no
// part behind the one that decided it, and is complete with that one or with the
// last of all.
func (r *run) checkStop(stop func(*dataset.Reader) (int64, bool, error)) (*Fault, error) {
	if r.spec.SPRT == nil {
		return nil, nil
	}
	right, over, err := stop(r.Reader)
	if err != nil {
		return nil, err
	}
	has, complete := r.runParts(), r.Manifest.State == dataset.Complete
	if parts := r.Manifest.Parts; !complete && len(parts) > 0 {
		has = parts[len(parts)-1].Number + 1
	}
	switch {
	case over && int64(has) > right:
		return inManifest("parts", fmt.Sprintf("%d parts", right), fmt.Sprint(has), "the sequential test of the run ends it earlier"), nil
	case !over && complete && has < r.schedule.parts():
		return inManifest("parts", fmt.Sprintf("more than %d parts", has), fmt.Sprint(has),
			"the run is said to be complete, and its sequential test is not decided"), nil
	}
	return nil, nil
}
