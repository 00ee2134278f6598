package experiments

import (
	"bufio"
	"compress/gzip"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"quadword/engine/lexicon"
	builtin "quadword/engine/lexicon/open"
	"quadword/engine/tile"
	"quadword/experiments/analysis"
	"quadword/experiments/document"
	"quadword/experiments/document/documenttest"
)

// shortWords is about 3,000 words of the built-in list, which are there at once.
var shortWords = sync.OnceValues(func() (*lexicon.Lexicon, error) {
	z, err := gzip.NewReader(strings.NewReader(builtin.List()))
	if err != nil {
		return nil, err
	}
	var words [][]tile.Tile
	lines := bufio.NewScanner(z)
	for n := 0; lines.Scan(); n++ {
		if word := lines.Text(); len(word) <= 3 || n%150 == 0 {
			w, err := tile.English().ParseWord(nil, word)
			if err != nil {
				return nil, err
			}
			words = append(words, w)
		}
	}
	return lexicon.New("short", tile.English(), words)
})

func analysisOptions(workers int) *Options {
	return &Options{Workers: workers, Version: "test", Lexicon: func(string, *tile.Alphabet) (*lexicon.Lexicon, error) { return shortWords() }}
}

// TestAnalyses plays each built-in experiment that has an analysis with a few
// games, and each analysis is one of those.
func TestAnalyses(t *testing.T) {
	all, err := Builtin()
	if err != nil {
		t.Fatal(err)
	}
	asked := map[string]bool{}
	for _, s := range all {
		if len(s.Analysis) == 0 {
			continue
		}
		for _, name := range s.Analysis {
			asked[name] = true
		}
		t.Run(s.Name(), func(t *testing.T) {
			s, err := Parse(s.Name(), regexp.MustCompile(`leaves=trained-\d+`).ReplaceAll(s.text, []byte("leaves=builtin"))) // TestSameFiles trains
			if err != nil {
				t.Fatal(err)
			}
			if s.Games = 4; slices.Contains(s.Analysis, "tile-values") {
				s.Games = 60 // more than there are letters
			}
			d, err := s.Design(analysisOptions(2))
			if err != nil {
				t.Fatal(err)
			}
			dir := filepath.Join(t.TempDir(), "answer")
			if _, err := d.Run(t.Context(), dir, analysisOptions(2)); err != nil {
				t.Fatal(err)
			}
			var said [2]strings.Builder
			for i, workers := range []int{1, 3} {
				sections, err := d.analyses(t.Context(), dir, analysisOptions(workers))
				if err != nil {
					t.Fatal(err)
				}
				doc := document.Document{Name: s.Name(), Title: s.Title, Sections: sections}
				documenttest.Agree(t, &doc)
				if err := doc.WriteHTML(&said[i]); err != nil {
					t.Fatal(err)
				}
				for _, section := range sections {
					if !slices.ContainsFunc(s.Analysis, func(name string) bool { return strings.HasPrefix(section.Name, name) }) {
						t.Errorf("section %s is of none of %q", section.Name, s.Analysis)
					}
				}
			}
			if said[0].String() != said[1].String() {
				t.Error("three workers say another thing than one")
			}
			for _, c := range d.Cells {
				if !strings.Contains(said[0].String(), s.Label(c)) {
					t.Errorf("nothing is said of cell %s", s.Label(c))
				}
			}
			if err := os.Remove(filepath.Join(d.folder(dir, 1), "games", "part-00000.parquet")); err != nil {
				t.Fatal(err)
			}
			if _, err := d.analyses(t.Context(), dir, analysisOptions(1)); err == nil || !strings.Contains(err.Error(), "analysis "+s.Analysis[0]+": run "+s.Label(d.Cells[1])) {
				t.Errorf("without a part: %v", err)
			}
		})
	}
	for _, a := range analysis.All() {
		if !asked[a.Name] {
			t.Errorf("no built-in experiment asks for %s", a.Name)
		}
	}
}

func TestAnalysisBad(t *testing.T) {
	const head = "title = \"T\"\nquestion = \"Q\"\ngames = 2\n"
	for _, test := range []struct{ key, want string }{
		{`analysis = ["luck", "fate"]`, `analysis "fate": expected one of komi, lanes, luck, records, tile-values`},
		{`analysis = ["luck", "komi", "luck"]`, "analysis: luck is there twice"},
		{`analysis = "luck"`, "line 4"},
	} {
		if _, err := Parse("bad", []byte(head+test.key+"\n")); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, expected %s", test.key, err, test.want)
		}
	}
}
