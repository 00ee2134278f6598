package annotate

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"quadword/engine"
	"quadword/engine/enginetest"
	"quadword/engine/lexicon"
	"quadword/engine/movegen"
	"quadword/engine/notation"
	"quadword/engine/tile"
	"quadword/sim/dataset"
)

// files are those below a folder.
func files(t testing.TB, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(filepath.Join(dir, name))
		all[name] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// same compares files by name and content, and shows names alone.
func same(t *testing.T, what string, want, got map[string]string) {
	t.Helper()
	for name := range want {
		if got[name] != want[name] {
			t.Errorf("%s: %s differs", what, name)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%s: %d files, want %d", what, len(got), len(want))
	}
}

// The files depend neither on the workers nor on interruptions, the run is not
// changed, and annotations that are whole are left alone.
func TestRun(t *testing.T) {
	d := sample()
	lex := enginetest.LexiconOf(t, d)
	dir := play(t, plan(t, mustRules("super"), lex, 12, "greedy", "random"), nil)
	before := files(t, dir)
	o := Options{By: mustParse(t, "equity"), Lexicon: lex, Version: "v1", Workers: 1, Progress: &Progress{}}
	s, err := Run(t.Context(), dir, o)
	if err != nil {
		t.Fatal(err)
	}
	one := files(t, dir)
	for name := range one {
		if !strings.HasPrefix(name, "annotations/") && one[name] != before[name] {
			t.Errorf("%s changed", name)
		}
	}
	want := &Summary{By: "equity", State: dataset.Complete, Parts: 6, Games: 12, Turns: o.Progress.Turns.Load()}
	if diff := cmp.Diff(want, s); diff != "" || o.Progress.Games.Load() != 12 || s.Turns == 0 {
		t.Errorf("%s%d games", diff, o.Progress.Games.Load())
	}

	// Again, with nothing to do, and with parts missing and damaged.
	s, err = Run(t.Context(), dir, o)
	if err != nil || s.Kept != 6 {
		t.Errorf("%+v, %v", s, err)
	}
	err = errors.Join(os.Remove(filepath.Join(dir, "annotations/part-00002.parquet")), os.Truncate(filepath.Join(dir, "annotations/part-00005.parquet"), 100))
	if err != nil {
		t.Fatal(err)
	}
	o.Workers = 8
	s, err = Run(t.Context(), dir, o)
	if err != nil || s.Kept != 4 || len(s.Notes) != 2 {
		t.Errorf("%+v, %v", s, err)
	}
	same(t, "made good", one, files(t, dir))

	// Anew with eight workers.
	if err := os.RemoveAll(filepath.Join(dir, "annotations")); err != nil {
		t.Fatal(err)
	}
	if _, err := Run(t.Context(), dir, o); err != nil {
		t.Fatal(err)
	}
	same(t, "eight workers", one, files(t, dir))

	// Interrupted: what is listed is whole, and the rest comes later.
	if err := os.RemoveAll(filepath.Join(dir, "annotations")); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancelCause(t.Context())
	why := errors.New("enough")
	o.Progress = &Progress{}
	done := make(chan struct{})
	go func() {
		for o.Progress.Games.Load() < 3 {
			time.Sleep(100 * time.Microsecond)
		}
		stop(why)
		close(done)
	}()
	o.Workers = 1
	_, err = Run(ctx, dir, o)
	<-done
	if !errors.Is(err, why) && err != nil {
		t.Error(err)
	}
	run, err := dataset.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	made, err := run.Annotations()
	if err != nil || len(made.Parts) == 0 {
		t.Errorf("%+v, %v", made, err)
	}
	for _, p := range run.Manifest.Parts[:len(made.Parts)] {
		if err := run.CheckAnnotations(p); err != nil {
			t.Error(err)
		}
	}
	if s, err := Run(t.Context(), dir, o); err != nil || s.Kept != len(made.Parts) {
		t.Errorf("%+v, %v", s, err)
	}
	same(t, "interrupted", one, files(t, dir))
}

// The agent that annotates has lost nothing by its own moves, and valued them as
// the run says.
func TestOwnMoves(t *testing.T) {
	lex := enginetest.OpenLexicon(t)
	for _, spec := range []string{"equity", "equity:leaves=synthetic,late=off", "greedy"} {
		dir := play(t, plan(t, mustRules("standard"), lex, 2, spec), nil)
		rows := annotated(t, dir, Options{By: mustParse(t, spec), Lexicon: lex, Workers: 1})
		run, err := dataset.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		i := 0
		for m, err := range dataset.Rows[dataset.MoveRow](run, dataset.MovesTable) {
			if err != nil {
				t.Fatal(err)
			}
			r := rows[i]
			if i++; r.ChosenRank.V != 1 || r.EquityLoss != dataset.Some(int32(0)) || r.ChosenEquity != m.Equity {
				t.Errorf("%s: %+v, and the move %+v", spec, r, m)
			}
			if r.DrawLuck.Valid != (m.Drawn != "" && spec != "greedy") {
				t.Errorf("%s: %s drawn, luck %+v", spec, m.Drawn, r.DrawLuck)
			}
		}
	}
}

// TestByHand looks at boards whose figures can be counted.
func TestByHand(t *testing.T) {
	// CAT across the start square, from 8G to 8I.
	const cat = "15/15/15/15/15/15/15/6CAT6/15/15/15/15/15/15/15"
	for _, c := range []struct {
		what, cgp, words string
		rack             int
		want             openness
	}{
		// The start square is no hook. In its lanes no 3W is further than 7, itself
		// and the start square counted as 8.
		{"empty", "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 CAT/ 0/0 0", "cat", 7, openness{anchors: 1}},
		{"empty, longer racks", "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 CAT/ 0/0 0", "cat", 8, openness{anchors: 1, tw: 4}},
		// Three squares above and three below, and the two ends. The 3W in row 8 are
		// 6 squares from an end of the word, itself counted, and those of column H 7.
		{"no hook", cat + " AB/ 0/0 0", "cat", 7, openness{anchors: 8, tw: 4}},
		{"shorter racks", cat + " AB/ 0/0 0", "cat", 6, openness{anchors: 8, tw: 2}},
		{"still shorter", cat + " AB/ 0/0 0", "cat", 5, openness{anchors: 8}},
		{"back hook", cat + " AB/ 0/0 0", "cat cats", 7, openness{anchors: 8, hooks: 1, tw: 4}},
		{"front hook too", cat + " AB/ 0/0 0", "cat cats scat", 7, openness{anchors: 8, hooks: 2, tw: 4}},
		// AT: A above T, T below A; MA: M above A.
		{"across", cat + " AB/ 0/0 0", "cat at ma", 7, openness{anchors: 8, hooks: 3, tw: 4}},
		// Two letters more go in front of it, but none alone.
		{"no single letter", cat + " AB/ 0/0 0", "cat bobcat", 7, openness{anchors: 8, tw: 4}},
	} {
		rules := *mustRules("standard")
		rules.RackSize = c.rack
		parsed, err := notation.ParseCGP(c.cgp, &rules)
		if err != nil {
			t.Fatal(err)
		}
		p, err := engine.NewPosition(&rules, parsed.Setup, 1)
		if err != nil {
			t.Fatal(err)
		}
		g, err := movegen.New(&rules, words(t, c.words))
		if err != nil {
			t.Fatal(err)
		}
		g.Follow(p.View(0))
		if got := survey(g, p.View(0)); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.what, got, c.want)
		}
	}
}

