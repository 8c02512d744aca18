package store

import (
	"errors"
	"iter"

	"ouro/lab"
)

// Sound are the games that are as they were written; changed is told of the others.
func Sound[G any](games iter.Seq2[G, error], changed func(*ChangedError)) iter.Seq2[G, error] {
	return func(yield func(G, error) bool) {
		for g, err := range games {
			var what *ChangedError
			if errors.As(err, &what) {
				changed(what)
			} else if !yield(g, err) {
				return
			}
		}
	}
}

// Stream finds games among those that come in the order of groups and seatings, when it
// is asked for them in this order. What was changed is left out.
type Stream struct {
	Changed []*ChangedError // so far
	Err     error           // it ends the stream

	next  func() (*lab.Finished, error, bool)
	stop  func()
	ahead *lab.Finished
	over  bool
}

// NewStream is a stream of the games. It has to be closed.
func NewStream(games iter.Seq2[*lab.Finished, error]) *Stream {
	s := new(Stream)
	s.next, s.stop = iter.Pull2(Sound(games, func(what *ChangedError) { s.Changed = append(s.Changed, what) }))
	return s
}

// Close ends the reading.
func (s *Stream) Close() { s.stop() }

// Find is a game that does not stand before one that was asked for already.
func (s *Stream) Find(group, seating int) (*lab.Finished, bool) {
	for {
		if s.ahead != nil {
			switch at := &s.ahead.Tally; {
			case int(at.Group) > group || int(at.Group) == group && int(at.Seating) > seating:
				return nil, false
			case int(at.Group) == group && int(at.Seating) == seating:
				return s.ahead, true
			}
		}
		if !s.read() {
			return nil, false
		}
	}
}

// Rest passes over the games that were not asked for, so that Changed and Err are
// complete.
func (s *Stream) Rest() {
	for s.read() {
	}
}

// read reads the next game, if there is one.
func (s *Stream) read() bool {
	if !s.over {
		f, err, more := s.next()
		s.ahead, s.Err, s.over = f, err, !more || err != nil
	}
	return !s.over
}
