package verify

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quadword/engine"
	"quadword/engine/lexicon"
	"quadword/engine/tile"
	"quadword/sim"
	"quadword/sim/dataset"
)

// The tests in this file have answers that were worked out by hand, or that
// are published, so that the check is not merely the same as the engine.

func readRulesOf(t testing.TB, board string, change func(*engine.Rules)) *rules {
	t.Helper()
	var spec dataset.Spec
	er := rulesOf(t, board, change)
	spec.SetRules(&er)
	spec.OnFault, spec.MoveTimeout = aborting, "0s"
	r, f := readRules(&spec)
	if f != nil {
		t.Fatal(f)
	}
	return r
}

func trieOf(t testing.TB, words ...string) trie {
	t.Helper()
	var list [][]tile.Tile
	for _, w := range words {
		list = append(list, letters(t, w))
	}
	lex, err := lexicon.New("some", tile.English(), list)
	if err != nil {
		t.Fatal(err)
	}
	tr, n, sum := newTrie(lex)
	if n != int64(lex.Len()) || sum != lex.SHA256() {
		t.Fatalf("%d words with sum %s, want %d with %s", n, sum, lex.Len(), lex.SHA256())
	}
	return tr
}

// letters reads laid tiles, a blank in lower case.
func letters(t testing.TB, s string) (tiles []tile.Tile) {
	t.Helper()
	for _, r := range s {
		l, ok := tile.English().Tile(r)
		if r == tile.BlankRune {
			l, ok = tile.Blank, true
		}
		if !ok {
			t.Fatalf("no tile: %q", r)
		}
		tiles = append(tiles, l)
	}
	return tiles
}

func handOf(t testing.TB, s string) (h hand) {
	for _, l := range letters(t, s) {
		h[l]++
	}
	return h
}

// put lays tiles on a board by force: text at a coordinate such as 8D or D8.
func put(t testing.TB, b *board, at, text string) {
	t.Helper()
	row, col, dir, err := engine.ParseCoordinate(at)
	if err != nil {
		t.Fatal(err)
	}
	along, _ := b.steps(dir == engine.Down)
	for i, l := range letters(t, text) {
		b.tiles[b.square(row, col)+i*along] = l
		b.laid++
	}
}

func playAt(t testing.TB, at, placed string) *play {
	t.Helper()
	row, col, dir, err := engine.ParseCoordinate(at)
	if err != nil {
		t.Fatal(err)
	}
	return &play{row, col, dir == engine.Down, letters(t, placed)}
}

// TestRandom: the outputs of SplitMix64 for the state 1234567 are those that
// other implementations publish.
func TestRandom(t *testing.T) {
	r := random{1234567}
	for _, want := range []uint64{
		6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821,
	} {
		if got := r.next(); got != want {
			t.Errorf("%d, want %d", got, want)
		}
	}
	// For a power of two nothing is rejected and the result is the upper bits.
	a, b := newRandom(1, 2, 3), newRandom(1, 2, 3)
	if got, want := a.below(1<<20), int(b.next()>>44); got != want {
		t.Errorf("%d, want %d", got, want)
	}
	seen := map[int]int{}
	for range 3000 {
		seen[a.below(3)]++
	}
	if len(seen) != 3 || min(seen[0], seen[1], seen[2]) < 900 {
		t.Errorf("0, 1 and 2 came %v times", seen)
	}
	if newRandom(0) == newRandom(0, 0) || newRandom(1, 2) == newRandom(2, 1) {
		t.Error("two keys give one stream")
	}
}

func TestBag(t *testing.T) {
	b := bag(letters(t, "ABCDE"))
	if front, back := b.draw(false), b.draw(true); front != 1 || back != 5 {
		t.Errorf("drew %d and %d, want 1 and 5", front, back)
	}
	// What is drawn next depends on where the tiles go; that none is lost does not.
	r := newRandom(9)
	counts := [4]int{}
	for range 4000 {
		b := bag(letters(t, "BCD"))
		b.putBack(24, true, &r)
		at := slices.Index(b, 24)
		counts[at]++
		if sorted := slices.Sorted(slices.Values(b)); !slices.Equal(sorted, letters(t, "BCDX")) {
			t.Fatalf("the bag holds %v", sorted)
		}
		// Only the tile in whose place it went has moved, to the end.
		want := letters(t, "BCDX")
		want[at], want[3] = want[3], want[at]
		if !slices.Equal(b, want) {
			t.Fatalf("%v, want %v", b, want)
		}
	}
	if slices.Min(counts[:]) < 900 {
		t.Errorf("places came %v times", counts)
	}
	b = nil
	if b.putBack(1, false, &r); len(b) != 1 {
		t.Error("an empty bag takes no tile back")
	}
}

