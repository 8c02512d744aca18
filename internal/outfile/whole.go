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

// Write replaces the file by a complete new one, or leaves the old one unchanged.
func (t *Target) Write(write func(io.Writer) error) error { return t.write(write, durable) }

// WriteUnsynced is Write for one of many files in a directory. The files are durable after one call
// of [SyncDir].
func (t *Target) WriteUnsynced(write func(io.Writer) error) error { return t.write(write, synced) }

// WriteQuick is Write for one of very many files that can be made again. After a kill, the file is
// complete or does not exist. After a power loss, it may be incomplete.
func (t *Target) WriteQuick(write func(io.Writer) error) error { return t.write(write, quick) }

// durability is how much Write does so that a file survives a power loss.
type durability int

const (
	quick   durability = iota // nothing is synced
	synced                    // the file is synced
	durable                   // the file and its directory are synced
)

// SyncDir makes all files in a directory durable whose content was synced.
func SyncDir(sys System, name string) error {
	return cmp.Or(sys, OS).SyncDir(name)
}

// WriteNew writes a new file under the first free name, and returns that name. name returns the
// n-th name to try. A nil sys means [OS].
func WriteNew(sys System, name func(n int) string, text []byte) (string, error) {
	sys = cmp.Or(sys, OS)
	for n := 1; ; n++ {
		if wrote, err := writeNew(sys, name(n), text); wrote || err != nil {
			return name(n), err
		}
	}
}

func (t *Target) write(write func(io.Writer) error, level durability) (err error) {
	if t.direct != nil {
		return errors.Join(writeBuffered(t.direct, write), t.direct.Close())
	}
	dir := filepath.Dir(t.path)
	f, err := createTemp(t.sys, dir)
	if err != nil {
		return t.nameError(err)
	}
	err = writeBuffered(f, write)
	if err == nil && t.mode != 0 {
		err = f.Chmod(t.mode)
	}
	if err != nil {
		return t.nameError(errors.Join(err, f.discard()))
	}
	if err := f.rename(t.path, level); err != nil {
		return t.nameError(err)
	}
	if level < durable {
		return nil
	}
	return t.sys.SyncDir(dir)
}

// nameError returns err with the name that the user gave in place of the name of the temporary
// file.
func (t *Target) nameError(err error) error {
	if path := (*fs.PathError)(nil); errors.As(err, &path) && strings.HasPrefix(filepath.Base(path.Path), tempPrefix) {
		err = path.Err
	}
	if link := (*os.LinkError)(nil); errors.As(err, &link) {
		err = link.Err
	}
	return fmt.Errorf("%s: %w", t.name, err)
}

func writeBuffered(w io.Writer, write func(io.Writer) error) error {
	buf := bufio.NewWriterSize(w, 1<<16)
	if err := write(buf); err != nil {
		return err
	}
	return buf.Flush()
}

// writeNew writes the file. It returns false if the file exists or another run is writing it.
func writeNew(sys System, name string, text []byte) (wrote bool, err error) {
	if taken, err := exists(sys, name); taken || err != nil {
		return false, err
	}
	d, err := OpenDraft(sys, name, false)
	if busy := (*BusyError)(nil); errors.As(err, &busy) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, d.Discard()) }()
	if taken, err := exists(sys, name); taken || err != nil { // created before the draft was locked
		return false, err
	}
	if _, err := d.Write(text); err != nil {
		return false, err
	}
	if err := d.Finish(); err != nil {
		_ = sys.Remove(d.Name())
		return false, err
	}
	return true, nil
}

func exists(sys System, name string) (bool, error) {
	_, err := sys.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}

// temp is a temporary file, to be renamed when it is complete.
type temp struct {
	Handle
	sys  System
	name string
}

// tempPrefix begins the names of temporary files. Killed programs leave such files; see [Clean].
const tempPrefix = ".ouro-"

// createTemp creates and locks a temporary file, so that Clean of another run does not remove it.
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

func (f *temp) rename(path string, level durability) error {
	if level >= synced {
		if err := f.Sync(); err != nil {
			return errors.Join(err, f.discard())
		}
	}
	if err := renameAndClose(f.sys, f.Handle, f.name, path); err != nil {
		_ = f.sys.Remove(f.name) // fails if the file was renamed
		return err
	}
	return nil
}

// renameAndClose renames and closes a file. It renames first, because closing releases the lock. A
// system that cannot rename an open file has no locks here.
func renameAndClose(sys System, f Handle, from, to string) error {
	if canLock {
		return errors.Join(sys.Rename(from, to), f.Close())
	}
	if err := f.Close(); err != nil {
		return err
	}
	return sys.Rename(from, to)
}

func (f *temp) discard() error { return errors.Join(f.sys.Remove(f.name), f.Close()) }

// Clean removes the temporary files of killed programs from a directory. A nil sys means [OS].
func Clean(sys System, dir string) error {
	sys = cmp.Or(sys, OS)
	entries, err := os.ReadDir(dir)
	if err != nil || !canLock { // without locks, Clean would remove files of active runs
		return err
	}
	for _, entry := range entries {
		if !strings.HasPrefix(entry.Name(), tempPrefix) {
			continue
		}
		name := filepath.Join(dir, entry.Name())
		f, err := openLocked(sys, name, 0, 0)
		if err != nil {
			continue // a file that is being written, or of another program
		}
		if err := (&temp{f, sys, name}).discard(); err != nil {
			return err
		}
	}
	return nil
}
