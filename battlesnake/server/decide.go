package server

import (
	"context"
	"errors"
	"time"

	"ouro"
	"ouro/field"
	"ouro/play"
)

// answer is what is replied to a move.
type answer struct {
	ouro.Decision
	session *session    // nil if there is none
	failure *play.Fault // why the solver has no answer, or nil
	offered bool        // the move is the solver's best so far, and no fallback
}

// decide asks the game's solver. When that does not answer, its best move so far
// is made, and if it has none, the safest step. ctx ends when the client hangs up,
// which ends the thinking too.
func (s *Server) decide(ctx context.Context, snake *Snake, p *position, began time.Time) answer {
	session, err := s.sessions.open(snake, p)
	if err != nil {
		return answer{Decision: fallback(p), failure: play.FaultOf(err)}
	}
	best := new(ouro.Best)
	d, fail := s.work(ctx, session, p, began, best, func(ctx context.Context, m *mind) (ouro.Decision, *play.Fault) {
		if fail := m.ready(snake, p); fail != nil {
			return ouro.Decision{}, fail
		}
		return m.ask(ctx, p, best)
	})
	switch {
	case fail == nil:
		return answer{Decision: d, session: session}
	case errors.Is(fail, field.ErrNoStep): // nothing is wrong with the solver
		return answer{Decision: fallback(p), session: session}
	}
	if dir, ok := best.Take(p.state, p.seat); ok {
		return answer{ouro.Decision{Dir: dir}, session, fail, true}
	}
	return answer{fallback(p), session, fail, false}
}

// fallback is the move where the solver has none.
func fallback(p *position) ouro.Decision {
	return ouro.Decision{Dir: play.Safest(p.state, p.seat)}
}

// prepare makes the game's solver, so that the first move need not.
func (s *Server) prepare(ctx context.Context, snake *Snake, p *position, began time.Time) *play.Fault {
	session, err := s.sessions.open(snake, p)
	if err != nil {
		return play.FaultOf(err)
	}
	if session.prepared() {
		return nil
	}
	_, fail := s.work(ctx, session, p, began, nil, func(_ context.Context, m *mind) (ouro.Decision, *play.Fault) {
		return ouro.Decision{}, m.ready(snake, p)
	})
	return fail
}

// grace is how long after its deadline a solver is still heard: it needs a
// moment to notice on a busy machine. The part of the margin that is not for the
// way pays for it. Where there is a best move so far, less is at stake.
func (s *Server) grace(margin time.Duration, best *ouro.Best) time.Duration {
	grace := min(s.margin, margin) / 4
	if _, ok := best.Dir(); ok {
		grace /= 4
	}
	return grace
}

// work waits for a core, lets f work there with a mind of the session and waits
// for what it returns: all that in time for the answer to a request that came when
// it began. The solver tells best its best move so far, if that is asked for.
func (s *Server) work(ctx context.Context, session *session, p *position, began time.Time, best *ouro.Best, f func(context.Context, *mind) (ouro.Decision, *play.Fault)) (ouro.Decision, *play.Fault) {
	margin := session.margin(s.margin, p)
	deadline := began.Add(min(p.Game.TimeLimit()-margin-s.lag.margin(p.Game.TimeLimit()), maxThink))
	if time.Until(deadline) > 0 { // else the client was late, and not this machine
		defer func() { s.lag.learn(time.Since(deadline)) }()
	}
	ctx, cancel := context.WithDeadline(ctx, deadline)
	defer cancel()
	thinking, stint, err := s.cores.enter(ctx, deadline, session)
	if err != nil {
		return ouro.Decision{}, &play.Fault{Kind: ouro.Late, Detail: "no core was free in time"}
	}
	defer s.cores.leave(stint)
	m, fail := s.sessions.engage(session)
	if fail != nil {
		return ouro.Decision{}, fail
	}
	results := make(chan answer, 1) // room for one: nobody waits for what comes late
	go func() {
		defer s.sessions.dismiss(m)
		d, fail := f(thinking, m)
		results <- answer{d, session, fail, false}
	}()
	select {
	case r := <-results:
		return r.Decision, r.failure
	case <-thinking.Done(): // its time at the core is over, even if it goes on
		s.cores.leave(stint)
	}
	late := time.NewTimer(time.Until(deadline) + s.grace(margin, best))
	defer late.Stop()
	select {
	case r := <-results:
		return r.Decision, r.failure
	case <-late.C:
	}
	select {
	case r := <-results: // it came while this goroutine did not run
		return r.Decision, r.failure
	default:
		m.miss()
		return ouro.Decision{}, play.ErrLate
	}
}
