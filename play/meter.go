package play

import (
	"context"
	"sync"
	"time"

	"ouro"
	"ouro/internal/cputime"
)

// Guard is how long a decision with this budget of processor time may take by the
// clock on the wall where nobody has said: enough for a Solver that shares its
// processor with fifty others, and the end for one that waits for something.
func Guard(cpu time.Duration) time.Duration { return max(time.Second, 50*cpu) }

// timeLimit is how long a decision may take by the clock on the wall; 0 is as long
// as it likes.
func timeLimit(b ouro.Budget) time.Duration {
	if b.Time == 0 && b.CPU > 0 {
		return Guard(b.CPU)
	}
	return b.Time
}

// CanLimit is nil if decisions can have this Budget, here and of these Solvers: where
// there is no clock of a thread's processor time there are no limits of it, and a
// Solver may have a method CanLimit that tells why its own cannot have it.
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

// meter gives a Solver a limit of processor time, decision by decision. The zero
// limit is none; then it does nothing.
type meter struct {
	limit time.Duration
	lock  func() (thread, error)

	mu     sync.Mutex
	late   func()         // to be called when it is too late for an answer
	thread thread         // of the decision that is being made, or nil
	alarm  *cputime.Alarm // calls late
	from   time.Duration  // the thread's reading from which on time counts
	used   time.Duration  // by the last decision
}

// start locks the calling goroutine, which is about to decide, to a thread, and
// returns a context that ends with the limit of its processor time. Stop it in the
// same goroutine.
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

// expect has late called when the next decision has used its limit, and some grace.
// If an earlier one is still being made it has the same time for that to end.
func (m *meter) expect(late func()) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.late = late
	if m.thread != nil {
		m.alarm.Stop()
		m.arm(m.thread.Used())
	}
}

// arm has time count from this reading of the thread's clock on.
func (m *meter) arm(from time.Duration) {
	m.from = from
	m.alarm = cputime.AfterFunc(m.thread, from+m.limit+grace, m.late)
}

// took is how much of its time the decision has used that is being made, or else the
// last one; 0 without a limit.
func (m *meter) took() time.Duration {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.thread != nil {
		return m.thread.Used() - m.from
	}
	return m.used
}
