package outfile

import (
	"errors"
	"fmt"
	"io"
)

// Stream is an output that grows while the work goes on. A regular file is a
// [Draft] until it ends: a program that is killed, or a disk that is full, leaves
// NAME.partial with the lines that were written whole.
type Stream struct {
	target *Target
	draft  *Draft // nil where it is written straight
	w      io.Writer
	size   int64 // of all whole pieces
	err    error
}

// Stream begins an output that grows.
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

// Write writes a piece that is to be there as a whole or not at all: one line or
// some. After an error nothing more is written.
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

// Close ends the output, and gives a regular file its name if all was written.
// Else the error names the file that holds what was.
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
			err = errors.Join(err, fmt.Errorf("what was written is in %s", s.draft.Name()))
		}
	}
	return err
}
