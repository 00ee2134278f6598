package agents

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"

	"quadword/agents/rollout"
	"quadword/agents/winprob"
	"quadword/engine"
	"quadword/engine/movegen"
)

// monteCarlo takes the best moves by static equity, plays each of them out
// against hidden tiles as they may be, and makes the one that does best on
// average (package rollout).
type monteCarlo struct {
	generator  *movegen.Generator
	eval       *movegen.Evaluation
	roller     *rollout.Roller
	racer      *rollout.Racer
	inferrer   *rollout.Inferrer // nil: nothing is inferred
	objective  rollout.Objective
	candidates int
	told       int // of the candidates

	moves []movegen.Valued
}

// newMonteCarlo reads the tables that samples are valued by.
func newMonteCarlo(game Game, values Values) (Prepared, error) {
	eval, err := newEvaluation(game, values["leaves"], corrections{true, true, true})
	if err != nil {
		return Prepared{}, err
	}
	p := Prepared{Tables: eval.tables, Notes: eval.notes}
	objective, _ := parseObjective(values["objective"])
	plan := rollout.Plan{Policy: eval.Evaluation, Plies: number(values["plies"])}
	if objective != rollout.Spread && plan.Plies != rollout.ToEnd {
		if plan.Win, err = winprob.For(game.Rules); err != nil {
			p.Notes = append(p.Notes, fmt.Sprintf("samples are played to the end: %v", err))
			plan.Plies = rollout.ToEnd
		} else {
			p.Tables = append(p.Tables, Table{"winprob-" + plan.Win.Game().Board, plan.Win.SHA256()})
		}
	}
	confidence, _ := parseConfidence(values["confidence"])
	sampling, _ := parseSampling(values["sampling"])
	race := rollout.Race{
		Objective: objective, Sampling: sampling,
		Iterations: number(values["iterations"]), Confidence: confidence,
	}
	game.Lexicon.WordMap() // made before the first game
	p.Make = func(e *Env) (Agent, error) {
		g, err := e.Generator(game.Lexicon)
		if err != nil {
			return nil, err
		}
		roller := rollout.NewRoller(g, plan)
		a := &monteCarlo{
			generator: g, eval: eval.Evaluation, roller: roller, racer: rollout.NewRacer(race, roller),
			objective: objective, candidates: number(values["candidates"]), told: e.Candidates,
		}
		if racks := inferredRacks(values["inference"]); racks > 0 {
			a.inferrer = rollout.NewInferrer(rollout.Inference{
				Policy: eval.Evaluation, Racks: racks, Tolerance: inferredTolerance,
			}, g)
		}
		return a, nil
	}
	p = withPreendgame(p, game, eval.Evaluation, values["preendgame"])
	return withEndgame(p, game, values["endgame"]), nil
}

// monteCarloParams are its parameters.
func monteCarloParams() []Param {
	return []Param{
		{Name: "candidates", Default: "15", Meaning: "so many of the best moves by static equity are compared", Check: between(1, 1000)},
		{Name: "plies", Default: "2", Meaning: "moves that follow a candidate in a sample, or end: until the game is over", Check: plies},
		iterationsParam("samples of a candidate, on average"),
		{Name: "confidence", Default: "0.99", Meaning: "how sure it must be that a candidate is the best for sampling to stop early; off: never", Check: func(text string) error {
			_, err := parseConfidence(text)
			return err
		}},
		{Name: "objective", Default: "mixed", Meaning: "what a candidate is to be best at: win, the probability of winning; spread; mixed, where 100 points of spread count as much as 3 % of winning", Check: func(text string) error {
			_, err := parseObjective(text)
			return err
		}},
		{Name: "sampling", Default: "top-two", Meaning: "top-two: more samples for the candidates that are hard to tell from the best; round-robin: the same for each", Check: func(text string) error {
			_, err := parseSampling(text)
			return err
		}},
		{Name: "inference", Default: "on", Meaning: "on: what the others hold is drawn by how well it fits their last moves, judged by 300 racks, or by as many as a number in its place says; off: from all unseen tiles", Check: inference},
		endgameParam("20000"),
		preendgameParam("20000"),
		leavesParam(),
	}
}

// iterationsParam is how many samples may be played.
func iterationsParam(meaning string) Param {
	return Param{Name: "iterations", Default: "300", Meaning: meaning, Check: between(1, 1_000_000)}
}

// inferredTolerance is the loss, in thousandths of a point, at which a rack
// speaks for a move a quarter as much as one that fits.
const inferredTolerance = 1_000

// inferredRacks is how many racks the parameter inference asks for.
func inferredRacks(text string) int {
	if text == "on" {
		return 300
	}
	return number(text) // 0 for off
}

func inference(text string) error {
	if onOff(text) == nil || between(1, 100_000)(text) == nil {
		return nil
	}
	return errors.New("expected on, off, or 1 to 100000 racks")
}

