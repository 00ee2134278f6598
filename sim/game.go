package sim

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime/debug"
	"slices"
	"time"

	"quadword/agents"
	"quadword/engine"
	"quadword/engine/lexicon"
	"quadword/engine/movegen"
	"quadword/engine/tile"
)

// Record is a game as it was decided. With the run's seed it determines the
// whole game.
type Record struct {
	Game
	Turns []agents.Decision
	// Faults are the turns at which an agent failed, in order. Such a turn is a
	// pass, or there is no such turn, and the game is forfeited.
	Faults []Fault
}

// forfeited tells whether a fault ended the game.
func (r *Record) forfeited() bool {
	n := len(r.Faults)
	return n > 0 && r.Faults[n-1].Turn == len(r.Turns)
}

// Player is one agent of a run, ready to be made for a seat.
type Player struct {
	Name string // canonical spec
	agents.Prepared
}

// table is where a game is played: a position, the referee's memory, and the
// agents, one value for each seat that an agent may take.
type table struct {
	seed    uint64
	rules   *engine.Rules
	lexicon *lexicon.Lexicon
	players []Player
	agents  [][engine.MaxSeats]agents.Agent // by player and seat
	env     *agents.Env                     // of the agents
	own     *agents.Env                     // of the referee, who trusts no generator of theirs
	ctx     context.Context                 // of the agents
	clock   clock                           // runs while one of them thinks
	limit   time.Duration                   // for a turn; 0: none

	position engine.Position
	order    []tile.Tile
	pcg      [engine.MaxSeats]rand.PCG
	rng      [engine.MaxSeats]*rand.Rand
	plays    []movegen.Scored // scratch, for the stuck rule
}

// table is a new table for the match.
func (m *Match) table(ctx context.Context) (*table, error) {
	t := &table{
		seed: m.Seed, rules: m.Rules, lexicon: m.Lexicon, players: m.Players,
		agents: make([][engine.MaxSeats]agents.Agent, len(m.Players)),
		env:    agents.NewEnv(m.Rules, m.Lexicon), own: agents.NewEnv(m.Rules, m.Lexicon), ctx: ctx, limit: m.MoveTimeout,
	}
	t.env.RunnerUp, t.env.Candidates = m.RunnerUp, m.Candidates
	for i, p := range m.Players {
		for seat := range m.Rules.Seats {
			a, err := makeAgent(p, t.env)
			if err != nil {
				return nil, fmt.Errorf("agent %s: %w", p.Name, err)
			}
			t.agents[i][seat] = a
		}
	}
	for seat := range t.rng {
		t.rng[seat] = rand.New(&t.pcg[seat])
	}
	return t, nil
}

// makeAgent makes an agent for one seat. If that panics, there is no game yet
// that it could lose.
func makeAgent(p Player, env *agents.Env) (a agents.Agent, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("panic: %s\n%s", textOf(v), debug.Stack())
		}
	}()
	return p.Make(env)
}

// begin deals a game.
func (t *table) begin(game Game) {
	t.deal(&t.position, game)
	for seat := range t.rules.Seats {
		seedAgent(&t.pcg[seat], t.seed, game.Deal, game.Index, seat)
	}
}

// goOn takes a game over from a table at which an agent just failed, whose
// turn the record has as a pass by now. The agent draws from a new stream:
// where its old one stands may depend on when it was interrupted.
func (t *table) goOn(from *table, rec *Record) {
	t.deal(&t.position, rec.Game)
	fault := rec.Faults[len(rec.Faults)-1]
	for seat := range t.rules.Seats {
		if seat == fault.Seat {
			seedAgain(&t.pcg[seat], t.seed, rec.Deal, rec.Index, seat, fault.Turn)
		} else {
			t.pcg[seat] = from.pcg[seat]
		}
	}
	for i := range rec.Turns {
		t.move(rec.Turns[i].Move)
	}
}

// How play ends.
type ending int

const (
	over    ending = iota // with the game
	failed                // an agent failed; its turn is yet to be made
	stopped               // the agents' context is done, and not for a fault
	left                  // the table was left: nobody waits for it any more
)

// play plays a game on from where it stands and adds to its record. The
// referee checks every move by the rules and the word list alone, without the
// generator that may have proposed it. Unless the game is over, nothing more
// can be played at the table: nobody knows what state the agents are in.
func (t *table) play(rec *Record) (ending, *FaultError) {
	p := &t.position
	for p.End() == engine.EndNone {
		t.clock.start()
		d, fault := t.ask(rec)
		switch t.clock.stop() {
		case abandoned:
			return left, nil
		case late:
			return failed, t.fault(rec.Game, TimedOut, timeoutText(t.limit))
		}
		switch {
		case fault != nil && fault.Reason == Erred && t.ctx.Err() != nil:
			return stopped, nil
		case fault != nil:
			return failed, fault
		}
		d.Compared = slices.Clone(d.Compared) // the agent may still hold the other one
		if err := t.judge(p, &d); err != nil {
			return failed, t.fault(rec.Game, Illegal, err.Error())
		}
		rec.Turns = append(rec.Turns, d)
		t.move(d.Move)
	}
	return over, nil
}

// ask has the agent whose turn it is decide.
func (t *table) ask(rec *Record) (d agents.Decision, fault *FaultError) {
	seat, returned := t.position.Seat(), false
	defer func() {
		if returned {
			return
		}
		if v := recover(); v != nil { // else the goroutine ends, which serve sees
			fault = t.fault(rec.Game, Panicked, textOf(v))
			fault.Stack = debug.Stack()
		}
	}()
	d, err := t.agents[rec.Seats[seat]][seat].Choose(t.ctx, t.position.View(seat), t.rng[seat])
	returned = true
	if err != nil {
		fault = t.fault(rec.Game, Erred, textOf(err))
	}
	return d, fault
}

// move plays a move that is legal.
func (t *table) move(m engine.Move) {
	p := &t.position
	p.Play(m)
	if t.rules.EndWhenStuck && p.End() == engine.EndNone && t.stuck(p) {
		p.EndStuck()
	}
}

// deal sets a position to the start of a game.
func (t *table) deal(p *engine.Position, game Game) {
	t.order = appendOrder(t.order[:0], t.rules.TileSet, t.seed, game.Deal)
	p.Deal(t.rules, t.order, exchangeSeed(t.seed, game.Deal))
}

// referee tells why a move may not be played, or nil.
func (t *table) referee(p *engine.Position, m *engine.Move) error {
	if err := p.Check(m); err != nil {
		return err
	}
	if m.Kind != engine.Play {
		return nil
	}
	if p.Board().Canonical(*m) != *m {
		return fmt.Errorf("a play of one tile that makes a word across is written across")
	}
	for word := range p.Board().Words(m) {
		if !t.lexicon.Has(word) {
			return fmt.Errorf("%s is not in lexicon %s", t.rules.TileSet.Alphabet.Text(word), t.lexicon.Name())
		}
	}
	return nil
}

// stuck tells whether the bag is empty and nobody holds a legal play.
func (t *table) stuck(p *engine.Position) bool {
	if p.BagLen() > 0 {
		return false
	}
	g, err := t.own.Generator(t.lexicon)
	if err != nil {
		return false // cannot happen: the agents were made with the same lexicon
	}
	g.Follow(p.View(p.Seat()))
	for seat := range t.rules.Seats {
		t.plays = g.Plays(t.plays[:0], p.Rack(seat))
		if len(t.plays) > 0 {
			return false
		}
	}
	return true
}
