//go:build !windows

package dataset

import (
	"errors"
	"os"
	"syscall"
)

// tryLock locks a file or fails with errHeld or errNoLocks.
func tryLock(f *os.File) error {
	for {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		switch {
		case err == syscall.EINTR:
			continue
		case err == syscall.EWOULDBLOCK:
			return errHeld
		case err == syscall.ENOLCK || errors.Is(err, errors.ErrUnsupported):
			return errNoLocks
		case err != nil:
			return &os.PathError{Op: "lock", Path: f.Name(), Err: err}
		}
		return nil
	}
}

// release removes the file and lets go of it, in this order: nobody who locks
// it afterwards takes it for the one of the folder. A file that someone put in
// its place stays.
func (l *lock) release() error {
	var err error
	if isFile(l.f, l.f.Name()) {
		err = os.Remove(l.f.Name())
	}
	return errors.Join(err, l.f.Close())
}
