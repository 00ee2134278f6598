package agents

import (
	"encoding/json"
	"errors"
	"fmt"
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
		{"fancy:leaves=\xff", "is not UTF-8"},
		{"fancy:leaves=" + strings.Repeat("x", maxSpec), "bytes, and the most is 16384"},
		{"plain:x=1", "it has no parameters"},
	} {
		_, err := parse(testKinds(), c.spec)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: error %v, want %q", c.spec, err, c.want)
		}
	}
}

// Equal agents have equal specs: of a number one spelling alone is taken.
func TestNumbers(t *testing.T) {
	for _, spec := range []string{
		"montecarlo:candidates=%s", "montecarlo:plies=%s", "montecarlo:iterations=%s", "montecarlo:confidence=%s",
		"montecarlo:inference=%s", "montecarlo:endgame=%s", "montecarlo:preendgame=%s", "champion:iterations=%s",
		"linear:candidates=%s", "equity:temperature=%s", "equity:endgame=%s", "equity:preendgame=%s",
	} {
		for _, number := range []string{
			"", "-1", "-0", "+1", "01", "1.0", "1.", ".5", "1e0", "1e309", "1e-1", "0x1p4", "0x10", "1_000", "1 0",
			"NaN", "nan", "Inf", "+Inf", "infinity", "\u0661", "\uff11", "0.0014", "0.99999999", "1000000001", "9223372036854775808",
		} {
			if s, err := Parse(fmt.Sprintf(spec, number)); err == nil {
				t.Errorf("%s was read from %q", s, number)
			}
		}
	}
	for _, spec := range []string{"montecarlo:candidates=1000", "montecarlo:confidence=0.5", "montecarlo:confidence=0.999999", "equity:temperature=0.001", "equity:temperature=100000", "linear:candidates=all"} {
		if s, err := Parse(spec); err != nil || s.String() != spec {
			t.Errorf("%s is %s, %v", spec, s, err)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"plain", "fancy:plies=4,leaves=x", "fancy:plies=,=", "fancy:plies=many", "::,,==", "equity:leaves=\xff"} {
		f.Add(s)
	}
	for _, k := range Kinds() {
		f.Add(k.Name)
		for _, p := range k.Params {
			f.Add(k.Name + ":" + p.Name + "=" + p.Default)
		}
	}
	f.Add("equity:leaves=none,unseen=off,late=off,opening=off,temperature=2.5,endgame=300,preendgame=500,lexicon=words.txt")
	f.Add("montecarlo:candidates=3,plies=end,iterations=2,confidence=0.95,objective=win,sampling=round-robin,inference=20,endgame=off,preendgame=off,leaves=none")
	f.Fuzz(func(t *testing.T, spec string) {
		for _, kinds := range [][]Kind{testKinds(), Kinds()} {
			s, err := parse(kinds, spec)
			if err != nil {
				continue
			}
			again, err := parse(kinds, s.String())
			if err != nil || !cmp.Equal(again.Values(), s.Values()) || again.String() != s.String() {
				t.Fatalf("%q reads as %s and that as %s, %v", spec, s, again, err)
			}
			text, err := json.Marshal(s.String()) // as a manifest has it
			var back string
			if err != nil || json.Unmarshal(text, &back) != nil || back != s.String() {
				t.Fatalf("%q reads as %s and that from JSON as %s, %v", spec, s, back, err)
			}
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
