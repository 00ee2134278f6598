package verify

import (
	"context"
	"fmt"
	"path"
	"reflect"
	"time"

	"quadword/agents"
	"quadword/engine"
	"quadword/engine/lexicon"
	"quadword/engine/tile"
	"quadword/sim"
	"quadword/sim/dataset"
)

// decision is the columns of a move that its agent decided, in the order in
// which they are compared.
type decision struct {
	GameID          int64                 `parquet:"game_id"`
	Action          string                `parquet:"action"`
	Row             dataset.Null[int32]   `parquet:"row"`
	Col             dataset.Null[int32]   `parquet:"col"`
	Down            dataset.Null[bool]    `parquet:"down"`
	Placed          dataset.Null[string]  `parquet:"placed"`
	Exchanged       dataset.Null[string]  `parquet:"exchanged"`
	LeaveValue      dataset.Null[int32]   `parquet:"leave_value"`
	Equity          dataset.Null[int32]   `parquet:"equity"`
	RunnerUpEquity  dataset.Null[int32]   `parquet:"runner_up_equity"`
	WinProb         dataset.Null[float64] `parquet:"win_prob"`
	StandardError   dataset.Null[float64] `parquet:"standard_error"`
	Candidates      dataset.Null[int32]   `parquet:"candidates"`
	Nodes           dataset.Null[int64]   `parquet:"nodes"`
	MoveProbability dataset.Null[float64] `parquet:"move_probability"`
	Fault           dataset.Null[string]  `parquet:"fault"`
	FaultText       dataset.Null[string]  `parquet:"fault_text"`
}

// failures is the columns of a game that tell how its agents failed.
type failures struct {
	GameID    int64                `parquet:"game_id"`
	Faults    []int32              `parquet:"faults"`
	Fault     dataset.Null[string] `parquet:"fault"`
	FaultText dataset.Null[string] `parquet:"fault_text"`
}

// replay has the agents decide n games again and compares what they decide
// with the rows. It gives the number of games that came out as before, and
// the first fault. Here the program's own engine plays: by now the rules have
// been checked, and it is the agents that are in question.
func (r *run) replay(ctx context.Context, lex *lexicon.Lexicon, workers, n int) (int, *Fault, error) {
	games := r.spread(n)
	if len(games) == 0 {
		return 0, nil, nil
	}
	match, err := r.match(lex, workers)
	if err != nil {
		return 0, nil, fmt.Errorf("the agents of the run cannot decide again: %w", err)
	}
	faults, errs := make([]*Fault, len(games)), make([]error, len(games))
	first, err := findFirst(ctx, workers, len(games), func() func(int, func() bool) bool {
		return func(i int, _ func() bool) bool {
			faults[i], errs[i] = r.decideAgain(ctx, match, games[i])
			r.progress.Replayed.Add(1)
			return faults[i] != nil || errs[i] != nil
		}
	})
	if err != nil || first == len(games) {
		return first, nil, err
	}
	return first, faults[first], errs[first]
}

// spread chooses n games of the run: the middle ones of n stretches of the
// games that are there.
func (r *run) spread(n int) (ids []int64) {
	var all int64
	for _, p := range r.Manifest.Parts {
		all += p.Games
	}
	stretches := min(int64(n), all)
	for i := range stretches {
		at := (2*i + 1) * all / (2 * stretches)
		for _, p := range r.Manifest.Parts {
			if at < p.Games {
				from, _ := r.schedule.partGames(p.Number)
				ids = append(ids, from+at)
				break
			}
			at -= p.Games
		}
	}
	return ids
}

// match readies the agents of the run.
func (r *run) match(lex *lexicon.Lexicon, workers int) (*sim.Match, error) {
	rules, err := r.spec.EngineRules()
	if err != nil {
		return nil, err
	}
	plan := sim.Plan{
		Rules: *rules, Lexicon: lex, Games: r.spec.Games, Paired: r.spec.Paired,
		Seed: r.spec.Seed, PartGames: r.spec.PartGames, Positions: r.spec.Positions,
		RunnerUp: true, Candidates: r.spec.Candidates, // as when a dataset is written
		OnFault: sim.OnFault(r.spec.OnFault),
	}
	if plan.MoveTimeout, err = time.ParseDuration(r.spec.MoveTimeout); err != nil {
		return nil, fmt.Errorf("move_timeout: %w", err)
	}
	for _, a := range r.spec.Agents {
		spec, err := agents.Parse(a.Spec)
		if err != nil {
			return nil, err
		}
		plan.Agents = append(plan.Agents, spec)
	}
	match, err := plan.Match(workers)
	if err != nil {
		return nil, err
	}
	if now := plan.Spec(match).Agents; !reflect.DeepEqual(now, r.spec.Agents) {
		return nil, fmt.Errorf("their parameters or tables are not those of this program: %+v in the run, %+v now", r.spec.Agents, now)
	}
	return match, nil
}

