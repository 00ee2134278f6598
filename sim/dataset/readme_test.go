package dataset

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite README.md")

// README.md is what this test makes of the table of columns.
func TestREADME(t *testing.T) {
	want := readme()
	if *update {
		if err := os.WriteFile("README.md", []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("README.md is not what the table of columns says; go test ./sim/dataset -run README -update rewrites it:\n%s", diff)
	}
}

func readme() string {
	var b strings.Builder
	b.WriteString(readmeHead)
	for _, table := range []struct {
		name Table
		text string
	}{
		{GamesTable, "A row for each game, in order of `game_id`. A list holds an element for each seat."},
		{MovesTable, "A row for each turn, in order of `game_id` and `turn`."},
		{CandidatesTable, "A row for each move that an agent which looks ahead compared, in order of `game_id`, `turn` and `rank`: at most so many a turn as `quadword sim --candidates` asks for, none of a turn whose agent compared none that way. Without the flag a run has no such table."},
		{AnnotationsTable, "A row for each turn, in order of `game_id` and `turn`: the rows of the moves table, looked at again by `quadword annotate`. The file's `schema_version` is the `annotations_version` of their manifest."},
		{TileSetTable, "A row for each kind of tile, the blank first."},
	} {
		fmt.Fprintf(&b, "\n## %s\n\n%s\n\n| column | type | unit | meaning |\n|---|---|---|---|\n", table.name, table.text)
		for _, c := range Columns() {
			if c.Table != table.name {
				continue
			}
			typ := "`" + string(c.Type) + "`"
			if c.Nullable {
				typ += ", null"
			}
			fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", c.Name, typ, c.Unit, strings.ReplaceAll(c.Meaning, "|", `\|`))
		}
	}
	return b.String()
}

const readmeHead = `# A run on disk

<!-- Made by readme_test.go from the table in columns.go. Do not edit. -->

This package is the one that knows Parquet: the columns, the writer, the reader, the manifest. Nothing is played or computed here; package ` + "`sim`" + ` turns a finished game
into rows and hands them over.

` + "```" + `
manifest.json                  what was asked for, and the parts that are whole
tileset.parquet                the tile set
games/part-00000.parquet       a row for each game
moves/part-00000.parquet       a row for each turn
candidates/part-00000.parquet  if asked for: a row for each move that an agent compared
annotations/part-00000.parquet from quadword annotate: a second look at each turn
annotations/manifest.json      how these were made, and of which parts
` + "```" + `

Parts are made of whole deals. Part n of every table is about the same games. The manifest lists the parts that are whole, with the sha256 of each
file; a file that it does not list is not to be trusted. The same spec and seed give the same bytes, whatever machine wrote them and however many workers it had.

Everything counts from 0: games, deals, turns, seats, rows, columns. ` + "`coordinate`" + ` is for people. What is absent is null, never 0. Whole numbers are 32 or 64 bits wide
although many would fit in eight, so that ` + "`row * 21 + col`" + ` does not wrap in a reader that computes in the width of the column.

` + "```sql" + `
-- DuckDB
SELECT agent, avg(score), avg(bingo::int) FROM 'results/first/moves/*.parquet' WHERE action = 'play' GROUP BY agent;
-- by how much the best looked better than the second
SELECT a.mean - b.mean AS ahead, a.standard_error, b.visits FROM 'results/deep/candidates/*.parquet' a JOIN 'results/deep/candidates/*.parquet' b USING (game_id, turn) WHERE a.rank = 1 AND b.rank = 2;
SELECT decode(key), decode(value) FROM parquet_kv_metadata('results/first/moves/part-00000.parquet');
` + "```" + `

` + "```python" + `
# pandas
moves = pandas.read_parquet("results/first/moves", columns=["game_id", "seat", "score", "equity"])
` + "```" + `

## manifest.json

| field | meaning |
|---|---|
| ` + "`schema_version`" + ` | of this layout; a reader refuses any other |
| ` + "`version`" + ` | of the program that played |
| ` + "`state`" + ` | ` + "`running`, `complete`, `interrupted` or `failed`" + `; ` + "`running`" + ` also when the process died; a run with a test is complete with the part that decided it, which is the last one listed |
| ` + "`spec`" + ` | all that determines the games: the board and the tile set square by square and tile by tile, the lexicon with its sha256, every rule, the agents with all parameters and the sha256 of their tables, what becomes of a game in which one of them fails, the lineups, the seed, how many deals and games; and, if the run has a sequential test, ` + "`sprt`" + `: the two hypotheses in Elo, the two error rates and the scale, and the deals and games are then the most |
| ` + "`parts`" + ` | by number: the name, the rows of each table, the sha256 of each file |

It names no host, no time and no number of workers. While a run is being written a file ` + "`.lock`" + ` beside it says by which process, and keeps others out; it is removed in the end.

## annotations/manifest.json

| field | meaning |
|---|---|
| ` + "`annotations_version`" + ` | of this table and this manifest; a reader refuses any other |
| ` + "`version`" + ` | of the program that annotated |
| ` + "`by`" + ` | whose evaluation values the moves: the agent with all parameters and the sha256 of its tables |
| ` + "`lexicon`" + ` | that of the run, with its sha256 |
| ` + "`parts`" + ` | by number: the name, the rows, the sha256 of the file, and those of the games and moves that it was made from |

The manifest of the run knows nothing of its annotations and is the same with and without them.
`
