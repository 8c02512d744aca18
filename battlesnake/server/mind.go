package server

import (
	"context"
	"errors"

	"ouro"
	"ouro/play"
)

// mind is what one move is thought about with: the session's solver or, where that
// is busy, one made for this move alone. So no move waits for another of its
// session: a stranger who knows the ids of a game can ask for moves in it, but the
// engine's are thought about all the same.
//
// The minds of a session share its part of the cores, and one without a core has
// no solver yet, so there are hardly more solvers than sessions and cores.
type mind struct {
	*session
	spare  bool
	solver *play.Asker // nil until ready

	// Guarded by the mutex of the session.
	missed, back bool
}

// maxGone is how many solvers of a session may be at large, far behind their
// answer: those that never stop do not pile up.
const maxGone = 8

// engage is a mind for one move of a session.
func (t *sessions) engage(g *session) (*mind, *play.Fault) {
	t.mu.Lock()
	if t.closed {
		t.mu.Unlock()
		return nil, play.FaultOf(errClosed)
	}
	t.solving.Add(1)
	t.mu.Unlock()
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.gone >= maxGone {
		t.solving.Done()
		return nil, play.ErrBusy
	}
	m := &mind{session: g, spare: g.busy || g.closed, solver: g.solver}
	if !m.spare {
		g.busy, g.solver = true, nil
	}
	return m, nil
}

// prepared tells whether the session has a solver, which may be busy.
func (g *session) prepared() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.busy || g.solver != nil
}

// dismiss takes the mind back, when it thinks no longer.
func (t *sessions) dismiss(m *mind) {
	defer t.solving.Done()
	g := m.session
	g.mu.Lock()
	if m.back = true; m.missed {
		g.gone--
	}
	keep := !m.spare && !g.closed
	if !m.spare {
		g.busy = false
	}
	if keep {
		g.solver = m.solver
	}
	g.mu.Unlock()
	if !keep {
		m.end()
	}
}

// ready makes the solver if there is none yet. The rules that a request names are
// read under the guard too.
func (m *mind) ready(snake *Snake, p *position) *play.Fault {
	if m.solver != nil {
		return nil
	}
	solver, err := play.Make(func(setup ouro.Setup) (_ ouro.Solver, err error) {
		if setup.Rules, err = p.Game.Rules(); err != nil {
			return nil, err
		}
		return snake.Make(setup)
	}, ouro.Setup{Start: p.state, Seat: p.seat, Seed: ouro.SolverSeed(m.seed, p.seat)})
	if err != nil {
		return m.tell(play.FaultOf(err))
	}
	m.solver = play.NewAsker(solver)
	return nil
}

// ask lets the solver decide. Its best move so far is in best.
func (m *mind) ask(ctx context.Context, p *position, best *ouro.Best) (ouro.Decision, *play.Fault) {
	d, fail := m.solver.Ask(ctx, ouro.Turn{State: p.state, Seat: p.seat, Best: best})
	return d, m.tell(fail)
}

// tell writes down where a solver panicked.
func (g *session) tell(fail *play.Fault) *play.Fault {
	var p *play.PanicError
	if fail != nil && errors.As(fail, &p) {
		g.log.Error("the solver panicked", "panic", fail.Detail, "stack", string(p.Stack))
	}
	return fail
}

// end closes the solver, if there is one.
func (m *mind) end() {
	if m.solver == nil {
		return
	}
	if err := m.solver.Close(); err != nil {
		m.log.Error("closing the solver", "reason", m.tell(play.FaultOf(err)))
	}
}

// miss notes that the answer is given without this mind.
func (m *mind) miss() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.back {
		m.missed = true
		m.gone++
	}
}

// close gives the session up: its solver is closed as soon as it is not busy.
func (g *session) close() {
	g.idle.Stop()
	g.mu.Lock()
	g.closed = true
	idle := &mind{session: g, solver: g.solver}
	g.solver = nil
	g.mu.Unlock()
	idle.end()
}
