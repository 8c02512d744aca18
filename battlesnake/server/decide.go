package server

import (
	"context"
	"time"

	"ouro"
)

// answer is what is replied to a move.
type answer struct {
	ouro.Decision
	session *session // nil if there is none
	failure *failure // why the fallback moved, or nil
}

// failure is why a solver gave no answer.
type failure struct {
	kind   ouro.Mishap
	detail string
}

func (f *failure) Error() string { return f.kind.String() + ": " + f.detail }

// decide asks the game's solver, and moves for it when it does not answer. ctx
// ends when the client hangs up, which ends the thinking too.
func (s *Server) decide(ctx context.Context, snake *Snake, p *position, began time.Time) answer {
	session, err := s.sessions.open(snake, p)
	if err != nil {
		return answer{Decision: fallback(p.state, p.seat), failure: &failure{ouro.Erred, err.Error()}}
	}
	d, fail := s.work(ctx, session, p, began, func(ctx context.Context) (ouro.Decision, *failure) {
		if fail := session.ready(snake, p); fail != nil {
			return ouro.Decision{}, fail
		}
		return session.ask(ctx, p)
	})
	if fail != nil {
		d = fallback(p.state, p.seat)
	}
	return answer{d, session, fail}
}

// prepare makes the game's solver, so that the first move need not.
func (s *Server) prepare(ctx context.Context, snake *Snake, p *position, began time.Time) *failure {
	session, err := s.sessions.open(snake, p)
	if err != nil {
		return &failure{ouro.Erred, err.Error()}
	}
	_, fail := s.work(ctx, session, p, began, func(context.Context) (ouro.Decision, *failure) {
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
func (s *Server) work(ctx context.Context, session *session, p *position, began time.Time, f func(context.Context) (ouro.Decision, *failure)) (ouro.Decision, *failure) {
	margin := session.margin(s.margin, p)
	deadline := began.Add(min(p.Game.TimeLimit()-margin, maxThink))
	ctx, cancel := context.WithDeadline(ctx, deadline)
	defer cancel()
	if err := s.sessions.own(ctx, session); err != nil {
		return ouro.Decision{}, &failure{ouro.Late, "still busy with an earlier move"}
	}
	thinking, stint, err := s.cores.enter(ctx, deadline)
	if err != nil {
		s.sessions.release(session)
		return ouro.Decision{}, &failure{ouro.Late, "no core was free in time"}
	}
	defer s.cores.leave(stint)
	type result struct {
		ouro.Decision
		*failure
	}
	results := make(chan result, 1) // room for one: nobody waits for what comes late
	go func() {
		defer s.sessions.release(session)
		d, fail := f(thinking)
		results <- result{d, fail}
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
		return ouro.Decision{}, &failure{ouro.Late, "no answer in time"}
	}
}
