package play

import (
	"context"
	"sync"
	"time"

	"ouro"
)

const (
	// grace is how long after the deadline an answer still counts: on a busy machine, a
	// Solver that returns at the deadline needs a moment to be received.
	grace = 5 * time.Millisecond

	// patience is how long Close waits for Solvers whose context has ended.
	patience = time.Second
)

// worker calls one Solver beside the game. A Solver that ignores its deadline is neither
// called nor closed while it thinks.
type worker struct {
	*Asker
	question question
	best     ouro.Best // best move so far
	thinking bool
	current  bool // it thinks about the question, not about an earlier one
}

type question struct {
	ctx  context.Context // for the Solver
	turn ouro.Turn

	over   context.Context // ends when an answer is too late
	expire func()          // ends over
}

func newWorker(s ouro.Solver, lock func() (thread, error)) *worker {
	w := &worker{Asker: NewAsker(s)}
	w.meter.lock = lock
	return w
}

// idle reports whether the Solver has returned from every question.
func (w *worker) idle() bool {
	select {
	case <-w.answers: // too late for its turn, so ignored
		w.thinking = false
	default:
	}
	return !w.thinking
}

// ask starts a question, at once or when the Solver has returned from an earlier one. ctx
// is derived from parent and has a deadline.
func (w *worker) ask(parent, ctx context.Context, t ouro.Turn) {
	deadline, _ := ctx.Deadline()
	over, expire := context.WithDeadline(parent, deadline.Add(grace))
	w.question, w.current = question{ctx, t, over, expire}, false
	w.meter.expect(expire)
	if w.idle() {
		w.put()
	}
}

func (w *worker) put() {
	w.thinking, w.current = true, true
	w.best.Clear()
	w.question.turn.Best = &w.best
	w.begin(w.question.ctx, w.question.turn)
}

// take returns the Solver's best move so far, if it has offered one for the question that
// is legal.
func (w *worker) take(s *ouro.State, seat int) (ouro.Dir, bool) {
	if !w.current {
		return 0, false
	}
	return w.best.Take(s, seat)
}

// wait returns the answer to the question, or a fault if it is missing shortly after the
// deadline or after the end of the parent context.
func (w *worker) wait() answer {
	q := &w.question
	defer q.expire()
	for {
		a, ok := receive(q.over, w.answers)
		if ok {
			w.thinking = false
		}
		switch {
		case ok && w.current:
			return a
		case w.current:
			return answer{fault: ErrLate}
		case !ok || q.over.Err() != nil:
			return answer{fault: ErrBusy}
		}
		w.put()
	}
}

// close closes the Solver as soon as it is idle, and sends the result.
func (w *worker) close() <-chan error {
	closed := make(chan error, 1)
	go func() {
		if w.thinking {
			<-w.answers
		}
		closed <- w.Close()
	}()
	return closed
}

// receive returns the next value of c, or false if ctx ends before. A value that is already
// there counts even then, because the game may have waited for another seat.
func receive[T any](ctx context.Context, c <-chan T) (v T, ok bool) {
	select {
	case v = <-c:
		return v, true
	case <-ctx.Done():
	}
	select {
	case v = <-c:
		return v, true
	default:
		return v, false
	}
}

// gate passes the notes of several solvers, one at a time, until it is shut.
type gate struct {
	mu     sync.Mutex
	closed bool
}

// guard returns a Trace that sends its notes to t while the gate is open.
func (g *gate) guard(t *ouro.Trace) *ouro.Trace {
	if !t.On() {
		return nil
	}
	return ouro.NewTrace(func(n ouro.Note) {
		g.mu.Lock()
		defer g.mu.Unlock()
		if !g.closed {
			t.Send(n)
		}
	})
}

func (g *gate) shut() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.closed = true
}
