package analysis

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"quadword/experiments/document"
	"quadword/sim/dataset"
)

// records lists the best plays and games of each run. Of equal ones the earlier
// counts, by game and turn. Games that were forfeited are no records, as they
// were not played to their ends, but the plays in them are.
func records(ctx context.Context, runs []Run, workers int) ([]document.Section, error) {
	var sections []document.Section
	for i := range runs {
		all := recordsOf()
		err := eachPart(ctx, &runs[i], workers, func(p dataset.Part) (*recordRun, error) {
			part := recordsOf()
			err := rows(ctx, &runs[i], dataset.GamesTable, p, part.game)
			if err == nil {
				err = rows(ctx, &runs[i], dataset.MovesTable, p, part.move)
			}
			return part, err
		}, func(part *recordRun) error {
			all.merge(part)
			return nil
		})
		if err != nil {
			return nil, err
		}
		sections = append(sections, all.section(part("records", i), runs[i].Label))
	}
	return sections, nil
}

// recordRun is the records of a run or a part of it.
type recordRun struct {
	games int64
	ends  map[string]int64

	score, total, margin, comeback, bingos, lost best

	plays       list[recordPlay]
	words       list[recordWord]
	multipliers map[int32]recordPlay // the best play of each product of word premiums
}

func recordsOf() *recordRun {
	return &recordRun{ends: map[string]int64{}, multipliers: map[int32]recordPlay{}}
}

// recordGame is what is read of a game.
type recordGame struct {
	GameID             int64               `parquet:"game_id"`
	Agent              []string            `parquet:"agent"`
	Score              []int32             `parquet:"score"`
	Bingos             []int32             `parquet:"bingos"`
	Winner             dataset.Null[int32] `parquet:"winner"`
	EndReason          string              `parquet:"end_reason"`
	MaxDeficitOvercome dataset.Null[int32] `parquet:"max_deficit_overcome"`
}

// recordMove is what is read of a turn.
type recordMove struct {
	GameID         int64                `parquet:"game_id"`
	Turn           int32                `parquet:"turn"`
	Seat           int32                `parquet:"seat"`
	Agent          string               `parquet:"agent"`
	Rack           string               `parquet:"rack"`
	Action         string               `parquet:"action"`
	Coordinate     dataset.Null[string] `parquet:"coordinate"`
	Word           dataset.Null[string] `parquet:"word"`
	Words          []string             `parquet:"words"`
	Score          int32                `parquet:"score"`
	WordMultiplier int32                `parquet:"word_multiplier"`
}

// recordPlay is a play.
type recordPlay struct {
	place
	score                  int32
	word, coordinate, rack string
}

func (p *recordPlay) compare(q *recordPlay) int {
	return before(int64(p.score), int64(q.score), p.place, q.place)
}

// recordWord is a word that was formed.
type recordWord struct {
	place
	letters int
	word    string
}

func (w *recordWord) compare(v *recordWord) int {
	return cmp.Or(before(int64(w.letters), int64(v.letters), w.place, v.place), cmp.Compare(w.word, v.word))
}

// game adds a game.
func (r *recordRun) game(g *recordGame) error {
	seats := len(g.Score)
	if seats < 2 || len(g.Bingos) != seats || len(g.Agent) != seats {
		return fmt.Errorf("game %d: its lists are not of one length, 2 or more", g.GameID)
	}
	r.games++
	r.ends[g.EndReason]++
	if g.EndReason == forfeit {
		return nil
	}
	game := place{g.GameID, -1, -1, ""}
	sum := int64(0)
	for seat, s := range g.Score {
		side := place{g.GameID, -1, int32(seat), g.Agent[seat]}
		r.score.add(int64(s), side)
		r.bingos.add(int64(g.Bingos[seat]), side)
		sum += int64(s)
	}
	r.total.add(sum, game)
	order := slices.Sorted(slices.Values(g.Score))
	r.margin.add(int64(order[seats-1]-order[seats-2]), game)
	if !g.Winner.Valid {
		return nil
	}
	for seat, s := range g.Score {
		side := place{g.GameID, -1, int32(seat), g.Agent[seat]}
		if int32(seat) != g.Winner.V {
			r.lost.add(int64(s), side)
		} else if g.MaxDeficitOvercome.Valid {
			r.comeback.add(int64(g.MaxDeficitOvercome.V), side)
		}
	}
	return nil
}

// move adds a turn.
func (r *recordRun) move(m *recordMove) error {
	if m.Action != "play" {
		return nil
	}
	at := place{m.GameID, m.Turn, m.Seat, m.Agent}
	play := recordPlay{at, m.Score, m.Word.V, m.Coordinate.V, m.Rack}
	r.plays.add(play, (*recordPlay).compare)
	r.multiplier(m.WordMultiplier, play)
	for _, word := range m.Words {
		r.word(recordWord{at, utf8.RuneCountInString(word), word})
	}
	return nil
}

func (r *recordRun) multiplier(by int32, play recordPlay) {
	if by < 2 {
		return
	}
	if have, ok := r.multipliers[by]; !ok || play.compare(&have) < 0 {
		r.multipliers[by] = play
	}
}

// word adds a word, of which a list has one only: the first, whatever blanks
// were in it.
func (r *recordRun) word(w recordWord) {
	if n := len(r.words.items); n == listed && w.compare(&r.words.items[n-1]) > 0 {
		return
	}
	same := func(o recordWord) bool { return strings.EqualFold(o.word, w.word) }
	if i := slices.IndexFunc(r.words.items, same); i >= 0 {
		if r.words.items[i].compare(&w) <= 0 {
			return
		}
		r.words.items = slices.Delete(r.words.items, i, i+1)
	}
	r.words.add(w, (*recordWord).compare)
}

// merge adds the records of another part.
func (r *recordRun) merge(o *recordRun) {
	r.games += o.games
	for why, n := range o.ends {
		r.ends[why] += n
	}
	r.score.merge(o.score)
	r.total.merge(o.total)
	r.margin.merge(o.margin)
	r.comeback.merge(o.comeback)
	r.bingos.merge(o.bingos)
	r.lost.merge(o.lost)
	for _, p := range o.plays.items {
		r.plays.add(p, (*recordPlay).compare)
	}
	for _, w := range o.words.items {
		r.word(w)
	}
	for by, p := range o.multipliers {
		r.multiplier(by, p)
	}
}
