package effects

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"quadword/engine"
	"quadword/experiments/stats"
	"quadword/sim/dataset"
)

// twin makes the figures of a run in a second way: from whole rows, with the
// scores of package engine, as figures by name whose deals are kept apart.
type twin struct {
	t       testing.TB
	rules   *engine.Rules
	deal    map[int64]int // index of a deal
	figures map[string]*vectors
	bins    map[string]map[int64]int64
	layouts map[string]*engine.Layout // by the premiums that they have
	plays   int64
	turns   int64
}

type vectors struct{ y, n []float64 }

func (w *twin) see(name string, deal int64, y, n float64) {
	v := w.figures[name]
	if v == nil {
		v = &vectors{}
		w.figures[name] = v
	}
	for len(v.y) <= w.deal[deal] {
		v.y, v.n = append(v.y, 0), append(v.n, 0)
	}
	v.y[w.deal[deal]] += y
	v.n[w.deal[deal]] += n
}

// value is a value of a distribution.
func (w *twin) value(name string, deal int64, value int64) {
	w.see(name, deal, float64(value), 1)
	if w.bins[name] == nil {
		w.bins[name] = map[int64]int64{}
	}
	w.bins[name][value]++
}

func newTwin(t testing.TB, run *dataset.Reader) *twin {
	t.Helper()
	rules, err := run.Manifest.Spec.EngineRules()
	if err != nil {
		t.Fatal(err)
	}
	w := &twin{t: t, rules: rules, deal: map[int64]int{}, figures: map[string]*vectors{}, bins: map[string]map[int64]int64{}, layouts: map[string]*engine.Layout{}}
	for g, err := range run.Games() {
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := w.deal[g.DealID]; !ok {
			w.deal[g.DealID] = len(w.deal)
		}
		w.game(g)
	}
	return w
}

func (w *twin) game(g *dataset.Game) {
	deal, dim := g.DealID, w.rules.Layout.Dim()
	bingos := 0
	for seat := range g.Score {
		w.value("score", deal, int64(g.Score[seat]))
		bingos += int(g.Bingos[seat])
	}
	w.value("bingos", deal, int64(bingos))
	w.value("spread", deal, int64(g.Spread))
	w.value("length", deal, int64(len(g.Moves)))
	w.value("lead changes", deal, int64(g.LeadChanges))
	if g.MaxDeficitOvercome.Valid {
		w.value("comeback", deal, int64(g.MaxDeficitOvercome.V))
	}
	won := 0.0
	if g.Winner.Valid && g.Winner.V == 0 {
		won = 1
	} else if !g.Winner.Valid && g.Spread >= 0 { // a first place that seat 0 shares
		k := 0
		for _, s := range g.Score {
			if s == g.Score[0] {
				k++
			}
		}
		won = 1 / float64(k)
	}
	w.see("opening win", deal, won, 1)
	w.see("opening spread", deal, float64(g.Spread), 1)

	// Once a game, whatever happens in it.
	final := squares(g.FinalBoard)
	for row := range dim {
		for col := range dim {
			fold := fmt.Sprint(min(row, col), " ", max(row, col))
			used := is(final[row][col] != '.')
			w.see(fmt.Sprint("used ", row, " ", col), deal, used, 1)
			w.see(fmt.Sprint("points ", row, " ", col), deal, 0, 1)
			w.see("folded used "+fold, deal, used, 1)
			w.see("folded points "+fold, deal, 0, 1)
			if kind := kindAt(w.rules.Layout, row, col); kind != "" {
				w.see("kind used "+kind, deal, used, 1)
			}
		}
	}
	for _, kind := range []string{"2L", "3L", "4L", "2W", "3W", "4W"} {
		w.see("kind points "+kind, deal, 0, 1)
	}
	for m := range 30 {
		w.see(fmt.Sprint("x per game ", m), deal, 0, 1)
	}
	b := engine.NewBoard(dim)
	for i := range g.Moves {
		w.turn(&b, &g.Moves[i])
	}
}

