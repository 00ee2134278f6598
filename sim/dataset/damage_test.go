package dataset

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// smallPart is the bytes of a games and a moves file.
func smallPart(t testing.TB) (games, moves []byte) {
	t.Helper()
	var g, m bytes.Buffer
	eg, em := newEncoder[GameRow](&g, GamesTable), newEncoder[MoveRow](&m, MovesTable)
	for i := range 3 {
		game, rows := makeGame(int64(i), 4)
		if err := eg.write([]GameRow{*game}); err != nil {
			t.Fatal(err)
		}
		if err := em.write(rows); err != nil {
			t.Fatal(err)
		}
	}
	if err := eg.close(); err != nil {
		t.Fatal(err)
	}
	if err := em.close(); err != nil {
		t.Fatal(err)
	}
	return g.Bytes(), m.Bytes()
}

// readAll reads a file that should hold 12 moves.
func readAll(name string) error {
	d, err := openDecoder[MoveRow](name, 12)
	if err != nil {
		return err
	}
	defer d.close()
	return d.read(make([]MoveRow, 12))
}

// A file that is cut short or has other bits is an error that names the file
// or, where the damage is in what nobody reads, no error; it is never a panic.
func TestDamage(t *testing.T) {
	_, moves := smallPart(t)
	name := filepath.Join(t.TempDir(), "moves.parquet")
	check := func(what string, damaged []byte, mustFail bool) {
		t.Helper()
		if err := os.WriteFile(name, damaged, 0o666); err != nil {
			t.Fatal(err)
		}
		err := readAll(name)
		if err == nil && mustFail || err != nil && !strings.Contains(err.Error(), name) {
			t.Fatalf("%s: error %v, want one with %s", what, err, name)
		}
	}
	check("as it was", moves, false)
	if err := readAll(name); err != nil {
		t.Fatal(err)
	}
	for n := 0; n < len(moves); n += 131 {
		check("cut", moves[:n], true)
	}
	check("empty", nil, true)
	check("text", []byte(strings.Repeat("no Parquet ", 100)), true)
	check("doubled", append(moves[:len(moves):len(moves)], moves...), false)
	rng := rand.New(rand.NewPCG(1, 2))
	for range 600 {
		damaged := bytes.Clone(moves)
		for range 1 + rng.IntN(3) {
			damaged[rng.IntN(len(damaged))] ^= 1 << rng.IntN(8)
		}
		check("flipped", damaged, false)
	}
}

// Whatever a file holds, reading it ends without a panic and takes little memory.
func FuzzPart(f *testing.F) {
	games, moves := smallPart(f)
	f.Add(games)
	f.Add(moves)
	f.Add(moves[:len(moves)/2])
	name := filepath.Join(f.TempDir(), "part.parquet")
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1<<20 {
			return
		}
		if err := os.WriteFile(name, data, 0o666); err != nil {
			t.Fatal(err)
		}
		allocates(t, func() {
			readAll(name)
			if d, err := openDecoder[GameRow](name, 3); err == nil {
				d.read(make([]GameRow, 3))
				d.close()
			}
		})
	})
}

// A footer that claims a list longer than itself is refused before parquet-go
// makes room for it, and so is one that is nested without end.
func TestFooterClaims(t *testing.T) {
	for what, footer := range map[string]string{
		"list":   "\x59\xfc\xff\xff\xff\x63\x00",                          // 209,715,199 structs
		"text":   "\x48\xff\xff\xff\xff\x07abc\x00",                       // 2 GB of text
		"map":    "\x1b\x01\x55\x00\x00\x00",                              // no footer has one
		"nested": strings.Repeat("\x1c", 40) + strings.Repeat("\x00", 41), // structs in structs
		"cut":    "\x15",
	} {
		file := "PAR1" + footer + string(binary.LittleEndian.AppendUint32(nil, uint32(len(footer)))) + "PAR1"
		if err := checkFooter(strings.NewReader(file), int64(len(file))); !errors.Is(err, errThrift) {
			t.Errorf("%s: %v", what, err)
		}
	}
}
