package sim

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// scriptedStop is a Stop that has a match end with a part. It notes how far ahead of
// what it has seen parts come.
type scriptedStop struct {
	end  int64 // parts that count
	fail int64 // the part at which it fails, if it is not 0
	wait chan struct{}

	mu    sync.Mutex
	came  map[int64]bool
	parts int64
	ahead int64
}

func newScriptedStop(end int64, have map[int64]bool) *scriptedStop {
	s := &scriptedStop{end: end, came: map[int64]bool{}}
	for part := range have {
		s.came[part] = true
	}
	s.count()
	return s
}

func (s *scriptedStop) count() {
	for s.parts < s.end && s.came[s.parts] {
		s.parts++
	}
}

func (s *scriptedStop) Part(number int64, games []Record) error {
	if s.wait != nil && number == 0 {
		<-s.wait
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.fail > 0 && number == s.fail {
		return errors.New("no opinion")
	}
	if s.came[number] || len(games) == 0 {
		return fmt.Errorf("part %d comes twice or is empty", number)
	}
	s.ahead = max(s.ahead, number-s.parts)
	s.came[number] = true
	s.count()
	return nil
}

func (s *scriptedStop) Seen() (int64, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.parts, s.parts == s.end
}

// TestStop: whatever the number of workers and of parts that are there, the sink
// gets the parts up to the one at which the match is said to end, and they are
// those of a match that is played out.
func TestStop(t *testing.T) {
	m := newMatch(t, "standard", 20, 1, "greedy")
	m.Schedule.PartDeals = 2
	var all gather
	if err := m.Run(t.Context(), &all, new(Progress)); err != nil {
		t.Fatal(err)
	}
	last := m.Schedule.Parts()
	for _, end := range []int64{1, 4, last, last + 1} {
		for _, have := range []map[int64]bool{nil, {0: true}, {0: true, 1: true, 2: true, 3: true}, {1: true, 3: true}, {6: true}} {
			for _, m.Workers = range []int{1, 2, 8} {
				m.Have = have
				rule := newScriptedStop(end, have)
				m.Stop = rule
				got := gather{parts: map[int64][]Record{}}
				if err := m.Run(t.Context(), &got, new(Progress)); err != nil {
					t.Fatal(err)
				}
				want := map[int64][]Record{}
				for part := range min(end, last) {
					if !have[part] {
						want[part] = all.parts[part]
					}
				}
				if !reflect.DeepEqual(got.parts, want) {
					t.Errorf("end %d, have %v, %d workers: parts %v, want %v", end, have, m.Workers, keys(got.parts), keys(want))
				}
				if most := newParts(m, nil, nil).ahead; rule.ahead > most {
					t.Errorf("%d workers: %d parts ahead, and the most is %d", m.Workers, rule.ahead, most)
				}
			}
		}
	}
}

func keys(parts map[int64][]Record) (numbers []int64) {
	for n := range parts {
		numbers = append(numbers, n)
	}
	return numbers
}

// TestStopBounds: workers wait for a part that takes its time, and what they play
// meanwhile is bounded. So they do until they are told to stop.
func TestStopBounds(t *testing.T) {
	for _, interrupted := range []bool{false, true} {
		m := newMatch(t, "standard", 4000, 3, "greedy")
		m.Schedule.PartDeals = 2
		rule := newScriptedStop(20, nil)
		rule.wait = make(chan struct{})
		m.Stop = rule
		ctx, cancel := context.WithCancelCause(t.Context())
		cause := errors.New("enough")
		var progress Progress
		got := gather{parts: map[int64][]Record{}}
		done := make(chan error)
		go func() { done <- m.Run(ctx, &got, &progress) }()
		var before int64 = -1
		for now := progress.Games.Load(); now != before || now == 0; now = progress.Games.Load() {
			before = now
			time.Sleep(50 * time.Millisecond)
		}
		// The first part and those that may be begun behind it.
		if most := (newParts(m, nil, nil).ahead + 1) * 2; before > most || before < 2 {
			t.Errorf("%d games were played while the first part waited, want 2 to %d", before, most)
		}
		if len(got.parts) > 0 {
			t.Error("a part was handed over before the first was looked at")
		}
		if interrupted {
			cancel(cause)
		}
		close(rule.wait)
		want := int64(20)
		err := <-done
		if interrupted {
			if err != cause {
				t.Errorf("error %v, want the cause", err)
			}
		} else if err != nil || int64(len(got.parts)) != want {
			t.Errorf("%d parts, want %d, error %v", len(got.parts), want, err)
		}
		cancel(nil)
	}
}

// onePartFails is a sink that cannot take one of the parts.
type onePartFails struct {
	part int64
	done atomic.Int64
}

func (s *onePartFails) Part(number int64, _ []Record) error {
	if number == s.part {
		time.Sleep(20 * time.Millisecond) // others end the match meanwhile
		return errors.New("disk full")
	}
	s.done.Add(1)
	return nil
}

// TestStopErrors: an error is one also when the match is known to be over.
func TestStopErrors(t *testing.T) {
	m := newMatch(t, "standard", 200, 4, "greedy")
	m.Schedule.PartDeals = 2
	for part := range int64(5) {
		m.Stop = newScriptedStop(5, nil)
		if err := m.Run(t.Context(), &onePartFails{part: part}, new(Progress)); err == nil || !strings.Contains(err.Error(), "disk full") {
			t.Errorf("part %d fails: %v", part, err)
		}
	}
	sink := &onePartFails{part: 5}
	m.Stop = newScriptedStop(5, nil)
	if err := m.Run(t.Context(), sink, new(Progress)); err != nil || sink.done.Load() != 5 {
		t.Errorf("%d parts, error %v", sink.done.Load(), err)
	}
	rule := newScriptedStop(12, nil)
	rule.fail = 3
	m.Stop = rule
	if err := m.Run(t.Context(), nil, new(Progress)); err == nil || !strings.Contains(err.Error(), "no opinion") {
		t.Errorf("error %v, want that of the rule", err)
	}
}
