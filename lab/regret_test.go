package lab_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ouro"
	"ouro/definition"
	"ouro/internal/needs"
	"ouro/lab"
	"ouro/roster"
	"ouro/solve/exact"
)

// classicGame returns a game of classic Snake on a board without walls.
func classicGame(w, h, start int) ouro.GameSpec {
	return ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: w, H: h, StartLength: start}
}

// regretPlan returns a plan of games of these solvers that keeps their choices.
func regretPlan(t *testing.T, game ouro.GameSpec, games int, solvers ...string) lab.Plan {
	t.Helper()
	var specs []ouro.Spec
	for _, text := range solvers {
		spec, err := ouro.ParseSpec(text)
		if err != nil {
			t.Fatal(err)
		}
		specs = append(specs, spec)
	}
	bench := definition.OfBench(game, 77, ouro.Budget{}, specs)
	plan, err := bench.Plan()
	if err != nil {
		t.Fatal(err)
	}
	plan.Groups, plan.Choices, plan.Workers = games, true, 2
	return plan
}

// exactValues adapts the values of solve/exact to lab.Values.
type exactValues struct{ *exact.Values }

func (v exactValues) Position(body []ouro.Cell, food ouro.Cell) float64 {
	return v.Values.Position(body, food).Moves
}

func (v exactValues) AfterMeal(body []ouro.Cell) float64 { return v.Values.AfterMeal(body).Moves }

// measured plays a plan and returns its report with the regret.
func measured(t *testing.T, plan lab.Plan) *lab.Report {
	t.Helper()
	report, err := lab.Run(t.Context(), plan, nil)
	if err != nil {
		t.Fatal(err)
	}
	level := plan.Game.Level
	if level == nil {
		level = ouro.OpenLevel(ouro.MustGrid(plan.Game.W, plan.Game.H))
	}
	err = report.MeasureRegret(func(least int, show func(lab.Values)) (optimum float64, err error) {
		err = exact.Visit(t.Context(), level, least, exact.Options{Workers: 1}, func(v *exact.Values) {
			show(exactValues{v})
			optimum = v.Start().Moves
		})
		return optimum, err
	})
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// TestRegretAddsUp: in every game, the moves are the expected moves of best play plus regret and
// luck, and no regret is below zero. The mean of luck is about zero.
func TestRegretAddsUp(t *testing.T) {
	boards := []struct {
		w, h, start int
		solvers     []string
	}{
		{4, 4, 1, []string{"ouroboros", "ouroboros:nodes=2", "cell", "shortcut", "hamilton", "astar", "lookahead"}},
		{4, 4, 3, []string{"ouroboros", "cell", "shortcut"}},
		{4, 5, 1, []string{"ouroboros", "shortcut", "repair"}},
		{3, 4, 1, []string{"ouroboros", "shortcut"}},
		{3, 3, 1, []string{"ouroboros", "hamilton"}},
		{4, 5, 3, []string{"ouroboros:nodes=3", "shortcut"}},
	}
	for _, c := range boards[:needs.Many(5, 6)] {
		name := fmt.Sprintf("%dx%d from length %d", c.w, c.h, c.start)
		report := measured(t, regretPlan(t, classicGame(c.w, c.h, c.start), needs.Many(30, 150), c.solvers...))
		if known, ok := exact.Known(ouro.MustGrid(c.w, c.h)); ok && c.start == 1 && math.Abs(report.Optimum-known) > 1e-6 {
			t.Errorf("%s: optimum %v, want %v", name, report.Optimum, known)
		}
		for i := range report.Results {
			checkSum(t, name, report, i)
		}
	}
}

// TestRegretAddsUpWithWalls is TestRegretAddsUp for a board with walls, on which best play always
// wins.
func TestRegretAddsUpWithWalls(t *testing.T) {
	level, err := ouro.ParseLevel("XXXXXX\nX    X\nX    X\nX  XXX\nX  XXX\nXXXXXX\n")
	if err != nil {
		t.Fatal(err)
	}
	game := ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: 6, H: 6, Level: level, StartLength: 1}
	report := measured(t, regretPlan(t, game, 150, "tablebase", "lookahead", "astar"))
	for i := range report.Results {
		checkSum(t, "L", report, i)
	}
	if most := report.Results[0].Regret.Total.Mean; most > 1e-5 {
		t.Errorf("tablebase has a regret of %v moves", most)
	}
	if fill := report.Results[0].Regret.ByFill; len(fill) != 10 {
		t.Errorf("the board is filled in %d tenths, want 10", len(fill))
	}
}

