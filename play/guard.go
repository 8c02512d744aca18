package play

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"time"

	"ouro"
)

// Fault is a Solver's failure to answer: its place in a record, as an error.
type Fault struct {
	Kind   ouro.Fault
	Detail string
	Cause  error // what it was made of, or nil
}

func (m *Fault) Error() string { return m.Kind.String() + ": " + m.Detail }

// Unwrap is the Cause.
func (m *Fault) Unwrap() error { return m.Cause }

// FaultOf is the Fault that an error of a Solver is; nil is none.
func FaultOf(err error) *Fault {
	if err == nil {
		return nil
	}
	var m *Fault
	if errors.As(err, &m) {
		return m
	}
	var p *PanicError
	if errors.As(err, &p) {
		return &Fault{ouro.Panicked, p.Error(), p}
	}
	return &Fault{ouro.Erred, err.Error(), err}
}

// Faults without a cause.
var (
	ErrLate = &Fault{Kind: ouro.Late, Detail: "no answer in time"}
	ErrBusy = &Fault{Kind: ouro.Late, Detail: "still busy with an earlier move"}
	ErrGone = &Fault{Kind: ouro.Panicked, Detail: "the solver ended its goroutine"} // by runtime.Goexit
)

// PanicError is a panic as an error.
type PanicError struct {
	Value any
	Stack []byte
}

// Caught is the error for a recovered value. One that is a PanicError already
// stays what it is, with the stack of its origin.
func Caught(value any) *PanicError {
	switch p := value.(type) {
	case *PanicError:
		return p
	case crash:
		return p.PanicError
	}
	return &PanicError{value, debug.Stack()}
}

// crash is a PanicError on its way up. If nobody recovers it, the program ends
// with what Error says: where it came from, since the stack of the goroutine that
// ends is not that.
type crash struct{ *PanicError }

func (c crash) Error() string { return fmt.Sprintf("%v\n\nits origin: %s", c.Value, c.Stack) }

// Error is the value; the stack is for those who want it.
func (e *PanicError) Error() string { return fmt.Sprint(e.Value) }

// guard calls f and then tells what became of it: the error that f returned, the
// Fault of its panic, or ErrGone when f ends its goroutine, which then ends here.
func guard(f func() error, tell func(error)) {
	err := error(ErrGone)
	defer func() {
		if p := recover(); p != nil {
			err = FaultOf(Caught(p))
		}
		tell(err)
	}()
	err = f()
}

// apart calls f in a goroutine that f may end, and returns what became of it.
func apart(f func() error) error {
	done := make(chan error, 1)
	go guard(f, func(err error) { done <- err })
	return <-done
}

// Make makes a Solver. A Maker that panics or ends its goroutine returns an
// error like any other that cannot.
func Make(m ouro.Maker, setup ouro.Setup) (s ouro.Solver, err error) {
	err = apart(func() (err error) {
		s, err = m(setup)
		return err
	})
	return s, err
}

// Asker asks one Solver, one question at a time. Nothing that the Solver does
// reaches the caller but an answer or a Fault.
type Asker struct {
	solver ouro.Solver
	ask    func()
	ctx    context.Context // of the question
	turn   ouro.Turn
	began  time.Time
	meter  meter

	decision ouro.Decision
	answers  chan answer // room for one, so that nobody need wait for it
}

// answer is what a Solver decided, or why it did not.
type answer struct {
	decision ouro.Decision
	fault    *Fault
	took     time.Duration // 0 when there was no answer
}

// NewAsker makes an Asker of this Solver. Close it when done.
func NewAsker(s ouro.Solver) *Asker {
	a := &Asker{solver: s, answers: make(chan answer, 1)}
	decide, tell := a.decide, a.tell // made once, so that asking allocates nothing
	a.ask = func() { guard(decide, tell) }
	return a
}

// Ask lets the Solver decide, in a goroutine of its own, and waits for that,
// however long it takes. The Fault is nil if there is an answer.
func (a *Asker) Ask(ctx context.Context, t ouro.Turn) (ouro.Decision, *Fault) {
	a.begin(ctx, t)
	got := <-a.answers
	return got.decision, got.fault
}

// Close closes the Solver. It must not be thinking.
func (a *Asker) Close() error { return Close(a.solver) }

// begin puts a question to the idle Solver. The answer will be in the channel.
func (a *Asker) begin(ctx context.Context, t ouro.Turn) {
	a.ctx, a.turn, a.decision, a.began = ctx, t, ouro.Decision{}, time.Now()
	go a.ask()
}

func (a *Asker) decide() (err error) {
	ctx, stop, err := a.meter.start(a.ctx)
	if err != nil {
		return err
	}
	defer stop()
	a.decision, err = a.solver.Decide(ctx, a.turn)
	return err
}

func (a *Asker) tell(err error) {
	a.answers <- answer{a.decision, judge(a.decision, err), max(1, a.took(a.began))}
}

// took is how long the decision took, or takes already if it was asked for then.
func (a *Asker) took(asked time.Time) time.Duration {
	if a.meter.limit > 0 {
		return a.meter.took()
	}
	return time.Since(asked)
}

// judge is what is wrong with an answer, or nil.
func judge(d ouro.Decision, err error) *Fault {
	if err == nil && d.Dir > ouro.Left {
		return &Fault{Kind: ouro.Invalid, Detail: d.Dir.String()}
	}
	return FaultOf(err)
}

// Close closes those Solvers that hold resources. One that panics or ends its
// goroutine is an error, and keeps no other from being closed.
func Close(solvers ...ouro.Solver) error {
	var errs []error
	for _, s := range solvers {
		if c, ok := s.(io.Closer); ok {
			errs = append(errs, apart(c.Close))
		}
	}
	return errors.Join(errs...)
}
