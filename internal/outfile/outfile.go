// Package outfile writes files that a user names.
//
// A [Target] is the destination of an output. Find checks it before the work begins. There are
// three kinds:
//
//   - A regular file is written beside its path, synced, and renamed, and the
//     directory is synced: either the complete new file exists, or the old one
//     still does. The permissions of a replaced file are kept, and so is a
//     symbolic link to it.
//   - Pipes, devices and process substitutions are written directly.
//   - "-" and /dev/stdout are standard output.
//
// [Target.Write] writes a complete file, [Target.Stream] a file that grows line by line, and
// [WriteNew] a file that must not replace another. A later run can continue a [Draft]. A [Lock]
// excludes other runs.
package outfile

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

type Target struct {
	sys  System
	name string // the name that the caller gave

	path string      // path of the regular file, with links resolved
	mode fs.FileMode // permissions of the existing file, or 0

	direct io.WriteCloser // nil if the target is a regular file
}

const Partial = ".partial"

// IsStdout reports whether the name means standard output.
func IsStdout(name string) bool {
	return slices.Contains([]string{"-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"}, name)
}

// Find returns the Target of a name, if it can be written. For a named pipe, it waits until there
// is a reader or ctx ends. A nil sys means [OS].
func Find(ctx context.Context, sys System, name string, stdout io.Writer) (*Target, error) {
	sys = cmp.Or(sys, OS)
	t := &Target{sys: sys, name: name}
	if IsStdout(name) {
		t.direct = stdoutWriter{stdout}
		return t, nil
	}
	info, err := sys.Stat(name)
	switch {
	case err == nil && info.IsDir():
		return nil, fmt.Errorf("%s: this is a directory, not a file", name)
	case err == nil && (!info.Mode().IsRegular() || isDescriptor(sys, name)):
		t.direct, err = openDirect(ctx, sys, name)
		return t, err
	case err == nil:
		t.mode = info.Mode().Perm()
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	if t.path, err = follow(sys, name); err != nil {
		return nil, err
	}
	return t, t.check()
}

// In returns the Target of one of many files in a directory. It omits the checks of Find. A nil sys
// means [OS].
func In(sys System, dir, name string) *Target {
	sys = cmp.Or(sys, OS)
	t := &Target{sys: sys, path: filepath.Join(dir, name)}
	t.name = t.path
	if info, err := sys.Lstat(t.path); err == nil && info.Mode().IsRegular() {
		t.mode = info.Mode().Perm()
	}
	return t
}

// Path returns the path of a regular file, with links resolved. For other targets it returns "".
func (t *Target) Path() string { return t.path }

// Same reports whether both targets are the same regular file, under any names.
func (t *Target) Same(o *Target) bool {
	if o == nil || t.path == "" || o.path == "" {
		return false
	}
	return same(t.sys, t.path, o.path)
}

// Is reports whether name and the target are the same regular file, even under different paths. The
// file need not exist.
func (t *Target) Is(name string) bool {
	if t.path == "" || name == "" {
		return false
	}
	path, err := follow(t.sys, name)
	return err == nil && same(t.sys, t.path, path)
}

// same reports whether two paths lead to the same file, which need not exist.
func same(sys System, a, b string) bool {
	infoA, err := sys.Stat(a)
	if infoB, failed := sys.Stat(b); err == nil && failed == nil {
		return os.SameFile(infoA, infoB)
	}
	a, err = filepath.Abs(a)
	b, failed := filepath.Abs(b)
	return err == nil && failed == nil && a == b
}

func (t *Target) check() error {
	dir := filepath.Dir(t.path)
	if info, err := t.sys.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: there is no directory %s", t.name, dir)
	} else if err == nil && !info.IsDir() {
		return fmt.Errorf("%s: %s is not a directory", t.name, dir)
	}
	if t.mode != 0 { // a read-only file is not replaced
		f, err := t.sys.OpenFile(t.path, os.O_WRONLY, 0)
		if err == nil {
			err = f.Close()
		}
		if err != nil {
			return err
		}
	}
	probe, err := createTemp(t.sys, dir)
	if err != nil {
		return fmt.Errorf("cannot write beside %w", t.nameError(err))
	}
	return probe.discard()
}

