package tune

import (
	"bytes"
	"context"
	"math"
	"reflect"
	"strings"
	"testing"

	"ouro"
	"ouro/arena"
	"ouro/definition"
	"ouro/internal/needs"
	"ouro/lab"
)

// small returns a tournament of short games. The first snake is tuned, and the others are
// its opponents.
func small(snakes ...string) *arena.Tournament {
	t := arena.Default()
	t.Rules, t.Board, t.Seed, t.Nodes = "standard", "7x7", 4, 10
	for _, s := range snakes {
		name, snake, named := strings.Cut(s, "=")
		if !named || strings.Contains(name, ":") {
			name, snake = "", s
		}
		t.Snakes = append(t.Snakes, arena.Snake{Name: name, Snake: snake})
	}
	return t
}

func params(t *testing.T, texts ...string) (all []Param) {
	t.Helper()
	for _, text := range texts {
		p, err := ParseParam(text)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	return all
}

// TestResolve: the roster determines where a parameter starts and whether it is a whole number.
func TestResolve(t *testing.T) {
	for _, c := range []struct {
		snake, param string
		rules        string
		want         Param
	}{
		{"spot", "hungry=0..100", "standard", Param{Name: "hungry", Lo: 0, Hi: 100, Start: 40, Whole: true}},
		{"spot:hungry=55", "hungry=0..100", "standard", Param{Name: "hungry", Lo: 0, Hi: 100, Start: 55, Whole: true}},
		{"spot:hungry=55", "hungry=0..100@20", "standard", Param{Name: "hungry", Lo: 0, Hi: 100, Start: 20, Whole: true}},
		{"me=spot", "depth=1..60/10:log", "standard", Param{Name: "depth", Lo: 1, Hi: 60, Start: 30, Step: 10, Whole: true, Log: true}},
		{"predictive", "deviate=0..1", "classic", Param{Name: "deviate", Lo: 0, Hi: 1, Start: 0.8}},
		{"shortcut", "until=0.2..1", "classic", Param{Name: "until", Lo: 0.2, Hi: 1, Start: 0.5}},
		{"backtrack", "discount=0..1", "maze", Param{Name: "discount", Lo: 0, Hi: 1, Start: 1}},
		{"backtrack:depth=auto", "depth=1..9@3", "maze", Param{Name: "depth", Lo: 1, Hi: 9, Start: 3, Whole: true}},
	} {
		tour := small(c.snake)
		tour.Rules, tour.Board = c.rules, ""
		e, err := NewExperiment(tour, Plan{Params: params(t, c.param), Steps: 1, Groups: 1})
		if err != nil {
			t.Errorf("%s %s: %v", c.snake, c.param, err)
			continue
		}
		if got := e.Plan.Params[0]; got != c.want {
			t.Errorf("%s %s is %+v, want %+v", c.snake, c.param, got, c.want)
		}
	}
}

func TestExperimentMistakes(t *testing.T) {
	for _, c := range []struct {
		snakes []string
		param  string
		change func(*arena.Tournament)
		want   string
	}{
		{[]string{"spot"}, "hungri=0..100", nil, `solver spot has no option "hungri"; did you mean hungry? (known: workers, hungry, depth, fade)`},
		{[]string{"spot"}, "style=0..100", nil, "option style of solver spot is not a number (numeric options: workers, hungry, depth, fade)"},
		{[]string{"greedy"}, "style=0..100", nil, "solver greedy has no numeric option"},
		{[]string{"spot"}, "hungry=0..101", nil, "option hungry=101: want a whole number from 0 to 100"},
		{[]string{"spot"}, "hungry=0.5..100", nil, "option hungry=0.5: want a whole number from 0 to 100"},
		{[]string{"spot"}, "hungry=50..100", nil, "the start 40 lies outside 50..100"},
		{[]string{"spot"}, "hungry=0..100@2.5", nil, "want whole numbers"},
		{[]string{"spit"}, "hungry=0..100", nil, `unknown solver "spit"`},
		{[]string{"http://127.0.0.1:1"}, "hungry=0..100", nil, "only solvers of this program have options that can be tuned"},
		{[]string{"spot:hungry=x"}, "hungry=0..100", nil, "option hungry=x: want a whole number"},
		{nil, "hungry=0..100", nil, "the tournament has no snake to tune"},
		{[]string{"shortcut", "cell"}, "until=0..1", func(t *arena.Tournament) { t.Rules = "classic" }, "by the rules classic every snake plays alone: there is no opponent"},
		{[]string{"backtrack:depth=auto"}, "depth=1..9", func(t *arena.Tournament) { t.Rules, t.Board = "maze", "" }, "depth=1..9@START"},
		{[]string{"spot", "nosuch"}, "hungry=0..100", nil, `unknown solver "nosuch"`},
	} {
		tour := small(c.snakes...)
		if c.change != nil {
			c.change(tour)
		}
		_, err := NewExperiment(tour, Plan{Params: params(t, c.param), Steps: 1, Groups: 1})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v %s: %v, want %s", c.snakes, c.param, err, c.want)
		}
	}
}

