package experiments

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quadword/engine/lexicon"
	"quadword/engine/tile"
	"quadword/experiments/document/documenttest"
	"quadword/sim/dataset"
)

// options are those of tests: the built-in word list, from the cache that all
// tests share.
func options(workers int) *Options {
	return &Options{Workers: workers, Version: "test", Lexicon: func(name string, a *tile.Alphabet) (*lexicon.Lexicon, error) {
		return lexicon.Open(name, a, lexicon.Options{})
	}}
}

func design(t *testing.T, file string, workers int) (*Design, *Options) {
	t.Helper()
	o := options(workers)
	s, err := ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	d, err := s.Design(o)
	if err != nil {
		t.Fatal(err)
	}
	return d, o
}

// run runs an experiment in a new folder.
func run(t *testing.T, file string, workers int) string {
	t.Helper()
	d, o := design(t, file, workers)
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

// randomly is an experiment with tables that are trained, on a tiny scale: few
// letters have few racks to value.
const randomly = `title = "Trained"
question = "Does it matter?"
games = 4
outcomes = ["score", "s_hook_share"]
[game]
tile_set = "{tiles}.csv"
lexicon = "words.txt"
agents = ["equity:leaves=trained-{training}"]
[leaves]
generations = [2, 2]
[[factor]]
name = "tiles"
levels = ["few", "more"]
[[factor]]
name = "training"
levels = ["1", "2"]
random = true
[[compare]]
factor = "tiles"
`

// trainedFile is the file of an experiment like randomly, with the tiles and
// words that it names beside it.
func trainedFile(t *testing.T, text string) string {
	t.Helper()
	standard, _ := tile.BuiltinSet("standard")
	all, err := lexicon.Open("open", standard.Alphabet, lexicon.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var words strings.Builder
	for word := range all.Words() {
		if text := all.Alphabet().Text(word); len(word) < 6 && strings.Trim(text, "AEINRST") == "" {
			fmt.Fprintln(&words, text)
		}
	}
	dir := t.TempDir()
	for name, content := range map[string]string{
		"trained.toml": text,
		"words.txt":    words.String(),
		"few.csv":      "?,1,0,0\nA,9,1,1\nE,9,1,1\nI,9,1,1\nN,9,2,0\nR,9,2,0\nS,4,2,0\nT,9,3,0\n",
		"more.csv":     "?,1,0,0\nA,9,1,1\nE,9,1,1\nI,9,1,1\nN,9,2,0\nR,9,2,0\nS,9,2,0\nT,9,3,0\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(dir, "trained.toml")
}

// Any number of workers makes the same files, to the byte.
func TestSameFiles(t *testing.T) {
	file := trainedFile(t, randomly)
	one, more := run(t, file, 1), run(t, file, 3)
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
	for _, name := range []string{"report.html", "report.md", "report.json", "experiment.toml", "tables/standard-few-1.klv2", "tables/standard-more-2.klv2"} {
		if _, err := os.Stat(filepath.Join(one, name)); err != nil {
			t.Error(err)
		}
	}
}

// An experiment that was interrupted anywhere ends with the files of one that
// was not.
func TestResume(t *testing.T) {
	file := trainedFile(t, randomly)
	want := sums(t, run(t, file, 2))
	dir := filepath.Join(t.TempDir(), "out")
	for stop := 1; ; stop++ {
		d, o := design(t, file, 2)
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
	d, o := design(t, trainedFile(t, strings.Replace(randomly, `outcomes = ["score", "s_hook_share"]`, `outcomes = ["bingos"]`, 1)), 2)
	o.Resume = true
	before := sums(t, filepath.Join(dir, runsFolder))
	doc, err := d.Run(t.Context(), dir, o)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(before, sums(t, filepath.Join(dir, runsFolder))); diff != "" {
		t.Error(diff)
	}
	if doc.Sections[0].Name != "comparison-1-bingos" {
		t.Errorf("the report is about %s", doc.Sections[0].Name)
	}

	// Another experiment is refused and costs nothing.
	kept := sums(t, dir)
	for old, new := range map[string]string{"games = 4": "games = 6", "[2, 2]": "[2, 1]", "games": "seed = 2\ngames"} {
		d, o := design(t, trainedFile(t, strings.Replace(randomly, old, new, 1)), 2)
		o.Resume = true
		if _, err := d.Run(t.Context(), dir, o); err == nil || !strings.Contains(err.Error(), "holds another experiment") {
			t.Errorf("%s: %v", new, err)
		}
	}
	d, o = design(t, file, 2)
	if _, err := d.Run(t.Context(), dir, o); err == nil || !strings.Contains(err.Error(), "holds an experiment") {
		t.Errorf("without resume: %v", err)
	}
	if diff := cmp.Diff(kept, sums(t, dir)); diff != "" {
		t.Error(diff)
	}
}

// A cell that a test ends has the same files for any number of workers, stops
// before its most, and says so.
func TestStoppingRule(t *testing.T) {
	text := `title = "Stop"
question = "Which is better?"
games = 20000
outcomes = ["win of agent 1"]
runs = true
[sprt]
elo0 = 0
elo1 = 400
[game]
tile_set = "few.csv"
lexicon = "words.txt"
agents = ["greedy", "random"]
`
	file := trainedFile(t, text)
	one, more := run(t, file, 1), run(t, file, 3)
	if diff := cmp.Diff(sums(t, one), sums(t, more)); diff != "" {
		t.Error(diff)
	}
	d, o := design(t, file, 2)
	o.Resume = true
	doc, err := d.Run(t.Context(), one, o)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(sums(t, one), sums(t, more)); diff != "" {
		t.Error(diff)
	}
	documenttest.Agree(t, doc)
	var out bytes.Buffer
	if err := doc.WriteText(&out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"H1 accepted", "play stopped by what was seen"} {
		if !strings.Contains(strings.Join(strings.Fields(out.String()), " "), want) {
			t.Errorf("the report does not say %q:\n%s", want, out.String())
		}
	}
	m, err := dataset.ReadManifest(filepath.Join(one, runsFolder, "all"))
	if err != nil || len(m.Parts) == 0 || int64(len(m.Parts)) >= m.Spec.Parts() {
		t.Errorf("%d parts of at most %d, %v", len(m.Parts), m.Spec.Parts(), err)
	}
}

// The forms of a report have the same numbers.
func TestFormsAgree(t *testing.T) {
	for name, text := range map[string]string{"small": small, "trained": randomly} {
		t.Run(name, func(t *testing.T) {
			d, o := design(t, trainedFile(t, text), 2)
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
			if len(s.Analysis) > 0 {
				return // TestAnalyses plays it
			}
			// A piece of it runs.
			text := regexp.MustCompile(`iterations=\d+`).ReplaceAll(s.text, []byte("iterations=1"))
			text = regexp.MustCompile(`leaves=trained-\{\w+\}`).ReplaceAll(text, []byte("leaves=builtin")) // TestSameFiles trains
			text = bytes.ReplaceAll(text, []byte(`montecarlo:plies`), []byte(`montecarlo:candidates=2,preendgame=off,plies`))
			text = bytes.ReplaceAll(text, []byte(`"montecarlo:iterations=1", "champion:iterations=1"`), []byte(`"champion:iterations=1"`))
			piece, err := Parse(s.Name(), text)
			if err != nil {
				t.Fatal(err)
			}
			for i := range piece.Factors {
				f := &piece.Factors[i]
				keep := []Level{f.Level[0], f.Level[1]}
				for _, c := range piece.Compare {
					at := slices.IndexFunc(f.Level, func(l Level) bool { return c.Factor == f.Name && l.Name == c.Against })
					if at > 1 {
						keep[1] = f.Level[at]
					}
				}
				f.Level = keep
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
