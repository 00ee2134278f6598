package dataset

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// partGames is how many games a part of testSpec has, and parts how many
// parts.
const partGames, testParts = 4, 5

// candidatesSpec is testSpec with a table of candidates.
func candidatesSpec(t testing.TB) Spec {
	spec := testSpec(t)
	spec.Candidates = 2
	return spec
}

// play writes the parts that a run does not have, and finishes it.
func play(t testing.TB, r *Run) {
	t.Helper()
	have := map[int]bool{}
	for _, p := range r.Manifest().Parts {
		have[p.Number] = true
	}
	for n := range testParts {
		if !have[n] {
			writePart(t, r, n, partGames)
		}
	}
	if err := r.Finish(Complete); err != nil {
		t.Fatal(err)
	}
}

// undisturbed is the files of a run that nothing disturbed.
func undisturbed(t testing.TB, spec Spec) map[string]string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "run")
	r, err := Create(dir, "v1", spec)
	if err != nil {
		t.Fatal(err)
	}
	play(t, r)
	return files(t, dir)
}

// stopped is the folder of a run that stopped in a state, with parts 0, 1 and 3.
func stopped(t testing.TB, spec Spec, state State) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "run")
	r, err := Create(dir, "v1", spec)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{3, 0, 1} {
		writePart(t, r, n, partGames)
	}
	if err := r.Finish(state); err != nil {
		t.Fatal(err)
	}
	return dir
}

// put writes a file.
func put(t testing.TB, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func mkdir(t testing.TB, name string) {
	t.Helper()
	if err := os.Mkdir(name, 0o777); err != nil {
		t.Fatal(err)
	}
}

// damage changes what a file holds.
func damage(t testing.TB, name string, change func([]byte) []byte) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	put(t, name, string(change(text)))
}

