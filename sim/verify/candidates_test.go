package verify

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"quadword/sim"
	"quadword/sim/dataset"
)

// candidatesRun plays a run with a table of candidates: at most three of the
// five that are compared.
func candidatesRun(t *testing.T) (sim.Plan, string) {
	plan := sim.Plan{
		Rules: rulesOf(t, "standard", nil), Lexicon: small(t), Seed: 4,
		Games: 6, Paired: true, PartGames: 2, Candidates: 3,
	}
	return plan, playRun(t, plan, "montecarlo:candidates=5,iterations=2,plies=1,endgame=off,preendgame=200", "greedy")
}

func TestCandidates(t *testing.T) {
	t.Parallel()
	plan, dir := candidatesRun(t)
	r := verifyRun(t, dir, plan.Lexicon, Options{Workers: 2, ReplayAgents: 3})
	var rows int64
	for _, p := range open(t, dir).Manifest.Parts {
		rows += p.Candidates
	}
	if r.Fault != nil || r.Replayed != 3 || r.Candidates != rows || rows == 0 {
		t.Errorf("%+v, %d candidates, fault: %v", r, rows, r.Fault)
	}
}

// TestDamagedCandidates rewrites a run with one thing wrong in its candidates
// and wants to be told where it is.
func TestDamagedCandidates(t *testing.T) {
	if testing.Short() {
		t.Skip("one check after another, which the race detector makes slow and learns nothing from")
	}
	t.Parallel()
	plan, clean := candidatesRun(t)
	// where is the first candidate that has a property, in the second part
	where := func(t *testing.T, p *part, is func(*dataset.CandidateRow) bool) int {
		i := slices.IndexFunc(p.candidates, func(c dataset.CandidateRow) bool { return c.Turn > 3 && is(&c) })
		if i < 0 {
			t.Fatal("no such candidate")
		}
		return i
	}
	play := func(c *dataset.CandidateRow) bool { return c.Action == playing && c.Rank == 2 }
	chosen := func(c *dataset.CandidateRow) bool { return c.Chosen }
	exchange := func(c *dataset.CandidateRow) bool { return c.Action == exchanging }
	last := func(c *dataset.CandidateRow) bool { return c.Rank == 3 }
	for _, c := range []struct {
		name   string
		is     func(*dataset.CandidateRow) bool
		damage func(*dataset.CandidateRow)
		column string
	}{
		{"score", play, func(c *dataset.CandidateRow) { c.Score++ }, "score"},
		{"leave", play, func(c *dataset.CandidateRow) { c.Leave += "A" }, "leave"},
		{"seat", play, func(c *dataset.CandidateRow) { c.Seat ^= 1 }, "seat"},
		{"deal", play, func(c *dataset.CandidateRow) { c.DealID++ }, "deal_id"},
		{"rank", play, func(c *dataset.CandidateRow) { c.Rank++ }, "rank"},
		{"not chosen", chosen, func(c *dataset.CandidateRow) { c.Chosen = false }, "chosen"},
		{"chosen", play, func(c *dataset.CandidateRow) { c.Chosen = true }, "chosen"},
		{"action", play, func(c *dataset.CandidateRow) { c.Action = passing }, "action"},
		{"elsewhere", play, func(c *dataset.CandidateRow) { c.Move = "1A" + c.Move[strings.Index(c.Move, " "):] }, "move"},
		{"off the board", play, func(c *dataset.CandidateRow) { c.Move = "99Z AA" }, "move"},
		{"no move", play, func(c *dataset.CandidateRow) { c.Move = "" }, "move"},
		{"no letter", play, func(c *dataset.CandidateRow) { c.Move += "!" }, "move"},
		{"a dot too many", play, func(c *dataset.CandidateRow) { c.Move += "." }, "move"},
		{"another move", play, func(c *dataset.CandidateRow) { c.Move = passing }, "action"},
		{"exchange of what is not held", exchange, func(c *dataset.CandidateRow) { c.Move += "AAAAAAAA" }, "move"},
		{"exchange of nothing", exchange, func(c *dataset.CandidateRow) { c.Move = "exch " }, "move"},
		{"mean", play, func(c *dataset.CandidateRow) { c.Mean.V = math.NaN() }, "mean"},
		{"standard error", play, func(c *dataset.CandidateRow) { c.StandardError.V = -1 }, "standard_error"},
		{"probability", play, func(c *dataset.CandidateRow) { c.WinProb.V = 1.5 }, "win_prob"},
		{"visits", play, func(c *dataset.CandidateRow) { c.Visits.V = 0 }, "visits"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			parts := readParts(t, clean)
			row := &parts[1].candidates[where(t, &parts[1], c.is)]
			want := fmt.Sprintf("candidates/part-00001.parquet, game %d, turn %d, %s:", row.GameID, row.Turn, c.column)
			c.damage(row)
			dir := writeParts(t, open(t, clean).Manifest, parts)
			if r := verifyRun(t, dir, plan.Lexicon, Options{}); !strings.HasPrefix(said(r.Fault), want) || r.Games < 2 {
				t.Errorf("fault %v, want %s", r.Fault, want)
			}
		})
	}
	for _, c := range []struct {
		name   string
		is     func(*dataset.CandidateRow) bool
		damage func(rows []dataset.CandidateRow, i int) []dataset.CandidateRow
		column string
	}{
		{"a row missing", last, func(rows []dataset.CandidateRow, i int) []dataset.CandidateRow { return slices.Delete(rows, i, i+1) }, "rank"},
		{"a row too many", last, func(rows []dataset.CandidateRow, i int) []dataset.CandidateRow {
			more := rows[i]
			more.Rank, more.Move, more.Action, more.Score, more.Chosen = 4, passing, passing, 0, false
			more.Leave = rackAt(t, clean, &more)
			return slices.Insert(rows, i+1, more)
		}, "rank"},
		{"a row twice", last, func(rows []dataset.CandidateRow, i int) []dataset.CandidateRow {
			return slices.Insert(rows, i+1, rows[i])
		}, "move"},
		{"the order", play, func(rows []dataset.CandidateRow, i int) []dataset.CandidateRow {
			rows[i-1], rows[i] = rows[i], rows[i-1]
			return rows
		}, "rank"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			parts := readParts(t, clean)
			i := where(t, &parts[1], c.is)
			row := parts[1].candidates[i]
			want := fmt.Sprintf("candidates/part-00001.parquet, game %d, turn %d, %s:", row.GameID, row.Turn, c.column)
			parts[1].candidates = c.damage(parts[1].candidates, i)
			dir := writeParts(t, open(t, clean).Manifest, parts)
			if r := verifyRun(t, dir, plan.Lexicon, Options{}); !strings.HasPrefix(said(r.Fault), want) {
				t.Errorf("fault %v, want %s", r.Fault, want)
			}
		})
	}
	t.Run("all of a turn missing", func(t *testing.T) {
		parts := readParts(t, clean)
		row := parts[1].candidates[where(t, &parts[1], last)]
		want := fmt.Sprintf("candidates/part-00001.parquet, game %d, turn %d, rank: the rules give 3 rows of the turn, the file says 0", row.GameID, row.Turn)
		parts[1].candidates = slices.DeleteFunc(parts[1].candidates, func(c dataset.CandidateRow) bool { return c.GameID == row.GameID && c.Turn == row.Turn })
		dir := writeParts(t, open(t, clean).Manifest, parts)
		if r := verifyRun(t, dir, plan.Lexicon, Options{}); !strings.HasPrefix(said(r.Fault), want) {
			t.Errorf("fault %v, want %s", r.Fault, want)
		}
	})
	t.Run("of a turn that was not", func(t *testing.T) {
		parts := readParts(t, clean)
		row := &parts[1].candidates[len(parts[1].candidates)-1]
		row.Turn = 1000
		dir := writeParts(t, open(t, clean).Manifest, parts)
		if r := verifyRun(t, dir, plan.Lexicon, Options{}); r.Fault == nil || r.Fault.Part != "candidates/part-00001.parquet" {
			t.Error(r.Fault)
		}
	})
	for name, damage := range map[string]func(parts []part) string{ // how the fault begins
		"what the agent found": func(parts []part) string {
			row := &parts[1].candidates[where(t, &parts[1], play)]
			row.Mean.V += 0.25
			return fmt.Sprintf("candidates/part-00001.parquet, game %d, turn %d, mean:", row.GameID, row.Turn)
		},
		"how well the agent knew": func(parts []part) string {
			m := find(t, parts[1:], func(m *dataset.MoveRow) bool { return m.StandardError.Valid })
			m.StandardError.V += 0.25
			return fmt.Sprintf("moves/part-00001.parquet, game %d, turn %d, standard_error:", m.GameID, m.Turn)
		},
		"that the agent did not know": func(parts []part) string {
			m := find(t, parts[1:], func(m *dataset.MoveRow) bool { return m.StandardError.Valid })
			m.StandardError = dataset.Null[float64]{}
			return fmt.Sprintf("moves/part-00001.parquet, game %d, turn %d, standard_error:", m.GameID, m.Turn)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			parts := readParts(t, clean)
			want := damage(parts)
			dir := writeParts(t, open(t, clean).Manifest, parts)
			if r := verifyRun(t, dir, plan.Lexicon, Options{}); r.Fault != nil {
				t.Errorf("without replay: %v", r.Fault)
			}
			if r := verifyRun(t, dir, plan.Lexicon, Options{ReplayAgents: 6}); !strings.HasPrefix(said(r.Fault), want) {
				t.Errorf("fault %v, want %s", r.Fault, want)
			}
		})
	}
}