// checkSum checks that the parts of the regret of entrant i add up.
func checkSum(t *testing.T, name string, report *lab.Report, i int) {
	t.Helper()
	res := &report.Results[i]
	g := res.Regret
	split, sum := 0, 0.0
	for game := range report.Of(i) {
		parts, ok := report.RegretOf(game)
		if !ok {
			continue
		}
		split++
		sum += parts.Total()
		if diff := report.Optimum + parts.Total() + parts.Luck - float64(game.Turns); math.Abs(diff) > 1e-9 {
			t.Errorf("%s, %s game %d: the parts of %d moves are off by %g: %+v", name, res.Name, game.Group, game.Turns, diff, parts)
		}
		if parts.Unproven < 0 || parts.Lacking < parts.Unproven || parts.Misjudged < 0 {
			t.Errorf("%s, %s game %d: %+v", name, res.Name, game.Group, parts)
		}
	}
	if g.Games != split || g.Unmeasured != res.Games-split || g.Total.N != split || math.Abs(g.Total.Mean*float64(split)-sum) > 1e-6 {
		t.Errorf("%s, %s: %+v, but %d games are split, with %v", name, res.Name, g, split, sum)
	}
	if sure := !slices.Contains([]string{"astar", "lookahead"}, res.Name); sure && g.Unmeasured > 0 || !sure && g.Unmeasured < res.Games-res.Won {
		t.Errorf("%s, %s: %d not measured", name, res.Name, g.Unmeasured)
	}
	if g.Games > 100 {
		if n := math.Sqrt(float64(g.Games)); math.Abs(g.Luck.Mean) > 4*g.Luck.SD/n {
			t.Errorf("%s, %s: luck is %v in the mean, with a deviation of %v over %d games", name, res.Name, g.Luck.Mean, g.Luck.SD, g.Games)
		}
	}
	var fills lab.FillRegret
	for _, f := range g.ByFill {
		fills.Choices, fills.Perfect = fills.Choices+f.Choices, fills.Perfect+f.Perfect
		fills.Total.Mean += f.Total.Mean
		fills.Kinds.Lacking.Mean += f.Kinds.Lacking.Mean
		fills.Kinds.Misjudged.Mean += f.Kinds.Misjudged.Mean
		if f.Kinds.Lacking.N > 0 && math.Abs(f.Total.Mean-f.Kinds.Lacking.Mean-f.Kinds.Misjudged.Mean) > 1e-9 {
			t.Errorf("%s, %s: %+v", name, res.Name, f)
		}
	}
	if fills.Choices != g.Choices || fills.Perfect != g.Perfect || math.Abs(fills.Total.Mean-g.Total.Mean) > 1e-9 {
		t.Errorf("%s, %s: the tenths of the board make %+v of %+v", name, res.Name, fills, g)
	}
	if reports := strings.HasPrefix(res.Name, "ouroboros"); reports != (g.Kinds.Lacking.N > 0) || reports && math.Abs(fills.Kinds.Lacking.Mean-g.Kinds.Lacking.Mean) > 1e-9 {
		t.Errorf("%s, %s: kinds %+v, by fill %+v", name, res.Name, g.Kinds, fills.Kinds)
	}
}

