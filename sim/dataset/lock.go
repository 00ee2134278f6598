package dataset

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
	"unicode"
)

// lockName is there while a run is being written. It is locked by the
// operating system, which takes the lock back when the process ends, however
// it ends; what the file says is for people.
const lockName = ".lock"

// lock keeps other processes, and other Runs of this one, out of a folder.
type lock struct {
	f *os.File
	// left is what a holder wrote of itself that is gone and did not remove
	// the file; "" if there was none.
	left string
}

// note tells of a lock of a folder that was left.
func (l *lock) note(dir string) string {
	return fmt.Sprintf("%s was left by %s, which is gone: taken over", filepath.Join(dir, lockName), l.left)
}

var (
	errHeld    = errors.New("the file is locked")
	errNoLocks = errors.New("the file system has no locks")
)

// lockFolder takes the lock of a folder. The error of one that is held says
// by whom. Where a file system has no locks, which try (tryLock, but in tests)
// finds out, the file itself is one: then nobody can tell whether who left it
// is still at work, and it stays.
func lockFolder(dir string, try func(*os.File) error) (*lock, error) {
	in, err := openFolder(dir)
	if err != nil {
		return nil, err
	}
	defer in.close()
	name := in.path(lockName)
	for {
		f, created, err := in.openLock()
		if err != nil {
			return nil, err
		}
		err = try(f)
		holder := readHolder(f)
		switch {
		case errors.Is(err, errHeld):
			err = heldError(dir, holder)
		case errors.Is(err, errNoLocks) && created:
			err = nil
		case errors.Is(err, errNoLocks):
			err = fmt.Errorf("run %s is or was being written by %s, and the file system has no locks by which to tell: if that process is gone, remove %s", dir, holder, name)
		case err == nil && !isFile(f, name):
			// Its holder removed it before it let go: another file has its name.
			f.Close()
			continue
		}
		if err != nil {
			f.Close()
			return nil, err
		}
		l := &lock{f: f}
		if !created {
			l.left = holder
		}
		if err := l.sign(); err != nil {
			l.release()
			return nil, err
		}
		return l, nil
	}
}

// LockName is the file that is in a folder while it is locked.
const LockName = lockName

// Lock keeps other processes out of a folder that is there, as that of a run is
// kept while it is written, until unlock is called or the process ends. The error
// of one that is locked says by whom.
func Lock(dir string) (unlock func() error, err error) {
	l, err := lockFolder(dir, tryLock)
	if err != nil {
		return nil, err
	}
	return l.release, nil
}

// checkHeld is the error of lockFolder if the folder is locked. It changes nothing.
func checkHeld(dir string) error {
	in, err := openFolder(dir)
	if err != nil {
		return nil
	}
	defer in.close()
	f, err := in.root.OpenFile(lockName, os.O_RDWR, 0)
	if err != nil {
		return nil
	}
	defer f.Close()
	if err := tryLock(f); !errors.Is(err, errHeld) {
		return nil
	}
	return heldError(dir, readHolder(f))
}

func heldError(dir, holder string) error {
	return fmt.Errorf("run %s is being written by %s: it takes one process at a time", dir, holder)
}

// openLock opens the lock file and tells whether it was not there before.
func (in *folder) openLock() (f *os.File, created bool, err error) {
	for {
		f, err = in.root.OpenFile(lockName, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
		if !errors.Is(err, fs.ErrExist) {
			return f, true, in.whole(err)
		}
		f, err = in.root.OpenFile(lockName, os.O_RDWR, 0)
		if !errors.Is(err, fs.ErrNotExist) {
			return f, false, in.whole(err)
		}
		// Removed in between.
	}
}

// isFile tells whether an open file is the one of that name.
func isFile(f *os.File, name string) bool {
	open, err := f.Stat()
	if err != nil {
		return false
	}
	named, err := os.Stat(name)
	return err == nil && os.SameFile(open, named)
}

// sign writes into the file who holds the lock.
func (l *lock) sign() error {
	host, err := os.Hostname()
	if err != nil {
		host = "an unnamed host"
	}
	if err := l.f.Truncate(0); err != nil {
		return err
	}
	_, err = l.f.WriteAt(fmt.Appendf(nil, "process %d on %s since %s\n", os.Getpid(), host, time.Now().UTC().Format(time.RFC3339)), 0)
	return err
}

// readHolder is what a lock file says of its holder, fit to be shown.
func readHolder(f *os.File) string {
	text, _ := io.ReadAll(io.NewSectionReader(f, 0, 200))
	line, _, _ := strings.Cut(string(text), "\n")
	line = strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return -1
	}, line)
	if line == "" {
		return "a process that did not sign"
	}
	return line
}