func (w *twin) turn(b *engine.Board, m *dataset.MoveRow) {
	deal := m.DealID
	w.turns++
	bag := fmt.Sprint(m.BagBefore)
	if m.BagBefore >= 10 {
		bag = fmt.Sprint(m.BagBefore / 10 * 10)
	}
	for _, phase := range []string{fmt.Sprint("turn ", min(m.Turn, 100)), "bag " + bag, w.turnGroup(m), w.bagGroup(m)} {
		w.see(phase+" plays", deal, is(m.Placed.Valid), 1)
		w.see(phase+" bingos", deal, is(len(m.Placed.V) == 7), 1)
		w.see(phase+" exchanges", deal, is(m.Exchanged.Valid), 1)
		w.see(phase+" passes", deal, is(!m.Placed.Valid && !m.Exchanged.Valid), 1)
		w.see(phase+" points", deal, float64(m.Score), 1)
	}
	w.value("turnover", deal, int64(len(m.Drawn)))
	if len(m.Rack) == w.rules.RackSize {
		vowels := 0
		for _, r := range m.Rack {
			vowels += strings.Count("AEIOU", string(r))
		}
		w.value("vowels", deal, int64(vowels))
	}
	if m.WinProb.Valid && m.Result.Valid {
		bin := fmt.Sprint(min(int(m.WinProb.V*10), 9))
		w.see("predicted "+bin, deal, m.WinProb.V, 1)
		w.see("observed "+bin, deal, m.Result.V, 1)
		w.see("difference "+bin, deal, m.Result.V-m.WinProb.V, 1)
	}
	if m.Placed.Valid {
		w.play(b, m)
	}
}

// turnGroup is the name of the group of turns that a turn is in: as many rounds as
// the tile set has hundreds of tiles, and at most twenty groups.
func (w *twin) turnGroup(m *dataset.MoveRow) string {
	size := int32(w.rules.Seats) * int32(w.rules.TileSet.Len()/100)
	from := m.Turn - m.Turn%size
	return fmt.Sprint("turns ", min(from, 19*size))
}

// bagGroup is the name of the group by the bag.
func (w *twin) bagGroup(m *dataset.MoveRow) string {
	size := int32(w.rules.TileSet.Len() / 100 * 10)
	from := m.BagBefore - m.BagBefore%size
	if from == 0 && m.BagBefore > 0 {
		from = 1
	}
	return fmt.Sprint("bags ", from)
}

// play takes the points of a play apart by what is missing if a tile were a
// blank, or a kind of premium squares plain.
func (w *twin) play(b *engine.Board, m *dataset.MoveRow) {
	deal := m.DealID
	w.plays++
	w.value("word length", deal, int64(len(m.Word.V)))
	w.see(fmt.Sprint("x per game ", m.WordMultiplier), deal, 1, 0)
	w.see(fmt.Sprint("x points ", m.WordMultiplier), deal, float64(m.Score), 1)
	for x := range int32(30) {
		w.see(fmt.Sprint("x share ", x), deal, is(x == m.WordMultiplier), 1)
	}
	placed, err := w.rules.TileSet.Alphabet.ParseWord(nil, m.Placed.V)
	if err != nil {
		w.t.Fatal(err)
	}
	move := engine.Move{
		Kind: engine.Play, Row: uint8(m.Row.V), Col: uint8(m.Col.V), Len: uint8(len(m.Word.V)), N: uint8(len(placed)),
	}
	if m.Down.V {
		move.Dir = engine.Down
	}
	for i, r := range []rune(m.Placed.V) {
		move.Tiles[i], _ = w.rules.TileSet.Alphabet.Tile(r)
	}
	score := func(rules *engine.Rules, b *engine.Board, m *engine.Move) int32 {
		s := rules.Score(b, m)
		return s.Main + s.Cross
	}
	whole := score(w.rules, b, &move)
	earn := func(row, col int, less int32) {
		points := float64(whole - less)
		w.see(fmt.Sprint("points ", row, " ", col), deal, points, 0)
		w.see(fmt.Sprint("folded points ", min(row, col), " ", max(row, col)), deal, points, 0)
	}
	for row := range b.Dim() {
		for col := range b.Dim() {
			if b.Occupied(row, col) {
				other := *b
				other.Put(row, col, b.At(row, col)|0x80)
				earn(row, col, score(w.rules, &other, &move))
			}
		}
	}
	i := 0
	for at := range b.EachPlaced(&move) {
		other := move
		other.Tiles[i] |= 0x80
		earn(at[0], at[1], score(w.rules, b, &other))
		i++
	}
	with := func(premiums string) float64 {
		rules := *w.rules
		rules.Layout = w.only(premiums)
		return float64(score(&rules, b, &move))
	}
	add := func(kind string, points float64) {
		w.see("kind points "+kind, deal, points, 0)
		w.see("kind share "+kind, deal, points, 0)
	}
	for _, kind := range []string{"2L", "3L", "4L", "2W", "3W", "4W"} {
		w.see("kind share "+kind, deal, 0, float64(m.Score))
	}
	add("2L", with("'")-with(""))
	add("3L", with(`"`)-with(""))
	add("4L", with("^")-with(""))
	for _, order := range [][3]string{{"2W-", "3W=", "4W~"}, {"4W~", "3W=", "2W-"}} {
		have := `'"^`
		for _, next := range order {
			add(next[:2], (with(have+next[2:])-with(have))/2)
			have += next[2:]
		}
	}
	for at, t := range b.EachPlaced(&move) {
		b.Put(at[0], at[1], t)
	}
}