// Whatever state a run was left in, it ends with the bytes of one that nothing
// disturbed. What a loss of power leaves is made here: files that are empty or
// cut although they were renamed, and any step of writing a part as the last.
func TestResume(t *testing.T) {
	remove := func(names ...string) func(*testing.T, string) {
		return func(t *testing.T, dir string) {
			for _, name := range names {
				if err := os.RemoveAll(filepath.Join(dir, name)); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	leave := func(names ...string) func(*testing.T, string) {
		return func(t *testing.T, dir string) {
			for _, name := range names {
				put(t, filepath.Join(dir, name), "PAR1, and the power went")
			}
		}
	}
	cases := []struct {
		what  string
		spoil func(t *testing.T, dir string)
		note  string // "": none
	}{
		{"stopped between parts", remove(), ""},
		{"before the folders", remove("games", "moves", "candidates", tilesetName), "part-00003 is played again"},
		{"before the tile set", remove(tilesetName), ""},
		{"tile set cut", leave(tilesetName), ""},
		{"in the middle of a part", leave("games/.tmp-part-00002.parquet", "moves/.tmp-part-00002.parquet", "candidates/.tmp-part-00002.parquet"), ""},
		{"between two renames", leave("games/part-00002.parquet", "moves/.tmp-part-00002.parquet", "candidates/.tmp-part-00002.parquet"), ""},
		{"before the part was listed", leave("games/part-00002.parquet", "moves/part-00002.parquet", "candidates/part-00002.parquet"), ""},
		{"in the middle of the manifest", leave(tempPrefix + manifestName), ""},
		{"parts of no run", leave("games/part-00007.parquet", "moves/part-123456.parquet"), ""},
		{"games deleted", remove("games/part-00001.parquet"), "part-00001 is played again: open "},
		{"moves deleted", remove("moves/part-00001.parquet"), "part-00001 is played again: open "},
		{"candidates deleted", remove("candidates/part-00001.parquet"), "part-00001 is played again: open "},
		{"all parts deleted", remove("games", "moves"), "part-00000 is played again: open "},
		{"games empty", func(t *testing.T, dir string) { put(t, filepath.Join(dir, "games/part-00000.parquet"), "") }, "part-00000 is played again: "},
		{"moves cut short", func(t *testing.T, dir string) {
			damage(t, filepath.Join(dir, "moves/part-00003.parquet"), func(b []byte) []byte { return b[:len(b)-1] })
		}, "part-00003 is played again: "},
		{"a folder in the place of a part that is missing", func(t *testing.T, dir string) { mkdir(t, filepath.Join(dir, "games/part-00002.parquet")) }, ""},
		{"a folder in the place of a part that is listed", func(t *testing.T, dir string) {
			remove("moves/part-00001.parquet")(t, dir)
			mkdir(t, filepath.Join(dir, "moves/part-00001.parquet"))
		}, "part-00001 is played again: "},
		{"a folder in the place of a part being written", func(t *testing.T, dir string) { mkdir(t, filepath.Join(dir, "games/.tmp-part-00002.parquet")) }, ""},
		{"lock left", leave(lockName), lockName + " was left by PAR1, and the power went, which is gone: taken over"},
		{"lock left empty", func(t *testing.T, dir string) { put(t, filepath.Join(dir, lockName), "") }, "did not sign"},
	}
	spec := candidatesSpec(t)
	want := undisturbed(t, spec)
	for _, c := range cases {
		t.Run(c.what, func(t *testing.T) {
			dir := stopped(t, spec, Running)
			c.spoil(t, dir)
			r, err := Resume(t.Context(), dir, "v1", spec)
			if err != nil {
				t.Fatal(err)
			}
			notes := strings.Join(r.Notes(), "\n")
			if !strings.Contains(notes, c.note) || (c.note == "") != (notes == "") {
				t.Errorf("notes %q, want one with %q", notes, c.note)
			}
			if m, err := ReadManifest(dir); err != nil || m.State != Running || !cmp.Equal(*m, r.Manifest()) {
				t.Errorf("resumed: %+v, %v", m, err)
			}
			play(t, r)
			if diff := cmp.Diff(sums(want), sums(files(t, dir))); diff != "" {
				t.Errorf("undisturbed, resumed:\n%s", diff)
			}
		})
	}
}

// Files that are no part's stay, whoever put them there.
func TestResumeLeavesTheRest(t *testing.T) {
	spec := testSpec(t)
	dir := stopped(t, spec, Interrupted)
	mine := []string{"thesis.txt", ".tmp-mine", "games/notes.md", "games/part-00002.csv", "games/part-2.parquet", "moves/.tmp-sorted.parquet", "part-00002.parquet"}
	for _, name := range mine {
		put(t, filepath.Join(dir, name), "mine")
	}
	r, err := Resume(t.Context(), dir, "v1", spec)
	if err != nil {
		t.Fatal(err)
	}
	play(t, r)
	want := undisturbed(t, spec)
	for _, name := range mine {
		want[name] = "mine"
	}
	if diff := cmp.Diff(sums(want), sums(files(t, dir))); diff != "" {
		t.Error(diff)
	}
}

// A run that is not there begins, one that is complete stays as it is.
func TestResumeEnds(t *testing.T) {
	spec := testSpec(t)
	dir := filepath.Join(t.TempDir(), "deep", "run")
	r, err := Resume(t.Context(), dir, "v1", spec)
	if err != nil {
		t.Fatal(err)
	}
	play(t, r)
	want := files(t, dir)
	if diff := cmp.Diff(sums(undisturbed(t, spec)), sums(want)); diff != "" {
		t.Error(diff)
	}
	before, err := os.Stat(filepath.Join(dir, manifestName))
	if err != nil {
		t.Fatal(err)
	}
	if r, err = Resume(t.Context(), dir, "v1", spec); err != nil {
		t.Fatal(err)
	}
	if m := r.Manifest(); m.State != Complete || len(m.Parts) != testParts || len(r.Notes()) > 0 {
		t.Errorf("a complete run: %s, %d parts, notes %q", m.State, len(m.Parts), r.Notes())
	}
	if err := r.Finish(Complete); err != nil {
		t.Fatal(err)
	}
	if err := r.Finish(Failed); err == nil {
		t.Error("a finished run was written to")
	}
	after, err := os.Stat(filepath.Join(dir, manifestName))
	if err != nil || !os.SameFile(before, after) || !cmp.Equal(want, files(t, dir)) {
		t.Errorf("a complete run was changed: %v", err)
	}
}

// What is begun otherwise is refused with what differs, and stays as it was.
func TestResumeRefuses(t *testing.T) {
	dir := stopped(t, testSpec(t), Interrupted)
	put(t, filepath.Join(dir, "games/.tmp-part-00002.parquet"), "half")
	before := files(t, dir)
	for _, c := range []struct {
		what                   string
		change                 func(*Spec)
		field, expected, found string
	}{
		{"seed", func(s *Spec) { s.Seed-- }, "spec.seed", "18446744073709551615", "18446744073709551614"},
		{"games", func(s *Spec) { s.Games = 40 }, "spec.games", "20", "40"},
		{"lexicon", func(s *Spec) { s.Lexicon.SHA256 = "ab" }, "spec.lexicon.sha256", `"aa"`, `"ab"`},
		{"rules", func(s *Spec) { s.Rules.EndWhenStuck = true }, "spec.rules.end_when_stuck", "false", "true"},
		{"board", func(s *Spec) { s.Board.Rows = s.Board.Rows[:20] }, "spec.board.rows[20]", `"` + testSpec(t).Board.Rows[20] + `"`, "nothing"},
		{"tiles", func(s *Spec) { s.TileSet.Tiles[3].Count++ }, "spec.tile_set.tiles[3].count", fmt.Sprint(testSpec(t).TileSet.Tiles[3].Count), fmt.Sprint(testSpec(t).TileSet.Tiles[3].Count + 1)},
		{"agent", func(s *Spec) { s.Agents[1].Parameters["plies"] = "3" }, "spec.agents[1].parameters.plies", `"2"`, `"3"`},
		{"parameter", func(s *Spec) { s.Agents[1].Parameters["new"] = "3" }, "spec.agents[1].parameters.new", "nothing", `"3"`},
		{"table", func(s *Spec) { s.Agents[1].Tables[0].SHA256 = "cc" }, "spec.agents[1].tables[0].sha256", `"bb"`, `"cc"`},
		{"tables", func(s *Spec) { s.Agents[1].Tables = nil }, "spec.agents[1].tables", `[{"name":"leaves","sha256":"bb"}]`, "nothing"},
		{"candidates", func(s *Spec) { s.Candidates = 3 }, "spec.candidates", "nothing", "3"},
	} {
		spec := testSpec(t)
		c.change(&spec)
		_, err := Resume(t.Context(), dir, "v1", spec)
		differs, ok := errors.AsType[*DiffersError](err)
		if !ok {
			t.Errorf("%s: error %v", c.what, err)
			continue
		}
		if diff := cmp.Diff([]Difference{{c.field, c.expected, c.found}}, differs.Differences); diff != "" {
			t.Errorf("%s:\n%s", c.what, diff)
		}
		if want := c.field + ": expected " + c.expected + " as in the run, found " + c.found; !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), dir) {
			t.Errorf("error %v, want one with %s", err, want)
		}
	}
	_, err := Resume(t.Context(), dir, "v2", testSpec(t))
	if err == nil || !strings.Contains(err.Error(), `version: expected "v1" as in the run, found "v2"`) {
		t.Errorf("another version: %v", err)
	}
	done, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("enough"))
	if diff := cmp.Diff(before, files(t, dir)); diff != "" {
		t.Error(diff)
	}
	if _, err := Resume(done, dir, "v1", testSpec(t)); err == nil || err.Error() != "enough" {
		t.Errorf("a context that is done: %v", err)
	}

	// Many differences are counted.
	other := testSpec(t)
	for i := range other.Board.Rows {
		other.Board.Rows[i] = strings.Repeat(".", 21)
	}
	if _, err := Resume(t.Context(), dir, "v1", other); err == nil || !strings.HasSuffix(err.Error(), "; and 15 differences more") {
		t.Errorf("another board: %v", err)
	}

	// Of another schema only that is compared.
	damage(t, filepath.Join(dir, manifestName), func(b []byte) []byte {
		return []byte(strings.Replace(string(b), fmt.Sprintf(`"schema_version": %d`, SchemaVersion), `"fields": {}, "schema_version": 99`, 1))
	})
	_, err = Resume(t.Context(), dir, "v1", testSpec(t))
	if want := fmt.Sprintf("schema_version: expected 99 as in the run, found %d", SchemaVersion); err == nil || !strings.HasSuffix(err.Error(), want) {
		t.Errorf("error %v, want one with %s", err, want)
	}

	// A manifest that is no manifest, and a folder of something else.
	put(t, filepath.Join(dir, manifestName), "{")
	if _, err := Resume(t.Context(), dir, "v1", testSpec(t)); err == nil || !strings.Contains(err.Error(), filepath.Join(dir, manifestName)) {
		t.Errorf("half a manifest: %v", err)
	}
	if err := os.Remove(filepath.Join(dir, manifestName)); err != nil {
		t.Fatal(err)
	}
	if _, exists := errors.AsType[*ExistsError](fail(Resume(t.Context(), dir, "v1", testSpec(t)))); !exists {
		t.Error("a folder of something else was taken")
	}
}

