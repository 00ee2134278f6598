package sprt

import (
	"fmt"
	"testing"
)

func TestParse(t *testing.T) {
	s, err := Parse("elo1=2.5,elo0=-0,beta=0.1,model=normalized")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := fmt.Sprint(*s), "{0 2.5 0.05 0.1 normalized}"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// FuzzParse: any text is a test that can be made, or an error.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"elo0=0,elo1=5", "elo0=-1e300,elo1=1e300,alpha=1e-300", "elo0=0,elo1=5,,", "elo0=0x1p3,elo1=9,model=logistic"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := Parse(text)
		if err != nil {
			return
		}
		if err := Check(s); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	})
}
