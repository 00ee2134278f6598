package tile

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Set is a tile set, the field's "letter distribution": how many tiles of
// each kind a game has, their face values, and which are vowels. It is
// immutable.
type Set struct {
	Name     string
	Alphabet *Alphabet
	counts   Rack
	points   [Kinds]int32
	vowels   uint32
}

// Row is one kind of tile in a Set.
type Row struct {
	Letter rune // BlankRune for the blank
	Count  int  // tiles in the bag at the start, 0..MaxCount
	Points int  // face value, 0..MaxPoints
	Vowel  bool
}

// Bounds of what a Set may hold. They are far above any known game and only
// keep a hostile file from overflowing a count or a score.
const (
	MaxCount  = 200
	MaxPoints = 100
	MaxTiles  = 1000
	MinTiles  = 2
)

// NewSet makes a tile set from its rows: the blank first (with count 0 if
// there is none), then the letters in the order of their numbers.
func NewSet(name string, rows []Row) (*Set, error) {
	if len(rows) == 0 || rows[0].Letter != BlankRune {
		return nil, fmt.Errorf("tile set %s: the first row is the blank, '?'", name)
	}
	s := &Set{Name: name}
	letters := make([]rune, 0, len(rows)-1)
	for i, row := range rows {
		switch {
		case row.Count < 0 || row.Count > MaxCount:
			return nil, fmt.Errorf("tile set %s: letter %c: count %d is not in 0..%d", name, row.Letter, row.Count, MaxCount)
		case row.Points < 0 || row.Points > MaxPoints:
			return nil, fmt.Errorf("tile set %s: letter %c: points %d are not in 0..%d", name, row.Letter, row.Points, MaxPoints)
		case i > MaxLetters:
			return nil, fmt.Errorf("tile set %s: more than %d letters", name, MaxLetters)
		}
		if i > 0 {
			letters = append(letters, row.Letter)
		}
		for range row.Count {
			s.counts.Add(Tile(i))
		}
		s.points[i] = int32(row.Points)
		if row.Vowel {
			s.vowels |= 1 << i
		}
	}
	var err error
	if s.Alphabet, err = NewAlphabet(letters); err != nil {
		return nil, fmt.Errorf("tile set %s: %w", name, err)
	}
	if n := s.Len(); n < MinTiles || n > MaxTiles {
		return nil, fmt.Errorf("tile set %s: %d tiles in all, not in %d..%d", name, n, MinTiles, MaxTiles)
	}
	return s, nil
}

// Len is the number of tiles in the full bag.
func (s *Set) Len() int { return s.counts.Len() }

// Counts is the full bag as a multiset.
func (s *Set) Counts() Rack { return s.counts }

// Points is the face value of a tile, laid or on a rack; a blank's is that
// of the blank (0 in every known set), whatever letter it plays.
func (s *Set) Points(t Tile) int32 { return s.points[t.FromRack()&(Kinds-1)] }

// RackPoints is the sum of the face values of a rack.
func (s *Set) RackPoints(r *Rack) int32 {
	var sum int32
	for i, n := range r.counts {
		sum += int32(n) * s.points[i]
	}
	return sum
}

// IsVowel tells whether a letter counts as a vowel.
func (s *Set) IsVowel(t Tile) bool { return s.vowels>>(t.Letter()&(Kinds-1))&1 != 0 }

// Rows lists the set, blank first, as NewSet takes it.
func (s *Set) Rows() []Row {
	rows := make([]Row, 0, Kinds)
	for t := range Tile(s.Alphabet.Len() + 1) {
		rows = append(rows, Row{s.Alphabet.RackRune(t), s.counts.Count(t), int(s.points[t]), s.vowels>>t&1 != 0})
	}
	return rows
}

// SetNames lists the built-in tile sets.
func SetNames() []string { return []string{"standard", "super", "doubled"} }

// Face values and counts of the published games, in the order ? A B ... Z.
// "doubled" is the standard set twice over: it has the size of the super set
// but not its proportions, so the two together show what the proportions do.
var (
	englishPoints = [27]int{0, 1, 3, 3, 2, 1, 4, 2, 4, 1, 8, 5, 1, 3, 1, 1, 3, 10, 1, 1, 1, 1, 4, 4, 8, 4, 10}
	standardCount = [27]int{2, 9, 2, 2, 4, 12, 2, 3, 2, 9, 1, 1, 4, 2, 6, 8, 2, 1, 6, 4, 6, 4, 2, 2, 1, 2, 1}
	superCount    = [27]int{4, 16, 4, 6, 8, 24, 4, 5, 5, 13, 2, 2, 7, 6, 13, 15, 4, 2, 13, 10, 15, 7, 3, 4, 2, 4, 2}
)

