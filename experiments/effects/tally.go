package effects

import (
	"fmt"
	"slices"
	"unicode/utf8"

	"quadword/engine"
	"quadword/experiments/measure"
	"quadword/experiments/stats"
)

// tally counts the games of some deals.
type tally struct {
	rules *engine.Rules
	board *board
	folds []int // by square the smaller of it and its mirror image; nil if the board is not its own
	kinds []int // by square

	games, deals, turns, plays int64

	used, points             []stats.Sums // by square
	foldedUsed, foldedPoints []stats.Sums // by square, those on one side of the diagonal
	kindUsed                 [kinds]mean
	kindPoints, kindShare    [kinds]mean
	times                    []int32 // what words may count on the board, ascending
	multipliers              []multiplier
	byTurn, byBag            []phase
	groups                   groups
	turnGroups, bagGroups    []phase
	opening                  struct{ win, spread mean }
	calibration              calibration

	score, spread, length, leadChanges, comeback    histogram
	bingos, vowelsHeld, turnover, wordLength        histogram
	first                                           int64 // deal
	deal, dealGames, dealPlays, dealPoints          int64 // the deal at hand
	dealUsed, dealEarned, dealFolded, dealFoldedSum []int64
	dealKinds                                       [kinds]int64 // half points
}

// multiplier is the plays whose main word counts so many times as times says.
type multiplier struct {
	perGame, share, points mean
	dealPlays              int64
}

func newTally(rules *engine.Rules) *tally {
	l := rules.Layout
	dim := l.Dim()
	squares := dim * dim
	t := &tally{
		rules: rules, board: newBoard(rules), folds: folds(l), deal: -1,
		used: make([]stats.Sums, squares), points: make([]stats.Sums, squares),
		foldedUsed: make([]stats.Sums, squares), foldedPoints: make([]stats.Sums, squares),
		dealUsed: make([]int64, squares), dealEarned: make([]int64, squares),
		dealFolded: make([]int64, squares), dealFoldedSum: make([]int64, squares),
		byTurn: make([]phase, turnPhases), byBag: make([]phase, bagPhase(int32(rules.TileSet.Len()))+1),
		score: newHistogram(20), spread: newHistogram(20), length: newHistogram(1), leadChanges: newHistogram(1),
		comeback: newHistogram(20), bingos: newHistogram(1), vowelsHeld: newHistogram(1), turnover: newHistogram(1), wordLength: newHistogram(1),
	}
	for at := range squares {
		t.kinds = append(t.kinds, kindOf(l, at/dim, at%dim))
	}
	t.groups = newGroups(rules)
	t.turnGroups, t.bagGroups = make([]phase, turnGroups), make([]phase, t.groups.bag(int32(rules.TileSet.Len()))+1)
	t.times = products(l, rules.RackSize)
	t.multipliers = make([]multiplier, len(t.times))
	return t
}

// folds tells for each square which is counted for it: itself on and above the
// diagonal, its mirror image below.
func folds(l *engine.Layout) []int {
	dim := l.Dim()
	all := make([]int, dim*dim)
	for row := range dim {
		for col := range dim {
			if kindOf(l, row, col) != kindOf(l, col, row) {
				return nil
			}
			all[row*dim+col] = min(row, col)*dim + max(row, col)
		}
	}
	return all
}

// products are all products of the word premiums on a board that so many tiles
// could cover, and 1, ascending.
func products(l *engine.Layout, tiles int) []int32 {
	var words []int32
	for row := range l.Dim() {
		for col := range l.Dim() {
			if w := l.Word(row, col); !slices.Contains(words, w) {
				words = append(words, w)
			}
		}
	}
	all := []int32{1}
	for range tiles {
		var more []int32
		for _, p := range all {
			more = append(more, p)
			for _, w := range words {
				more = append(more, p*w)
			}
		}
		slices.Sort(more)
		all = slices.Compact(more)
	}
	return all
}