// only is the board with some of its premium squares, given by their characters.
func (w *twin) only(premiums string) *engine.Layout {
	if l := w.layouts[premiums]; l != nil {
		return l
	}
	text := strings.Map(func(r rune) rune {
		if r != '\n' && !strings.ContainsRune(premiums, r) {
			return '.'
		}
		return r
	}, strings.Join(w.rules.Layout.Rows(), "\n"))
	l, err := engine.ReadLayout(strings.NewReader(text), "")
	if err != nil {
		w.t.Fatal(err)
	}
	w.layouts[premiums] = l
	return l
}

func kindAt(l *engine.Layout, row, col int) string {
	switch letter, word := l.Letter(row, col), l.Word(row, col); {
	case letter > 1:
		return fmt.Sprintf("%dL", letter)
	case word > 1:
		return fmt.Sprintf("%dW", word)
	}
	return ""
}

// squares is a board as CGP has it with a dot for each empty square.
func squares(board string) []string {
	var rows []string
	for line := range strings.SplitSeq(board, "/") {
		var row strings.Builder
		for i := 0; i < len(line); i++ {
			n := 0
			for ; i < len(line) && line[i] >= '0' && line[i] <= '9'; i++ {
				n = 10*n + int(line[i]-'0')
			}
			row.WriteString(strings.Repeat(".", n))
			if i < len(line) {
				row.WriteByte(line[i])
			}
		}
		rows = append(rows, row.String())
	}
	return rows
}

func is(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// check compares a figure with that of a name.
func (w *twin) check(name string, got Figure, tolerance float64) {
	w.t.Helper()
	v := w.figures[name]
	if v == nil {
		if got.N != 0 || got.Value != nil || got.SE != nil {
			w.t.Errorf("%s: %+v, and nothing was seen", name, got)
		}
		return
	}
	want, err := stats.Ratio(v.y, v.n, 0.95)
	if err != nil {
		w.t.Fatal(err)
	}
	n := 0.0
	for _, k := range v.n {
		n += k
	}
	if float64(got.N) != n || got.Deals != int64(want.N) {
		w.t.Errorf("%s: %d observations in %d deals, want %v in %d", name, got.N, got.Deals, n, want.N)
		return
	}
	if n == 0 {
		return
	}
	if got.Value == nil || math.Abs(*got.Value-want.Value) > tolerance {
		w.t.Errorf("%s: %v, want %v", name, got.Value, want.Value)
	}
	switch {
	case got.SE == nil || *got.SE < 1e-12:
		if want.SE > 1e-12 {
			w.t.Errorf("%s: no standard error, want %v", name, want.SE)
		}
	case math.Abs(*got.SE-want.SE) > tolerance:
		w.t.Errorf("%s: standard error %v, want %v", name, *got.SE, want.SE)
	}
}

// distribution compares a distribution with the values of a name.
func (w *twin) distribution(name string, got Distribution) {
	w.t.Helper()
	w.check(name, got.Mean, 1e-9)
	bins, all := map[int64]int64{}, int64(0)
	for v, n := range w.bins[name] {
		from := v - ((v%got.Width)+got.Width)%got.Width
		bins[from] += n
		all += n
	}
	last := int64(math.MinInt64)
	for _, b := range got.Bins {
		if b.From <= last || b.N != bins[b.From] || math.Abs(b.Share-float64(b.N)/float64(all)) > 1e-12 {
			w.t.Errorf("%s: bin %+v, want %d", name, b, bins[b.From])
		}
		last = b.From
		delete(bins, b.From)
	}
	if len(bins) > 0 {
		w.t.Errorf("%s: no bins %v", name, bins)
	}
}
