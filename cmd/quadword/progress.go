package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// How often progress is shown: on a terminal, and as lines of a log.
const (
	barEvery  = 200 * time.Millisecond
	lineEvery = 5 * time.Second
)

// follow shows how many of all games, or of what else is worked on, are done
// until the function it returns is called: as a bar on a terminal, else as a
// line now and then. What is done already counts, but not as done since.
func (a *app) follow(what string, done func() int64, all int64) (stop func()) {
	show, hide, every := lines(a.stderr, what, all), func() {}, lineEvery
	if isTerminal(a.stderr) {
		show, hide = bar(a.stderr, all)
		every = barEvery
	}
	before := done()
	ctx, cancel := context.WithCancel(context.Background())
	var showing sync.WaitGroup
	showing.Go(func() {
		started, tick := time.Now(), time.NewTicker(every)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				if n := done(); n > before {
					show(n, pace(what, n-before, all-before, time.Since(started)))
				}
			case <-ctx.Done():
				hide()
				return
			}
		}
	})
	return func() {
		cancel()
		showing.Wait()
	}
}

// pace says how fast it goes: "310 games/s  2.6 s left".
func pace(what string, done, all int64, elapsed time.Duration) string {
	rate := float64(done) / elapsed.Seconds()
	left := time.Duration(float64(all-done) / rate * float64(time.Second))
	decimals := 0
	if rate < 10 {
		decimals = 1
	}
	return fmt.Sprintf("%.*f %s/s  %s left", decimals, rate, what, timeLeft(left))
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// bar shows progress on a terminal until it is hidden. Errors are those of a
// terminal that has gone, which is no reason to stop.
func bar(w io.Writer, all int64) (show func(done int64, pace string), hide func()) {
	b := progressbar.NewOptions64(all,
		progressbar.OptionSetWriter(w),
		progressbar.OptionShowCount(),
		progressbar.OptionSetElapsedTime(false),
		progressbar.OptionSetPredictTime(false), // pace has it
		progressbar.OptionShowDescriptionAtLineEnd(),
		progressbar.OptionSetWidth(30),
	)
	return func(done int64, pace string) {
		b.Describe(pace)
		b.Set64(done)
	}, func() { b.Clear() }
}

// lines shows progress as lines. A run that ends before the first has none.
func lines(w io.Writer, what string, all int64) func(done int64, pace string) {
	return func(done int64, pace string) {
		fmt.Fprintf(w, "%s %d/%d  %s\n", what, done, all, pace)
	}
}

// timeLeft is a time as people want it: "2.6 s", "47 s", "3m20s", "2h10m0s".
func timeLeft(d time.Duration) string {
	switch {
	case d < 10*time.Second:
		return fmt.Sprintf("%.1f s", d.Seconds())
	case d < time.Minute:
		return fmt.Sprintf("%.0f s", d.Seconds())
	case d < time.Hour:
		return d.Round(time.Second).String()
	}
	return d.Round(time.Minute).String()
}
