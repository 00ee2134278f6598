package experiments

import (
	"embed"
	"fmt"
	"path"
	"strings"
)

//go:embed *.toml
var files embed.FS

// Builtin lists the experiments that come with the program, in order of name.
func Builtin() ([]*Spec, error) {
	entries, err := files.ReadDir(".")
	if err != nil {
		return nil, err
	}
	var all []*Spec
	for _, e := range entries {
		text, err := files.ReadFile(e.Name())
		if err != nil {
			return nil, err
		}
		s, err := Parse(strings.TrimSuffix(e.Name(), path.Ext(e.Name())), text)
		if err != nil {
			return nil, fmt.Errorf("experiment %s: %w", e.Name(), err)
		}
		all = append(all, s)
	}
	return all, nil
}

// Load is the built-in experiment of that name, or else the one in the file of
// that name.
func Load(nameOrFile string) (*Spec, error) {
	all, err := Builtin()
	if err != nil {
		return nil, err
	}
	var names []string
	for _, s := range all {
		if s.name == nameOrFile {
			return s, nil
		}
		names = append(names, s.name)
	}
	s, err := ReadFile(nameOrFile)
	if err != nil && !strings.HasSuffix(nameOrFile, ".toml") {
		return nil, fmt.Errorf("experiment %q is neither one of %s nor a file that can be read: %w", nameOrFile, strings.Join(names, ", "), err)
	}
	return s, err
}
