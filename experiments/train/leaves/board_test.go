package leaves

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"quadword/agents/leave"
	"quadword/engine"
	"quadword/engine/enginetest"
	"quadword/engine/movegen"
	"quadword/engine/tile"
)

func builtin(t testing.TB, board string) *engine.Rules {
	t.Helper()
	rules, ok := engine.BuiltinRules(board)
	if !ok {
		t.Fatalf("no rules %s", board)
	}
	return &rules
}

// eachBoard hands over boards of a census with few and with many tiles unlaid.
func eachBoard(t *testing.T, n int, do func(s *sampler, b *board, pool *tile.Rack, rng *rand.Rand)) {
	lex := enginetest.OpenLexicon(t)
	for _, name := range []string{"standard", "super"} {
		rules := builtin(t, name)
		table := leave.Synthetic(rules.TileSet)
		plan := &Plan{Rules: rules, Lexicon: lex, Seed: 3, Least: 15, Most: rules.TileSet.Len()}
		s, err := newSampler(plan, 1, table)
		if err != nil {
			t.Fatal(err)
		}
		b, rng := newBoard(rules.TileSet, table.Values()), rand.New(rand.NewPCG(1, 5))
		for i := range n {
			plan.Most = 15 + (i+1)*(rules.TileSet.Len()-15)/n
			pool := mustBoard(t, s, i)
			do(s, b, &pool, rng)
		}
	}
}

func mustBoard(t testing.TB, s *sampler, i int) tile.Rack {
	t.Helper()
	pool, err := s.board(i)
	if err != nil {
		t.Fatal(err)
	}
	return pool
}

// drawn is tiles drawn from a pool.
func drawn(pool *tile.Rack, n int, rng *rand.Rand) (r tile.Rack) {
	tiles := pool.AppendTiles(nil)
	rng.Shuffle(len(tiles), func(i, j int) { tiles[i], tiles[j] = tiles[j], tiles[i] })
	return tile.RackOf(tiles[:n]...)
}

// eachPart yields every sub-multiset of a rack but the empty one, some of them
// more than once.
func eachPart(rack *tile.Rack, yield func(part tile.Rack)) {
	tiles := rack.AppendTiles(nil)
	for set := 1; set < 1<<len(tiles); set++ {
		var part tile.Rack
		for i, x := range tiles {
			if set>>i&1 != 0 {
				part.Add(x)
			}
		}
		yield(part)
	}
}

// rankOf is the rank of a leave or a full rack.
func rankOf(r *tile.Ranking, tiles *tile.Rack) uint32 {
	if rank, ok := r.RankFull(tiles); ok {
		return rank
	}
	rank, _ := r.Rank(tiles)
	return rank
}

// TestSheetIsThePlays: whatever a rack from the pool can play with exactly
// some of its tiles, blanks among them, is what the sheet says of these.
func TestSheetIsThePlays(t *testing.T) {
	eachBoard(t, 6, func(s *sampler, b *board, pool *tile.Rack, rng *rand.Rand) {
		b.sheet.fill(s.generator, pool)
		played := 0
		for i := range 60 {
			rack := drawn(pool, tile.FullRack, rng)
			if i%3 == 0 && pool.Count(tile.Blank) > 1 && rack.Remove(rack.AppendTiles(nil)[6]) {
				if rack.Add(tile.Blank); !pool.Contains(&rack) {
					continue
				}
			}
			best := map[tile.Rack]int32{}
			for _, m := range s.generator.Plays(nil, &rack) {
				best[m.Used()] = max(best[m.Used()], m.Score)
				played++
			}
			eachPart(&rack, func(part tile.Rack) {
				if got := int32(b.sheet.points[rankOf(b.ranking, &part)]); got != best[part] {
					t.Fatalf("%d tiles unlaid: %s scores %d on the sheet, %d by its plays",
						pool.Len(), s.plan.Rules.TileSet.Alphabet.RackText(part), got, best[part])
				}
			})
		}
		if played == 0 {
			t.Error("no rack had a play")
		}
	})
}

