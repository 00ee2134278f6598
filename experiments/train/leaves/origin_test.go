package leaves

import (
	"bytes"
	"errors"
	"strings"
	"testing"
)

// What a table was trained from can be read back by its own plan alone.
func TestOrigin(t *testing.T) {
	p := smallPlan(t, Census)
	r := &Report{Generations: []Generation{{Units: 1, SHA256: "a"}, {Units: 1, SHA256: "b"}}}
	p.Generations = []int{1, 1}
	var out bytes.Buffer
	if err := p.WriteOrigin(&out, r); err != nil {
		t.Fatal(err)
	}
	if sum, err := p.ReadOrigin(bytes.NewReader(out.Bytes())); sum != "b" || err != nil {
		t.Errorf("%q, %v", sum, err)
	}
	other := *p
	other.Seed++
	_, err := other.ReadOrigin(bytes.NewReader(out.Bytes()))
	if differs, ok := errors.AsType[*OtherError](err); !ok || differs.What != "seed" {
		t.Error(err)
	}
	for text, want := range map[string]string{
		"":                         "EOF",
		out.String()[:100]:         "EOF",
		`{"a": 1}`:                 "unknown field",
		strings.Repeat(" ", 2<<20): "over 1048576 bytes",
		strings.Replace(out.String(), `"generations": [`+"\n    {", `"generations": [{"units": 1},`+"\n    {", 1): "3 generations of 2",
	} {
		if _, err := p.ReadOrigin(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: %v, want %q", text, err, want)
		}
	}
}
