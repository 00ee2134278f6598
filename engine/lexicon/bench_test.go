package lexicon

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"quadword/engine/tile"
)

// BenchmarkOpenCold builds the embedded list.
func BenchmarkOpenCold(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		l, err := Open("open", tile.English(), Options{NoCache: true})
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(len(l.graph.Nodes)), "nodes")
		b.ReportMetric(float64(len(l.graph.Children)), "children")
		b.ReportMetric(float64(l.Bytes()), "table-bytes")
	}
}

// BenchmarkOpenWarm reads the embedded list from the cache.
func BenchmarkOpenWarm(b *testing.B) {
	b.ReportAllocs()
	opts := Options{CacheDir: b.TempDir()}
	if _, err := Open("open", tile.English(), opts); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := Open("open", tile.English(), opts); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkNew builds a list of the size that tests use.
func BenchmarkNew(b *testing.B) {
	words := randomWords(rand.New(rand.NewPCG(17, 18)), 26, 3000)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := New("test", tile.English(), words); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkHas looks up words in random order, half of them changed by a
// letter.
func BenchmarkHas(b *testing.B) {
	l := mustOpen(b)
	rng := rand.New(rand.NewPCG(19, 20))
	var words [][]tile.Tile
	for w := range l.Words() {
		if rng.IntN(16) == 0 {
			w = slices.Clone(w)
			if rng.IntN(2) == 0 {
				w[rng.IntN(len(w))] = tile.Tile(1 + rng.IntN(26))
			}
			words = append(words, w)
		}
	}
	rng.Shuffle(len(words), func(i, j int) { words[i], words[j] = words[j], words[i] })
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		l.Has(words[i])
		if i++; i == len(words) {
			i = 0
		}
	}
}

// BenchmarkWalk follows, as move generation does, all paths of the GADDAG that
// a rack of seven tiles can go from each of 20 letters on the board.
func BenchmarkWalk(b *testing.B) {
	set, ok := tile.BuiltinSet("super")
	if !ok {
		b.Fatal("no super tile set")
	}
	counts := set.Counts()
	bag := counts.AppendTiles(nil)[counts.Count(tile.Blank):]
	w := walker{g: mustOpen(b).Graph()}
	rng := rand.New(rand.NewPCG(21, 22))
	for b.Loop() {
		w.counts, w.mask = [tile.Kinds]int{}, 0
		for range 7 {
			w.add(bag[rng.IntN(len(bag))])
		}
		for range 20 {
			w.walk(w.g.Child(w.g.GADDAG, bag[rng.IntN(len(bag))]))
		}
	}
	b.ReportMetric(float64(w.ends)/float64(b.N), "ends/op")
}

type walker struct {
	g      *Graph
	counts [tile.Kinds]int // of the rack
	mask   uint32          // of the letters on the rack
	ends   int             // of words
}

func (w *walker) add(t tile.Tile) {
	w.counts[t&(tile.Kinds-1)]++
	w.mask |= 1 << t
}

func (w *walker) remove(t tile.Tile) {
	c := &w.counts[t&(tile.Kinds-1)]
	if *c--; *c == 0 {
		w.mask &^= 1 << t
	}
}

func (w *walker) walk(n uint32) {
	node := w.g.Nodes[n]
	for arcs := node.Arcs & (w.mask | 1); arcs != 0; arcs &= arcs - 1 {
		t := tile.Tile(bits.TrailingZeros32(arcs))
		w.ends += int(node.Accepts >> t & 1)
		switch child := w.g.Child(n, t); {
		case child == 0:
		case t == 0:
			w.walk(child)
		default:
			w.remove(t)
			w.walk(child)
			w.add(t)
		}
	}
}
