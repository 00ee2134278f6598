//go:build unix

package main

import (
	"bytes"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A run that cannot be written to cannot be annotated, and the error says so.
func TestAnnotateReadOnly(t *testing.T) {
	cacheDir(t)
	dir := filepath.Join(t.TempDir(), "run")
	if code, _, stderr := quadword(t, "sim", "--agent", "greedy", "--games", "2", "--out", dir, "--quiet"); code != exitDone {
		t.Fatal(stderr)
	}
	before := filesBelow(t, dir)
	if err := os.Chmod(dir, 0o555); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(dir, 0o755)
	cmd := exec.Command("quadword", "annotate", dir)
	asNobody(t, cmd, os.Getenv("XDG_CACHE_HOME"), dir)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	cmd.Run()
	if code := cmd.ProcessState.ExitCode(); code != exitFailed || !strings.HasPrefix(stderr.String(), "quadword: annotations go into the folder of their run: open ") ||
		!strings.HasSuffix(stderr.String(), ": permission denied\n") {
		t.Errorf("status %d, stderr %q", code, stderr.String())
	}
	if !maps.Equal(before, filesBelow(t, dir)) {
		t.Error("the run was changed")
	}
}
