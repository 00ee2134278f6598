package analysis

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode"

	"quadword/engine/tile"
	"quadword/experiments/stats"
	"quadword/sim/dataset"
)

func standardTiles(t testing.TB) *tile.Set {
	t.Helper()
	set, ok := tile.BuiltinSet("standard")
	if !ok {
		t.Fatal("no standard tiles")
	}
	return set
}

// drawnGame is a game in which tiles are drawn and laid without any sense, and
// what each seat drew beyond what was to be expected, seat 0's less seat 1's. That
// is computed from the bag and the other rack, where draws takes the full set less
// what is elsewhere. more is what seat 0 drew more than seat 1, expected or not.
type drawnGame struct {
	opening  []string
	moves    []dataset.MoveRow
	surprise [ways]map[rune]float64
	more     map[rune]float64
}

// drawGame plays one, in which each rack keeps some letters for as long as it can.
func drawGame(rng *rand.Rand, id int64, set *tile.Set, kept string) drawnGame {
	g := drawnGame{surprise: [ways]map[rune]float64{{}, {}}, more: map[rune]float64{}}
	var bag []rune
	for _, row := range set.Rows() {
		bag = append(bag, slices.Repeat([]rune{row.Letter}, row.Count)...)
	}
	rng.Shuffle(len(bag), func(i, j int) { bag[i], bag[j] = bag[j], bag[i] })
	var racks [2][]rune
	draw := func(seat, n int) []rune {
		n = min(n, len(bag))
		sign := float64(1 - 2*seat)
		drawn := slices.Clone(bag[:n])
		for way, from := range [ways][]rune{byUnseen: slices.Concat(bag, racks[1-seat]), byBag: bag} {
			for _, r := range from {
				g.surprise[way][r] -= sign * float64(n) / float64(len(from))
			}
			for _, r := range drawn {
				g.surprise[way][r] += sign
			}
		}
		for _, r := range drawn {
			g.more[r] += sign
		}
		bag = bag[n:]
		racks[seat] = append(racks[seat], drawn...)
		return drawn
	}
	for seat := range 2 {
		g.opening = append(g.opening, string(draw(seat, 7)))
	}
	for turn := 0; len(racks[0]) > 0 && len(racks[1]) > 0; turn++ {
		seat := turn % 2
		rack := racks[seat]
		rng.Shuffle(len(rack), func(i, j int) { rack[i], rack[j] = rack[j], rack[i] })
		slices.SortStableFunc(rack, func(a, b rune) int {
			return cmp.Compare(strings.Count(kept, string(a)), strings.Count(kept, string(b)))
		})
		m := dataset.MoveRow{GameID: id, DealID: id / 2, Turn: int32(turn), Seat: int32(seat), Rack: string(rack), ScoresBefore: []int32{0, 0}}
		n := 1 + rng.IntN(len(rack))
		gone := slices.Clone(rack[:n])
		racks[seat] = slices.Clone(rack[n:])
		m.Leave = string(racks[seat])
		switch {
		case rng.IntN(8) == 0 && len(bag) >= 7:
			m.Action, m.Exchanged = "exchange", dataset.Some(string(gone))
			m.Drawn = string(draw(seat, n))
			bag = append(bag, gone...)
			rng.Shuffle(len(bag), func(i, j int) { bag[i], bag[j] = bag[j], bag[i] })
		case rng.IntN(10) == 0:
			m.Action, m.Leave = "pass", string(rack)
			racks[seat] = rack
		default:
			m.Action = "play"
			laid := slices.Clone(gone)
			for i, r := range laid {
				if r == tile.BlankRune {
					laid[i] = unicode.ToLower(rune('A' + rng.IntN(26)))
				}
			}
			m.Placed = dataset.Some(string(laid))
			m.Drawn = string(draw(seat, n))
		}
		g.moves = append(g.moves, m)
	}
	return g
}

// TestDraws holds what draws gathers against the other way to count it.
func TestDraws(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 14))
	set := standardTiles(t)
	d := drawsOf(set)
	for id := range int64(200) {
		g := drawGame(rng, id, set, "QS")
		if err := d.begin(g.opening); err != nil {
			t.Fatal(err)
		}
		for _, m := range g.moves {
			if err := d.move(&drawnMove{m.GameID, m.Seat, m.Rack, m.Action, m.Placed, m.Leave, m.Drawn}); err != nil {
				t.Fatal(err)
			}
		}
		for way := range ways {
			sum := 0.0
			for k, row := range set.Rows() {
				if math.Abs(d.surprise[way][k]-g.surprise[way][row.Letter]) > 1e-9 {
					t.Fatalf("game %d, way %d: %c %v, expected %v", id, way, row.Letter, d.surprise[way][k], g.surprise[way][row.Letter])
				}
				sum += d.surprise[way][k]
			}
			if math.Abs(sum) > 1e-9 {
				t.Fatalf("game %d, way %d: the surprises add up to %v", id, way, sum)
			}
		}
	}
}

