package play

import (
	"context"
	"fmt"
	"time"

	"ouro"
)

// mishapError is an error with its place in the record.
type mishapError struct {
	kind   ouro.Mishap
	detail string
}

func (e *mishapError) Error() string { return e.kind.String() + ": " + e.detail }

// ask calls Decide and turns a panic into an error.
func ask(ctx context.Context, s ouro.Solver, t ouro.Turn) (d ouro.Decision, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = &mishapError{ouro.Panicked, fmt.Sprint(p)}
		}
	}()
	return s.Decide(ctx, t)
}

// worker lets one Solver think beside the game, one question at a time.
type worker struct {
	questions chan question
	answers   chan answer // room for one: the worker never waits to answer
	stopped   chan struct{}
	busy      bool // a question is with the worker
	asked     int
}

type question struct {
	ctx  context.Context
	turn ouro.Turn
	id   int
}

type answer struct {
	decision ouro.Decision
	err      error
	took     time.Duration
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
	}()
	return w
}

// start puts a question, unless the Solver is still at an earlier one.
func (w *worker) start(ctx context.Context, t ouro.Turn) {
	w.asked++
	if w.busy {
		select {
		case <-w.answers: // too late for its turn
			w.busy = false
		default:
			return
		}
	}
	w.busy = true
	w.questions <- question{ctx, t, w.asked}
}

// grace is how long after the deadline an answer still counts: a solver that
// returns at the deadline needs a moment to be heard on a busy machine.
const grace = 5 * time.Millisecond

// wait is the answer to the last question, or a Late error.
func (w *worker) wait(ctx context.Context) answer {
	late := answer{err: &mishapError{ouro.Late, "no answer in time"}}
	deadline, _ := ctx.Deadline()
	timer := time.NewTimer(time.Until(deadline) + grace)
	defer timer.Stop()
	for {
		select {
		case a := <-w.answers:
			w.busy = false
			if a.id == w.asked {
				return a
			}
			// The answer to an earlier question: this one was never put.
			return late
		case <-timer.C:
			return late
		}
	}
}

// patience is how long stop waits for a Solver whose context has ended.
const patience = time.Second

// stop ends the worker's goroutine and tells whether it did end.
func (w *worker) stop() bool {
	close(w.questions)
	select {
	case <-w.stopped:
		return true
	case <-time.After(patience):
		return false
	}
}
