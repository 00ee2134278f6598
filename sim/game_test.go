package sim

import (
	"context"
	"errors"
	"maps"
	"math/rand/v2"
	"reflect"
	"strings"
	"sync"
	"testing"

	"quadword/agents"
	"quadword/engine"
	"quadword/engine/enginetest"
	"quadword/engine/tile"
)

func newMatch(t testing.TB, board string, games int64, workers int, names ...string) *Match {
	t.Helper()
	rules, _ := engine.BuiltinRules(board)
	plan := Plan{Rules: rules, Lexicon: enginetest.OpenLexicon(t), Games: games, Seed: 1, PartGames: 6, Paired: !SelfPlay(names)}
	for _, name := range names {
		spec, err := agents.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		plan.Agents = append(plan.Agents, spec)
	}
	m, err := plan.Match(workers)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// gather is a Sink that keeps all games.
type gather struct {
	mu    sync.Mutex
	parts map[int64][]Record
}

func (g *gather) Part(number int64, games []Record) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.parts == nil {
		g.parts = map[int64][]Record{}
	}
	if g.parts[number] != nil {
		return errors.New("a part came twice")
	}
	g.parts[number] = games
	return nil
}

func TestWorkersDoNotMatter(t *testing.T) {
	for _, board := range []string{"standard", "super"} {
		var want map[int64][]Record
		for _, workers := range []int{1, 2, 8} {
			m := newMatch(t, board, 20, workers, "greedy", "random")
			var got gather
			var progress Progress
			if err := m.Run(context.Background(), &got, &progress); err != nil {
				t.Fatal(err)
			}
			if n := progress.Games.Load(); n != 20 || int64(len(got.parts)) != m.Schedule.Parts() {
				t.Fatalf("%d games in %d parts", n, len(got.parts))
			}
			if want == nil {
				want = got.parts
			}
			if !reflect.DeepEqual(got.parts, want) {
				t.Errorf("%s: %d workers play other games than 1", board, workers)
			}
		}
	}
}

func TestReplayDecidesTheSame(t *testing.T) {
	m := newMatch(t, "standard", 8, 2, "random", "greedy")
	var got gather
	if err := m.Run(context.Background(), &got, new(Progress)); err != nil {
		t.Fatal(err)
	}
	for _, games := range got.parts {
		for _, want := range games {
			rec, err := m.Replay(context.Background(), want.Game)
			if err != nil || !reflect.DeepEqual(rec, want) {
				t.Errorf("game %d: %v", want.ID, err)
			}
		}
	}
}

// TestPairsAreMatched: in a pair the seats see the same opening racks, and
// two agents that always decide alike play the same game twice.
func TestPairsAreMatched(t *testing.T) {
	m := newMatch(t, "super", 10, 1, "greedy", "random")
	var got gather
	if err := m.Run(context.Background(), &got, new(Progress)); err != nil {
		t.Fatal(err)
	}
	for _, games := range got.parts {
		for i := 0; i < len(games); i += 2 {
			a, b := games[i], games[i+1]
			if a.Deal != b.Deal || a.Seats[0] != b.Seats[1] || a.Seats[1] != b.Seats[0] {
				t.Fatalf("games %+v and %+v are no pair", a.Game, b.Game)
			}
		}
	}
	table, err := m.table(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var p, q engine.Position
	table.deal(&p, m.Schedule.Game(3, 0))
	table.deal(&q, m.Schedule.Game(3, 1))
	for seat := range 2 {
		if *p.Rack(seat) != *q.Rack(seat) {
			t.Errorf("seat %d has another opening rack in the second game of the pair", seat)
		}
	}
}

// script is an agent that plays what it is told.
type script struct {
	choose func(engine.View) (agents.Decision, error)
}

func (s script) Choose(_ context.Context, v engine.View, _ *rand.Rand) (agents.Decision, error) {
	return s.choose(v)
}

// scripted is a match of two scripted agents.
func scripted(t *testing.T, choose func(engine.View) (agents.Decision, error)) *Match {
	m := newMatch(t, "standard", 2, 1, "greedy")
	m.Players = []Player{{"script", agents.Prepared{Make: func(*agents.Env) (agents.Agent, error) { return script{choose}, nil }}}}
	return m
}

func TestRefereeRefuses(t *testing.T) {
	for _, c := range []struct{ what, want string }{
		{"not on the rack", "are not all on the rack"},
		{"no word", "is not in lexicon open"},
		{"start square", "does not cover the start square"},
		{"error", "lost my glasses"},
	} {
		m := scripted(t, func(v engine.View) (agents.Decision, error) {
			rack := v.Rack()
			tiles := rack.AppendTiles(nil)
			move := engine.Move{Kind: engine.Play, Row: 7, Col: 7, Len: 3, N: 3}
			copy(move.Tiles[:], tiles[:3])
			switch c.what {
			case "not on the rack":
				move.Tiles = [engine.MaxRack]tile.Tile{26, 26, 26}
			case "no word": // three tiles in alphabetical order, made no word by their repetition
				for i := range 3 {
					if move.Tiles[i] == tile.Blank {
						move.Tiles[i] = tile.BlankBit | 26
					}
				}
				move.Tiles[0], move.Tiles[2] = move.Tiles[2], move.Tiles[0]
			case "start square":
				move.Row = 0
				for i := range 3 {
					if move.Tiles[i] == tile.Blank {
						move.Tiles[i] = tile.BlankBit | 26
					}
				}
			case "error":
				return agents.Decision{}, errors.New("lost my glasses")
			}
			return agents.Decision{Move: move}, nil
		})
		err := m.Run(context.Background(), nil, new(Progress))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", c.what, err, c.want)
			continue
		}
		for _, part := range []string{"seed 1", "deal 0", "game 0", "turn 0", "script", "15/15/15"} {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("%s: error %v does not say %q", c.what, err, part)
			}
		}
	}
}