// TestPremiums counts the premium squares of the published boards.
func TestPremiums(t *testing.T) {
	for board, want := range map[string]map[[2]int]int{
		"standard": {{1, 1}: 164, {2, 1}: 24, {3, 1}: 12, {1, 2}: 17, {1, 3}: 8},
		"super":    {{1, 1}: 316, {2, 1}: 36, {3, 1}: 20, {4, 1}: 8, {1, 2}: 41, {1, 3}: 16, {1, 4}: 4},
	} {
		r := readRulesOf(t, board, nil)
		got := map[[2]int]int{}
		for s := range r.letter {
			if r.on(s) {
				got[[2]int{r.letter[s], r.word[s]}]++
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", board, diff)
		}
		if middle := r.dim / 2; r.start != r.square(middle, middle) {
			t.Errorf("%s does not start in the middle", board)
		}
	}
}

// TestScores has plays that were scored by hand.
func TestScores(t *testing.T) {
	for _, c := range []struct {
		name, board string
		there       [][2]string // where and what lies on the board
		at, placed  string
		words       string
		main, cross int
		plain       int // on a board without premiums
	}{
		{"first play", "standard", nil,
			"8G", "CAT", "CAT", 2 * (3 + 1 + 1), 0, 5},
		{"4W with 3W", "super", [][2]string{{"1E", "E"}},
			"1A", "ZYXWVUT", "ZYXWEVUT", 12 * (10 + 4 + 8 + 2*4 + 1 + 4 + 1 + 1), 0, 33},
		{"two 4W", "super", [][2]string{{"1B", "AAAAAAAAAAAAAAAAAAA"}},
			"1A", "AA", "AAAAAAAAAAAAAAAAAAAAA", 16 * 21, 0, 21},
		{"4L with 2W", "super", [][2]string{{"4C", "A"}},
			"3C", "ABCQ", "ABCQ AA", 2 * (1 + 3 + 3 + 4*10), 2 * (1 + 1), 17 + 2},
		{"blanks on 4L and 2W", "super", [][2]string{{"4C", "A"}},
			"3C", "aBCq", "aBCq aA", 2 * (3 + 3), 2 * 1, 6 + 1},
		{"a blank on the board", "standard", [][2]string{{"8G", "CaT"}},
			"8G", "S", "CaTS", 3 + 0 + 1 + 1, 0, 5},
		{"hooked down", "standard", [][2]string{{"8G", "CAT"}},
			"J8", "SON", "SON CATS", 1 + 1 + 3*1, 3 + 1 + 1 + 1, 3 + 6},
		{"in parallel", "standard", [][2]string{{"8G", "CAT"}},
			"9G", "AM", "AM CA AM", 2*1 + 3, (3 + 2*1) + (1 + 3), 4 + 8},
		{"two runs joined", "standard", [][2]string{{"8D", "AB"}, {"8G", "CAT"}},
			"8D", "Z", "ABZCAT", 1 + 3 + 10 + 3 + 1 + 1, 0, 19},
		{"one tile both ways", "standard", [][2]string{{"8G", "CAT"}, {"K4", "WORD"}},
			"8G", "S", "CATS", 6, 0, 6},
		{"one tile, two words", "standard", [][2]string{{"8G", "CAT"}, {"J4", "WORD"}},
			"8G", "S", "CATS WORDS", 6, 9, 6 + 9},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := readRulesOf(t, c.board, nil)
			b := newBoard(&r.layout)
			for _, s := range c.there {
				put(t, &b, s[0], s[1])
			}
			if err := b.lay(playAt(t, c.at, c.placed)); err != nil {
				t.Fatal(err)
			}
			var words []string
			var sums [2]int
			plain := 0
			for i, w := range b.words {
				words = append(words, r.laidText(b.letters(nil, w)))
				score, face := b.score(w, &r.points)
				sums[min(i, 1)] += score
				plain += face
			}
			if got := strings.Join(words, " "); got != c.words {
				t.Errorf("words %s, want %s", got, c.words)
			}
			if sums != [2]int{c.main, c.cross} || plain != c.plain {
				t.Errorf("scores %v, plain %d, want %d %d, plain %d", sums, plain, c.main, c.cross, c.plain)
			}
		})
	}
}

