package sim_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"quadword/agents"
	"quadword/engine"
	"quadword/engine/lexicon"
	"quadword/engine/tile"
	"quadword/sim"
	"quadword/sim/dataset"
	"quadword/sim/verify"
)

// TestSoak plays many games of greedy into a dataset and verifies them, and
// looks whether the process grows with what it has done: the heap, what the
// system gave it, goroutines, open files. A run of some hundred games is
// always there; `-tags long` plays for hours. SOAK_STANDARD and SOAK_SUPER
// change how many games, SOAK_DIR where they go and stay, and SOAK_PROFILE is a
// folder for a profile of the heap after each run.
func TestSoak(t *testing.T) {
	if testing.Short() {
		t.Skip("plays thousands of games")
	}
	for _, board := range engine.LayoutNames() {
		t.Run(board, func(t *testing.T) {
			games := soakGames(board)
			if text := os.Getenv("SOAK_" + strings.ToUpper(board)); text != "" {
				var err error
				if games, err = strconv.ParseInt(text, 10, 64); err != nil {
					t.Fatal(err)
				}
			}
			dir := os.Getenv("SOAK_DIR")
			if dir == "" {
				dir = t.TempDir()
			}
			dir = filepath.Join(dir, board)
			plan := soakPlan(t, board, games)
			played := soakPlay(t, plan, dir, func(sink sim.Sink) sim.Sink { return sink })
			t.Log(played)
			if err := played.grows(256 << 10); err != nil {
				t.Errorf("playing: %v", err)
			}
			profile(t, board+"-played.pprof")
			verified := soakVerify(t, plan, dir)
			t.Log(verified)
			if err := verified.grows(16 << 20); err != nil {
				t.Errorf("verifying: %v", err)
			}
			profile(t, board+"-verified.pprof")
		})
	}
}

// TestSoakNotices: what leaks a little is noticed.
func TestSoakNotices(t *testing.T) {
	if testing.Short() {
		t.Skip("plays thousands of games")
	}
	plan := soakPlan(t, "standard", 600)
	var mu sync.Mutex
	for what, leak := range map[string]func(games int){
		"an object for each game": func() func(int) {
			var kept [][]byte
			return func(games int) {
				for range games {
					kept = append(kept, make([]byte, 4096))
				}
			}
		}(),
		"a goroutine for each part": func(int) {
			go func() { <-t.Context().Done() }()
		},
		"an open file for each part": func(int) {
			f, err := os.Open(os.DevNull)
			if err != nil {
				t.Error(err)
			}
			t.Cleanup(func() { f.Close() })
		},
	} {
		s := soakPlay(t, plan, filepath.Join(t.TempDir(), "run"), func(sink sim.Sink) sim.Sink {
			return sinkFunc(func(number int64, games []sim.Record) error {
				mu.Lock()
				leak(len(games))
				mu.Unlock()
				return sink.Part(number, games)
			})
		})
		err := s.grows(256 << 10)
		t.Logf("%s: %v", what, err)
		if err == nil && (runtime.GOOS == "linux" || !strings.Contains(what, "file")) {
			t.Errorf("%s is not noticed: %v", what, s)
		}
	}
}

// soakPlan is a run of greedy against itself in some sixty parts or more, of
// 1,000 games at most.
func soakPlan(t *testing.T, board string, games int64) *sim.Plan {
	t.Helper()
	rules, ok := engine.BuiltinRules(board)
	if !ok {
		t.Fatalf("no board %s", board)
	}
	words, err := lexicon.Open("open", rules.TileSet.Alphabet, lexicon.Options{})
	if err != nil {
		t.Fatal(err)
	}
	greedy, err := agents.Parse("greedy")
	if err != nil {
		t.Fatal(err)
	}
	return &sim.Plan{Rules: rules, Lexicon: words, Agents: []agents.Spec{greedy}, Games: games, Seed: 1, PartGames: min(1000, max(1, games/60)), OnFault: sim.Forfeit, MoveTimeout: time.Minute}
}

// soakPlay plays a plan into a folder. What takes the games may be replaced.
func soakPlay(t *testing.T, plan *sim.Plan, dir string, by func(sim.Sink) sim.Sink) *samples {
	t.Helper()
	match, err := plan.Match(runtime.GOMAXPROCS(0))
	if err != nil {
		t.Fatal(err)
	}
	run, err := dataset.Create(dir, "soak", plan.Spec(match))
	if err != nil {
		t.Fatal(err)
	}
	s := &samples{}
	sink := by(sim.NewWriter(run, match, false))
	var writing sync.RWMutex // nothing is being written when a sample is taken
	err = match.Run(t.Context(), sinkFunc(func(number int64, games []sim.Record) error {
		writing.RLock()
		err := sink.Part(number, games)
		writing.RUnlock()
		if err != nil {
			return err
		}
		writing.Lock()
		defer writing.Unlock()
		s.take()
		return nil
	}), &sim.Progress{})
	if err != nil {
		t.Fatal(err)
	}
	if err := run.Finish(dataset.Complete); err != nil {
		t.Fatal(err)
	}
	return s
}

