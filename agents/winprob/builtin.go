package winprob

import (
	"bytes"
	"embed"
	"fmt"

	"quadword/engine"
)

//go:embed builtin/*.csv.gz
var builtin embed.FS

// Names lists the built-in tables: one for each published game.
func Names() []string { return []string{"standard", "super"} }

// Builtin is the built-in table of that name.
func Builtin(name string) (*Table, bool) {
	data, err := builtin.ReadFile("builtin/" + name + ".csv.gz")
	if err != nil {
		return nil, false
	}
	t, err := Read(bytes.NewReader(data))
	if err != nil {
		panic(fmt.Errorf("built-in table %s: %w", name, err)) // the file is our own
	}
	return t, true
}

// For is the built-in table for games under these rules: that of the board, or
// else the first that knows of as many unseen tiles. It is an error if there is
// none, as with more than two seats; see Check.
func For(r *engine.Rules) (*Table, error) {
	t, ok := Builtin(r.Layout.Name)
	if ok && t.Check(r) == nil {
		return t, nil
	}
	var err error
	for _, name := range Names() {
		if t, ok = Builtin(name); ok {
			if err = t.Check(r); err == nil {
				return t, nil
			}
		}
	}
	return nil, err
}