// BuiltinSet is the built-in tile set of that name.
func BuiltinSet(name string) (*Set, bool) {
	counts, times := standardCount, 1
	switch name {
	case "standard":
	case "super":
		counts = superCount
	case "doubled":
		times = 2
	default:
		return nil, false
	}
	rows := make([]Row, 27)
	for i := range rows {
		r := BlankRune
		if i > 0 {
			r = rune('A' + i - 1)
		}
		rows[i] = Row{r, counts[i] * times, englishPoints[i], strings.ContainsRune("AEIOU", r)}
	}
	s, err := NewSet(name, rows)
	if err != nil {
		panic(err) // cannot happen: the rows are constants
	}
	return s, true
}

// ReadSet reads a tile set as text: one line `letter,count,points,vowel` for
// each kind, the blank '?' first, vowel 1 or 0, no heading. The order of the
// rows numbers the letters. Blank lines and lines that begin with '#' are
// skipped. It is macondo's letter distribution. Errors name the line.
func ReadSet(r io.Reader, name string) (*Set, error) {
	text, err := io.ReadAll(io.LimitReader(r, 1<<16+1))
	if err != nil {
		return nil, err
	}
	if len(text) > 1<<16 {
		return nil, fmt.Errorf("a tile set has a line for each letter; this file is over 64 KB")
	}
	var rows []Row
	line := 0
	for s := range strings.Lines(strings.TrimPrefix(string(text), "\ufeff")) {
		line++
		s = strings.TrimSpace(s)
		if s == "" || s[0] == '#' {
			continue
		}
		row, err := parseRow(s)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", line, err)
		}
		if len(rows) == 0 && row.Letter != BlankRune {
			return nil, fmt.Errorf("line %d: the first row is the blank, '?', not %q", line, row.Letter)
		}
		rows = append(rows, row)
	}
	if len(rows) == 0 {
		return nil, fmt.Errorf("no rows: expected lines letter,count,points,vowel")
	}
	return NewSet(name, rows)
}

func parseRow(s string) (Row, error) {
	fields := strings.Split(s, ",")
	if len(fields) != 4 {
		return Row{}, fmt.Errorf("%q has %d fields, expected letter,count,points,vowel", s, len(fields))
	}
	for i := range fields {
		fields[i] = strings.TrimSpace(fields[i])
	}
	letter, size := utf8.DecodeRuneInString(fields[0])
	if size == 0 || size != len(fields[0]) {
		return Row{}, fmt.Errorf("letter %q is not one character", fields[0])
	}
	count, err := strconv.Atoi(fields[1])
	if err != nil {
		return Row{}, fmt.Errorf("count %q is not a number", fields[1])
	}
	points, err := strconv.Atoi(fields[2])
	if err != nil {
		return Row{}, fmt.Errorf("points %q is not a number", fields[2])
	}
	if fields[3] != "0" && fields[3] != "1" {
		return Row{}, fmt.Errorf("vowel %q is neither 1 nor 0", fields[3])
	}
	return Row{letter, count, points, fields[3] == "1"}, nil
}

// LoadSet is the built-in set of that name, or else the set in the file of
// that name, called after the file without its extension, as far as that is
// UTF-8: the name goes into manifests and tables, which are.
func LoadSet(nameOrFile string) (*Set, error) {
	if s, ok := BuiltinSet(nameOrFile); ok {
		return s, nil
	}
	f, err := os.Open(nameOrFile)
	if err != nil {
		return nil, fmt.Errorf("tile set %q is neither one of %s nor a file that can be read: %w",
			nameOrFile, strings.Join(SetNames(), ", "), err)
	}
	defer f.Close()
	base := filepath.Base(nameOrFile)
	s, err := ReadSet(f, strings.ToValidUTF8(strings.TrimSuffix(base, filepath.Ext(base)), "\ufffd"))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", nameOrFile, err)
	}
	return s, nil
}

// Write writes the set in the format that ReadSet reads.
func (s *Set) Write(w io.Writer) error {
	for _, row := range s.Rows() {
		vowel := 0
		if row.Vowel {
			vowel = 1
		}
		if _, err := fmt.Fprintf(w, "%c,%d,%d,%d\n", row.Letter, row.Count, row.Points, vowel); err != nil {
			return err
		}
	}
	return nil
}
