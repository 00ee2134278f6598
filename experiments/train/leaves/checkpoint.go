package leaves

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"quadword/agents/leave"
)

// checkpoint is the file of a training that is not finished: a line of JSON,
// and behind it the last generation's table as KLV2. It is replaced in one
// moment.
type checkpoint struct {
	file  string // empty: none is kept
	state state
	table *leave.Table // of the last generation, zeros before the first
}

// state is the first line of a checkpoint.
type state struct {
	Plan        identity     `json:"plan"`
	Generations []Generation `json:"generations"`
}

// identity is what has to be the same for a training to go on.
type identity struct {
	Board       []string `json:"board"`
	Start       [2]int   `json:"start"`
	TileSet     string   `json:"tile_set"` // as its file
	Rules       string   `json:"rules"`
	Lexicon     string   `json:"lexicon"` // its sha256
	Seed        uint64   `json:"seed"`
	Method      Method   `json:"method"`
	Generations []int    `json:"generations"`
	Least       int      `json:"least"`
	Most        int      `json:"most"`
	Forced      int      `json:"forced"`
	Pairs       int64    `json:"pairs"`
}

func (p *Plan) identity() identity {
	var set strings.Builder
	_ = p.Rules.TileSet.Write(&set) // a Builder takes everything
	rules := *p.Rules
	rules.Layout, rules.TileSet = nil, nil
	row, col := p.Rules.Layout.Start()
	id := identity{
		Board: p.Rules.Layout.Rows(), Start: [2]int{row, col}, TileSet: set.String(), Rules: fmt.Sprintf("%+v", rules),
		Lexicon: p.Lexicon.SHA256(), Seed: p.Seed, Method: p.Method, Generations: slices.Clone(p.Generations), Pairs: p.Pairs,
	}
	if p.Method == Census {
		id.Least, id.Most = p.Least, p.Most
	} else {
		id.Forced = p.Forced
	}
	return id
}

// openCheckpoint reads a checkpoint of a plan, or begins with none. One of
// another plan is an error that says what differs.
func openCheckpoint(file string, p *Plan) (*checkpoint, error) {
	c := &checkpoint{file: file, state: state{Plan: p.identity()}}
	f, err := os.Open(file)
	if file == "" || errors.Is(err, fs.ErrNotExist) {
		c.table, err = zero(p.Rules.TileSet)
		return c, err
	}
	if err != nil {
		return nil, fmt.Errorf("checkpoint: %w", err)
	}
	defer f.Close()
	if err := c.read(f, p); err != nil {
		return nil, fmt.Errorf("checkpoint %s: %w", file, err)
	}
	return c, nil
}

// maxLine bounds the first line of a checkpoint.
const maxLine = 1 << 20

func (c *checkpoint) read(r io.Reader, p *Plan) error {
	buffered := bufio.NewReaderSize(r, maxLine)
	line, err := buffered.ReadSlice('\n')
	if err != nil {
		return fmt.Errorf("no line of JSON at its head")
	}
	var s state
	decoder := json.NewDecoder(bytes.NewReader(line))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&s); err != nil {
		return err
	}
	if other := differing(s.Plan, c.state.Plan); other != "" {
		return &OtherError{other}
	}
	if n := len(s.Generations); n == 0 || n > len(p.Generations) {
		return fmt.Errorf("%d generations of %d", n, len(p.Generations))
	}
	c.state = s
	c.table, err = leave.ReadKLV2(buffered, tableName, p.Rules.TileSet)
	if err == nil && c.table.SHA256() != s.Generations[len(s.Generations)-1].SHA256 {
		err = errors.New("its table is damaged: the sha256 is another")
	}
	return err
}

// differing names the first thing in which two plans differ, as JSON calls it.
func differing(a, b identity) string {
	x, y := reflect.ValueOf(a), reflect.ValueOf(b)
	for i := range x.NumField() {
		if !reflect.DeepEqual(x.Field(i).Interface(), y.Field(i).Interface()) {
			return strings.ReplaceAll(x.Type().Field(i).Tag.Get("json"), "_", " ")
		}
	}
	return ""
}

// add notes a generation.
func (c *checkpoint) add(g Generation, t *leave.Table) error {
	c.state.Generations = append(c.state.Generations, g)
	c.table = t
	if c.file == "" {
		return nil
	}
	if err := c.write(); err != nil {
		return fmt.Errorf("checkpoint %s: %w", c.file, err)
	}
	return nil
}

func (c *checkpoint) write() error {
	f, err := os.CreateTemp(filepath.Dir(c.file), ".tmp-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // finds nothing once the file has its name
	if err := json.NewEncoder(f).Encode(c.state); err != nil {
		f.Close()
		return err
	}
	if err := errors.Join(c.table.WriteKLV2(f), f.Chmod(0o644), f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), c.file)
}
