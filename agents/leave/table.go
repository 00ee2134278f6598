package leave

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"quadword/engine/memory"
	"quadword/engine/tile"
)

// MaxValue bounds the values of leaves, in thousandths of a point. No leave
// comes near it; sums of a score and values stay far inside an int32, and a
// float32 tells all thousandths apart up to it.
const MaxValue = 1_000_000

// Table is the values of the leaves of a tile set, in thousandths of a point.
// It is immutable.
type Table struct {
	name    string
	set     *tile.Set
	ranking *tile.Ranking
	values  []int32
	sha256  string
}

// New is the table with the values of a function, which is called once for
// each leave that the set holds and must not keep the Rack.
func New(name string, set *tile.Set, value func(leave *tile.Rack) int32) (*Table, error) {
	t := newTable(name, set)
	bag := set.Counts()
	for rank, leave := range t.ranking.All() {
		if leave.Len() == 0 || !bag.Contains(leave) {
			continue
		}
		v := value(leave)
		if v < -MaxValue || v > MaxValue {
			return nil, fmt.Errorf("leave values %s: %s is worth %d thousandths of a point; the bound is %d",
				name, set.Alphabet.RackText(*leave), v, MaxValue)
		}
		t.values[rank] = v
	}
	t.fingerprint(t.encode())
	return t, nil
}

// Load reads a table from a file, as ReadCSV does if its name ends in .csv in
// either case, or else as ReadKLV2 does, and names it after the file. Errors
// name the file.
func Load(file string, set *tile.Set) (*Table, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("leave values: %w", err)
	}
	defer f.Close()
	base := filepath.Base(file)
	ext := filepath.Ext(base)
	read := readKLV2
	if strings.EqualFold(ext, ".csv") {
		read = readCSV
	}
	t, err := read(f, strings.ToValidUTF8(strings.TrimSuffix(base, ext), "\ufffd"), set)
	if err != nil {
		return nil, fmt.Errorf("leave values %s: %w", file, err)
	}
	return t, nil
}

// Parse reads a leave of 1 to tile.MaxLeave tiles, in any order, letters in
// either case and '?' for a blank.
func Parse(alphabet *tile.Alphabet, text string) (tile.Rack, error) {
	leave, err := alphabet.ParseRack(text)
	if n := leave.Len(); err == nil && (n == 0 || n > tile.MaxLeave) {
		err = fmt.Errorf("leave %q has %d tiles, expected 1 to %d", text, n, tile.MaxLeave)
	}
	return leave, err
}

// newTable is a table of zeros.
func newTable(name string, set *tile.Set) *Table {
	ranking := tile.NewRanking(set)
	return &Table{name: name, set: set, ranking: ranking, values: memory.Make[int32](ranking.Len())}
}

func (t *Table) fingerprint(klv2 []byte) {
	sum := sha256.Sum256(klv2)
	t.sha256 = hex.EncodeToString(sum[:])
}

// Name is what the table is called: by Load, its file without folder and
// extension.
func (t *Table) Name() string { return t.name }

// Set is the tile set whose leaves the table values.
func (t *Table) Set() *tile.Set { return t.set }

// Ranking gives the index of a leave in Values.
func (t *Table) Ranking() *tile.Ranking { return t.ranking }

// Values is the values by rank. It is read only.
func (t *Table) Values() []int32 { return t.values }

// Value is what a leave is worth: 0 if the table does not have it, as when the
// set does not hold its tiles or they are more than tile.MaxLeave.
func (t *Table) Value(leave *tile.Rack) int32 {
	rank, ok := t.ranking.Rank(leave)
	if !ok {
		return 0
	}
	return t.values[rank]
}

// SHA256 identifies the table: the hash of the KLV2 file it was read from, or
// else of the one that WriteKLV2 writes, so that the same values from a CSV
// file are the same table, however its lines are ordered and spaced.
func (t *Table) SHA256() string { return t.sha256 }

// All is all leaves that the set holds, with their values: those of one tile,
// then those of two, and so on, of each size in alphabetical order, the blank
// before the letters.
func (t *Table) All() iter.Seq2[tile.Rack, int32] {
	return func(yield func(tile.Rack, int32) bool) {
		bag := t.set.Counts()
		for size := range tile.MaxLeave {
			if !t.extend(tile.Rack{}, &bag, tile.Blank, size+1, yield) {
				return
			}
		}
	}
}

// extend yields the leaves that have so many tiles more than the given one, of
// a kind or of higher ones, and tells whether to go on.
func (t *Table) extend(leave tile.Rack, bag *tile.Rack, kind tile.Tile, more int, yield func(tile.Rack, int32) bool) bool {
	if more == 0 {
		return yield(leave, t.Value(&leave))
	}
	for ; int(kind) <= t.set.Alphabet.Len(); kind++ {
		longer := leave
		longer.Add(kind)
		if longer.Count(kind) <= bag.Count(kind) && !t.extend(longer, bag, kind, more-1, yield) {
			return false
		}
	}
	return true
}

// Valued is a leave and its value, in thousandths of a point.
type Valued struct {
	Leave tile.Rack
	Value int32

	place int // in the order of All
}

// ByValue is all leaves that the set holds, the best first, equal ones in the
// order of All.
func (t *Table) ByValue() []Valued {
	all := make([]Valued, 0, len(t.values))
	for leave, value := range t.All() {
		all = append(all, Valued{leave, value, len(all)})
	}
	slices.SortFunc(all, func(x, y Valued) int {
		return cmp.Or(cmp.Compare(y.Value, x.Value), cmp.Compare(x.place, y.place))
	})
	return all
}
