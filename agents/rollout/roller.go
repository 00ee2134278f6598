package rollout

import (
	"math/rand/v2"

	"quadword/agents/winprob"
	"quadword/engine"
	"quadword/engine/movegen"
	"quadword/engine/tile"
)

// ToEnd as a number of plies plays a sample until the game is over.
const ToEnd = 0

// Plan says how a sample is played out.
type Plan struct {
	// Policy is what all seats choose their moves by.
	Policy *movegen.Evaluation
	// Plies is how many moves follow the candidate, or ToEnd. When the bag is
	// empty by then the sample is played on to the end: what is left then is
	// short, and no leave has a value.
	Plies int
	// Win values what is not played to the end. Without it the probability of
	// winning is that of the final result alone, which takes ToEnd.
	Win *winprob.Table
}

// Outcome is what a sample came to, for the seat that looks ahead.
type Outcome struct {
	Spread int32 // thousandths of a point: that of the totals, and the values of the last leaves
	Win    int32 // probability of winning in 1/winprob.One, a draw counting half
}

// Roller plays samples of one position after the other. It is not safe for
// concurrent use, and it does not allocate once it is warm.
type Roller struct {
	plan      Plan
	generator *movegen.Generator

	view engine.View
	seed uint64
	held *Held

	pcg      rand.PCG
	rng      *rand.Rand
	given    [engine.MaxSeats]tile.Rack
	position engine.Position
	moves    []movegen.Valued
	leaves   [engine.MaxSeats]int32 // value of what each seat kept in its last move
}

// NewRoller is a Roller for the games of a generator. It moves the generator
// about; Begin and Sample bring it to where they need it.
func NewRoller(g *movegen.Generator, plan Plan) *Roller {
	r := &Roller{plan: plan, generator: g}
	r.rng = rand.New(&r.pcg)
	return r
}

// Begin readies the samples of a position. What the other seats hold is drawn
// from held, which may be nil if nothing is known of it.
func (r *Roller) Begin(v engine.View, seed uint64, held *Held) {
	r.view, r.seed, r.held = v, seed, held
	r.generator.Follow(v)
	r.generator.Branch()
}

// Sample plays a move of the seat to move out in the i-th sample. The move is
// valued by static evaluation.
func (r *Roller) Sample(m *movegen.Valued, i int) Outcome {
	r.deal(i)
	p := &r.position
	r.leaves = [engine.MaxSeats]int32{}
	r.play(m)
	for ply := 0; p.End() == engine.EndNone; ply++ {
		if r.plan.Plies != ToEnd && ply >= r.plan.Plies && p.BagLen() > 0 {
			break
		}
		r.moves = r.generator.Best(r.moves[:0], p.View(p.Seat()), r.plan.Policy, 1)
		r.play(&r.moves[0])
	}
	return r.outcome()
}

// deal makes the position of a sample.
func (r *Roller) deal(i int) {
	r.pcg.Seed(r.seed, uint64(i))
	var given []tile.Rack
	if r.held != nil {
		given = r.held.draw(r.given[:], r.view.Unseen(), r.seed, i)
	}
	if err := r.view.Determinize(&r.position, r.rng, given); err != nil {
		panic("rollout: " + err.Error()) // what is held comes from the same view
	}
}

func (r *Roller) play(m *movegen.Valued) {
	p := &r.position
	seat := p.Seat()
	r.leaves[seat] = 0
	if m.Kind != engine.Pass && p.BagLen() > 0 {
		r.leaves[seat] = m.Equity - 1000*m.Score
	}
	p.PlayScored(m.Move, m.Score)
}

// outcome values where a sample ended. The player who is to move next is the
// same whatever the candidate, so it needs no value of its own.
func (r *Roller) outcome() Outcome {
	p, own := &r.position, r.view.Seat()
	if p.End() != engine.EndNone {
		o := Outcome{Spread: 1000 * p.Spread(own)}
		if winners := p.Winners(); winners>>own&1 != 0 {
			o.Win = int32(winprob.One / ones(winners))
		}
		return o
	}
	best := int32(-1 << 31)
	for seat := range p.Rules().Seats {
		if seat != own {
			best = max(best, 1000*p.Score(seat)+r.leaves[seat])
		}
	}
	o := Outcome{Spread: 1000*p.Score(own) + r.leaves[own] - best}
	if r.plan.Win != nil {
		unseen := p.BagLen() + p.Rack(1-own).Len() // a table is for two
		o.Win = r.plan.Win.P(roundDiv(o.Spread, 1000), unseen, p.Seat() == own)
	}
	return o
}

func ones(set uint8) (n int) {
	for ; set != 0; set &= set - 1 {
		n++
	}
	return n
}

// roundDiv is x/y to the nearest, halves upwards, for y > 0.
func roundDiv(x, y int32) int32 {
	x += y / 2
	q := x / y
	if x%y < 0 {
		q--
	}
	return q
}
