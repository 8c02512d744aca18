package server

import (
	"context"
	"time"

	"ouro"
	"ouro/play"
)

// answer is what is replied to a move.
type answer struct {
	ouro.Decision
	session *session     // nil if there is none
	failure *play.Mishap // why the fallback moved, or nil
}

// decide asks the game's solver, and moves for it when it does not answer. ctx
// ends when the client hangs up, which ends the thinking too.
func (s *Server) decide(ctx context.Context, snake *Snake, p *position, began time.Time) answer {
	session, err := s.sessions.open(snake, p)
	if err != nil {
		return answer{Decision: fallback(p), failure: play.MishapOf(err)}
	}
	d, fail := s.work(ctx, session, p, began, func(ctx context.Context) (ouro.Decision, *play.Mishap) {
		if fail := session.ready(snake, p); fail != nil {
			return ouro.Decision{}, fail
		}
		return session.ask(ctx, p)
	})
	if fail != nil {
		d = fallback(p)
	}
	return answer{d, session, fail}
}

// fallback is the move where the solver has none.
func fallback(p *position) ouro.Decision {
	return ouro.Decision{Dir: play.Safest(p.state, p.seat)}
}

// prepare makes the game's solver, so that the first move need not.
func (s *Server) prepare(ctx context.Context, snake *Snake, p *position, began time.Time) *play.Mishap {
	session, err := s.sessions.open(snake, p)
	if err != nil {
		return play.MishapOf(err)
	}
	_, fail := s.work(ctx, session, p, began, func(context.Context) (ouro.Decision, *play.Mishap) {
		return ouro.Decision{}, session.ready(snake, p)
	})
	return fail
}

// grace is how long after its deadline a solver is still heard: it needs a
// moment to notice on a busy machine. The part of the margin that is not for the
// way pays for it.
func (s *Server) grace(margin time.Duration) time.Duration { return min(s.margin, margin) / 4 }

// work waits for the session's solver and for a core, lets f work with them and
// waits for what it returns: all that in time for the answer to a request that
// came when it began.
func (s *Server) work(ctx context.Context, session *session, p *position, began time.Time, f func(context.Context) (ouro.Decision, *play.Mishap)) (ouro.Decision, *play.Mishap) {
	margin := session.margin(s.margin, p)
	deadline := began.Add(min(p.Game.TimeLimit()-margin, maxThink))
	ctx, cancel := context.WithDeadline(ctx, deadline)
	defer cancel()
	if err := s.sessions.own(ctx, session); err != nil {
		return ouro.Decision{}, play.ErrBusy
	}
	thinking, stint, err := s.cores.enter(ctx, deadline)
	if err != nil {
		s.sessions.release(session)
		return ouro.Decision{}, &play.Mishap{Kind: ouro.Late, Detail: "no core was free in time"}
	}
	defer s.cores.leave(stint)
	results := make(chan answer, 1) // room for one: nobody waits for what comes late
	go func() {
		defer s.sessions.release(session)
		d, fail := f(thinking)
		results <- answer{d, session, fail}
	}()
	late := time.NewTimer(time.Until(deadline) + s.grace(margin))
	defer late.Stop()
	select {
	case r := <-results:
		return r.Decision, r.failure
	case <-thinking.Done(): // its time at the core is over, even if it goes on
		s.cores.leave(stint)
	}
	select {
	case r := <-results:
		return r.Decision, r.failure
	case <-late.C:
	}
	select {
	case r := <-results: // it came while this goroutine did not run
		return r.Decision, r.failure
	default:
		return ouro.Decision{}, play.ErrLate
	}
}
