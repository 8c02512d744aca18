package play

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"time"

	"ouro"
	"ouro/field"
)

// Fault is an error of a Solver that gave no valid move.
type Fault struct {
	Kind   ouro.Fault
	Detail string
	Cause  error // the underlying error, or nil
}

func (f *Fault) Error() string { return f.Kind.String() + ": " + f.Detail }

func (f *Fault) Unwrap() error { return f.Cause }

type SeatError struct {
	Seat int
	Err  error
}

func (e *SeatError) Error() string { return fmt.Sprintf("play: seat %d: %v", e.Seat, e.Err) }

func (e *SeatError) Unwrap() error { return e.Err }

// FaultOf returns the Fault for an error of a Solver, or nil for nil.
func FaultOf(err error) *Fault {
	if err == nil {
		return nil
	}
	var f *Fault
	if errors.As(err, &f) {
		return f
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
	ErrGone = &Fault{Kind: ouro.Panicked, Detail: "the solver ended its goroutine"} // with runtime.Goexit
)

type PanicError struct {
	Value any
	Stack []byte
}

// PanicErrorOf returns the error for a recovered value. If the value is a PanicError, PanicErrorOf
// returns it unchanged, with the stack of the first panic.
func PanicErrorOf(value any) *PanicError {
	switch p := value.(type) {
	case *PanicError:
		return p
	case crash:
		return p.PanicError
	}
	return &PanicError{value, debug.Stack()}
}

// crash is the value of a second panic, which repeats a panic of another goroutine. If no function
// recovers from it, the program prints the text of Error, with the stack of the first panic.
type crash struct{ *PanicError }

func (c crash) Error() string {
	return fmt.Sprintf("%v\n\nstack of the first panic: %s", c.Value, c.Stack)
}

func (e *PanicError) Error() string { return fmt.Sprint(e.Value) }

// guard calls f and passes the result to receive: the error of f, or the Fault of a panic in f.
// If f ends the goroutine, guard passes ErrGone to receive and does not return.
func guard(f func() error, receive func(error)) {
	err := error(ErrGone)
	defer func() {
		if p := recover(); p != nil {
			err = FaultOf(PanicErrorOf(p))
		}
		receive(err)
	}()
	err = f()
}

// inGoroutine calls f in a new goroutine, which f may end. It returns the result that guard passes
// on.
func inGoroutine(f func() error) error {
	done := make(chan error, 1)
	go guard(f, func(err error) { done <- err })
	return <-done
}

// Make makes a Solver. It returns an error if the Maker panics or ends its goroutine.
func Make(m ouro.Maker, setup ouro.Setup) (s ouro.Solver, err error) {
	err = inGoroutine(func() (err error) {
		s, err = m(setup)
		return err
	})
	return s, err
}

// Asker calls one Solver, one decision at a time. Even if the Solver panics or ends its goroutine, an
// Asker returns a decision or a Fault.
type Asker struct {
	solver ouro.Solver
	ask    func()          // makes one decision and sends it to answers
	ctx    context.Context // context of the current decision
	turn   ouro.Turn       // turn of the current decision
	began  time.Time       // when the current decision began
	meter  meter

	decision ouro.Decision
	answers  chan answer // buffered, so that the Solver's goroutine never waits
}

type answer struct {
	decision ouro.Decision
	fault    *Fault
	took     time.Duration // duration of the decision
}

// NewAsker returns an Asker of this Solver. The caller must Close the Asker.
func NewAsker(s ouro.Solver) *Asker {
	a := &Asker{solver: s, answers: make(chan answer, 1)}
	decide, finish := a.decide, a.finish // made once, so that begin does not allocate
	a.ask = func() { guard(decide, finish) }
	return a
}

// Ask calls the Solver in another goroutine and waits until it returns. The Fault is nil if the
// Solver decides.
func (a *Asker) Ask(ctx context.Context, t ouro.Turn) (ouro.Decision, *Fault) {
	a.begin(ctx, t)
	got := <-a.answers
	return got.decision, got.fault
}

// Close closes the Solver, which must not be thinking.
func (a *Asker) Close() error { return Close(a.solver) }

// begin calls the Solver, which must be idle, in another goroutine. The answer arrives in a.answers.
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

func (a *Asker) finish(err error) {
	a.answers <- answer{a.decision, faultIn(a.decision, err), max(1, a.took(a.began))}
}

// took returns the duration of the current or last decision. With a limit of processor time, this is
// the processor time that the decision has used; otherwise it is the time since began.
func (a *Asker) took(began time.Time) time.Duration {
	if a.meter.limit > 0 {
		return a.meter.took()
	}
	return time.Since(began)
}

// faultIn returns the Fault of a Solver that returned d and err, or nil if d is valid.
func faultIn(d ouro.Decision, err error) *Fault {
	if err == nil && d.Dir > ouro.Left {
		return &Fault{Kind: ouro.Invalid, Detail: d.Dir.String()}
	}
	return FaultOf(err)
}

// Close closes the Solvers that are io.Closers. If a Solver panics or ends its goroutine, Close still
// closes the other Solvers, and returns an error.
func Close(solvers ...ouro.Solver) error {
	var errs []error
	for _, s := range solvers {
		if c, ok := s.(io.Closer); ok {
			errs = append(errs, inGoroutine(c.Close))
		}
	}
	return errors.Join(errs...)
}

// StraightOn, RepeatLast, FirstLegal and Safest are fallbacks: they choose the move of a snake whose
// Solver gave no valid move.

// StraightOn returns the direction of the last move. If the snake cannot go there, StraightOn returns
// the next possible direction clockwise.
func StraightOn(s *ouro.State, seat int) ouro.Dir {
	d := RepeatLast(s, seat)
	for range 4 {
		if s.Enterable(seat, s.Grid.Next(s.Snakes[seat].Body.Head(), d)) {
			return d
		}
		d = d.TurnRight()
	}
	return d
}

// RepeatLast returns the direction of the last move, even if the snake cannot go there now. Before
// the first move it returns up. The official Battlesnake engine does the same.
func RepeatLast(s *ouro.State, seat int) ouro.Dir { return field.Onward(s, seat) }

// FirstLegal returns the first legal direction of a snake, which must have one.
func FirstLegal(s *ouro.State, seat int) ouro.Dir { return s.Legal(seat).At(0) }

// Safest returns the legal direction from which the snake can reach the most cells of the current
// board. Safest prefers moves that cost less than the snake's health, onto cells that no head of
// another snake at least as long can enter. If no direction is legal, it returns the direction of the
// last move.
func Safest(s *ouro.State, seat int) ouro.Dir {
	me := &s.Snakes[seat]
	blocked := make([]bool, s.Grid.Size())
	field.Block(blocked, s, seat)
	reach := field.New(s.Grid)
	best, bestScore := RepeatLast(s, seat), -1
	legal := s.Legal(seat)
	for i := range legal.Len() {
		d := legal.At(i)
		c := s.Grid.Next(me.Body.Head(), d)
		score := reach.Fill(blocked, c)
		if !wouldStarve(s, me, c) && !isContested(s, seat, c) {
			score += s.Grid.Size()
		}
		if score > bestScore {
			best, bestScore = d, score
		}
	}
	return best
}

// wouldStarve reports whether a move onto c costs the snake its last health.
func wouldStarve(s *ouro.State, me *ouro.Snake, c ouro.Cell) bool {
	return !s.AlwaysGrow && !s.HasFood(c) && me.Health-1-s.Hazard(c)*s.HazardDamage <= 0
}

// isContested reports whether another snake that is at least as long can move to c.
func isContested(s *ouro.State, seat int, c ouro.Cell) bool {
	for i := range s.Snakes {
		sn := &s.Snakes[i]
		if i == seat || sn.Cause != ouro.Alive || sn.Body.Len() < s.Snakes[seat].Body.Len() {
			continue
		}
		if _, ok := s.Grid.DirTo(sn.Body.Head(), c); ok {
			return true
		}
	}
	return false
}