func TestPassingEndsTheGame(t *testing.T) {
	m := scripted(t, func(engine.View) (agents.Decision, error) { return agents.Decision{}, nil })
	var got gather
	if err := m.Run(context.Background(), &got, new(Progress)); err != nil {
		t.Fatal(err)
	}
	for _, games := range got.parts {
		for _, g := range games {
			if len(g.Turns) != 6 {
				t.Errorf("%d passes, want 6", len(g.Turns))
			}
		}
	}
}

func TestRunStops(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	m := newMatch(t, "standard", 1000, 2, "random")
	cause := errors.New("enough")
	var progress Progress
	done := make(chan error)
	var got gather
	go func() { done <- m.Run(ctx, &got, &progress) }()
	for progress.Games.Load() < 20 {
	}
	cancel(cause)
	if err := <-done; err != cause {
		t.Errorf("error %v, want the cause", err)
	}
	for number, games := range got.parts {
		for i, g := range games {
			if len(g.Turns) == 0 || g.ID != number*6+int64(i) {
				t.Fatalf("part %d is not whole", number)
			}
		}
	}
	failing := newMatch(t, "standard", 20, 2, "greedy")
	if err := failing.Run(context.Background(), failingSink{}, new(Progress)); err == nil || !strings.Contains(err.Error(), "disk") {
		t.Errorf("error %v, want the sink's", err)
	}
	failing.Workers = 0
	if err := failing.Run(context.Background(), nil, new(Progress)); err == nil {
		t.Error("no workers, no error")
	}
}

// TestHave: parts that are there are not played, which changes nothing in the
// others, the short last one among them, whatever the number of workers.
func TestHave(t *testing.T) {
	var all gather
	m := newMatch(t, "standard", 20, 1, "random")
	m.Schedule.PartDeals = 3
	if err := m.Run(context.Background(), &all, new(Progress)); err != nil {
		t.Fatal(err)
	}
	last := m.Schedule.Parts() - 1
	there, least := [][]int64{{0}, {1, 2}, {last}, {0, 1, 2, last}}, 1
	if testing.Short() { // for the race detector: what runs concurrently
		there, least = there[1:2], 3
	}
	for _, have := range there {
		for workers := least; workers <= 3; workers++ {
			want := maps.Clone(all.parts)
			m.Have, m.Workers = map[int64]bool{}, workers
			for _, number := range have {
				m.Have[number] = true
				delete(want, number)
			}
			got := gather{parts: map[int64][]Record{}}
			var progress Progress
			if err := m.Run(context.Background(), &got, &progress); err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(got.parts, want) {
				t.Errorf("with parts %v there, %d workers play other games", have, workers)
			}
			games := 0
			for _, part := range want {
				games += len(part)
			}
			if n := progress.Games.Load(); n != int64(games) {
				t.Errorf("%d games were played, want %d", n, games)
			}
		}
	}
}

type failingSink struct{}

func (failingSink) Part(int64, []Record) error { return errors.New("disk full") }

// TestStreamsArePinned holds what datasets depend on for ever.
func TestStreamsArePinned(t *testing.T) {
	rules, _ := engine.BuiltinRules("super")
	order := appendOrder(nil, rules.TileSet, 1, 0)
	if got := tile.English().RackText(tile.RackOf(order...)); len(got) != 200 {
		t.Fatalf("%d tiles", len(got))
	}
	var text strings.Builder
	for _, tl := range order[:40] {
		text.WriteRune(tile.English().RackRune(tl))
	}
	const want = "VSOEMANOKNSREAAPERCEARUSLOPUZAGYTEEDOEXF"
	if text.String() != want {
		t.Errorf("the bag of deal 0 begins %s, want %s", &text, want)
	}
	if got, want := exchangeSeed(1, 0), uint64(0xe6d68f0309f8cff7); got != want {
		t.Errorf("exchange seed %#x, want %#x", got, want)
	}
	var pcg rand.PCG
	seedAgent(&pcg, 1, 2, 3, 1)
	if got, want := pcg.Uint64(), uint64(0x369eb80817ccc5e4); got != want {
		t.Errorf("agents draw %#x first, want %#x", got, want)
	}
	seedAgain(&pcg, 1, 2, 3, 1, 17)
	if got, want := pcg.Uint64(), uint64(0x4199ce06e8edd1ba); got != want {
		t.Errorf("after a failure they draw %#x first, want %#x", got, want)
	}
}
