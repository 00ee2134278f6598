package dataset

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A folder that holds something and would be in the way of a part is named
// before anything is played.
func TestResumeInTheWay(t *testing.T) {
	dir := stopped(t, testSpec(t), Interrupted)
	mkdir(t, filepath.Join(dir, "games/part-00002.parquet"))
	put(t, filepath.Join(dir, "games/part-00002.parquet/mine"), "mine")
	if _, err := Resume(t.Context(), dir, "v1", testSpec(t)); err == nil || !strings.Contains(err.Error(), "games/part-00002.parquet: ") {
		t.Errorf("error %v", err)
	}
	if _, err := os.Stat(filepath.Join(dir, lockName)); err == nil {
		t.Error("the lock is left")
	}
}

// A manifest that says complete and lists too few parts is not believed.
func TestResumeSaidComplete(t *testing.T) {
	spec := testSpec(t)
	dir := stopped(t, spec, Complete)
	r, err := Resume(t.Context(), dir, "v1", spec)
	if err != nil {
		t.Fatal(err)
	}
	if m := r.Manifest(); m.State != Running || len(m.Parts) != 3 {
		t.Errorf("resumed: %s, %d parts", m.State, len(m.Parts))
	}
	play(t, r)
	if diff := cmp.Diff(sums(undisturbed(t, spec)), sums(files(t, dir))); diff != "" {
		t.Error(diff)
	}
}

// A flipped bit, wherever it is in a part, is found, also in a run that was
// finished, and the part written again.
func TestResumeFlipped(t *testing.T) {
	spec := candidatesSpec(t)
	want := undisturbed(t, spec)
	dir := filepath.Join(t.TempDir(), "run")
	r, err := Create(dir, "v1", spec)
	if err != nil {
		t.Fatal(err)
	}
	play(t, r)
	rng := rand.New(rand.NewPCG(5, 6))
	for range 15 {
		part := partName(rng.IntN(testParts))
		table := []string{gamesDir, movesDir, candidatesDir}[rng.IntN(3)]
		damage(t, filepath.Join(dir, table, part+".parquet"), func(b []byte) []byte {
			b[rng.IntN(len(b))] ^= 1 << rng.IntN(8)
			return b
		})
		r, err := Resume(t.Context(), dir, "v1", spec)
		if err != nil {
			t.Fatal(err)
		}
		if n := len(r.Manifest().Parts); n != testParts-1 || len(r.Notes()) != 1 || !strings.Contains(r.Notes()[0], part) {
			t.Fatalf("%s of %s: %d parts are whole, notes %q", part, table, n, r.Notes())
		}
		play(t, r)
		if !cmp.Equal(want, files(t, dir)) {
			t.Fatalf("%s of %s: other bytes", part, table)
		}
	}
}

// A flipped bit in the manifest of a finished run is found when the run is
// refused or taken up, which then ends with the bytes that it had; also one
// that changes but the case of a key.
func TestResumeManifestFlipped(t *testing.T) {
	spec := testSpec(t)
	dir := filepath.Join(t.TempDir(), "run")
	r, err := Create(dir, "v1", spec)
	if err != nil {
		t.Fatal(err)
	}
	play(t, r)
	want := files(t, dir)
	text := want[manifestName]
	rng := rand.New(rand.NewPCG(7, 8))
	at, bit := strings.Index(text, `"state"`)+1, 5
	refused, played := 0, 0
	for range 100 {
		flipped := []byte(text)
		flipped[at] ^= 1 << bit
		put(t, filepath.Join(dir, manifestName), string(flipped))
		before := files(t, dir)
		if r, err := Resume(t.Context(), dir, "v1", spec); err != nil {
			refused++
			if diff := cmp.Diff(sums(before), sums(files(t, dir))); diff != "" {
				t.Fatalf("byte %d, bit %d: refused and changed:\n%s", at, bit, diff)
			}
		} else {
			played++
			play(t, r)
			if diff := cmp.Diff(sums(want), sums(files(t, dir))); diff != "" {
				t.Fatalf("byte %d, bit %d:\n%s", at, bit, diff)
			}
		}
		at, bit = rng.IntN(len(text)), rng.IntN(8)
	}
	if refused == 0 || played == 0 {
		t.Errorf("%d were refused, %d played to the end", refused, played)
	}
}
