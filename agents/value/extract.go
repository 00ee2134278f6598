package value

import (
	"quadword/agents/leave"
	"quadword/engine"
	"quadword/engine/lexicon"
	"quadword/engine/movegen"
	"quadword/engine/tile"
)

// maxUnits bounds a figure, in its units, so that no sum of a Model can
// overflow. No game comes near it.
const maxUnits = 5000

// Figure is one number that a feature computes.
type Figure struct {
	Name    string // of the feature, with what tells it from others of it: keep_S
	Feature Feature
}

// Scale is how many steps of the figure make one of its units.
func (f Figure) Scale() int32 { return max(f.Feature.Scale, 1) }

// Figures lists the figures of games with a tile set, in the order of the
// table.
func Figures(set *tile.Set) []Figure {
	var figures []Figure
	for _, f := range Features() {
		if f.of == nil {
			figures = append(figures, Figure{f.Name, f})
			continue
		}
		for _, name := range f.of(set) {
			figures = append(figures, Figure{f.Name + name, f})
		}
	}
	return figures
}

// situation is what features see: a move, and what it leaves.
type situation struct {
	rules    *engine.Rules
	set      *tile.Set
	q, u     tile.Tile           // 0 if the alphabet does not have both
	premiums [6][maxLanes]uint32 // by kind, see premiumKinds

	// Of the position.
	spread       int32
	rack, unseen tile.Rack
	bagBefore    int
	tabled       bool // there is a table of leaves
	drift        movegen.Drift
	vowelSurplus int32 // share of vowels among the unseen letters less that in the set, in thousandths
	before       surface

	// Of the move.
	move            *movegen.Scored
	score           int32
	kept            tile.Rack
	leave           int32 // value of what is kept, in thousandths of a point
	drawn, bagAfter int
	after           surface
	narrow, wide    [maxLanes]uint32 // squares that 3 tiles and a whole rack could cover
}

// Extractor computes the figures of moves. It has memory of its own and is not
// safe for concurrent use.
type Extractor struct {
	situation
	leaves   *leave.Table
	draws    *movegen.Draws // corrects them; nil without
	features []feature
	figures  []int32
	known    bool // before is the surface of the board with this hash
	hash     uint64
}

// feature is a row of the table with the place of its figures.
type feature struct {
	from, to int
	limit    int32
	figures  func(*situation, []int32)
}

// NewExtractor is an extractor for games under these rules with these words.
// The table values the tiles kept; without one, nil, they are worth nothing.
func NewExtractor(rules *engine.Rules, lex *lexicon.Lexicon, leaves *leave.Table) *Extractor {
	x := &Extractor{leaves: leaves}
	if leaves != nil {
		x.tabled = true
		x.draws = movegen.NewDraws(leaves.Values(), leaves.Ranking(), leaves.Set())
	}
	x.rules, x.set = rules, rules.TileSet
	x.before.graph = lex.Graph()
	x.q, x.u = qAndU(rules.TileSet.Alphabet)
	x.layPremiums(rules.Layout)
	n := 0
	for _, f := range Features() {
		size := 1
		if f.of != nil {
			size = len(f.of(rules.TileSet))
		}
		x.features = append(x.features, feature{n, n + size, maxUnits * max(f.Scale, 1), f.figures})
		n += size
	}
	x.figures = make([]int32, n)
	return x
}

// qAndU are the letters Q and U of an alphabet that has both, or else 0.
func qAndU(a *tile.Alphabet) (q, u tile.Tile) {
	q, hasQ := a.Letter('Q')
	u, hasU := a.Letter('U')
	if !hasQ || !hasU {
		return 0, 0
	}
	return q, u
}

func (s *situation) layPremiums(layout *engine.Layout) {
	dim := layout.Dim()
	for row := range dim {
		for col := range dim {
			kind := -1
			if w := layout.Word(row, col); w > 1 {
				kind = int(w) + 1
			} else if l := layout.Letter(row, col); l > 1 {
				kind = int(l) - 2
			}
			if kind >= 0 {
				s.premiums[kind][row] |= 1 << col
				s.premiums[kind][dim+col] |= 1 << row
			}
		}
	}
}

// Begin readies the extractor for the moves of the seat whose view it is.
func (x *Extractor) Begin(v engine.View) {
	x.spread, x.rack, x.unseen, x.bagBefore = v.Spread(), v.Rack(), v.Unseen(), v.BagLen()
	all := x.set.Counts()
	x.vowelSurplus = x.vowelShare(&x.unseen) - x.vowelShare(&all)
	if x.draws != nil && x.bagBefore > 0 {
		x.drift = x.draws.Drift(x.set, &x.rack, &x.unseen)
	}
	x.follow(v)
}

// follow brings the surface to the board of a view: by the turns that lead there
// from the board that it has, if they are in the view's record, or else from
// nothing.
func (x *Extractor) follow(v engine.View) {
	to := v.BoardHash()
	if x.known && x.hash == to {
		return
	}
	from := v.Turns() - 1
	for from >= 0 && (!x.known || v.HashBefore(from) != x.hash) {
		from--
	}
	if from < 0 {
		x.before.set(v.Board())
	}
	for i := from; i >= 0 && i < v.Turns(); i++ {
		if m := v.Turn(i).Move; m.Kind == engine.Play {
			x.before.play(&m)
		}
	}
	x.known, x.hash = true, to
}

// vowelShare is the share of vowels among the letters of a multiset, in
// thousandths.
func (s *situation) vowelShare(r *tile.Rack) int32 {
	vowels, letters := 0, r.Len()-r.Count(tile.Blank)
	for t := tile.Tile(1); int(t) <= s.set.Alphabet.Len(); t++ {
		if s.set.IsVowel(t) {
			vowels += r.Count(t)
		}
	}
	return int32(1000 * vowels / max(letters, 1))
}

// Unseen is the number of tiles that the seat had not seen before the move.
func (x *Extractor) Unseen() int { return x.unseen.Len() }

// Leave is the value of what the move last looked at keeps, in thousandths of a
// point.
func (x *Extractor) Leave() int32 { return x.leave }

// Figures computes the figures of a legal move, in the order of the function
// Figures. They are good until the next call.
func (x *Extractor) Figures(m *movegen.Scored) []int32 {
	x.look(m)
	clear(x.figures)
	for _, f := range x.features {
		dst := x.figures[f.from:f.to]
		f.figures(&x.situation, dst)
		for i := range dst {
			dst[i] = min(max(dst[i], -f.limit), f.limit)
		}
	}
	return x.figures
}

// look fills in what a move leaves.
func (x *Extractor) look(m *movegen.Scored) {
	used := m.Used()
	x.move, x.score, x.kept = m, m.Score, x.rack
	x.kept.RemoveAll(&used)
	x.drawn, x.bagAfter = min(int(m.N), x.bagBefore), x.bagBefore
	x.leave = 0
	if x.leaves != nil && x.bagBefore > 0 {
		x.leave = x.leaves.Value(&x.kept) + x.drift.Of(&x.kept, x.drawn)
	}
	if m.Kind == engine.Play {
		x.bagAfter -= x.drawn
	}
	x.after = x.before
	if m.Kind == engine.Play {
		x.after.play(&m.Move)
	}
	for l := range 2 * x.after.dim {
		x.narrow[l] = x.after.reach(l, 3)
		x.wide[l] = x.after.reach(l, x.rules.RackSize)
	}
}
