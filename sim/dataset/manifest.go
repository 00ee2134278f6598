package dataset

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"quadword/engine"
	"quadword/engine/tile"
)

// SchemaVersion numbers the layout of a run: its files, the columns of its
// tables and the fields of its manifest. A reader refuses any other.
const SchemaVersion = 3

// State says how far a run has come.
type State string

const (
	Running     State = "running"     // being written, or its process died
	Complete    State = "complete"    // every part is there, or all up to the one that ended the test of the run
	Interrupted State = "interrupted" // stopped on request; what is listed is whole
	Failed      State = "failed"      // stopped by an error; what is listed is whole
)

var states = []State{Running, Complete, Interrupted, Failed}

// Manifest is manifest.json: everything that determines a run, and the parts
// that are whole. It names no host, no time and no number of workers, so that
// equal runs have equal manifests.
type Manifest struct {
	SchemaVersion int    `json:"schema_version"`
	Version       string `json:"version"` // of the program that played
	State         State  `json:"state"`
	Spec          Spec   `json:"spec"`
	Parts         []Part `json:"parts"` // in order of number
}

// Spec is what a run was asked to do. With the word list and the tables whose
// sums it holds it determines every byte of the run.
type Spec struct {
	Board   Board   `json:"board"`
	TileSet TileSet `json:"tile_set"`
	Lexicon Lexicon `json:"lexicon"`
	Rules   Rules   `json:"rules"`

	Agents []Agent `json:"agents"`
	// Lineups are the groups of agents that meet, as indexes into Agents.
	Lineups [][]int `json:"lineups"`

	Seed      uint64 `json:"seed"`
	Deals     int64  `json:"deals"` // a lineup
	Games     int64  `json:"games"` // a lineup
	Paired    bool   `json:"paired"`
	PartGames int64  `json:"part_games"` // games of a full part
	// Positions: the moves table holds the board before each move.
	Positions bool `json:"positions"`
	// Candidates is how many rows of a turn the candidates table holds at
	// most; 0: there is no such table.
	Candidates int `json:"candidates,omitempty"`

	// OnFault is what becomes of a game in which an agent fails: forfeit, pass
	// or abort, which ends the run.
	OnFault string `json:"on_fault"`
	// MoveTimeout is how long an agent may take for a turn, as Go writes a
	// duration; 0s: for ever.
	MoveTimeout string `json:"move_timeout"`

	// SPRT is the test that ends the run, of which Deals and Games are then the
	// most; nil: they are what it has.
	SPRT *SPRT `json:"sprt,omitempty"`
}

// Board is a layout, square by square, as engine.ReadLayout takes it.
type Board struct {
	Name  string   `json:"name"`
	Start string   `json:"start"` // the square of the first play: "8H"
	Rows  []string `json:"rows"`
}

// TileSet is a distribution, the blank first.
type TileSet struct {
	Name  string    `json:"name"`
	Tiles []TileRow `json:"tiles"`
}

// Lexicon identifies the word list.
type Lexicon struct {
	Name   string `json:"name"`
	Words  int64  `json:"words"`
	SHA256 string `json:"sha256"`
}

// Rules are the rules, each spelled out even where it is the default.
type Rules struct {
	Seats             int    `json:"seats"`
	RackSize          int    `json:"rack_size"`
	BingoBonus        int32  `json:"bingo_bonus"`
	MinBagToExchange  int    `json:"min_bag_to_exchange"`
	EndScoring        string `json:"end_scoring"`
	TieBreak          string `json:"tie_break"`
	MaxScorelessTurns int    `json:"max_scoreless_turns"`
	ZeroPlayResets    bool   `json:"zero_play_resets"`
	EndByPasses       int    `json:"end_by_passes"` // rounds; 0 is off
	EndWhenStuck      bool   `json:"end_when_stuck"`
}

// Agent is a player with everything that sets it apart.
type Agent struct {
	Spec       string            `json:"spec"` // canonical: name:key=value,...
	Name       string            `json:"name"`
	Parameters map[string]string `json:"parameters"` // all of them, defaults too
	Tables     []TableFile       `json:"tables,omitempty"`
}

// TableFile is a file of values that an agent reads, such as its leaves.
type TableFile struct {
	Name   string `json:"name"`
	SHA256 string `json:"sha256"`
}

