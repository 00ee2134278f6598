package dataset

import "strconv"

// Table names a table of a run.
type Table string

const (
	GamesTable      Table = "games"
	MovesTable      Table = "moves"
	CandidatesTable Table = "candidates" // of runs that were asked for it
	// AnnotationsTable is made from a finished run by a second look at it.
	AnnotationsTable Table = "annotations"
	TileSetTable     Table = "tileset"
)

// Type is the type of a column.
type Type string

const (
	Bool       Type = "boolean"
	Int32      Type = "int32"
	Int64      Type = "int64"
	Float64    Type = "float64"
	Text       Type = "text"
	Int32List  Type = "list<int32>"
	TextList   Type = "list<text>"
	Int32Lists Type = "list<list<int32>>"
)

// Column is what there is to know about a column of a table.
type Column struct {
	Table    Table  `json:"table"`
	Name     string `json:"name"`
	Type     Type   `json:"type"`
	Unit     string `json:"unit,omitempty"` // of a number, or of what is counted
	Nullable bool   `json:"nullable"`
	Meaning  string `json:"meaning"`
}

// Columns lists the columns of all tables, in the order of the files. From
// this list come the metadata of the Parquet files and the README; a test
// holds it and the row structs together.
func Columns() []Column {
	var all []Column
	add := func(t Table, columns []column) {
		for _, c := range columns {
			all = append(all, Column{t, c.name, c.typ, c.unit, c.nullable, c.meaning})
		}
	}
	add(GamesTable, gamesColumns())
	add(MovesTable, movesColumns())
	add(CandidatesTable, candidatesColumns())
	add(AnnotationsTable, annotationsColumns())
	add(TileSetTable, tileSetColumns())
	return all
}

// column is a Column but for its table.
type column struct {
	name     string
	typ      Type
	unit     string
	nullable bool
	meaning  string
}

// null marks a column that may be null.
const null = true

func gamesColumns() []column {
	return []column{
		{"game_id", Int64, "", !null, "number of the game in the run"},
		{"deal_id", Int64, "", !null, "number of the deal: games of one deal draw from one order of the bag"},
		{"board", Text, "", !null, "name of the board"},
		{"tile_set", Text, "", !null, "name of the tile set"},
		{"lexicon", Text, "", !null, "name of the lexicon"},
		{"first_seat", Int32, "seat", !null, "the seat that moved first; 0 in every dealt game"},
		{"agent", TextList, "", !null, "by seat: the agent, as its canonical spec"},
		{"score", Int32List, "points", !null, "by seat: the total at the end, racks settled"},
		{"score_before_end", Int32List, "points", !null, "by seat: the total before racks were settled"},
		{"rack_left", TextList, "tiles", !null, "by seat: the tiles left on the rack"},
		{"out_bonus", Int32List, "points", !null, "by seat: what settling the racks added, negative if it took"},
		{"seat_turns", Int32List, "turns", !null, "by seat: turns it had"},
		{"bingos", Int32List, "turns", !null, "by seat: plays of a whole rack"},
		{"exchanges", Int32List, "turns", !null, "by seat: exchanges"},
		{"passes", Int32List, "turns", !null, "by seat: passes"},
		{"opening_rack", TextList, "tiles", !null, "by seat: the rack it was dealt"},
		{"drawn_counts", Int32Lists, "tiles", !null, "by seat, then by kind in the order of the tileset table (blank first): tiles it drew in the game, the opening rack and tiles it exchanged away included"},
		{"winner", Int32, "seat", null, "the seat with the first place, which is another's when a seat forfeits; null when it is shared"},
		{"spread", Int32, "points", !null, "total of seat 0 minus the best other's"},
		{"turns", Int32, "turns", !null, "turns of all seats: rows of the game in the moves table"},
		{"end_reason", Text, "", !null, "out (a seat used up its tiles), scoreless, passes or stuck (the limits of the rules), or forfeit (an agent failed, so its seat lost the game as it stood; no rack was settled)"},
		{"lead_changes", Int32, "turns", !null, "how often the sole lead went from one seat to another, the settling of the racks included"},
		{"max_deficit_overcome", Int32, "points", null, "how far the winner was at most behind the best other after a turn, 0 if never; null when the first place is shared"},
		{"best_play", Int32, "points", null, "points of the highest play; null in a game without a play"},
		{"longest_word", Text, "", null, "the longest word formed, the first of equals; null in a game without a play"},
		{"bag_order", Text, "tiles", !null, "the deal: the order of the full bag, ? a blank; of two seats the first draws from its front and the second from its back, more seats all draw from the front"},
		{"final_board", Text, "", !null, "the board at the end, rows as in CGP: joined by /, a number for empty squares, lowercase a blank"},
		{"faults", Int32List, "turns", !null, "by seat: turns at which the agent failed: it panicked, returned an error or an illegal move, or did not return"},
		{"fault", Text, "", null, "the first of them: panic, illegal, timeout or error; null if there is none"},
		{"fault_text", Text, "", null, "what happened then; null if nothing did"},
	}
}

