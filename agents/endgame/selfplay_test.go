//go:build long

package endgame

import (
	"slices"
	"testing"
	"time"

	"quadword/engine"
	"quadword/engine/enginetest"
)

// TestSelfPlay reports what 200 endgames of self-play take on each board, as
// they come when the bag is empty, with a limit of 200,000 nodes.
func TestSelfPlay(t *testing.T) {
	lex := enginetest.OpenLexicon(t)
	for _, board := range []string{"standard", "super"} {
		rules, _ := engine.BuiltinRules(board)
		s := newSolver(t, &rules, lex, Options{Nodes: 200_000})
		var times []time.Duration
		var all time.Duration
		exact, nodes := 0, int64(0)
		for _, p := range endgames(t, &rules, lex, 200) {
			start := time.Now()
			res := mustSolve(t, s, p)
			times = append(times, time.Since(start))
			all += times[len(times)-1]
			nodes += res.Nodes
			if res.Exact {
				exact++
			}
		}
		slices.Sort(times)
		t.Logf("%s: %d of %d solved, median %v, 90 %% in %v, %.0f nodes/s",
			board, exact, len(times), times[len(times)/2], times[len(times)*9/10], float64(nodes)/all.Seconds())
	}
}