// Part is a range of whole deals that is completely on disk.
type Part struct {
	Number      int    `json:"number"`
	Name        string `json:"name"` // part-00000, in games/, in moves/ and perhaps in candidates/
	Games       int64  `json:"games"`
	Moves       int64  `json:"moves"`
	GamesSHA256 string `json:"games_sha256"`
	MovesSHA256 string `json:"moves_sha256"`

	// Of runs that have the table.
	Candidates       int64  `json:"candidates,omitempty"`
	CandidatesSHA256 string `json:"candidates_sha256,omitempty"`
}

// MaxParts bounds the parts of a run. The manifest lists them all and is
// written anew for each.
const MaxParts = 100_000

// Parts is the number of parts of a run that is played out.
func (s *Spec) Parts() int64 {
	lineups := int64(len(s.Lineups))
	if s.PartGames < 1 || lineups == 0 {
		return 0
	}
	games := min(s.Games, math.MaxInt64/lineups) * lineups // a manifest may say anything
	parts := games / s.PartGames
	if games%s.PartGames > 0 {
		parts++
	}
	return parts
}

// SetRules fills in the board, the tile set and the rules.
func (s *Spec) SetRules(r *engine.Rules) {
	s.Board = Board{
		Name:  r.Layout.Name,
		Start: engine.SquareName(r.Layout.Start()),
		Rows:  r.Layout.Rows(),
	}
	s.TileSet = TileSet{Name: r.TileSet.Name}
	for _, t := range r.TileSet.Rows() {
		s.TileSet.Tiles = append(s.TileSet.Tiles,
			TileRow{string(t.Letter), int32(t.Count), int32(t.Points), t.Vowel})
	}
	s.Rules = Rules{
		Seats:             r.Seats,
		RackSize:          r.RackSize,
		BingoBonus:        r.BingoBonus,
		MinBagToExchange:  r.MinBagToExchange,
		EndScoring:        r.EndScoring.String(),
		TieBreak:          r.TieBreak.String(),
		MaxScorelessTurns: r.ScorelessLimit(),
		ZeroPlayResets:    r.ZeroPlayResets,
		EndByPasses:       r.EndByPasses,
		EndWhenStuck:      r.EndWhenStuck,
	}
}

// EngineRules is the inverse of SetRules: the rules by which the run's games
// can be replayed. A board that is no board, or a tile set that is none, is
// an error.
func (s *Spec) EngineRules() (*engine.Rules, error) {
	layout, err := engine.ReadLayout(
		strings.NewReader("start "+s.Board.Start+"\n"+strings.Join(s.Board.Rows, "\n")), s.Board.Name)
	if err != nil {
		return nil, fmt.Errorf("board %q: %w", s.Board.Name, err)
	}
	rows := make([]tile.Row, len(s.TileSet.Tiles))
	for i, t := range s.TileSet.Tiles {
		letter, size := utf8.DecodeRuneInString(t.Letter)
		if size == 0 || size != len(t.Letter) {
			return nil, fmt.Errorf("tile set %q: letter %q is not one character", s.TileSet.Name, t.Letter)
		}
		rows[i] = tile.Row{Letter: letter, Count: int(t.Count), Points: int(t.Points), Vowel: t.Vowel}
	}
	set, err := tile.NewSet(s.TileSet.Name, rows)
	if err != nil {
		return nil, err
	}
	end, err := engine.ParseEndScoring(s.Rules.EndScoring)
	if err != nil {
		return nil, err
	}
	tie, err := engine.ParseTieBreak(s.Rules.TieBreak)
	if err != nil {
		return nil, err
	}
	r := &engine.Rules{
		Layout: layout, TileSet: set,
		Seats:             s.Rules.Seats,
		RackSize:          s.Rules.RackSize,
		BingoBonus:        s.Rules.BingoBonus,
		MinBagToExchange:  s.Rules.MinBagToExchange,
		EndScoring:        end,
		TieBreak:          tie,
		MaxScorelessTurns: s.Rules.MaxScorelessTurns,
		ZeroPlayResets:    s.Rules.ZeroPlayResets,
		EndByPasses:       s.Rules.EndByPasses,
		EndWhenStuck:      s.Rules.EndWhenStuck,
	}
	return r, r.Validate()
}

