//go:build duckdb

package queries

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"

	"quadword/sim/dataset"
)

// questions are the answers of Go, by the file of the query.
func questions() map[string]func(*run) []row {
	return map[string]func(*run) []row{
		"strength.sql":       strength,
		"opening.sql":        opening,
		"s_hooks.sql":        sHooks,
		"bingos_by_bag.sql":  bingosByBag,
		"bingos_by_turn.sql": bingosByTurn,
		"premiums.sql":       premiums,
		"multipliers.sql":    multipliers,
		"score_by_bag.sql":   scoreByBag,
		"vowels.sql":         vowels,
		"turnover.sql":       turnover,
		"equity_lost.sql":    equityLost,
		"luck_by_game.sql":   luckByGame,
		"luck.sql":           luck,
		"board.sql":          board,
		"tile_values.sql":    tileValues,
	}
}

// shares is each seat's part of the first place.
func shares(g *dataset.GameRow) []float64 {
	all := make([]float64, len(g.Score))
	if g.Winner.Valid {
		all[g.Winner.V] = 1
		return all
	}
	var first []int
	for seat, score := range g.Score {
		switch {
		case g.EndReason == "forfeit" && g.Faults[seat] > 0:
		case len(first) == 0 || score > g.Score[first[0]]:
			first = []int{seat}
		case score == g.Score[first[0]]:
			first = append(first, seat)
		}
	}
	for _, seat := range first {
		all[seat] = 1 / float64(len(first))
	}
	return all
}

func spread(scores []int32, seat int) float64 {
	best := int32(math.MinInt32)
	for other, score := range scores {
		if other != seat {
			best = max(best, score)
		}
	}
	return float64(scores[seat] - best)
}

func games[K comparable](r *run, key func(g *dataset.GameRow, seat int) K) groups[K] {
	all := groups[K]{}
	for i := range r.games {
		g := &r.games[i]
		for seat, share := range shares(g) {
			s := all.at(key(g, seat))
			s.n++
			s.add("share", share)
			s.add("score", float64(g.Score[seat]))
			s.add("spread", spread(g.Score, seat))
		}
	}
	return all
}

func strength(r *run) []row {
	all := games(r, func(g *dataset.GameRow, seat int) string { return g.Agent[seat] })
	return rows(all, cmp.Compare[string], func(agent string, s *sums) row {
		return row{{"agent", agent}, {"games", s.n}, {"win_rate", s.mean("share")}, {"mean_score", s.mean("score")}, {"mean_spread", s.mean("spread")}}
	})
}

func opening(r *run) []row {
	all := games(r, func(_ *dataset.GameRow, seat int) int64 { return int64(seat) })
	return rows(all, cmp.Compare[int64], func(seat int64, s *sums) row {
		return row{{"seat", seat}, {"games", s.n}, {"win_rate", s.mean("share")}, {"mean_score", s.mean("score")}, {"mean_spread", s.mean("spread")}}
	})
}

// moves sums over the moves of a run.
func moves[K comparable](r *run, key func(i int, m *dataset.MoveRow) K, add func(i int, m *dataset.MoveRow, s *sums)) groups[K] {
	all := groups[K]{}
	for i := range r.moves {
		m := &r.moves[i]
		s := all.at(key(i, m))
		s.n++
		s.seat(m)
		add(i, m, s)
	}
	return all
}

func byAgent(_ int, m *dataset.MoveRow) string { return m.Agent }

func sHooks(r *run) []row {
	all := groups[string]{}
	for i := range r.moves {
		if m := &r.moves[i]; m.Action == "play" {
			s, hooks := all.at(m.Agent), m.BackHook.V+m.FrontHook.V
			s.n++
			s.add("tile", bit(strings.ContainsRune(hooks, 'S')))
			s.add("blank", bit(strings.ContainsRune(hooks, 's')))
		}
	}
	return rows(all, cmp.Compare[string], func(agent string, s *sums) row {
		return row{{"agent", agent}, {"plays", s.n}, {"s_hooks", s.sum["tile"]}, {"blank_hooks", s.sum["blank"]}, {"share", s.mean("tile")}}
	})
}

// agentAt is an agent and a number.
type agentAt struct {
	agent string
	at    int64
}

func (a agentAt) compare(b agentAt) int {
	return cmp.Or(cmp.Compare(a.agent, b.agent), cmp.Compare(a.at, b.at))
}

func bingos(r *run, at string, key func(i int, m *dataset.MoveRow) agentAt) []row {
	all := moves(r, key, func(_ int, m *dataset.MoveRow, s *sums) { s.add("bingo", bit(m.Bingo)) })
	return rows(all, agentAt.compare, func(k agentAt, s *sums) row {
		return row{{"agent", k.agent}, {at, k.at}, {"turns", s.n}, {"bingos", s.sum["bingo"]}, {"rate", s.mean("bingo")}}
	})
}