// rackAt is the rack at the turn of a candidate.
func rackAt(t *testing.T, dir string, c *dataset.CandidateRow) string {
	return find(t, readParts(t, dir), func(m *dataset.MoveRow) bool { return m.GameID == c.GameID && m.Turn == c.Turn }).Rack
}

// TestDamagedCandidateFiles damages the files of the table, and what the
// manifest says of them.
func TestDamagedCandidateFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("one check after another, which the race detector makes slow and learns nothing from")
	}
	t.Parallel()
	plan, clean := candidatesRun(t)
	const name = "candidates/part-00001.parquet"
	edit := func(change func(*dataset.Manifest)) func(*testing.T, string) {
		return func(t *testing.T, dir string) { editManifest(t, dir, change) }
	}
	for _, c := range []struct {
		name   string
		damage func(t *testing.T, dir string)
		fault  string // how it begins
	}{
		{"deleted", func(t *testing.T, dir string) { os.Remove(filepath.Join(dir, name)) }, name + ", game 2: the file is missing"},
		{"all deleted", func(t *testing.T, dir string) { os.RemoveAll(filepath.Join(dir, "candidates")) }, "candidates: the file is missing"},
		{"stray", func(t *testing.T, dir string) {
			os.WriteFile(filepath.Join(dir, "candidates/part-00007.parquet"), nil, 0o666)
		}, "candidates/part-00007.parquet: a file that is no part of the run"},
		{"cut short", func(t *testing.T, dir string) { os.Truncate(filepath.Join(dir, name), 1000) }, name + ", game 2: "},
		{"another file of the run", func(t *testing.T, dir string) {
			os.Rename(filepath.Join(dir, "candidates/part-00002.parquet"), filepath.Join(dir, name))
		}, name + ", game 2"},
		{"number", edit(func(m *dataset.Manifest) { m.Parts[1].Candidates++ }), name + ", game 2:"},
		{"sum", edit(func(m *dataset.Manifest) { m.Parts[1].CandidatesSHA256 = "00" }), name + ", candidates_sha256: the rules give 00,"},
		{"so many of a turn", edit(func(m *dataset.Manifest) { m.Spec.Candidates = 2 }), "candidates/part-00000.parquet, game 0, turn 0, rank: the rules give 2 rows of the turn, the file says 3"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := copyRun(t, clean)
			c.damage(t, dir)
			if r := verifyRun(t, dir, plan.Lexicon, Options{}); !strings.HasPrefix(said(r.Fault), c.fault) {
				t.Errorf("fault %v, want %s", r.Fault, c.fault)
			}
		})
	}
}
