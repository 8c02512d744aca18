package server

import (
	"context"
	"errors"

	"ouro"
	"ouro/play"
)

// job computes one move. It uses the solver of the session or, if that is busy, a new solver for
// this move alone. So a move never waits for another one of its session: a client that knows the
// ids of a game may request moves in it, but cannot delay the moves of the game engine.
//
// The jobs of a session share its weight on the cores. A job gets a solver only on a core, so there
// are hardly more solvers than sessions and cores together.
type job struct {
	*session
	spare  bool        // the job has its own solver, not that of the session
	solver *play.Asker // nil until ready

	// missed: the move was answered before this job ended; ended: this job has ended. The mutex of
	// the session guards both.
	missed, ended bool
}

// maxOverdue is how many jobs of a session may still run after their moves were answered. So solvers
// that never stop cannot accumulate without limit.
const maxOverdue = 8

func (t *sessions) startJob(g *session) (*job, *play.Fault) {
	t.mu.Lock()
	if t.closed {
		t.mu.Unlock()
		return nil, play.FaultOf(errClosed)
	}
	t.solving.Add(1)
	t.mu.Unlock()
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.overdue >= maxOverdue {
		t.solving.Done()
		return nil, play.ErrBusy
	}
	m := &job{session: g, spare: g.busy || g.closed, solver: g.solver}
	if !m.spare {
		g.busy, g.solver = true, nil
	}
	return m, nil
}

// prepared reports whether the session has a solver, busy or not.
func (g *session) prepared() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.busy || g.solver != nil
}

func (t *sessions) finishJob(m *job) {
	defer t.solving.Done()
	g := m.session
	g.mu.Lock()
	if m.ended = true; m.missed {
		g.overdue--
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

// prepareSolver makes the solver if necessary. play.Make also recovers from a panic while it makes
// the rules of the request.
func (m *job) prepareSolver(snake *Snake, p *position) *play.Fault {
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
		return m.logPanic(play.FaultOf(err))
	}
	m.solver = play.NewAsker(solver)
	return nil
}

// ask asks the solver for a move. offers receives its best move so far.
func (m *job) ask(ctx context.Context, p *position, offers *ouro.Best) (ouro.Decision, *play.Fault) {
	d, fail := m.solver.Ask(ctx, ouro.Turn{State: p.state, Seat: p.seat, Best: offers})
	return d, m.logPanic(fail)
}

// logPanic returns fault, and logs the stack if the solver panicked.
func (g *session) logPanic(fault *play.Fault) *play.Fault {
	var p *play.PanicError
	if fault != nil && errors.As(fault, &p) {
		g.log.Error("the solver panicked", "panic", fault.Detail, "stack", string(p.Stack))
	}
	return fault
}

func (m *job) end() {
	if m.solver == nil {
		return
	}
	if err := m.solver.Close(); err != nil {
		m.log.Error("closing the solver", "reason", m.logPanic(play.FaultOf(err)))
	}
}

// recordMiss records that the move was answered before this job ended.
func (m *job) recordMiss() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.ended {
		m.missed = true
		m.overdue++
	}
}

// close ends the session and closes its solver. If a job uses it, finishJob closes it later.
func (g *session) close() {
	g.idle.Stop()
	g.mu.Lock()
	g.closed = true
	idle := &job{session: g, solver: g.solver}
	g.solver = nil
	g.mu.Unlock()
	idle.end()
}