// decideAgain has the agents decide a game again and compares it with its
// rows, up to the first turn at which an agent was too slow, then or now: that
// is for its clock to say.
func (r *run) decideAgain(ctx context.Context, match *sim.Match, id int64) (*Fault, error) {
	index := int(id % r.schedule.perDeal())
	record, err := match.Replay(ctx, match.Schedule.Game(id/r.schedule.perDeal(), index))
	if err != nil {
		return nil, err
	}
	part := r.partOf(id)
	timedOut, f, err := r.failAgain(&record, match.Rules.Seats, part)
	if f != nil || err != nil {
		return f, err
	}
	for _, f := range record.Faults {
		if f.Reason == sim.TimedOut { // this time; the first is where the rest begins to differ
			record.Turns = record.Turns[:f.Turn]
			break
		}
	}
	columns := columnsOf[decision]()
	turn := 0
	for row, err := range dataset.PartRows[decision](r.Reader, dataset.MovesTable, part) {
		if err != nil {
			return nil, err
		}
		if row.GameID < id {
			continue
		}
		if row.GameID > id || turn == len(record.Turns) || row.Fault.V == timeout {
			break // not for want of turns: rows that the rules allow end when the game does
		}
		want := decisionOf(&record, turn, match.Rules.TileSet.Alphabet)
		if f := differ(columns, &want, row); f != nil {
			f.Why = "the agent decides otherwise when it is asked again"
			return f.in(path.Join(movesTable, part.Name+".parquet"), id, turn), nil
		}
		turn++
	}
	if timedOut {
		record.Turns = record.Turns[:turn]
	}
	if r.spec.Candidates == 0 {
		return nil, nil
	}
	return r.compareAgain(&record, timedOut, part)
}

// failAgain compares how the agents of a game that was decided again fail,
// unless one of them was too slow, then or now.
func (r *run) failAgain(record *sim.Record, seats int, part dataset.Part) (timedOut bool, f *Fault, err error) {
	want := failures{GameID: record.ID, Faults: make([]int32, seats)}
	for i, fault := range record.Faults {
		want.Faults[fault.Seat]++
		timedOut = timedOut || fault.Reason == sim.TimedOut
		if i == 0 {
			want.Fault, want.FaultText = dataset.Some(string(fault.Reason)), dataset.Some(fault.Text)
		}
	}
	type turn struct {
		GameID int64                `parquet:"game_id"`
		Fault  dataset.Null[string] `parquet:"fault"`
	}
	for row, err := range dataset.PartRows[turn](r.Reader, dataset.MovesTable, part) {
		if err != nil {
			return false, nil, err
		}
		timedOut = timedOut || row.GameID == record.ID && row.Fault.V == timeout
	}
	for row, err := range dataset.PartRows[failures](r.Reader, dataset.GamesTable, part) {
		if err != nil {
			return false, nil, err
		}
		if row.GameID != record.ID {
			continue
		}
		if timedOut = timedOut || row.Fault.V == timeout; timedOut {
			return true, nil, nil
		}
		if f := differ(columnsOf[failures](), &want, row); f != nil {
			f.Why = "an agent fails otherwise when it is asked again"
			return false, f.in(path.Join(gamesTable, part.Name+".parquet"), record.ID, -1), nil
		}
	}
	return false, nil, nil
}

// found is the columns of a candidate that its agent found out, in the order
// in which they are compared. Its move has been tried, and is told by what
// follows from it.
type found struct {
	GameID        int64                 `parquet:"game_id"`
	Turn          int32                 `parquet:"turn"`
	Rank          int32                 `parquet:"rank"`
	Chosen        bool                  `parquet:"chosen"`
	Score         int32                 `parquet:"score"`
	Equity        dataset.Null[int32]   `parquet:"equity"`
	Mean          dataset.Null[float64] `parquet:"mean"`
	StandardError dataset.Null[float64] `parquet:"standard_error"`
	WinProb       dataset.Null[float64] `parquet:"win_prob"`
	Spread        dataset.Null[int32]   `parquet:"spread"`
	Visits        dataset.Null[int32]   `parquet:"visits"`
}

