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

// BusyError says that another run holds what was to be locked.
type BusyError struct {
	Name string
	PID  int // of the other run; 0 if it is not known
}

func (e *BusyError) Error() string {
	if e.PID == 0 {
		return fmt.Sprintf("%s: another run is writing it", e.Name)
	}
	return fmt.Sprintf("%s: another run holds it, process %d", e.Name, e.PID)
}

// Lock is a file that one run holds. The system releases it when the process
// ends, however it ends.
type Lock struct {
	sys  System
	name string
	file Handle
}

// maxPID is room for the number of a process.
const maxPID = 32

// TakeLock makes the file and holds it, or returns a [*BusyError]. sys nil is
// [OS].
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

// holder is the process that a lock file names.
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

// Release removes the file, so that the next may hold it.
func (l *Lock) Release() error { return errors.Join(l.sys.Remove(l.name), l.file.Close()) }

// openLocked opens a file that nobody else has open this way. What lies there
// must be a regular file, not a link to one. Whoever removes such a file does so
// while holding it, so a file that is still in its place is ours.
func openLocked(sys System, name string, flag int, perm fs.FileMode) (Handle, error) {
	for {
		if info, err := sys.Lstat(name); err == nil && !info.Mode().IsRegular() {
			return nil, fmt.Errorf("%s: in its place is no regular file", name)
		}
		f, err := sys.OpenFile(name, flag|os.O_RDWR|noFollow, perm)
		if err != nil {
			return nil, err
		}
		held, err := hold(f)
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
