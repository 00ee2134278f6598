package endgame

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"quadword/engine"
	"quadword/engine/lexicon"
	"quadword/engine/movegen"
)

// endgames are positions of self-play by the highest score, each from the
// moment at which the bag is empty.
func endgames(t testing.TB, rules *engine.Rules, lex *lexicon.Lexicon, n int) []*engine.Position {
	g, err := movegen.New(rules, lex)
	if err != nil {
		t.Fatal(err)
	}
	counts := rules.TileSet.Counts()
	order := counts.AppendTiles(nil)
	rng := rand.New(rand.NewPCG(21, 200))
	var all []movegen.Scored
	positions := make([]*engine.Position, n)
	for i := range positions {
		rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		p := engine.NewGame(rules, order, rng.Uint64())
		for p.BagLen() > 0 {
			all = g.All(all[:0], p.View(p.Seat()))
			m := slices.MinFunc(all, func(a, b movegen.Scored) int { return a.Compare(&b) })
			p.PlayScored(m.Move, m.Score)
		}
		positions[i] = p
	}
	return positions
}

func TestSelfPlay(t *testing.T) {
	lex := openLexicon(t)
	for _, board := range []string{"standard", "super"} {
		rules, _ := engine.BuiltinRules(board)
		s := newSolver(t, &rules, lex, Options{Nodes: 300_000})
		exact := 0
		var times []time.Duration
		var nodes int64
		total := time.Now()
		ps := endgames(t, &rules, lex, 40)
		total = time.Now()
		for i, p := range ps {
			start := time.Now()
			res, err := s.Solve(p.View(p.Seat()))
			if err != nil {
				t.Fatal(err)
			}
			d := time.Since(start)
			times = append(times, d)
			nodes += res.Nodes
			if res.Exact {
				exact++
			}
			if testing.Verbose() {
				t.Logf("%d: %d+%d tiles, value %d, %d nodes, %v", i, p.Rack(p.Seat()).Len(), p.Rack(1-p.Seat()).Len(), res.Value, res.Nodes, d)
			}
		}
		slices.Sort(times)
		t.Logf("%s: %d of %d exact, median %v, 90%% %v, %d nodes, %.0f nodes/s", board, exact, len(times), times[len(times)/2], times[len(times)*9/10], nodes, float64(nodes)/time.Since(total).Seconds())
	}
}
