package dataset

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// DiffersError says that a run cannot be gone on with, because it was begun
// as another one.
type DiffersError struct {
	Dir         string
	Differences []Difference // at least one
}

// Difference is a field of the manifest in which two runs differ.
type Difference struct {
	Field    string // "spec.rules.seats", "spec.agents[1].spec"
	Expected string // in the run, as JSON, or "nothing"
	Found    string // in what was asked for
}

// shownDifferences is how many differences an error tells: another board of
// the same size may have hundreds.
const shownDifferences = 6

func (e *DiffersError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s holds another run, which this one cannot go on with:", e.Dir)
	for i, d := range e.Differences {
		if i == shownDifferences {
			fmt.Fprintf(&b, "; and %d differences more", len(e.Differences)-i)
			break
		}
		if i > 0 {
			b.WriteByte(';')
		}
		fmt.Fprintf(&b, " %s: expected %s as in the run, found %s", d.Field, short(d.Expected), short(d.Found))
	}
	return b.String()
}

// short is a value cut to what a line has room for.
func short(value string) string {
	const most = 80
	if r := []rune(value); len(r) > most {
		return string(r[:most]) + "..."
	}
	return value
}

// Differences are what one run was asked for otherwise than another, and the
// version of the program if that is another. Parts and state do not matter.
func Differences(run, other *Manifest) []Difference {
	if run.SchemaVersion != other.SchemaVersion {
		// Its fields may have other meanings.
		return differences(nil, "schema_version", tree(run.SchemaVersion), tree(other.SchemaVersion))
	}
	all := differences(nil, "version", run.Version, other.Version)
	return differences(all, "spec", tree(run.Spec), tree(other.Spec))
}

// checkSame returns a *DiffersError if a run was begun by another version or
// was asked for anything else than another.
func checkSame(dir string, run, asked *Manifest) error {
	all := Differences(run, asked)
	if len(all) == 0 {
		return nil
	}
	return &DiffersError{dir, all}
}

// tree is a value as JSON objects, arrays and leaves.
func tree(v any) (t any) {
	text, err := json.Marshal(v)
	if err == nil {
		d := json.NewDecoder(bytes.NewReader(text))
		d.UseNumber() // a seed does not fit a float64
		err = d.Decode(&t)
	}
	if err != nil {
		panic(err) // cannot happen: manifests are JSON
	}
	return t
}

// absent stands for a field or an element that is not there.
type absent struct{}

// differences appends the leaves in which two trees differ, in the order of
// their names.
func differences(all []Difference, field string, expected, found any) []Difference {
	switch e := expected.(type) {
	case map[string]any:
		f, ok := found.(map[string]any)
		if !ok {
			break
		}
		names := maps.Clone(e)
		maps.Copy(names, f)
		for _, name := range slices.Sorted(maps.Keys(names)) {
			all = differences(all, field+"."+name, member(e, name), member(f, name))
		}
		return all
	case []any:
		f, ok := found.([]any)
		if !ok {
			break
		}
		for i := range max(len(e), len(f)) {
			all = differences(all, fmt.Sprintf("%s[%d]", field, i), element(e, i), element(f, i))
		}
		return all
	default:
		if expected == found {
			return all
		}
	}
	return append(all, Difference{field, leaf(expected), leaf(found)})
}

func member(object map[string]any, name string) any {
	if v, ok := object[name]; ok {
		return v
	}
	return absent{}
}

func element(list []any, i int) any {
	if i < len(list) {
		return list[i]
	}
	return absent{}
}

// leaf is a value as it is shown.
func leaf(v any) string {
	if v == (any)(absent{}) {
		return "nothing"
	}
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // cannot happen: it was JSON
	}
	return string(text)
}
