package lab_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"ouro"
	"ouro/arena"
	"ouro/lab"
	"ouro/play"
	"ouro/rule/battlesnake"
)

// tournamentPlan returns an experiment in which all entrants play Battlesnake together, in
// every seat.
func tournamentPlan(groups int, entrants ...lab.Entrant) lab.Plan {
	n := len(entrants)
	tour := &arena.Tournament{Format: arena.FreeForAll, Seats: n, Seed: 1, Rules: "standard", Board: "7x7", StartLength: 3}
	for i := range entrants {
		tour.Snakes = append(tour.Snakes, arena.Snake{Name: entrants[i].Spec.Name})
	}
	return lab.Plan{
		Kind:     arena.Kind{Tournament: tour},
		Seatings: lab.Rotations(n),
		Game:     ouro.GameSpec{Rules: ouro.Spec{Name: "standard"}, W: 7, H: 7, StartLength: 3, Snakes: n},
		Deal: func(game uint64) (play.Deal, error) {
			r, err := battlesnake.New("standard", nil)
			if err != nil {
				return play.Deal{}, err
			}
			dice := battlesnake.NewDice(int64(game))
			start, err := r.Start(7, 7, n, dice)
			return play.Deal{Rules: r, Start: start, Dice: dice}, err
		},
		Entrants: entrants,
		Groups:   groups,
		Seed:     1,
	}
}

// Three snakes: the first takes a random legal step, the second takes the first legal step, the
// third moves into walls.
var (
	rover = lab.Entrant{
		Spec: ouro.Spec{Name: "rover"},
		Make: func(setup ouro.Setup) (ouro.Solver, error) {
			dice := ouro.NewPCG(setup.Seed)
			return ouro.SolverFunc(func(_ context.Context, t ouro.Turn) (ouro.Decision, error) {
				legal := t.State.Legal(t.Seat)
				if legal.Len() == 0 {
					return ouro.Decision{}, errors.New("no way")
				}
				return ouro.Decision{Dir: legal.At(dice.Roll(legal.Len()))}, nil
			}), nil
		},
	}
	first  = entrant("first", func(t ouro.Turn) ouro.Dir { return t.State.Legal(t.Seat).At(0) })
	rammer = entrant("rammer", func(t ouro.Turn) ouro.Dir { return ouro.Up })
)

// TestRotations: in Rotations, each entrant takes every seat once; in Alone, each entrant plays by
// itself.
func TestRotations(t *testing.T) {
	for n := 1; n <= 8; n++ {
		seatings := lab.Rotations(n)
		if len(seatings) != n || len(lab.Alone(n)) != n {
			t.Fatalf("%d entrants: %d rotations, %d alone", n, len(seatings), len(lab.Alone(n)))
		}
		for i, seating := range seatings {
			if alone := lab.Alone(n)[i]; len(alone) != 1 || alone[0] != i {
				t.Errorf("%d entrants: alone %v in seating %d", n, alone, i)
			}
			for seat, e := range seating {
				if want := (e + i) % n; seat != want {
					t.Errorf("%d entrants: entrant %d is in seat %d of seating %d, want %d", n, e, seat, i, want)
				}
			}
		}
	}
}

// TestTournamentWorkersDoNotMatter: games of three seats have the same report with 1, 2
// and 7 workers.
func TestTournamentWorkersDoNotMatter(t *testing.T) {
	var want []string
	for _, workers := range []int{1, 2, 7} {
		plan := tournamentPlan(20, rover, first, rammer)
		plan.Workers, plan.Short = workers, 1
		report, err := lab.Run(context.Background(), plan, nil)
		if err != nil {
			t.Fatal(err)
		}
		if report.Results[0].Times.Max == 0 {
			t.Error("the report has no times")
		}
		want = checkSame(t, workers, report, want)
	}
}

