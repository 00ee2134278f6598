package experiments

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quadword/engine/lexicon"
	"quadword/engine/tile"
	"quadword/experiments/document/documenttest"
)

// options are those of tests: the built-in word list, from the cache that all
// tests share.
func options(workers int) *Options {
	return &Options{Workers: workers, Version: "test", Lexicon: func(name string, a *tile.Alphabet) (*lexicon.Lexicon, error) {
		return lexicon.Open(name, a, lexicon.Options{})
	}}
}

func design(t *testing.T, text string, workers int) (*Design, *Options) {
	t.Helper()
	o := options(workers)
	d, err := parse(t, text).Design(o)
	if err != nil {
		t.Fatal(err)
	}
	return d, o
}

// run runs an experiment in a new folder.
func run(t *testing.T, text string, workers int) string {
	t.Helper()
	d, o := design(t, text, workers)
	dir := filepath.Join(t.TempDir(), "out")
	if _, err := d.Run(t.Context(), dir, o); err != nil {
		t.Fatal(err)
	}
	return dir
}

// sums are the sha256 of all files in a folder, by name.
func sums(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		sum := sha256.Sum256(data)
		rel, _ := filepath.Rel(dir, name)
		all[filepath.ToSlash(rel)] = hex.EncodeToString(sum[:])
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// randomly is an experiment with tables that are trained, on a tiny scale.
const randomly = `title = "Trained"
question = "Does it matter?"
games = 4
outcomes = ["score", "s_hook_share"]
[game]
agents = ["equity:leaves=trained-{training}"]
[leaves]
generations = [1, 1]
[[factor]]
name = "tiles"
[[factor.level]]
name = "few"
tile_set = "few"
[[factor.level]]
name = "usual"
[[factor]]
name = "training"
levels = ["1", "2"]
random = true
[[compare]]
factor = "tiles"
[[tile_set]]
name = "few"
from = "standard"
tiles = { E = 6, A = 5, I = 5 }
total = 86
`

// Any number of workers makes the same files, to the byte.
func TestSameFiles(t *testing.T) {
	one, more := run(t, randomly, 1), run(t, randomly, 3)
	if diff := cmp.Diff(sums(t, one), sums(t, more)); diff != "" {
		t.Error(diff)
	}
	m, err := ReadManifest(one)
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Tables) != 4 || m.Tables[0].SHA256 == m.Tables[1].SHA256 || len(m.Cells) != 4 || m.State != "complete" {
		t.Errorf("%+v", m)
	}
	for _, name := range []string{"report.html", "report.md", "report.json", "experiment.toml", "tables/standard-few-1.klv2", "tables/standard-2.klv2"} {
		if _, err := os.Stat(filepath.Join(one, name)); err != nil {
			t.Error(err)
		}
	}
}

