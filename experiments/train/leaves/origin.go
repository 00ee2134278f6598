package leaves

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
)

// OtherError says that a table was trained by another plan.
type OtherError struct{ What string } // the first thing that differs, such as "seed"

func (e *OtherError) Error() string { return "it is of a training with another " + e.What }

// WriteOrigin writes what the table of a plan was trained from, and how: a file
// to lie beside the table, which says nothing of it.
func (p *Plan) WriteOrigin(w io.Writer, r *Report) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(state{p.identity(), r.Generations})
}

// maxOrigin bounds a file that WriteOrigin wrote.
const maxOrigin = 1 << 20

// ReadOrigin reads what WriteOrigin wrote and gives the sha256 of the table that
// it is about. That of another plan is an *OtherError.
func (p *Plan) ReadOrigin(r io.Reader) (sha256 string, err error) {
	text, err := io.ReadAll(io.LimitReader(r, maxOrigin+1))
	if err != nil {
		return "", err
	}
	if len(text) > maxOrigin {
		return "", fmt.Errorf("over %d bytes", maxOrigin)
	}
	var s state
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&s); err != nil {
		return "", err
	}
	if other := differing(s.Plan, p.identity()); other != "" {
		return "", &OtherError{other}
	}
	if n := len(s.Generations); n != len(p.Generations) {
		return "", fmt.Errorf("%d generations of %d", n, len(p.Generations))
	}
	return s.Generations[len(s.Generations)-1].SHA256, nil
}
