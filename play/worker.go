package play

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"ouro"
)

const (
	// grace is how long after the deadline an answer still counts: a Solver
	// that returns at the deadline needs a moment to be heard on a busy machine.
	grace = 5 * time.Millisecond

	// patience is how long Close waits for Solvers whose context has ended.
	patience = time.Second
)

// mishapError is an error with its place in the record.
type mishapError struct {
	kind   ouro.Mishap
	detail string
}

func (e *mishapError) Error() string { return e.kind.String() + ": " + e.detail }

// panicked is what is recorded of a panic with this value.
func panicked(value any) error { return &mishapError{ouro.Panicked, fmt.Sprint(value)} }

// ask calls Decide and turns a panic into an error.
func ask(ctx context.Context, s ouro.Solver, t ouro.Turn) (d ouro.Decision, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = panicked(p)
		}
	}()
	return s.Decide(ctx, t)
}

func closeSolver(s ouro.Solver) error {
	if c, ok := s.(io.Closer); ok {
		return c.Close()
	}
	return nil
}

// worker lets one Solver think beside the game, one question at a time. Only
// its goroutine ever touches the Solver, so that one which ignores its deadline
// is neither asked nor closed while it thinks.
type worker struct {
	questions chan question
	answers   chan answer   // room for one: the goroutine never waits to answer
	stopped   chan struct{} // closed when the goroutine ends
	closeErr  error         // of closing the Solver; to be read after stopped

	current  question // asked last
	thinking int      // id of the question that the goroutine has, or 0
}

type question struct {
	ctx  context.Context
	turn ouro.Turn
	id   int // from 1
}

type answer struct {
	decision ouro.Decision
	err      error
	took     time.Duration // 0 when there was no answer
	id       int
}

func newWorker(s ouro.Solver) *worker {
	w := &worker{questions: make(chan question), answers: make(chan answer, 1), stopped: make(chan struct{})}
	go func() {
		defer close(w.stopped)
		for q := range w.questions {
			began := time.Now()
			d, err := ask(q.ctx, s, q.turn)
			w.answers <- answer{d, err, max(1, time.Since(began)), q.id}
		}
		w.closeErr = closeSolver(s)
	}()
	return w
}

// idle tells whether the Solver has returned from every question.
func (w *worker) idle() bool {
	select {
	case <-w.answers: // too late for its turn
		w.thinking = 0
	default:
	}
	return w.thinking == 0
}

// ask puts a question, at once or as soon as the Solver is done with an
// earlier one.
func (w *worker) ask(ctx context.Context, t ouro.Turn) {
	w.current = question{ctx, t, w.current.id + 1}
	if w.idle() {
		w.put()
	}
}

// put hands the current question to the idle goroutine. A Solver that has
// ended it, by runtime.Goexit, is late for ever.
func (w *worker) put() {
	select {
	case w.questions <- w.current:
		w.thinking = w.current.id
	case <-w.stopped:
	}
}

// wait is the answer to the current question, or a Late error when there is
// none at its deadline or when the parent of its context ends.
func (w *worker) wait(parent context.Context) answer {
	deadline, _ := w.current.ctx.Deadline()
	ctx, cancel := context.WithDeadline(parent, deadline.Add(grace))
	defer cancel()
	for {
		a, ok := w.hear(ctx)
		switch {
		case ok && a.id == w.current.id:
			return a
		case ok && ctx.Err() == nil:
			w.put()
		case !ok:
			detail := "no answer in time"
			if w.thinking != w.current.id {
				detail = "still busy with an earlier move"
			}
			return answer{err: &mishapError{ouro.Late, detail}}
		}
	}
}

// hear is the next answer, or false when ctx ends before. An answer that has
// come already counts even then: the game may have waited for another seat.
func (w *worker) hear(ctx context.Context) (answer, bool) {
	select {
	case a := <-w.answers:
		w.thinking = 0
		return a, true
	case <-ctx.Done():
	}
	select {
	case a := <-w.answers:
		w.thinking = 0
		return a, true
	default:
		return answer{}, false
	}
}

// join waits until the goroutine has ended, after its questions were closed. One
// that has ended already is no less joined when ctx is done.
func (w *worker) join(ctx context.Context) error {
	select {
	case <-w.stopped:
		return w.closeErr
	case <-ctx.Done():
	}
	select {
	case <-w.stopped:
		return w.closeErr
	default:
		return errors.New("the solver does not stop when its time is up")
	}
}

// gate lets the notes of several solvers through, one at a time, until it is
// shut.
type gate struct {
	mu     sync.Mutex
	closed bool
}

// guard is a Trace that sends its notes to t while the gate is open.
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