// An experiment that was interrupted anywhere ends with the files of one that
// was not.
func TestResume(t *testing.T) {
	want := sums(t, run(t, randomly, 2))
	dir := filepath.Join(t.TempDir(), "out")
	for stop := 1; ; stop++ {
		d, o := design(t, randomly, 2)
		o.Resume = stop > 1
		ctx, cancel := context.WithCancelCause(t.Context())
		seen := 0
		o.Follow = func(string, func() int64, int64) func() {
			seen++
			if seen == stop { // once before the training, then before the games
				cancel(errors.New("stopped"))
			}
			return func() {}
		}
		_, err := d.Run(ctx, dir, o)
		cancel(nil)
		if err == nil {
			break
		}
		if stop > 5 {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(want, sums(t, dir)); diff != "" {
		t.Error(diff)
	}

	// What is complete is not played again, and a report with other comparisons
	// takes no game.
	d, o := design(t, strings.Replace(randomly, `outcomes = ["score", "s_hook_share"]`, `outcomes = ["bingos"]`, 1), 2)
	o.Resume = true
	before := sums(t, filepath.Join(dir, runsFolder))
	doc, err := d.Run(t.Context(), dir, o)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(before, sums(t, filepath.Join(dir, runsFolder))); diff != "" {
		t.Error(diff)
	}
	if doc.Sections[0].Tables[0].Name != "bingos" {
		t.Errorf("the report is about %s", doc.Sections[0].Tables[0].Name)
	}

	// Another experiment is refused and costs nothing.
	kept := sums(t, dir)
	for old, new := range map[string]string{"games = 4": "games = 6", "[1, 1]": "[1, 2]", "games": "seed = 2\ngames"} {
		d, o := design(t, strings.Replace(randomly, old, new, 1), 2)
		o.Resume = true
		if _, err := d.Run(t.Context(), dir, o); err == nil || !strings.Contains(err.Error(), "holds another experiment") {
			t.Errorf("%s: %v", new, err)
		}
	}
	d, o = design(t, randomly, 2)
	if _, err := d.Run(t.Context(), dir, o); err == nil || !strings.Contains(err.Error(), "holds an experiment") {
		t.Errorf("without resume: %v", err)
	}
	if diff := cmp.Diff(kept, sums(t, dir)); diff != "" {
		t.Error(diff)
	}
	if err := os.WriteFile(filepath.Join(t.TempDir(), "x"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
}

// The forms of a report have the same numbers.
func TestFormsAgree(t *testing.T) {
	for name, text := range map[string]string{"small": small, "trained": randomly} {
		t.Run(name, func(t *testing.T) {
			d, o := design(t, text, 2)
			doc, err := d.Run(t.Context(), filepath.Join(t.TempDir(), "out"), o)
			if err != nil {
				t.Fatal(err)
			}
			documenttest.Agree(t, doc)
		})
	}
}

// TestBuiltin runs every experiment that comes with the program with two levels
// of each factor and a few games.
func TestBuiltin(t *testing.T) {
	all, err := Builtin()
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, s := range all {
		names[s.Name()] = true
		t.Run(s.Name(), func(t *testing.T) {
			t.Parallel()
			// The whole design makes sense.
			whole, err := s.Design(options(1))
			if err != nil {
				t.Fatal(err)
			}
			if whole.Games() < 1 || s.Larger <= s.Games {
				t.Errorf("%d games, a larger run of %d", whole.Games(), s.Larger)
			}
			// A piece of it runs.
			text := regexp.MustCompile(`iterations=\d+`).ReplaceAll(s.text, []byte("iterations=1"))
			text = regexp.MustCompile(`generations = .*`).ReplaceAll(text, []byte("generations = [1]"))
			text = bytes.ReplaceAll(text, []byte(`"montecarlo:iterations=1", "champion:iterations=1"`), []byte(`"champion:iterations=1"`))
			piece, err := Parse(s.Name(), text)
			if err != nil {
				t.Fatal(err)
			}
			for i := range piece.Factors {
				f := &piece.Factors[i]
				f.Level = f.Level[:2]
			}
			for _, c := range piece.Compare {
				f := piece.factor(c.Factor)
				if f.Level[0].Name != c.Against && f.Level[1].Name != c.Against {
					f.Level[0].Name = c.Against
				}
			}
			piece.Games = 12
			if strings.Contains(string(text), "iterations") {
				piece.Games = 2
			}
			o := options(2)
			d, err := piece.Design(o)
			if err != nil {
				t.Fatal(err)
			}
			dir := filepath.Join(t.TempDir(), "out")
			doc, err := d.Run(t.Context(), dir, o)
			if err != nil {
				t.Fatal(err)
			}
			documenttest.Agree(t, doc)
			report, err := os.ReadFile(filepath.Join(dir, "report.json"))
			if err != nil || !json.Valid(report) {
				t.Errorf("report.json: %v", err)
			}
		})
	}
	for _, name := range strings.Fields("tile-distribution plural-claim strategies-super strategies-standard tile-values reprice luck komi corner-lanes " +
		"board lookahead bingo-bonus players end-scoring words-or-strategy records") {
		if !names[name] {
			t.Errorf("there is no experiment %s", name)
		}
	}
}
