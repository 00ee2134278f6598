package agents

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"testing"

	"quadword/agents/leave/builtin"
	"quadword/engine"
	"quadword/engine/lexicon"
	"quadword/engine/tile"
)

// TestEquityCorrections: each correction of static equity changes games where it
// should, and none does what another is asked for. The hashes are of the moves of
// four games; with a new table or another figure they change, and with nothing
// else.
func TestEquityCorrections(t *testing.T) {
	lex, err := lexicon.Open("open", tile.English(), lexicon.Options{})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, board := range []string{"standard", "super"} {
		for _, spec := range []string{
			"equity", "equity:opening=off", "equity:late=off", "equity:unseen=off", "equity:unseen=off,late=off,opening=off",
		} {
			got[board+" "+spec] = hashOfGames(t, board, spec, lex)
		}
	}
	if a, b := got["super equity"], got["super equity:opening=off"]; a != b {
		t.Error("the first play on the super board is corrected, which was not found to help")
	}
	delete(got, "super equity:opening=off")
	seen := map[string]string{}
	for name, hash := range got {
		if other, ok := seen[hash]; ok {
			t.Errorf("%s and %s play the same games", name, other)
		}
		seen[hash] = name
		if want := equityHashes[name]; hash != want {
			t.Errorf("%q: %q, expected %q", name, hash, want)
		}
	}
}

var equityHashes = map[string]string{
	"standard equity":                                 "755a6ea14b41",
	"standard equity:late=off":                        "9b1f17a6fd2a",
	"standard equity:opening=off":                     "2aa11091fbfb",
	"standard equity:unseen=off":                      "b703a1d4b9fc",
	"standard equity:unseen=off,late=off,opening=off": "9025c9e9649b",
	"super equity":                                    "e269d087287b",
	"super equity:late=off":                           "1f7b6863f87a",
	"super equity:unseen=off":                         "196e6e87bb74",
	"super equity:unseen=off,late=off,opening=off":    "1c64a658b9ce",
}

// hashOfGames is a hash of the moves of four games of an agent against itself.
func hashOfGames(t *testing.T, board, name string, lex *lexicon.Lexicon) string {
	t.Helper()
	rules, _ := engine.BuiltinRules(board)
	a := makeAgent(t, name, &rules, lex)
	rng := rand.New(rand.NewPCG(4, 4))
	counts := rules.TileSet.Counts()
	order := counts.AppendTiles(nil)
	h := sha256.New()
	for range 4 {
		rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		p := engine.NewGame(&rules, order, 1)
		for p.End() == engine.EndNone {
			d, err := a.Choose(context.Background(), p.View(p.Seat()), rng)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintln(h, d.Move)
			p.Play(d.Move)
		}
	}
	return hex.EncodeToString(h.Sum(nil))[:12]
}

// TestLeaveOfDecision: at the first turn nothing corrects the value of a leave,
// so what an agent tells of it is what the table has, whatever comes to the move
// besides.
func TestLeaveOfDecision(t *testing.T) {
	lex, err := lexicon.Open("open", tile.English(), lexicon.Options{})
	if err != nil {
		t.Fatal(err)
	}
	rules, _ := engine.BuiltinRules("standard")
	game, _, _ := builtin.For(rules.Layout, rules.TileSet)
	table, err := game.Load(rules.TileSet)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"equity", "equity:temperature=3", "linear", "montecarlo:candidates=3,iterations=2"} {
		a, v := seated(t, name, "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 AEINOWF/ 0/0 0", lex)
		d, err := a.Choose(context.Background(), v, rand.New(rand.NewPCG(1, 1)))
		if err != nil {
			t.Fatal(err)
		}
		kept, used := v.Rack(), d.Move.Used()
		kept.RemoveAll(&used)
		if want := table.Value(&kept); !d.Leave.Valid || d.Leave.V != want {
			t.Errorf("%s: the leave is worth %v, by the table %d", name, d.Leave, want)
		}
	}
}
