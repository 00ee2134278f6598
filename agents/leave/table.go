package leave

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

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

// newTable is a table of zeros.
func newTable(name string, set *tile.Set) *Table {
	ranking := tile.NewRanking(set)
	return &Table{name: name, set: set, ranking: ranking, values: memory.Take[int32](memory.NewArena(memory.Size[int32](ranking.Len())), ranking.Len())}
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
// else of the one that WriteKLV2 writes.
func (t *Table) SHA256() string { return t.sha256 }
