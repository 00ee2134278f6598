package tile

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Tile is the number of a letter, 1..MaxLetters in the order of its Alphabet.
//
// Number 0 is overloaded as the whole field does: on a rack it is the blank,
// on a board it is an empty square. BlankBit marks a blank that has been laid
// as the letter in the low bits; it scores nothing.
type Tile uint8

const (
	// Blank is an undesignated blank, on a rack or in the bag.
	Blank Tile = 0
	// BlankBit is set in a laid blank. A lowercase letter shows it in text.
	BlankBit Tile = 0x80
	// MaxLetters bounds the letters of an alphabet: their numbers fit in five
	// bits, a set of letters in a uint32, and one code (31) is left over for
	// the direction switch of a packed GADDAG string.
	MaxLetters = 30
	// Kinds is the number of tile kinds with the blank, rounded up to a power
	// of two, so that an array of this size needs no bounds check on t&31.
	Kinds = 32
)

// Letter is the letter a tile shows, without the blank bit.
func (t Tile) Letter() Tile { return t &^ BlankBit }

// IsBlank tells whether a laid tile is a blank. It is false for Blank itself,
// which on a board means an empty square.
func (t Tile) IsBlank() bool { return t&BlankBit != 0 }

// FromRack is the kind of tile that a laid tile was on the rack: a designated
// blank was a Blank.
func (t Tile) FromRack() Tile {
	if t&BlankBit != 0 {
		return Blank
	}
	return t
}

// Alphabet numbers the letters of a tile set. It is immutable.
//
// Every letter is one rune with distinct upper and lower case, because a
// lowercase letter stands for a blank wherever positions are written.
type Alphabet struct {
	upper, lower [Kinds]rune
	n            int
	ascii        [utf8.RuneSelf]Tile // number+BlankBit for lowercase, 0 for no letter
	other        map[rune]Tile
}

// BlankRune is how a blank is written on a rack.
const BlankRune = '?'

// EmptyRune is how an empty square is written where squares are drawn.
const EmptyRune = '.'

// NewAlphabet numbers the given letters from 1. It fails if there are none or
// more than MaxLetters, if one comes twice, or if one has no lower case.
func NewAlphabet(letters []rune) (*Alphabet, error) {
	if len(letters) == 0 || len(letters) > MaxLetters {
		return nil, fmt.Errorf("an alphabet has 1 to %d letters, not %d", MaxLetters, len(letters))
	}
	a := &Alphabet{n: len(letters), other: map[rune]Tile{}}
	for i, r := range letters {
		up := unicode.ToUpper(r)
		low := unicode.ToLower(up) // not of r, which may be a variant such as the long s
		if !unicode.IsLetter(r) || up == low {
			return nil, fmt.Errorf("letter %q: a letter needs an upper and a lower case", r)
		}
		t := Tile(i + 1)
		a.upper[t], a.lower[t] = up, low
		for _, c := range []struct {
			r rune
			t Tile
		}{{up, t}, {low, t | BlankBit}} {
			if _, ok := a.Tile(c.r); ok {
				return nil, fmt.Errorf("letter %q comes twice", up)
			}
			if c.r < utf8.RuneSelf {
				a.ascii[c.r] = c.t
			} else {
				a.other[c.r] = c.t
			}
		}
	}
	return a, nil
}

// English is the alphabet A to Z, numbered 1 to 26.
func English() *Alphabet {
	a, err := NewAlphabet([]rune("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
	if err != nil {
		panic(err) // cannot happen: the letters are a constant
	}
	return a
}

// Len is the number of letters, without the blank.
func (a *Alphabet) Len() int { return a.n }

// All is the set of all letters as a bit mask: bit t for letter number t.
func (a *Alphabet) All() uint32 { return (1<<a.n - 1) << 1 }

// String lists the letters in order of their numbers; it identifies the
// alphabet.
func (a *Alphabet) String() string { return string(a.upper[1 : a.n+1]) }

// Tile is the laid tile that a rune stands for: uppercase a letter, lowercase
// a blank that plays it.
func (a *Alphabet) Tile(r rune) (Tile, bool) {
	if r >= 0 && r < utf8.RuneSelf {
		t := a.ascii[r]
		return t, t != 0
	}
	t, ok := a.other[r]
	return t, ok
}

// Letter is the number of a letter in either case.
func (a *Alphabet) Letter(r rune) (Tile, bool) {
	t, ok := a.Tile(r)
	return t.Letter(), ok
}

// Rune is how a laid tile is written: uppercase, lowercase for a blank, and
// EmptyRune for an empty square.
func (a *Alphabet) Rune(t Tile) rune {
	switch l := t.Letter() & (Kinds - 1); {
	case l == 0:
		return EmptyRune
	case t.IsBlank():
		return a.lower[l]
	default:
		return a.upper[l]
	}
}

// RackRune is how a tile on a rack is written: Blank is BlankRune.
func (a *Alphabet) RackRune(t Tile) rune {
	if t == Blank {
		return BlankRune
	}
	return a.Rune(t)
}

// AppendText appends laid tiles as text.
func (a *Alphabet) AppendText(dst []byte, tiles []Tile) []byte {
	for _, t := range tiles {
		dst = utf8.AppendRune(dst, a.Rune(t))
	}
	return dst
}

// Text is laid tiles as text: a word on the board.
func (a *Alphabet) Text(tiles []Tile) string {
	return string(a.AppendText(make([]byte, 0, 32), tiles))
}

// ParseWord reads a word in either case into letters without blank bits,
// appending to dst. The error names the first rune that is no letter.
func (a *Alphabet) ParseWord(dst []Tile, word string) ([]Tile, error) {
	for _, r := range word {
		t, ok := a.Letter(r)
		if !ok {
			return dst, fmt.Errorf("%q is no letter of the alphabet %s", r, a)
		}
		dst = append(dst, t)
	}
	return dst, nil
}

// ParseRack reads the tiles of a rack, letters in either case and '?' for a
// blank. More than MaxCount of a kind are an error, since no Set has them.
func (a *Alphabet) ParseRack(s string) (Rack, error) {
	var rack Rack
	for _, r := range s {
		t, ok := a.Letter(r)
		if !ok && r != BlankRune {
			return Rack{}, fmt.Errorf("rack %q: %q is neither a letter of the alphabet nor '?'", s, r)
		}
		if rack.Count(t) == MaxCount {
			return Rack{}, fmt.Errorf("a rack of over %d times %q", MaxCount, r)
		}
		rack.Add(t)
	}
	return rack, nil
}

// RackText is a rack as text, in order of tile numbers, blanks first.
func (a *Alphabet) RackText(r Rack) string {
	var b strings.Builder
	for t := range Tile(a.n + 1) {
		for range r.Count(t) {
			b.WriteRune(a.RackRune(t))
		}
	}
	return b.String()
}
