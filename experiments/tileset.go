package experiments

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"quadword/engine/tile"
)

// set is the tile set that a spec describes.
func (t *TileSet) set() (*tile.Set, error) {
	from, ok := tile.BuiltinSet(t.From)
	if !ok {
		return nil, fmt.Errorf("from %q: expected one of %s", t.From, strings.Join(tile.SetNames(), ", "))
	}
	if _, builtin := tile.BuiltinSet(t.Name); builtin {
		return nil, fmt.Errorf("name %s is that of a built-in tile set", t.Name)
	}
	rows := from.Rows()
	row := func(letter string) (*tile.Row, error) {
		r, size := utf8.DecodeRuneInString(letter)
		i := slices.IndexFunc(rows, func(row tile.Row) bool { return row.Letter == r })
		if size != len(letter) || i < 0 {
			return nil, fmt.Errorf("%q: expected a letter of tile set %s, or ? for the blank", letter, t.From)
		}
		return &rows[i], nil
	}
	for _, letter := range slices.Sorted(maps.Keys(t.Tiles)) {
		r, err := row(letter)
		if err != nil {
			return nil, fmt.Errorf("tiles %w", err)
		}
		r.Count = t.Tiles[letter]
	}
	for _, letter := range slices.Sorted(maps.Keys(t.Points)) {
		r, err := row(letter)
		if err != nil {
			return nil, fmt.Errorf("points %w", err)
		}
		r.Points = t.Points[letter]
	}
	set, err := tile.NewSet(t.Name, rows)
	if err != nil {
		return nil, err
	}
	if set.Len() != t.Total {
		return nil, fmt.Errorf("total %d: the tiles are %d", t.Total, set.Len())
	}
	return set, nil
}
