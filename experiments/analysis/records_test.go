package analysis

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"quadword/sim/dataset"
)

// testPlay is a play of a seat.
func testPlay(game int64, turn int32, score, multiplier int32, agent string, words ...string) dataset.MoveRow {
	return dataset.MoveRow{
		GameID: game, Turn: turn, Seat: turn % 2, SeatTurn: turn / 2, Agent: agent, Rack: "AEINRST", Action: "play",
		Row: dataset.Some[int32](7), Col: dataset.Some[int32](7), Down: dataset.Some(false), Coordinate: dataset.Some("8H"),
		Word: dataset.Some(words[0]), Placed: dataset.Some(words[0]), Words: words, Score: score, WordMultiplier: multiplier,
		ScoresBefore: []int32{0, 0},
	}
}

func TestRecords(t *testing.T) {
	g := []dataset.GameRow{
		testGame(0, 0, 50, "a", "b"), testGame(1, 0, -90, "b", "a"), testGame(2, 1, 0, "a", "b"), testGame(3, 1, 300, "b", "a"),
	}
	g[0].Bingos, g[1].Bingos, g[2].Bingos = []int32{2, 1}, []int32{0, 3}, []int32{3, 0}
	g[0].MaxDeficitOvercome, g[1].MaxDeficitOvercome = dataset.Some[int32](12), dataset.Some[int32](40)
	g[2].EndReason = "scoreless"
	g[3].EndReason = "forfeit" // would have been the highest score, total and margin
	moves := [][]dataset.MoveRow{
		{testPlay(0, 0, 24, 2, "a", "NASTIER"), testPlay(0, 1, 80, 1, "b", "QI", "iN")},
		{testPlay(1, 0, 80, 6, "b", "RETAINS"), testPlay(1, 1, 90, 6, "a", "nASTIER", "AB"), {GameID: 1, Turn: 2, Action: "pass", Agent: "b", Score: 0}},
		{testPlay(2, 0, 90, 6, "a", "ANTSIER")},
		{testPlay(3, 0, 12, 1, "b", "RATINES"), testPlay(3, 1, 95, 8, "a", "STEARIN")},
	}
	sections := analyse(t, "records", writeRun(t, testSpec(t, 4, true, "a", "b"), g, moves))
	for table, want := range map[string][][]string{
		"plays": {
			{"1", "95", "STEARIN", "8H", "AEINRST", "3", "1", "a"},
			{"2", "90", "nASTIER", "8H", "AEINRST", "1", "1", "a"},
			{"3", "90", "ANTSIER", "8H", "AEINRST", "2", "0", "a"},
			{"4", "80", "QI", "8H", "AEINRST", "0", "1", "b"},
			{"5", "80", "RETAINS", "8H", "AEINRST", "1", "0", "b"},
			{"6", "24", "NASTIER", "8H", "AEINRST", "0", "0", "a"},
			{"7", "12", "RATINES", "8H", "AEINRST", "3", "0", "b"},
		},
		"games": {
			{"highest score of a side", "450", "0", "0", "a"},
			{"highest score that lost", "400", "0", "1", "b"},
			{"highest total of all sides", "850", "0", "-", "-"},
			{"largest margin", "90", "1", "-", "-"},
			{"largest deficit overcome", "40", "1", "1", "a"},
			{"most bingos of a side", "3", "1", "1", "a"},
		},
		"words": {
			{"NASTIER", "7", "0", "0", "a"}, {"RETAINS", "7", "1", "0", "b"}, {"ANTSIER", "7", "2", "0", "a"},
			{"RATINES", "7", "3", "0", "b"}, {"STEARIN", "7", "3", "1", "a"},
			{"QI", "2", "0", "1", "b"}, {"iN", "2", "0", "1", "b"}, {"AB", "2", "1", "1", "a"},
		},
		"multipliers": {
			{"2", "24", "NASTIER", "8H", "AEINRST", "0", "0", "a"},
			{"6", "90", "nASTIER", "8H", "AEINRST", "1", "1", "a"},
			{"8", "95", "STEARIN", "8H", "AEINRST", "3", "1", "a"},
		},
		"ends": {{"out", "2", "50.000 %"}, {"forfeit", "1", "25.000 %"}, {"scoreless", "1", "25.000 %"}},
	} {
		if diff := gocmp.Diff(want, shown(t, sections, "records-1", table)); diff != "" {
			t.Errorf("%s:\n%s", table, diff)
		}
	}
}

