package analysis

import (
	"context"
	"fmt"
	"strings"

	"quadword/engine"
	"quadword/experiments/document"
	"quadword/sim/dataset"
)

// Run is the run of a cell of an experiment.
type Run struct {
	Label  string   // what a reader calls it
	Levels []string // of the factors of the experiment, in their order
	*dataset.Reader
}

// Analysis is a way to look at the runs of an experiment.
type Analysis struct {
	Name    string
	Meaning string // what it tells and what it takes
	// Sections reads the runs, by so many workers, none of which changes what it
	// says. Runs it cannot tell anything about are an error that names them. The
	// names of its sections and plots begin with that of the analysis.
	Sections func(ctx context.Context, runs []Run, workers int) ([]document.Section, error)
}

// All lists the analyses.
func All() []Analysis {
	return []Analysis{
		{"komi", "points that make the second seat even, of runs of two seats that play each deal once", komi},
		{"lanes", "what open quadruple-word and triple-word squares are worth to the player to move, of annotated runs of two seats", lanes},
		{"luck", "how much of the spread the deal decides, of runs of two seats that play deals several times; and how much a game tells about who is better, of paired runs of two agents", luck},
		{"records", "the best plays and games of each run", records},
		{"tile-values", "what drawing a letter is worth in points, of runs of two seats", tileValues},
	}
}

// Find is the analysis of a name. For another name the error lists all.
func Find(name string) (Analysis, error) {
	var names []string
	for _, a := range All() {
		if a.Name == name {
			return a, nil
		}
		names = append(names, a.Name)
	}
	return Analysis{}, fmt.Errorf("analysis %q: expected one of %s", name, strings.Join(names, ", "))
}

// level is that of all intervals.
const level = 0.95

// forfeit is the end of a game in which an agent failed and lost by it. Its
// scores are those of a game that was not played to its end.
var forfeit = engine.EndForfeit.String()

// wrap names the run of an error.
func (r *Run) wrap(err error) error { return fmt.Errorf("run %s: %w", r.Label, err) }

// twoSeats is an error for a run of more.
func (r *Run) twoSeats() error {
	if seats := r.Manifest.Spec.Rules.Seats; seats != 2 {
		return r.wrap(fmt.Errorf("games of %d seats, expected 2", seats))
	}
	return nil
}

// gamesPerDeal is how often the run plays a deal.
func (r *Run) gamesPerDeal() int64 {
	s := &r.Manifest.Spec
	return s.Games * int64(len(s.Lineups)) / max(1, s.Deals)
}

// part is the name of the i-th part of an analysis.
func part(analysis string, i int) string { return fmt.Sprintf("%s-%d", analysis, i+1) }

// labelColumn is the first of a table that has a row for each run.
func labelColumn() document.Column {
	return document.Column{Name: "run", Heading: "run", Meaning: "the cell of the experiment"}
}