// TestWorkersDoNotMatter: with a budget of nodes, the log of a tuning is the same, byte for byte,
// however many games are played at once, whether the snake plays itself or others.
func TestWorkersDoNotMatter(t *testing.T) {
	for _, snakes := range [][]string{{"spot", "hungry"}, {"spot"}, {"spot", "greedy", "rival=spot:depth=3"}}[:needs.Many(1, 3)] {
		var want [][]byte
		for _, workers := range []int{1, 2, 7} {
			tour := small(snakes...)
			tour.Workers, tour.Nodes = workers, 15
			e, err := NewExperiment(tour, Plan{Params: params(t, "depth=1..4@2"), Steps: 3, Groups: 3})
			if err != nil {
				t.Fatal(err)
			}
			var log memory
			won := false
			if _, err := Run(t.Context(), e.Plan, &log, e.Play(nil), func(s *Step) { won = won || s.Score != 0 }); err != nil {
				t.Fatal(err)
			}
			if want == nil {
				want = log.lines
			}
			if !won {
				t.Errorf("%v: no setting is better, so the test does not check the comparison", snakes)
			}
			if !reflect.DeepEqual(log.lines, want) {
				t.Errorf("%v with %d workers:\n%s\nwant\n%s", snakes, workers, bytes.Join(log.lines, []byte("\n")), bytes.Join(want, []byte("\n")))
			}
		}
	}
}

// TestGamesOfAStep plays a step and checks that it has the games and seatings that the
// package promises.
func TestGamesOfAStep(t *testing.T) {
	for _, c := range []struct {
		snakes []string
		want   [][]int // seatings
	}{
		{[]string{"floodfill"}, [][]int{{plus, minus}, {minus, plus}}},
		{[]string{"floodfill", "greedy"}, [][]int{{plus, 2}, {2, plus}, {minus, 2}, {2, minus}}},
		{[]string{"floodfill", "greedy", "hungry"}, [][]int{{plus, 2, 3}, {3, plus, 2}, {2, 3, plus}, {minus, 2, 3}, {3, minus, 2}, {2, 3, minus}}},
	} {
		e, err := NewExperiment(small(c.snakes...), Plan{Params: params(t, "hungry=0..100"), Steps: 1, Groups: 3})
		if err != nil {
			t.Fatal(err)
		}
		s, err := e.setting(e.Snake, e.Snake)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(s.Seatings, c.want) || e.GamesOfStep() != 3*len(c.want) || s.Game.Snakes != len(c.want[0]) {
			t.Errorf("%v: seatings %v, %d games of %d", c.snakes, s.Seatings, e.GamesOfStep(), s.Game.Snakes)
		}
	}
}

// TestEqualSettingsScoreZero: two equal settings have the score 0. Against others they play the
// same games; against each other, each wins in one seat what it loses in the other.
func TestEqualSettingsScoreZero(t *testing.T) {
	for _, snakes := range [][]string{{"floodfill"}, {"floodfill", "hungry", "greedy"}} {
		e, err := NewExperiment(small(snakes...), Plan{Params: params(t, "hungry=0..100"), Steps: 1, Groups: 8})
		if err != nil {
			t.Fatal(err)
		}
		scores, err := e.Play(nil)(t.Context(), Trial{Groups: 8, Plus: []float64{30}, Minus: []float64{30}})
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(scores, make([]float64, 8)) {
			t.Errorf("%v: the same setting scores %v against itself", snakes, scores)
		}
	}
}

// TestSidesChange: if the two settings are exchanged, the score changes its sign.
func TestSidesChange(t *testing.T) {
	for _, snakes := range [][]string{{"spot"}, {"spot", "hungry"}} {
		e, err := NewExperiment(small(snakes...), Plan{Params: params(t, "hungry=0..100"), Steps: 1, Groups: 12})
		if err != nil {
			t.Fatal(err)
		}
		score := func(up, down float64) []float64 {
			scores, err := e.Play(nil)(t.Context(), Trial{Seed: 5, Groups: 12, Plus: []float64{up}, Minus: []float64{down}})
			if err != nil {
				t.Fatal(err)
			}
			return scores
		}
		a, b := score(100, 0), score(0, 100)
		if mean(a) == 0 {
			t.Errorf("%v: the mean score is 0, so the test checks no sign", snakes)
		}
		for i := range a {
			if a[i] != -b[i] || math.Abs(a[i]) > 1 {
				t.Errorf("%v: group %d: %v, and %v with sides changed", snakes, i, a[i], b[i])
			}
		}
	}
}

