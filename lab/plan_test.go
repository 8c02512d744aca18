package lab_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"

	"ouro"
	"ouro/lab"
	"ouro/play"
	"ouro/rule/classic"
)

// TestBadPlans: a plan that cannot be played gives a one-line error that names the mistake,
// and no report.
func TestBadPlans(t *testing.T) {
	refuser := lab.Entrant{Spec: ouro.Spec{Name: "cell"}, Make: func(s ouro.Setup) (ouro.Solver, error) {
		return nil, errors.New("board " + s.Start.Grid.String() + ": both sides must be even")
	}}
	panicker := lab.Entrant{Spec: ouro.Spec{Name: "panicker"}, Make: func(ouro.Setup) (ouro.Solver, error) {
		panic("no such thing")
	}}
	for _, c := range []struct {
		name   string
		change func(*lab.Plan)
		want   string
	}{
		{"no games", func(p *lab.Plan) { p.Groups = 0 }, "games 0: want 1 to 10000000"},
		{"too many games", func(p *lab.Plan) { p.Groups = 1 << 40 }, "games 1099511627776: want 1 to"},
		{"negative first", func(p *lab.Plan) { p.First = -1 }, "first game -1"},
		{"negative workers", func(p *lab.Plan) { p.Workers = -2 }, "workers -2"},
		{"negative budget", func(p *lab.Plan) { p.Budget.Nodes = -3 }, "budget nodes=-3"},
		{"no entrant", func(p *lab.Plan) { p.Entrants = nil }, "no solver"},
		{"twice", func(p *lab.Plan) { p.Entrants = []lab.Entrant{winner, drunk, greedy, drunk} }, "solver drunk:sober=0.9 is entered twice"},
		{"refused", func(p *lab.Plan) { p.Entrants = append(p.Entrants, refuser) }, "solver cell: board 9x9: both sides must be even"},
		{"panic in a Maker", func(p *lab.Plan) { p.Entrants = append(p.Entrants, panicker) }, "solver panicker: panic: no such thing"},
		{"unknown option", func(p *lab.Plan) {
			e := drunk
			e.Spec.Options = ouro.Options{{Key: "colour", Value: "red"}}
			p.Entrants = []lab.Entrant{e}
		}, `solver drunk:colour=red: unknown option "colour" (known: sober)`},
		{"no deal", func(p *lab.Plan) { p.Deal = dealer(1, 9) }, "board 1x9: each side must be 2 to 64"},
		{"other board", func(p *lab.Plan) { p.Deal = dealer(8, 9) }, "dealt on a board 8x9, but the plan has 9x9"},
		{"panic in Deal", func(p *lab.Plan) { p.Deal = func(uint64) (play.Deal, error) { panic("no cards") } }, "game 0: panic: no cards"},
		{"two snakes", func(p *lab.Plan) {
			deal := p.Deal
			p.Deal = func(seed uint64) (play.Deal, error) {
				d, err := deal(seed)
				d.Start.AddSnake(0)
				return d, err
			}
		}, "the game has 2 snakes, but the plan seats 1"},
	} {
		plan := classicPlan(9, 9, 5, winner)
		c.change(&plan)
		report, err := lab.Run(context.Background(), plan, nil)
		if report != nil || err == nil || !strings.HasPrefix(err.Error(), c.want) && !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: report %v, error %q, want %q", c.name, report != nil, err, c.want)
		}
	}
}

// TestMute: a solver that only returns errors has faults, and its games are finished with fallback
// moves.
func TestMute(t *testing.T) {
	mute := lab.Entrant{Spec: ouro.Spec{Name: "mute"}, Make: func(ouro.Setup) (ouro.Solver, error) {
		return ouro.SolverFunc(func(context.Context, ouro.Turn) (ouro.Decision, error) {
			return ouro.Decision{}, errors.New("...")
		}), nil
	}}
	plan := classicPlan(4, 4, 3, mute)
	report, err := lab.Run(context.Background(), plan, nil)
	if err != nil {
		t.Fatal(err)
	}
	if r := report.Results[0]; r.Games != 3 || r.Faults == 0 {
		t.Errorf("%+v", r)
	}
}