// add counts a game. The games of a deal come one after another.
func (t *tally) add(g *game, moves []move) error {
	seats := len(g.Score)
	if seats < 2 || seats > engine.MaxSeats || len(g.ScoreBeforeEnd) != seats || len(g.Bingos) != seats || len(g.Faults) != seats {
		return fmt.Errorf("game %d: its lists are not of one length, 2 to %d", g.GameID, engine.MaxSeats)
	}
	if g.DealID != t.deal {
		if g.DealID < t.deal {
			return fmt.Errorf("game %d: deal %d comes after deal %d", g.GameID, g.DealID, t.deal)
		}
		t.closeDeal()
		t.deal = g.DealID
		if t.games == 0 {
			t.first = t.deal
		}
	}
	t.games++
	t.dealGames++
	bingos := int64(0)
	for seat := range g.Score {
		t.score.see(int64(g.Score[seat]))
		bingos += int64(g.Bingos[seat])
	}
	t.bingos.see(bingos)
	t.spread.see(int64(g.Spread))
	t.length.see(int64(g.Turns))
	t.leadChanges.see(int64(g.LeadChanges))
	if g.MaxDeficitOvercome.Valid {
		t.comeback.see(int64(g.MaxDeficitOvercome.V))
	}
	first := measure.FirstPlaces(t.rules.TieBreak, g.Score, g.ScoreBeforeEnd, g.Faults, g.EndReason == engine.EndForfeit.String())
	t.opening.win.see(first[0], 1)
	t.opening.spread.see(int64(g.Spread), 1)
	clear(t.board.tiles)
	for i := range moves {
		if err := t.turn(&moves[i]); err != nil {
			return err
		}
	}
	return nil
}

func (t *tally) turn(m *move) error {
	if m.BagBefore < 0 || int(m.BagBefore) > t.rules.TileSet.Len() {
		return fmt.Errorf("game %d, turn %d: %d tiles in the bag, expected 0 to %d", m.GameID, m.Turn, m.BagBefore, t.rules.TileSet.Len())
	}
	t.turns++
	t.byTurn[turnPhase(m.Turn)].see(m)
	t.byBag[bagPhase(m.BagBefore)].see(m)
	t.turnGroups[t.groups.turn(m.Turn)].see(m)
	t.bagGroups[t.groups.bag(m.BagBefore)].see(m)
	t.turnover.see(int64(utf8.RuneCountInString(m.Drawn)))
	t.rack(m.Rack)
	if err := t.calibration.see(m); err != nil {
		return err
	}
	if m.Action != playAction {
		return nil
	}
	t.plays++
	t.dealPlays++
	t.dealPoints += int64(m.Score)
	t.wordLength.see(int64(m.TilesPlayed) + int64(m.TilesThrough))
	if err := t.board.play(m); err != nil {
		return err
	}
	for _, at := range t.board.laid {
		t.dealUsed[at]++
	}
	for _, e := range t.board.earned {
		t.dealEarned[e.square] += e.points
	}
	for kind, halves := range t.board.premiums {
		t.dealKinds[kind] += halves
	}
	i, ok := slices.BinarySearch(t.times, m.WordMultiplier)
	if !ok {
		return fmt.Errorf("game %d, turn %d: a word counts %d times, which no squares make", m.GameID, m.Turn, m.WordMultiplier)
	}
	t.multipliers[i].dealPlays++
	t.multipliers[i].points.see(int64(m.Score), 1)
	return nil
}

// rack counts the vowels of a rack before a move, if it is full.
func (t *tally) rack(rack string) {
	if utf8.RuneCountInString(rack) != t.rules.RackSize {
		return
	}
	vowels := int64(0)
	for _, r := range rack {
		if letter, ok := t.rules.TileSet.Alphabet.Letter(r); ok && t.rules.TileSet.IsVowel(letter) {
			vowels++
		}
	}
	t.vowelsHeld.see(vowels)
}
