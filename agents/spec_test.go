package agents

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// testKinds is a registry of its own, so that the parser is tested on all it
// can meet whatever agents there are.
func testKinds() []Kind {
	return []Kind{
		{Name: "plain"},
		{Name: "fancy", Params: []Param{
			{Name: "plies", Default: "2", Check: func(v string) error {
				if v == "many" {
					return errors.New("expected a number")
				}
				return nil
			}},
			{Name: "leaves", Default: "none"},
		}},
	}
}

func TestParse(t *testing.T) {
	for _, c := range []struct {
		spec, canonical string
		values          Values
	}{
		{"plain", "plain", Values{}},
		{" plain ", "plain", Values{}},
		{"fancy", "fancy", Values{"plies": "2", "leaves": "none"}},
		{"fancy:plies=2", "fancy", Values{"plies": "2", "leaves": "none"}},
		{"fancy:leaves=a=b.klv2, plies=4", "fancy:plies=4,leaves=a=b.klv2", Values{"plies": "4", "leaves": "a=b.klv2"}},
		{"fancy:leaves=C:/x.klv2", "fancy:leaves=C:/x.klv2", Values{"plies": "2", "leaves": "C:/x.klv2"}},
	} {
		s, err := parse(testKinds(), c.spec)
		if err != nil {
			t.Errorf("%q: %v", c.spec, err)
			continue
		}
		if s.String() != c.canonical || !cmp.Equal(s.Values(), c.values) {
			t.Errorf("%q: got %s %v, want %s %v", c.spec, s, s.Values(), c.canonical, c.values)
		}
		again, err := parse(testKinds(), s.String())
		if err != nil || again.String() != s.String() {
			t.Errorf("%q: the canonical form reads as %v, %v", c.spec, again, err)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for _, c := range []struct{ spec, want string }{
		{"", "expected one of plain, fancy"},
		{"Plain", "expected one of plain, fancy"},
		{"fancy:depth=2", `unknown key "depth": expected one of plies, leaves`},
		{"fancy:", `unknown key ""`},
		{"fancy:plies", "expected plies=VALUE"},
		{"fancy:plies=1,plies=1", "given twice"},
		{"fancy:plies=many", "plies=many: expected a number"},
		{"plain:x=1", "it has no parameters"},
	} {
		_, err := parse(testKinds(), c.spec)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: error %v, want %q", c.spec, err, c.want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"plain", "fancy:plies=4,leaves=x", "fancy:plies=,=", "fancy:plies=many", "::,,=="} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, spec string) {
		s, err := parse(testKinds(), spec)
		if err != nil {
			return
		}
		again, err := parse(testKinds(), s.String())
		if err != nil || !cmp.Equal(again.Values(), s.Values()) {
			t.Fatalf("%q reads as %s and that as %s, %v", spec, s, again, err)
		}
	})
}

func TestKindsAreComplete(t *testing.T) {
	seen := map[string]bool{}
	for _, k := range Kinds() {
		if seen[k.Name] || k.Name == "" || k.Summary == "" || k.Prepare == nil {
			t.Errorf("kind %q is listed twice or lacks its summary or constructor", k.Name)
		}
		seen[k.Name] = true
		for _, p := range k.Params {
			if p.Meaning == "" {
				t.Errorf("%s: parameter %s has no meaning", k.Name, p.Name)
			}
			if p.Check != nil && p.Check(p.Default) != nil {
				t.Errorf("%s: the default of %s is refused", k.Name, p.Name)
			}
		}
	}
}
