//go:build !windows

package verify

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestPipes: a pipe in the place of a file or a folder, to which nobody may
// ever write, is a fault.
func TestPipes(t *testing.T) {
	t.Parallel()
	plan := damagedPlan(t)
	for _, name := range []string{"games", "moves", "games/part-00000.parquet", "moves/part-00000.parquet", "tileset.parquet"} {
		dir := playRun(t, plan, "greedy", "random")
		path := filepath.Join(dir, name)
		if err := errors.Join(os.RemoveAll(path), syscall.Mkfifo(path, 0o666)); err != nil {
			t.Fatal(err)
		}
		f := verifyRun(t, dir, plan.Lexicon, Options{}).Fault
		if f == nil || !strings.HasPrefix(f.Part, name) || !strings.Contains(f.Why, "it is p") {
			t.Errorf("%s: %v", name, f)
		}
	}
}
