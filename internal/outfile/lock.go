package outfile

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"
)

// BusyError is the error for a file that another run is using.
type BusyError struct {
	Name string
	PID  int // process of the other run; 0 if unknown
}

func (e *BusyError) Error() string {
	if e.PID == 0 {
		return fmt.Sprintf("%s: another run is writing it", e.Name)
	}
	return fmt.Sprintf("%s: another run (process %d) is using it", e.Name, e.PID)
}

// Lock is a file that marks something as used by this run. The system releases the lock when the
// process ends for any reason.
type Lock struct {
	sys  System
	name string
	file Handle
}

// maxPID is the maximum length of a process ID in a lock file.
const maxPID = 32

// TakeLock creates and locks the file. If another run has locked it, TakeLock returns a
// [*BusyError]. A nil sys means [OS].
func TakeLock(sys System, name string) (*Lock, error) {
	sys = cmp.Or(sys, OS)
	f, err := openLocked(sys, name, os.O_CREATE, 0o666)
	if busy := (*BusyError)(nil); errors.As(err, &busy) {
		busy.PID = holder(sys, name)
	}
	if err != nil {
		return nil, err
	}
	l := &Lock{sys, name, f}
	_, err = f.WriteAt(fmt.Appendf(nil, "%*d\n", maxPID-1, os.Getpid()), 0)
	if err != nil {
		return nil, errors.Join(err, l.Release())
	}
	return l, nil
}

func holder(sys System, name string) int {
	f, err := sys.OpenFile(name, os.O_RDONLY|noFollow, 0)
	if err != nil {
		return 0
	}
	defer func() { _ = f.Close() }()
	text := make([]byte, maxPID)
	n, _ := f.ReadAt(text, 0)
	pid, _ := strconv.Atoi(strings.TrimSpace(string(text[:n])))
	return pid
}

// Release removes the file, so that another run can take the lock.
func (l *Lock) Release() error { return errors.Join(l.sys.Remove(l.name), l.file.Close()) }

// openLocked opens and locks a file, which must be a regular file and not a symbolic link. A run
// removes a file only while it holds the lock. So if the locked file still has its name, no other
// run has removed it.
func openLocked(sys System, name string, flag int, perm fs.FileMode) (Handle, error) {
	for {
		if info, err := sys.Lstat(name); err == nil && !info.Mode().IsRegular() {
			return nil, fmt.Errorf("%s: not a regular file", name)
		}
		f, err := sys.OpenFile(name, flag|os.O_RDWR|noFollow, perm)
		if err != nil {
			return nil, err
		}
		held, err := lock(f)
		if err == nil && !held {
			err = &BusyError{Name: name}
		}
		if err != nil {
			return nil, errors.Join(err, f.Close())
		}
		now, err := sys.Lstat(name)
		mine, err2 := f.Stat()
		if err == nil && err2 == nil && os.SameFile(now, mine) {
			return f, nil
		}
		if err := errors.Join(err2, f.Close()); err != nil {
			return nil, err
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
}
