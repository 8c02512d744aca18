package lab_test

import (
	"bytes"
	"context"
	"encoding"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"
	"unsafe"

	"ouro"
	"ouro/lab"
	"ouro/lab/sheet"
	"ouro/play"
	"ouro/rule/battlesnake"
)

// contestPlan is an experiment in which all entrants play Battlesnake together,
// in every seat.
func contestPlan(groups int, entrants ...lab.Entrant) lab.Plan {
	n := len(entrants)
	return lab.Plan{
		Kind:     lab.Contest{},
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

// Three snakes: one that takes any legal step with dice of its own, one that
// takes the first one, and one that walks into walls.
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

// TestRotations: each entrant sits once in every seat, alone or with others.
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
					t.Errorf("%d entrants: entrant %d sits in seat %d of seating %d, want %d", n, e, seat, i, want)
				}
			}
		}
	}
}

// TestContestWorkersDoNotMatter plays games of three seats with 1, 2 and 7
// workers and expects the same report in every format.
func TestContestWorkersDoNotMatter(t *testing.T) {
	var want []string
	for _, workers := range []int{1, 2, 7} {
		plan := contestPlan(20, rover, first, rammer)
		plan.Workers, plan.Short = workers, 1
		report, err := lab.Run(context.Background(), plan, nil)
		if err != nil {
			t.Fatal(err)
		}
		if report.Results[0].Times.Max == 0 {
			t.Error("nobody took the time")
		}
		want = checkSame(t, workers, report, want)
	}
}

// TestContestAgainstPlainLoop plays the same games one by one without the lab
// and counts them the obvious way.
func TestContestAgainstPlainLoop(t *testing.T) {
	plan := contestPlan(30, rover, first, rammer)
	plan.First, plan.Seed, plan.Workers, plan.Short = 11, 4, 3, 2
	report, err := lab.Run(context.Background(), plan, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Games) != 88 || report.Complete() != 30 {
		t.Fatalf("%d games, complete %d", len(report.Games), report.Complete())
	}
	type counts struct {
		games, won, draws, mishaps int
		deaths                     [ouro.Burnt + 1]int
		score                      float64
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
			c.mishaps += int(s.Mishaps)
			c.deaths[s.Cause]++
			switch {
			case tally.Ending != ouro.Won:
				c.draws++
				c.score += 1.0 / 3
			case int(tally.Winner) == seat:
				c.won++
				c.score++
			}
		}
		if tally.Ending != ouro.Won {
			draws++
		}
	}
	for e, res := range report.Results {
		if got := (counts{res.Games, res.Won, res.Draws, res.Mishaps, res.Deaths, want[e].score}); got != want[e] {
			t.Errorf("%s: %+v, want %+v", res.Name, got, want[e])
		}
		if score := want[e].score / 88; math.Abs(res.Score-score) > 1e-12 || !res.ScoreMean.Contains(score) || !res.WonRate.Contains(float64(res.Won)/88) {
			t.Errorf("%s: score %v in %v, want %v; won in %v", res.Name, res.Score, res.ScoreMean, score, res.WonRate)
		}
	}
	if draws == 0 || want[0].won == 0 || want[1].won == 0 || want[0].mishaps == 0 {
		t.Errorf("%d draws, %+v: the test proves less than it should", draws, want)
	}
	for _, p := range report.Pairs {
		a, b := entrantOf(report, p.A), entrantOf(report, p.B)
		if diff := float64(want[a].won-want[b].won) / 88; p.Games != 88 || math.Abs(p.Won.Mean-diff) > 1e-12 {
			t.Errorf("%s - %s: %+v, want %v", p.A, p.B, p, diff)
		}
	}
}

func entrantOf(r *lab.Report, name string) int {
	for e := range r.Results {
		if r.Results[e].Name == name {
			return e
		}
	}
	return -1
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
				if s.Mishaps++; s.Mishaps == 1 {
					s.FirstMishap = fmt.Sprintf("turn %d: %s: %s", in.Turn, in.Mishap, in.Detail)
				}
			}
		}
		tally.Seats = append(tally.Seats, s)
	}
	return tally
}

