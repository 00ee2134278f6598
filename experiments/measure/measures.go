package measure

import (
	"quadword/engine"
	"quadword/engine/tile"
)

// Measures lists what is measured, each name once: of results, of the course of
// games, of turns, of plays, of premium squares, and of racks.
func Measures() []Measure {
	var all []Measure
	for _, some := range [][]Measure{results(), courses(), ends(), turns(), plays(), words(), hooks(), premiums(), racks(), draws()} {
		all = append(all, some...)
	}
	return all
}

// perSide measures each side of each game once. moves are the columns of the
// moves table that it takes.
func perSide(name, unit, meaning string, of func(s *sheet, seat int) int64, moves ...string) Measure {
	return Measure{
		Name: name, Unit: unit, Meaning: meaning, Kinds: []Kind{All, Agent, Seat}, Scale: 1, moves: moves,
		of: func(s *sheet, seat int) (int64, int64) { return of(s, seat), 1 },
	}
}

// perGame measures each game once, y of n.
func perGame(name, unit, meaning string, of func(s *sheet) (y, n int64), moves ...string) Measure {
	return Measure{
		Name: name, Unit: unit, Meaning: meaning, Kinds: []Kind{All}, Scale: 1, moves: moves, once: true,
		of: func(s *sheet, _ int) (int64, int64) { return of(s) },
	}
}

// inGame counts what a side did in a game, or all sides together did in it: n is
// sides, or games if the subject is all.
func inGame(name, unit, meaning string, of func(d *side) int64, moves ...string) Measure {
	return Measure{
		Name: name, Unit: unit, Meaning: meaning + " in a game: by all seats together, or per side by the agent or the seat",
		Kinds: []Kind{All, Agent, Seat}, Scale: 1, moves: moves, both: true,
		of: func(s *sheet, seat int) (int64, int64) { return of(&s.sides[seat]), 1 },
	}
}

// rate measures what a side's turns have in them, y of n.
func rate(name, unit, meaning string, of func(d *side) (y, n int64), moves ...string) Measure {
	return Measure{
		Name: name, Unit: unit, Meaning: meaning, Kinds: []Kind{All, Agent, Seat}, Scale: 1, moves: moves,
		of: func(s *sheet, seat int) (int64, int64) { return of(&s.sides[seat]) },
	}
}

// results are who won and by how much.
func results() []Measure {
	contest := []Kind{Agent, Seat} // of all sides it is known beforehand
	win := perSide("win", "share", "first places; one that k seats share counts 1/k for each",
		func(s *sheet, seat int) int64 { return s.first[seat] })
	win.Scale, win.Kinds = Whole, contest
	spread := perSide("spread", "points", "total minus the best other's",
		func(s *sheet, seat int) int64 {
			return int64(s.game.Score[seat]) - int64(BestOther(s.game.Score, seat))
		})
	spread.Kinds = contest
	first := perGame("first_seat_win", "share", "opening advantage: first places of seat 0, which moves first; one that k seats share counts 1/k",
		func(s *sheet) (int64, int64) { return s.first[0], 1 })
	first.Scale = Whole
	return []Measure{
		win, spread,
		perSide("score", "points", "total of a side at the end, racks settled",
			func(s *sheet, seat int) int64 { return int64(s.game.Score[seat]) }),
		perGame("game_points", "points", "totals of all seats together in a game",
			func(s *sheet) (int64, int64) { return total(s.game.Score), 1 }),
		perGame("winning_spread", "points", "highest total minus the second highest",
			func(s *sheet) (int64, int64) { return margin(s.game.Score), 1 }),
		first,
		perGame("first_seat_spread", "points", "opening advantage: total of seat 0, which moves first, minus the best other's",
			func(s *sheet) (int64, int64) { return int64(s.game.Spread), 1 }),
		perGame("shared", "share", "games whose first place is shared",
			func(s *sheet) (int64, int64) { return one(shared(s)), 1 }),
	}
}

// courses are how games went as a whole.
func courses() []Measure {
	return []Measure{
		perGame("turns", "turns", "length of a game: turns of all seats",
			func(s *sheet) (int64, int64) { return int64(s.game.Turns), 1 }),
		perSide("own_turns", "turns", "turns that a side had in a game",
			func(s *sheet, seat int) int64 { return int64(s.game.SeatTurns[seat]) }),
		perGame("lead_changes", "turns", "how often in a game the sole lead went from one seat to another",
			func(s *sheet) (int64, int64) { return int64(s.game.LeadChanges), 1 }),
		perGame("comeback", "points", "how far the winner was at most behind the best other after a turn, 0 if never; of games with one winner",
			func(s *sheet) (int64, int64) {
				return int64(s.game.MaxDeficitOvercome.V), one(s.game.MaxDeficitOvercome.Valid)
			}),
		perGame("comeback_share", "share", "games whose winner was ever behind; of games with one winner",
			func(s *sheet) (int64, int64) {
				return one(s.game.MaxDeficitOvercome.V > 0), one(s.game.MaxDeficitOvercome.Valid)
			}),
		perGame("best_play", "points", "highest play of a game; of games with a play",
			func(s *sheet) (int64, int64) { return int64(s.game.BestPlay.V), one(s.game.BestPlay.Valid) }),
		perGame("longest_word", "letters", "longest word of a game; of games with a play",
			func(s *sheet) (int64, int64) { return letters(s.game.LongestWord.V), one(s.game.LongestWord.Valid) }),
		perGame("opening_points", "points", "points of the first turn of a game",
			func(s *sheet) (int64, int64) { return int64(s.opening.Score), one(s.game.Turns > 0) }, "score"),
		perGame("opening_bingo", "share", "games whose first turn is a bingo",
			func(s *sheet) (int64, int64) { return one(s.opening.Bingo), one(s.game.Turns > 0) }, "bingo"),
	}
}