// TestRacksAreTheirBestMoves: the value of a full rack is that of the best of
// all its plays and of all exchanges, looked at one by one.
func TestRacksAreTheirBestMoves(t *testing.T) {
	exchanged := 0
	eachBoard(t, 5, func(s *sampler, b *board, pool *tile.Rack, rng *rand.Rand) {
		b.fill(s.generator, pool)
		table := leave.Synthetic(s.plan.Rules.TileSet)
		awkward := *pool // tiles that make few words among themselves
		for _, x := range pool.AppendTiles(nil) {
			if !strings.ContainsRune("CJKVWUI", rune(x)+'A'-1) {
				awkward.Remove(x)
			}
		}
		for i := range 60 {
			from := pool
			if i%3 == 0 && awkward.Len() >= tile.FullRack {
				from = &awkward
			}
			rack := drawn(from, tile.FullRack, rng)
			best := int32(math.MinInt32)
			eachPart(&rack, func(part tile.Rack) {
				kept := rack
				kept.RemoveAll(&part)
				best = max(best, table.Value(&kept))
			})
			exchange := best
			for _, m := range s.generator.Plays(nil, &rack) {
				kept, used := rack, m.Used()
				kept.RemoveAll(&used)
				best = max(best, 1000*m.Score+table.Value(&kept))
			}
			if best == exchange {
				exchanged++
			}
			if got := b.value[rankOf(b.ranking, &rack)]; got != best {
				t.Fatalf("%d tiles unlaid: %s is worth %d, by its moves %d",
					pool.Len(), s.plan.Rules.TileSet.Alphabet.RackText(rack), got, best)
			}
		}
	})
	if exchanged == 0 {
		t.Error("no rack was worth an exchange")
	}
}

// TestLeavesAreExpectations: the value of a leave is the mean over all ways to
// draw the rest of the rack, taken one by one.
func TestLeavesAreExpectations(t *testing.T) {
	eachBoard(t, 1, func(s *sampler, b *board, _ *tile.Rack, rng *rand.Rand) {
		s.plan.Most = 17
		pool := mustBoard(t, s, 5)
		b.fill(s.generator, &pool)
		for size := range tile.FullRack {
			for range 5 {
				l := drawn(&pool, size, rng)
				rest := pool
				rest.RemoveAll(&l)
				sum, n := 0.0, 0
				eachDraw(rest.AppendTiles(nil), l, tile.FullRack-size, func(rack tile.Rack) {
					sum += float64(b.value[rankOf(b.ranking, &rack)])
					n++
				})
				// Each size rounds to a thousandth.
				if got, want := float64(b.value[rankOf(b.ranking, &l)]), sum/float64(n); math.Abs(got-want) > 4 {
					t.Fatalf("%s is worth %v, on average over %d draws %v", s.plan.Rules.TileSet.Alphabet.RackText(l), got, n, want)
				}
			}
		}
	})
}

// eachDraw yields a leave with every set of n of the tiles.
func eachDraw(tiles []tile.Tile, l tile.Rack, n int, yield func(tile.Rack)) {
	if n == 0 {
		yield(l)
		return
	}
	for i := range len(tiles) - n + 1 {
		longer := l
		longer.Add(tiles[i])
		eachDraw(tiles[i+1:], longer, n-1, yield)
	}
}

// TestSums follows some leaves by the definition: the whole beyond its parts
// on each board, weighed by the ways to draw it, and the parts as they come
// out.
func TestSums(t *testing.T) {
	eachBoard(t, 1, func(s *sampler, b *board, _ *tile.Rack, rng *rand.Rand) {
		full := s.plan.Rules.TileSet.Counts()
		sums := newSums(b.ranking)
		s.plan.Most = 40
		pool := mustBoard(t, s, 0)
		var asked []tile.Rack // and all their parts
		for range 3 {
			l := drawn(&pool, tile.MaxLeave, rng)
			eachPart(&l, func(part tile.Rack) { asked = append(asked, part) })
		}
		weight, excess := map[tile.Rack]float64{}, map[tile.Rack]float64{}
		racks := 0.0
		for i := range 3 {
			pool := mustBoard(t, s, i)
			b.fill(s.generator, &pool)
			sums.take(b, &full)
			racks += float64(b.value[0]) / 3
			n := float64(pool.Len())
			raw := func(l tile.Rack) float64 { return float64(b.value[rankOf(b.ranking, &l)] - b.value[0]) }
			u := func(l tile.Rack) float64 {
				k, singles := float64(l.Len()), 0.0
				if k == 0 {
					return 0
				}
				for _, x := range l.AppendTiles(nil) {
					singles += raw(tile.RackOf(x)) * (n - 1) / (n - 7)
				}
				return raw(l) + (7-k)/(n-k)*singles
			}
			done := map[tile.Rack]bool{}
			for _, l := range asked {
				if w := ways(&pool, &l) / ways(&full, &l); w > 0 && !done[l] {
					done[l] = true
					weight[l] += w
					excess[l] += w * (u(l) - parts(l, u))
				}
			}
		}
		found := sums.expectation()
		var worth func(l tile.Rack) float64
		worth = func(l tile.Rack) float64 {
			if l.Len() == 0 {
				return 0
			}
			return excess[l]/weight[l] + parts(l, worth)
		}
		for _, l := range asked {
			// Each size rounds to a thousandth, and weights are rounded to 2^-20.
			got, want := float64(found.leaves[rankOf(b.ranking, &l)]), worth(l)
			if slack := 8 + 40_000/weight[l]/unit; math.Abs(got-want) > slack {
				t.Fatalf("%s is worth %v, expected %.1f within %.1f", s.plan.Rules.TileSet.Alphabet.RackText(l), got, want, slack)
			}
		}
		if math.Abs(float64(found.rack)-racks) > 1 {
			t.Errorf("a rack from nothing is worth %d, expected %.1f", found.rack, racks)
		}
	})
}