// isDescriptor reports whether the name means an open file descriptor, as in process substitutions
// of a shell, even one of a regular file.
func isDescriptor(sys System, name string) bool {
	for range maxLinks {
		for _, dir := range []string{"/dev/fd/", "/proc/self/fd/", "/dev/stdout", "/dev/stderr"} {
			if strings.HasPrefix(name, dir) {
				return true
			}
		}
		next, err := link(sys, name)
		if err != nil || next == "" {
			return false
		}
		name = next
	}
	return false
}

const maxLinks = 40

// follow returns the path to which the links lead, even if no file is there.
func follow(sys System, name string) (string, error) {
	path := name
	for range maxLinks {
		next, err := link(sys, path)
		if err != nil || next == "" {
			return path, err
		}
		path = next
	}
	return "", fmt.Errorf("%s: too many symbolic links", name)
}

// link returns the destination of a symbolic link, or "" if path is not a link.
func link(sys System, path string) (string, error) {
	info, err := sys.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) || err == nil && info.Mode()&fs.ModeSymlink == 0 {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	to, err := sys.Readlink(path)
	if err != nil || filepath.IsAbs(to) {
		return to, err
	}
	return filepath.Join(filepath.Dir(path), to), nil
}

func (t *Target) Close() error {
	if t.direct == nil {
		return nil
	}
	return t.direct.Close()
}

// Grace is how long a reader may still read an output after the command was stopped.
const Grace = time.Second

type directOutput struct {
	Handle
	ctx  context.Context // after ctx ends, writes wait at most Grace
	stop func() bool
}

// openDirect opens an output that is not a regular file. For a named pipe, it waits until there is
// a reader or ctx ends.
func openDirect(ctx context.Context, sys System, name string) (io.WriteCloser, error) {
	type opened struct {
		f   Handle
		err error
	}
	done := make(chan opened, 1)
	go func() {
		f, err := sys.OpenFile(name, os.O_WRONLY|os.O_APPEND, 0)
		done <- opened{f, err}
	}()
	select {
	case o := <-done:
		if o.err != nil {
			return nil, o.err
		}
		stop := context.AfterFunc(ctx, func() { _ = o.f.SetWriteDeadline(time.Now().Add(Grace)) })
		return &directOutput{o.f, ctx, stop}, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (s *directOutput) Write(p []byte) (int, error) {
	n, err := s.Handle.Write(p)
	if errors.Is(err, os.ErrDeadlineExceeded) && s.ctx.Err() != nil {
		err = s.ctx.Err()
	}
	return n, err
}

func (s *directOutput) Close() error {
	s.stop()
	return s.Handle.Close()
}

// stdoutWriter is standard output, which Close leaves open.
type stdoutWriter struct{ io.Writer }

func (stdoutWriter) Close() error { return nil }

// System is the part of the operating system that this package needs. Tests make its calls fail.
type System interface {
	OpenFile(name string, flag int, perm fs.FileMode) (Handle, error)
	Stat(name string) (fs.FileInfo, error)
	Lstat(name string) (fs.FileInfo, error)
	Readlink(name string) (string, error)
	Rename(from, to string) error
	Remove(name string) error
	SyncDir(name string) error // makes renames in a directory durable
}

type Handle interface {
	io.WriteCloser
	io.ReaderAt
	io.WriterAt
	Truncate(size int64) error
	Chmod(mode fs.FileMode) error
	Sync() error
	Stat() (fs.FileInfo, error)
	SetWriteDeadline(t time.Time) error
	Fd() uintptr
}

var OS System = system{}

type system struct{}

func (system) OpenFile(name string, flag int, perm fs.FileMode) (Handle, error) {
	f, err := os.OpenFile(name, flag, perm)
	if err != nil {
		return nil, err // a nil *os.File would be a Handle that is not nil
	}
	return f, nil
}

func (system) Stat(name string) (fs.FileInfo, error)  { return os.Stat(name) }
func (system) Lstat(name string) (fs.FileInfo, error) { return os.Lstat(name) }
func (system) Readlink(name string) (string, error)   { return os.Readlink(name) }
func (system) Rename(from, to string) error           { return os.Rename(from, to) }
func (system) Remove(name string) error               { return os.Remove(name) }
func (system) SyncDir(name string) error              { return syncDir(name) }
