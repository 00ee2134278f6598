package enginetest

import (
	"bufio"
	"compress/gzip"
	"os"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quadword/engine"
	"quadword/engine/notation"
	"quadword/engine/tile"
)

// openList is the default word list, read without package lexicon.
var openList = sync.OnceValue(func() *Dictionary {
	f, err := os.Open("../lexicon/open/open.txt.gz")
	if err != nil {
		panic(err)
	}
	defer f.Close()
	unzipped, err := gzip.NewReader(f)
	if err != nil {
		panic(err)
	}
	a := tile.English()
	return NewDictionary(func(yield func([]tile.Tile) bool) {
		var word []tile.Tile
		for lines := bufio.NewScanner(unzipped); lines.Scan(); {
			if word, err = a.ParseWord(word[:0], lines.Text()); err != nil {
				panic(err)
			}
			if !yield(word) {
				return
			}
		}
	})
})

// The generator finds what macondo's finds: the same plays, the same scores.
func TestGolden(t *testing.T) {
	for _, board := range []string{"standard", "super"} {
		golden := Golden(board)
		if len(golden) != 200 {
			t.Fatalf("%d positions", len(golden))
		}
		for i := range golden {
			if testing.Short() && i%16 != 0 {
				continue
			}
			checkGolden(t, &golden[i])
		}
	}
}

func checkGolden(t *testing.T, g *GoldenPosition) {
	t.Helper()
	p := g.Position()
	if got := string(notation.AppendRack(nil, tile.English(), p.Rack(0))); got != g.Rack {
		t.Errorf("%s: rack %s, want %s", g.CGP, got, g.Rack)
	}
	plays := openList().Plays(p)
	if diff := cmp.Diff(g.Digest, notation.DigestPlays(p.Rules(), p.Board(), Seq2(plays))); diff != "" {
		t.Errorf("%s:\n%s", g.CGP, diff)
	}
	score := map[engine.Move]int32{}
	for _, m := range plays {
		score[m.Move] = m.Score
	}
	for _, top := range g.Top {
		m, err := notation.ParseMove(top.Move, p)
		if err != nil {
			t.Errorf("%s: %v", g.CGP, err)
		} else if score[m] != top.Score {
			t.Errorf("%s: %s scores %d, want %d", g.CGP, top.Move, score[m], top.Score)
		}
	}
}