// TestTwinsInContest: of two that are alike in all, one wins what the other
// loses with the seats changed, so that they differ in nothing.
func TestTwinsInContest(t *testing.T) {
	twin := first
	twin.Name = "twin"
	report, err := lab.Run(context.Background(), contestPlan(40, first, twin), nil)
	if err != nil {
		t.Fatal(err)
	}
	a, b := report.Results[0], report.Results[1]
	if a.Won != b.Won || a.Won == 0 || a.Score != 0.5 || report.Pairs[0].Won.Mean != 0 || report.Pairs[0].Won.Clear() {
		t.Errorf("twins differ: %+v, %+v, %+v", a, b, report.Pairs[0])
	}
	if b.Name != "twin" || b.Solver != "first" {
		t.Errorf("twin is called %s, %s", b.Name, b.Solver)
	}
}

// TestContestKeep replays every record, and cancels an experiment from within.
func TestContestKeep(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	plan := contestPlan(50, rover, first)
	plan.Workers = 1
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

// stubborn does not let go at the end.
type stubborn struct{ ouro.Solver }

func (stubborn) Close() error { return errors.New("never") }

// TestClosingInContest blames the seat that was not closed.
func TestClosingInContest(t *testing.T) {
	mule := lab.Entrant{Spec: ouro.Spec{Name: "mule"}, Make: func(s ouro.Setup) (ouro.Solver, error) {
		solver, err := first.Make(s)
		return stubborn{solver}, err
	}}
	plan := contestPlan(1, first, mule)
	if _, err := lab.Run(context.Background(), plan, nil); err == nil || err.Error() != "solver mule: never" {
		t.Errorf("a solver that cannot be closed in the check: %v", err)
	}
	made := 0
	mule.Make = func(s ouro.Setup) (ouro.Solver, error) {
		solver, err := first.Make(s)
		if made++; made > 1 {
			solver = stubborn{solver}
		}
		return solver, err
	}
	plan = contestPlan(2, first, mule)
	plan.Workers = 1
	report, err := lab.Run(context.Background(), plan, nil)
	if err != nil {
		t.Fatal(err)
	}
	if a, b := report.Results[0], report.Results[1]; a.Mishaps != 0 || b.Mishaps != 4 || b.FirstMishap != "game 0 at the end: never" {
		t.Errorf("first: %d, mule: %d, %q", a.Mishaps, b.Mishaps, b.FirstMishap)
	}
}

// TestFallback lets the plan's fallback play for a solver without answers.
func TestFallback(t *testing.T) {
	mute := lab.Entrant{Spec: ouro.Spec{Name: "mute"}, Make: func(ouro.Setup) (ouro.Solver, error) {
		return ouro.SolverFunc(func(context.Context, ouro.Turn) (ouro.Decision, error) {
			return ouro.Decision{}, errors.New("...")
		}), nil
	}}
	plan := classicPlan(4, 4, 3, mute)
	plan.Fallback = func(s *ouro.State, seat int) ouro.Dir { return around(ouro.Turn{State: s, Seat: seat}) }
	report, err := lab.Run(context.Background(), plan, nil)
	if err != nil {
		t.Fatal(err)
	}
	if r := report.Results[0]; r.Won != 3 || r.Mishaps == 0 {
		t.Errorf("%+v", r)
	}
}

// TestBadSeatings refuses what cannot be played.
func TestBadSeatings(t *testing.T) {
	for _, c := range []struct {
		change func(*lab.Plan)
		want   string
	}{
		{func(p *lab.Plan) { p.Seatings = [][]int{} }, "a group of 0 games"},
		{func(p *lab.Plan) { p.Short = 2 }, "a group of 2 games, the last one short of 2"},
		{func(p *lab.Plan) { p.Seatings[1] = []int{0} }, "seating 1 has 1 seats, the first has 2"},
		{func(p *lab.Plan) { p.Seatings[1] = []int{0, 2} }, "seating 1: there is no entrant 2 of 2"},
		{func(p *lab.Plan) { p.Seatings[1] = []int{1, 1} }, "seating 1: first sits there twice"},
		{func(p *lab.Plan) { p.Kind = nil }, "2 seats: games of one snake want one"},
		{func(p *lab.Plan) { p.Kind = lab.Measured{} }, "2 entrants: games that are won and lost as a whole want one"},
		{func(p *lab.Plan) { p.Meals = true }, "meals are counted in games of one snake alone"},
		{func(p *lab.Plan) { p.Seatings = lab.Alone(2) }, "the game has 2 snakes, and the plan seats 1"},
		{func(p *lab.Plan) { p.Entrants[1] = rover }, "solver rover is entered twice"},
	} {
		plan := contestPlan(5, rover, first)
		c.change(&plan)
		if report, err := lab.Run(context.Background(), plan, nil); report != nil || err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("report %v, error %q, want %q", report != nil, err, c.want)
		}
	}
}

