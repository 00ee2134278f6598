package leaves

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"quadword/agents/leave"
	"quadword/engine"
	"quadword/engine/lexicon"
	"quadword/engine/tile"
)

// smallPlan is a training that takes no time: few kinds of tiles, few words.
func smallPlan(t testing.TB, method Method) *Plan {
	t.Helper()
	set, err := tile.NewSet("small", []tile.Row{
		{Letter: '?', Count: 2}, {Letter: 'A', Count: 12, Points: 1, Vowel: true}, {Letter: 'E', Count: 8, Points: 1, Vowel: true},
		{Letter: 'S', Count: 4, Points: 1}, {Letter: 'T', Count: 8, Points: 1}, {Letter: 'Z', Count: 2, Points: 10},
	})
	if err != nil {
		t.Fatal(err)
	}
	lex, err := lexicon.Open("open", tile.English(), lexicon.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var words [][]tile.Tile
	for w := range lex.Words() {
		var own []tile.Tile
		for _, x := range w {
			at := strings.IndexByte("AESTZ", byte(x)+'A'-1)
			if at < 0 {
				break
			}
			own = append(own, tile.Tile(at+1))
		}
		if len(own) == len(w) {
			words = append(words, own)
		}
	}
	few, err := lexicon.New("few", set.Alphabet, words)
	if err != nil {
		t.Fatal(err)
	}
	layout, _ := engine.BuiltinLayout("standard")
	rules := engine.DefaultRules(layout, set)
	return &Plan{
		Rules: &rules, Lexicon: few, Seed: 5, Method: method, Generations: []int{20, 30}, Least: 15, Most: 30,
		Forced: 2, Pairs: 10, Workers: 2,
	}
}

func train(t testing.TB, p *Plan, file string) (*leave.Table, *Report) {
	t.Helper()
	table, report, err := p.Train(context.Background(), file, func() {})
	if err != nil {
		t.Fatal(err)
	}
	return table, report
}

// TestTrain: both methods find what is plain of a game, and the same whatever
// the workers.
func TestTrain(t *testing.T) {
	for _, method := range []Method{Census, SelfPlay} {
		p := smallPlan(t, method)
		table, report := train(t, p, "")
		value := func(text string) int32 {
			l, err := leave.Parse(p.Rules.TileSet.Alphabet, text)
			if err != nil {
				t.Fatal(err)
			}
			return table.Value(&l)
		}
		if value("?") < 1000 || value("?") < value("A") || value("S") < value("A") || value("AAAAAA") > value("A") {
			t.Errorf("%s: ? %d, S %d, A %d, AAAAAA %d", method, value("?"), value("S"), value("A"), value("AAAAAA"))
		}
		for _, v := range table.Values() {
			if v%hundredth != 0 {
				t.Fatalf("%s: %d thousandths are no hundredths", method, v)
			}
		}
		for _, g := range report.Generations {
			// Of these tiles a rack scores some 20 points.
			if g.Rack < 10 || g.Rack > 60 || g.Match == nil || g.Match.Pairs != 10 {
				t.Errorf("%s: %+v", method, g)
			}
		}
		// A table that is made otherwise is another one: this one is recomputed
		// when its making is meant to change.
		if want := map[Method]string{Census: "e984d32b55c0", SelfPlay: "2f8253f9ea04"}[method]; table.SHA256()[:12] != want {
			t.Errorf("%s: the table is %.12s, expected %s", method, table.SHA256(), want)
		}
		p.Workers = 5
		again, twin := train(t, p, "")
		if again.SHA256() != table.SHA256() || asJSON(t, report) != asJSON(t, twin) {
			t.Errorf("%s: 2 workers make %s, 5 make %s", method, table.SHA256(), again.SHA256())
		}
		p.Seed++
		if other, _ := train(t, p, ""); other.SHA256() == table.SHA256() {
			t.Errorf("%s: the seed makes no difference", method)
		}
	}
}

func asJSON(t testing.TB, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestMethodsAgree: the census of one board, the empty one with all tiles in
// the pool, and self-play that sees every rack on it once come to the same, but
// for what the census rounds on its way by the parts of leaves.
func TestMethodsAgree(t *testing.T) {
	p := smallPlan(t, SelfPlay)
	r := newRacks(tile.NewRanking(p.Rules.TileSet))
	none, err := zero(p.Rules.TileSet)
	if err != nil {
		t.Fatal(err)
	}
	s, err := newSampler(p, 0, none)
	if err != nil {
		t.Fatal(err)
	}
	stream := engine.NewStream(1)
	s.deal(&stream)
	rare := r.rare(p.Rules.TileSet, 1)
	for _, rank := range rare {
		rack := r.ranking.Rack(rank)
		s.moves = s.generator.BestWith(s.moves[:0], s.position.View(0), rack, s.eval, 1)
		r.saw(&rack, s.moves[0].Equity)
	}
	if len(rare) == 0 || len(r.rare(p.Rules.TileSet, 1)) != 0 || len(r.rare(p.Rules.TileSet, 2)) != len(rare) {
		t.Fatalf("%d racks", len(rare))
	}
	b, pool := newBoard(p.Rules.TileSet, none.Values()), p.Rules.TileSet.Counts()
	b.fill(s.generator, &pool)
	sums := newSums(r.ranking)
	sums.take(b, &pool)
	census, played := sums.expectation(), r.expectation(p.Rules.TileSet, none)
	for rank, l := range r.ranking.All() {
		if l.Len() == 0 || !pool.Contains(l) {
			continue
		}
		if got, want := played.leaves[rank], census.leaves[rank]; max(got-want, want-got) > 8 {
			t.Fatalf("%s: self-play %d, census %d", p.Rules.TileSet.Alphabet.RackText(*l), got, want)
		}
	}
	if played.rack != b.value[0] || b.value[0] <= 0 {
		t.Errorf("a rack from nothing: self-play %d, census %d", played.rack, b.value[0])
	}
}

// TestSelfPlaySeesEveryRack: forced as often as asked.
func TestSelfPlaySeesEveryRack(t *testing.T) {
	p := smallPlan(t, SelfPlay)
	none, err := zero(p.Rules.TileSet)
	if err != nil {
		t.Fatal(err)
	}
	s, r := selfPlay{p}, newRacks(none.Ranking())
	before := len(r.rare(p.Rules.TileSet, p.Forced))
	var games atomic.Int64
	if err := s.games(context.Background(), round{games: 40, done: func() { games.Add(1) }}, none, r); err != nil {
		t.Fatal(err)
	}
	rare := r.rare(p.Rules.TileSet, p.Forced)
	if games.Load() != 40 || len(rare) == 0 || len(rare) >= before {
		t.Fatalf("after %d games %d of %d racks are wanting", games.Load(), len(rare), before)
	}
	if _, err := s.generation(context.Background(), 0, none, func() {}); err != nil {
		t.Fatal(err)
	}
}

// TestResume: a training that is interrupted after any generation goes on from
// its checkpoint and ends with the same table and report.
func TestResume(t *testing.T) {
	for _, method := range []Method{Census, SelfPlay} {
		p := smallPlan(t, method)
		p.Generations = []int{5, 6, 7}
		want, report := train(t, p, "")
		for stop := range 3 {
			file := filepath.Join(t.TempDir(), "partial")
			first := 0
			for _, n := range p.Generations[:stop] {
				first += n
			}
			ctx, cancel := context.WithCancelCause(context.Background())
			reason := errors.New("stopped")
			var done atomic.Int64
			_, _, err := p.Train(ctx, file, func() {
				if done.Add(1) == int64(first+2) {
					cancel(reason)
				}
			})
			if !errors.Is(err, reason) {
				t.Fatalf("interrupted, it says %v", err)
			}
			done.Store(0)
			got, twin, err := p.Train(context.Background(), file, func() { done.Add(1) })
			if err != nil {
				t.Fatal(err)
			}
			if got.SHA256() != want.SHA256() || asJSON(t, twin) != asJSON(t, report) || done.Load() != 18 {
				t.Errorf("%s, stopped in generation %d: table %s, expected %s; %d of 18 counted", method, stop+1, got.SHA256(), want.SHA256(), done.Load())
			}
		}
	}
}

// TestCheckpointOfAnother: a checkpoint of another plan, and one that is
// damaged, are errors that say so.
func TestCheckpointOfAnother(t *testing.T) {
	p := smallPlan(t, Census)
	p.Generations, p.Pairs = []int{2}, 0
	file := filepath.Join(t.TempDir(), "partial")
	train(t, p, file)
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	fails := func(what string) {
		t.Helper()
		if _, _, err := p.Train(context.Background(), file, func() {}); err == nil || !strings.Contains(err.Error(), what) || !strings.Contains(err.Error(), file) {
			t.Errorf("error %v, expected %q", err, what)
		}
	}
	changed := func(what string, change func(*Plan)) {
		t.Helper()
		own := *p
		defer func() { *p = own }()
		rules := *p.Rules
		p.Rules = &rules
		change(p)
		fails("another " + what)
	}
	changed("seed", func(p *Plan) { p.Seed++ })
	changed("generations", func(p *Plan) { p.Generations = []int{2, 3} })
	changed("most", func(p *Plan) { p.Most-- })
	changed("pairs", func(p *Plan) { p.Pairs = 3 })
	changed("method", func(p *Plan) { p.Method = SelfPlay })
	changed("rules", func(p *Plan) { p.Rules.BingoBonus = 30 })
	changed("board", func(p *Plan) { p.Rules.Layout, _ = engine.BuiltinLayout("super") })
	changed("rules", func(p *Plan) { p.Rules.EndScoring = engine.EndDouble })
	changed("least", func(p *Plan) { p.Least++ })
	changed("tile set", func(p *Plan) {
		rows := p.Rules.TileSet.Rows()
		rows[1].Count--
		p.Rules.TileSet, _ = tile.NewSet("small", rows)
	})
	changed("start", func(p *Plan) {
		text := "start 1A\n" + strings.Join(p.Rules.Layout.Rows(), "\n") + "\n"
		p.Rules.Layout, _ = engine.ReadLayout(strings.NewReader(text), "standard")
	})
	changed("lexicon", func(p *Plan) {
		p.Lexicon, _ = lexicon.New("few", p.Lexicon.Alphabet(), [][]tile.Tile{{1, 2, 3}, {2, 3}})
	})

	damaged := func(what string, data []byte) {
		t.Helper()
		if err := os.WriteFile(file, data, 0o644); err != nil {
			t.Fatal(err)
		}
		fails(what)
	}
	head := bytes.IndexByte(whole, '\n')
	damaged("no line of JSON", nil)
	damaged("no line of JSON", whole[:head])
	damaged("invalid character", append([]byte("x"), whole...))
	damaged("unknown field", bytes.Replace(whole, []byte(`"seed"`), []byte(`"sead"`), 1))
	damaged("", whole[:len(whole)-1])
	flipped := bytes.Clone(whole)
	flipped[len(flipped)-3] ^= 1
	damaged("damaged", flipped)
}

func TestValidate(t *testing.T) {
	for want, change := range map[string]func(*Plan){
		"3 seats":       func(p *Plan) { p.Rules.Seats = 3 },
		"racks of 6":    func(p *Plan) { p.Rules.RackSize = 6 },
		`method "x"`:    func(p *Plan) { p.Method = "x" },
		"14 to 30":      func(p *Plan) { p.Least = 14 },
		"20 to 19":      func(p *Plan) { p.Least, p.Most = 20, 19 },
		"15 to 37":      func(p *Plan) { p.Most = 37 },
		"no generation": func(p *Plan) { p.Generations = nil },
		"generation 2":  func(p *Plan) { p.Generations = []int{1, 0} },
		"0 times":       func(p *Plan) { p.Method, p.Forced = SelfPlay, 0 },
	} {
		p := smallPlan(t, Census)
		change(p)
		if _, _, err := p.Train(context.Background(), "", func() {}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, expected %q", err, want)
		}
	}
}

// TestCompare by hand: three leaves of which one changes by 3 points and one
// by -4, so that the root of the mean square is 5 over the root of 3.
func TestCompare(t *testing.T) {
	set, err := tile.NewSet("three", []tile.Row{{Letter: '?'}, {Letter: 'A', Count: 1}, {Letter: 'B', Count: 1}})
	if err != nil {
		t.Fatal(err)
	}
	table := func(a, b, both int32) *leave.Table {
		values := map[tile.Rack]int32{tile.RackOf(1): a, tile.RackOf(2): b, tile.RackOf(1, 2): both}
		t, _ := leave.New("t", set, func(l *tile.Rack) int32 { return values[*l] })
		return t
	}
	var g Generation
	g.compare(table(1000, 2000, 3000), table(4000, 2000, -1000))
	if math.Abs(g.Change-5/math.Sqrt(3)) > 1e-12 || g.Largest != -4 || g.LargestOf != "AB" {
		t.Errorf("change %v, largest %v of %s", g.Change, g.Largest, g.LargestOf)
	}
}

// TestNoBoards: where no game comes into the range, there is an error.
func TestNoBoards(t *testing.T) {
	p := smallPlan(t, Census)
	var err error
	if p.Lexicon, err = lexicon.New("none", p.Lexicon.Alphabet(), [][]tile.Tile{{5, 5, 5}}); err != nil {
		t.Fatal(err)
	}
	if _, _, err := p.Train(context.Background(), "", func() {}); err == nil || !strings.Contains(err.Error(), "15 to 30") {
		t.Errorf("error %v", err)
	}
}

// TestMatchOfATable: leaves that a training found beat none.
func TestMatchOfATable(t *testing.T) {
	p := smallPlan(t, Census)
	table, _ := train(t, p, "")
	nothing, err := zero(p.Rules.TileSet)
	if err != nil {
		t.Fatal(err)
	}
	p.Pairs = 150
	var g Generation
	if err := g.match(context.Background(), p, nothing, table); err != nil {
		t.Fatal(err)
	}
	if g.Match.WinRate < 0.52 || g.Match.Spread < 1 || g.Match.Pairs != 150 {
		t.Errorf("%+v", *g.Match)
	}
}

// TestSampler: boards lie in the range that is asked for, all over it, and every
// generation has its own.
func TestSampler(t *testing.T) {
	p := smallPlan(t, Census)
	nothing, err := zero(p.Rules.TileSet)
	if err != nil {
		t.Fatal(err)
	}
	var first []tile.Rack
	for generation := range 2 {
		s, err := newSampler(p, generation, nothing)
		if err != nil {
			t.Fatal(err)
		}
		low, high, same := 100, 0, 0
		for i := range 120 {
			pool, err := s.board(i)
			if err != nil {
				t.Fatal(err)
			}
			low, high = min(low, pool.Len()), max(high, pool.Len())
			if generation == 0 {
				first = append(first, pool)
			} else if first[i] == pool {
				same++
			}
		}
		if low != p.Least || high > p.Most || high < p.Most-1 {
			t.Errorf("generation %d: boards with %d to %d tiles left, asked for %d to %d", generation, low, high, p.Least, p.Most)
		}
		if same > 5 {
			t.Errorf("%d boards of the second generation are those of the first", same)
		}
	}
	if least, most := Boards(mustSet(t, "standard")); least != 25 || most != 90 {
		t.Errorf("%d to %d tiles are not on the boards of the standard game", least, most)
	}
}

func mustSet(t *testing.T, name string) *tile.Set {
	t.Helper()
	set, ok := tile.BuiltinSet(name)
	if !ok {
		t.Fatal(name)
	}
	return set
}
