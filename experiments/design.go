package experiments

import (
	"fmt"
	"slices"

	"quadword/agents"
	"quadword/engine"
	"quadword/engine/lexicon"
	"quadword/sim"
	"quadword/sim/dataset"
)

// check tells what would only fail when games have been played: outcomes that a
// cell has not, runs that are too long to be written down, tables that cannot
// be trained, agents that cannot be readied.
func (d *Design) check() error {
	outcomes, err := d.Spec.outcomes()
	if err != nil {
		return err
	}
	ready := readied{}
	for i := range d.plans {
		if err := d.checkCell(i, outcomes, ready); err != nil {
			return fmt.Errorf("cell %s: %w", d.Spec.Label(d.Cells[i]), err)
		}
	}
	for _, t := range d.Tables {
		if err := d.Spec.plan(t, 1).Validate(); err != nil {
			return fmt.Errorf("table %s: leaves: %w", t.File, err)
		}
	}
	if len(d.Spec.Compare) > 0 {
		return d.checkSamples()
	}
	return nil
}

func (d *Design) checkCell(i int, outcomes []outcome, ready readied) error {
	c, plan := &d.Cells[i], &d.plans[i]
	for j := range outcomes {
		if _, err := outcomes[j].of(c); err != nil {
			return err
		}
		if outcomes[j].seat >= plan.Rules.Seats {
			return fmt.Errorf("outcome %q: the seats of the cell are 0 to %d", outcomes[j].text, plan.Rules.Seats-1)
		}
	}
	schedule, err := plan.Schedule()
	if err != nil {
		return err
	}
	if n := schedule.Parts(); n > dataset.MaxParts {
		return fmt.Errorf("games: %d make %d parts of a run, and the most is %d", plan.Games, n, dataset.MaxParts)
	}
	return ready.all(d, c, plan)
}

// checkSamples tells whether the cells of each sample have as many deals, as
// the variance between its units takes.
func (d *Design) checkSamples() error {
	deals, first := map[string]int64{}, map[string]int{}
	for i := range d.plans {
		sample, _ := d.sample(i)
		if sample == "" {
			continue
		}
		schedule, err := d.plans[i].Schedule()
		if err != nil {
			return err
		}
		if n, known := deals[sample]; known && n != schedule.Deals {
			return fmt.Errorf("cells %s and %s have %d and %d deals: those that differ in a random factor have the same",
				d.Spec.Label(d.Cells[first[sample]]), d.Spec.Label(d.Cells[i]), n, schedule.Deals)
		} else if !known {
			deals[sample], first[sample] = schedule.Deals, i
		}
	}
	return nil
}

// readied are the agents that are known to be ready for a game.
type readied map[string][]readyFor

type readyFor struct {
	rules *engine.Rules
	words *lexicon.Lexicon
}

// all readies the agents of a cell, with stand-ins for what is yet to be made.
func (r readied) all(d *Design, c *Cell, plan *sim.Plan) error {
	for _, text := range c.Agents {
		spec, err := d.standIn(text)
		if err != nil {
			return err
		}
		name := spec.String()
		if slices.ContainsFunc(r[name], func(f readyFor) bool { return f.words == plan.Lexicon && sameGame(f.rules, &plan.Rules) }) {
			continue
		}
		if _, err := spec.Prepare(agents.Game{Rules: &plan.Rules, Lexicon: plan.Lexicon, Locate: d.Spec.file}); err != nil {
			return err
		}
		r[name] = append(r[name], readyFor{&plan.Rules, plan.Lexicon})
	}
	return nil
}