// TestIllegal has placements that the rules forbid.
func TestIllegal(t *testing.T) {
	for _, c := range []struct{ there, at, placed, why string }{
		{"", "8H", "A", "one letter"},
		{"", "8I", "AT", "does not cover the start"},
		{"", "8N", "CAT", "runs off the board"},
		{"8G CAT", "9J", "AT", "touches no tile"}, // at a corner only
		{"8G CAT", "1A", "AT", "touches no tile"},
		{"8G CAT", "1A", "A", "one letter"},
		{"8G CAT", "J8", "S", "one letter"}, // it is CATS, an across play
		{"8G CAT", "8J", "S", "a tile before it"},
		{"8G CAT", "8G", "", "a tile at least"},
		{"8L CATS", "8L", "S", "runs off the board"},
		{"8G CAT", "16A", "AT", "off the board"},
	} {
		r := readRulesOf(t, "standard", nil)
		b := newBoard(&r.layout)
		if at, text, ok := strings.Cut(c.there, " "); ok {
			put(t, &b, at, text)
		}
		if err := b.lay(playAt(t, c.at, c.placed)); err == nil || !strings.Contains(err.Error(), c.why) {
			t.Errorf("%s %s on %s: %v, want %q", c.at, c.placed, c.there, err, c.why)
		}
	}

	g := newGame(readRulesOf(t, "standard", nil), trieOf(t, "CAT", "AT", "CATS", "SO"))
	for _, c := range []struct{ rack, at, placed, column string }{
		{"CATSON?", "8G", "CAT", ""},
		{"CATSON?", "8G", "CAt", ""},
		{"CATSON?", "8G", "cat", "placed"}, // one blank only
		{"CATSON?", "8G", "CATT", "placed"},
		{"CATSON?", "8G", "CATO", "words"},
		{"CATSON?", "1A", "CAT", "placed"},
	} {
		g.begin(0)
		g.racks[0] = handOf(t, c.rack)
		if f := g.place(playAt(t, c.at, c.placed)); f == nil && c.column != "" || f != nil && f.Column != c.column {
			t.Errorf("%+v: %v", c, f)
		}
	}
	// One tile that makes a word both ways has one form, that across.
	for at, column := range map[string]string{"8G": "", "J7": "down"} {
		g := newGame(readRulesOf(t, "standard", nil), trieOf(t, "CATS", "IS"))
		g.begin(0)
		g.racks[0] = handOf(t, "S")
		put(t, &g.board, "8G", "CAT")
		put(t, &g.board, "J7", "I")
		if f := g.place(playAt(t, at, "S")); f == nil && column != "" || f != nil && f.Column != column {
			t.Errorf("%s: %v", at, f)
		}
	}
}

// TestExchanges: how many tiles may go back with how many in the bag.
func TestExchanges(t *testing.T) {
	for _, c := range []struct {
		least, bag int
		tiles      string
		allowed    bool
	}{
		{7, 7, "ABCDEFG", true}, {7, 7, "?A", true}, {7, 6, "A", false}, {7, 50, "", false}, {7, 50, "ABB", false},
		{1, 3, "ABC", true}, {1, 3, "ABCD", false}, {1, 1, "A", true}, {1, 0, "A", false},
	} {
		g := newGame(readRulesOf(t, "standard", func(r *engine.Rules) { r.MinBagToExchange = c.least }), nil)
		g.begin(0)
		g.racks[0] = handOf(t, "?ABCDEFG")
		g.bag = g.bag[:c.bag]
		before := slices.Clone(g.bag)
		f := g.exchange(letters(t, c.tiles))
		if f == nil != c.allowed || f != nil && f.Column != "exchanged" {
			t.Errorf("%+v: %v", c, f)
		}
		if f == nil && (len(g.bag) != c.bag || g.racks[0].size() != 8 || !slices.Equal(g.drawn, before[:len(c.tiles)])) {
			t.Errorf("%+v: drew %v from %v, which leaves %v", c, g.drawn, before, g.bag)
		}
	}
}

