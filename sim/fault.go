package sim

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"quadword/agents"
	"quadword/engine"
	"quadword/engine/notation"
)

// Reason says how an agent failed at a turn.
type Reason string

const (
	Panicked Reason = "panic"
	Illegal  Reason = "illegal" // a move against the rules, or figures that cannot be
	TimedOut Reason = "timeout" // no move within the limit
	Erred    Reason = "error"   // an error in the place of a move
)

// OnFault says what becomes of a game in which an agent fails.
type OnFault string

const (
	Abort   OnFault = "abort"   // the run ends with an error
	Forfeit OnFault = "forfeit" // the seat loses the game, which is over
	Pass    OnFault = "pass"    // the seat passes, and the game goes on
)

// ParseOnFault reads one of abort, forfeit and pass.
func ParseOnFault(name string) (OnFault, error) {
	switch f := OnFault(name); f {
	case Abort, Forfeit, Pass:
		return f, nil
	}
	return "", fmt.Errorf("%q: expected forfeit, pass or abort", name)
}

// Fault is what a record keeps of a turn at which an agent failed. Like
// everything in a record it depends on nothing but the game, unless its reason
// is TimedOut.
type Fault struct {
	Seat, Turn int
	Reason     Reason
	Text       string // what happened, in one line
}

// FaultError tells of a fault all that it takes to see it again.
type FaultError struct {
	Fault
	Seed  uint64
	Game  Game
	Agent string
	CGP   string // of the position before the turn
	Stack []byte // of a panic
}

func (e *FaultError) Error() string {
	return fmt.Sprintf("seed %d, deal %d, game %d, turn %d, agent %s at %s: %s: %s",
		e.Seed, e.Game.Deal, e.Game.ID, e.Turn, e.Agent, e.CGP, e.Reason, e.Text)
}

// fault is a FaultError about the seat to move.
func (t *table) fault(game Game, reason Reason, text string) *FaultError {
	p := &t.position
	return &FaultError{
		Fault: Fault{p.Seat(), p.Turns(), reason, oneLine(text)},
		Seed:  t.seed, Game: game, Agent: t.players[game.Seats[p.Seat()]].Name,
		CGP: string(notation.AppendCGP(nil, p)),
	}
}

// maxFaultText bounds the text of a fault, in bytes: an agent writes it.
const maxFaultText = 300

// oneLine makes a text fit to stand in a table.
func oneLine(text string) string {
	text = text[:min(len(text), 100*maxFaultText)] // before there are copies of it
	text = strings.Join(strings.Fields(strings.ToValidUTF8(text, "?")), " ")
	text = strings.Map(func(r rune) rune { // what a terminal would obey
		if unicode.IsPrint(r) {
			return r
		}
		return '?'
	}, text)
	for len(text) > maxFaultText {
		_, size := utf8.DecodeLastRuneInString(text)
		text = text[:len(text)-size]
	}
	return text
}

// textOf is what an agent panicked with, or the text of its error. Of a value
// without a text of its own it is the type, since an address would differ from
// run to run, and so it is if the method that gives the text panics in turn, as
// that of an error which is a nil pointer does.
func textOf(v any) (text string) {
	defer func() {
		if recover() != nil {
			text = typeText(v)
		}
	}()
	switch v := v.(type) {
	case nil:
		return "its goroutine ended" // runtime.Goexit
	case error:
		return v.Error()
	case fmt.Stringer:
		return v.String()
	case string, bool, int, int32, int64, uint, uint8, uint32, uint64, float64:
		return fmt.Sprint(v)
	}
	return typeText(v)
}

func typeText(v any) string { return fmt.Sprintf("a value of type %T", v) }

// timeoutText is the text of a TimedOut.
func timeoutText(limit time.Duration) string { return fmt.Sprintf("no move within %v", limit) }

// judge tells what is wrong with a decision, or nil. It may be anything: of an
// illegal move the error tells the parts.
func (t *table) judge(p *engine.Position, d *agents.Decision) error {
	if err := t.referee(p, &d.Move); err != nil {
		m, a := &d.Move, t.rules.TileSet.Alphabet
		tiles := a.Text(m.Tiles[:min(int(m.N), len(m.Tiles))])
		return fmt.Errorf("%s: %w", strings.Join(strings.Fields(m.Kind.String()+" "+m.Coordinate()+" "+tiles), " "), err)
	}
	if err := checkFigures(d); err != nil {
		return err
	}
	return t.judgeCompared(p, d)
}

// judgeCompared does the same for the moves among which it was chosen, of which
// a dataset may have a table.
func (t *table) judgeCompared(p *engine.Position, d *agents.Decision) error {
	if n := len(d.Compared); n == 0 {
		return nil
	} else if n > t.env.Candidates {
		return fmt.Errorf("%d candidates, where %d were asked for", n, t.env.Candidates)
	}
	moves := map[engine.Move]bool{}
	for i := range d.Compared {
		c := &d.Compared[i]
		err := t.referee(p, &c.Move)
		if err == nil {
			err = t.checkCompared(p, c)
		}
		if err == nil && moves[c.Move] {
			err = errors.New("it stands there twice")
		}
		if err != nil {
			return fmt.Errorf("candidate %d: %w", i+1, err)
		}
		moves[c.Move] = true
	}
	if !moves[d.Move] {
		return errors.New("the move chosen is not among the candidates")
	}
	return nil
}

// checkFigures tells which figure of a decision cannot be.
func checkFigures(d *agents.Decision) error {
	switch {
	case d.Candidates.Valid && d.Candidates.V < 1:
		return fmt.Errorf("%d candidates, expected 1 or more", d.Candidates.V)
	case d.Nodes.Valid && d.Nodes.V < 0:
		return fmt.Errorf("%d nodes, expected 0 or more", d.Nodes.V)
	case d.RunnerUp.Valid && !d.Equity.Valid:
		return errors.New("an equity of the second best move, and none of the best")
	case d.Probability.Valid && d.Probability.V == 0:
		return errors.New("the move was chosen with probability 0")
	}
	return errors.Join(
		within("win probability", d.WinProb, 0, 1),
		within("standard error", d.StandardError, 0, math.MaxFloat64),
		within("probability", d.Probability, 0, 1),
	)
}

// checkCompared tells which figure of a candidate, a legal move, cannot be.
func (t *table) checkCompared(p *engine.Position, c *agents.Compared) error {
	score := int32(0)
	if c.Move.Kind == engine.Play {
		score = t.rules.Score(p.Board(), &c.Move).Total
	}
	switch {
	case c.Score != score:
		return fmt.Errorf("%d points, expected %d", c.Score, score)
	case c.Visits.Valid && c.Visits.V < 1:
		return fmt.Errorf("%d visits, expected 1 or more", c.Visits.V)
	}
	return errors.Join(
		within("mean", c.Mean, -math.MaxFloat64, math.MaxFloat64),
		within("standard error", c.StandardError, 0, math.MaxFloat64),
		within("win probability", c.WinProb, 0, 1),
	)
}

func within(what string, v agents.Opt[float64], least, most float64) error {
	if v.Valid && !(v.V >= least && v.V <= most) { // NaN is neither
		return fmt.Errorf("%s %v, expected %g to %g", what, v.V, least, most)
	}
	return nil
}
