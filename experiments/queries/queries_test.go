// Package queries is SQL for DuckDB and no Go, but for the tests of it.
package queries

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Every query says in its first line what it asks, and README.md lists it with
// these words.
func TestREADME(t *testing.T) {
	files, err := filepath.Glob("*.sql")
	if err != nil || len(files) < 2 {
		t.Fatal(files, err)
	}
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var asks []string
		for line := range strings.Lines(string(text)) {
			comment, is := strings.CutPrefix(line, "-- ")
			if !is {
				break
			}
			asks = append(asks, strings.TrimSpace(comment))
		}
		if file == "views.sql" {
			continue
		}
		if want := "| `" + file + "` | " + strings.Join(asks, " ") + " |\n"; len(asks) == 0 || !strings.Contains(string(readme), want) {
			t.Errorf("README.md has no line\n%s", want)
		}
	}
	if rows := strings.Count(string(readme), ".sql` |"); rows != len(files)-1 {
		t.Errorf("README.md lists %d queries, and there are %d", rows, len(files)-1)
	}
}
