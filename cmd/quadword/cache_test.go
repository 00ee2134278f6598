//go:build unix

package main

import (
	"bytes"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// TestCache: whatever becomes of the folder in which word lists are kept ready,
// and however many use it, a run is the same. The list of these runs is a
// twentieth of the built-in one, so that its tables are made in no time.
func TestCache(t *testing.T) {
	cacheDir(t)
	list := filepath.Join(t.TempDir(), "all.txt")
	if code, _, stderr := quadword(t, "lexicon", "build", "open", "--out", list); code != exitDone {
		t.Fatal(stderr)
	}
	text, err := os.ReadFile(list)
	if err != nil {
		t.Fatal(err)
	}
	var words []string
	for i, word := range strings.Fields(string(text)) {
		if i%20 == 0 {
			words = append(words, word)
		}
	}
	c := cacheTest{list: filepath.Join(t.TempDir(), "words.txt")}
	if err := os.WriteFile(c.list, []byte(strings.Join(words, "\n")), 0o644); err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	c.want = c.run(t, c.command("XDG_CACHE_HOME="+home))
	c.cache = filesBelow(t, home)
	if len(c.cache) != 2 {
		t.Fatalf("%d files in the cache, want a word graph and a word map", len(c.cache))
	}
	t.Run("together", c.together)
	t.Run("damaged", c.damaged)
	t.Run("unusable", c.unusable)
	t.Run("read-only", c.readOnly)
	t.Run("killed", c.killed)
}

// cacheTest is a run, what it prints and what it leaves in an empty cache.
type cacheTest struct {
	list  string
	want  string
	cache map[string]string
}

// command is the run, in an environment with a variable more.
func (c *cacheTest) command(env string) *exec.Cmd {
	cmd := exec.Command("quadword", "sim", "--lexicon", c.list, "--agent", "greedy", "--agent", "random", "--games", "10", "--quiet", "--json")
	cmd.Env = append(os.Environ(), env)
	return cmd
}

// run is what a command prints.
func (c *cacheTest) run(t *testing.T, cmd *exec.Cmd) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil || stderr.Len() > 0 {
		t.Errorf("%v: %s", err, stderr.String())
	}
	return stdout.String()
}

// same runs a command, several at a time, and compares what they print.
func (c *cacheTest) same(t *testing.T, processes int, env string) {
	t.Helper()
	var wait sync.WaitGroup
	for range processes {
		wait.Go(func() {
			if got := c.run(t, c.command(env)); got != c.want {
				t.Errorf("another run: %s", got)
			}
		})
	}
	wait.Wait()
}

// holds checks that a cache holds whole files and nothing else.
func (c *cacheTest) holds(t *testing.T, home string) {
	t.Helper()
	if got := filesBelow(t, home); !maps.Equal(got, c.cache) {
		t.Errorf("in the cache are %q, want %q, whole", slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(c.cache)))
	}
}

