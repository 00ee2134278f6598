package value

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"quadword/engine/tile"
)

// csvHeader is the first line of a model's file.
const csvHeader = "figure,spread,win"

// maxCSVLine bounds a line, in bytes. The longest takes some 60.
const maxCSVLine = 256

// maxCSVLines bounds the lines of a file, among which blank ones do not count.
// There are some 200 figures.
const maxCSVLines = 10_000

// Write writes the model as CSV, which a text editor, a diff and every program
// for tables reads: the line `figure,spread,win`, and then, in the order of the
// table, a line for each figure that has a weight, with what a unit of it adds
// to the final spread in points, and to the logit of the result times the
// square root of the number of unseen tiles. Both have up to six decimals. Read
// gives the same model again.
func (m *Model) Write(w io.Writer) error {
	_, err := w.Write(m.text())
	return err
}

func (m *Model) text() []byte {
	text := []byte(csvHeader + "\n")
	for i, f := range m.figures {
		w := m.weights[i]
		if w == (Weight{}) {
			continue
		}
		text = append(text, f.Name+","...)
		text = append(appendMillionths(text, w.Spread), ',')
		text = append(appendMillionths(text, w.Win), '\n')
	}
	return text
}

// appendMillionths appends a number of millionths as a decimal.
func appendMillionths(dst []byte, v int64) []byte {
	return strconv.AppendFloat(dst, float64(v)/1e6, 'f', -1, 64)
}

// Load reads a model from a file and names it after the file. Errors name the
// file.
func Load(file string, set *tile.Set) (*Model, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("model: %w", err)
	}
	defer f.Close()
	base := filepath.Base(file)
	m, err := Read(f, strings.ToValidUTF8(strings.TrimSuffix(base, filepath.Ext(base)), "\ufffd"), set)
	if err != nil {
		return nil, fmt.Errorf("model %s: %w", file, err)
	}
	return m, nil
}

// Read reads a model for games with a tile set as Write writes it, the lines in
// any order. A figure that is not named has no weight. One that is unknown, or
// named twice, is an error, as is a weight beyond MaxWeight or with more than
// six decimals. Errors name the line.
func Read(r io.Reader, name string, set *tile.Set) (*Model, error) {
	figures := Figures(set)
	c := csvReader{figures: figures, weights: make([]Weight, len(figures)), seen: make([]int, len(figures))}
	in := bufio.NewScanner(r)
	in.Buffer(make([]byte, maxCSVLine), maxCSVLine)
	for in.Scan() {
		if c.line++; c.line > maxCSVLines {
			return nil, fmt.Errorf("over %d lines, expected one for each figure", maxCSVLines)
		}
		if err := c.add(strings.TrimSpace(in.Text())); err != nil {
			return nil, fmt.Errorf("line %d: %w", c.line, err)
		}
	}
	switch err := in.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return nil, fmt.Errorf("line %d: over %d bytes, expected %s", c.line+1, maxCSVLine, csvHeader)
	case err != nil:
		return nil, err
	case c.line == 0:
		return nil, fmt.Errorf("no lines, expected %s", csvHeader)
	}
	return New(name, set, c.weights)
}

// csvReader fills weights line by line.
type csvReader struct {
	figures []Figure
	weights []Weight
	line    int   // the number of the line, from 1
	seen    []int // by figure, the line that it came on, 0 for none
}

func (c *csvReader) add(line string) error {
	if c.line == 1 {
		if strings.TrimPrefix(line, "\ufeff") != csvHeader {
			return fmt.Errorf("%q, expected %s", line, csvHeader)
		}
		return nil
	}
	if line == "" {
		return nil
	}
	fields := strings.Split(line, ",")
	if len(fields) != 3 {
		return fmt.Errorf("%q has %d fields, expected %s", line, len(fields), csvHeader)
	}
	i := slices.IndexFunc(c.figures, func(f Figure) bool { return f.Name == fields[0] })
	if i < 0 {
		return fmt.Errorf("unknown figure %q: expected one of %s", fields[0], names(c.figures))
	}
	if c.seen[i] != 0 {
		return fmt.Errorf("figure %s comes twice, first on line %d", fields[0], c.seen[i])
	}
	c.seen[i] = c.line
	var err error
	if c.weights[i].Spread, err = parseMillionths(fields[1]); err == nil {
		c.weights[i].Win, err = parseMillionths(fields[2])
	}
	return err
}

// parseMillionths reads a weight, whose decimals are millionths.
func parseMillionths(text string) (int64, error) {
	v, err := strconv.ParseFloat(text, 64)
	_, decimals, _ := strings.Cut(text, ".")
	// ParseFloat takes exponents, Go's hexadecimal numbers and NaN too.
	if err != nil || strings.Trim(text, "-.0123456789") != "" || len(decimals) > 6 || math.Abs(v) > MaxWeight/1e6 {
		return 0, fmt.Errorf("weight %q, expected a number from %d to %d with up to six decimals", text, -MaxWeight/1_000_000, MaxWeight/1_000_000)
	}
	return int64(math.Round(v * 1e6)), nil
}

func names(figures []Figure) string {
	all := make([]string, len(figures))
	for i, f := range figures {
		all[i] = f.Name
	}
	return strings.Join(all, ", ")
}