// soakVerify verifies the run in a folder, a number of times if it is short, so
// that there is something to compare.
func soakVerify(t *testing.T, plan *sim.Plan, dir string) *samples {
	t.Helper()
	m, err := dataset.ReadManifest(dir)
	if err != nil {
		t.Fatal(err)
	}
	s := &samples{}
	for len(s.all) < minSamples {
		progress := &verify.Progress{}
		ctx, stop := context.WithCancel(t.Context())
		var sampling sync.WaitGroup
		sampling.Go(func() {
			for last := int64(0); ctx.Err() == nil; time.Sleep(time.Millisecond) {
				if parts := progress.Parts.Load(); parts > last && parts < int64(len(m.Parts)) {
					last = parts
					s.take()
				}
			}
		})
		r, err := verify.Run(ctx, dir, verify.Options{
			Lexicon: func(string, *tile.Alphabet) (*lexicon.Lexicon, error) { return plan.Lexicon, nil },
			Workers: runtime.GOMAXPROCS(0), Progress: progress,
		})
		stop()
		sampling.Wait()
		if err != nil || r.Fault != nil || r.Games != plan.Games || r.State != dataset.Complete {
			t.Fatalf("%+v, %v", r, err)
		}
	}
	return s
}

type sinkFunc func(int64, []sim.Record) error

func (f sinkFunc) Part(number int64, games []sim.Record) error { return f(number, games) }

// profile writes what is in use of the heap, if a folder for it is given.
func profile(t *testing.T, name string) {
	t.Helper()
	dir := os.Getenv("SOAK_PROFILE")
	if dir == "" {
		return
	}
	f, err := os.Create(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	runtime.GC()
	if err := pprof.Lookup("heap").WriteTo(f, 0); err != nil {
		t.Fatal(err)
	}
}

// A sample is what the process takes at a moment.
type sample struct {
	heap       int64 // bytes in use after a collection
	resident   int64 // bytes of memory that the system gave it, 0 where it does not tell
	goroutines int64
	files      int64 // open ones, 0 where the system does not tell
}

// samples are taken after each part.
type samples struct {
	mu  sync.Mutex
	all []sample
}

func (s *samples) take() {
	s.mu.Lock()
	defer s.mu.Unlock()
	var m runtime.MemStats
	runtime.GC()
	runtime.GC() // what lies in a sync.Pool outlives one
	runtime.ReadMemStats(&m)
	one := sample{heap: int64(m.HeapAlloc), goroutines: int64(runtime.NumGoroutine())}
	var size int64
	if text, err := os.ReadFile("/proc/self/statm"); err == nil {
		fmt.Sscan(string(text), &size, &one.resident)
		one.resident *= int64(os.Getpagesize())
	}
	if files, err := os.ReadDir("/proc/self/fd"); err == nil {
		one.files = int64(len(files))
	}
	s.all = append(s.all, one)
}

// figures are what is looked at, and by how much it may grow: from one third of the samples
// to the next, and for each part in a third. A part is a line of the manifest,
// of which there are a few copies; the rest is noise, of the heap more or less
// by what is going on when samples are taken.
func figures(heap int64) []figure {
	return []figure{
		{"heap", func(s sample) int64 { return s.heap }, heap, 2 << 10},
		{"resident memory", func(s sample) int64 { return s.resident }, 48 << 20, 2 << 10},
		{"goroutines", func(s sample) int64 { return s.goroutines }, 8, 0},
		{"open files", func(s sample) int64 { return s.files }, 8, 0},
	}
}

type figure struct {
	name        string
	of          func(sample) int64
	slack, part int64
}

// minSamples is how many there must be to tell anything.
const minSamples = 30

// grows is an error if the last third of the samples lies above the second:
// their lowest figures are compared, for what goes on when a sample is taken (a
// part half played or half written) comes and goes, and what leaks stays.
func (s *samples) grows(heap int64) error {
	if len(s.all) < minSamples {
		return fmt.Errorf("%d samples are too few to tell", len(s.all))
	}
	third := len(s.all) / 3
	for _, f := range figures(heap) {
		before, after := s.lowest(third, 2*third, f.of), s.lowest(2*third, len(s.all), f.of)
		if most := f.slack + f.part*int64(third); after-before > most {
			return fmt.Errorf("%s grew from %d to %d from the second third of %d samples to the last, by more than %d", f.name, before, after, len(s.all), most)
		}
	}
	return nil
}

func (s *samples) lowest(from, to int, of func(sample) int64) int64 {
	low := of(s.all[from])
	for _, one := range s.all[from:to] {
		low = min(low, of(one))
	}
	return low
}

// String is the lowest figures of each third.
func (s *samples) String() string {
	text := fmt.Sprintf("%d samples, lowest by thirds:", len(s.all))
	third := len(s.all) / 3
	for _, f := range figures(0) {
		text += fmt.Sprintf("  %s", f.name)
		for i := range 3 {
			text += fmt.Sprintf(" %d", s.lowest(i*third, (i+1)*third, f.of))
		}
	}
	return text
}