// TestRecordsSlow sorts all plays and words of random runs, where few points and
// words make many of them equal.
func TestRecordsSlow(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	for range 5 {
		var games []dataset.GameRow
		var moves [][]dataset.MoveRow
		var all []dataset.MoveRow
		for id := range int64(60) {
			games = append(games, testGame(id, id/2, int32(rng.IntN(9)), "a", "b"))
			var of []dataset.MoveRow
			for turn := range int32(rng.IntN(12)) {
				word := strings.Repeat(string(rune('A'+rng.IntN(3))), 2+rng.IntN(6))
				if rng.IntN(2) == 0 {
					word = strings.ToLower(word)
				}
				of = append(of, testPlay(id, turn, int32(rng.IntN(30)), int32(1+rng.IntN(3)), "a", word))
			}
			moves, all = append(moves, of), append(all, of...)
		}
		sections := analyse(t, "records", writeRun(t, testSpec(t, 60, true, "a", "b"), games, moves))

		slices.SortStableFunc(all, func(a, b dataset.MoveRow) int { return cmp.Compare(b.Score, a.Score) }) // they are in order of game and turn
		var want [][]string
		for i, m := range all[:min(10, len(all))] {
			want = append(want, []string{fmt.Sprint(i + 1), fmt.Sprint(m.Score), m.Word.V, "8H", "AEINRST", fmt.Sprint(m.GameID), fmt.Sprint(m.Turn), "a"})
		}
		if diff := gocmp.Diff(want, shown(t, sections, "records-1", "plays")); diff != "" {
			t.Fatal(diff)
		}

		slices.SortStableFunc(all, func(a, b dataset.MoveRow) int {
			return cmp.Or(cmp.Compare(len(b.Word.V), len(a.Word.V)), cmp.Compare(a.GameID, b.GameID), cmp.Compare(a.Turn, b.Turn))
		})
		want = nil
		seen := map[string]bool{}
		for _, m := range all {
			if word := strings.ToUpper(m.Word.V); !seen[word] && len(want) < 10 {
				seen[word] = true
				want = append(want, []string{m.Word.V, fmt.Sprint(len(word)), fmt.Sprint(m.GameID), fmt.Sprint(m.Turn), "a"})
			}
		}
		if diff := gocmp.Diff(want, shown(t, sections, "records-1", "words")); diff != "" {
			t.Fatal(diff)
		}
	}
}

func TestRecordsEmpty(t *testing.T) {
	sections := analyse(t, "records", writeRun(t, testSpec(t, 4, true, "a", "b"), nil, nil))
	if got := shown(t, sections, "records-1", "plays"); len(got) != 0 {
		t.Errorf("plays of nothing: %q", got)
	}
	if got := shown(t, sections, "records-1", "games")[0]; got[1] != "-" {
		t.Errorf("records of nothing: %q", got)
	}
}

func TestRecordsBad(t *testing.T) {
	g := testGame(7, 0, 3, "a", "b")
	g.Bingos = nil
	a, _ := Find("records")
	r := writeRun(t, testSpec(t, 10, true, "a", "b"), []dataset.GameRow{g}, nil)
	if _, err := a.Sections(t.Context(), []Run{r}, 1); err == nil || !strings.Contains(err.Error(), "A run: game 7: its lists") {
		t.Error(err)
	}
}
