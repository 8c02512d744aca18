// Package outfile writes the files that somebody has named.
//
// A [Target] is where output goes. It is found, and what can be wrong with it is
// said, before the work begins whose result it is to hold:
//
//   - A regular file is written beside its place, synced, renamed, and the folder
//     is synced: it is there as a whole, or what was there before still is. The
//     permissions of a file that is replaced stay, and so does a symbolic link to it.
//   - Everything else is written straight: pipes, devices, process substitution.
//   - "-" and /dev/stdout are standard output.
//
// [Target.Write] writes what is complete, [Target.Stream] what grows line by line,
// [WriteNew] what must not replace anything, a [Draft] is a file that several
// runs work on, and a [Journal] one that many add to. A [Lock] keeps runs apart.
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
)

// Target is a place for output.
type Target struct {
	sys  System
	name string // as it was asked for

	path string      // of the regular file, links followed
	mode fs.FileMode // permissions of the file there; 0 if there is none

	straight io.WriteCloser // unless nil, there is no regular file
}

// Partial is what the name of a file ends with while it grows, see
// [Target.Stream] and [Draft].
const Partial = ".partial"

// IsStdout tells whether the name is that of standard output.
func IsStdout(name string) bool {
	return slices.Contains([]string{"-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"}, name)
}

// Find finds out what kind of place the name is, and whether it can be written.
// It waits for the reader of a named pipe, until ctx ends. sys nil is [OS].
func Find(ctx context.Context, sys System, name string, stdout io.Writer) (*Target, error) {
	sys = cmp.Or(sys, OS)
	t := &Target{sys: sys, name: name}
	if IsStdout(name) {
		t.straight = unclosed{stdout}
		return t, nil
	}
	info, err := sys.Stat(name)
	switch {
	case err == nil && info.IsDir():
		return nil, fmt.Errorf("%s: it is a directory, not a file", name)
	case err == nil && (!info.Mode().IsRegular() || isDescriptor(sys, name)):
		t.straight, err = openStraight(ctx, sys, name)
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

// In is a regular file in a folder where many are written, and is not checked.
// sys nil is [OS].
func In(sys System, dir, name string) *Target {
	sys = cmp.Or(sys, OS)
	t := &Target{sys: sys, path: filepath.Join(dir, name)}
	t.name = t.path
	if info, err := sys.Lstat(t.path); err == nil && info.Mode().IsRegular() {
		t.mode = info.Mode().Perm()
	}
	return t
}

// Path is that of the regular file, links followed, or "" if it is none.
func (t *Target) Path() string { return t.path }

// Same tells whether both are one regular file, under whatever names.
func (t *Target) Same(o *Target) bool {
	if o == nil || t.path == "" || o.path == "" {
		return false
	}
	return same(t.sys, t.path, o.path)
}

// Is tells whether the place is the regular file of this name, there or not yet, under
// whatever names.
func (t *Target) Is(name string) bool {
	if t.path == "" || name == "" {
		return false
	}
	path, err := follow(t.sys, name)
	return err == nil && same(t.sys, t.path, path)
}

// same tells whether two paths are one file, or would be.
func same(sys System, a, b string) bool {
	there, err := sys.Stat(a)
	if other, failed := sys.Stat(b); err == nil && failed == nil {
		return os.SameFile(there, other)
	}
	a, err = filepath.Abs(a)
	b, failed := filepath.Abs(b)
	return err == nil && failed == nil && a == b
}

// check tells whether the regular file can be written.
func (t *Target) check() error {
	dir := filepath.Dir(t.path)
	if info, err := t.sys.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: there is no directory %s", t.name, dir)
	} else if err == nil && !info.IsDir() {
		return fmt.Errorf("%s: %s is not a directory", t.name, dir)
	}
	if t.mode != 0 { // one that says it must not be written is not replaced either
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
		return fmt.Errorf("cannot write beside %w", t.failed(err))
	}
	return probe.discard()
}

// isDescriptor tells whether the name is a file that is open already, as shells
// make them, even where that is a regular one.
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

// follow is the file that the name leads to, which need not be there.
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

// link is where a symbolic link leads to, or "" if path is none.
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

// Close lets go of a target that is not written to after all.
func (t *Target) Close() error {
	if t.straight == nil {
		return nil
	}
	return t.straight.Close()
}