// TestTournamentAgainstPlainLoop: a plain loop that plays the same games without package lab gives
// the same tallies and counts.
func TestTournamentAgainstPlainLoop(t *testing.T) {
	plan := tournamentPlan(30, rover, first, rammer)
	plan.First, plan.Seed, plan.Workers, plan.Short = 11, 4, 3, 2
	report, err := lab.Run(context.Background(), plan, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Games) != 88 || report.Complete() != 30 {
		t.Fatalf("%d games, complete %d", len(report.Games), report.Complete())
	}
	type counts struct {
		games, won, faults int
		deaths             [ouro.Burnt + 1]int
	}
	want := make([]counts, 3)
	draws := 0
	for i := range report.Games {
		got := &report.Games[i]
		group, seating := 11+i/3, i%3
		tally := playTogether(t, plan, group, seating)
		if !reflect.DeepEqual(*got, tally) {
			t.Fatalf("game %d: %+v, want %+v", i, *got, tally)
		}
		for seat, s := range tally.Seats {
			c := &want[s.Entrant]
			c.games++
			c.faults += int(s.Faults)
			c.deaths[s.Cause]++
			if tally.Won(seat) {
				c.won++
			}
		}
		if tally.Ending != ouro.Won {
			draws++
		}
	}
	for e, res := range report.Results {
		if got := (counts{res.Games, res.Won, res.Faults, res.Deaths}); got != want[e] {
			t.Errorf("%s: %+v, want %+v", res.Name, got, want[e])
		}
	}
	if draws == 0 || want[0].won == 0 || want[1].won == 0 || want[0].faults == 0 {
		t.Errorf("%d draws, %+v: the test needs draws, wins of both entrants and faults", draws, want)
	}
}

func playTogether(t *testing.T, plan lab.Plan, group, seating int) lab.Tally {
	t.Helper()
	seed := ouro.GameSeed(plan.Seed, group)
	deal, err := plan.Deal(seed)
	if err != nil {
		t.Fatal(err)
	}
	var solvers []ouro.Solver
	for seat := range plan.Entrants {
		e := (seat - seating + len(plan.Entrants)) % len(plan.Entrants)
		s, err := plan.Entrants[e].Make(ouro.Setup{Rules: deal.Rules, Start: deal.Start, Seat: seat, Seed: ouro.SolverSeed(seed, seat)})
		if err != nil {
			t.Fatal(err)
		}
		solvers = append(solvers, s)
	}
	g, err := play.New(play.Config{Deal: deal, Seats: solvers})
	if err != nil {
		t.Fatal(err)
	}
	outcome, err := g.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	tally := lab.Tally{Group: int32(group), Seating: int32(seating), Ending: outcome.Ending, Winner: int8(outcome.Winner), Turns: int32(g.State().Turn)}
	for seat := range solvers {
		sn := &g.State().Snakes[seat]
		s := lab.Seat{Entrant: int32((seat - seating + len(plan.Entrants)) % len(plan.Entrants)), Length: int32(sn.Body.Len()), Cause: sn.Cause, Died: int32(sn.Died)}
		for _, in := range g.Incidents() {
			if in.Seat == seat {
				if s.Faults++; s.Faults == 1 {
					s.FirstFault = fmt.Sprintf("turn %d: %s: %s", in.Turn, in.Fault, in.Detail)
				}
			}
		}
		tally.Seats = append(tally.Seats, s)
	}
	return tally
}