// TestAlone: if snakes play alone, the setting with the better game wins the group.
func TestAlone(t *testing.T) {
	game := func(who int, ending ouro.Ending, turns, length int) lab.Tally {
		return lab.Tally{Ending: ending, Turns: int32(turns), Seats: []lab.Seat{{Entrant: int32(who), Length: int32(length)}}}
	}
	won, died := ouro.Won, ouro.Died
	for _, c := range []struct {
		rules    string
		up, down lab.Tally
		want     float64
	}{
		{"classic", game(plus, won, 100, 36), game(minus, died, 50, 30), 1},
		{"classic", game(plus, won, 100, 36), game(minus, won, 50, 36), -1},
		{"classic", game(plus, won, 100, 36), game(minus, won, 100, 36), 0},
		{"classic", game(plus, died, 100, 20), game(minus, died, 50, 21), -1},
		{"classic", game(plus, died, 100, 20), game(minus, ouro.Looped, 50, 20), 0},
		{"classic", game(plus, died, 50, 20), game(minus, died, 50, 20), 0},
		{"solo", game(plus, died, 100, 20), game(minus, died, 50, 21), 1},
	} {
		if got := groupScores(&arena.Tournament{Rules: c.rules}, []lab.Tally{c.up, c.down}); len(got) != 1 || got[0] != c.want {
			t.Errorf("%+v and %+v: %v, want %v", c.up, c.down, got, c.want)
		}
	}
	tour := small("shortcut")
	tour.Rules, tour.Board = "classic", "6x6"
	e, err := NewExperiment(tour, Plan{Params: params(t, "until=0..1"), Steps: 1, Groups: 10})
	if err != nil {
		t.Fatal(err)
	}
	scores, err := e.Play(nil)(t.Context(), Trial{Groups: 10, Plus: []float64{0.5}, Minus: []float64{0}})
	if err != nil || mean(scores) < 0.5 || e.GamesOfStep() != 20 {
		t.Errorf("shortcuts until half of the board is full score %v against none: %v", scores, err)
	}
}

