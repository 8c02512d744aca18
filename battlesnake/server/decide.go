package server

import (
	"context"
	"errors"
	"time"

	"ouro"
	"ouro/field"
	"ouro/play"
)

// answer is the result of a request for a move.
type answer struct {
	ouro.Decision
	session *session    // nil if it could not be opened
	failure *play.Fault // why the solver did not decide, or nil
	offered bool        // the move is the solver's best move so far, not the safest move
}

// errNoCore is the fault of a move for which no core was free in time.
var errNoCore = &play.Fault{Kind: ouro.Late, Detail: "no core was free in time"}

// decide asks the solver of the game for a move. If the solver fails or no core is free in time,
// the answer is the solver's best move so far or, without one, the safest move, which decide
// computes first. ctx ends when the client disconnects, and stops the search.
func (s *Server) decide(ctx context.Context, snake *Snake, p *position, began time.Time) answer {
	fallback := ouro.Decision{Dir: play.Safest(p.state, p.seat)}
	session, err := s.sessions.open(snake, p)
	if err != nil {
		return answer{Decision: fallback, failure: play.FaultOf(err)}
	}
	best := new(ouro.Best)
	d, fail := s.work(ctx, workRequest{session, p, began, best}, func(ctx context.Context, m *job) (ouro.Decision, *play.Fault) {
		if fail := m.prepareSolver(snake, p); fail != nil {
			return ouro.Decision{}, fail
		}
		return m.ask(ctx, p, best)
	})
	switch {
	case fail == nil:
		return answer{Decision: d, session: session}
	case errors.Is(fail, field.ErrNoStep): // not a fault of the solver
		return answer{Decision: fallback, session: session}
	}
	if dir, ok := best.Take(p.state, p.seat); ok {
		return answer{ouro.Decision{Dir: dir}, session, fail, true}
	}
	return answer{fallback, session, fail, false}
}

// prepare makes the solver of a game in advance, for the first move.
func (s *Server) prepare(ctx context.Context, snake *Snake, p *position, began time.Time) *play.Fault {
	session, err := s.sessions.open(snake, p)
	if err != nil {
		return play.FaultOf(err)
	}
	if session.prepared() {
		return nil
	}
	_, fail := s.work(ctx, workRequest{session, p, began, nil}, func(_ context.Context, m *job) (ouro.Decision, *play.Fault) {
		return ouro.Decision{}, m.prepareSolver(snake, p)
	})
	return fail
}

// grace returns how long after its deadline a solver's decision still counts, because on a busy
// machine a solver may notice the deadline late. The grace is a part of the margin, and smaller if
// there is a best move so far.
func (s *Server) grace(margin time.Duration, best *ouro.Best) time.Duration {
	grace := min(s.margin, margin) / 4
	if _, ok := best.Dir(); ok {
		grace /= 4
	}
	return grace
}

type workRequest struct {
	session  *session
	position *position
	began    time.Time  // when the request arrived
	best     *ouro.Best // receives the solver's best move so far; may be nil
}

// work waits for a core, runs f there with a job of the session, and returns the result, or a fault
// in time for the answer.
func (s *Server) work(ctx context.Context, r workRequest, f func(context.Context, *job) (ouro.Decision, *play.Fault)) (ouro.Decision, *play.Fault) {
	margin, limit := r.session.margin(s.margin, r.position), r.position.Game.TimeLimit()
	deadline := r.began.Add(min(limit-s.lag.margin(margin, limit), s.timeouts.think))
	if !time.Now().Before(deadline) {
		return ouro.Decision{}, errNoCore
	}
	due := deadline // when the answer must be ready
	defer func() { s.lag.learn(time.Since(due)) }()
	ctx, cancel := context.WithDeadline(ctx, deadline)
	defer cancel()
	thinking, slot, err := s.cores.enter(ctx, deadline, r.session)
	if err != nil {
		return ouro.Decision{}, errNoCore
	}
	defer s.cores.leave(slot)
	m, fail := s.sessions.startJob(r.session)
	if fail != nil {
		return ouro.Decision{}, fail
	}
	results := make(chan answer, 1) // buffered: a late result must not block f
	go func() {
		defer s.sessions.finishJob(m)
		d, fail := f(thinking, m)
		results <- answer{d, r.session, fail, false}
	}()
	select {
	case a := <-results:
		return a.Decision, a.failure
	case <-thinking.Done(): // the move has used its share of the core; the solver may still run
		s.cores.leave(slot)
	}
	due = deadline.Add(s.grace(margin, r.best))
	late := time.NewTimer(time.Until(due))
	defer late.Stop()
	select {
	case a := <-results:
		return a.Decision, a.failure
	case <-late.C:
	}
	select {
	case a := <-results: // the result arrived before this goroutine ran
		return a.Decision, a.failure
	default:
		m.recordMiss()
		return ouro.Decision{}, play.ErrLate
	}
}
