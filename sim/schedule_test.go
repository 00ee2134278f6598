package sim

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestScheduleNumbersEveryGameOnce(t *testing.T) {
	for _, c := range []struct {
		agents       string
		seats        int
		games        int64
		paired       bool
		lineups, all int64
	}{
		{"a", 2, 5, false, 1, 5},
		{"a", 4, 7, false, 1, 7},
		{"a b", 2, 6, true, 1, 6},
		{"a b", 2, 5, false, 1, 5},
		{"a a", 2, 5, false, 1, 5},
		{"a b c d", 2, 4, true, 6, 24},
		{"a b c d", 3, 6, true, 4, 24},
		{"a b c d", 4, 8, true, 1, 8},
		{"a a b", 3, 9, true, 1, 9},
	} {
		names := strings.Fields(c.agents)
		s, err := NewSchedule(names, c.seats, c.games, c.paired, 10)
		if err != nil {
			t.Errorf("%+v: %v", c, err)
			continue
		}
		if int64(len(s.Lineups)) != c.lineups || s.Games() != c.all {
			t.Errorf("%+v: %d lineups, %d games", c, len(s.Lineups), s.Games())
		}
		id, sat := int64(0), map[[2]int]int{} // (agent, seat) -> games
		for part := range s.Parts() {
			from, to := s.PartRange(part)
			for deal := from; deal < to; deal++ {
				for i := range s.GamesPerDeal() {
					g := s.Game(deal, i)
					if g.ID != id || g.Deal != deal || g.Index != i || len(g.Seats) != c.seats {
						t.Fatalf("%+v: game %d is %+v", c, id, g)
					}
					for seat, agent := range g.Seats {
						sat[[2]int{agent, seat}]++
					}
					id++
				}
			}
		}
		if id != s.Games() {
			t.Errorf("%+v: the parts hold %d games of %d", c, id, s.Games())
		}
		if c.paired {
			for key, n := range sat {
				if n != sat[[2]int{key[0], 0}] {
					t.Errorf("%+v: agent %d sits %d times on seat %d, %d times on seat 0", c, key[0], n, key[1], sat[[2]int{key[0], 0}])
				}
			}
		}
	}
}

func TestScheduleUnpairedTakesTurns(t *testing.T) {
	s, err := NewSchedule([]string{"a", "b"}, 2, 4, false, 10)
	if err != nil {
		t.Fatal(err)
	}
	for deal := range int64(4) {
		want := []int{0, 1}
		if deal%2 == 1 {
			want = []int{1, 0}
		}
		if g := s.Game(deal, 0); !slices.Equal(g.Seats, want) {
			t.Errorf("deal %d: seats %v, want %v", deal, g.Seats, want)
		}
	}
}

func TestScheduleErrors(t *testing.T) {
	for _, c := range []struct {
		agents string
		seats  int
		games  int64
		paired bool
		want   string
	}{
		{"", 2, 2, true, "no agents"},
		{"a b", 2, 0, true, "0 games"},
		{"a b", 2, 3, true, "multiples of 2"},
		{"a b c", 3, 4, true, "multiples of 3"},
		{"a b", 3, 3, true, "2 agents for 3 seats"},
		{"a b a", 2, 2, true, "given twice"},
		{"a a", 2, 2, true, "cannot be paired"},
		{"a", 2, 2, true, "cannot be paired"},
		{"a b", 2, 1e12 + 2, true, "the most is 10^12"},
		{many(65), 2, 2, true, "65 agents: the most is 64"},
		{many(64), 4, 4, true, "635376 lineups of 64 agents make 2541504 games on each deal: the most is 100000"},
	} {
		_, err := NewSchedule(strings.Fields(c.agents), c.seats, c.games, c.paired, 10)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: error %v", c, err)
		}
	}
	if _, err := NewSchedule([]string{"a", "b"}, 2, 1e12, true, 1e12); err == nil || !strings.Contains(err.Error(), "games in a part: the most is 100000") {
		t.Error(err)
	}
}

// many is the names of so many agents.
func many(n int) string {
	var names strings.Builder
	for i := range n {
		fmt.Fprintf(&names, "a%d ", i)
	}
	return names.String()
}
