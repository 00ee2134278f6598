package winprob

import (
	"context"
	"errors"
	"fmt"

	"quadword/agents/winprob"
	"quadword/sim/dataset"
)

// Training is what training a table gave.
type Training struct {
	Table  *winprob.Table `json:"-"` // made from all deals
	SHA256 string         `json:"sha256"`
	Unseen int            `json:"unseen"` // 1 to so many
	Spread int            `json:"spread"` // and to the same below 0

	Game  winprob.Game `json:"game"`
	Runs  int          `json:"runs"`
	Games int64        `json:"games"`
	Deals int64        `json:"deals"`
	// HeldOut is the deals of the calibrations, which are of tables made from
	// the other ones.
	HeldOut int64 `json:"held_out_deals"`

	Calibration Calibration `json:"calibration"` // of the method by which Table is made
	Baseline    Calibration `json:"baseline"`    // of the logistic regression alone
}

// SpreadFor is the range of spreads of a table, unless another one is asked
// for: 400 in a game of 100 tiles, 600 in one of 200, which is some four
// standard deviations of the final spread between equal players.
func SpreadFor(game winprob.Game) int {
	if game.Unseen() > 120 {
		return 600
	}
	return 400
}

// Train makes a table from runs of one game for two. It reads them twice, a row
// at a time, so that their length does not matter. spread is the range of the
// table, or 0 for what SpreadFor says.
func Train(ctx context.Context, readers []*dataset.Reader, spread int) (*Training, error) {
	runs, err := newRuns(readers)
	if err != nil {
		return nil, err
	}
	if spread == 0 {
		spread = SpreadFor(runs.game)
	}
	if spread < 1 || spread > winprob.MaxSpread {
		return nil, fmt.Errorf("spreads to %d: expected 1 to %d", spread, winprob.MaxSpread)
	}
	t := &Training{Game: runs.game, Runs: len(readers), Games: runs.games}
	train, held, err := t.count(ctx, runs, spread)
	if err != nil {
		return nil, err
	}
	if err := t.calibrate(ctx, runs, train); err != nil {
		return nil, err
	}
	train.merge(held)
	if t.Table, err = train.fit(Isotonic); err != nil {
		return nil, err
	}
	t.Unseen, t.Spread, t.SHA256 = t.Table.Unseen(), t.Table.Spread(), t.Table.SHA256()
	return t, nil
}

// count counts the states of the deals to train on and of those held out.
func (t *Training) count(ctx context.Context, runs *runs, spread int) (train, held *counts, err error) {
	train, held = newCounts(runs.game, spread), newCounts(runs.game, spread)
	run, deal := int64(-1), int64(-1)
	for s, err := range runs.states(ctx) {
		if err != nil {
			return nil, nil, err
		}
		to := train
		if s.heldOut() {
			to = held
		}
		to.add(s)
		if s.run != run || s.deal != deal {
			run, deal = s.run, s.deal
			t.Deals++
			if s.heldOut() {
				t.HeldOut++
			}
		}
	}
	if t.HeldOut == 0 || t.HeldOut == t.Deals {
		return nil, nil, errors.New("no deals to train on, or none to hold out: it takes 4 or more")
	}
	return train, held, nil
}

// calibrate compares tables made from some deals with the others.
func (t *Training) calibrate(ctx context.Context, runs *runs, train *counts) error {
	var scorers [2]*scorer
	for i, method := range []string{Isotonic, Logistic} {
		table, err := train.fit(method)
		if err != nil {
			return err
		}
		scorers[i] = newScorer(method, table)
	}
	for s, err := range runs.states(ctx) {
		if err != nil {
			return err
		}
		if s.heldOut() {
			scorers[0].add(s)
			scorers[1].add(s)
		}
	}
	t.Calibration, t.Baseline = *scorers[0].calibration(), *scorers[1].calibration()
	return nil
}
