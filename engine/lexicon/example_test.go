package lexicon_test

import (
	"fmt"
	"os"

	"quadword/engine/lexicon"
	"quadword/engine/tile"
)

func ExampleNew() {
	alphabet := tile.English()
	var words [][]tile.Tile
	for _, text := range []string{"tea", "eat", "ate", "tea"} {
		word, err := alphabet.ParseWord(nil, text)
		if err != nil {
			fmt.Println(err)
			return
		}
		words = append(words, word)
	}
	l, err := lexicon.New("small", alphabet, words)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(l.Len(), "words, EAT is one:", l.Has(words[1]))
	l.WriteText(os.Stdout)
	// Output:
	// 3 words, EAT is one: true
	// ate
	// eat
	// tea
}

// The GADDAG reads leftwards from any letter: with Z and then E behind, the arcs
// on which a word ends are the letters that hook on in front of -EZ.
func ExampleGraph_Child() {
	alphabet := tile.English()
	l, err := lexicon.Open("open", alphabet, lexicon.Options{NoCache: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	ez, err := alphabet.ParseWord(nil, "EZ")
	if err != nil {
		fmt.Println(err)
		return
	}
	g := l.Graph()
	n := g.Child(g.Child(g.GADDAG, ez[1]), ez[0])
	for t := range tile.Tile(alphabet.Len() + 1) {
		if g.Nodes[n].Accepts>>t&1 != 0 {
			fmt.Printf("%cEZ ", alphabet.Rune(t))
		}
	}
	// Output: BEZ FEZ LEZ REZ SEZ
}