// measuredPlan is an experiment whose games are made up: their score is their
// number times ten, and every third one is lost.
func measuredPlan(games int) lab.Plan {
	return lab.Plan{
		Title: "Made up",
		Kind: lab.Measured{
			Measures: []lab.Measure{{Name: "points", Key: "points", Digits: 1}, {Name: "ticks", Key: "ticks"}},
			Facts:    sheet.FactsOf("game", "made up", "levels", []string{"a", "b"}),
			Notes:    []string{"Nobody played."},
			Verified: true,
		},
		Entrants: []lab.Entrant{{Name: "dice"}},
		Groups:   games,
		Seed:     3,
		Play: func(_ context.Context, t lab.Task) (lab.Tally, encoding.TextMarshaler, error) {
			tally := lab.Tally{Ending: ouro.Won, Turns: int32(7 * t.Group), Seats: make([]lab.Seat, 1), Measures: []int{10 * t.Group, 7 * t.Group}}
			t.Clock(0, time.Duration(t.Group)*time.Millisecond)
			if t.Group%3 == 0 {
				tally.Ending = ouro.Died
			}
			if t.Seed != ouro.GameSeed(3, t.Group) || !reflect.DeepEqual(t.Seats, []int{0}) {
				return tally, nil, fmt.Errorf("a wrong task: %+v", t)
			}
			return tally, nil, nil
		},
	}
}

// TestMeasuredBounds: no interval leaves what is possible, however few the games are.
func TestMeasuredBounds(t *testing.T) {
	plan := measuredPlan(2)
	plan.First = 1
	kind := plan.Kind.(lab.Measured)
	kind.Measures = []lab.Measure{{Name: "points", Key: "points", Least: 5, Most: 30}, {Name: "ticks", Key: "ticks"}}
	plan.Kind = kind
	report, err := lab.Run(t.Context(), plan, nil)
	if err != nil {
		t.Fatal(err)
	}
	var text, doc strings.Builder
	if err := errors.Join(report.WriteTable(&text, 100), report.WriteJSON(&doc)); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(strings.Fields(text.String()), " "); !strings.Contains(got, "points 15 [5, 30] 10") || !strings.Contains(got, "ticks 10 [0, 55]") {
		t.Error(text.String())
	}
	if got := strings.Join(strings.Fields(doc.String()), ""); !strings.Contains(got, `"ci95":[5,30]`) {
		t.Error(doc.String())
	}
}

