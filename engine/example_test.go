package engine_test

import (
	"fmt"
	"log"

	"quadword/engine"
	"quadword/engine/notation"
)

// A game is set up from its rules and an order of the bag, and goes on move by
// move.
func Example() {
	rules, _ := engine.BuiltinRules("super")
	alphabet := rules.TileSet.Alphabet

	// The deal (seed 1, deal 31): all tiles in a random order.
	counts := rules.TileSet.Counts()
	order := counts.AppendTiles(nil)
	stream := engine.NewStream(1, 31)
	stream.Shuffle(order)
	p := engine.NewGame(&rules, order, 31)
	fmt.Println("seat 0 holds", alphabet.RackText(*p.Rack(0)))

	m, err := notation.ParseMove("11K ROUSES", p)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(m.Coordinate(), alphabet.Text(m.Placed()), "scores", p.Play(m))
	fmt.Println("seat", p.Seat(), "is to move,", p.BagLen(), "tiles are in the bag")

	p.Undo()
	fmt.Println("and back:", p.Score(0), "points")
	// Output:
	// seat 0 holds EOQRSSU
	// 11K ROUSES scores 14
	// seat 1 is to move, 180 tiles are in the bag
	// and back: 0 points
}