// worths are values of the letters to be found again, relative to a blind draw.
func worths(set *tile.Set) []float64 {
	var v []float64
	sum, n := 0.0, 0.0
	for i, row := range set.Rows() {
		v = append(v, 6*math.Sin(float64(3*i))+float64(row.Points)/3)
		sum += float64(row.Count) * v[i]
		n += float64(row.Count)
	}
	for i := range v {
		v[i] -= sum / n
	}
	return v
}

// keep adds a game that ended with a spread.
func (v *valueRun) keep(g *drawnGame, spread float64, deal int64) {
	for way := range ways {
		var row []float64
		for _, l := range v.set.Rows() {
			row = append(row, g.surprise[way][l.Letter])
		}
		v.drawn[way] = append(v.drawn[way], row)
	}
	v.spreads, v.deals = append(v.spreads, spread), append(v.deals, deal)
}

// TestWorthCovers adds a value for each letter drawn beyond expectation to the
// result, and noise that the two games of a deal share in part.
func TestWorthCovers(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 16))
	set := standardTiles(t)
	letters, want := set.Rows(), worths(set)
	var pool []drawnGame
	for id := range int64(2500) {
		pool = append(pool, drawGame(rng, id, set, "QS"))
	}
	const times, deals = 45, 300
	for way := range ways {
		held, bias := 0, make([]float64, len(want))
		for range times {
			v := valueRunOf(set)
			for deal := range int64(deals) {
				shared := rng.NormFloat64() * 60
				for range 2 {
					g := &pool[rng.IntN(len(pool))]
					y := 15 + shared + rng.NormFloat64()*60
					for i, l := range letters {
						y += want[i] * g.surprise[way][l.Letter]
					}
					v.keep(g, y, deal)
				}
			}
			got, err := v.fit(way)
			if err != nil {
				t.Fatal(err)
			}
			for i, e := range got {
				if e.Low <= want[i] && want[i] <= e.High {
					held++
				}
				bias[i] += (e.Value - want[i]) / e.SE / math.Sqrt(times)
			}
		}
		if share := float64(held) / float64(times*len(want)); share < 0.93 || share > 0.97 {
			t.Errorf("way %d: intervals of 95 %% hold the true worth in %.1f %%", way, 100*share)
		}
		for i, z := range bias {
			if math.Abs(z) > 4 {
				t.Errorf("way %d: %c is off by %.1f standard errors of the mean", way, letters[i].Letter, z)
			}
		}
	}
}

// TestWorthLingers gives points for each letter that is drawn, and has some
// letters stay on racks for as long as possible. By the bag, what they are worth
// is the same multiple of these points for all letters: a little more than one,
// since a seat that draws has fewer draws to come than the other, which so gets
// more of what is left. By unseen tiles it is less, and much less for the letters
// that stay.
func TestWorthLingers(t *testing.T) {
	rng := rand.New(rand.NewPCG(23, 24))
	set := standardTiles(t)
	letters, points := set.Rows(), worths(set)
	const stay = "QSVX"
	v := valueRunOf(set)
	for id := range int64(4000) {
		g := drawGame(rng, id, set, stay)
		y := rng.NormFloat64() * 5
		for i, l := range letters {
			y += points[i] * g.more[l.Letter]
		}
		v.keep(&g, y, id)
	}
	var multiple [ways][2]float64 // of letters that go, and that stay: weighted by their points
	for way := range ways {
		worth, err := v.fit(way)
		if err != nil {
			t.Fatal(err)
		}
		var sum, squares [2]float64
		for i, l := range letters {
			group := strings.Count(stay, string(l.Letter))
			sum[group] += worth[i].Value * points[i]
			squares[group] += points[i] * points[i]
		}
		multiple[way] = [2]float64{sum[0] / squares[0], sum[1] / squares[1]}
	}
	if m := multiple[byBag]; m[0] < 1 || m[0] > 1.15 || math.Abs(m[1]-m[0]) > 0.04 {
		t.Errorf("by the bag, letters that go are worth %.3f of their points and those that stay %.3f", m[0], m[1])
	}
	if m := multiple[byUnseen]; m[0] > 0.96 || m[1] > m[0]-0.1 {
		t.Errorf("by unseen tiles, letters that go are worth %.3f of their points and those that stay %.3f", m[0], m[1])
	}
}

// valueGames are games of a synthetic run in which letters are worth what worths
// says.
func valueGames(rng *rand.Rand, n int, set *tile.Set) (games []dataset.GameRow, moves [][]dataset.MoveRow, drawn []drawnGame) {
	want := worths(set)
	for id := range int64(n) {
		d := drawGame(rng, id, set, "")
		y := rng.NormFloat64() * 20
		for i, row := range set.Rows() {
			y += want[i] * d.surprise[byBag][row.Letter]
		}
		g := testGame(id, id/2, int32(math.Round(y)), "a", "b")
		g.OpeningRack = d.opening
		games, moves, drawn = append(games, g), append(moves, d.moves), append(drawn, d)
	}
	return games, moves, drawn
}

