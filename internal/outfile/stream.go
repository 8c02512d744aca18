package outfile

import (
	"errors"
	"fmt"
	"io"
)

// Stream is an output that grows during the work. A regular file is a [Draft] until the
// end: after a kill, or on a full disk, NAME.partial has the lines that were completely
// written.
type Stream struct {
	target *Target
	draft  *Draft // nil if the target is not a regular file
	w      io.Writer
	size   int64 // of all complete writes
	err    error
}

// Stream begins a growing output.
func (t *Target) Stream() (*Stream, error) {
	if t.straight != nil {
		return &Stream{target: t, w: t.straight}, nil
	}
	d, err := t.Draft(false)
	if err != nil {
		return nil, err
	}
	return &Stream{target: t, draft: d, w: d}, nil
}

// Write writes one or more lines completely or not at all. After an error it writes nothing
// more.
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

// Close ends the output and, if all was written, renames a regular file to its path.
// Otherwise the error names the file with the written part.
func (s *Stream) Close() error {
	switch {
	case s.draft == nil:
		return s.target.straight.Close()
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
		if _, gone := s.target.sys.Lstat(s.draft.Name()); gone == nil {
			err = errors.Join(err, fmt.Errorf("the written part is in %s", s.draft.Name()))
		}
	}
	return err
}
