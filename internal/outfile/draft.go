package outfile

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Draft is an unfinished file, NAME.partial, beside its final path. It is locked, so that only one
// run writes it.
type Draft struct {
	Handle
	sys  System
	path string // final path
	done bool
}

// OpenDraft opens or creates the draft of a file. If keep is set, the content of an existing draft
// remains. A nil sys means [OS].
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
			if err == nil && !keep { // start with a new file, which no other program has open
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

// Draft returns a draft of the target, with the permissions of the file that it will replace.
func (t *Target) Draft(keep bool) (*Draft, error) {
	if t.direct != nil {
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

func (d *Draft) Name() string { return d.path + Partial }

// Finish renames the draft to its final path. After an error, either the draft still exists, or the
// file is complete but may not survive a power loss.
func (d *Draft) Finish() error {
	if err := d.Sync(); err != nil {
		return errors.Join(err, d.Leave())
	}
	d.done = true
	if err := renameAndClose(d.sys, d.Handle, d.Name(), d.path); err != nil {
		return err
	}
	return d.sys.SyncDir(filepath.Dir(d.path))
}

// Leave closes the draft and keeps it for a later run.
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

// Stream is an output that is written during the work. A regular file is a [Draft] until Close:
// after a kill, or when the disk is full, NAME.partial has all completely written lines.
type Stream struct {
	target *Target
	draft  *Draft // nil if the target is not a regular file
	w      io.Writer
	size   int64 // bytes of all complete writes
	err    error
}

// Stream opens the target for a Stream.
func (t *Target) Stream() (*Stream, error) {
	if t.direct != nil {
		return &Stream{target: t, w: t.direct}, nil
	}
	d, err := t.Draft(false)
	if err != nil {
		return nil, err
	}
	return &Stream{target: t, draft: d, w: d}, nil
}

// Write writes one or more lines, completely or not at all. After an error, it writes nothing more.
func (s *Stream) Write(p []byte) (int, error) {
	if s.err != nil {
		return 0, s.err
	}
	n, err := s.w.Write(p)
	if err == nil {
		s.size += int64(n)
		return n, nil
	}
	if s.draft != nil {
		err = errors.Join(err, s.draft.Truncate(s.size))
	}
	s.err = err
	return 0, err
}

// Close ends the output. It renames a complete regular file to its path; for an incomplete one, the
// error names the file with the written part.
func (s *Stream) Close() error {
	switch {
	case s.draft == nil:
		return s.target.direct.Close()
	case s.size == 0:
		return s.draft.Discard()
	}
	failed := s.err != nil
	var err error
	if failed {
		err = errors.Join(s.draft.Sync(), s.draft.Leave())
	} else {
		err = s.draft.Finish()
	}
	if failed || err != nil {
		if _, missing := s.target.sys.Lstat(s.draft.Name()); missing == nil {
			err = errors.Join(err, fmt.Errorf("the written part is in %s", s.draft.Name()))
		}
	}
	return err
}