// TestTileValues reads a synthetic run, and fits the same with another column
// left out and each worth found by a contrast against every other letter.
func TestTileValues(t *testing.T) {
	set := standardTiles(t)
	games, moves, drawn := valueGames(rand.New(rand.NewPCG(17, 18)), 300, set)
	games[10].EndReason = "forfeit"
	sections := analyse(t, "tile-values", writeRun(t, testSpec(t, 300, true, "a", "b"), games, moves))
	got, intervals := shown(t, sections, "tile-values-1", "worth"), shown(t, sections, "tile-values-1", "intervals")

	letters := set.Rows()
	for way := range ways {
		reg := stats.Regression{Columns: []string{"constant"}}
		for _, l := range letters[:26] { // without Z
			reg.Columns = append(reg.Columns, string(l.Letter))
		}
		for i, g := range games {
			if i == 10 {
				continue
			}
			row := []float64{1}
			for _, l := range letters[:26] {
				row = append(row, drawn[i].surprise[way][l.Letter])
			}
			reg.X, reg.Y, reg.Deals = append(reg.X, row), append(reg.Y, float64(g.Spread)), append(reg.Deals, g.DealID)
		}
		fit, err := reg.Fit()
		if err != nil {
			t.Fatal(err)
		}
		for i, l := range letters {
			weights := make([]float64, 27)
			for j, other := range letters { // the letter against each other tile of the bag
				if i < 26 {
					weights[i+1] += float64(other.Count) / 100
				}
				if j < 26 {
					weights[j+1] -= float64(other.Count) / 100
				}
			}
			e, err := fit.Contrast(weights, 0.95)
			if err != nil {
				t.Fatal(err)
			}
			want := []string{string(l.Letter), fmt.Sprint(l.Count), fmt.Sprint(l.Points), fmt.Sprintf("%.2f ±%.2f", e.Value, e.SE), fmt.Sprintf("%.2f [%.2f, %.2f]", e.Value, e.Low, e.High)}
			if cells := slices.Concat(got[i][:3], got[i][3+way:4+way], intervals[i][1+way:2+way]); !slices.Equal(cells, want) {
				t.Errorf("%q, expected %q", cells, want)
			}
		}
	}
	if got[0][5] != "about 30" || got[1][5] != "-" {
		t.Errorf("published figures %q, %q", got[0], got[1])
	}
	s := sections[0]
	if !strings.Contains(s.Text[0], "299 games") || !strings.Contains(strings.Join(s.Tables[0].Notes, "\n"), "left out: 1.") {
		t.Errorf("%q, %q", s.Text, s.Tables[0].Notes)
	}
}

// TestTileValuesBalance sums the worths over the bag.
func TestTileValuesBalance(t *testing.T) {
	set := standardTiles(t)
	games, _, drawn := valueGames(rand.New(rand.NewPCG(19, 20)), 100, set)
	v := valueRunOf(set)
	for i, g := range games {
		v.keep(&drawn[i], float64(g.Spread), g.DealID)
	}
	worth, err := v.fit(byBag)
	if err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	for i, l := range set.Rows() {
		sum += float64(l.Count) * worth[i].Value
	}
	if math.Abs(sum) > 1e-7 {
		t.Errorf("the worths of all tiles add up to %v", sum)
	}
}

func TestTileValuesBad(t *testing.T) {
	set := standardTiles(t)
	rng := rand.New(rand.NewPCG(21, 22))
	a, _ := Find("tile-values")
	for _, test := range []struct {
		name   string
		change func(games []dataset.GameRow, moves [][]dataset.MoveRow)
		want   string
	}{
		{"a letter that is none", func(_ []dataset.GameRow, m [][]dataset.MoveRow) { m[3][0].Drawn = "Ä" }, `game 3: tiles "Ä": 'Ä' is none of`},
		{"too many of a letter", func(g []dataset.GameRow, _ [][]dataset.MoveRow) { g[4].OpeningRack[1] = "QQAEIOU" }, "game 4: seat 1 draws \"QQAEIOU\""},
		{"too many on the board", func(_ []dataset.GameRow, m [][]dataset.MoveRow) {
			m[5][1].Placed, m[5][1].Drawn = dataset.Some("ZZ"), "A"
		}, "game 5: seat 1 draws"},
		{"another seat", func(_ []dataset.GameRow, m [][]dataset.MoveRow) { m[6][0].Seat, m[6][0].Drawn = 2, "A" }, "game 6: seat 2"},
		{"one rack", func(g []dataset.GameRow, _ [][]dataset.MoveRow) { g[7].OpeningRack = []string{"AEINRST"} }, "game 7: 1 opening racks"},
		{"a move of no game", func(_ []dataset.GameRow, m [][]dataset.MoveRow) { m[9][0].GameID = 1000 }, "a move of game 1000"},
		{"too few games", func([]dataset.GameRow, [][]dataset.MoveRow) {}, "10 games: regression"},
	} {
		games, moves, _ := valueGames(rng, 10, set)
		test.change(games, moves)
		r := writeRun(t, testSpec(t, 10, true, "a", "b"), games, moves)
		for _, workers := range []int{1, 4} {
			if _, err := a.Sections(t.Context(), []Run{r}, workers); err == nil || !strings.Contains(err.Error(), "A run: ") || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%s: %v, expected %s", test.name, err, test.want)
			}
		}
	}
}