// fill makes a cache of what a run leaves in one.
func (c *cacheTest) fill(t *testing.T, home string) {
	t.Helper()
	for name, text := range c.cache {
		path := filepath.Join(home, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// together starts many at the same moment, none of which finds a cache.
func (c *cacheTest) together(t *testing.T) {
	for range 2 {
		home := filepath.Join(t.TempDir(), "not", "yet")
		c.same(t, 6, "XDG_CACHE_HOME="+home)
		c.holds(t, home)
	}
}

// damaged starts several on a cache whose files are damaged: none of them reads
// what is wrong, and afterwards the files are whole.
func (c *cacheTest) damaged(t *testing.T) {
	for what, damage := range map[string]func(string) string{
		"empty":             func(string) string { return "" },
		"cut in the middle": func(s string) string { return s[:len(s)/2] },
		"zeros":             func(s string) string { return strings.Repeat("\x00", len(s)) },
		"a bit inside":      func(s string) string { return s[:len(s)/3] + string([]byte{s[len(s)/3] ^ 4}) + s[len(s)/3+1:] },
	} {
		t.Run(what, func(t *testing.T) {
			home := t.TempDir()
			c.fill(t, home)
			for name, text := range c.cache {
				if err := os.WriteFile(filepath.Join(home, name), []byte(damage(text)), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			c.same(t, 2, "XDG_CACHE_HOME="+home)
			c.holds(t, home)
		})
	}
}

// unusable runs where no cache can be: something else has its name.
func (c *cacheTest) unusable(t *testing.T) {
	c.same(t, 1, "XDG_CACHE_HOME=/dev/null")
	c.same(t, 1, "XDG_CACHE_HOME=/dev/null/below")
	c.same(t, 1, "XDG_CACHE_HOME=relative")
	cmd := c.command("")
	cmd.Env = slices.DeleteFunc(cmd.Env, func(s string) bool {
		return s == "" || strings.HasPrefix(s, "HOME=") || strings.HasPrefix(s, "XDG_CACHE_HOME=")
	})
	if got := c.run(t, cmd); got != c.want {
		t.Errorf("without HOME another run: %s", got)
	}
	for what, put := range map[string]func(string) error{
		"a folder":     func(name string) error { return os.MkdirAll(filepath.Join(name, "full"), 0o755) },
		"a pipe":       func(name string) error { return syscall.Mkfifo(name, 0o644) },
		"a link to it": func(name string) error { return os.Symlink(filepath.Base(name), name) },
		"a full disk":  func(name string) error { return os.Symlink("/dev/full", name) },
	} {
		t.Run(what, func(t *testing.T) {
			home := t.TempDir()
			for name := range c.cache {
				path := filepath.Join(home, name)
				if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := put(path); err != nil {
					t.Fatal(err)
				}
			}
			c.same(t, 2, "XDG_CACHE_HOME="+home)
			if left, _ := filepath.Glob(filepath.Join(home, "*", "*.tmp")); len(left) > 0 {
				t.Errorf("left behind: %q", left)
			}
		})
	}
}

// readOnly runs where nothing can be kept: in an empty cache, in a damaged one,
// and in one that holds all there is.
func (c *cacheTest) readOnly(t *testing.T) {
	for _, what := range []string{"empty", "damaged", "whole"} {
		home := t.TempDir()
		folder := filepath.Join(home, "quadword")
		if err := os.Mkdir(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		if what != "empty" {
			c.fill(t, home)
		}
		if what == "damaged" {
			for name := range c.cache {
				if err := os.Truncate(filepath.Join(home, name), 100); err != nil {
					t.Fatal(err)
				}
			}
		}
		before := filesBelow(t, home)
		if err := os.Chmod(folder, 0o555); err != nil {
			t.Fatal(err)
		}
		cmd := c.command("XDG_CACHE_HOME=" + home)
		asNobody(t, cmd, folder, c.list)
		if got := c.run(t, cmd); got != c.want {
			t.Errorf("%s: another run: %s", what, got)
		}
		if !maps.Equal(before, filesBelow(t, home)) {
			t.Errorf("%s: the cache was changed", what)
		}
		if err := os.Chmod(folder, 0o755); err != nil {
			t.Fatal(err)
		}
	}
}

// killed kills processes while they write the cache. What they leave is in
// nobody's way, and is gone once it is old and something is stored.
func (c *cacheTest) killed(t *testing.T) {
	home := t.TempDir()
	temporary := filepath.Join(home, "quadword", "*.tmp")
	const enough = 3
	var left []string
	for tries := 0; len(left) < enough; tries++ {
		if tries == 100 {
			t.Fatalf("%d files were left of %d processes that were killed", len(left), tries)
		}
		for name := range c.cache {
			os.Remove(filepath.Join(home, name))
		}
		cmd := c.command("XDG_CACHE_HOME=" + home)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		ended := make(chan struct{})
		go func() {
			cmd.Wait()
			close(ended)
		}()
		before := len(left)
		for running := true; running && len(left) == before; {
			select {
			case <-ended:
				running = false
			case <-time.After(100 * time.Microsecond):
			}
			left, _ = filepath.Glob(temporary)
		}
		cmd.Process.Kill()
		<-ended
		left, _ = filepath.Glob(temporary)
	}
	c.same(t, 2, "XDG_CACHE_HOME="+home)
	if now, _ := filepath.Glob(temporary); !slices.Equal(now, left) {
		t.Errorf("what others may be writing was removed: %q of %q stay", now, left)
	}
	old := time.Now().Add(-2 * time.Hour)
	for _, name := range left {
		if err := os.Chtimes(name, old, old); err != nil {
			t.Fatal(err)
		}
	}
	for name := range c.cache {
		if err := os.Remove(filepath.Join(home, name)); err != nil {
			t.Fatal(err)
		}
	}
	c.same(t, 2, "XDG_CACHE_HOME="+home)
	c.holds(t, home)
}