// parts is the mean over the tiles x of a leave of u of it without x and of x
// alone, 0 for a single tile.
func parts(l tile.Rack, u func(tile.Rack) float64) float64 {
	if l.Len() == 1 {
		return 0
	}
	sum := 0.0
	for _, x := range l.AppendTiles(nil) {
		less := l
		less.Remove(x)
		sum += u(less) + u(tile.RackOf(x))
	}
	return sum / float64(l.Len())
}

// TestUnseenLeaves: what no board could show is worth its parts.
func TestUnseenLeaves(t *testing.T) {
	s := newSums(tile.NewRanking(builtin(t, "standard").TileSet))
	for x := range tile.Tile(4) {
		single := tile.RackOf(x)
		rank, _ := s.ranking.Rank(&single)
		s.weight[rank], s.excess[rank] = 7, 7*int64(x)*1000
	}
	l := tile.RackOf(1, 2, 3, 3)
	rank, _ := s.ranking.Rank(&l)
	if got := s.expectation().leaves[rank]; got != 9000 {
		t.Errorf("1 and 2 and twice 3 points are %d", got)
	}
}

// ways is how many ways there are to draw a leave from a pool.
func ways(pool, l *tile.Rack) float64 {
	w := 1.0
	for t := range tile.Tile(27) {
		for i := range l.Count(t) {
			w *= float64(pool.Count(t)-i) / float64(i+1)
		}
	}
	return max(w, 0)
}

func TestDivide(t *testing.T) {
	for _, c := range [][3]int32{{7, 2, 4}, {-7, 2, -4}, {6, 4, 2}, {5, 4, 1}, {-5, 4, -1}, {0, 9, 0}} {
		if got := divide(c[0], c[1]); got != c[2] {
			t.Errorf("%d by %d is %d, expected %d", c[0], c[1], got, c[2])
		}
	}
}

// BenchmarkBoard is one board of the census, from the game it comes from to
// the sums.
func BenchmarkBoard(b *testing.B) {
	lex := enginetest.OpenLexicon(b)
	for _, name := range []string{"standard", "super"} {
		rules := builtin(b, name)
		table := leave.Synthetic(rules.TileSet)
		plan := &Plan{Rules: rules, Lexicon: lex, Seed: 1, Least: 15, Most: 86}
		full := rules.TileSet.Counts()
		for _, part := range []string{"game", "plays", "sheet", "fill", "all"} {
			b.Run(name+"/"+part, func(b *testing.B) {
				s, err := newSampler(plan, 0, table)
				if err != nil {
					b.Fatal(err)
				}
				v, sums := newBoard(rules.TileSet, table.Values()), newSums(table.Ranking())
				i := 0
				for b.Loop() {
					pool := mustBoard(b, s, i%64)
					i++
					switch part {
					case "plays":
						s.generator.Pool(&pool, tile.FullRack, func(*movegen.PoolPlay) {})
					case "sheet":
						v.sheet.fill(s.generator, &pool)
					case "fill", "all":
						v.fill(s.generator, &pool)
					}
					if part == "all" {
						sums.take(v, &full)
					}
				}
			})
		}
	}
}
