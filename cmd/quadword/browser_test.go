//go:build browser

package main

import (
	"os"
	"path/filepath"
	"testing"

	"quadword/experiments/document/documenttest"
)

// The page of a report comes up in a browser, from disk and without a network.
func TestReportPage(t *testing.T) {
	cacheDir(t)
	for _, c := range []struct {
		name   string
		agents []string
		plots  int
	}{
		{"two", []string{"--agent", "greedy", "--agent", "random"}, 2},
		{"three", []string{"--agent", "greedy", "--agent", "random", "--agent", "equity:leaves=none,unseen=off,late=off,opening=off"}, 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			run, page := filepath.Join(dir, "run"), filepath.Join(dir, "page.html")
			for _, args := range [][]string{
				append([]string{"sim", "--games", "20", "--quiet", "--out", run}, c.agents...),
				{"report", run, "--html", page},
			} {
				if code, _, stderr := quadword(t, args...); code != exitDone {
					t.Fatal(stderr)
				}
			}
			documenttest.InBrowser(t, page, c.plots)
		})
	}
}

// So do that of an experiment, and those that are published.
func TestExperimentPage(t *testing.T) {
	cacheDir(t)
	dir := t.TempDir()
	file, out := filepath.Join(dir, "mine.toml"), filepath.Join(dir, "out")
	text := `title = "Mine"
question = "Does the bonus matter?"
games = 8
runs = true
effects = true
outcomes = ["score", "bingos"]
[game]
agents = ["greedy", "random"]
[[factor]]
name = "bonus"
[[factor.level]]
name = "none"
bingo_bonus = 0
[[factor.level]]
name = "usual"
[[compare]]
factor = "bonus"
`
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	if code, _, stderr := quadword(t, "experiment", file, "--out", out, "--quiet"); code != exitDone {
		t.Fatal(stderr)
	}
	documenttest.InBrowser(t, filepath.Join(out, "report.html"), plotsOf(t, out))
}

func TestPublishedPages(t *testing.T) {
	pages, err := filepath.Glob("../../results/*/report.html")
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range pages {
		documenttest.InBrowser(t, page, plotsOf(t, filepath.Dir(page)))
	}
}

// plotsOf is the number of plots beside a report.
func plotsOf(t *testing.T, dir string) int {
	t.Helper()
	plots, err := filepath.Glob(filepath.Join(dir, "report", "*.svg"))
	if err != nil || len(plots) == 0 {
		t.Fatalf("plots of %s: %v, %v", dir, plots, err)
	}
	return len(plots)
}
