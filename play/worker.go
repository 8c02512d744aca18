package play

import (
	"context"
	"sync"
	"time"

	"ouro"
	"ouro/internal/cputime"
)

const (
	// grace is the time after the deadline in which an answer still counts. On a busy machine, an
	// answer that a Solver gives at the deadline arrives a moment later.
	grace = 5 * time.Millisecond

	// patience is the time that Close waits for Solvers whose context has ended. It is enough on a
	// busy machine, and for ending the process of an engine. If a Solver takes longer, Close returns
	// an error.
	patience = 10 * time.Second
)

// worker calls one Solver in a separate goroutine. While a Solver still thinks after its deadline,
// the worker neither calls nor closes it.
type worker struct {
	*Asker
	question question  // the newest request for a decision
	best     ouro.Best // best move so far
	thinking bool      // whether the Solver has been called and its answer was not yet received
	current  bool      // whether the Solver was called for question, not for an earlier one
}

// question is a request for a decision.
type question struct {
	ctx  context.Context // context of the Solver
	turn ouro.Turn

	over   context.Context // ends when an answer is too late
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

// ask requests a decision for turn t. If the Solver still thinks about an earlier turn, it is called
// when it has answered. ctx is derived from parent and has a deadline.
func (w *worker) ask(parent, ctx context.Context, t ouro.Turn) {
	deadline, _ := ctx.Deadline()
	over, expire := context.WithDeadline(parent, deadline.Add(grace))
	w.question, w.current = question{ctx, t, over, expire}, false
	w.meter.expect(expire)
	if w.idle() {
		w.callSolver()
	}
}

// callSolver calls the idle Solver for the question.
func (w *worker) callSolver() {
	w.thinking, w.current = true, true
	w.best.Clear()
	w.question.turn.Best = &w.best
	w.begin(w.question.ctx, w.question.turn)
}

// offer returns the Solver's best move so far, or false if the move is not legal or belongs to an
// earlier question.
func (w *worker) offer(s *ouro.State, seat int) (ouro.Dir, bool) {
	if !w.current {
		return 0, false
	}
	return w.best.Take(s, seat)
}

// wait waits for the answer to the question and returns it. Shortly after the deadline, or at the end
// of the parent context, wait returns a fault instead.
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
		w.callSolver()
	}
}

// close closes the Solver as soon as it is idle, and sends the result on the channel.
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

// receive returns the next value of c, or false if ctx ends first. If a value is ready and ctx has
// ended, receive returns the value: it arrived in time if the game waited for another seat meanwhile.
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

// gate forwards the notes of several solvers, one at a time, until it is closed.
type gate struct {
	mu     sync.Mutex
	closed bool
}

// filter returns a Trace that sends its notes to t until the gate is closed.
func (g *gate) filter(t *ouro.Trace) *ouro.Trace {
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

// Guard returns the default limit in wall-clock time for a decision with this budget of processor
// time. The limit ends a decision that only waits. It is long enough for a Solver that gets a
// fiftieth of a processor.
func Guard(cpu time.Duration) time.Duration { return max(time.Second, 50*cpu) }

func timeLimit(b ouro.Budget) time.Duration {
	if b.Time == 0 && b.CPU > 0 {
		return Guard(b.CPU)
	}
	return b.Time
}

// CanLimit returns an error if this system or one of these Solvers does not support this Budget. A
// budget of processor time needs a system with a clock for each thread. A Solver can have a method
// CanLimit with further conditions.
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

// thread is a thread of the system to which a goroutine is locked, with its clock of processor time.
type thread interface {
	cputime.Clock
	Unlock()
}

func lockThread() (thread, error) { return cputime.Lock() }

// meter limits the processor time of each decision of a Solver. With limit 0, a meter does nothing.
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

// start locks the calling goroutine to a thread, before a decision in that goroutine. It returns a
// context that ends at the limit of processor time. Call stop in the same goroutine after the
// decision.
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

// took returns the processor time that the current decision has used so far. Between decisions, it
// returns the time of the last one. Without a limit, it returns 0.
func (m *meter) took() time.Duration {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.thread != nil {
		return m.thread.Used() - m.from
	}
	return m.used
}

// WithoutDeadline returns a context that ends with ctx but reports no deadline. Solvers think
// differently under a deadline. So a deadline that is not part of a game must be hidden from them, or
// they would play another game.
func WithoutDeadline(ctx context.Context) context.Context { return withoutDeadline{ctx} }

type withoutDeadline struct{ context.Context }

func (withoutDeadline) Deadline() (deadline time.Time, ok bool) { return time.Time{}, false }
