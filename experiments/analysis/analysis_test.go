package analysis

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"quadword/engine"
	"quadword/sim/dataset"
)

func TestFind(t *testing.T) {
	for _, a := range All() {
		found, err := Find(a.Name)
		if err != nil || found.Name != a.Name || found.Meaning == "" || found.Sections == nil {
			t.Errorf("%s: %+v, %v", a.Name, found, err)
		}
	}
	_, err := Find("nothing")
	if err == nil || !strings.Contains(err.Error(), `"nothing"`) {
		t.Fatal(err)
	}
	for _, a := range All() {
		if !strings.Contains(err.Error(), a.Name) {
			t.Errorf("%v does not name %s", err, a.Name)
		}
	}
}

// TestSeats gives a run of three seats to analyses that take two.
func TestSeats(t *testing.T) {
	spec := testSpec(t, 2, false, "equity")
	rules, _ := engine.BuiltinRules("standard")
	rules.Seats = 3
	spec.SetRules(&rules)
	spec.Lineups = [][]int{{0, 0, 0}}
	r := writeRun(t, spec, nil, nil)
	for _, name := range []string{"komi", "luck", "tile-values"} {
		a, _ := Find(name)
		if _, err := a.Sections(t.Context(), []Run{r}, 1); err == nil || !strings.Contains(err.Error(), "A run: games of 3 seats, expected 2") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestDamaged has a part in which a byte is wrong, and one that is missing.
func TestDamaged(t *testing.T) {
	var games []dataset.GameRow
	for i := range int64(100) {
		games = append(games, testGame(i, i/2, int32(i), "a", "b"))
	}
	for _, name := range []string{"luck", "records", "tile-values"} {
		r := writeRun(t, testSpec(t, 100, true, "a", "b"), games, nil)
		r.Sums = true
		file := filepath.Join(r.Dir, "games", "part-00003.parquet")
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		data[len(data)/2] ^= 1
		if err := os.WriteFile(file, data, 0o666); err != nil {
			t.Fatal(err)
		}
		a, _ := Find(name)
		for _, workers := range []int{1, 3} {
			if _, err := a.Sections(t.Context(), []Run{r}, workers); err == nil || !strings.Contains(err.Error(), "part-00003") || !strings.Contains(err.Error(), "A run") {
				t.Errorf("%s: %v", name, err)
			}
		}
		if err := os.Remove(file); err != nil {
			t.Fatal(err)
		}
		if _, err := a.Sections(t.Context(), []Run{r}, 2); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestInterrupted(t *testing.T) {
	r := writeRun(t, testSpec(t, 10, false, "a"), []dataset.GameRow{testGame(0, 0, 3, "a", "a")}, nil)
	ctx, stop := context.WithCancel(t.Context())
	stop()
	for _, a := range All() {
		if a.Name == "luck" {
			continue // reads nothing of such a run
		}
		if _, err := a.Sections(ctx, []Run{r}, 2); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", a.Name, err)
		}
	}
}
