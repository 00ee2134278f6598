package winprob

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
)

// title is the first line of a file.
const title = "# P(win) of one of two players in 1/10000, by turn, spread and unseen tiles"

// maxLine bounds a line of a file, in bytes: a heading and a value for each of
// MaxUnseen tiles take some 6000.
const maxLine = 8 << 10

// entry is a line "# key=value" of a file: a field of a Game.
type entry struct {
	key  string
	text *string // either
	n    *int    // or
}

func (e entry) value() string {
	if e.text != nil {
		return *e.text
	}
	return strconv.Itoa(*e.n)
}

func (e entry) set(value string) (err error) {
	if e.text != nil {
		*e.text = value
		return nil
	}
	if *e.n, err = number(value); err != nil {
		err = fmt.Errorf("%s: %w", e.key, err)
	}
	return err
}

// entries is the fields of a game in the order of their lines.
func (g *Game) entries() []entry {
	return []entry{
		{"board", &g.Board, nil},
		{"tile_set", &g.TileSet, nil},
		{"lexicon", &g.Lexicon, nil},
		{"agents", &g.Agents, nil},
		{"tiles", nil, &g.Tiles},
		{"rack_size", nil, &g.RackSize},
		{"bingo_bonus", nil, &g.BingoBonus},
		{"end_scoring", &g.EndScoring, nil},
		{"tie_break", &g.TieBreak, nil},
	}
}

// number reads a whole number as strconv.Itoa writes it.
func number(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || strconv.Itoa(n) != text {
		return 0, fmt.Errorf("%q, expected a whole number", text)
	}
	return n, nil
}

// WriteCSV writes the table as text, in the form that the package comment
// shows. ReadCSV gives the same table again.
func (t *Table) WriteCSV(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintln(out, title) // an error comes again with the next Write
	game := t.game
	for _, e := range game.entries() {
		fmt.Fprintf(out, "# %s=%s\n", e.key, e.value())
	}
	fmt.Fprintf(out, "# spread=%d\n%s\n", t.spread, heading(t.unseen))
	var line []byte
	for _, onTurn := range turns {
		for s := -t.spread; s <= t.spread; s++ {
			line = strconv.AppendInt(line[:0], int64(bit(onTurn)), 10)
			line = strconv.AppendInt(append(line, ','), int64(s), 10)
			for unseen := 1; unseen <= t.unseen; unseen++ {
				line = strconv.AppendUint(append(line, ','), uint64(t.values[t.at(onTurn, unseen, s)]), 10)
			}
			if _, err := out.Write(append(line, '\n')); err != nil {
				return err
			}
		}
	}
	return out.Flush()
}

// heading names the columns.
func heading(unseen int) string {
	var b strings.Builder
	b.WriteString("on_turn,spread")
	for u := 1; u <= unseen; u++ {
		fmt.Fprintf(&b, ",u%d", u)
	}
	return b.String()
}

// WriteGzip writes what WriteCSV does, packed.
func (t *Table) WriteGzip(w io.Writer) error {
	z, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	if err := t.WriteCSV(z); err != nil {
		return err
	}
	return z.Close()
}

// Load reads a table from a file, plain or packed by gzip. Errors name the
// file.
func Load(file string) (*Table, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("win probability: %w", err)
	}
	defer f.Close()
	t, err := read(f)
	if err != nil {
		return nil, fmt.Errorf("win probability %s: %w", file, err)
	}
	return t, nil
}

// Read reads a table that WriteCSV or WriteGzip wrote. It is strict: every line
// is where it should be, and P(win) does not fall as the spread grows. Errors
// name line and column.
func Read(r io.Reader) (*Table, error) {
	t, err := read(r)
	if err != nil {
		return nil, fmt.Errorf("win probability: %w", err)
	}
	return t, nil
}

