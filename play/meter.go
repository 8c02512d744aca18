package play

import (
	"context"
	"sync"
	"time"

	"ouro"
	"ouro/internal/cputime"
)

// Guard returns the default limit in wall-clock time for a decision with this budget of
// processor time. It is enough for a Solver that shares its processor with fifty others,
// and ends one that waits.
func Guard(cpu time.Duration) time.Duration { return max(time.Second, 50*cpu) }

// timeLimit returns the limit of a decision in wall-clock time; 0 means no limit.
func timeLimit(b ouro.Budget) time.Duration {
	if b.Time == 0 && b.CPU > 0 {
		return Guard(b.CPU)
	}
	return b.Time
}

// CanLimit returns an error if this system or one of these Solvers cannot have this Budget.
// Budgets of processor time need a clock of each thread; a Solver may have a method
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

// thread is the clock of the thread to which a goroutine is locked.
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
	thread thread         // of the current decision, or nil
	alarm  *cputime.Alarm // calls late
	from   time.Duration  // the thread's reading at the start
	used   time.Duration  // by the last decision
}

// start locks the calling goroutine, which is about to decide, to a thread. It returns a
// context that ends when the limit of processor time is reached. Call stop in the same
// goroutine.
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

// expect makes the meter call late when the next decision has used its limit and grace. If
// an earlier decision is still active, it gets the same time to end.
func (m *meter) expect(late func()) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.late = late
	if m.thread != nil {
		m.alarm.Stop()
		m.arm(m.thread.Used())
	}
}

// arm measures the limit from this reading of the thread's clock.
func (m *meter) arm(from time.Duration) {
	m.from = from
	m.alarm = cputime.AfterFunc(m.thread, from+m.limit+grace, m.late)
}

// took returns the time that the current decision has used, or else the last one; 0 without
// a limit.
func (m *meter) took() time.Duration {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.thread != nil {
		return m.thread.Used() - m.from
	}
	return m.used
}

// WithoutDeadline returns ctx without its deadline; it still ends at the same time. It
// hides limits that are not part of a game from its solvers, which would otherwise think
// differently and play another game.
func WithoutDeadline(ctx context.Context) context.Context { return withoutDeadline{ctx} }

type withoutDeadline struct{ context.Context }

func (withoutDeadline) Deadline() (deadline time.Time, ok bool) { return time.Time{}, false }