// TestFinal: the final tournament has the same kind of games as the steps, here among
// others. Its groups are new: no step has played them.
func TestFinal(t *testing.T) {
	tour := small("me=floodfill", "hungry")
	e, err := NewExperiment(tour, Plan{Params: params(t, "hungry=0..100"), Steps: 2, Groups: 3})
	if err != nil {
		t.Fatal(err)
	}
	r, err := Run(t.Context(), e.Plan, &memory{}, e.Play(nil), nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Params[0].End = 33
	final := e.Final(r, 500)
	want := []arena.Snake{{Name: "tuned", Snake: "floodfill:hungry=33"}, {Name: "start", Snake: "floodfill:hungry=50"}, {Name: "hungry", Snake: "hungry"}}
	if !reflect.DeepEqual(final.Snakes, want) || final.Format != arena.SPRT || final.Games != 500 || final.Nodes != 10 || final.Board != "7x7" || final.Elo1 != 20 {
		t.Errorf("%+v", final)
	}
	judged, err := final.Setting()
	if err != nil {
		t.Fatal(err)
	}
	step, err := e.setting(e.Snake, e.Snake)
	if err != nil || !reflect.DeepEqual(judged.Seatings, step.Seatings) || judged.Game.Snakes != step.Game.Snakes {
		t.Errorf("the final tournament has seatings %v, the steps have %v, %v", judged.Seatings, step.Seatings, err)
	}
	seen := map[uint64]bool{}
	for _, s := range r.Steps {
		for i := range s.Groups {
			seen[ouro.GameSeed(s.Seed, i)] = true
		}
	}
	if len(seen) != 6 {
		t.Errorf("%d groups were played, want 6", len(seen))
	}
	for i := range 250 {
		if seen[ouro.GameSeed(final.Seed, i)] {
			t.Errorf("group %d was played before", i)
		}
	}
}

// TestStoppedStep: a step that is stopped does not count.
func TestStoppedStep(t *testing.T) {
	e, err := NewExperiment(small("floodfill"), Plan{Params: params(t, "hungry=0..100"), Steps: 4, Groups: 50})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	var log memory
	r, err := Run(ctx, e.Plan, &log, e.Play(nil), func(*Step) { cancel() })
	if err == nil || len(r.Steps) != 1 || len(log.lines) != 1 {
		t.Errorf("%d steps, %d lines, %v", len(r.Steps), len(log.lines), err)
	}
}

// TestDefinition: the definition of a tuning gives the same tuning again. Other numbers, steps or
// boards give other definitions. Settings that change no step are not in the definition.
func TestDefinition(t *testing.T) {
	of := func(text string, steps int, change func(e *Experiment)) definition.Definition {
		t.Helper()
		e, err := NewExperiment(small("me=floodfill", "hungry"), Plan{Params: params(t, text), Steps: steps, Groups: 3})
		if err != nil {
			t.Fatal(err)
		}
		if change != nil {
			change(e)
		}
		return e.Definition()
	}
	first := of("hungry=0..100", 2, nil)
	read, err := definition.Parse(first.Text())
	if err != nil {
		t.Fatal(err)
	}
	again, err := Open(&read)
	if err != nil {
		t.Fatal(err)
	}
	if d := again.Definition(); d.Text() != first.Text() {
		t.Errorf("%s\nis read as\n%s", first.Text(), d.Text())
	}
	same := of("hungry=0..100", 2, func(e *Experiment) { e.Tournament.Workers, e.Tournament.Title, e.Tournament.Elo1 = 3, "title", 99 })
	if same.Text() != first.Text() {
		t.Errorf("%s\nis another definition than\n%s", same.Text(), first.Text())
	}
	for _, other := range []definition.Definition{
		of("hungry=0..90", 2, nil), of("hungry=0..100", 3, nil), of("hungry=0..100", 2, func(e *Experiment) { e.Tournament.Board = "9x9" }),
	} {
		if other.Text() == first.Text() {
			t.Errorf("another experiment has the same definition %s", other.Text())
		}
	}
	for _, damage := range []string{`"params":["hungry"]`, `"params":[]`, `"params":7`} {
		d := first
		d.Tuning = strings.Replace(d.Tuning, `"params":["hungry=0..100@50:linear"]`, damage, 1)
		if d.Tuning == first.Tuning {
			t.Fatalf("%s does not contain the text to replace", d.Tuning)
		}
		if _, err := Open(&d); err == nil {
			t.Errorf("%s was read", d.Tuning)
		}
	}
}

// TestResumedAnywhere: a tuning that is resumed after any of its steps ends like one
// without interruption. A changed log is rejected.
func TestResumedAnywhere(t *testing.T) {
	tour := small("spot")
	tour.Nodes, tour.Workers = 200, 1
	e, err := NewExperiment(tour, Plan{Params: params(t, "depth=1..6@3"), Steps: 4, Groups: 2})
	if err != nil {
		t.Fatal(err)
	}
	var whole Memory
	want, err := Run(t.Context(), e.Plan, &whole, e.Play(nil), nil)
	if err != nil {
		t.Fatal(err)
	}
	if want.Steps[1].Centre[0] == want.Steps[0].Centre[0] || want.Steps[3].Centre[0] == want.Steps[1].Centre[0] {
		t.Errorf("the centre does not move: %+v", want.Steps)
	}
	e.Tournament.Workers = 3
	for n := needs.Many(2, 0); n < len(whole.lines); n++ {
		part := Memory{lines: whole.lines[:n:n]}
		got, err := Run(t.Context(), e.Plan, &part, e.Play(nil), nil)
		if err != nil || len(part.lines) != len(whole.lines) || got.Params[0].End != want.Params[0].End {
			t.Fatalf("from step %d: %v, %+v", n, err, got)
		}
		for i := range part.lines {
			if !bytes.Equal(part.lines[i], whole.lines[i]) {
				t.Errorf("from step %d: step %d is %s, want %s", n, i, part.lines[i], whole.lines[i])
			}
		}
		soFar, err := e.SoFar(whole.lines[:n])
		if err != nil || len(soFar.Steps) != n {
			t.Errorf("%d steps: %v", n, err)
		}
	}
	for i := range whole.lines {
		changed := append([][]byte(nil), whole.lines...)
		changed[i] = bytes.Replace(changed[i], []byte(`"step":`), []byte(`"step":1`), 1)
		if _, err := e.SoFar(changed); err == nil {
			t.Errorf("step %d was changed, but SoFar returned no error", i)
		}
	}
	if _, err := e.SoFar(append(whole.lines, whole.lines[0])); err == nil {
		t.Error("more than all steps were taken")
	}
}

// experiment returns a small tuning. change first changes its tournament and plan.
func experiment(t *testing.T, change func(*arena.Tournament, *Plan)) *Experiment {
	t.Helper()
	tour := small("spot", "hungry")
	plan := Plan{Params: params(t, "depth=1..4@2"), Steps: 3, Groups: 2}
	if change != nil {
		change(tour, &plan)
	}
	e, err := NewExperiment(tour, plan)
	if err != nil {
		t.Fatal(err)
	}
	return e
}
