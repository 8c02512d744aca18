// Package serve implements the engine's side of the protocol of docs/protocol.md: another program
// asks one of the solvers for moves over a pair of streams.
//
// [Run] answers questions until it receives quit or the input ends. The length of lines and the
// number of waiting questions are limited. Run answers a line that is not a message, and a turn
// whose solver panics, with an error. It abandons a solver that does not stop. Every turn gets one
// answer; a question that arrives during a search ends the search.
package serve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"ouro"
	"ouro/engine/wire"
	"ouro/internal/english"
	"ouro/internal/printable"
	"ouro/play"
)

const (
	// stopTimeout is the time that Run waits for a solver to stop before it returns.
	stopTimeout = 500 * time.Millisecond

	// maxPending is the largest number of questions that wait for a solver that does not stop.
	maxPending = 16

	// transitTime is subtracted from the time limit of a turn for the transport of the answer, but
	// at most a quarter of the limit.
	transitTime = time.Millisecond

	// offerInterval is the least time between two messages with the best move so far.
	offerInterval = 5 * time.Millisecond

	// maxNotes is the largest number of notes in one answer.
	maxNotes = 100
)

// Engine is a solver that another program asks for moves.
type Engine struct {
	Intro wire.Intro
	// Make makes the solver of a game. Its error explains why the solver cannot play the game.
	Make func(n *wire.New) (ouro.Solver, error)

	Transcript *wire.Transcript // records all messages, or nil
}

// Run answers questions until it receives quit, the input ends or ctx ends. The error comes from
// ctx, input or output.
func Run(ctx context.Context, e Engine, input io.Reader, output io.Writer) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s := &session{engine: e, out: output, questions: make(chan question), done: make(chan outcome, 1), stop: func() {}}
	go listen(ctx, input, s.questions, e.Transcript)
	err := s.run(ctx)
	cancel()
	s.leave()
	return err
}

// session is one conversation. Its solver works in another goroutine, on one turn or new game at
// a time.
type session struct {
	engine    Engine
	out       io.Writer
	line      []byte
	questions chan question

	game  *wire.New
	asker *play.Asker // asks the solver of the game; nil without a game

	busy    bool
	done    chan outcome // receives the result of the work
	turn    wire.Turn    // the turn that is being computed; its ID is 0 if there is none
	stop    context.CancelFunc
	best    ouro.Best
	offered ouro.Dir // the move of the last best message
	hasSent bool     // whether a best message was sent in this turn
	notes   []ouro.Note
	pending []question // questions that wait for the end of the turn
}

// question is a message to the engine, or the error of reading it.
type question struct {
	wire.Question
	wrong error // error of the line, or nil
	ended error // io.EOF, or the error of the reader
}

type outcome struct {
	solver   ouro.Solver // the solver of a new game
	decision ouro.Decision
	err      error
}

