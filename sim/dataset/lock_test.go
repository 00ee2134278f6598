package dataset

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

func TestLock(t *testing.T) {
	dir := t.TempDir()
	first, err := lockFolder(dir, tryLock)
	if err != nil || first.left != "" {
		t.Fatal(first, err)
	}
	me := fmt.Sprintf("process %d on ", os.Getpid())
	for range 2 {
		if _, err := lockFolder(dir, tryLock); err == nil || !strings.Contains(err.Error(), me) {
			t.Fatalf("a lock that is held was taken: %v", err)
		}
		if err := checkHeld(dir); err == nil || !strings.Contains(err.Error(), me) {
			t.Errorf("held: %v", err)
		}
	}
	if err := first.release(); err != nil {
		t.Error(err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("%v was left, %v", left, err)
	}
	if err := checkHeld(dir); err != nil {
		t.Error(err)
	}

	// What a process that is gone has left is taken over, whatever it says.
	for text, want := range map[string]string{
		"process 12 on mars since 2026-01-02T03:04:05Z\n": "process 12 on mars since 2026-01-02T03:04:05Z",
		"":                            "a process that did not sign",
		"\x00\xff\x1b[2Jprocess\n":    "\ufffd[2Jprocess",
		strings.Repeat("long ", 1000): strings.Repeat("long ", 40),
	} {
		if err := os.WriteFile(filepath.Join(dir, lockName), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		l, err := lockFolder(dir, tryLock)
		if err != nil {
			t.Fatal(err)
		}
		if l.left != want {
			t.Errorf("left by %q, want %q", l.left, want)
		}
		if err := checkHeld(dir); err == nil || !strings.Contains(err.Error(), me) {
			t.Errorf("taken over: %v", err)
		}
		if err := l.release(); err != nil {
			t.Error(err)
		}
	}
}

// Where a file system has no locks, the file alone keeps others out, and what
// a dead process has left is for people to remove.
func TestNoLocks(t *testing.T) {
	without := func(*os.File) error { return errNoLocks }
	dir := t.TempDir()
	l, err := lockFolder(dir, without)
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, lockName)
	_, err = lockFolder(dir, without)
	if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("process %d on ", os.Getpid())) || !strings.Contains(err.Error(), "remove "+name) {
		t.Errorf("held: %v", err)
	}
	if err := l.release(); err != nil {
		t.Error(err)
	}
	if l, err = lockFolder(dir, without); err != nil {
		t.Fatal(err)
	}
	l.release()
	broken := errors.New("input/output error")
	if _, err := lockFolder(dir, func(*os.File) error { return broken }); !errors.Is(err, broken) {
		t.Errorf("error %v, want %v", err, broken)
	}
}

// However many want it at the same time, one has the lock.
func TestLockIsOne(t *testing.T) {
	dir := t.TempDir()
	var holders, taken atomic.Int64
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			for taken.Load() < 200 && t.Context().Err() == nil {
				l, err := lockFolder(dir, tryLock)
				if err != nil {
					continue // held
				}
				if n := holders.Add(1); n != 1 {
					t.Errorf("%d hold the lock", n)
				}
				taken.Add(1)
				holders.Add(-1)
				if err := l.release(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wait.Wait()
}
