package experiments

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"quadword/experiments/sprt"
	"quadword/sim/dataset"
)

// Spec is a question, as its TOML file puts it. README.md explains each key.
type Spec struct {
	Title    string `toml:"title"`
	Question string `toml:"question"`
	Notes    string `toml:"notes"` // what a reader of the answer should know

	Seed     uint64   `toml:"seed"`
	Games    int64    `toml:"games"`    // of each lineup in each cell
	Larger   int64    `toml:"larger"`   // games of the larger run that the report names
	Outcomes []string `toml:"outcomes"` // measures that are told of each cell
	Runs     bool     `toml:"runs"`     // the report of each cell's run is part of the answer
	Analysis []string `toml:"analysis"` // other ways to look at the runs, by their names in package analysis
	Annotate string   `toml:"annotate"` // the agent by whose evaluation the runs are annotated; "": they are not

	SPRT     *SPRT        `toml:"sprt"`    // ends each cell; games are then the most
	Effects  bool         `toml:"effects"` // so is what happened on the board of each
	Game     Settings     `toml:"game"`
	TileSets []TileSet    `toml:"tile_set"`
	Boards   []Board      `toml:"board"`
	Leaves   Leaves       `toml:"leaves"`
	Factors  []Factor     `toml:"factor"`
	Compare  []Comparison `toml:"compare"`

	name string // of the file, without .toml
	dir  string // that the files it names are in; "" for a built-in one
	text []byte

	// asked is what the file says, whatever is played instead.
	asked struct {
		games int64
		seed  uint64
	}
}

// Settings are what is played in a cell. A level of a factor gives those in
// which it differs. {factor} in a text stands for the level's name.
type Settings struct {
	Agents  []string `toml:"agents"`
	Board   string   `toml:"board"`
	TileSet string   `toml:"tile_set"`
	Lexicon string   `toml:"lexicon"`
	Paired  *bool    `toml:"paired"`

	Seats             *int    `toml:"seats"`
	RackSize          *int    `toml:"rack_size"`
	BingoBonus        *int32  `toml:"bingo_bonus"`
	MinBagToExchange  *int    `toml:"min_bag_to_exchange"`
	EndScoring        *string `toml:"end_scoring"`
	TieBreak          *string `toml:"tie_break"`
	MaxScorelessTurns *int    `toml:"max_scoreless_turns"`
	ZeroPlayResets    *bool   `toml:"zero_play_resets"`
	EndByPasses       *int    `toml:"end_by_passes"`
	EndWhenStuck      *bool   `toml:"end_when_stuck"`
}

// Factor is something that varies. Its levels are crossed with those of the
// other factors.
type Factor struct {
	Name   string   `toml:"name"`
	Levels []string `toml:"levels"` // that only stand in for {factor}
	Level  []Level  `toml:"level"`  // that set something
	// Random: the levels are a sample, such as of trainings, and what is said
	// holds for others of their kind. Their variation is noise.
	Random bool `toml:"random"`
}

// Level is a level of a factor and the settings that it makes.
type Level struct {
	Name string `toml:"name"`
	Settings
}

// TileSet is a built-in tile set in which some counts or face values differ.
type TileSet struct {
	Name   string         `toml:"name"`
	From   string         `toml:"from"`
	Tiles  map[string]int `toml:"tiles"`  // so many of these
	Points map[string]int `toml:"points"` // the face values of these
	Total  int            `toml:"total"`  // tiles in all, which is checked
}

// Board is a built-in board with other premium squares.
type Board struct {
	Name    string            `toml:"name"`
	From    string            `toml:"from"`
	Squares map[string]string `toml:"squares"` // "4W" = "3W": those of one kind become the other; "plain" has no premium
}

// Leaves is how the tables are trained that agents name as
// leaves=trained-SEED.
type Leaves struct {
	Generations []int `toml:"generations"` // boards of the census
}

// SPRT is a sequential test of whether the first agent of a cell is elo0 or elo1
// stronger than the second.
type SPRT struct {
	Elo0  float64  `toml:"elo0"`
	Elo1  float64  `toml:"elo1"`
	Alpha *float64 `toml:"alpha"` // 0.05 if not given
	Beta  *float64 `toml:"beta"`  // 0.05 if not given
	Model string   `toml:"model"` // logistic if not given, or normalized
}