// TestChoicesCSV: the regrets in the lines of a game add up to the regret of the game.
func TestChoicesCSV(t *testing.T) {
	report := measured(t, regretPlan(t, classicGame(4, 4, 2), 20, "ouroboros", "astar"))
	var b bytes.Buffer
	if err := report.WriteChoicesCSV(&b); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&b).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	type sum struct{ steps, lacking, misjudged, luck, first float64 }
	sums := map[string]*sum{}
	for _, row := range rows[1:] {
		number := func(name string) float64 {
			x, err := strconv.ParseFloat(row[slices.Index(rows[0], name)], 64)
			if err != nil {
				t.Fatal(err)
			}
			return x
		}
		name := row[0] + row[1]
		s := sums[name]
		if s == nil {
			s = &sum{first: number("expected") - number("luck")}
			sums[name] = s
		}
		if number("turn") != s.steps {
			t.Errorf("turn %v after %v steps", number("turn"), s.steps)
		}
		s.steps += number("steps")
		s.lacking += number("no_candidate")
		s.misjudged += number("judged_low")
		s.luck += number("luck")
	}
	for i := range report.Games {
		game := &report.Games[i]
		name := fmt.Sprint(game.Group) + report.Results[game.Seats[0].Entrant].Name
		s, known := sums[name]
		parts, ok := report.RegretOf(game)
		if ok != known || ok && (s.steps != float64(game.Turns) || math.Abs(s.lacking-parts.Lacking)+math.Abs(s.misjudged-parts.Misjudged) > 1e-4 ||
			math.Abs(s.first-report.Optimum+s.luck-parts.Luck) > 1e-4) {
			t.Errorf("%s: %+v, want %+v of %d moves", name, s, parts, game.Turns)
		}
	}
	if len(sums) < 21 || len(sums) == 40 {
		t.Errorf("%d games are split", len(sums))
	}
}

// pathReporter makes the moves of the solver plays, but reports the paths of the solver knows. It
// also reports some paths that do not lead to the food.
type pathReporter struct {
	plays, knows ouro.Solver
	late         bool   // reports at the second step of each path instead of the first
	label        string // the label of the reported paths
	length       int
	steps        int
}

func (s *pathReporter) Close() error { return s.knows.(interface{ Close() error }).Close() }

func (s *pathReporter) Decide(ctx context.Context, t ouro.Turn) (ouro.Decision, error) {
	s.steps++
	if n := t.Snake().Body.Len(); n != s.length {
		s.length, s.steps = n, 1
	}
	traced := t
	traced.Trace = ouro.NewTrace(func(n ouro.Note) {
		if n.Label == ouro.LabelPlan && s.late == (s.steps == 2) && s.steps <= 2 {
			t.Trace.Path(s.label, []ouro.Cell{0, 1, 0})
			t.Trace.Path(s.label, n.Cells[:1])
			t.Trace.Path(s.label, nil)
			t.Trace.ScoredPath(s.label, n.Cells, 1)
		}
	})
	if _, err := s.knows.Decide(ctx, traced); err != nil {
		return ouro.Decision{}, err
	}
	t.Trace = nil
	return s.plays.Decide(ctx, t)
}

