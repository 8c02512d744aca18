package outfile

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Write writes a whole file, or leaves what was there.
func (t *Target) Write(write func(io.Writer) error) error { return t.write(write, lasting) }

// WriteUnsynced is Write for one of many files of a folder, which lasts only
// when [SyncDir] has been called after the last. The file itself is synced.
func (t *Target) WriteUnsynced(write func(io.Writer) error) error { return t.write(write, synced) }

// WriteQuick is Write for one of very many files that can be made again: it is
// whole or not there, whenever a program is killed, but after a loss of power it
// may be there and hold less, or nothing.
func (t *Target) WriteQuick(write func(io.Writer) error) error { return t.write(write, quick) }

// care is what is done for a file to outlast a loss of power.
type care int

const (
	quick   care = iota // nothing
	synced              // the file is synced
	lasting             // and its folder
)

// SyncDir makes all files that were written to a folder last.
func SyncDir(sys System, name string) error {
	return cmp.Or(sys, OS).SyncDir(name)
}

func (t *Target) write(write func(io.Writer) error, c care) (err error) {
	if t.straight != nil {
		return errors.Join(writeBuffered(t.straight, write), t.straight.Close())
	}
	dir := filepath.Dir(t.path)
	f, err := createTemp(t.sys, dir)
	if err != nil {
		return t.failed(err)
	}
	if err := writeBuffered(f, write); err != nil {
		return t.failed(errors.Join(err, f.discard()))
	}
	if err := f.keepMode(t.mode); err != nil {
		return t.failed(errors.Join(err, f.discard()))
	}
	if err := f.rename(t.path, c); err != nil {
		return t.failed(err)
	}
	if c < lasting {
		return nil
	}
	return t.sys.SyncDir(dir)
}

// failed is an error that names the file as it was asked for, not the one beside
// it of which nobody has heard.
func (t *Target) failed(err error) error {
	if path := (*fs.PathError)(nil); errors.As(err, &path) && strings.HasPrefix(filepath.Base(path.Path), tempPrefix) {
		err = path.Err
	}
	if link := (*os.LinkError)(nil); errors.As(err, &link) {
		err = link.Err
	}
	return fmt.Errorf("%s: %w", t.name, err)
}

// writeBuffered lets write write to w in few pieces.
func writeBuffered(w io.Writer, write func(io.Writer) error) error {
	buf := bufio.NewWriterSize(w, 1<<16)
	if err := write(buf); err != nil {
		return err
	}
	return buf.Flush()
}

// temp is a file that gets its name when it is complete.
type temp struct {
	Handle
	sys  System
	name string
}

// tempPrefix begins the names of files that are not complete. A program that
// was killed leaves them, see [Clean].
const tempPrefix = ".ouro-"

// createTemp makes a new file in a folder. It is locked, so that nobody takes it
// for a file that was left behind.
func createTemp(sys System, dir string) (*temp, error) {
	for {
		name := filepath.Join(dir, tempPrefix+strconv.FormatUint(rand.Uint64(), 36))
		f, err := openLocked(sys, name, os.O_CREATE|os.O_EXCL, 0o666)
		var busy *BusyError
		if errors.Is(err, fs.ErrExist) || errors.As(err, &busy) {
			continue
		}
		if err != nil {
			return nil, err
		}
		return &temp{f, sys, name}, nil
	}
}

// keepMode gives the file the permissions of the one that it replaces, if any.
func (f *temp) keepMode(mode fs.FileMode) error {
	if mode == 0 {
		return nil
	}
	return f.Chmod(mode)
}

// rename gives the complete file its name.
func (f *temp) rename(path string, c care) error {
	if c >= synced {
		if err := f.Sync(); err != nil {
			return errors.Join(err, f.discard())
		}
	}
	if err := place(f.sys, f.Handle, f.name, path); err != nil {
		_ = f.sys.Remove(f.name) // unless it has its name already
		return err
	}
	return nil
}

// place renames and closes a file. Its lock ends when it is closed, and so it is
// renamed first; systems that cannot rename an open file know no locks here.
func place(sys System, f Handle, from, to string) error {
	if canHold {
		return errors.Join(sys.Rename(from, to), f.Close())
	}
	if err := f.Close(); err != nil {
		return err
	}
	return sys.Rename(from, to)
}

// discard removes the file.
func (f *temp) discard() error { return errors.Join(f.sys.Remove(f.name), f.Close()) }

// Clean removes from a folder what programs have left there that were killed
// while they wrote a file. sys nil is [OS].
func Clean(sys System, dir string) error {
	sys = cmp.Or(sys, OS)
	entries, err := os.ReadDir(dir)
	if err != nil || !canHold { // else the files of runs that go on would be removed
		return err
	}
	for _, entry := range entries {
		if !strings.HasPrefix(entry.Name(), tempPrefix) {
			continue
		}
		name := filepath.Join(dir, entry.Name())
		f, err := openLocked(sys, name, 0, 0)
		if err != nil {
			continue // it is written just now, or none of ours
		}
		if err := (&temp{f, sys, name}).discard(); err != nil {
			return err
		}
	}
	return nil
}