// compareAgain compares what the agents found in a game that was decided again
// with the rows of its candidates, those up to its last turn if it timed out.
func (r *run) compareAgain(record *sim.Record, timedOut bool, part dataset.Part) (*Fault, error) {
	var wants []found
	for turn := range record.Turns {
		d := &record.Turns[turn]
		for i := range d.Compared {
			wants = append(wants, foundOf(record.ID, turn, i, d))
		}
	}
	columns := columnsOf[found]()
	file := path.Join(candidatesTable, part.Name+".parquet")
	for row, err := range dataset.PartRows[found](r.Reader, dataset.CandidatesTable, part) {
		if err != nil {
			return nil, err
		}
		if row.GameID != record.ID || timedOut && int(row.Turn) >= len(record.Turns) {
			continue
		}
		if len(wants) == 0 {
			return fault("turn", "no more rows of the game", fmt.Sprint(row.Turn), "").in(file, record.ID, int(row.Turn)), nil
		}
		if f := differ(columns, &wants[0], row); f != nil {
			f.Why = "the agent finds otherwise when it is asked again"
			return f.in(file, record.ID, int(wants[0].Turn)), nil
		}
		wants = wants[1:]
	}
	if len(wants) > 0 {
		return fault("turn", fmt.Sprint(wants[0].Turn), "no more rows of the game", "").in(file, record.ID, int(wants[0].Turn)), nil
	}
	return nil, nil
}

// foundOf is what an agent found of its i-th candidate, as the row has it.
func foundOf(id int64, turn, i int, d *agents.Decision) found {
	c := &d.Compared[i]
	return found{
		GameID: id, Turn: int32(turn), Rank: int32(i + 1), Chosen: c.Move == d.Move, Score: c.Score,
		Equity: dataset.Null[int32](c.Equity),
		Mean:   dataset.Null[float64](c.Mean), StandardError: dataset.Null[float64](c.StandardError),
		WinProb: dataset.Null[float64](c.WinProb),
		Spread:  dataset.Null[int32](c.Spread), Visits: dataset.Null[int32](c.Visits),
	}
}

// partOf is the part that holds a game.
func (r *run) partOf(id int64) dataset.Part {
	for _, p := range r.Manifest.Parts {
		if from, to := r.schedule.partGames(p.Number); from <= id && id < to {
			return p
		}
	}
	panic("verify: a game that is in no part") // cannot happen: spread chose it from them
}

// decisionOf is the decision of a turn as the row of its move has it.
func decisionOf(record *sim.Record, turn int, a *tile.Alphabet) decision {
	d := &record.Turns[turn]
	row := decision{
		GameID: record.ID, Action: d.Move.Kind.String(),
		LeaveValue: dataset.Null[int32](d.Leave), Equity: dataset.Null[int32](d.Equity),
		RunnerUpEquity: dataset.Null[int32](d.RunnerUp), WinProb: dataset.Null[float64](d.WinProb),
		StandardError: dataset.Null[float64](d.StandardError),
		Candidates:    dataset.Null[int32](d.Candidates), Nodes: dataset.Null[int64](d.Nodes),
		MoveProbability: dataset.Null[float64](d.Probability),
	}
	for _, f := range record.Faults {
		if f.Turn == turn {
			row.Fault, row.FaultText = dataset.Some(string(f.Reason)), dataset.Some(f.Text)
		}
	}
	switch d.Move.Kind {
	case engine.Play:
		row.Row, row.Col = dataset.Some(int32(d.Move.Row)), dataset.Some(int32(d.Move.Col))
		row.Down = dataset.Some(d.Move.Dir == engine.Down)
		row.Placed = dataset.Some(a.Text(d.Move.Placed()))
	case engine.Exchange:
		var text []rune
		for _, t := range d.Move.Placed() {
			text = append(text, a.RackRune(t))
		}
		row.Exchanged = dataset.Some(string(text))
	}
	return row
}
