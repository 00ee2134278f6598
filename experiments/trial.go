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
type Trial struct{ Training, Playing, Annotating time.Duration }

// Trial times games of each kind of cell, by agents and board. Tables that are
// not trained yet are stood in for by those that are built in.
func (d *Design) Trial(ctx context.Context, o *Options) (Trial, error) {
	var t Trial
	perGame, perLook := map[string]float64{}, map[string]float64{} // seconds
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
		if d.Spec.Annotate == "" {
			continue
		}
		by, err := d.standIn(d.Cells[i].Annotate)
		if err != nil {
			return t, err
		}
		key += " by " + by.String()
		if _, known := perLook[key]; !known {
			if perLook[key], err = timeAnnotating(ctx, plan, by, o); err != nil {
				return t, fmt.Errorf("cell %s: %w", d.Spec.Label(d.Cells[i]), err)
			}
		}
		t.Annotating += seconds(perLook[key] * float64(schedule.Games()))
	}
	if len(d.Tables) > 0 { // they are much alike
		perTable, err := d.timeTraining(ctx, o)
		if err != nil {
			return t, err
		}
		t.Training = seconds(perTable * float64(len(d.Tables)))
	}
	return t, nil
}

// timeTraining is the seconds that the training of a table takes, by a few
// boards.
func (d *Design) timeTraining(ctx context.Context, o *Options) (float64, error) {
	plan := d.Spec.plan(d.Tables[0], o.Workers)
	boards := 0
	for _, n := range plan.Generations {
		boards += n
	}
	some := 2 * o.Workers
	plan.Generations = []int{some}
	started := time.Now()
	if _, _, err := plan.Train(ctx, "", func() {}); err != nil {
		return 0, err
	}
	return time.Since(started).Seconds() / float64(some) * float64(boards), nil
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
