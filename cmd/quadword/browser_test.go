//go:build browser

package main

import (
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
