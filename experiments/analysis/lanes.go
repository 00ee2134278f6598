package analysis

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"

	"quadword/experiments/document"
	"quadword/sim/dataset"
)

// lanes tells what an open quadruple-word or triple-word square is worth to the
// player to move, in each run, from its annotations.
//
// It looks at what the mover's spread gains from this turn to the end, and at the
// points of the turn itself. Both are explained, by least squares clustered by
// deal, in two ways:
//
//   - by how many squares are open, beside what goes along with that: how many
//     tiles are in the bag, the spread, the anchors, the other kind of squares, who
//     moves. It is an association: a board may be open for reasons that matter
//     by themselves.
//   - by whether the play before made more of them open, beside how things stood
//     before that play, and its points and tiles. Whoever values a play by its
//     points and leave alone does not care what it opens, so among like plays
//     that is as good as chance, but for what else comes with such a play.
func lanes(ctx context.Context, runs []Run, workers int) ([]document.Section, error) {
	var sections []document.Section
	for i := range runs {
		r := &runs[i]
		l, err := readLanes(ctx, r, workers)
		if err != nil {
			return nil, err
		}
		section, err := l.section(part("lanes", i), r.Label)
		if err != nil {
			return nil, r.wrap(fmt.Errorf("%d games: %w", l.games, err))
		}
		sections = append(sections, section)
	}
	return sections, nil
}

// The kinds of squares, by which arrays are indexed.
const (
	triple = iota
	quadruple
	squareKinds
)

var squareNames = [squareKinds]string{"3W", "4W"}

// laneRun is what is kept of a run.
type laneRun struct {
	turns   []laneTurn
	deals   []laneDeal
	games   int64 // whose turns are there
	leftOut int64 // games in which an agent failed
	tiles   int   // of the tile set
	kinds   []int // that the board has, the higher first
	agents  []string
}

// laneTurn is a turn and how things stood before it.
type laneTurn struct {
	gain    int32              // points: the final spread less the one before the move
	score   int32              // points
	spread  int32              // points: before the move
	bag     int32              // tiles before the move
	anchors int16              // squares
	agent   int16              // by its place among those of the run
	open    [squareKinds]int16 // squares
	covered [squareKinds]uint8 // squares
	tiles   uint8              // placed
	empty   bool               // the board, before the move
	follows bool               // a play of the other seat, the turn before this one in the list
}

// laneDeal is where the turns of a deal end.
type laneDeal struct {
	deal int64
	end  int
}

// laneEnd is what is read of a game.
type laneEnd struct {
	GameID    int64   `parquet:"game_id"`
	EndReason string  `parquet:"end_reason"`
	Faults    []int32 `parquet:"faults"`
}

// laneMove and laneLook are what is read of a turn.
type laneMove struct {
	GameID              int64               `parquet:"game_id"`
	DealID              int64               `parquet:"deal_id"`
	Turn                int32               `parquet:"turn"`
	Agent               string              `parquet:"agent"`
	Action              string              `parquet:"action"`
	TilesPlayed         int32               `parquet:"tiles_played"`
	Score               int32               `parquet:"score"`
	ScoreBefore         int32               `parquet:"score_before"`
	OpponentScoreBefore int32               `parquet:"opponent_score_before"`
	BagBefore           int32               `parquet:"bag_before"`
	TW                  int32               `parquet:"tw"`
	QW                  int32               `parquet:"qw"`
	FinalSpread         dataset.Null[int32] `parquet:"final_spread"`
}

type laneLook struct {
	GameID  int64 `parquet:"game_id"`
	Turn    int32 `parquet:"turn"`
	Anchors int32 `parquet:"anchors"`
	OpenTW  int32 `parquet:"open_tw"`
	OpenQW  int32 `parquet:"open_qw"`
}

// laneRunOf is ready to take the turns of a run.
func laneRunOf(r *Run) (*laneRun, error) {
	if err := r.twoSeats(); err != nil {
		return nil, err
	}
	rules, err := r.Manifest.Spec.EngineRules()
	if err != nil {
		return nil, r.wrap(err)
	}
	l := &laneRun{tiles: rules.TileSet.Len()}
	for row := range rules.Layout.Dim() {
		for col := range rules.Layout.Dim() {
			if kind := int(rules.Layout.Word(row, col)) - 3; kind >= 0 && !slices.Contains(l.kinds, kind) {
				l.kinds = append(l.kinds, kind)
			}
		}
	}
	if len(l.kinds) == 0 {
		return nil, r.wrap(errors.New("its board has neither triple-word nor quadruple-word squares"))
	}
	slices.SortFunc(l.kinds, func(a, b int) int { return b - a })
	for _, a := range r.Manifest.Spec.Agents {
		l.agents = append(l.agents, a.Spec)
	}
	if _, err := r.Annotations(); err != nil {
		if _, none := errors.AsType[*dataset.NotAnnotatedError](err); none {
			err = fmt.Errorf("%w, and an experiment has them made by annotate = \"equity\"", err)
		}
		return nil, r.wrap(err)
	}
	return l, nil
}

