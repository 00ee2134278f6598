package measure

import (
	"slices"
	"strings"

	"quadword/sim/dataset"
)

// naive is a measure taken in a second way: from whole rows, by the turns of
// the game where the measure takes the games table, each by itself. y is what
// is measured of the seats that a subject has, n how often.
type naive func(g *dataset.Game, of []int) (y, n float64)

// naives are all measures by name.
func naives(r *dataset.Reader) map[string]naive {
	points, vowels := map[string]int32{}, ""
	for _, t := range r.Manifest.Spec.TileSet.Tiles {
		points[t.Letter] = t.Points
		if t.Vowel {
			vowels += t.Letter
		}
	}
	worth := func(rack string) float64 {
		sum := int32(0)
		for _, letter := range strings.Split(rack, "") {
			sum += points[letter]
		}
		return float64(sum)
	}
	full := func(m *dataset.MoveRow) bool { return len(m.Rack) == r.Manifest.Spec.Rules.RackSize }
	count := func(in, letters string) (n float64) {
		for _, l := range in {
			if strings.ContainsRune(letters, l) {
				n++
			}
		}
		return n
	}
	total := func(g *dataset.Game, seat int) float64 {
		sum := g.OutBonus[seat]
		for _, m := range g.Moves {
			if int(m.Seat) == seat {
				sum += m.Score
			}
		}
		return float64(sum)
	}
	sorted := func(g *dataset.Game) []float64 {
		var all []float64
		for seat := range g.Agent {
			all = append(all, total(g, seat))
		}
		slices.Sort(all)
		slices.Reverse(all)
		return all
	}
	ahead := func(g *dataset.Game, seat int) float64 {
		all := sorted(g)
		if total(g, seat) == all[0] {
			return all[0] - all[1]
		}
		return total(g, seat) - all[0]
	}
	share := func(g *dataset.Game, seat int) float64 {
		all := sorted(g)
		if total(g, seat) < all[0] {
			return 0
		}
		k := 0
		for all[k] == all[0] {
			if k++; k == len(all) {
				break
			}
		}
		return 1 / float64(k)
	}
	is := func(b bool) float64 {
		if b {
			return 1
		}
		return 0
	}

	side := func(f func(g *dataset.Game, seat int) float64) naive {
		return func(g *dataset.Game, of []int) (y, n float64) {
			for _, seat := range of {
				y, n = y+f(g, seat), n+1
			}
			return y, n
		}
	}
	game := func(f func(g *dataset.Game) (float64, float64)) naive {
		return func(g *dataset.Game, _ []int) (float64, float64) { return f(g) }
	}
	moves := func(f func(m *dataset.MoveRow) (y, n float64)) naive {
		return func(g *dataset.Game, of []int) (y, n float64) {
			for i := range g.Moves {
				if slices.Contains(of, int(g.Moves[i].Seat)) {
					dy, dn := f(&g.Moves[i])
					y, n = y+dy, n+dn
				}
			}
			return y, n
		}
	}
	plays := func(f func(m *dataset.MoveRow) float64) naive {
		return moves(func(m *dataset.MoveRow) (float64, float64) {
			if m.Action != "play" {
				return 0, 0
			}
			return f(m), 1
		})
	}
	// in counts in a game; the twin makes one game of all its seats.
	in := func(f func(m *dataset.MoveRow) float64) naive {
		return func(g *dataset.Game, of []int) (float64, float64) {
			y, _ := plays(f)(g, of)
			return y, float64(len(of))
		}
	}
	actions := func(action string) naive {
		return side(func(g *dataset.Game, seat int) (n float64) {
			for _, m := range g.Moves {
				n += is(int(m.Seat) == seat && m.Action == action)
			}
			return n
		})
	}
	end := func(reason string) naive {
		return game(func(g *dataset.Game) (float64, float64) { return is(g.EndReason == reason), 1 })
	}
	multiplier := func(x int32) naive {
		return in(func(m *dataset.MoveRow) float64 { return is(m.WordMultiplier == x) })
	}
	racks := func(f func(rack string) float64) naive {
		return moves(func(m *dataset.MoveRow) (float64, float64) {
			if !full(m) {
				return 0, 0
			}
			return f(m.Rack), 1
		})
	}
	all := map[string]naive{
		"win":             side(share),
		"spread":          side(ahead),
		"score":           side(total),
		"winning_spread":  game(func(g *dataset.Game) (float64, float64) { return sorted(g)[0] - sorted(g)[1], 1 }),
		"first_seat_win":  game(func(g *dataset.Game) (float64, float64) { return share(g, 0), 1 }),
		"shared":          game(func(g *dataset.Game) (float64, float64) { return is(!g.Winner.Valid), 1 }),
		"turns":           game(func(g *dataset.Game) (float64, float64) { return float64(len(g.Moves)), 1 }),
		"opening_bingo":   game(func(g *dataset.Game) (float64, float64) { return is(len(g.Moves[0].Placed.V) == 7), 1 }),
		"opening_points":  game(func(g *dataset.Game) (float64, float64) { return float64(g.Moves[0].Score), 1 }),
		"rack_left_tiles": side(func(g *dataset.Game, seat int) float64 { return float64(len(g.RackLeft[seat])) }),
		"faults":          side(func(*dataset.Game, int) float64 { return 0 }),
		"game_points": game(func(g *dataset.Game) (y, n float64) {
			for _, v := range sorted(g) {
				y += v
			}
			return y, 1
		}),
		"first_seat_spread": game(func(g *dataset.Game) (float64, float64) { return ahead(g, 0), 1 }),
		"lead_changes": game(func(g *dataset.Game) (y, n float64) {
			leader := -1
			look := func(scores []int32) {
				best := slices.Max(scores)
				first := slices.Index(scores, best)
				if slices.Contains(scores[first+1:], best) || first == leader {
					return
				}
				y += is(leader >= 0)
				leader = first
			}
			for _, m := range g.Moves {
				look(m.ScoresBefore)
			}
			look(g.ScoreBeforeEnd)
			look(g.Score)
			return y, 1
		}),
		"comeback": game(func(g *dataset.Game) (float64, float64) {
			return float64(comeback(g)), is(g.Winner.Valid)
		}),
		"comeback_share": game(func(g *dataset.Game) (float64, float64) { return is(comeback(g) > 0), is(g.Winner.Valid) }),
		"best_play": game(func(g *dataset.Game) (y, n float64) {
			for _, m := range g.Moves {
				y = max(y, float64(m.Score))
			}
			return y, 1
		}),
		"longest_word": game(func(g *dataset.Game) (y, n float64) {
			for _, m := range g.Moves {
				for _, w := range m.Words {
					y = max(y, float64(len(w)))
				}
			}
			return y, 1
		}),
		"end_out": end("out"), "end_scoreless": end("scoreless"), "end_passes": end("passes"), "end_stuck": end("stuck"), "end_forfeit": end("forfeit"),
		"out_share":        side(func(g *dataset.Game, seat int) float64 { return is(len(g.RackLeft[seat]) == 0) }),
		"rack_left_points": side(func(g *dataset.Game, seat int) float64 { return worth(g.RackLeft[seat]) }),
		"out_bonus":        side(func(g *dataset.Game, seat int) float64 { return float64(g.Score[seat] - g.ScoreBeforeEnd[seat]) }),
		"exchanges":        actions("exchange"), "passes": actions("pass"), "plays": actions("play"),
		"points_per_turn": moves(func(m *dataset.MoveRow) (float64, float64) { return float64(m.Score), 1 }),
		"scoreless_share": moves(func(m *dataset.MoveRow) (float64, float64) { return is(m.Score == 0), 1 }),
		"exchange_share":  moves(func(m *dataset.MoveRow) (float64, float64) { return is(m.Exchanged.Valid), 1 }),
		"tiles_per_exchange": moves(func(m *dataset.MoveRow) (float64, float64) {
			return float64(len(m.Rack)-len(m.Leave)) * is(m.Exchanged.Valid), is(m.Exchanged.Valid)
		}),
		"turnover":        moves(func(m *dataset.MoveRow) (float64, float64) { return float64(len(m.Drawn)), 1 }),
		"leave_length":    moves(func(m *dataset.MoveRow) (float64, float64) { return float64(len(m.Leave)), 1 }),
		"points_per_play": plays(func(m *dataset.MoveRow) float64 { return float64(m.MainScore + m.CrossScore + m.BingoPoints) }),
		"tiles_per_play":  plays(func(m *dataset.MoveRow) float64 { return float64(len(m.Placed.V)) }),
		"points_per_tile": moves(func(m *dataset.MoveRow) (float64, float64) { return float64(m.Score), float64(len(m.Placed.V)) }),
		"bingo_share":     plays(func(m *dataset.MoveRow) float64 { return is(len(m.Placed.V) == 7) }),
		"bingo_points_share": moves(func(m *dataset.MoveRow) (float64, float64) {
			return 50 * is(m.Bingo), float64(m.Score)
		}),
		"premium_points_share": moves(func(m *dataset.MoveRow) (float64, float64) { return float64(m.PremiumPoints), float64(m.Score) }),
		"cross_points_share":   moves(func(m *dataset.MoveRow) (float64, float64) { return float64(m.CrossScore), float64(m.Score) }),
		"blank_share":          plays(func(m *dataset.MoveRow) float64 { return is(strings.ToUpper(m.Placed.V) != m.Placed.V) }),
		"tiles_through":        plays(func(m *dataset.MoveRow) float64 { return float64(len(m.Word.V) - len(m.Placed.V)) }),
		"through_share":        plays(func(m *dataset.MoveRow) float64 { return is(len(m.Word.V) > len(m.Placed.V)) }),
		"down_share":           plays(func(m *dataset.MoveRow) float64 { return is(m.Coordinate.V[0] >= 'A') }),
		"word_length":          plays(func(m *dataset.MoveRow) float64 { return float64(len(m.Word.V)) }),
		"cross_words_per_play": plays(func(m *dataset.MoveRow) float64 { return float64(len(m.Words) - 1) }),
		"cross_share":          plays(func(m *dataset.MoveRow) float64 { return is(len(m.Words) > 1) }),
		"two_letter_share": moves(func(m *dataset.MoveRow) (y, n float64) {
			for _, w := range m.Words {
				y, n = y+is(len(w) == 2), n+1
			}
			return y, n
		}),
		"hook_share":         plays(func(m *dataset.MoveRow) float64 { return is(len(m.FrontHook.V)+len(m.BackHook.V) > 0) }),
		"s_hook_share":       plays(func(m *dataset.MoveRow) float64 { return is(count(m.BackHook.V, "Ss") > 0) }),
		"s_tile_hook_share":  plays(func(m *dataset.MoveRow) float64 { return is(count(m.BackHook.V, "S") > 0) }),
		"s_front_hook_share": plays(func(m *dataset.MoveRow) float64 { return is(count(m.FrontHook.V, "Ss") > 0) }),
		"s_hook_points": moves(func(m *dataset.MoveRow) (float64, float64) {
			hook := is(count(m.BackHook.V, "Ss") > 0)
			return hook * float64(m.Score), hook
		}),
		"s_play_share":   plays(func(m *dataset.MoveRow) float64 { return is(count(m.Placed.V, "S") > 0) }),
		"dl_per_game":    in(func(m *dataset.MoveRow) float64 { return float64(m.DL) }),
		"tl_per_game":    in(func(m *dataset.MoveRow) float64 { return float64(m.TL) }),
		"ql_per_game":    in(func(m *dataset.MoveRow) float64 { return float64(m.QL) }),
		"dw_per_game":    in(func(m *dataset.MoveRow) float64 { return float64(m.DW) }),
		"tw_per_game":    in(func(m *dataset.MoveRow) float64 { return float64(m.TW) }),
		"qw_per_game":    in(func(m *dataset.MoveRow) float64 { return float64(m.QW) }),
		"x2_words":       multiplier(2),
		"x3_words":       multiplier(3),
		"x4_words":       multiplier(4),
		"x6_words":       multiplier(6),
		"x8_words":       multiplier(8),
		"x9_words":       multiplier(9),
		"x12_words":      multiplier(12),
		"x16_words":      multiplier(16),
		"x27_words":      multiplier(27),
		"high_words":     in(func(m *dataset.MoveRow) float64 { return is(m.WordMultiplier >= 5) }),
		"no_vowel_share": racks(func(rack string) float64 { return is(count(rack, vowels) == 0) }),
		"many_vowels_share": racks(func(rack string) float64 {
			return is(count(rack, vowels) > 4)
		}),
		"vowel_share": moves(func(m *dataset.MoveRow) (float64, float64) {
			if !full(m) {
				return 0, 0
			}
			return count(m.Rack, vowels), float64(len(strings.ReplaceAll(m.Rack, "?", "")))
		}),
		"thrice_share": racks(func(rack string) float64 {
			for letter := 'A'; letter <= 'Z'; letter++ {
				if strings.Count(rack, string(letter)) > 2 {
					return 1
				}
			}
			return 0
		}),
	}
	drawn := func(f func(tiles string) float64) naive {
		return side(func(g *dataset.Game, seat int) float64 {
			tiles := g.OpeningRack[seat]
			for _, m := range g.Moves {
				if int(m.Seat) == seat {
					tiles += m.Drawn
				}
			}
			return f(tiles)
		})
	}
	all["tiles_drawn"] = drawn(func(tiles string) float64 { return float64(len(tiles)) })
	all["blanks_drawn"] = drawn(func(tiles string) float64 { return count(tiles, "?") })
	all["s_drawn"] = drawn(func(tiles string) float64 { return count(tiles, "S") })
	all["points_drawn"] = drawn(worth)
	all["own_turns"] = side(func(g *dataset.Game, seat int) (n float64) {
		for _, m := range g.Moves {
			n += is(int(m.Seat) == seat)
		}
		return n
	})
	all["bingos"] = side(func(g *dataset.Game, seat int) (n float64) {
		for _, m := range g.Moves {
			n += is(int(m.Seat) == seat && len(m.Placed.V) == 7)
		}
		return n
	})
	return all
}

// comeback is how far the winner of a game was at most behind.
func comeback(g *dataset.Game) (most int32) {
	if !g.Winner.Valid {
		return 0
	}
	totals := [][]int32{g.ScoreBeforeEnd, g.Score}
	for _, m := range g.Moves {
		totals = append(totals, m.ScoresBefore)
	}
	for _, t := range totals {
		most = max(most, slices.Max(t)-t[g.Winner.V])
	}
	return most
}