// TestTournamentKeep: every record can be replayed, even after a cancellation.
func TestTournamentKeep(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	plan := tournamentPlan(50, rover, first)
	plan.Workers, plan.Records = 1, true
	kept := 0
	plan.Keep = func(f *lab.Finished) error {
		tally, r := &f.Tally, f.Record.(*ouro.Record)
		deal, err := plan.Deal(r.Seed)
		if err != nil {
			return err
		}
		for seat, spec := range r.Seats {
			if want := plan.Entrants[tally.Seats[seat].Entrant].Spec; !reflect.DeepEqual(spec, want) {
				t.Errorf("group %d seating %d seat %d: %s in the record, want %s", tally.Group, tally.Seating, seat, spec, want)
			}
		}
		if kept++; kept == 21 {
			cancel()
		}
		return play.Replay(t.Context(), r, deal, nil)
	}
	report, err := lab.Run(ctx, plan, nil)
	if !errors.Is(err, context.Canceled) || !report.Experiment.Partial || len(report.Games) != 21 {
		t.Fatalf("error %v, %d games", err, len(report.Games))
	}
	if n := report.Complete(); n != 10 {
		t.Errorf("21 games of 2 seatings: %d groups are complete", n)
	}
	formats(t, report)
}

// stubborn is a solver whose Close returns an error.
type stubborn struct{ ouro.Solver }

func (stubborn) Close() error { return errors.New("never") }

// TestClosing: if a solver fails to close in the check of a plan, Run returns the error. If it
// fails to close after a game, its seat has a fault.
func TestClosing(t *testing.T) {
	mule := lab.Entrant{Spec: ouro.Spec{Name: "mule"}, Make: func(s ouro.Setup) (ouro.Solver, error) {
		solver, err := first.Make(s)
		return stubborn{solver}, err
	}}
	plan := tournamentPlan(1, first, mule)
	if _, err := lab.Run(context.Background(), plan, nil); err == nil || err.Error() != "solver mule: never" {
		t.Errorf("a solver that cannot be closed in the check of the plan: %v", err)
	}
	made := 0
	mule.Make = func(s ouro.Setup) (ouro.Solver, error) {
		solver, err := first.Make(s)
		if made++; made > 1 {
			solver = stubborn{solver}
		}
		return solver, err
	}
	plan = tournamentPlan(2, first, mule)
	plan.Workers = 1
	report, err := lab.Run(context.Background(), plan, nil)
	if err != nil {
		t.Fatal(err)
	}
	if a, b := report.Results[0], report.Results[1]; a.Faults != 0 || b.Faults != 4 || b.FirstFault != "game 0 at the end: never" {
		t.Errorf("first: %d, mule: %d, %q", a.Faults, b.Faults, b.FirstFault)
	}
}

// TestBadSeatings: impossible seatings are rejected.
func TestBadSeatings(t *testing.T) {
	for _, c := range []struct {
		change func(*lab.Plan)
		want   string
	}{
		{func(p *lab.Plan) { p.Seatings = [][]int{} }, "a group of 0 games"},
		{func(p *lab.Plan) { p.Short = 2 }, "a group of 2 games, the last one short of 2"},
		{func(p *lab.Plan) { p.Seatings[1] = []int{0} }, "seating 1 has 1 seats, the first has 2"},
		{func(p *lab.Plan) { p.Seatings[1] = []int{0, 2} }, "seating 1: there is no entrant 2 of 2"},
		{func(p *lab.Plan) { p.Seatings[1] = []int{1, 1} }, "seating 1: first is in two seats"},
		{func(p *lab.Plan) { p.Kind = nil }, "2 seats: games of one snake want one"},
		{func(p *lab.Plan) { p.Kind = lab.Measured{} }, "2 seats: games of one snake want one"},
		{func(p *lab.Plan) { p.Meals = true }, "2 seats: meals and choices are counted in games of one snake"},
		{func(p *lab.Plan) { p.Choices = true }, "2 seats: meals and choices are counted in games of one snake"},
		{func(p *lab.Plan) { p.Seatings = lab.Alone(2) }, "the game has 2 snakes, but the plan seats 1"},
		{func(p *lab.Plan) { p.Entrants[1] = rover }, "solver rover is entered twice"},
	} {
		plan := tournamentPlan(5, rover, first)
		c.change(&plan)
		if report, err := lab.Run(context.Background(), plan, nil); report != nil || err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("report %v, error %q, want %q", report != nil, err, c.want)
		}
	}
}