func parseSampling(text string) (rollout.Sampling, error) {
	switch text {
	case "top-two":
		return rollout.TopTwo, nil
	case "round-robin":
		return rollout.RoundRobin, nil
	}
	return 0, errors.New("expected top-two or round-robin")
}

func parseObjective(text string) (rollout.Objective, error) {
	switch text {
	case "win":
		return rollout.Win, nil
	case "spread":
		return rollout.Spread, nil
	case "mixed":
		return rollout.Mixed, nil
	}
	return 0, errors.New("expected win, spread or mixed")
}

func parseConfidence(text string) (float64, error) {
	if text == "off" {
		return 0, nil
	}
	c, err := strconv.ParseFloat(text, 64)
	if err != nil || !(c >= 0.5 && c <= 0.999999) || decimal(c) != text {
		return 0, errors.New("expected 0.5 to 0.999999, as in 0.95, or off")
	}
	return c, nil
}

// decimal is the one spelling of a number that is taken, so that equal agents
// have equal specs: neither 1e3 nor +3 nor 3.0.
func decimal(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// between checks a whole number, spelled like decimal.
func between(least, most int) func(string) error {
	return func(text string) error {
		if n, err := strconv.Atoi(text); err != nil || strconv.Itoa(n) != text || n < least || n > most {
			return fmt.Errorf("expected a whole number from %d to %d", least, most)
		}
		return nil
	}
}

func plies(text string) error {
	if text == "end" || between(1, 1000)(text) == nil {
		return nil
	}
	return errors.New("expected a whole number from 1 to 1000, or end")
}

// number is a whole number that was checked; anything else is 0.
func number(text string) int {
	n, _ := strconv.Atoi(text)
	return n
}

func (a *monteCarlo) Choose(ctx context.Context, v engine.View, rng *rand.Rand) (Decision, error) {
	a.moves = a.generator.Best(a.moves[:0], v, a.eval, a.candidates)
	if last := len(a.moves) - 1; last > 0 && a.moves[last].Kind == engine.Pass {
		a.moves = a.moves[:last] // a pass is for those who have no other move
	}
	if len(a.moves) == 1 {
		return Decision{Move: a.moves[0].Move}, nil
	}
	seed := rng.Uint64()
	var held *rollout.Held
	if a.inferrer != nil {
		held = a.inferrer.Infer(v, seed)
	}
	a.roller.Begin(v, seed, held)
	ranked, err := a.racer.Run(ctx, a.moves)
	if err != nil {
		return Decision{}, err
	}
	a.generator.Follow(v)
	return a.decision(v, ranked), nil
}

// decision tells what was found.
func (a *monteCarlo) decision(v engine.View, ranked []rollout.Candidate) Decision {
	best, before := &ranked[0], 1000*v.Spread()
	d := Decision{
		Move:          best.Move,
		Equity:        Some(int32(math.Round(best.Spread())) - before),
		StandardError: a.standardError(best),
		Candidates:    Some(int32(len(ranked))),
		Compared:      a.compared(ranked),
	}
	samples := 0
	for i := range ranked {
		samples += ranked[i].Visits
	}
	d.Nodes = Some(int64(samples))
	if a.objective != rollout.Spread {
		d.WinProb = Some(best.WinProb())
	} else {
		others := slices.MaxFunc(ranked[1:], func(a, b rollout.Candidate) int { return int(math.Round(a.Spread() - b.Spread())) })
		d.RunnerUp = Some(min(d.Equity.V, int32(math.Round(others.Spread()))-before))
	}
	if a.eval.Leaves != nil && v.BagLen() > 0 {
		rack := v.Rack()
		d.Leave = Some(a.eval.Leave(v, &rack, &best.Move))
	}
	return d
}

// compared tells of the best candidates, if that is asked for.
func (a *monteCarlo) compared(ranked []rollout.Candidate) []Compared {
	if a.told == 0 {
		return nil
	}
	told := make([]Compared, min(a.told, len(ranked)))
	for i := range told {
		c := &ranked[i]
		told[i] = Compared{
			Move: c.Move, Score: c.Score,
			Equity: Some(c.Equity),
			Mean:   Some(c.Mean(a.objective)), StandardError: a.standardError(c),
			Spread: Some(int32(math.Round(c.Spread()))),
			Visits: Some(int32(c.Visits)),
		}
		if a.objective != rollout.Spread {
			told[i].WinProb = Some(c.WinProb())
		}
	}
	return told
}

// standardError is that of the mean of a candidate's objective, which one sample
// does not have.
func (a *monteCarlo) standardError(c *rollout.Candidate) Opt[float64] {
	if c.Visits < 2 {
		return Opt[float64]{}
	}
	return Some(c.StandardError(a.objective))
}
