package play

import (
	"context"
	"sync"
	"time"

	"ouro"
	"ouro/internal/cputime"
)

const (
	// grace is the time after the deadline in which an answer still counts, because on a busy
	// machine it takes a moment to receive an answer that a Solver gave at the deadline.
	grace = 5 * time.Millisecond

	// patience is the time that Close waits for Solvers whose context has ended. It is enough for a
	// busy machine and for the end of an engine's process; a Solver that takes longer has a fault.
	patience = 10 * time.Second
)

// worker calls one Solver in a separate goroutine. It neither calls nor closes a Solver that
// still thinks after its deadline.
type worker struct {
	*Asker
	question question
	best     ouro.Best // best move so far
	thinking bool
	current  bool // whether the Solver thinks about question, not about an earlier one
}

type question struct {
	ctx  context.Context // context of the Solver
	turn ouro.Turn

	over   context.Context // ends at the moment after which an answer is too late
	expire func()          // ends over
}

func newWorker(s ouro.Solver, lock func() (thread, error)) *worker {
	w := &worker{Asker: NewAsker(s)}
	w.meter.lock = lock
	return w
}

// idle reports whether the Solver has answered every question.
func (w *worker) idle() bool {
	select {
	case <-w.answers: // this answer is too late for its turn and is ignored
		w.thinking = false
	default:
	}
	return !w.thinking
}

// ask puts a question to the Solver, at once or after the answer to an earlier question. ctx is
// derived from parent and has a deadline.
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

// take returns the Solver's best move so far, if the move is legal and answers the current
// question.
func (w *worker) take(s *ouro.State, seat int) (ouro.Dir, bool) {
	if !w.current {
		return 0, false
	}
	return w.best.Take(s, seat)
}

// wait returns the answer to the question, or a fault shortly after the deadline or at the end
// of the parent context.
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

// receive returns the next value of c, or false if ctx ends first. If both are ready, it returns
// the value, because the game may have waited for another seat.
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

// gate forwards the notes of several solvers, one at a time, until it is shut.
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

func (g *gate) close() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.closed = true
}

// Guard returns the default limit in wall-clock time for a decision with this budget of
// processor time. The limit is long enough for a Solver that shares its processor with fifty
// others. It ends a decision that only waits.
func Guard(cpu time.Duration) time.Duration { return max(time.Second, 50*cpu) }

func timeLimit(b ouro.Budget) time.Duration {
	if b.Time == 0 && b.CPU > 0 {
		return Guard(b.CPU)
	}
	return b.Time
}

// CanLimit returns an error if this system or one of these Solvers does not support this Budget.
// Budgets of processor time need a clock for each thread. The method CanLimit of a Solver may
// add conditions.
func CanLimit(b ouro.Budget, solvers ...ouro.Solver) error {
	if b.CPU > 0 {
		if err := cputime.Check(); err != nil {
			return err
		}
	}
	for _, s := range solvers {
		if l, ok := s.(interface{ CanLimit(b ouro.Budget) error }); ok {
			if err := l.CanLimit(b); err != nil {
				return err
			}
		}
	}
	return nil
}

type thread interface {
	cputime.Clock
	Unlock()
}

func lockThread() (thread, error) { return cputime.Lock() }

// meter limits the processor time of each decision of a Solver. With limit 0 it does
// nothing.
type meter struct {
	limit time.Duration
	lock  func() (thread, error)

	mu     sync.Mutex
	late   func()         // called when a decision is too late
	thread thread         // clock of the current decision, or nil
	alarm  *cputime.Alarm // calls late
	from   time.Duration  // reading of the thread's clock at the start
	used   time.Duration  // time used by the last decision
}

// start locks the calling goroutine, which is about to decide, to a thread. It returns a context
// that ends at the limit of processor time. Call stop in the same goroutine.
func (m *meter) start(ctx context.Context) (limited context.Context, stop func(), err error) {
	if m.limit == 0 {
		return ctx, func() {}, nil
	}
	t, err := m.lock()
	if err != nil {
		return nil, nil, err
	}
	limited, release := cputime.WithLimit(ctx, t, m.limit)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.thread = t
	m.arm(0)
	return limited, func() {
		release()
		m.mu.Lock()
		defer m.mu.Unlock()
		m.alarm.Stop()
		m.used, m.thread = t.Used()-m.from, nil
		t.Unlock()
	}, nil
}

// expect makes the meter call onLate when the next decision has used its limit and the grace. If an
// earlier decision is still active, the meter calls onLate when that decision has used as much
// again.
func (m *meter) expect(onLate func()) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.late = onLate
	if m.thread != nil {
		m.alarm.Stop()
		m.arm(m.thread.Used())
	}
}

// arm starts the limit of processor time. from is the current reading of the thread's clock.
func (m *meter) arm(from time.Duration) {
	m.from = from
	m.alarm = cputime.AfterFunc(m.thread, from+m.limit+grace, m.late)
}

// took returns the time that the current decision has used so far; between decisions, the time of
// the last one. Without a limit it returns 0.
func (m *meter) took() time.Duration {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.thread != nil {
		return m.thread.Used() - m.from
	}
	return m.used
}

// WithoutDeadline returns a context that ends with ctx but reports no deadline. Limits that are not
// part of a game must be hidden from solvers, which would think differently under a deadline and
// play another game.
func WithoutDeadline(ctx context.Context) context.Context { return withoutDeadline{ctx} }

type withoutDeadline struct{ context.Context }

func (withoutDeadline) Deadline() (deadline time.Time, ok bool) { return time.Time{}, false }
