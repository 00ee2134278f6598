package experiments

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"quadword/sim/dataset"
)

// What is published is the answer of a whole experiment that comes with the
// program, by its file as it is now.
func TestPublished(t *testing.T) {
	folders, err := filepath.Glob("../results/*/experiment.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range folders {
		dir := filepath.Dir(file)
		m, err := ReadManifest(dir)
		if err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(filepath.Join(dir, specFile))
		if err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256(text)
		s, err := Load(m.Name)
		if err != nil {
			t.Fatal(err)
		}
		cells, err := s.Cells()
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case m.State != dataset.Complete || len(m.Cells) != len(cells):
			t.Errorf("%s: %s, with %d cells of %d", dir, m.State, len(m.Cells), len(cells))
		case m.SpecSHA256 != hex.EncodeToString(sum[:]) || !bytes.Equal(s.text, text):
			t.Errorf("%s is of another form of the experiment", dir)
		case m.Seed != s.Seed || m.Games != s.Games:
			t.Errorf("%s: seed %d and %d games, expected %d and %d, which the command beside it makes", dir, m.Seed, m.Games, s.Seed, s.Games)
		}
		for _, name := range []string{"report.md", "report.html", "report.json"} {
			content, err := os.ReadFile(filepath.Join(dir, name))
			if err != nil || len(content) == 0 {
				t.Errorf("%s: %d bytes, %v", name, len(content), err)
			}
			if name == "report.json" && !json.Valid(content) {
				t.Errorf("%s/%s is no JSON", dir, name)
			}
		}
	}
}
