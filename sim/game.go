package sim

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"quadword/agents"
	"quadword/engine"
	"quadword/engine/lexicon"
	"quadword/engine/movegen"
	"quadword/engine/notation"
	"quadword/engine/tile"
)

// Record is a game as it was decided. With the run's seed it determines the
// whole game.
type Record struct {
	Game
	Turns []agents.Decision
}

// Player is one agent of a run, ready to be made for a seat.
type Player struct {
	Name string // canonical spec
	agents.Prepared
}

// table is where one worker plays: a position, the referee's memory, and the
// agents, one value for each seat that an agent may take.
type table struct {
	seed    uint64
	rules   *engine.Rules
	lexicon *lexicon.Lexicon
	players []Player
	agents  [][engine.MaxSeats]agents.Agent // by player and seat
	env     *agents.Env

	position engine.Position
	order    []tile.Tile
	pcg      [engine.MaxSeats]rand.PCG
	rng      [engine.MaxSeats]*rand.Rand
	plays    []movegen.Scored // scratch, for the stuck rule
}

// table is a new table for the match.
func (m *Match) table() (*table, error) {
	t := &table{
		seed: m.Seed, rules: m.Rules, lexicon: m.Lexicon, players: m.Players,
		agents: make([][engine.MaxSeats]agents.Agent, len(m.Players)),
		env:    agents.NewEnv(m.Rules, m.Lexicon),
	}
	t.env.RunnerUp, t.env.Candidates = m.RunnerUp, m.Candidates
	for i, p := range m.Players {
		for seat := range m.Rules.Seats {
			a, err := p.Make(t.env)
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

// play plays one game to its end. The referee checks every move by the rules
// and the word list alone, without the generator that may have proposed it.
func (t *table) play(ctx context.Context, game Game) (Record, error) {
	rec := Record{Game: game, Turns: make([]agents.Decision, 0, 64)}
	p := &t.position
	t.deal(p, game)
	for seat := range t.rules.Seats {
		seedAgent(&t.pcg[seat], t.seed, game.Deal, game.Index, seat)
	}
	for p.End() == engine.EndNone {
		seat := p.Seat()
		player := game.Seats[seat]
		d, err := t.agents[player][seat].Choose(ctx, p.View(seat), t.rng[seat])
		if err == nil {
			err = t.referee(p, &d.Move)
		}
		if err != nil {
			return Record{}, t.fault(p, game, &d.Move, err)
		}
		rec.Turns = append(rec.Turns, d)
		p.Play(d.Move)
		if t.rules.EndWhenStuck && t.stuck(p) {
			p.EndStuck()
		}
	}
	return rec, nil
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
	g, err := t.env.Generator(t.lexicon)
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

// fault says all that is needed to see the trouble again. The move may be
// anything, so it is told by its parts.
func (t *table) fault(p *engine.Position, game Game, m *engine.Move, err error) error {
	if errors.Is(err, context.Canceled) {
		return err
	}
	a := t.rules.TileSet.Alphabet
	return fmt.Errorf("seed %d, deal %d, game %d, turn %d, agent %s: %s %s %s at %s: %w",
		t.seed, game.Deal, game.ID, p.Turns(), t.players[game.Seats[p.Seat()]].Name,
		m.Kind, m.Coordinate(), a.Text(m.Tiles[:min(int(m.N), len(m.Tiles))]), notation.AppendCGP(nil, p), err)
}
