package lab

import (
	"context"
	"errors"
	"fmt"
	"time"

	"ouro"
	"ouro/lab/stat"
	"ouro/play"
)

// Player plays single games of a plan, one at a time.
type Player struct {
	plan    *Plan
	clock   func(seat int, took time.Duration) // receives the time of every decision
	meals   mealRecorder
	choices choiceRecorder
	times   []seatTimes // by seat, of the current game
}

// seatTimes are the thinking times of one seat.
type seatTimes struct {
	think   stat.Histogram
	count   int32 // number of decisions
	slowest int32 // number of the slowest decision, from 1
}

// NewPlayer returns a Player for the games of a plan. It returns an error if the plan cannot be
// played.
func NewPlayer(plan Plan) (*Player, error) {
	plan = plan.withDefaults()
	if err := plan.check(); err != nil {
		return nil, err
	}
	plan.Keep = func(*Finished) error { return nil } // without Keep, games have no digest
	return newPlayer(&plan, func(int, time.Duration) {}), nil
}

func newPlayer(plan *Plan, clock func(seat int, took time.Duration)) *Player {
	p := &Player{plan: plan, times: make([]seatTimes, len(plan.Seatings[0]))}
	p.clock = func(seat int, took time.Duration) {
		clock(seat, took)
		p.times[seat].add(took)
	}
	return p
}

func (n *seatTimes) reset() {
	n.think.Reset()
	n.count, n.slowest = 0, 0
}

func (n *seatTimes) add(took time.Duration) {
	n.count++
	if took > n.think.Max() || n.count == 1 {
		n.slowest = n.count
	}
	n.think.Add(took)
}

// Games returns the number of games of the plan.
func (p *Player) Games() int { return p.plan.tasks() }

// Play plays game i of the plan, counted from 0.
func (p *Player) Play(ctx context.Context, i int) (*Finished, error) {
	f, err := p.play(ctx, p.plan.task(i))
	if err != nil {
		return nil, err
	}
	f.Meals = append([]Meal(nil), f.Meals...)
	return &f, nil
}

// play plays the game of a task. The meals of the result are valid until the next call of play.
func (p *Player) play(ctx context.Context, t Task) (f Finished, err error) {
	for seat := range p.times {
		p.times[seat].reset()
	}
	t.Clock = p.clock
	began := time.Now()
	if f, err = p.playTask(ctx, t); err != nil {
		return f, err
	}
	f.Took = max(1, time.Since(began)) // 0 would mean unknown
	if err := p.plan.checkGameOf(t, &f); err != nil {
		return f, p.plan.where(t, err)
	}
	p.plan.seat(t, &f.Tally)
	if f.Moves, err = f.KnownMoves(); err != nil {
		return f, p.plan.where(t, err)
	}
	f.Think, f.Slow = make([]*stat.Sparse, len(p.times)), make([]int32, len(p.times))
	for seat := range p.times {
		f.Think[seat], f.Slow[seat] = p.times[seat].think.Sparse(), p.times[seat].slowest
	}
	return f, nil
}

// seat sets the group, the seating and the entrants of a tally.
func (p *Plan) seat(t Task, tally *Tally) {
	for seat, e := range t.Seats {
		tally.Seats[seat].Entrant = int32(e)
	}
	tally.Group, tally.Seating = int32(t.Group), int32(t.Seating)
}

// playTask plays a game with the plan's Play, if set, or with package play.
func (p *Player) playTask(ctx context.Context, t Task) (f Finished, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = p.plan.where(t, play.FaultOf(play.PanicErrorOf(v)))
		}
	}()
	if p.plan.Play == nil {
		return p.playGame(ctx, t)
	}
	if f, err = p.plan.Play(ctx, t); err != nil {
		err = p.plan.where(t, err)
	}
	return f, err
}

// where adds the game's number and, for a game of one seat, the solver's name to an error.
func (p *Plan) where(t Task, err error) error {
	err = fmt.Errorf("game %d: %w", p.Kind.Number(len(p.Seatings), &Tally{Group: int32(t.Group), Seating: int32(t.Seating)}), err)
	if len(t.Seats) == 1 {
		err = fmt.Errorf("solver %s: %w", p.Entrants[t.Seats[0]].label(), err)
	}
	return err
}

// playGame deals the game of a task, makes its solvers and plays it.
func (p *Player) playGame(ctx context.Context, t Task) (f Finished, err error) {
	plan := p.plan
	cfg := play.Config{Budget: plan.Budget, InTurn: plan.InTurn, Clock: t.Clock, Keep: t.Records, Moves: plan.Keep != nil}
	if cfg.Deal, err = plan.deal(t); err != nil {
		return f, err
	}
	for seat, e := range t.Seats {
		s, err := plan.make(e, cfg.Deal, t.Seed, seat)
		if err != nil {
			return f, errors.Join(err, play.Close(cfg.Seats...))
		}
		cfg.Seats = append(cfg.Seats, s)
	}
	if plan.Choices {
		cfg.Trace = p.choices.trace
	}
	tally, r, err := p.playDealt(ctx, cfg)
	if err != nil {
		return f, plan.where(t, err)
	}
	f.Tally = tally
	if plan.Meals {
		f.Tally.Seats[0].Distance = p.meals.total()
		f.Meals = p.meals.meals
	}
	if plan.Choices {
		f.choices = p.choices.choices
	}
	if r == nil {
		return f, nil
	}
	r.Game, r.Seed = plan.Game, t.Seed
	for _, e := range t.Seats {
		r.Seats = append(r.Seats, plan.Entrants[e].Spec)
	}
	f.Moves = digestOf(r)
	if t.Records {
		f.Record = r
	}
	return f, nil
}

// playDealt plays the game of a Config. r is nil if neither a record nor a digest is needed.
func (p *Player) playDealt(ctx context.Context, cfg play.Config) (t Tally, r *ouro.Record, err error) {
	g, err := play.New(cfg)
	if err != nil {
		return t, nil, err
	}
	defer func() {
		// A solver that fails to close has a fault, but the experiment continues.
		if closeErr := g.Close(); err == nil {
			t.AddCloseErrors(closeErr)
		}
	}()
	outcome, err := p.runGame(ctx, g)
	if err != nil {
		return t, nil, err
	}
	t = NewTally(g.State(), outcome, g.Incidents())
	if cfg.Keep || cfg.Moves {
		r = g.Record()
	}
	return t, r, nil
}

// runGame plays a game to its end, and records meals and choices if the plan requires them.
func (p *Player) runGame(ctx context.Context, g *play.Game) (ouro.Outcome, error) {
	switch {
	case p.plan.Choices:
		p.meals.open(g.State())
		p.choices.open(g.State())
		return g.RunWith(ctx, func(s *ouro.State) {
			p.meals.note(s)
			p.choices.note(s)
		})
	case p.plan.Meals:
		p.meals.open(g.State())
		return g.RunWith(ctx, p.meals.note)
	}
	return g.Run(ctx)
}
