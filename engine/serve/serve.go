// Package serve is the engine's side of the protocol of docs/protocol.md: it lets a
// program elsewhere drive one of our solvers over a pair of streams.
//
// [Run] reads questions and answers them until it is told to quit or nothing more
// comes. Whatever is read, it is bounded and survived: a line that is no message is
// answered with an error, a solver that panics has no move, and one that does not stop
// is left behind. Every question is answered once, with the best move so far when the
// next one does not wait for it.
package serve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"ouro"
	"ouro/engine/wire"
	"ouro/internal/printable"
	"ouro/play"
)

const (
	// patience is how long a solver whose time is up may take to notice, at the end.
	patience = 500 * time.Millisecond

	// waiting is how many questions may wait for a solver that does not stop.
	waiting = 16

	// way is the time that an answer has for its way, of which short ones have less.
	way = time.Millisecond

	// between is how long after an offer the next one is told.
	between = 5 * time.Millisecond

	// maxNotes is how many notes of one turn are told.
	maxNotes = 100
)

// Engine is what is driven.
type Engine struct {
	Intro wire.Intro
	// Make makes the solver of a game, or says why it cannot play that.
	Make func(n *wire.New) (ouro.Solver, error)

	Transcript *wire.Transcript // of what is said, or nil
}

// Run answers questions until the end, which is that of ctx, of what is read, or a
// quit. The error is that of ctx or out, or of what cannot be read.
func Run(ctx context.Context, e Engine, in io.Reader, out io.Writer) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s := &session{engine: e, out: out, questions: make(chan asked), done: make(chan outcome, 1), stop: func() {}}
	go listen(ctx, in, s.questions, e.Transcript)
	err := s.run(ctx)
	cancel()
	s.leave()
	return err
}

// session is one conversation. Its solver works in a goroutine of its own, on one
// question or on the beginning of one game at a time.
type session struct {
	engine    Engine
	out       io.Writer
	line      []byte
	questions chan asked

	game  *wire.New
	asker *play.Asker // nil where no game is played

	busy    bool
	done    chan outcome // of the work
	turn    wire.Turn    // that is thought about; ID 0 is none
	stop    context.CancelFunc
	best    ouro.Best
	offered ouro.Dir // what was told of it
	told    bool
	notes   []ouro.Note
	pending []asked // that wait for the end of the work
}

func (s *session) run(ctx context.Context) error {
	offers := time.NewTicker(between)
	defer offers.Stop()
	var quit <-chan time.Time // when it is time to go, answered or not
	for quit == nil || s.busy {
		var tick <-chan time.Time
		if s.busy && s.turn.Time > 0 {
			tick = offers.C
		}
		var err error
		select {
		case <-ctx.Done():
			return ctx.Err()
		case q := <-s.questions:
			if q.ended != nil && !errors.Is(q.ended, io.EOF) {
				return q.ended
			}
			if q.ended != nil || q.wrong == nil && q.Kind == wire.IsQuit {
				quit = time.After(patience)
				s.stop()
			} else {
				err = s.hear(ctx, q)
			}
		case o := <-s.done:
			if err = s.finish(o); err == nil {
				err = s.next(ctx, quit != nil)
			}
		case <-quit:
			return nil
		case <-tick:
			err = s.offer()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// hear takes a question. One that comes while the solver works ends that work, and
// waits for its end.
func (s *session) hear(ctx context.Context, q asked) error {
	if !s.busy {
		return s.answer(ctx, q)
	}
	if q.wrong == nil && (q.Kind == wire.Unknown || q.Kind == wire.IsStop && q.Turn.ID < s.turn.ID) {
		return nil
	}
	s.stop()
	if q.wrong == nil && q.Kind == wire.IsStop && q.Turn.ID == s.turn.ID {
		return nil
	}
	if s.pending = append(s.pending, q); len(s.pending) > waiting {
		return fmt.Errorf("%d questions at once, while the solver does not stop", len(s.pending))
	}
	return nil
}

// next answers what has waited. Nobody waits long for the last of it if that is so.
func (s *session) next(ctx context.Context, hurry bool) error {
	for !s.busy && len(s.pending) > 0 {
		q := s.pending[0]
		s.pending = s.pending[1:]
		if err := s.answer(ctx, q); err != nil {
			return err
		}
		if s.busy && (hurry || len(s.pending) > 0) {
			s.stop()
		}
	}
	return nil
}

// answer does what an idle engine is asked.
func (s *session) answer(ctx context.Context, q asked) error {
	if q.wrong != nil {
		return s.write(wire.AppendError(s.line[:0], 0, q.wrong.Error()))
	}
	switch q.Kind {
	case wire.IsHello:
		if q.Hello.Version < wire.Version {
			return s.fail(0, fmt.Errorf("version %d of the protocol is not known, this engine speaks %d", q.Hello.Version, wire.Version))
		}
		return s.write(wire.AppendIntro(s.line[:0], s.engine.Intro))
	case wire.IsNew:
		s.begin(q.New)
	case wire.IsTurn:
		return s.think(ctx, q.Turn)
	case wire.IsEnd:
		s.close()
	case wire.Unknown, wire.IsStop, wire.IsQuit, wire.IsReady, wire.IsError, wire.IsBest, wire.IsMove:
	}
	return nil
}

// begin makes the solver of a game, which may take its time.
func (s *session) begin(n *wire.New) {
	s.close()
	s.game, s.busy, s.turn, s.stop = n, true, wire.Turn{}, func() {}
	go func() {
		solver, err := play.Make(func(ouro.Setup) (ouro.Solver, error) { return s.engine.Make(n) }, ouro.Setup{})
		s.done <- outcome{solver: solver, err: err}
	}()
}

// fail tells what is wrong.
func (s *session) fail(id int64, err error) error {
	return s.write(wire.AppendError(s.line[:0], id, printable.Short(err.Error(), 1000)))
}

// write sends a line at once, and keeps its memory for the next one.
func (s *session) write(line []byte) error {
	s.line = line
	s.engine.Transcript.Said(line)
	_, err := s.out.Write(line)
	return err
}

// close ends the game. The solver is idle.
func (s *session) close() {
	if s.asker != nil {
		_ = s.asker.Close() // nobody is left to be told
	}
	s.game, s.asker = nil, nil
}

// leave ends the work that is going on, and the game. A solver that does not return
// soon is left behind.
func (s *session) leave() {
	if s.busy {
		s.stop()
		select {
		case o := <-s.done:
			if o.solver != nil {
				s.asker = play.NewAsker(o.solver)
			}
		case <-time.After(patience):
			return
		}
	}
	s.close()
}