func (s *session) run(ctx context.Context) error {
	offers := time.NewTicker(offerInterval)
	defer offers.Stop()
	var quit <-chan time.Time // fires when Run must return, even if questions are open
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
				quit = time.After(stopTimeout)
				s.stop()
			} else {
				err = s.receive(ctx, q)
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

// receive handles a question. If the solver is working, receive stops it and queues the
// question.
func (s *session) receive(ctx context.Context, q question) error {
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
	if s.pending = append(s.pending, q); len(s.pending) > maxPending {
		return fmt.Errorf("%d questions are waiting for a solver that does not stop", len(s.pending))
	}
	return nil
}

// next answers the queued questions until the solver has work. It stops the solver at once if hurry
// is set or another question is queued.
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

// answer handles a question while the solver is idle.
func (s *session) answer(ctx context.Context, q question) error {
	if q.wrong != nil {
		return s.write(wire.AppendError(s.line[:0], 0, q.wrong.Error()))
	}
	switch q.Kind {
	case wire.IsHello:
		if q.Hello.Version < wire.Version {
			return s.fail(0, fmt.Errorf("unknown version %d of the protocol: this engine speaks version %d", q.Hello.Version, wire.Version))
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

func (s *session) begin(n *wire.New) {
	s.close()
	s.game, s.busy, s.turn, s.stop = n, true, wire.Turn{}, func() {}
	go func() {
		solver, err := play.Make(func(ouro.Setup) (ouro.Solver, error) { return s.engine.Make(n) }, ouro.Setup{})
		s.done <- outcome{solver: solver, err: err}
	}()
}

func (s *session) fail(id int64, err error) error {
	return s.write(wire.AppendError(s.line[:0], id, printable.Short(err.Error(), 1000)))
}

func (s *session) write(line []byte) error {
	s.line = line
	s.engine.Transcript.AddAnswer(line)
	_, err := s.out.Write(line)
	return err
}

// close ends the game. The solver must be idle.
func (s *session) close() {
	if s.asker != nil {
		_ = s.asker.Close() // the protocol has no message for this error
	}
	s.game, s.asker = nil, nil
}

// leave stops the solver and ends the game. It abandons a solver that does not return within
// stopTimeout.
func (s *session) leave() {
	if s.busy {
		s.stop()
		select {
		case o := <-s.done:
			if o.solver != nil {
				s.asker = play.NewAsker(o.solver)
			}
		case <-time.After(stopTimeout):
			return
		}
	}
	s.close()
}

// listen reads questions until the input ends, a quit arrives or ctx ends.
func listen(ctx context.Context, in io.Reader, questions chan<- question, transcript *wire.Transcript) {
	lines := wire.NewLines(in)
	var g *ouro.Grid
	for {
		var q question
		line, err := lines.Next()
		var long *wire.LongError
		switch {
		case errors.As(err, &long):
			q.wrong = err
		case err != nil:
			q.ended = err
		default:
			transcript.AddQuestion(line)
			if q.Question, q.wrong = wire.ParseQuestion(line, g); q.wrong == nil && q.Kind == wire.IsNew {
				g = q.New.State.Grid
			}
		}
		select {
		case questions <- q:
		case <-ctx.Done():
			return
		}
		if q.ended != nil || q.wrong == nil && q.Kind == wire.IsQuit {
			return
		}
	}
}

func (s *session) think(ctx context.Context, t wire.Turn) error {
	if s.asker == nil {
		return s.fail(t.ID, errors.New("the turn came before any game: send a message of type new first"))
	}
	if n := len(t.State.Snakes); n != s.game.Seats {
		return s.fail(t.ID, fmt.Errorf("the position has %s, but the game has %d", english.Count(n, "snake"), s.game.Seats))
	}
	if t.State.Snakes[s.game.Seat].Cause != ouro.Alive {
		return s.fail(t.ID, fmt.Errorf("the snake in seat %d is dead", s.game.Seat))
	}
	start := s.game.State
	t.State.TurnBack, t.State.AlwaysGrow, t.State.HazardDamage = start.TurnBack, start.AlwaysGrow, start.HazardDamage
	s.busy, s.turn, s.notes, s.hasSent = true, t, nil, false
	s.best.Clear()
	question := ouro.Turn{State: t.State, Seat: s.game.Seat, Nodes: t.Nodes, Best: &s.best}
	if t.Watched {
		question.Trace = ouro.NewTrace(func(n ouro.Note) {
			if len(s.notes) < maxNotes && n.Verb != ouro.NoteTree {
				s.notes = append(s.notes, n)
			}
		})
	}
	limited, cancel := limit(ctx, t.Time)
	s.stop = cancel
	asker := s.asker
	go func() {
		var o outcome
		var fault *play.Fault
		if o.decision, fault = asker.Ask(limited, question); fault != nil {
			o.err = fault
		}
		cancel()
		s.done <- o
	}()
	return nil
}

// limit returns a context for a turn with this number of milliseconds; 0 means no limit.
func limit(ctx context.Context, milliseconds float64) (context.Context, context.CancelFunc) {
	if milliseconds <= 0 {
		return context.WithCancel(ctx)
	}
	d := time.Duration(min(milliseconds, maxTime) * float64(time.Millisecond))
	return context.WithTimeout(ctx, d-min(transitTime, d/4))
}

// maxTime is the longest time limit, in milliseconds: a day. Longer limits are reduced to it.
const maxTime = 24 * 60 * 60 * 1000

// offer sends the best move so far, if it has changed.
func (s *session) offer() error {
	d, ok := s.best.Dir()
	if !ok || s.hasSent && d == s.offered {
		return nil
	}
	s.hasSent, s.offered = true, d
	return s.write(wire.AppendBest(s.line[:0], wire.Best{ID: s.turn.ID, Dir: d}))
}

func (s *session) finish(o outcome) error {
	s.busy = false
	t := s.turn
	s.turn = wire.Turn{}
	switch {
	case o.solver != nil:
		s.asker = play.NewAsker(o.solver)
		return s.write(wire.AppendReady(s.line[:0]))
	case o.err != nil:
		return s.fail(t.ID, o.err)
	}
	d := o.decision
	m := wire.Move{ID: t.ID, Dir: d.Dir, Score: d.Score, Depth: d.Depth, Nodes: d.Nodes, Notes: s.notes}
	return s.write(wire.AppendMoveWithNotes(s.line[:0], &m, s.game.State.Grid))
}
