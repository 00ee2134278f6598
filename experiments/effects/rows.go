package effects

import "quadword/sim/dataset"

// game is the columns of dataset.GameRow that are counted.
type game struct {
	GameID             int64               `parquet:"game_id"`
	DealID             int64               `parquet:"deal_id"`
	Score              []int32             `parquet:"score"`
	ScoreBeforeEnd     []int32             `parquet:"score_before_end"`
	Bingos             []int32             `parquet:"bingos"`
	Spread             int32               `parquet:"spread"`
	Turns              int32               `parquet:"turns"`
	EndReason          string              `parquet:"end_reason"`
	LeadChanges        int32               `parquet:"lead_changes"`
	MaxDeficitOvercome dataset.Null[int32] `parquet:"max_deficit_overcome"`
	Faults             []int32             `parquet:"faults"`
}

// move is the columns of dataset.MoveRow that are counted.
type move struct {
	GameID         int64                 `parquet:"game_id"`
	Turn           int32                 `parquet:"turn"`
	Rack           string                `parquet:"rack"`
	Action         string                `parquet:"action"`
	Row            dataset.Null[int32]   `parquet:"row"`
	Col            dataset.Null[int32]   `parquet:"col"`
	Down           dataset.Null[bool]    `parquet:"down"`
	Placed         dataset.Null[string]  `parquet:"placed"`
	TilesPlayed    int32                 `parquet:"tiles_played"`
	TilesThrough   int32                 `parquet:"tiles_through"`
	Score          int32                 `parquet:"score"`
	MainScore      int32                 `parquet:"main_score"`
	CrossScore     int32                 `parquet:"cross_score"`
	PremiumPoints  int32                 `parquet:"premium_points"`
	WordMultiplier int32                 `parquet:"word_multiplier"`
	Bingo          bool                  `parquet:"bingo"`
	WinProb        dataset.Null[float64] `parquet:"win_prob"`
	Drawn          string                `parquet:"drawn"`
	BagBefore      int32                 `parquet:"bag_before"`
	Result         dataset.Null[float64] `parquet:"result"`
}

// The actions of a turn, as the column has them.
const playAction, exchangeAction, passAction = "play", "exchange", "pass"