// stated is the test as a manifest states it.
func (s *SPRT) stated() *dataset.SPRT {
	if s == nil {
		return nil
	}
	t := &dataset.SPRT{Elo0: s.Elo0, Elo1: s.Elo1, Alpha: 0.05, Beta: 0.05, Model: "logistic"}
	given(&t.Alpha, s.Alpha)
	given(&t.Beta, s.Beta)
	set(&t.Model, s.Model)
	return t
}

// Comparison sets the levels of a factor against one of them.
type Comparison struct {
	Factor   string   `toml:"factor"`
	Against  string   `toml:"against"`  // the first level if not given
	Within   []string `toml:"within"`   // factors for each level of which it is made; it averages over the others
	Outcomes []string `toml:"outcomes"` // those of the experiment if not given
}

// maxSpecSize bounds a file: a question is a page or two.
const maxSpecSize = 1 << 20

// ReadFile reads a question from a file. Names of files in it are relative to
// its folder.
func ReadFile(file string) (*Spec, error) {
	info, err := os.Stat(file)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is no file", file)
	case info.Size() > maxSpecSize:
		return nil, fmt.Errorf("%s: an experiment takes at most %d bytes, this is %d", file, maxSpecSize, info.Size())
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	s, err := Parse(strings.TrimSuffix(filepath.Base(file), ".toml"), text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	s.dir = filepath.Dir(file)
	return s, nil
}

// Parse reads a question. Errors name the line or the key.
func Parse(name string, text []byte) (*Spec, error) {
	s := &Spec{Seed: 1, name: name, text: text}
	decoder := toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields()
	if err := decoder.Decode(s); err != nil {
		return nil, lineOf(err)
	}
	s.asked.games, s.asked.seed = s.Games, s.Seed
	if err := s.check(); err != nil {
		return nil, err
	}
	return s, nil
}

// lineOf puts the line and the key before an error of the decoder.
func lineOf(err error) error {
	if unknown, ok := errors.AsType[*toml.StrictMissingError](err); ok {
		var errs []error
		for i := range unknown.Errors {
			e := &unknown.Errors[i]
			line, _ := e.Position()
			errs = append(errs, fmt.Errorf("line %d: unknown key %s", line, strings.Join(e.Key(), ".")))
		}
		return errors.Join(errs...)
	}
	if e, ok := errors.AsType[*toml.DecodeError](err); ok {
		line, column := e.Position()
		key := ""
		if len(e.Key()) > 0 {
			key = " key " + strings.Join(e.Key(), ".") + ":"
		}
		return fmt.Errorf("line %d, column %d:%s %w", line, column, key, err)
	}
	return err
}

// check tells what is wrong with a spec by itself, without looking at files.
func (s *Spec) check() error {
	if s.Title == "" || s.Question == "" {
		return fmt.Errorf("title and question: an experiment has both")
	}
	if s.Games < 1 {
		return fmt.Errorf("games: %d, expected 1 or more", s.Games)
	}
	if s.SPRT != nil {
		if err := sprt.Check(s.SPRT.stated()); err != nil {
			return err // names its key
		}
	}
	if len(s.Factors) == 0 && len(s.Compare) > 0 {
		return fmt.Errorf("compare: there is no factor")
	}
	if err := s.checkAnalyses(); err != nil {
		return err
	}
	names := map[string]string{}
	for i := range s.Factors {
		f := &s.Factors[i]
		if err := f.check(); err != nil {
			return fmt.Errorf("factor %d: %w", i+1, err)
		}
		if other, taken := names[strings.ToLower(f.Name)]; taken {
			return fmt.Errorf("factor %d: there is another one called %s", i+1, other)
		}
		names[strings.ToLower(f.Name)] = f.Name
		if f.Random && s.SPRT != nil && len(s.Compare) > 0 {
			return fmt.Errorf("factor %d: %s is random, and sprt ends each cell at another deal: how much its levels differ takes cells of the same deals", i+1, f.Name)
		}
	}
	for i := range s.Compare {
		if err := s.checkComparison(&s.Compare[i]); err != nil {
			return fmt.Errorf("compare %d: %w", i+1, err)
		}
	}
	return errors.Join(s.checkTileSets(), s.checkBoards())
}

func (f *Factor) check() error {
	if !isName(f.Name) || strings.Trim(f.Name, "-_") != f.Name {
		return fmt.Errorf("name %q: expected letters, digits, and between them - and _", f.Name)
	}
	if (len(f.Levels) > 0) == (len(f.Level) > 0) {
		return fmt.Errorf("%s: expected either levels = [...] or [[factor.level]] tables", f.Name)
	}
	for _, name := range f.Levels {
		f.Level = append(f.Level, Level{Name: name})
	}
	f.Levels = nil
	seen := map[string]bool{}
	for _, l := range f.Level {
		if !isName(l.Name) {
			return fmt.Errorf("%s: level %q: expected letters, digits, - and _", f.Name, l.Name)
		}
		// Levels are folders, in some of which a and A are one.
		lower := strings.ToLower(l.Name)
		if seen[lower] {
			return fmt.Errorf("%s: there are two levels called %s", f.Name, l.Name)
		}
		seen[lower] = true
	}
	if f.Random && len(f.Level) < 2 {
		return fmt.Errorf("%s: a random factor has two levels or more", f.Name)
	}
	return nil
}

func (s *Spec) checkComparison(c *Comparison) error {
	f := s.factor(c.Factor)
	switch {
	case f == nil:
		return fmt.Errorf("factor %q: expected one of %s", c.Factor, strings.Join(s.factorNames(), ", "))
	case f.Random:
		return fmt.Errorf("factor %s is random: its levels are a sample, and nothing is learned from comparing them", f.Name)
	case len(f.Level) < 2:
		return fmt.Errorf("factor %s has one level: there is nothing to compare", f.Name)
	}
	if c.Against == "" {
		c.Against = f.Level[0].Name
	}
	if !slices.ContainsFunc(f.Level, func(l Level) bool { return l.Name == c.Against }) {
		return fmt.Errorf("against %q: expected a level of %s", c.Against, f.Name)
	}
	for i, name := range c.Within {
		if w := s.factor(name); w == nil || w == f || w.Random {
			return fmt.Errorf("within %q: expected another factor that is not random", name)
		}
		if slices.Contains(c.Within[:i], name) {
			return fmt.Errorf("within %q: it is there twice", name)
		}
	}
	if len(c.Outcomes) == 0 && len(s.Outcomes) == 0 {
		return fmt.Errorf("outcomes: there is nothing to compare by, neither here nor in the experiment")
	}
	return nil
}

func (s *Spec) checkTileSets() error {
	seen := map[string]bool{}
	for i, t := range s.TileSets {
		switch {
		case !isName(t.Name):
			return fmt.Errorf("tile_set %d: name %q: expected letters, digits, - and _", i+1, t.Name)
		case seen[t.Name]:
			return fmt.Errorf("tile_set %d: there is another one called %s", i+1, t.Name)
		}
		seen[t.Name] = true
		if _, err := t.set(); err != nil {
			return fmt.Errorf("tile_set %s: %w", t.Name, err)
		}
	}
	return nil
}

func (s *Spec) checkBoards() error {
	seen := map[string]bool{}
	for i, b := range s.Boards {
		switch {
		case !isName(b.Name):
			return fmt.Errorf("board %d: name %q: expected letters, digits, - and _", i+1, b.Name)
		case seen[b.Name]:
			return fmt.Errorf("board %d: there is another one called %s", i+1, b.Name)
		}
		seen[b.Name] = true
		if _, err := b.layout(); err != nil {
			return fmt.Errorf("board %s: %w", b.Name, err)
		}
	}
	return nil
}

// isName tells whether a text can be part of a folder's name anywhere.
func isName(s string) bool {
	return s != "" && len(s) <= 64 && !strings.ContainsFunc(s, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '_')
	})
}

// Name is what the experiment is called: its file without .toml.
func (s *Spec) Name() string { return s.name }

func (s *Spec) factor(name string) *Factor {
	for i := range s.Factors {
		if s.Factors[i].Name == name {
			return &s.Factors[i]
		}
	}
	return nil
}

func (s *Spec) factorNames() []string {
	var names []string
	for _, f := range s.Factors {
		names = append(names, f.Name)
	}
	return names
}
