package main

import (
	"encoding/json"
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"
)

// TestLayers holds the walls between the folders: imports run downward only.
func TestLayers(t *testing.T) {
	for _, p := range packages(t) {
		from := inModule(p.ImportPath)
		if p.Doc == "" && len(p.GoFiles) > 0 {
			t.Errorf("%s has no package comment", from)
		}
		for _, imported := range p.Imports {
			checkFloor(t, from, imported)
			checkRoom(t, from, imported)
			checkLibrary(t, from, imported)
			if slices.Contains(forTests, path.Base(imported)) && path.Base(from) != path.Base(imported) {
				t.Errorf("%s imports %s, which is for tests", from, imported)
			}
			if slices.ContainsFunc(testOnly, within(imported)) && !slices.Contains(forTests, path.Base(from)) {
				t.Errorf("%s imports %s outside of its tests", from, imported)
			}
		}
		for _, imported := range slices.Concat(p.TestImports, p.XTestImports) {
			checkFloor(t, from, imported)
		}
	}
}

// floors are the top folders, the lowest first: each may import its own and
// those below.
var floors = []string{"engine", "agents", "sim", "experiments", "cmd"}

// engineRooms are the folders of the engine, each with those it may import
// besides what lies in its own.
var engineRooms = map[string][]string{
	"engine/memory":     {},
	"engine/tile":       {},
	"engine":            {"engine/tile"},
	"engine/lexicon":    {"engine/memory", "engine/tile"},
	"engine/notation":   {"engine", "engine/tile"},
	"engine/movegen":    {"engine", "engine/lexicon", "engine/memory", "engine/tile"},
	"engine/enginetest": {"engine", "engine/lexicon", "engine/notation", "engine/tile"},
}

// homes are the folders that alone know a library.
var homes = map[string]string{
	"github.com/spf13":      "cmd",
	"github.com/schollz":    "cmd",
	"golang.org/x/term":     "cmd",
	"github.com/parquet-go": "sim/dataset",
	"github.com/nats-io":    "sim/cluster",
	"gonum.org/v1":          "experiments",
}

// testOnly are the libraries for tests, forTests the packages that tests alone
// import.
var (
	testOnly = []string{"testing", "github.com/rogpeppe", "github.com/google/go-cmp", "github.com/chromedp", "pgregory.net"}
	forTests = []string{"enginetest", "agenttest", "documenttest"}
)

// checkFloor sees to it that no package, nor its test, imports upward.
func checkFloor(t *testing.T, from, imported string) {
	t.Helper()
	to := inModule(imported)
	if to == imported {
		return
	}
	switch up, down := floor(from), floor(to); {
	case up < 0 || down < 0:
		t.Errorf("%s imports %s: one of them is on no floor", from, to)
	case down > up:
		t.Errorf("%s imports %s, which is above it", from, to)
	}
}

// checkRoom holds the walls inside a floor.
func checkRoom(t *testing.T, from, imported string) {
	t.Helper()
	to := inModule(imported)
	if to == imported {
		return
	}
	if within(to)("engine") && within(from)("engine") {
		rooms, known := engineRooms[room(from)]
		if !known {
			t.Errorf("%s is no known room of the engine", from)
		} else if room(to) != room(from) && !slices.Contains(rooms, room(to)) {
			t.Errorf("%s imports %s", from, to)
		}
	}
	if to == "agents" && within(from)("agents") && path.Base(from) != "agenttest" {
		t.Errorf("%s imports agents, which is built on it", from)
	}
	if within(from)("sim/dataset") && within(to)("sim") && !within(to)("sim/dataset") {
		t.Errorf("%s imports %s: a dataset knows of no games being played", from, to)
	}
}

// checkLibrary sees to it that a library is known to its folder alone.
func checkLibrary(t *testing.T, from, imported string) {
	t.Helper()
	for library, home := range homes {
		if within(imported)(library) && !within(from)(home) {
			t.Errorf("%s imports %s, which belongs to %s", from, imported, home)
		}
	}
}

// room is the folder on a floor that a package is in: engine/lexicon for
// engine/lexicon/open.
func room(pkg string) string {
	parts := strings.SplitN(pkg, "/", 3)
	return strings.Join(parts[:min(2, len(parts))], "/")
}

// floor is the number of the floor of a package, -1 for none.
func floor(pkg string) int {
	top, _, _ := strings.Cut(pkg, "/")
	return slices.Index(floors, top)
}

// within tells of a folder whether a package is it or below it.
func within(pkg string) func(folder string) bool {
	return func(folder string) bool { return pkg == folder || strings.HasPrefix(pkg, folder+"/") }
}

// inModule is an import path of this module without the module's name.
func inModule(importPath string) string {
	return strings.TrimPrefix(importPath, "quadword/")
}

// listed is what `go list` says of a package.
type listed struct {
	ImportPath, Doc                    string
	GoFiles                            []string
	Imports, TestImports, XTestImports []string
}

func packages(t *testing.T) []listed {
	t.Helper()
	cmd := exec.Command("go", "list", "-json=ImportPath,Doc,GoFiles,Imports,TestImports,XTestImports", "./...")
	cmd.Dir = "../.."
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var all []listed
	for d := json.NewDecoder(strings.NewReader(string(out))); d.More(); {
		var p listed
		if err := d.Decode(&p); err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	return all
}