// faultyRules panics at turn 10.
type faultyRules struct{ classic.Rules }

func (r faultyRules) Step(s *ouro.State, joint []ouro.Dir) {
	if s.Turn == 10 {
		panic("broken board")
	}
	r.Rules.Step(s, joint)
}

// TestFaults: after a failure in the middle of an experiment, Run returns the error with a
// report of the finished games.
func TestFaults(t *testing.T) {
	var calls atomic.Int64
	fifth := func(fault func()) {
		if calls.Add(1) == 5 {
			fault()
		}
	}
	for _, c := range []struct {
		name   string
		change func(*lab.Plan)
		want   string
		panics bool
	}{
		{"Deal panics", func(p *lab.Plan) {
			deal := p.Deal
			p.Deal = func(seed uint64) (play.Deal, error) {
				fifth(func() { panic("lost cards") })
				return deal(seed)
			}
		}, "game 3: panic: lost cards", true},
		{"Maker fails", func(p *lab.Plan) {
			p.Entrants = []lab.Entrant{{Spec: ouro.Spec{Name: "frail"}, Make: func(s ouro.Setup) (o ouro.Solver, err error) {
				fifth(func() { err = errors.New("out of breath") })
				if err != nil {
					return nil, err
				}
				return winner.Make(s)
			}}}
		}, "solver frail: out of breath", false},
		{"rules panic", func(p *lab.Plan) {
			deal := p.Deal
			p.Deal = func(seed uint64) (play.Deal, error) {
				d, err := deal(seed)
				fifth(func() { d.Rules = faultyRules{} })
				return d, err
			}
		}, "solver winner: game 3: panic: broken board", true},
	} {
		calls.Store(0)
		plan := classicPlan(6, 6, 10, winner)
		plan.Workers = 1
		c.change(&plan)
		report, err := lab.Run(context.Background(), plan, nil)
		if err == nil || err.Error() != c.want {
			t.Fatalf("%s: error %q, want %q", c.name, err, c.want)
		}
		var p *play.PanicError
		if errors.As(err, &p) != c.panics || c.panics && len(p.Stack) == 0 {
			t.Errorf("%s: the panic's stack is lost", c.name)
		}
		if report == nil || !report.Experiment.Partial || report.Results[0].Games != 3 {
			t.Errorf("%s: report %+v", c.name, report)
		}
	}
}

// closer is a solver that decrements open when it is closed.
type closer struct {
	ouro.Solver
	open *atomic.Int64
}

func (c closer) Close() error { c.open.Add(-1); return nil }

// TestSolversAreClosed: solvers are closed after the check of a plan and after an experiment, even
// if the rules panic.
func TestSolversAreClosed(t *testing.T) {
	var open, made atomic.Int64
	plan := classicPlan(4, 4, 8, lab.Entrant{Spec: ouro.Spec{Name: "closer"}, Make: func(s ouro.Setup) (ouro.Solver, error) {
		open.Add(1)
		made.Add(1)
		solver, err := winner.Make(s)
		return closer{solver, &open}, err
	}})
	if _, err := lab.Run(context.Background(), plan, nil); err != nil {
		t.Fatal(err)
	}
	deal := plan.Deal
	plan.Deal = func(seed uint64) (play.Deal, error) {
		d, err := deal(seed)
		d.Rules = faultyRules{}
		return d, err
	}
	if _, err := lab.Run(context.Background(), plan, nil); err == nil {
		t.Fatal("no error")
	}
	if open.Load() != 0 || made.Load() < 11 {
		t.Errorf("%d of %d solvers are open", open.Load(), made.Load())
	}
}
