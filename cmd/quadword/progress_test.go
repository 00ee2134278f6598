package main

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

func TestPace(t *testing.T) {
	for _, c := range []struct {
		done, games int64
		elapsed     time.Duration
		want        string
	}{
		{1200, 2000, 4 * time.Second, "300 games/s  2.7 s left"},
		{10, 1000, 10 * time.Second, "1.0 games/s  16m30s left"},
		{10, 100, 5 * time.Second, "2.0 games/s  45 s left"},
		{1, 10000, time.Second, "1.0 games/s  2h47m0s left"},
	} {
		if got := pace("games", c.done, c.games, c.elapsed); got != c.want {
			t.Errorf("%d of %d in %s: %q, not %q", c.done, c.games, c.elapsed, got, c.want)
		}
	}
}

func TestProgressForms(t *testing.T) {
	var log, terminal bytes.Buffer
	lines(&log, "games", 20)(5, "3 games/s")
	if got, want := log.String(), "games 5/20  3 games/s\n"; got != want {
		t.Errorf("a line of %q, not %q", got, want)
	}
	show, hide := bar(&terminal, 20)
	show(5, "3 games/s")
	if got := terminal.String(); !strings.Contains(got, "(5/20)") || !strings.Contains(got, "3 games/s") {
		t.Errorf("a bar of %q", got)
	}
	hide()
	if got := terminal.String(); !strings.HasSuffix(got, "\r") {
		t.Errorf("the bar is not cleared: %q", got)
	}
}
