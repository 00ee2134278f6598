package dataset

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quadword/engine"
	"quadword/engine/tile"
)

// The rules that are read back are those that were written, for built-in and
// custom boards and tile sets.
func TestSpecRules(t *testing.T) {
	layout, err := engine.ReadLayout(strings.NewReader("start 2A\n=..'\n.-.^\n..~.\n\"..."), "tiny")
	if err != nil {
		t.Fatal(err)
	}
	set, err := tile.NewSet("greek", []tile.Row{{Letter: '?', Count: 1}, {Letter: 'Α', Count: 20, Points: 1, Vowel: true}, {Letter: 'Β', Count: 20, Points: 8}})
	if err != nil {
		t.Fatal(err)
	}
	tiny := engine.DefaultRules(layout, set)
	tiny.Seats, tiny.EndScoring, tiny.TieBreak, tiny.EndByPasses = 3, engine.EndDeduct, engine.TieBeforeRacks, 2
	standard, _ := engine.BuiltinRules("standard")
	for _, want := range []engine.Rules{tiny, standard} {
		var s Spec
		s.SetRules(&want)
		got, err := s.EngineRules()
		if err != nil {
			t.Fatal(err)
		}
		want.MaxScorelessTurns = want.ScorelessLimit()
		if diff := cmp.Diff(want, *got, cmp.AllowUnexported(engine.Layout{}, tile.Set{}, tile.Rack{}, tile.Alphabet{})); diff != "" {
			t.Error(diff)
		}
	}
}