// readLanes reads a run.
func readLanes(ctx context.Context, r *Run, workers int) (*laneRun, error) {
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	all, err := laneRunOf(r)
	if err != nil {
		return nil, err
	}
	err = eachPart(ctx, r, workers, func(p dataset.Part) (*laneRun, error) {
		l := &laneRun{agents: all.agents, tiles: all.tiles}
		return l, l.read(ctx, r, p)
	}, func(l *laneRun) error {
		for _, d := range l.deals {
			if n := len(all.deals); n > 0 && d.deal <= all.deals[n-1].deal {
				return fmt.Errorf("deal %d is behind deal %d", d.deal, all.deals[n-1].deal)
			}
			all.deals = append(all.deals, laneDeal{d.deal, len(all.turns) + d.end})
		}
		all.turns = append(all.turns, l.turns...)
		all.games += l.games
		all.leftOut += l.leftOut
		return nil
	})
	return all, err
}

// read reads a part: how its games ended, its moves, and the annotations beside
// them.
func (l *laneRun) read(ctx context.Context, r *Run, p dataset.Part) error {
	failed := map[int64]bool{} // by game, whether an agent did
	err := rows(ctx, r, dataset.GamesTable, p, func(g *laneEnd) error {
		failed[g.GameID] = g.EndReason == forfeit || slices.ContainsFunc(g.Faults, func(n int32) bool { return n > 0 })
		return nil
	})
	if err != nil {
		return err
	}
	next, stop := iter.Pull2(dataset.PartRows[laneLook](r.Reader, dataset.AnnotationsTable, p))
	defer stop()
	g := laneGame{id: -1}
	err = rows(ctx, r, dataset.MovesTable, p, func(m *laneMove) error {
		look, err, there := next()
		if err == nil && (!there || look.GameID != m.GameID || look.Turn != m.Turn) {
			err = fmt.Errorf("%s: the annotations have another row than turn %d of game %d in its place", p.Name, m.Turn, m.GameID)
		}
		if err != nil {
			return err
		}
		if m.GameID != g.id {
			if err := l.add(&g); err != nil {
				return err
			}
			bad, there := failed[m.GameID]
			if !there {
				return fmt.Errorf("a move of game %d, which is not among the games", m.GameID)
			}
			g = laneGame{id: m.GameID, deal: m.DealID, turns: g.turns[:0], failed: bad}
		}
		return g.add(m, look, l)
	})
	if err != nil {
		return err
	}
	return l.add(&g)
}

// laneGame is the game that is being read.
type laneGame struct {
	id, deal int64
	turns    []laneTurn
	played   bool // the turn before was a play
	laid     bool // the board has tiles
	failed   bool // an agent
}

// add adds a turn.
func (g *laneGame) add(m *laneMove, look *laneLook, l *laneRun) error {
	agent := slices.Index(l.agents, m.Agent)
	switch {
	case agent < 0:
		return fmt.Errorf("game %d, turn %d: agent %s is none of the run's", m.GameID, m.Turn, m.Agent)
	case m.BagBefore < 0 || int(m.BagBefore) > l.tiles:
		return fmt.Errorf("game %d, turn %d: %d tiles in the bag, expected 0 to %d", m.GameID, m.Turn, m.BagBefore, l.tiles)
	}
	spread := m.ScoreBefore - m.OpponentScoreBefore
	g.turns = append(g.turns, laneTurn{
		gain: m.FinalSpread.V - spread, score: m.Score, spread: spread, bag: m.BagBefore,
		anchors: int16(look.Anchors), agent: int16(agent),
		open:    [squareKinds]int16{int16(look.OpenTW), int16(look.OpenQW)},
		covered: [squareKinds]uint8{uint8(m.TW), uint8(m.QW)}, tiles: uint8(m.TilesPlayed),
		empty: !g.laid, follows: g.played,
	})
	g.played = m.Action == "play"
	g.laid = g.laid || g.played
	g.failed = g.failed || !m.FinalSpread.Valid
	return nil
}

// add keeps a game that was read to its end.
func (l *laneRun) add(g *laneGame) error {
	switch n := len(l.deals); {
	case g.id < 0:
		return nil
	case g.failed:
		l.leftOut++
		return nil
	case n == 0 || l.deals[n-1].deal < g.deal:
		l.deals = append(l.deals, laneDeal{deal: g.deal})
	case l.deals[n-1].deal > g.deal:
		return fmt.Errorf("game %d: deal %d is behind deal %d", g.id, g.deal, l.deals[n-1].deal)
	}
	l.games++
	l.turns = append(l.turns, g.turns...)
	l.deals[len(l.deals)-1].end = len(l.turns)
	return nil
}

// each visits the turns, deal after deal.
func (l *laneRun) each(visit func(deal int64, at int) bool) {
	at := 0
	for _, d := range l.deals {
		for ; at < d.end; at++ {
			if !visit(d.deal, at) {
				return
			}
		}
	}
}
