package measure

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"quadword/engine"
	"quadword/engine/tile"
	"quadword/sim/dataset"
)

// sheet is what is counted of one game.
type sheet struct {
	tie      engine.TieBreak
	rackSize int
	kinds    map[rune]kind // of tiles, as on a rack
	order    []rune        // the kinds in the order of the tile set

	game    *game
	sides   [engine.MaxSeats]side
	first   [engine.MaxSeats]int64 // shares of the first place, in twelfths
	opening move                   // the first turn, if there was one
}

// kind is what there is to know about a kind of tile.
type kind struct {
	points int64
	vowel  bool
}

// side is what is counted of the turns of a seat.
type side struct {
	turns, scoreless                 int64 // all its turns, and those without points
	plays, exchanges                 int64
	points                           int64 // of its turns
	cross, premium, bonus            int64 // parts of points
	bingos, blankPlays, downPlays    int64 // plays that are such
	sPlays, sHooks, sTileHooks       int64
	sFronts, hooks, crossing         int64
	through                          int64
	sHookPoints                      int64 // points of the plays that are sHooks
	laid, blanks, onBoard            int64 // tiles laid, blanks of them, tiles played through
	exchanged, drawn, kept           int64 // tiles
	crossWords, words, twoLetter     int64 // words formed
	letterPremiums, wordPremiums     [5]int64
	multipliers                      map[int32]int64
	racks, noVowel, manyVowels       int64 // full racks
	rackTiles, rackVowels, duplicate int64 // tiles of full racks without blanks; racks with a letter thrice
}

// newSheet readies a sheet for the games of a run.
func newSheet(spec *dataset.Spec) (*sheet, error) {
	tie, err := engine.ParseTieBreak(spec.Rules.TieBreak)
	if err != nil {
		return nil, err
	}
	s := &sheet{tie: tie, rackSize: spec.Rules.RackSize, kinds: map[rune]kind{}}
	for _, t := range spec.TileSet.Tiles {
		r, _ := utf8.DecodeRuneInString(t.Letter)
		s.kinds[r] = kind{int64(t.Points), t.Vowel}
		s.order = append(s.order, r)
	}
	for i := range s.sides {
		s.sides[i].multipliers = map[int32]int64{}
	}
	return s, nil
}

// fill counts a game.
func (s *sheet) fill(g *game, moves []move) error {
	if err := g.check(); err != nil {
		return err
	}
	s.game, s.opening = g, move{}
	for i := range s.sides {
		multipliers := s.sides[i].multipliers
		clear(multipliers)
		s.sides[i] = side{multipliers: multipliers}
	}
	s.first = FirstPlaces(s.tie, g.Score, g.ScoreBeforeEnd, g.Faults, g.EndReason == engine.EndForfeit.String())
	for i := range moves {
		m := &moves[i]
		if m.Seat < 0 || int(m.Seat) >= len(g.Agent) {
			return fmt.Errorf("game %d, turn %d: seat %d of %d", m.GameID, m.Turn, m.Seat, len(g.Agent))
		}
		s.turn(&s.sides[m.Seat], m)
	}
	if len(moves) > 0 {
		s.opening = moves[0]
	}
	return nil
}

func (s *sheet) turn(d *side, m *move) {
	d.turns++
	if m.Score == 0 {
		d.scoreless++
	}
	d.drawn += letters(m.Drawn)
	d.kept += letters(m.Leave)
	s.rack(d, m.Rack)
	switch m.Action {
	case engine.Exchange.String():
		d.exchanges++
		d.exchanged += letters(m.Exchanged.V)
	case engine.Play.String():
		d.play(m)
	}
}

func (d *side) play(m *move) {
	d.plays++
	d.points += int64(m.Score)
	d.cross += int64(m.CrossScore)
	d.premium += int64(m.PremiumPoints)
	d.bonus += int64(m.BingoPoints)
	d.laid += int64(m.TilesPlayed)
	d.blanks += int64(m.BlanksPlayed)
	d.onBoard += int64(m.TilesThrough)
	d.crossWords += int64(m.CrossWords)
	d.multipliers[m.WordMultiplier]++
	for i, n := range [...]int32{m.DL, m.TL, m.QL} {
		d.letterPremiums[i+2] += int64(n)
	}
	for i, n := range [...]int32{m.DW, m.TW, m.QW} {
		d.wordPremiums[i+2] += int64(n)
	}
	d.words += int64(len(m.Words))
	for _, word := range m.Words {
		d.twoLetter += one(letters(word) == 2)
	}
	d.bingos += one(m.Bingo)
	d.blankPlays += one(m.BlanksPlayed > 0)
	d.downPlays += one(m.Down.V)
	d.crossing += one(m.CrossWords > 0)
	d.through += one(m.TilesThrough > 0)
	d.hooks += one(m.FrontHook.V != "" || m.BackHook.V != "")
	d.sPlays += one(strings.Contains(m.Placed.V, "S"))
	d.sFronts += one(strings.ContainsAny(m.FrontHook.V, "Ss"))
	d.sTileHooks += one(strings.Contains(m.BackHook.V, "S"))
	if strings.ContainsAny(m.BackHook.V, "Ss") {
		d.sHooks++
		d.sHookPoints += int64(m.Score)
	}
}

// rack counts a rack before a move, if it is full.
func (s *sheet) rack(d *side, rack string) {
	if int(letters(rack)) != s.rackSize {
		return
	}
	vowels, run, thrice := int64(0), 0, false
	last := rune(-1)
	for _, r := range rack {
		if r == tile.BlankRune {
			continue
		}
		d.rackTiles++
		vowels += one(s.kinds[r].vowel)
		if r != last {
			run = 0
		}
		run, last = run+1, r
		thrice = thrice || run == 3
	}
	d.racks++
	d.rackVowels += vowels
	d.noVowel += one(vowels == 0)
	d.manyVowels += one(vowels >= 5)
	d.duplicate += one(thrice)
}

// rackPoints is the face value of the tiles of a rack.
func (s *sheet) rackPoints(rack string) int64 {
	sum := int64(0)
	for _, r := range rack {
		sum += s.kinds[r].points
	}
	return sum
}

// drawnOf is how many tiles of a kind a seat drew in the game.
func (s *sheet) drawnOf(seat int, letter rune) int64 {
	n := int64(0)
	for i, count := range s.game.DrawnCounts[seat] {
		if i < len(s.order) && s.order[i] == letter {
			n += int64(count)
		}
	}
	return n
}

// drawnPoints is the face value of the tiles that a seat drew in the game.
func (s *sheet) drawnPoints(seat int) int64 {
	sum := int64(0)
	for i, count := range s.game.DrawnCounts[seat] {
		if i < len(s.order) {
			sum += int64(count) * s.kinds[s.order[i]].points
		}
	}
	return sum
}

func letters(text string) int64 { return int64(utf8.RuneCountInString(text)) }

func one(is bool) int64 {
	if is {
		return 1
	}
	return 0
}
