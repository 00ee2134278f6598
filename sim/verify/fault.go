package verify

import (
	"fmt"
	"strings"
)

// Fault is what is wrong at one place of a run.
type Fault struct {
	Part   string `json:"part"`   // the file, by its path in the run: moves/part-00003.parquet
	Game   int64  `json:"game"`   // -1 if it is not about one game
	Turn   int    `json:"turn"`   // -1 if it is not about one turn
	Column string `json:"column"` // or field of the manifest; empty if it is about the whole file
	Want   string `json:"want"`   // what the rules give
	Got    string `json:"got"`    // what the file says
	Why    string `json:"why"`    // in words, where the two do not speak for themselves
}

// Error tells all of it in one line.
func (f *Fault) Error() string {
	var b strings.Builder
	b.WriteString(f.Part)
	if f.Game >= 0 {
		fmt.Fprintf(&b, ", game %d", f.Game)
	}
	if f.Turn >= 0 {
		fmt.Fprintf(&b, ", turn %d", f.Turn)
	}
	if f.Column != "" {
		fmt.Fprintf(&b, ", %s", f.Column)
	}
	var said []string
	if f.Want != "" || f.Got != "" {
		said = append(said, fmt.Sprintf("the rules give %s, the file says %s", orEmpty(f.Want), orEmpty(f.Got)))
	}
	if f.Why != "" {
		said = append(said, f.Why)
	}
	return b.String() + ": " + strings.Join(said, ": ")
}

func orEmpty(s string) string {
	if s == "" {
		return "nothing"
	}
	return s
}

// fault is one about a column; where it is found is filled in by the callers.
func fault(column, want, got, why string) *Fault {
	return &Fault{Game: -1, Turn: -1, Column: column, Want: want, Got: got, Why: why}
}

// in says where a fault is, as far as that is not known yet.
func (f *Fault) in(table string, game int64, turn int) *Fault {
	if f == nil {
		return nil
	}
	f.Part, f.Game = table, game
	if f.Turn < 0 {
		f.Turn = turn
	}
	return f
}

// or is the first fault that there is.
func or(faults ...*Fault) *Fault {
	for _, f := range faults {
		if f != nil {
			return f
		}
	}
	return nil
}

// inManifest is a fault of the manifest.
func inManifest(field, want, got, why string) *Fault {
	return &Fault{Part: manifestName, Game: -1, Turn: -1, Column: field, Want: want, Got: got, Why: why}
}

const manifestName = "manifest.json"
