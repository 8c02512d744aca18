package host

import (
	"errors"
	"testing"
	"time"

	"ouro"
	"ouro/play"
)

// TestResidentsLeaveTime: a solver that plays against guests leaves at least a tenth of the
// timeout unused. With the whole timeout, nearly every move would be late.
func TestResidentsLeaveTime(t *testing.T) {
	for _, c := range []struct{ timeout, limit, want time.Duration }{
		{500 * time.Millisecond, 0, 450 * time.Millisecond},
		{500 * time.Millisecond, 100 * time.Millisecond, 100 * time.Millisecond},
		{500 * time.Millisecond, time.Second, 450 * time.Millisecond},
		{20 * time.Millisecond, 0, 18 * time.Millisecond},
	} {
		if got := localTime(c.timeout, c.limit); got != c.want {
			t.Errorf("timeout %v, limit %v: %v, want %v", c.timeout, c.limit, got, c.want)
		}
	}
}

// choosy is a solver that refuses a limit of processor time and has seven threads.
type choosy struct{ ouro.Solver }

func (choosy) CanLimit(ouro.Budget) error { return errors.New("not of this one") }
func (choosy) Threads() int               { return 7 }

// TestHurriedIsTheSolver: a timeLimited solver has the CanLimit and Threads of the solver in it.
func TestHurriedIsTheSolver(t *testing.T) {
	h := timeLimited{choosy{}, time.Second}
	if play.CanLimit(ouro.Budget{CPU: time.Second}, h) == nil || ouro.Threads(h) != 7 {
		t.Errorf("the solver accepts a limit, or has %d threads", ouro.Threads(h))
	}
	if h.Solver = ouro.SolverFunc(nil); play.CanLimit(ouro.Budget{Nodes: 1}, h) != nil || ouro.Threads(h) != 1 {
		t.Error("a solver without CanLimit and Threads refuses a limit, or has several threads")
	}
}