func read(r io.Reader) (*Table, error) {
	in := bufio.NewReader(r)
	if magic, _ := in.Peek(2); bytes.Equal(magic, []byte{0x1f, 0x8b}) {
		z, err := gzip.NewReader(in)
		if err != nil {
			return nil, err
		}
		in = bufio.NewReaderSize(z, maxLine)
	} else {
		in = bufio.NewReaderSize(in, maxLine)
	}
	return (&reader{in: in}).table()
}

// reader reads a table line by line.
type reader struct {
	in   *bufio.Reader
	line int // the number of the last line read
}

func (r *reader) table() (*Table, error) {
	t, err := r.head()
	if err != nil {
		return nil, r.at(err)
	}
	before := make([]int, t.unseen)
	for _, onTurn := range turns {
		clear(before)
		for s := -t.spread; s <= t.spread; s++ {
			if err := r.row(t, onTurn, s, before); err != nil {
				return nil, r.at(err)
			}
		}
	}
	switch line, err := r.next(); {
	case err == nil:
		return nil, r.at(fmt.Errorf("%.20q after the last spread", line))
	case err != io.EOF:
		return nil, r.at(err) // of the packing: its sum stands at the end
	}
	t.fingerprint()
	return t, nil
}

// head reads all lines before the first row.
func (r *reader) head() (*Table, error) {
	line, err := r.must()
	if err != nil {
		return nil, err
	}
	if line != title {
		return nil, fmt.Errorf("%.40q, expected %q", line, title)
	}
	var game Game
	spread := 0
	for _, e := range append(game.entries(), entry{"spread", nil, &spread}) {
		line, err := r.must()
		if err != nil {
			return nil, err
		}
		value, ok := strings.CutPrefix(line, "# "+e.key+"=")
		if !ok {
			return nil, fmt.Errorf("%.40q, expected # %s=VALUE", line, e.key)
		}
		if err := e.set(value); err != nil {
			return nil, err
		}
	}
	t, err := newTable(game, spread)
	if err != nil {
		return nil, err
	}
	if line, err = r.must(); err != nil {
		return nil, err
	}
	if line != heading(t.unseen) {
		return nil, fmt.Errorf("%.40q, expected on_turn,spread,u1 to u%d", line, t.unseen)
	}
	return t, nil
}

// row reads the values of one spread. before is those of the spread before.
func (r *reader) row(t *Table, onTurn bool, spread int, before []int) error {
	line, err := r.must()
	if err != nil {
		return err
	}
	fields := strings.Split(line, ",")
	if len(fields) != 2+t.unseen {
		return fmt.Errorf("%d columns, expected %d", len(fields), 2+t.unseen)
	}
	if fields[0] != strconv.Itoa(bit(onTurn)) || fields[1] != strconv.Itoa(spread) {
		return fmt.Errorf("on_turn %.20q, spread %.20q, expected %d and %d", fields[0], fields[1], bit(onTurn), spread)
	}
	for i, field := range fields[2:] {
		value, err := number(field)
		if err == nil {
			err = checkValue(value, before[i])
		}
		if err != nil {
			return fmt.Errorf("column u%d: %w", i+1, err)
		}
		t.values[t.at(onTurn, i+1, spread)] = uint16(value)
		before[i] = value
	}
	return nil
}

// next is the next line without its end, or io.EOF if there is none.
func (r *reader) next() (string, error) {
	r.line++
	text, err := r.in.ReadSlice('\n')
	switch {
	case errors.Is(err, bufio.ErrBufferFull):
		return "", fmt.Errorf("over %d bytes", maxLine)
	case err != nil && (err != io.EOF || len(text) == 0):
		return "", err
	}
	line := strings.TrimSuffix(strings.TrimSuffix(string(text), "\n"), "\r")
	return line, nil
}

// must is next where the file must not end.
func (r *reader) must() (string, error) {
	line, err := r.next()
	if err == io.EOF {
		err = errors.New("the file ends before its last spread")
	}
	return line, err
}

func (r *reader) at(err error) error { return fmt.Errorf("line %d: %w", r.line, err) }