func TestSpecRulesErrors(t *testing.T) {
	for want, change := range map[string]func(*Spec){
		"board":       func(s *Spec) { s.Board.Rows[3] = "..." },
		"9":           func(s *Spec) { s.Board.Start = "99Z" },
		"letter":      func(s *Spec) { s.TileSet.Tiles[4].Letter = "AB" },
		"tile set":    func(s *Spec) { s.TileSet.Tiles = s.TileSet.Tiles[1:] },
		"end scoring": func(s *Spec) { s.Rules.EndScoring = "none" },
		"tie break":   func(s *Spec) { s.Rules.TieBreak = "none" },
		"seats":       func(s *Spec) { s.Rules.Seats = 9 },
	} {
		s := testSpec(t)
		change(&s)
		if _, err := s.EngineRules(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
}

// A manifest that is cut short anywhere is an error; so is one with fields
// that are unknown, of another version, or with parts that make no sense.
func TestManifestErrors(t *testing.T) {
	r := testRun(t)
	writePart(t, r, 0, 1)
	writePart(t, r, 1, 1)
	name := filepath.Join(r.Dir(), manifestName)
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for n := range len(text) - 2 {
		if m, err := parseManifest(text[:n]); err == nil {
			t.Fatalf("the first %d of %d bytes are a manifest: %+v", n, len(text), m)
		}
	}
	for _, c := range []struct{ old, new, want string }{
		{`"schema_version": 3`, `"schema_version": 99`, "schema version 99"},
		{`"schema_version": 3,`, ``, "schema_version"},
		{`"state": "running"`, `"state": "resting"`, "resting"},
		{`"paired"`, `"pared"`, "pared"},
		{`"seed": 18446744073709551615`, `"seed": -1`, "seed"},
		{`"name": "part-00001"`, `"name": "../../etc/passwd"`, "passwd"},
		{`"number": 1`, `"number": 0`, "order"},
		{`"games": 1,`, `"games": -1,`, "-1 games"},
		{"\n}\n", "\n}{}\n", "after"},
	} {
		if !bytes.Contains(text, []byte(c.old)) {
			t.Fatalf("the manifest has no %s:\n%s", c.old, text)
		}
		if err := os.WriteFile(name, bytes.Replace(text, []byte(c.old), []byte(c.new), 1), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(r.Dir()); err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: error %v, want one with %q and the file", c.new, err, c.want)
		}
	}
	long := append(text, bytes.Repeat([]byte(" "), maxManifest)...)
	if _, err := parseManifest(long); err == nil || !strings.Contains(err.Error(), "over 64 MB") {
		t.Errorf("a long manifest: %v", err)
	}
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(r.Dir()); err == nil || !strings.Contains(err.Error(), "no "+manifestName) {
		t.Errorf("no manifest: %v", err)
	}
}

// The largest run has a manifest that can be read again.
func TestLargestManifest(t *testing.T) {
	sum := strings.Repeat("f", 64)
	m := Manifest{SchemaVersion, "v1", Complete, candidatesSpec(t), nil}
	for n := range MaxParts {
		m.Parts = append(m.Parts, Part{n, partName(n), 1e5, 1e8, sum, sum, 1e9, sum})
	}
	in, err := openFolder(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer in.close()
	if err := m.write(in); err != nil {
		t.Fatal(err)
	}
	back, err := ReadManifest(in.root.Name())
	if err != nil || len(back.Parts) != MaxParts {
		t.Fatal(err)
	}
	spec := m.Spec
	spec.PartGames, spec.Games = 1, 1e12
	if _, err := Create(filepath.Join(t.TempDir(), "run"), "v1", spec); err == nil || !strings.Contains(err.Error(), "the most is 100000") {
		t.Errorf("a run of too many parts: %v", err)
	}
	spec.Games = math.MaxInt64
	spec.Lineups = make([][]int, 3)
	if n := spec.Parts(); n < math.MaxInt64/2 {
		t.Errorf("%d parts", n)
	}
}

// The manifest names everything in snake_case.
func TestManifestNames(t *testing.T) {
	text, err := json.Marshal(Manifest{Spec: testSpec(t), Parts: []Part{{}}})
	if err != nil {
		t.Fatal(err)
	}
	d := json.NewDecoder(bytes.NewReader(text))
	for {
		token, err := d.Token()
		if err != nil {
			break
		}
		if s, ok := token.(string); ok && s != strings.ToLower(s) && len(s) > 1 && !strings.ContainsAny(s, ".0123456789") {
			t.Errorf("%q", s)
		}
	}
}

// reopen puts a manifest into the folder of a run, reads the run and goes on
// with it: what is beside the folder stays as it is.
func reopen(t *testing.T, dir string, text []byte) {
	t.Helper()
	beside, run := filepath.Join(dir, partName(0)+".parquet"), filepath.Join(dir, "run")
	if err := errors.Join(os.RemoveAll(run), os.Mkdir(run, 0o777), os.WriteFile(beside, text, 0o666), os.WriteFile(filepath.Join(run, manifestName), text, 0o666)); err != nil {
		t.Fatal(err)
	}
	reader, err := Open(run)
	if err != nil {
		return
	}
	for _, err := range reader.Games() {
		if err == nil {
			t.Fatal("a game was read where there is no part")
		}
	}
	_ = reader.CheckParts()
	_, _ = reader.TileSet()
	m := reader.Manifest
	if r, err := Resume(t.Context(), run, m.Version, m.Spec); err == nil {
		if got := r.Manifest(); len(got.Parts) > 0 {
			t.Fatalf("parts that are not there are listed: %+v", got.Parts)
		}
		if err := r.Finish(Interrupted); err != nil {
			t.Fatal(err)
		}
	}
	if there, err := os.ReadFile(beside); err != nil || !bytes.Equal(there, text) {
		t.Fatalf("the file beside the run is another, %v", err)
	}
}

func FuzzManifest(f *testing.F) {
	m := Manifest{SchemaVersion, "v1", Complete, testSpec(f), []Part{{Name: partName(0), Games: 1, Moves: 2}}}
	text, err := json.Marshal(m)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add(text[:len(text)/2])
	f.Add([]byte(strings.Replace(string(text), partName(0), "../"+partName(0), 1)))
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, text []byte) {
		reopen(t, dir, text)
		m, err := parseManifest(text)
		if err != nil {
			return
		}
		again, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		back, err := parseManifest(again)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(m, back); diff != "" {
			t.Fatal(diff)
		}
		m.Spec.EngineRules()
	})
}