func tens(bag int32) int64 { return int64(bag) - int64(bag)%10 }

func bingosByBag(r *run) []row {
	return bingos(r, "bag_from", func(_ int, m *dataset.MoveRow) agentAt { return agentAt{m.Agent, tens(m.BagBefore)} })
}

func bingosByTurn(r *run) []row {
	return bingos(r, "seat_turn", func(_ int, m *dataset.MoveRow) agentAt { return agentAt{m.Agent, int64(m.SeatTurn)} })
}

func premiums(r *run) []row {
	all := moves(r, byAgent, func(_ int, m *dataset.MoveRow, s *sums) {
		for name, n := range map[string]int32{"dl": m.DL, "tl": m.TL, "ql": m.QL, "dw": m.DW, "tw": m.TW, "qw": m.QW, "premium_points": m.PremiumPoints} {
			s.add(name, float64(n))
		}
	})
	return rows(all, cmp.Compare[string], func(agent string, s *sums) row {
		line := row{{"agent", agent}, {"games", int64(len(s.seats))}}
		for _, name := range []string{"dl", "tl", "ql", "dw", "tw", "qw", "premium_points"} {
			line = append(line, column{name, s.sum[name] / float64(len(s.seats))})
		}
		return line
	})
}

func multipliers(r *run) []row {
	all := groups[int64]{}
	for i := range r.moves {
		if m := &r.moves[i]; m.Action == "play" {
			s := all.at(int64(m.WordMultiplier))
			s.n++
			s.add("score", float64(m.Score))
			s.most = max(s.most, int64(m.Score))
		}
	}
	return rows(all, cmp.Compare[int64], func(times int64, s *sums) row {
		return row{{"word_multiplier", times}, {"plays", s.n}, {"mean_score", s.mean("score")}, {"best_score", s.most}}
	})
}

func scoreByBag(r *run) []row {
	all := moves(r, func(_ int, m *dataset.MoveRow) int64 { return tens(m.BagBefore) }, func(_ int, m *dataset.MoveRow, s *sums) {
		s.add("all", float64(m.Score))
		if m.Action == "play" {
			s.add("play", float64(m.Score))
		}
	})
	return rows(all, cmp.Compare[int64], func(bag int64, s *sums) row {
		return row{{"bag_from", bag}, {"turns", s.n}, {"plays", s.count["play"]}, {"points", s.mean("all")}, {"points_of_a_play", s.mean("play")}}
	})
}

func vowels(r *run) []row {
	isVowel := map[rune]bool{}
	for _, t := range r.tiles {
		for _, letter := range t.Letter {
			isVowel[letter] = t.Vowel
		}
	}
	all := groups[int64]{}
	for i := range r.moves {
		m := &r.moves[i]
		if len([]rune(m.Rack)) != 7 {
			continue
		}
		n := int64(0)
		for _, letter := range m.Rack {
			if isVowel[letter] {
				n++
			}
		}
		s := all.at(n)
		s.n++
		s.add("score", float64(m.Score))
		s.add("exchange", bit(m.Action == "exchange"))
	}
	return rows(all, cmp.Compare[int64], func(n int64, s *sums) row {
		return row{{"vowels", n}, {"turns", s.n}, {"points", s.mean("score")}, {"exchanges", s.mean("exchange")}}
	})
}

func turnover(r *run) []row {
	all := moves(r, byAgent, func(_ int, m *dataset.MoveRow, s *sums) {
		s.add("played", float64(m.TilesPlayed))
		s.add("drawn", float64(len([]rune(m.Drawn))))
	})
	return rows(all, cmp.Compare[string], func(agent string, s *sums) row {
		return row{{"agent", agent}, {"played", s.mean("played")}, {"drawn", s.mean("drawn")}, {"turns", float64(s.n) / float64(len(s.seats))}}
	})
}

func equityLost(r *run) []row {
	all := moves(r, byAgent, func(i int, m *dataset.MoveRow, s *sums) {
		a := &r.annotations[i]
		if a.EquityLoss.Valid {
			s.add("loss", float64(a.EquityLoss.V)/1000)
		}
		if a.ChosenRank.Valid {
			s.add("best", bit(a.ChosenRank.V == 1))
		}
		s.values = append(s.values, float64(a.Plays))
	})
	return rows(all, cmp.Compare[string], func(agent string, s *sums) row {
		slices.Sort(s.values)
		n := len(s.values)
		median := (s.values[(n-1)/2] + s.values[n/2]) / 2
		return row{
			{"agent", agent}, {"turns", s.count["loss"]}, {"lost_a_turn", s.mean("loss")}, {"lost_a_game", s.sum["loss"] / float64(len(s.seats))},
			{"best_move", s.mean("best")}, {"plays", median},
		}
	})
}