func words(t *testing.T, list string) *lexicon.Lexicon {
	t.Helper()
	d, err := enginetest.ParseDictionary(tile.English(), list)
	if err != nil {
		t.Fatal(err)
	}
	return enginetest.LexiconOf(t, d)
}

// What cannot be annotated says why, and leaves nothing that is listed.
func TestRefused(t *testing.T) {
	d := sample()
	lex := enginetest.LexiconOf(t, d)
	dir := play(t, plan(t, mustRules("standard"), lex, 4, "greedy", "random"), nil)
	good := Options{By: mustParse(t, "equity"), Lexicon: lex, Version: "v1", Workers: 1}
	with := func(change func(*Options)) Options {
		o := good
		change(&o)
		return o
	}
	refused := func(dir, want string, o Options) {
		t.Helper()
		if _, err := Run(t.Context(), dir, o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
	refused(dir, "0 workers", with(func(o *Options) { o.Workers = 0 }))
	refused(dir, "agent linear does not value every move by a static evaluation: expected one of greedy, equity", with(func(o *Options) { o.By = mustParse(t, "linear") }))
	refused(dir, "was played with lexicon sample", with(func(o *Options) { o.Lexicon = words(t, "cat") }))
	refused(dir, "no such file", with(func(o *Options) { o.By = mustParse(t, "equity:leaves=no/such/file") }))
	refused(t.TempDir(), "holds no run", good)

	// A damaged part, and rows that are not what was played.
	damaged := play(t, plan(t, mustRules("standard"), lex, 4, "greedy", "random"), nil)
	if err := os.Truncate(filepath.Join(damaged, "moves/part-00001.parquet"), 500); err != nil {
		t.Fatal(err)
	}
	refused(damaged, "part-00001.parquet is damaged", good)
	if a, err := dataset.ReadAnnotations(damaged); err != nil || len(a.Parts) != 1 {
		t.Errorf("%+v, %v: want the part before the damaged one", a, err)
	}
	for want, change := range map[string]func(*dataset.MoveRow){
		"game 0, turn 3: rack AAAAAAA":                      func(m *dataset.MoveRow) { m.Rack = "AAAAAAA" },
		"game 0, turn 3: it scored 12345, by the rules":     func(m *dataset.MoveRow) { m.Score = 12345 },
		"game 0, turn 3: its move is none that lexicon":     func(m *dataset.MoveRow) { respell(m) },
		"game 0, turn 3: 5 letters from row 261 and column": func(m *dataset.MoveRow) { respell(m); m.Row.V, m.Word.V = 261, "ABCDE" },
	} {
		refused(tampered(t, dir, change), want, good)
	}
}

// respell turns the tiles of a play around, which makes no word.
func respell(m *dataset.MoveRow) {
	placed := []rune(m.Placed.V)
	for i, j := 0, len(placed)-1; i < j; i, j = i+1, j-1 {
		placed[i], placed[j] = placed[j], placed[i]
	}
	m.Placed.V = string(placed)
}

// tampered is a run with a play at turn 3 of game 0, changed, in a file that its
// manifest lists.
func tampered(t *testing.T, dir string, change func(*dataset.MoveRow)) string {
	t.Helper()
	r, err := dataset.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	to := filepath.Join(t.TempDir(), "tampered")
	run, err := dataset.Create(to, r.Manifest.Version, r.Manifest.Spec)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range r.Manifest.Parts {
		w, err := run.Part(p.Number)
		if err != nil {
			t.Fatal(err)
		}
		for g, err := range r.PartGames(p) {
			if err != nil {
				t.Fatal(err)
			}
			if g.GameID == 0 {
				if m := &g.Moves[3]; m.Action != "play" || m.TilesPlayed < 2 {
					t.Fatalf("%+v: want a play of some tiles", m)
				}
				change(&g.Moves[3])
			}
			if err := w.Game(&g.GameRow, g.Moves); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if err := run.Finish(dataset.Complete); err != nil {
		t.Fatal(err)
	}
	return to
}
