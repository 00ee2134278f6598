package notation_test

import (
	"fmt"
	"log"
	"os"

	"quadword/engine"
	"quadword/engine/notation"
	"quadword/engine/tile"
)

func ExampleParseCGP() {
	line := "15/15/15/15/15/15/15/6CaRE5/15/15/15/15/15/15/15 WODS?/ 12/0 0 lex open;"
	dim, err := notation.CGPDim(line)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("rows:", dim)
	rules, _ := engine.BuiltinRules("standard")
	c, err := notation.ParseCGP(line, &rules)
	if err != nil {
		log.Fatal(err)
	}
	p, err := engine.NewPosition(&rules, c.Setup, 1)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("to move:", rules.TileSet.Alphabet.RackText(*p.Rack(p.Seat())))
	fmt.Println(c.Operations)
	// Output:
	// rows: 15
	// to move: ?DOSW
	// [{lex open}]
}

func ExampleParseMove() {
	rules, _ := engine.BuiltinRules("standard")
	c, err := notation.ParseCGP("15/15/15/15/15/15/15/6CaRE5/15/15/15/15/15/15/15 WODS?/ 12/0", &rules)
	if err != nil {
		log.Fatal(err)
	}
	p, err := engine.NewPosition(&rules, c.Setup, 1)
	if err != nil {
		log.Fatal(err)
	}
	m, err := notation.ParseMove("8F s(CaRE)D", p)
	if err != nil {
		log.Fatal(err)
	}
	a := rules.TileSet.Alphabet
	fmt.Printf("%s is %s for %d points\n",
		notation.AppendMove(nil, a, p.Board(), &m),
		notation.AppendWord(nil, a, p.Board(), &m),
		p.Play(m))
	_, err = notation.ParseMove("8F S....E", p)
	fmt.Println(err)
	// Output:
	// 8F s....D is sCaRED for 7 points
	// move "8F S....E": E at 8K, where D lies
}

func ExampleDrawBoard() {
	a := tile.English()
	rules, _ := engine.BuiltinRules("super")
	b := engine.NewBoard(rules.Layout.Dim())
	word, err := a.ParseWord(nil, "QUADWORD")
	if err != nil {
		log.Fatal(err)
	}
	for i, t := range word {
		b.Put(10, 6+i, t)
	}
	fmt.Printf("%s\n", notation.AppendBoard(nil, a, &b))
	if err := notation.DrawBoard(os.Stdout, &rules, &b); err != nil {
		log.Fatal(err)
	}
	// Output:
	// 21/21/21/21/21/21/21/21/21/21/6QUADWORD7/21/21/21/21/21/21/21/21/21/21
	//    A B C D E F G H I J K L M N O P Q R S T U
	//  1 ~ . . ' . . . = . . ' . . = . . . ' . . ~
	//  2 . - . . " . . . - . . . - . . . " . . - .
	//  3 . . - . . ^ . . . - . - . . . ^ . . - . .
	//  4 ' . . = . . ' . . . = . . . ' . . = . . '
	//  5 . " . . - . . . " . . . " . . . - . . " .
	//  6 . . ^ . . - . . . ' . ' . . . - . . ^ . .
	//  7 . . . ' . . - . . . ' . . . - . . ' . . .
	//  8 = . . . . . . - . . . . . - . . . . . . =
	//  9 . - . . " . . . " . . . " . . . " . . - .
	// 10 . . - . . ' . . . ' . ' . . . ' . . - . .
	// 11 ' . . = . . Q U A D W O R D ' . . = . . '
	// 12 . . - . . ' . . . ' . ' . . . ' . . - . .
	// 13 . - . . " . . . " . . . " . . . " . . - .
	// 14 = . . . . . . - . . . . . - . . . . . . =
	// 15 . . . ' . . - . . . ' . . . - . . ' . . .
	// 16 . . ^ . . - . . . ' . ' . . . - . . ^ . .
	// 17 . " . . - . . . " . . . " . . . - . . " .
	// 18 ' . . = . . ' . . . = . . . ' . . = . . '
	// 19 . . - . . ^ . . . - . - . . . ^ . . - . .
	// 20 . - . . " . . . - . . . - . . . " . . - .
	// 21 ~ . . ' . . . = . . ' . . = . . . ' . . ~
}