func movesColumns() []column {
	return []column{
		{"game_id", Int64, "", !null, "number of the game in the run"},
		{"deal_id", Int64, "", !null, "number of the deal"},
		{"turn", Int32, "", !null, "number of the turn in the game, from 0"},
		{"seat", Int32, "seat", !null, "the seat whose turn it was, from 0"},
		{"seat_turn", Int32, "", !null, "number of the turn among the seat's own, from 0"},
		{"agent", Text, "", !null, "the agent, as its canonical spec"},
		{"rack", Text, "tiles", !null, "the rack before the move in the order of the tile set, ? a blank and first"},
		{"action", Text, "", !null, "play, exchange or pass"},
		{"row", Int32, "square", null, "row of the first letter of the main word, from 0 at the top; null unless a play"},
		{"col", Int32, "square", null, "its column, from 0 at the left; null unless a play"},
		{"down", Bool, "", null, "the main word reads down; null unless a play"},
		{"coordinate", Text, "", null, "the square as people write it: 8D across, D8 down; null unless a play"},
		{"word", Text, "", null, "the main word, tiles on the board included, lowercase a blank; null unless a play"},
		{"placed", Text, "tiles", null, "the tiles placed, in reading order, lowercase a blank; null unless a play"},
		{"exchanged", Text, "tiles", null, "the tiles given back in the order of the tile set, in which they go back to the bag; null unless an exchange"},
		{"tiles_played", Int32, "tiles", !null, "tiles placed; 0 unless a play"},
		{"blanks_played", Int32, "tiles", !null, "blanks among them"},
		{"tiles_through", Int32, "tiles", !null, "tiles of the main word that were on the board"},
		{"score", Int32, "points", !null, "points of the move: main_score + cross_score + bingo_points; 0 unless a play"},
		{"main_score", Int32, "points", !null, "points of the main word, premiums included"},
		{"cross_score", Int32, "points", !null, "points of all cross words, premiums included"},
		{"premium_points", Int32, "points", !null, "the part of main_score + cross_score that a board without premium squares would not give"},
		{"bingo_points", Int32, "points", !null, "the bonus for a whole rack"},
		{"word_multiplier", Int32, "factor", !null, "product of the word premiums under the tiles placed, 1 without any; 0 unless a play"},
		{"cross_words", Int32, "words", !null, "cross words formed"},
		{"words", TextList, "", !null, "the words formed, the main word first; empty unless a play"},
		{"bingo", Bool, "", !null, "the play used a whole rack"},
		{"front_hook", Text, "tiles", null, "the tiles placed that each alone, with no other tile of the play in that word, extend 2 or more tiles on the board at the front, each tile once; empty if none, null unless a play"},
		{"back_hook", Text, "tiles", null, "the same at the back"},
		{"leave", Text, "tiles", !null, "the tiles kept, before drawing, in the order of the tile set"},
		{"leave_value", Int32, "1/1000 point", null, "what the agent thought the leave worth; null if it does not value leaves"},
		{"equity", Int32, "1/1000 point", null, "what the agent thought the move worth; null if it does not think in points"},
		{"runner_up_equity", Int32, "1/1000 point", null, "the same of its second choice; null if it has none"},
		{"win_prob", Float64, "probability", null, "the agent's estimate that it wins; null if it makes none"},
		{"standard_error", Float64, "of the objective", null, "standard error of the mean that the agent chose the move by: of montecarlo the probability of winning (objective=win), the same plus 0.0003 for each point of spread (mixed), or points of spread (spread); null if not known, as of one sample or of a search"},
		{"candidates", Int32, "moves", null, "moves that the agent compared; null if not known"},
		{"nodes", Int64, "positions", null, "positions that the agent searched, or samples that it played; null if none"},
		{"move_probability", Float64, "probability", null, "with which a stochastic agent chose the move; null if it does not know"},
		{"drawn", Text, "tiles", !null, "the tiles drawn after the move, in order"},
		{"score_before", Int32, "points", !null, "the seat's total before the move"},
		{"opponent_score_before", Int32, "points", !null, "the best other's total before the move"},
		{"scores_before", Int32List, "points", !null, "by seat: the totals before the move"},
		{"bag_before", Int32, "tiles", !null, "tiles in the bag before the move"},
		{"bag_after", Int32, "tiles", !null, "tiles in the bag after drawing"},
		{"scoreless_before", Int32, "turns", !null, "successive scoreless turns before the move"},
		{"dl", Int32, "squares", !null, "double-letter squares covered by this play"},
		{"tl", Int32, "squares", !null, "triple-letter squares covered"},
		{"ql", Int32, "squares", !null, "quadruple-letter squares covered"},
		{"dw", Int32, "squares", !null, "double-word squares covered"},
		{"tw", Int32, "squares", !null, "triple-word squares covered"},
		{"qw", Int32, "squares", !null, "quadruple-word squares covered"},
		{"opponent_rack", Text, "tiles", null, "hindsight, never a feature: the other seat's rack before the move; null above 2 seats"},
		{"board", Text, "", null, "the board before the move, rows as in CGP; null unless positions were asked for"},
		{"reply_score", Int32, "points", null, "hindsight: points of the next turn of the game; null at the last"},
		{"own_next_score", Int32, "points", null, "hindsight: points of the seat's next turn; null if it has none"},
		{"final_spread", Int32, "points", null, "label: the seat's total at the end minus the best other's; null if the game was forfeited"},
		{"result", Float64, "games", null, "label: 1 if the seat won, 0 if not, 1/k if k seats share the first place; null if the game was forfeited"},
		{"fault", Text, "", null, "why the agent's own move is not here and the turn is a pass: panic, illegal, timeout or error; null if it is its own. A turn at which a game was forfeited has no row"},
		{"fault_text", Text, "", null, "what happened then; null if nothing did"},
	}
}

func candidatesColumns() []column {
	return []column{
		{"game_id", Int64, "", !null, "number of the game in the run"},
		{"deal_id", Int64, "", !null, "number of the deal"},
		{"turn", Int32, "", !null, "number of the turn in the game, from 0: with game_id the row of the moves table"},
		{"seat", Int32, "seat", !null, "the seat whose turn it was, from 0"},
		{"rank", Int32, "", !null, "place among the candidates of the turn, 1 the best: as the agent ranks them, by the samples that they share where there are any, which need not be the order of mean"},
		{"move", Text, "", !null, "the move: 8D WO.d, a dot for a tile on the board and lowercase a blank; exch ABC?; pass"},
		{"action", Text, "", !null, "play, exchange or pass"},
		{"chosen", Bool, "", !null, "it is the move that was made, which one row of the turn is"},
		{"score", Int32, "points", !null, "points of the move; 0 unless a play"},
		{"leave", Text, "tiles", !null, "the tiles that it keeps, before drawing, in the order of the tile set"},
		{"equity", Int32, "1/1000 point", null, "what the move seemed worth before looking ahead; null if not known"},
		{"mean", Float64, "of the objective", null, "mean over its samples of what the agent goes by: of montecarlo the probability of winning (objective=win), the same plus 0.0003 for each point of spread (mixed), or points of spread (spread), and where it searches before the endgame the probability of winning; null if not known"},
		{"standard_error", Float64, "of the objective", null, "standard error of mean; null if not known, as of one sample. Two candidates share their samples, so their difference is better known than their errors suggest"},
		{"win_prob", Float64, "probability", null, "mean probability of winning over its samples, a draw counting half; null if not estimated"},
		{"spread", Int32, "1/1000 point", null, "mean over its samples of the seat's total minus the best other's where the sample ends, with the values of the last leaves; null if not known"},
		{"visits", Int32, "samples", null, "samples of it, or before the endgame arrangements of the unseen tiles that were looked at; null if not known, or none"},
	}
}

func annotationsColumns() []column {
	return []column{
		{"game_id", Int64, "", !null, "number of the game in the run"},
		{"deal_id", Int64, "", !null, "number of the deal"},
		{"turn", Int32, "", !null, "number of the turn in the game, from 0: with game_id the row of the moves table"},
		{"seat", Int32, "seat", !null, "the seat whose turn it was, from 0"},
		{"plays", Int32, "plays", !null, "legal plays of the rack, each once; on an empty board those across and those down"},
		{"bingo_plays", Int32, "plays", !null, "those that lay a whole rack"},
		{"best_score", Int32, "points", null, "points of the highest of them; null if there is none"},
		{"best_equity", Int32, "1/1000 point", null, "the highest value of a play or an exchange, by the evaluation that the annotations were made by; null if there is none but the pass, which has no value"},
		{"chosen_equity", Int32, "1/1000 point", null, "the value of the move that was made; null of a pass, and of a turn at which the agent failed"},
		{"equity_loss", Int32, "1/1000 point", null, "best_equity - chosen_equity, 0 of a pass that was the only move; null of another pass, and of a turn at which the agent failed"},
		{"chosen_rank", Int32, "", null, "place of the move that was made among all legal moves, plays, exchanges and the pass, 1 the best: by value, and equal ones by the order of moves by which agents choose; null of a turn at which the agent failed"},
		{"anchors", Int32, "squares", !null, "empty squares next to a tile; on an empty board the start square"},
		{"hook_squares", Int32, "squares", !null, "empty squares where some letter makes a word of the lexicon with the tiles next to it in its row, or in its column: a hook, or the join of two words. Whether that letter is still to be had does not matter"},
		{"open_tw", Int32, "squares", !null, "empty triple-word squares that a play could cover if every word were good: of the empty squares in its row or its column, one that is an anchor is no further from it than the tiles of a full rack reach"},
		{"open_qw", Int32, "squares", !null, "the same of quadruple-word squares"},
		{"draw_luck", Int32, "1/1000 point", null, "value of the rack after drawing minus its expectation over all draws of as many tiles from those that the seat has not seen, by the leave values of the evaluation: the sum of those of its tiles and of what its pairs of tiles add to these; null if nothing is drawn or the evaluation has no leave values"},
	}
}

func tileSetColumns() []column {
	return []column{
		{"letter", Text, "", !null, "the letter, ? for the blank, which comes first"},
		{"count", Int32, "tiles", !null, "tiles of the kind in the full bag"},
		{"points", Int32, "points", !null, "face value"},
		{"vowel", Bool, "", !null, "counts as a vowel"},
	}
}

// metadata is what a Parquet file says about itself: the table, the version
// of the schema, and of each column `column.NAME` the meaning and unit.
func metadata(t Table) map[string]string {
	version := SchemaVersion
	if t == AnnotationsTable {
		version = AnnotationsVersion
	}
	m := map[string]string{"table": string(t), "schema_version": strconv.Itoa(version)}
	for _, c := range Columns() {
		if c.Table != t {
			continue
		}
		text := c.Meaning
		if c.Unit != "" {
			text += " [" + c.Unit + "]"
		}
		m["column."+c.Name] = text
	}
	return m
}