// TestRegretByKind: best play has no regret. All regret is Misjudged if a solver considers the best
// paths but does not take them. Some regret is Lacking if it reports them too late, and Unproven if
// it does not prove them safe.
func TestRegretByKind(t *testing.T) {
	file := filepath.Join(t.TempDir(), "table")
	g := ouro.MustGrid(4, 4)
	if _, err := exact.Solve(t.Context(), ouro.OpenLevel(g), 1, exact.Options{Save: file, Workers: 1}); err != nil {
		t.Fatal(err)
	}
	plan := regretPlan(t, classicGame(4, 4, 1), 60, "tablebase:file="+file, "shortcut")
	best := plan.Entrants[0]
	for i, label := range []string{ouro.LabelCandidates, ouro.LabelCandidates, ouro.LabelUnproven} {
		plan.Entrants = append(plan.Entrants, lab.Entrant{
			Spec: ouro.Spec{Name: fmt.Sprint("pathReporter-", i)},
			Make: func(setup ouro.Setup) (ouro.Solver, error) {
				shortcut, err := roster.Make(ouro.Spec{Name: "shortcut"}, setup)
				if err != nil {
					return nil, err
				}
				setup.Options = best.Spec.Options
				table, err := best.Make(setup)
				return &pathReporter{plays: shortcut, knows: table, label: label, late: i == 1}, err
			},
		})
	}
	report := measured(t, plan)
	var all []*lab.Regret
	for i := range report.Results {
		all = append(all, report.Results[i].Regret)
	}
	perfect, shortcut, known, late, unproven := all[0], all[1], all[2], all[3], all[4]
	if perfect.Total.Max != 0 || perfect.Perfect != perfect.Choices || perfect.Games != 60 {
		t.Errorf("best play: %+v", perfect)
	}
	if shortcut.Total.Mean < 1 || shortcut.Kinds.Lacking.N != 0 || shortcut.Considered != 0 {
		t.Errorf("shortcut, which reports no paths: %+v", shortcut)
	}
	if known.Kinds.Lacking.Max != 0 || known.Kinds.Misjudged.Mean != shortcut.Total.Mean {
		t.Errorf("the best paths were considered: %+v, of which %+v is lacking", known.Total, known.Kinds.Lacking)
	}
	// A path reported after its first step is too late to be an alternative at that step.
	if l := late.Kinds.Lacking.Mean; l <= 0 || late.Kinds.Misjudged.Mean <= 0 || late.Total.Mean != shortcut.Total.Mean {
		t.Errorf("the best paths were considered after a step: %+v, of which %+v is lacking", late.Total, late.Kinds.Lacking)
	}
	if k := unproven.Kinds; unproven.Considered != 0 || unproven.Found == 0 || k.Unproven.Mean != shortcut.Total.Mean || k.Misjudged.N != 0 {
		t.Errorf("the best paths were found but not proven: %+v", unproven)
	}
}

// TestRegretOfLostGames: a game is not measured if it was lost, or won although a win was not
// certain. Unmeasured counts such games, even for an entrant that never wins.
func TestRegretOfLostGames(t *testing.T) {
	plan := classicPlan(4, 4, 40, winner, greedy, diver, spinner)
	plan.Choices = true
	report := measured(t, plan)
	for i, want := range []func(*lab.Result) bool{
		func(r *lab.Result) bool { return r.Regret.Games == 40 && r.Regret.Unmeasured == 0 },
		func(r *lab.Result) bool { return r.Regret.Games <= r.Won && r.Regret.Unmeasured == 40-r.Regret.Games },
		func(r *lab.Result) bool { return r.Regret.Games == 0 && r.Regret.Unmeasured == 40 },
		func(r *lab.Result) bool { return r.Regret.Games == 0 && r.Regret.Unmeasured == 40 },
	} {
		if res := &report.Results[i]; !want(res) {
			t.Errorf("%s, of %d games %d won: %+v", res.Name, res.Games, res.Won, res.Regret)
		}
	}
	for _, format := range formats(t, report) {
		if strings.Contains(format, "NaN") {
			t.Errorf("NaN in\n%s", format)
		}
	}
	plan.Choices = false
	without, err := lab.Run(t.Context(), plan, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := without.MeasureRegret(nil); err == nil {
		t.Error("regret of choices that were not kept")
	}
}

// TestRegretDoesNotDependOnWorkers: the regret depends neither on the number of workers
// nor on the order in which games finish.
func TestRegretDoesNotDependOnWorkers(t *testing.T) {
	var want []string
	for _, workers := range []int{1, 2, 3} {
		plan := regretPlan(t, classicGame(4, 4, 1), 30, "ouroboros", "cell", "astar")
		plan.Workers = workers
		want = checkSame(t, workers, measured(t, plan), want)
	}
}
