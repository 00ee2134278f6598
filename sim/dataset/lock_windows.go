package dataset

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// tryLock locks a file or fails with errHeld or errNoLocks. It locks one byte
// far behind the end, for what is locked nobody else can read.
func tryLock(f *os.File) error {
	far := &windows.Overlapped{OffsetHigh: 1 << 30}
	err := windows.LockFileEx(windows.Handle(f.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, far)
	switch {
	case errors.Is(err, windows.ERROR_LOCK_VIOLATION) || errors.Is(err, windows.ERROR_IO_PENDING):
		return errHeld
	case errors.Is(err, errors.ErrUnsupported) || errors.Is(err, windows.ERROR_INVALID_FUNCTION):
		return errNoLocks
	case err != nil:
		return &os.PathError{Op: "lock", Path: f.Name(), Err: err}
	}
	return nil
}

// release lets go of the file and removes it, in this order, for a file that
// is open cannot be removed: neither can one that another process has opened
// and locked in between, and so what Remove returns does not matter.
func (l *lock) release() error {
	err := l.f.Close()
	os.Remove(l.f.Name())
	return err
}
