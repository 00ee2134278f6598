package sim

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"quadword/agents"
	"quadword/engine"
	"quadword/engine/enginetest"
	"quadword/engine/notation"
	"quadword/sim/dataset"
)

// lookingAhead is an agent that compares four moves, quickly.
const lookingAhead = "montecarlo:candidates=4,iterations=3,plies=1,preendgame=200"

// planOf is a plan of some games of agents.
func planOf(t *testing.T, candidates int, names ...string) Plan {
	t.Helper()
	rules, _ := engine.BuiltinRules("standard")
	plan := Plan{
		Rules: rules, Lexicon: enginetest.OpenLexicon(t), Games: 4, Seed: 5, PartGames: 2,
		Paired: !SelfPlay(names), Candidates: candidates,
	}
	for _, name := range names {
		spec, err := agents.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		plan.Agents = append(plan.Agents, spec)
	}
	return plan
}

// TestCandidateRows compares the rows with what the agent decides when it is
// asked at each position, and its decision with that of an agent that need not
// tell.
func TestCandidateRows(t *testing.T) {
	if testing.Short() {
		t.Skip("plays alone, which the race detector makes slow and learns nothing from")
	}
	plan := planOf(t, 3, lookingAhead, "greedy")
	m, err := plan.Match(1)
	if err != nil {
		t.Fatal(err)
	}
	silent := *m
	silent.Candidates = 0
	total := 0
	rows := m.rowMaker()
	for deal := range int64(2) {
		for i := range 2 {
			game := m.Schedule.Game(deal, i)
			rec, err := m.Replay(context.Background(), game)
			if err != nil {
				t.Fatal(err)
			}
			quiet, err := silent.Replay(context.Background(), game)
			if err != nil {
				t.Fatal(err)
			}
			_, moves := rows.rows(&rec)
			left := rows.candidates
			total += len(left)
			var p engine.Position
			p.Deal(m.Rules, appendOrder(nil, m.Rules.TileSet, m.Seed, deal), exchangeSeed(m.Seed, deal))
			for turn := range rec.Turns {
				d := rec.Turns[turn]
				for j := range d.Compared {
					c, row := &d.Compared[j], left[0]
					left = left[1:]
					if c.Move == d.Move != (j == 0) || c.Visits.V < 1 || len(d.Compared) > 3 {
						t.Fatalf("game %d, turn %d: %+v", rec.ID, turn, d)
					}
					want := dataset.CandidateRow{
						GameID: rec.ID, DealID: deal, Turn: int32(turn), Seat: moves[turn].Seat, Rank: int32(j + 1),
						Move:   string(notation.AppendMove(nil, m.Rules.TileSet.Alphabet, p.Board(), &c.Move)),
						Action: c.Move.Kind.String(), Chosen: j == 0, Score: c.Score, Leave: row.Leave,
						Equity: dataset.Null[int32](c.Equity), Mean: dataset.Null[float64](c.Mean),
						StandardError: dataset.Null[float64](c.StandardError), WinProb: dataset.Null[float64](c.WinProb),
						Spread: dataset.Null[int32](c.Spread), Visits: dataset.Null[int32](c.Visits),
					}
					if row != want {
						t.Fatalf("row\n%+v, want\n%+v", row, want)
					}
					if j == 0 && (row.Leave != moves[turn].Leave || row.Score != moves[turn].Score || row.WinProb != moves[turn].WinProb || row.StandardError != moves[turn].StandardError) {
						t.Fatalf("row\n%+v, of the move\n%+v", row, moves[turn])
					}
				}
				p.Play(d.Move)
				if d.Compared = nil; !reflect.DeepEqual(d, quiet.Turns[turn]) {
					t.Fatalf("game %d, turn %d: decides %+v, and %+v if it need not tell", rec.ID, turn, d, quiet.Turns[turn])
				}
			}
			if len(left) > 0 {
				t.Fatalf("game %d: %d rows too many", rec.ID, len(left))
			}
		}
	}
	if total < 50 {
		t.Errorf("%d candidates", total)
	}
}

// runFiles plays a plan into a new folder and gives the files of it by name.
func runFiles(t *testing.T, plan Plan, workers int) map[string]string {
	t.Helper()
	return runFilesWith(t, plan, workers, func(*Match) {})
}

// runFilesWith does so with a change of the match.
func runFilesWith(t *testing.T, plan Plan, workers int, change func(*Match)) map[string]string {
	t.Helper()
	m, err := plan.Match(workers)
	if err != nil {
		t.Fatal(err)
	}
	change(m)
	dir := filepath.Join(t.TempDir(), "run")
	run, err := dataset.Create(dir, "test", plan.Spec(m))
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Run(context.Background(), NewWriter(run, m, false), new(Progress)); err != nil {
		t.Fatal(err)
	}
	if err := run.Finish(dataset.Complete); err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, pattern := range []string{"*", "*/*"} {
		names, _ := filepath.Glob(filepath.Join(dir, pattern))
		for _, name := range names {
			if text, err := os.ReadFile(name); err == nil { // else a folder
				rel, _ := filepath.Rel(dir, name)
				all[rel] = string(text)
			}
		}
	}
	return all
}

// TestCandidateBytes: neither the number of workers nor the table of candidates
// changes a byte of anything else.
func TestCandidateBytes(t *testing.T) {
	without := runFiles(t, planOf(t, 0, lookingAhead, "greedy"), 2)
	with := runFiles(t, planOf(t, 3, lookingAhead, "greedy"), 1)
	if with["candidates/part-00001.parquet"] == "" || len(with) != len(without)+2 {
		t.Errorf("%d files with candidates, %d without", len(with), len(without))
	}
	if again := runFiles(t, planOf(t, 3, lookingAhead, "greedy"), 3); !reflect.DeepEqual(with, again) {
		t.Errorf("3 workers write other bytes than 1")
	}
	for name, text := range without {
		if name != "manifest.json" && with[name] != text {
			t.Errorf("%s: other bytes with candidates", name)
		}
	}
}

// TestLookaheadBytes: what an agent that looks ahead, infers racks and searches
// endgames keeps from game to game shows in no byte, whether one worker plays all
// of the games or each of four plays one.
func TestLookaheadBytes(t *testing.T) {
	for _, board := range []string{"standard", "super"} {
		t.Run(board, func(t *testing.T) {
			if testing.Short() && board == "super" {
				t.Skip("plays for long")
			}
			plan := planOf(t, 3, "montecarlo:candidates=4,iterations=4,inference=20,endgame=300,preendgame=200")
			plan.Rules, _ = engine.BuiltinRules(board)
			plan.PartGames = 1
			one := runFiles(t, plan, 1)
			if one["candidates/part-00003.parquet"] == "" {
				t.Error("no file of candidates")
			}
			if four := runFiles(t, plan, 4); !reflect.DeepEqual(one, four) {
				t.Error("4 workers write other bytes than 1")
			}
		})
	}
}

// TestNoCandidates: agents that do not look ahead tell of none, and the table
// is empty but there.
func TestNoCandidates(t *testing.T) {
	files := runFiles(t, planOf(t, 3, "greedy"), 1)
	if files["candidates/part-00000.parquet"] == "" {
		t.Error("no file of candidates")
	}
	plan := planOf(t, -1, "greedy")
	if _, err := plan.Match(1); err == nil {
		t.Error("-1 candidates were taken")
	}
}