// TestEnds: what the racks change at the end.
func TestEnds(t *testing.T) {
	for _, c := range []struct {
		scoring engine.EndScoring
		why     string
		racks   []string // the first seat went out
		settled []int
	}{
		{engine.EndBox, out, []string{"", "QZ"}, []int{20, -20}},
		{engine.EndBox, out, []string{"", "QZ", "A?"}, []int{21, -20, -1}},
		{engine.EndDouble, out, []string{"", "QZ"}, []int{40, 0}},
		{engine.EndDeduct, out, []string{"", "QZ"}, []int{0, -20}},
		{engine.EndBox, scoreless, []string{"A", "QZ", "", "??"}, []int{-1, -20, 0, 0}},
		{engine.EndDouble, passes, []string{"A", "QZ"}, []int{-1, -20}},
		{engine.EndDeduct, stuck, []string{"A", "QZ"}, []int{-1, -20}},
	} {
		g := newGame(readRulesOf(t, "super", func(r *engine.Rules) { r.Seats, r.EndScoring = len(c.racks), c.scoring }), nil)
		for seat, rack := range c.racks {
			g.racks[seat], g.scores[seat] = handOf(t, rack), 100
		}
		g.settle(c.why)
		if !slices.Equal(g.settled, c.settled) || g.scores[1] != 100+c.settled[1] || !slices.Equal(g.unsettled(), slices.Repeat([]int{100}, len(c.racks))) {
			t.Errorf("%+v: settled %v, scores %v", c, g.settled, g.scores)
		}
	}
}

// TestCounts: when a game ends that nobody goes out of. A turn is written as
// its points, x for an exchange and - for a pass.
func TestCounts(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*engine.Rules)
		turns  string
		end    string
	}{
		{"six", nil, "-x-x--", scoreless},
		{"five", nil, "-x-x-", ""},
		{"a play sets it back", nil, "-----9-----", ""},
		{"and it is counted anew", nil, "-----9------", scoreless},
		{"so does a play of blanks", nil, "-----0-----", ""},
		{"or not", func(r *engine.Rules) { r.ZeroPlayResets = false }, "-----0", scoreless},
		{"only blanks", func(r *engine.Rules) { r.ZeroPlayResets = false }, "000000", scoreless},
		{"three seats", func(r *engine.Rules) { r.Seats = 3 }, "---------", scoreless},
		{"three seats, eight", func(r *engine.Rules) { r.Seats = 3 }, "--------", ""},
		{"a limit", func(r *engine.Rules) { r.MaxScorelessTurns = 2 }, "--", scoreless},
		{"two rounds of passes", func(r *engine.Rules) { r.EndByPasses = 2 }, "----", passes},
		{"not of exchanges", func(r *engine.Rules) { r.EndByPasses = 2 }, "---x-", ""},
		{"which begin it anew", func(r *engine.Rules) { r.EndByPasses = 1 }, "-x--", passes},
		{"not of plays", func(r *engine.Rules) { r.EndByPasses = 1 }, "-0-", ""},
		{"a round of four", func(r *engine.Rules) { r.EndByPasses, r.Seats = 1, 4 }, "9----", passes},
	} {
		g := newGame(readRulesOf(t, "super", c.change), nil)
		g.begin(0)
		for i, r := range c.turns {
			if g.end != "" {
				t.Errorf("%s: over before turn %d: %s", c.name, i, g.end)
			}
			switch r {
			case '-':
				g.turn(passing, 0)
			case 'x':
				g.turn(exchanging, 0)
			default:
				g.turn(playing, int(r-'0'))
			}
		}
		if g.end != c.end {
			t.Errorf("%s: %q, want %q", c.name, g.end, c.end)
		}
	}

	// Out takes an empty bag and an empty rack of the one who moved.
	for _, c := range []struct {
		bag, rack, end string
	}{{"", "", out}, {"A", "", ""}, {"", "A", ""}} {
		g := newGame(readRulesOf(t, "standard", func(r *engine.Rules) { r.RackSize = 1 }), nil)
		g.begin(0)
		g.bag, g.racks[0] = letters(t, c.bag), handOf(t, c.rack)
		if g.turn(playing, 5); g.end != c.end {
			t.Errorf("%+v: %q", c, g.end)
		}
	}
}

