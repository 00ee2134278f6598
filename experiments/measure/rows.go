package measure

import (
	"fmt"

	"quadword/engine"
	"quadword/sim/dataset"
)

// game is the columns of dataset.GameRow that measures are taken from.
type game struct {
	GameID             int64                `parquet:"game_id"`
	DealID             int64                `parquet:"deal_id"`
	Agent              []string             `parquet:"agent"`
	Score              []int32              `parquet:"score"`
	ScoreBeforeEnd     []int32              `parquet:"score_before_end"`
	RackLeft           []string             `parquet:"rack_left"`
	OutBonus           []int32              `parquet:"out_bonus"`
	SeatTurns          []int32              `parquet:"seat_turns"`
	Bingos             []int32              `parquet:"bingos"`
	Exchanges          []int32              `parquet:"exchanges"`
	Passes             []int32              `parquet:"passes"`
	DrawnCounts        [][]int32            `parquet:"drawn_counts"`
	Spread             int32                `parquet:"spread"`
	Turns              int32                `parquet:"turns"`
	EndReason          string               `parquet:"end_reason"`
	LeadChanges        int32                `parquet:"lead_changes"`
	MaxDeficitOvercome dataset.Null[int32]  `parquet:"max_deficit_overcome"`
	BestPlay           dataset.Null[int32]  `parquet:"best_play"`
	LongestWord        dataset.Null[string] `parquet:"longest_word"`
	Faults             []int32              `parquet:"faults"`
}

// check tells whether the lists of the row have an element for each seat.
func (g *game) check() error {
	seats := len(g.Agent)
	for _, n := range []int{
		len(g.Score), len(g.ScoreBeforeEnd), len(g.RackLeft), len(g.OutBonus), len(g.SeatTurns),
		len(g.Bingos), len(g.Exchanges), len(g.Passes), len(g.DrawnCounts), len(g.Faults),
	} {
		if n != seats || seats < 2 || seats > engine.MaxSeats {
			return fmt.Errorf("game %d: its lists are not of one length, 2 to %d", g.GameID, engine.MaxSeats)
		}
	}
	return nil
}

// move is the columns of dataset.MoveRow that measures are taken from. Those
// that no chosen measure names are not read and stay zero, but for game_id,
// turn and seat.
type move struct {
	GameID         int64                `parquet:"game_id"`
	Turn           int32                `parquet:"turn"`
	Seat           int32                `parquet:"seat"`
	Rack           string               `parquet:"rack"`
	Action         string               `parquet:"action"`
	Down           dataset.Null[bool]   `parquet:"down"`
	Placed         dataset.Null[string] `parquet:"placed"`
	Exchanged      dataset.Null[string] `parquet:"exchanged"`
	TilesPlayed    int32                `parquet:"tiles_played"`
	BlanksPlayed   int32                `parquet:"blanks_played"`
	TilesThrough   int32                `parquet:"tiles_through"`
	Score          int32                `parquet:"score"`
	CrossScore     int32                `parquet:"cross_score"`
	PremiumPoints  int32                `parquet:"premium_points"`
	BingoPoints    int32                `parquet:"bingo_points"`
	WordMultiplier int32                `parquet:"word_multiplier"`
	CrossWords     int32                `parquet:"cross_words"`
	Words          []string             `parquet:"words"`
	Bingo          bool                 `parquet:"bingo"`
	FrontHook      dataset.Null[string] `parquet:"front_hook"`
	BackHook       dataset.Null[string] `parquet:"back_hook"`
	Leave          string               `parquet:"leave"`
	Drawn          string               `parquet:"drawn"`
	DL             int32                `parquet:"dl"`
	TL             int32                `parquet:"tl"`
	QL             int32                `parquet:"ql"`
	DW             int32                `parquet:"dw"`
	TW             int32                `parquet:"tw"`
	QW             int32                `parquet:"qw"`
}
