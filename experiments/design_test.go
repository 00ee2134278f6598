package experiments

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Cells that differ in a random factor have deals in common, or the variance
// between its levels could not be taken.
func TestSamplesHaveTheSameDeals(t *testing.T) {
	s := parse(t, strings.Replace(strings.Replace(small, "name = \"bonus\"\n", "name = \"bonus\"\nrandom = true\n", 1),
		"factor = \"bonus\"\nagainst = \"usual\"\nwithin = [\"board\"]", "factor = \"board\"", 1))
	if _, err := s.Design(options(1)); err != nil {
		t.Fatal(err)
	}
	no := false
	s.Factors[1].Level[0].Paired = &no
	_, err := s.Design(options(1))
	if err == nil || !strings.Contains(err.Error(), "cells standard none and standard usual have 4 and 2 deals") {
		t.Error(err)
	}
}

// To time an experiment changes nothing of it.
func TestTrialChangesNothing(t *testing.T) {
	d, o := design(t, trainedFile(t, randomly), 1)
	var before, after []string
	for i := range d.plans {
		before = append(before, d.plans[i].Agents[0].String())
	}
	trial, err := d.Trial(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if trial.Playing <= 0 || trial.Training <= 0 {
		t.Errorf("%+v", trial)
	}
	for i := range d.plans {
		after = append(after, d.plans[i].Agents[0].String())
	}
	if diff := cmp.Diff(before, after); diff != "" || !strings.Contains(before[0], tablesFolder) {
		t.Errorf("%v\n%s", before, diff)
	}
}

// Any name of a file names a report, and a shell takes the command in it.
func TestNamesOfFiles(t *testing.T) {
	for name, want := range map[string]struct{ document, command string }{
		"mine":      {"mine", "mine.toml"},
		"Mine":      {"mine", "Mine.toml"},
		"it's mine": {"it-s-mine", `'it'\''s mine.toml'`},
		"-é_":       {"experiment", "'-é_.toml'"},
		"":          {"experiment", "'.toml'"},
	} {
		s, err := Parse(name, []byte(small))
		if err != nil {
			t.Fatal(err)
		}
		s.dir = filepath.Join("some", "where")
		if got := s.documentName(); got != want.document {
			t.Errorf("%q: document %s, want %s", name, got, want.document)
		}
		if got := "$ quadword experiment " + want.command + " --out FOLDER"; s.command(s.Games) != got {
			t.Errorf("%q: %s, want %s", name, s.command(s.Games), got)
		}
	}
}
