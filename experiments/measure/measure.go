package measure

import (
	"fmt"
	"slices"
	"strings"
)

// Measure is one thing that is measured of games.
type Measure struct {
	Name    string `json:"name"` // snake_case
	Unit    string `json:"unit"`
	Meaning string `json:"meaning"`
	Kinds   []Kind `json:"kinds"` // of subjects that it can be taken of
	Scale   int64  `json:"scale"` // divides y; 1 unless y is counted in parts of the unit

	moves []string // columns of the moves table that it takes, none if the games table will do
	of    func(s *sheet, seat int) (y, n int64)
	once  bool // of counts what happened in the whole game: it is asked of seat 0 only
	both  bool // n is 1 for a game, and y the sum over the seats, if the subject is all
}

// Kind is a kind of subject.
type Kind string

const (
	All   Kind = "all"   // all seats together
	Agent Kind = "agent" // one agent, at each seat that it has
	Seat  Kind = "seat"  // one seat, whoever sits there
)

// Subject is whom a figure is taken of: All, an agent or a seat.
type Subject struct {
	Kind  Kind   `json:"kind"`
	Agent string `json:"agent,omitempty"` // its canonical spec
	Seat  int    `json:"seat,omitempty"`  // from 0
}

// OfAll is all seats together.
func OfAll() Subject { return Subject{Kind: All} }

// OfAgent is the agent with a canonical spec.
func OfAgent(spec string) Subject { return Subject{Kind: Agent, Agent: spec} }

// OfSeat is a seat, from 0.
func OfSeat(seat int) Subject { return Subject{Kind: Seat, Seat: seat} }

func (s Subject) String() string {
	switch s.Kind {
	case Agent:
		return s.Agent
	case Seat:
		return fmt.Sprintf("seat %d", s.Seat)
	}
	return "all"
}

// seats calls f with each seat of a game that the subject has.
func (s Subject) seats(agents []string, f func(seat int)) {
	for seat, agent := range agents {
		if s.Kind == All || s.Kind == Agent && s.Agent == agent || s.Kind == Seat && s.Seat == seat {
			f(seat)
		}
	}
}

// Has tells whether the measure can be taken of subjects of a kind.
func (m Measure) Has(k Kind) bool { return slices.Contains(m.Kinds, k) }

// add adds what a game shows of a subject.
func (m *Measure) add(s *sheet, subject Subject, y, n *int64) {
	if m.once {
		dy, dn := m.of(s, 0)
		*y, *n = *y+dy, *n+dn
		return
	}
	games := int64(0)
	subject.seats(s.game.Agent, func(seat int) {
		dy, dn := m.of(s, seat)
		*y += dy
		if m.both && subject.Kind == All {
			games = 1
		} else {
			games += dn
		}
	})
	*n += games
}

// Find is the measure of a name. The error for a name that there is not lists
// those there are.
func Find(name string) (Measure, error) {
	all := Measures()
	var names []string
	for _, m := range all {
		if m.Name == name {
			return m, nil
		}
		names = append(names, m.Name)
	}
	return Measure{}, fmt.Errorf("unknown measure %q: expected one of %s", name, strings.Join(names, ", "))
}