func luckByGame(r *run) []row {
	lucky := map[int64]int64{}
	for i := range r.annotations {
		a := &r.annotations[i]
		switch a.Seat {
		case 0:
			lucky[a.GameID] += int64(a.DrawLuck.V)
		case 1:
			lucky[a.GameID] -= int64(a.DrawLuck.V)
		}
	}
	var all []row
	for i := range r.games {
		if g := &r.games[i]; g.Turns > 0 {
			all = append(all, row{{"game_id", g.GameID}, {"spread", int64(g.Spread)}, {"luck", float64(lucky[g.GameID]) / 1000}})
		}
	}
	return all
}

func luck(r *run) []row {
	all := moves(r, byAgent, func(i int, m *dataset.MoveRow, s *sums) {
		if a := &r.annotations[i]; a.DrawLuck.Valid {
			x := float64(a.DrawLuck.V) / 1000
			s.values = append(s.values, x)
			if m.FinalSpread.Valid {
				s.x, s.y = append(s.x, x), append(s.y, float64(m.FinalSpread.V))
			}
		}
	})
	return rows(all, cmp.Compare[string], func(agent string, s *sums) row {
		mean, squares := meanOf(s.values), 0.0
		for _, x := range s.values {
			squares += (x - mean) * (x - mean)
		}
		deviation := math.NaN() // of one draw nothing is known
		if n := len(s.values); n > 1 {
			deviation = math.Sqrt(squares / float64(n-1))
		}
		return row{
			{"agent", agent}, {"draws", int64(len(s.values))}, {"mean", mean},
			{"deviation", deviation}, {"spread_of_a_point", slope(s.x, s.y)},
		}
	})
}

func board(r *run) []row {
	all := moves(r, func(i int, _ *dataset.MoveRow) int64 { return int64(r.laid[i] / 20 * 20) }, func(i int, _ *dataset.MoveRow, s *sums) {
		a := &r.annotations[i]
		for name, n := range map[string]int32{"plays": a.Plays, "anchors": a.Anchors, "hooks": a.HookSquares, "open_tw": a.OpenTW, "open_qw": a.OpenQW} {
			s.add(name, float64(n))
		}
	})
	return rows(all, cmp.Compare[int64], func(laid int64, s *sums) row {
		line := row{{"laid_from", laid}, {"turns", s.n}}
		for _, name := range []string{"plays", "anchors", "hooks", "open_tw", "open_qw"} {
			line = append(line, column{name, s.mean(name)})
		}
		return line
	})
}

// tileValues follows what is unseen, kind by kind, through each game.
func tileValues(r *run) []row {
	total := 0
	for _, t := range r.tiles {
		total += int(t.Count)
	}
	type seatGame struct {
		game int64
		seat int32
	}
	type draw struct {
		drawn, expected float64
		spread          float64
		known           bool
	}
	all := map[string]map[seatGame]*draw{}
	onBoard := map[string]int{}
	for i := range r.moves {
		m := &r.moves[i]
		if m.Turn == 0 {
			clear(onBoard)
		}
		n := len([]rune(m.Drawn))
		for _, t := range r.tiles {
			if n == 0 {
				continue
			}
			unseen := int(t.Count) - onBoard[t.Letter] - strings.Count(m.Rack, t.Letter)
			if all[t.Letter] == nil {
				all[t.Letter] = map[seatGame]*draw{}
			}
			d := all[t.Letter][seatGame{m.GameID, m.Seat}]
			if d == nil {
				d = &draw{}
				all[t.Letter][seatGame{m.GameID, m.Seat}] = d
			}
			d.drawn += float64(strings.Count(m.Drawn, t.Letter))
			d.expected += float64(n) * float64(unseen) / float64(total-r.laid[i]-len([]rune(m.Rack)))
			d.spread, d.known = float64(m.FinalSpread.V), m.FinalSpread.Valid
		}
		for _, letter := range m.Placed.V {
			if unicode.IsLower(letter) {
				letter = '?'
			}
			onBoard[string(letter)]++
		}
	}
	var answer []row
	for letter, games := range all {
		var drawn, expected float64
		var x, y []float64
		for _, d := range games {
			drawn, expected = drawn+d.drawn, expected+d.expected
			if d.known {
				x, y = append(x, d.drawn-d.expected), append(y, d.spread)
			}
		}
		answer = append(answer, row{{"letter", letter}, {"drawn", drawn}, {"expected", expected}, {"worth", slope(x, y)}})
	}
	slices.SortFunc(answer, func(a, b row) int { return strings.Compare(a[0].value.(string), b[0].value.(string)) })
	return answer
}
