package value

import (
	"embed"
	"fmt"
	"strings"

	"quadword/engine"
	"quadword/engine/tile"
)

// The models are beside their README, which says how each was made.
//
//go:embed builtin/*.csv
var builtin embed.FS

// Builtin is the built-in model for a board, which has to be a built-in one:
// figures of premium squares and of room mean something else on another. The
// tile set may be any with letters that the model knows.
func Builtin(board string, set *tile.Set) (*Model, error) {
	f, err := builtin.Open("builtin/" + board + ".csv")
	if err != nil {
		return nil, fmt.Errorf("there is no built-in model for board %s, only for %s", board, strings.Join(engine.LayoutNames(), " and "))
	}
	defer f.Close()
	m, err := Read(f, "builtin-"+board, set)
	if err != nil {
		return nil, fmt.Errorf("built-in model for board %s: %w", board, err)
	}
	return m, nil
}
