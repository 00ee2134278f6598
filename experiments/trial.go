package experiments

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"quadword/sim"
)

// Trial is about how long an experiment takes on this machine, by a few games
// of each kind of cell and a few boards of a training.
type Trial struct{ Training, Playing time.Duration }

// Trial times games of each kind of cell, by agents and board. Tables that are
// not trained yet are stood in for by those that are built in.
func (d *Design) Trial(ctx context.Context, o *Options) (Trial, error) {
	var t Trial
	perGame := map[string]float64{} // seconds
	for i := range d.plans {
		plan := d.plans[i]
		schedule, err := plan.Schedule()
		if err != nil {
			return t, err
		}
		plan.Locate = d.Spec.file
		plan.Agents = slices.Clone(plan.Agents) // those of the design stay
		key := strings.Join(plan.Rules.Layout.Rows(), "/") + fmt.Sprint(plan.Rules.TileSet.Len(), plan.Rules.Seats)
		for j, text := range d.Cells[i].Agents {
			spec, err := d.standIn(text)
			if err != nil {
				return t, err
			}
			plan.Agents[j] = spec
			key += " " + spec.String()
		}
		if _, known := perGame[key]; !known {
			if perGame[key], err = timeGames(ctx, plan, o.Workers); err != nil {
				return t, fmt.Errorf("cell %s: %w", d.Spec.Label(d.Cells[i]), err)
			}
		}
		t.Playing += seconds(perGame[key] * float64(schedule.Games()))
	}
	for _, table := range d.Tables {
		plan := d.Spec.plan(table, o.Workers)
		boards := 0
		for _, n := range plan.Generations {
			boards += n
		}
		plan.Generations = []int{2 * o.Workers}
		started := time.Now()
		if _, _, err := plan.Train(ctx, "", func() {}); err != nil {
			return t, err
		}
		t.Training += seconds(time.Since(started).Seconds() / float64(plan.Generations[0]) * float64(boards) * float64(len(d.Tables)))
		break // they are much alike
	}
	return t, nil
}

// enoughTime is how long games are played to see how long one takes.
const enoughTime = 500 * time.Millisecond

// timeGames is the seconds that a game of a plan takes while others are played
// beside it.
func timeGames(ctx context.Context, plan sim.Plan, workers int) (float64, error) {
	for deals := int64(workers); ; deals *= 4 {
		rotations := int64(1)
		if plan.Paired {
			rotations = int64(plan.Rules.Seats)
		}
		plan.Games = min(deals*rotations, 1e6)
		match, err := plan.Match(workers)
		if err != nil {
			return 0, err
		}
		started := time.Now()
		if err := match.Run(ctx, nil, &sim.Progress{}); err != nil {
			return 0, err
		}
		if took := time.Since(started); took > enoughTime || plan.Games == 1e6 {
			return took.Seconds() / float64(match.Schedule.Games()), nil
		}
	}
}

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }
