package dataset

// Null is a value that may be absent. Its zero value is null, which is what
// a Parquet file then holds: never 0.
type Null[T any] struct {
	V     T
	Valid bool
}

// Some is a value that is there.
func Some[T any](v T) Null[T] { return Null[T]{v, true} }

// The structs below are the tables, a field a column, in the order of the
// files. The tag names the column. What the columns mean is said in
// columns.go, once.
//
// Counts and points are int32 throughout, ids and nodes int64, although many
// would fit in eight bits: a Parquet file has no narrower integer to store,
// so nothing is saved on disk, and pandas and Polars compute in the width of
// a column, so that row*21+col would silently wrap.

// GameRow is a row of the games table. A list holds an element for each seat.
type GameRow struct {
	GameID             int64        `parquet:"game_id"`
	DealID             int64        `parquet:"deal_id"`
	Board              string       `parquet:"board"`
	TileSet            string       `parquet:"tile_set"`
	Lexicon            string       `parquet:"lexicon"`
	FirstSeat          int32        `parquet:"first_seat"`
	Agent              []string     `parquet:"agent"`
	Score              []int32      `parquet:"score"`
	ScoreBeforeEnd     []int32      `parquet:"score_before_end"`
	RackLeft           []string     `parquet:"rack_left"`
	OutBonus           []int32      `parquet:"out_bonus"`
	SeatTurns          []int32      `parquet:"seat_turns"`
	Bingos             []int32      `parquet:"bingos"`
	Exchanges          []int32      `parquet:"exchanges"`
	Passes             []int32      `parquet:"passes"`
	OpeningRack        []string     `parquet:"opening_rack"`
	DrawnCounts        [][]int32    `parquet:"drawn_counts"`
	Winner             Null[int32]  `parquet:"winner"`
	Spread             int32        `parquet:"spread"`
	Turns              int32        `parquet:"turns"`
	EndReason          string       `parquet:"end_reason"`
	LeadChanges        int32        `parquet:"lead_changes"`
	MaxDeficitOvercome Null[int32]  `parquet:"max_deficit_overcome"`
	BestPlay           Null[int32]  `parquet:"best_play"`
	LongestWord        Null[string] `parquet:"longest_word"`
	BagOrder           string       `parquet:"bag_order"`
	FinalBoard         string       `parquet:"final_board"`
	Faults             []int32      `parquet:"faults"`
	Fault              Null[string] `parquet:"fault"`
	FaultText          Null[string] `parquet:"fault_text"`
}

// MoveRow is a row of the moves table: one turn of one game.
type MoveRow struct {
	GameID              int64         `parquet:"game_id"`
	DealID              int64         `parquet:"deal_id"`
	Turn                int32         `parquet:"turn"`
	Seat                int32         `parquet:"seat"`
	SeatTurn            int32         `parquet:"seat_turn"`
	Agent               string        `parquet:"agent"`
	Rack                string        `parquet:"rack"`
	Action              string        `parquet:"action"`
	Row                 Null[int32]   `parquet:"row"`
	Col                 Null[int32]   `parquet:"col"`
	Down                Null[bool]    `parquet:"down"`
	Coordinate          Null[string]  `parquet:"coordinate"`
	Word                Null[string]  `parquet:"word"`
	Placed              Null[string]  `parquet:"placed"`
	Exchanged           Null[string]  `parquet:"exchanged"`
	TilesPlayed         int32         `parquet:"tiles_played"`
	BlanksPlayed        int32         `parquet:"blanks_played"`
	TilesThrough        int32         `parquet:"tiles_through"`
	Score               int32         `parquet:"score"`
	MainScore           int32         `parquet:"main_score"`
	CrossScore          int32         `parquet:"cross_score"`
	PremiumPoints       int32         `parquet:"premium_points"`
	BingoPoints         int32         `parquet:"bingo_points"`
	WordMultiplier      int32         `parquet:"word_multiplier"`
	CrossWords          int32         `parquet:"cross_words"`
	Words               []string      `parquet:"words"`
	Bingo               bool          `parquet:"bingo"`
	FrontHook           Null[string]  `parquet:"front_hook"`
	BackHook            Null[string]  `parquet:"back_hook"`
	Leave               string        `parquet:"leave"`
	LeaveValue          Null[int32]   `parquet:"leave_value"`
	Equity              Null[int32]   `parquet:"equity"`
	RunnerUpEquity      Null[int32]   `parquet:"runner_up_equity"`
	WinProb             Null[float64] `parquet:"win_prob"`
	StandardError       Null[float64] `parquet:"standard_error"`
	Candidates          Null[int32]   `parquet:"candidates"`
	Nodes               Null[int64]   `parquet:"nodes"`
	MoveProbability     Null[float64] `parquet:"move_probability"`
	Drawn               string        `parquet:"drawn"`
	ScoreBefore         int32         `parquet:"score_before"`
	OpponentScoreBefore int32         `parquet:"opponent_score_before"`
	ScoresBefore        []int32       `parquet:"scores_before"`
	BagBefore           int32         `parquet:"bag_before"`
	BagAfter            int32         `parquet:"bag_after"`
	ScorelessBefore     int32         `parquet:"scoreless_before"`
	DL                  int32         `parquet:"dl"`
	TL                  int32         `parquet:"tl"`
	QL                  int32         `parquet:"ql"`
	DW                  int32         `parquet:"dw"`
	TW                  int32         `parquet:"tw"`
	QW                  int32         `parquet:"qw"`
	OpponentRack        Null[string]  `parquet:"opponent_rack"`
	Board               Null[string]  `parquet:"board"`
	ReplyScore          Null[int32]   `parquet:"reply_score"`
	OwnNextScore        Null[int32]   `parquet:"own_next_score"`
	FinalSpread         Null[int32]   `parquet:"final_spread"`
	Result              Null[float64] `parquet:"result"`
	Fault               Null[string]  `parquet:"fault"`
	FaultText           Null[string]  `parquet:"fault_text"`
}

// CandidateRow is a row of the candidates table: one of the moves that an
// agent compared at a turn.
type CandidateRow struct {
	GameID        int64         `parquet:"game_id"`
	DealID        int64         `parquet:"deal_id"`
	Turn          int32         `parquet:"turn"`
	Seat          int32         `parquet:"seat"`
	Rank          int32         `parquet:"rank"`
	Move          string        `parquet:"move"`
	Action        string        `parquet:"action"`
	Chosen        bool          `parquet:"chosen"`
	Score         int32         `parquet:"score"`
	Leave         string        `parquet:"leave"`
	Equity        Null[int32]   `parquet:"equity"`
	Mean          Null[float64] `parquet:"mean"`
	StandardError Null[float64] `parquet:"standard_error"`
	WinProb       Null[float64] `parquet:"win_prob"`
	Spread        Null[int32]   `parquet:"spread"`
	Visits        Null[int32]   `parquet:"visits"`
}

// AnnotationRow is a row of the annotations table: a second look at one turn.
type AnnotationRow struct {
	GameID       int64       `parquet:"game_id"`
	DealID       int64       `parquet:"deal_id"`
	Turn         int32       `parquet:"turn"`
	Seat         int32       `parquet:"seat"`
	Plays        int32       `parquet:"plays"`
	BingoPlays   int32       `parquet:"bingo_plays"`
	BestScore    Null[int32] `parquet:"best_score"`
	BestEquity   Null[int32] `parquet:"best_equity"`
	ChosenEquity Null[int32] `parquet:"chosen_equity"`
	EquityLoss   Null[int32] `parquet:"equity_loss"`
	ChosenRank   Null[int32] `parquet:"chosen_rank"`
	Anchors      int32       `parquet:"anchors"`
	HookSquares  int32       `parquet:"hook_squares"`
	OpenTW       int32       `parquet:"open_tw"`
	OpenQW       int32       `parquet:"open_qw"`
	DrawLuck     Null[int32] `parquet:"draw_luck"`
}

// TileRow is a row of the tileset table, and of the tile set in a manifest:
// one kind of tile, the blank first.
type TileRow struct {
	Letter string `parquet:"letter" json:"letter"`
	Count  int32  `parquet:"count" json:"count"`
	Points int32  `parquet:"points" json:"points"`
	Vowel  bool   `parquet:"vowel" json:"vowel"`
}
