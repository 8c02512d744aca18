package outfile

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Draft is a regular file beside the place that it will have: NAME.partial. It is
// locked, so that no two runs write it.
type Draft struct {
	Handle
	sys  System
	path string // that it will have
	done bool
}

// OpenDraft opens the draft of a file, or makes it. What is in it stays with
// keep and goes without. sys nil is [OS].
func OpenDraft(sys System, path string, keep bool) (*Draft, error) {
	sys = cmp.Or(sys, OS)
	name := path + Partial
	for {
		f, err := openLocked(sys, name, os.O_CREATE|os.O_EXCL, 0o666)
		if errors.Is(err, fs.ErrExist) {
			f, err = openLocked(sys, name, 0, 0)
			if errors.Is(err, fs.ErrNotExist) {
				continue
			}
			if err == nil && !keep { // a new file is nobody else's
				if err := errors.Join(sys.Remove(name), f.Close()); err != nil {
					return nil, err
				}
				continue
			}
		}
		if err != nil {
			return nil, err
		}
		return &Draft{Handle: f, sys: sys, path: path}, nil
	}
}

// Draft is the draft of the file, with its permissions if it is there already.
func (t *Target) Draft(keep bool) (*Draft, error) {
	if t.straight != nil {
		return nil, fmt.Errorf("%s: want a regular file", t.name)
	}
	d, err := OpenDraft(t.sys, t.path, keep)
	if err == nil && t.mode != 0 {
		if err = d.Chmod(t.mode); err != nil {
			return nil, errors.Join(err, d.Discard())
		}
	}
	return d, err
}

// Name is that of the file for the time being.
func (d *Draft) Name() string { return d.path + Partial }

// Finish gives the file its name. After an error the draft is still there, or
// the file is whole but may not outlast a loss of power.
func (d *Draft) Finish() error {
	if err := d.Sync(); err != nil {
		return errors.Join(err, d.Leave())
	}
	d.done = true
	if err := place(d.sys, d.Handle, d.Name(), d.path); err != nil {
		return err
	}
	return d.sys.SyncDir(filepath.Dir(d.path))
}

// Leave closes the draft, for another run to go on.
func (d *Draft) Leave() error {
	if d.done {
		return nil
	}
	d.done = true
	return d.Close()
}

// Discard removes the draft. After Finish or Leave it does nothing.
func (d *Draft) Discard() error {
	if d.done {
		return nil
	}
	d.done = true
	return errors.Join(d.sys.Remove(d.Name()), d.Close())
}