func TestFirst(t *testing.T) {
	for _, c := range []struct {
		tie             engine.TieBreak
		scores, settled []int
		first           []int
	}{
		{engine.TieDraw, []int{100, 90}, []int{0, 0}, []int{0}},
		{engine.TieDraw, []int{100, 100}, []int{10, -10}, []int{0, 1}},
		{engine.TieBeforeRacks, []int{100, 100}, []int{10, -10}, []int{1}},
		{engine.TieBeforeRacks, []int{100, 100}, []int{0, 0}, []int{0, 1}},
		{engine.TieBeforeRacks, []int{-5, -5, -6}, []int{-5, -5, -90}, []int{0, 1}},
		{engine.TieBeforeRacks, []int{100, 100, 100}, []int{-1, -9, 2}, []int{1}},
		{engine.TieBeforeRacks, []int{99, 100, 100}, []int{-50, 0, 5}, []int{1}},
	} {
		g := newGame(readRulesOf(t, "standard", func(r *engine.Rules) { r.Seats, r.TieBreak = len(c.scores), c.tie }), nil)
		g.scores, g.settled = c.scores, c.settled
		if got := g.first(); !slices.Equal(got, c.first) {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

// TestLead: who led alone, and how far behind each seat was.
func TestLead(t *testing.T) {
	g := newGame(readRulesOf(t, "standard", nil), nil)
	w := &wanted{game: g}
	w.begin(0, 0, &dataset.Spec{Agents: []dataset.Agent{{}}}, []int{0, 0})
	for _, scores := range [][]int{
		{0, 0}, {0, 10}, // the first lead is no change
		{10, 10}, {10, 30}, // nor is a tie that is broken by the same seat
		{40, 30}, {40, 40}, {40, 50}, {40, 50},
	} {
		w.look(scores)
	}
	if w.row.LeadChanges != 2 || !slices.Equal(w.behind, []int{20, 10}) {
		t.Errorf("%d changes, behind by %v", w.row.LeadChanges, w.behind)
	}
}

// TestHooks: the tiles that each alone extend two tiles or more.
func TestHooks(t *testing.T) {
	for _, c := range []struct {
		there             []string
		at, placed, wants string // front and back
	}{
		{[]string{"8G CAT"}, "8G", "S", " S"},
		{[]string{"8G CAT"}, "8F", "S", "S "},
		{[]string{"8G CAT"}, "8F", "sS", " "},                 // neither of the two alone
		{[]string{"8G C"}, "8G", "S", " "},                    // one tile is no word yet
		{[]string{"8G CAT", "8K AT"}, "8G", "S", " "},         // it joins two words
		{[]string{"8G CAT"}, "J7", "ISO", " S"},               // across the play
		{[]string{"8G CAT", "9K ON"}, "J8", "sE", "E s"},      // two words, two tiles
		{[]string{"8G CAT", "J5 DOG"}, "8G", "S", " S"},       // one tile of two words is one tile
		{[]string{"8G CAT", "J9 ON"}, "8G", "S", "S S"},       // at the back of one, at the front of the other
		{[]string{"8G CAT", "9G AHA"}, "J8", "ST", " ST"},     // in the order of the tiles
		{[]string{"8G CAT", "9G A"}, "J8", "S", " S"},         // one letter down: no play, but a hook
		{[]string{"8G CAT", "8K S", "7J A"}, "8G", "S", " "},  // joins, and extends one tile only
		{[]string{"8G CAT", "K6 IN", "K9 O"}, "K6", "T", " "}, // within a word
		{[]string{"7J AT", "9J AT"}, "J7", "o", " "},          // one tile between one and one
		{[]string{"8G AB", "9I AB"}, "I8", "C", " C"},         // back of AB only
	} {
		r := readRulesOf(t, "standard", nil)
		b := newBoard(&r.layout)
		for _, s := range c.there {
			at, text, _ := strings.Cut(s, " ")
			put(t, &b, at, text)
		}
		b.lay(playAt(t, c.at, c.placed)) // legal or not
		front, back := b.hooks()
		if got := r.laidText(front) + " " + r.laidText(back); got != c.wants {
			t.Errorf("%s %s on %v: %q, want %q", c.at, c.placed, c.there, got, c.wants)
		}
	}
}

func TestCanPlay(t *testing.T) {
	words := trieOf(t, "QI", "CAT", "CATS", "SCAT", "TOR")
	for _, c := range []struct {
		there, rack string
		can         bool
	}{
		{"", "CAT", true},
		{"", "C?T", true},
		{"", "CT", false},
		{"", "Q", false},
		{"8G CAT", "S", true},
		{"8G CAT", "?", true},
		{"8G CAT", "Q", false},
		{"8G CAT", "OR", true},
		{"8G CAT", "O", false},
		{"8G CAT", "QI", false}, // nowhere without a wrong word beside it
		{"8G CAt", "OR", true},
		{"8G QI", "", false},
		{"8G QI", "I", true}, // down from the Q
		{"8A CAT", "S", true},
		{"8M CAT", "SS", true}, // at the front only: the back is the edge
		{"8M CAT", "ORT", true},
	} {
		r := readRulesOf(t, "standard", nil)
		b := newBoard(&r.layout)
		if at, text, ok := strings.Cut(c.there, " "); ok {
			put(t, &b, at, text)
		}
		if got := b.canPlay(words, handOf(t, c.rack)); got != c.can {
			t.Errorf("%q on %q: %t", c.rack, c.there, got)
		}
	}
}

// TestSchedule numbers games by hand, and many more as sim does.
func TestSchedule(t *testing.T) {
	if got, want := fmt.Sprint(lineupsOf(4, 2)), "[[0 1] [0 2] [0 3] [1 2] [1 3] [2 3]]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	s := &schedule{lineups: lineupsOf(3, 2), rotations: 2, deals: 10, partDeals: 4}
	if from, to := s.partGames(2); s.perDeal() != 6 || s.parts() != 3 || from != 48 || to != 60 {
		t.Errorf("%d games a deal, %d parts, the last %d to %d", s.perDeal(), s.parts(), from, to)
	}
	if deal, agents := s.seating(21); deal != 3 || !slices.Equal(agents, []int{2, 0}) {
		t.Errorf("game 21: deal %d, agents %v", deal, agents)
	}
	for agents := 1; agents <= 6; agents++ {
		for seats := 2; seats <= min(4, max(agents, 2)); seats++ {
			for _, paired := range []bool{false, true} {
				names := strings.Split("abcdef"[:agents], "")
				want, err := sim.NewSchedule(names, seats, 24, paired, 50)
				if err != nil {
					continue // one agent cannot be paired
				}
				spec := &dataset.Spec{
					Rules: dataset.Rules{Seats: seats}, Agents: make([]dataset.Agent, agents), Lineups: want.Lineups,
					Games: 24, Deals: want.Deals, Paired: paired, PartGames: want.PartDeals * int64(want.GamesPerDeal()),
				}
				got, f := readSchedule(spec)
				if f != nil {
					t.Fatal(f)
				}
				if int64(got.parts()) != want.Parts() {
					t.Errorf("%d parts, want %d", got.parts(), want.Parts())
				}
				for id := range want.Games() {
					g := want.Game(id/int64(want.GamesPerDeal()), int(id%int64(want.GamesPerDeal())))
					if deal, agents := got.seating(id); g.ID != id || deal != g.Deal || !slices.Equal(agents, g.Seats) {
						t.Fatalf("game %d: deal %d, agents %v, want %+v", id, deal, agents, g)
					}
				}
			}
		}
	}
}