// fail is the error of two results.
func fail(_ *Run, err error) error { return err }

// One Run at a time writes to a folder.
func TestResumeHeld(t *testing.T) {
	spec := testSpec(t)
	dir := stopped(t, spec, Failed)
	r, err := Resume(t.Context(), dir, "v1", spec)
	if err != nil {
		t.Fatal(err)
	}
	before := files(t, dir)
	if _, err := Resume(t.Context(), dir, "v1", spec); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("process %d on ", os.Getpid())) {
		t.Errorf("a run being written: %v", err)
	}
	if diff := cmp.Diff(before, files(t, dir)); diff != "" {
		t.Error(diff)
	}
	play(t, r)
	if !cmp.Equal(undisturbed(t, spec), files(t, dir)) {
		t.Error("other bytes")
	}
}

// A file of a part, or a manifest, that cannot be made costs that part.
func TestResumeBarred(t *testing.T) {
	spec := candidatesSpec(t)
	want := undisturbed(t, spec)
	dir := filepath.Join(t.TempDir(), "run")
	for _, name := range []string{"games/.tmp-part-00002.parquet", "moves/.tmp-part-00002.parquet", "candidates/.tmp-part-00002.parquet", tempPrefix + manifestName} {
		os.RemoveAll(dir)
		r, err := Create(dir, "v1", spec)
		if err != nil {
			t.Fatal(err)
		}
		writePart(t, r, 0, partGames)
		lift := bar(t, dir, name)
		if w, err := r.Part(2); err == nil {
			game, moves := makeGame(8, 5)
			if err := w.Game(game, moves); err != nil {
				t.Fatal(err)
			}
			if err := w.Close(); err == nil || !strings.Contains(err.Error(), filepath.Base(name)) {
				t.Errorf("%s: %v", name, err)
			}
		}
		r.Finish(Failed) // which a bar may prevent as well
		lift()
		if r, err = Resume(t.Context(), dir, "v1", spec); err != nil {
			t.Fatal(err)
		}
		play(t, r)
		if diff := cmp.Diff(sums(want), sums(files(t, dir))); diff != "" {
			t.Errorf("%s:\n%s", name, diff)
		}
	}
}