// ends are how games ended, and what was left.
func ends() []Measure {
	var all []Measure
	for _, end := range []struct {
		is      engine.EndReason
		meaning string
	}{
		{engine.EndOut, "games that end because a seat used up its tiles"},
		{engine.EndScoreless, "games that scoreless turns end"},
		{engine.EndPasses, "games that passes end"},
		{engine.EndStuck, "games that end because nobody can play"},
		{engine.EndForfeit, "games that a seat forfeits because its agent failed"},
	} {
		name := end.is.String()
		all = append(all, perGame("end_"+name, "share", end.meaning,
			func(s *sheet) (int64, int64) { return one(s.game.EndReason == name), 1 }))
	}
	return append(all,
		perSide("out_share", "share", "sides that went out: no tile is left on their rack",
			func(s *sheet, seat int) int64 { return one(s.game.RackLeft[seat] == "") }),
		perSide("rack_left_tiles", "tiles", "tiles left on the rack at the end",
			func(s *sheet, seat int) int64 { return letters(s.game.RackLeft[seat]) }),
		perSide("rack_left_points", "points", "face value of the tiles left on the rack at the end",
			func(s *sheet, seat int) int64 { return s.rackPoints(s.game.RackLeft[seat]) }),
		perSide("out_bonus", "points", "what settling the racks added to a side's total, negative if it took",
			func(s *sheet, seat int) int64 { return int64(s.game.OutBonus[seat]) }),
		perSide("faults", "turns", "turns at which the agent failed",
			func(s *sheet, seat int) int64 { return int64(s.game.Faults[seat]) }),
	)
}

// turns are what sides do with their turns.
func turns() []Measure {
	count := func(of func(g *game) []int32) func(s *sheet, seat int) int64 {
		return func(s *sheet, seat int) int64 { return int64(of(s.game)[seat]) }
	}
	return []Measure{
		perSide("bingos", "turns", "plays of a whole rack by a side in a game", count(func(g *game) []int32 { return g.Bingos })),
		perSide("exchanges", "turns", "exchanges of a side in a game", count(func(g *game) []int32 { return g.Exchanges })),
		perSide("passes", "turns", "passes of a side in a game", count(func(g *game) []int32 { return g.Passes })),
		perSide("plays", "turns", "plays of a side in a game", func(s *sheet, seat int) int64 {
			return int64(s.game.SeatTurns[seat] - s.game.Exchanges[seat] - s.game.Passes[seat])
		}),
		rate("points_per_turn", "points", "points of a turn, of exchanges and passes too",
			func(d *side) (int64, int64) { return d.points, d.turns }, "action", "score"),
		rate("scoreless_share", "share", "turns without points",
			func(d *side) (int64, int64) { return d.scoreless, d.turns }, "score"),
		rate("exchange_share", "share", "turns that are exchanges",
			func(d *side) (int64, int64) { return d.exchanges, d.turns }, "action"),
		rate("tiles_per_exchange", "tiles", "tiles that an exchange gives back",
			func(d *side) (int64, int64) { return d.exchanged, d.exchanges }, "action", "exchanged"),
		rate("turnover", "tiles", "tiles drawn after a turn",
			func(d *side) (int64, int64) { return d.drawn, d.turns }, "drawn"),
		rate("leave_length", "tiles", "tiles kept after a turn, before drawing",
			func(d *side) (int64, int64) { return d.kept, d.turns }, "leave"),
	}
}

// draws are what luck gave: the tiles that were drawn, the opening rack among
// them and those that were exchanged away.
func draws() []Measure {
	return []Measure{
		perSide("tiles_drawn", "tiles", "tiles that a side drew in a game, the opening rack among them",
			func(s *sheet, seat int) int64 { return total(s.game.DrawnCounts[seat]) }),
		perSide("blanks_drawn", "tiles", "blanks among them",
			func(s *sheet, seat int) int64 { return s.drawnOf(seat, tile.BlankRune) }),
		perSide("s_drawn", "tiles", "tiles S among them",
			func(s *sheet, seat int) int64 { return s.drawnOf(seat, 'S') }),
		perSide("points_drawn", "points", "their face value",
			func(s *sheet, seat int) int64 { return s.drawnPoints(seat) }),
	}
}

func total(values []int32) int64 {
	sum := int64(0)
	for _, v := range values {
		sum += int64(v)
	}
	return sum
}

// margin is the highest score minus the second highest.
func margin(scores []int32) int64 {
	best := 0
	for seat := range scores {
		if scores[seat] > scores[best] {
			best = seat
		}
	}
	return int64(scores[best]) - int64(BestOther(scores, best))
}

// shared tells whether no seat has the first place alone.
func shared(s *sheet) bool {
	for _, share := range s.first {
		if share == Whole {
			return false
		}
	}
	return true
}
