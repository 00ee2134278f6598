package effects

import "quadword/engine"

// phase gathers the turns of a part of a game.
type phase struct {
	plays, bingos, exchanges, passes, points mean
}

func (p *phase) each() [5]*mean {
	return [5]*mean{&p.plays, &p.bingos, &p.exchanges, &p.passes, &p.points}
}

func (p *phase) see(m *move) {
	is := func(b bool) int64 {
		if b {
			return 1
		}
		return 0
	}
	p.plays.see(is(m.Action == playAction), 1)
	p.exchanges.see(is(m.Action == exchangeAction), 1)
	p.passes.see(is(m.Action == passAction), 1)
	p.bingos.see(is(m.Bingo), 1)
	p.points.see(int64(m.Score), 1)
}

func (p *phase) close() {
	if p.plays.n == 0 {
		return
	}
	for _, m := range p.each() {
		m.close()
	}
}

func (p *phase) merge(o *phase) {
	of := o.each()
	for i, m := range p.each() {
		m.sums.Merge(of[i].sums)
	}
}

// phases is the figures of the phases that have turns. bounds tells the first
// and the last number of one, the last negative if there is none.
func phases(all []phase, bounds func(i int) (from, to int)) []Phase {
	list := []Phase{}
	for i := range all {
		p := &all[i]
		if p.plays.sums.N == 0 {
			continue
		}
		from, to := bounds(i)
		f := Phase{
			From: from, Plays: p.plays.figure(1), Bingos: p.bingos.figure(1), Exchanges: p.exchanges.figure(1),
			Passes: p.passes.figure(1), Points: p.points.figure(1),
		}
		if to >= 0 {
			f.To = &to
		}
		list = append(list, f)
	}
	return list
}

// The turns of a game have a phase each, up to the last, which has all that
// follow.
const turnPhases = 101

func turnPhase(turn int32) int { return min(int(turn), turnPhases-1) }

func turnBounds(i int) (from, to int) {
	if i == turnPhases-1 {
		return i, -1
	}
	return i, i
}

// The bag has a phase for each of the last ten tiles, where every one counts,
// and for ten tiles each before.
func bagPhase(bag int32) int {
	if bag < 10 {
		return int(bag)
	}
	return 9 + int(bag)/10
}

func bagBounds(i int) (from, to int) {
	if i < 10 {
		return i, i
	}
	return 10 * (i - 9), 10*(i-9) + 9
}

// groups are phases that a table has room for: whole rounds of turns, and tiles of
// the bag. A group is counted deal by deal as its phases are, for their sums do
// not add up to it: a deal has turns in several, and these depend on each other.
type groups struct {
	turns, tiles int // of a group
	full         int // tiles in the bag before the first turn
}

// turnGroups is the number of groups of turns. The last has all that follow.
const turnGroups = 20

// newGroups has one round of turns and ten tiles in a group, and as many times
// that as the tile set has hundreds of tiles.
func newGroups(rules *engine.Rules) groups {
	times := max(1, rules.TileSet.Len()/100)
	return groups{times * rules.Seats, times * 10, rules.TileSet.Len() - rules.Seats*rules.RackSize}
}

func (g groups) turn(turn int32) int { return min(int(turn)/g.turns, turnGroups-1) }

func (g groups) turnBounds(i int) (from, to int) {
	if i == turnGroups-1 {
		return i * g.turns, -1
	}
	return i * g.turns, (i+1)*g.turns - 1
}

// bag keeps the turns with an empty bag apart: they are another game.
func (g groups) bag(bag int32) int {
	if bag == 0 {
		return 0
	}
	return 1 + int(bag)/g.tiles
}

func (g groups) bagBounds(i int) (from, to int) {
	if i == 0 {
		return 0, 0
	}
	from = max(1, (i-1)*g.tiles)
	return from, max(from, min(i*g.tiles-1, g.full))
}