// TestPlay lets the plan play games in its own way, and fail at it.
func TestPlay(t *testing.T) {
	plan := measuredPlan(10)
	plan.First, plan.Workers = 5, 3
	report, err := lab.Run(context.Background(), plan, nil)
	if err != nil {
		t.Fatal(err)
	}
	res := report.Results[0]
	if res.Games != 10 || res.Won != 7 || res.Measures[0].Mean != 95 || res.Measures[1].Max != 98 || res.Times.Max != 14*time.Millisecond || report.Games[3].Group != 8 {
		t.Errorf("%+v", report)
	}
	own := plan.Play
	for _, c := range []struct {
		fault func(t lab.Task) (lab.Tally, encoding.TextMarshaler, error)
		want  string
	}{
		{func(lab.Task) (lab.Tally, encoding.TextMarshaler, error) { panic("no dice") }, "solver dice: game 7: panic: no dice"},
		{func(lab.Task) (lab.Tally, encoding.TextMarshaler, error) { return lab.Tally{}, nil, errors.New("lost") }, "solver dice: game 7: lost"},
		{func(lab.Task) (lab.Tally, encoding.TextMarshaler, error) { return lab.Tally{}, nil, nil }, "solver dice: game 7: its tally has not all seats"},
	} {
		plan.Workers = 1
		plan.Play = func(ctx context.Context, t lab.Task) (lab.Tally, encoding.TextMarshaler, error) {
			if t.Group == 7 {
				return c.fault(t)
			}
			return own(ctx, t)
		}
		report, err := lab.Run(context.Background(), plan, nil)
		if err == nil || err.Error() != c.want || !report.Experiment.Partial || report.Results[0].Games != 2 {
			t.Errorf("error %v, want %q, report %+v", err, c.want, report)
		}
	}
}

// TestGoldenKinds compares reports of contests and of measured games with what
// they were.
func TestGoldenKinds(t *testing.T) {
	plan := contestPlan(12, rover, first, rammer)
	plan.Short, plan.First = 1, 2
	plan.Entrants[1].Address = "http://127.0.0.1:8000"
	contest, err := lab.Run(context.Background(), plan, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := range contest.Results {
		scale := time.Duration(math.Pow(60, float64(i)))
		contest.Results[i].Times = &lab.Times{Mean: 81 * scale, P50: 75 * scale, P99: 312 * scale, Max: 40960 * scale}
	}
	measured, err := lab.Run(context.Background(), measuredPlan(8), nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, report := range map[string]*lab.Report{"contest": contest, "measured": measured.WithoutTimes()} {
		var got bytes.Buffer
		for _, text := range formats(t, report) {
			if strings.HasPrefix(text, "{") {
				var indented bytes.Buffer
				if err := json.Indent(&indented, []byte(text), "", " "); err != nil {
					t.Fatal(err)
				}
				text = indented.String()
			}
			got.WriteString(text + "\n")
		}
		checkGolden(t, name+".golden", got.Bytes())
	}
}

// TestEmptyKinds: reports of no games can be written, and their tables of games
// have a header.
func TestEmptyKinds(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, plan := range []lab.Plan{contestPlan(3, rover, first), measuredPlan(3), classicPlan(4, 4, 3, winner)} {
		report, err := lab.Run(ctx, plan, nil)
		if !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		formats(t, report)
		var b bytes.Buffer
		if err := report.WriteGamesCSV(&b); err != nil {
			t.Fatal(err)
		}
		if rows, err := csv.NewReader(&b).ReadAll(); err != nil || len(rows) != 1 || rows[0][0] != "game" {
			t.Errorf("%v, %v", rows, err)
		}
	}
}

// TestNothingIsAllocatedPerMove: games of more moves allocate no more.
func TestNothingIsAllocatedPerMove(t *testing.T) {
	allocations := func(size int) (allocs float64, moves int) {
		plan := classicPlan(size, size, 10, winner)
		plan.Workers = 1
		allocs = testing.AllocsPerRun(3, func() {
			report, err := lab.Run(context.Background(), plan, nil)
			if err != nil {
				t.Fatal(err)
			}
			moves = 0
			for _, g := range report.Games {
				moves += int(g.Turns)
			}
		})
		return allocs, moves
	}
	small, few := allocations(4)
	large, many := allocations(14)
	if perMove := (large - small) / float64(many-few); perMove > 0.001 {
		t.Errorf("%v allocations in %d moves, %v in %d", small, few, large, many)
	}
}

// TestTalliesAreSmall: ten million games of one snake fit into about a gigabyte.
func TestTalliesAreSmall(t *testing.T) {
	if n := unsafe.Sizeof(lab.Tally{}) + unsafe.Sizeof(lab.Seat{}); n > 104 {
		t.Errorf("%d bytes for a game of one snake", n)
	}
}
