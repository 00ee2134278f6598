package leaves

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// FuzzCheckpoint: a checkpoint that is read can be written and read again, and
// is the same.
func FuzzCheckpoint(f *testing.F) {
	p := smallPlan(f, Census)
	p.Generations, p.Pairs = []int{1, 1}, 0
	file := filepath.Join(f.TempDir(), "partial")
	if _, _, err := p.Train(f.Context(), file, func() {}); err != nil {
		f.Fatal(err)
	}
	whole, err := os.ReadFile(file)
	if err != nil {
		f.Fatal(err)
	}
	head := bytes.IndexByte(whole, '\n') + 1
	f.Add(whole[:head], whole[head:])
	f.Add(whole[:head-1], whole[head:])
	f.Add([]byte("{\"plan\":{},\"generations\":[]}\n"), whole[head:])
	f.Fuzz(func(t *testing.T, head, table []byte) {
		c := &checkpoint{file: file, state: state{Plan: p.identity()}}
		if err := c.read(bytes.NewReader(append(bytes.Clone(head), table...)), p); err != nil {
			return
		}
		if err := c.write(); err != nil {
			t.Fatal(err)
		}
		again, err := openCheckpoint(file, p)
		if err != nil || again.table.SHA256() != c.table.SHA256() || asJSON(t, again.state) != asJSON(t, c.state) {
			t.Fatalf("written and read again it is not the same: %v", err)
		}
	})
}
