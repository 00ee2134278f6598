package leave

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"quadword/engine/tile"
)

// csvHeader is the line that WriteCSV begins with. It cannot be taken for the
// leave AEELV, since its value would be no number.
const csvHeader = "leave,value"

const (
	// maxCSVLine bounds a line, in bytes. Six letters and a float64 with all its
	// decimals take some 40.
	maxCSVLine = 256
	// meanCSVLine bounds the mean line of a file that has all leaves.
	meanCSVLine = 64
)

// WriteCSV writes the values of all leaves that the set holds: the line
// `leave,value`, and then in the order of All a line for each, its tiles in
// order of their numbers, the blank first as '?', and its value in points,
// exact, with up to three decimals. ReadCSV gives the same values again.
func (t *Table) WriteCSV(w io.Writer) error {
	out := bufio.NewWriter(w)
	out.WriteString(csvHeader + "\n") // an error comes again with the next Write
	var line []byte
	for leave, value := range t.All() {
		line = append(line[:0], t.set.Alphabet.RackText(leave)...)
		line = append(line, ',')
		line = appendPoints(line, value)
		if _, err := out.Write(append(line, '\n')); err != nil {
			return err
		}
	}
	return out.Flush()
}

// appendPoints appends a value in thousandths of a point as points.
func appendPoints(dst []byte, value int32) []byte {
	if value < 0 {
		dst = append(dst, '-')
		value = -value
	}
	dst = strconv.AppendInt(dst, int64(value/1000), 10)
	if value %= 1000; value > 0 {
		dst = append(dst, '.')
	}
	for unit := int32(100); value > 0; unit /= 10 {
		dst = append(dst, '0'+byte(value/unit))
		value %= unit
	}
	return dst
}

// ReadCSV reads a table for a tile set from lines `leave,value`, in any order:
// the tiles of a leave, as Parse takes them, and its value in points. The
// first may be those two words. Blank lines and spaces around a field do not
// count.
//
// A value is rounded to the nearest float32 and then as ReadKLV2 rounds it, so
// that the KLV2 that another program makes of the file reads the same; with up
// to three decimals it is exact. The file may be of another set with the same
// letters: leaves that the set does not hold are left out, and those that the
// file lacks are worth 0. Errors name the line.
func ReadCSV(r io.Reader, name string, set *tile.Set) (*Table, error) {
	t, err := readCSV(r, name, set)
	if err != nil {
		return nil, fmt.Errorf("leave values %s: %w", name, err)
	}
	return t, nil
}

func readCSV(r io.Reader, name string, set *tile.Set) (*Table, error) {
	t := newTable(name, set)
	c := csvReader{table: t, bag: set.Counts(), line: 1, seen: make([]int, len(t.values))}
	most := meanCSVLine * (1 + len(t.values))
	in := bufio.NewReader(r)
	for read := 0; ; c.line++ {
		text, err := in.ReadSlice('\n')
		read += len(text)
		end := err == io.EOF
		switch {
		case len(text) > maxCSVLine: // among them those that the buffer does not hold
			err = fmt.Errorf("over %d bytes, expected leave,value", maxCSVLine)
		case err != nil && !end:
			return nil, err // of the file, not of its line
		case read > most:
			err = fmt.Errorf("the file has over %d bytes, the most for leaves of %d letters", most, set.Alphabet.Len())
		default:
			err = c.add(string(text))
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", c.line, err)
		}
		if end {
			break
		}
	}
	if c.leaves == 0 {
		return nil, errors.New("no leaves, expected lines leave,value")
	}
	t.fingerprint(t.encode())
	return t, nil
}

// csvReader fills a table, which is zero, line by line.
type csvReader struct {
	table  *Table
	bag    tile.Rack
	line   int   // the number of the line, from 1
	seen   []int // by rank, the line that a leave came on, 0 for none
	leaves int   // that came
}

func (c *csvReader) add(line string) error {
	if c.line == 1 {
		line = strings.TrimPrefix(line, "\ufeff")
	}
	line = strings.TrimSpace(line)
	if line == "" {
		return nil
	}
	fields := strings.Split(line, ",")
	if len(fields) != 2 {
		return fmt.Errorf("%q has %d fields, expected leave,value", line, len(fields))
	}
	text, points := strings.TrimSpace(fields[0]), strings.TrimSpace(fields[1])
	if c.leaves == 0 && strings.EqualFold(text+","+points, csvHeader) {
		return nil
	}
	leave, err := Parse(c.table.set.Alphabet, text)
	if err != nil {
		return err
	}
	value, err := parsePoints(points)
	if err != nil {
		return err
	}
	rank, _ := c.table.ranking.Rank(&leave) // it has one: Parse took its size and its letters
	if c.seen[rank] != 0 {
		return fmt.Errorf("leave %q comes twice, first on line %d", text, c.seen[rank])
	}
	c.seen[rank] = c.line
	c.leaves++
	if c.bag.Contains(&leave) {
		c.table.values[rank] = value
	}
	return nil
}

// parsePoints reads a number of points as thousandths.
func parsePoints(text string) (int32, error) {
	points, err := strconv.ParseFloat(text, 32)
	value, ok := thousandths(points)
	// ParseFloat takes Go's hexadecimal numbers too.
	if err != nil || !ok || strings.ContainsAny(text, "xX_") {
		return 0, fmt.Errorf("value %q, expected a number of points from %d to %d", text, -MaxValue/1000, MaxValue/1000)
	}
	return value, nil
}