// check tells what is wrong with a manifest that was read, as far as reading
// the run depends on it.
func (m *Manifest) check() error {
	switch {
	case m.SchemaVersion != SchemaVersion:
		return fmt.Errorf("schema version %d: this program reads version %d", m.SchemaVersion, SchemaVersion)
	case !slices.Contains(states, m.State):
		return fmt.Errorf("unknown state %q", m.State)
	case len(m.Spec.Board.Rows) == 0 || len(m.Spec.TileSet.Tiles) == 0 || len(m.Spec.Agents) == 0:
		return errors.New("the spec has no board, no tile set or no agents")
	case m.Spec.Candidates < 0:
		return fmt.Errorf("the spec has %d candidates", m.Spec.Candidates)
	}
	for _, lineup := range m.Spec.Lineups {
		for _, agent := range lineup {
			if agent < 0 || agent >= len(m.Spec.Agents) {
				return fmt.Errorf("a lineup names agent %d of %d", agent, len(m.Spec.Agents))
			}
		}
	}
	for i, p := range m.Parts {
		switch {
		case p.Number < 0 || i > 0 && p.Number <= m.Parts[i-1].Number:
			return fmt.Errorf("part %d is out of order", p.Number)
		case p.Name != partName(p.Number):
			// Names become paths, so none but our own are followed.
			return fmt.Errorf("part %d is called %q, not %q", p.Number, p.Name, partName(p.Number))
		case p.Games < 0 || p.Moves < 0 || p.Candidates < 0:
			return fmt.Errorf("part %d has %d games, %d moves and %d candidates", p.Number, p.Games, p.Moves, p.Candidates)
		case (m.Spec.Candidates > 0) != (p.CandidatesSHA256 != ""):
			return fmt.Errorf("part %d has the candidates sum %q, and the spec asks for %d candidates", p.Number, p.CandidatesSHA256, m.Spec.Candidates)
		}
	}
	return nil
}

// ReadManifest reads the manifest of the run in a folder. A folder without
// one, and a manifest that is cut short, of another schema version, or has
// fields that are unknown or make no sense, are errors that name the file.
func ReadManifest(dir string) (*Manifest, error) {
	m, err := readManifest(dir)
	if err != nil {
		return nil, err
	}
	return m, nil
}

// readManifest gives a manifest that it could read also with an error about
// what is in it.
func readManifest(dir string) (*Manifest, error) {
	f, err := openInside(dir, manifestName)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s holds no run: it has no %s: %w", dir, manifestName, err)
	} else if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxManifest+1))
	if err != nil {
		return nil, err
	}
	m, err := parseManifest(text)
	if err != nil {
		return m, fmt.Errorf("%s: %w", f.Name(), err)
	}
	return m, nil
}

// maxManifest bounds a manifest, in bytes. MaxParts parts take some 50 MB.
const maxManifest = 64 << 20

func parseManifest(text []byte) (*Manifest, error) {
	if len(text) > maxManifest {
		return nil, fmt.Errorf("not a manifest: over %d MB", maxManifest>>20)
	}
	// The version first, for another one may have fields of its own.
	var head struct {
		SchemaVersion *int `json:"schema_version"`
	}
	if err := json.Unmarshal(text, &head); err != nil {
		return nil, fmt.Errorf("not a manifest, or damaged: %w", err)
	}
	if head.SchemaVersion == nil {
		return nil, errors.New("not a manifest: it has no schema_version")
	}
	m := &Manifest{SchemaVersion: *head.SchemaVersion}
	if m.SchemaVersion == SchemaVersion {
		d := json.NewDecoder(bytes.NewReader(text))
		d.DisallowUnknownFields()
		if err := d.Decode(m); err != nil {
			return nil, err
		}
	}
	return m, m.check()
}

// write replaces the manifest of the run in a folder: at any moment, power
// loss included, the file there is the old one or the new one.
func (m *Manifest) write(in *folder) error {
	text, err := m.text()
	if err != nil {
		return err
	}
	return writeFile(in, manifestName, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
}

// text is the file of the manifest.
func (m *Manifest) text() ([]byte, error) {
	text, err := json.MarshalIndent(m, "", "  ")
	return append(text, '\n'), err
}
