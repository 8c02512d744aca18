package main

import (
	"math"
	"testing"

	"ouro"
	"ouro/lab/sheet"
	"ouro/solve/ouroboros"
)

// TestFitFinds: from the meals that a known outlook predicts, the fit finds an outlook that predicts
// the same meals, even on other boards.
func TestFitFinds(t *testing.T) {
	var made ouroboros.Outlook
	for i := range made {
		made[i] = []float64{0.5, 0.6, 0.01}[i%3] + 0.001*float64(i)
	}
	var rows []row
	for _, size := range [][2]int{{4, 4}, {4, 7}, {6, 6}, {8, 8}, {10, 10}, {12, 7}, {16, 16}} {
		g := ouro.MustGrid(size[0], size[1])
		for length := 1; length < g.Size(); length++ {
			rows = append(rows, row{grid: g, length: length, moves: tally{1, made.At(ouroboros.ExtentOf(g), length)}})
		}
	}
	of := func(r *row) *tally { return &r.moves }
	found, err := fit(rows, of)
	if err != nil {
		t.Fatal(err)
	}
	for _, size := range [][2]int{{6, 6}, {9, 10}, {20, 20}} {
		g := ouro.MustGrid(size[0], size[1])
		for length := 1; length < g.Size(); length++ {
			if want, got := made.At(ouroboros.ExtentOf(g), length), found.At(ouroboros.ExtentOf(g), length); math.Abs(got/want-1) > 0.02 {
				t.Errorf("board %s, length %d: %v moves, want %v", g, length, got, want)
			}
		}
	}
	if _, err := fit(nil, of); err == nil {
		t.Error("fit accepts an empty list of meals, which determines no numbers")
	}
}

// TestShape: the number of moves that a unit of cost is worth depends only on differences
// between meals of snakes of the same length.
func TestShape(t *testing.T) {
	var games []game
	for i := range 20 {
		g := game{w: 2, h: 5, moves: 100}
		for length := 1; length < 10; length++ {
			later := float64((i*7+length*3)%11) + 1 + float64(5*length)
			rest := 200 - 20*length + int(3*(later-float64(5*length))) // 3 moves for one
			g.meals = append(g.meals, meal{length: length, steps: 4, turn: g.moves - rest - 4, cost: later + 4, toGo: 1})
		}
		g.meals = append(g.meals, meal{length: 5, steps: 4, turn: 0, cost: 96, toGo: 96}) // known
		games = append(games, g)
	}
	var sums shapeSums
	sums.add(games, 10)
	if got := sums.slope(); math.Abs(got-3) > 1e-9 {
		t.Errorf("the slope is %v, want 3", got)
	}
}

// TestGamesOfTheBench: play returns games with a meal for each length, at the turn on which the snake
// grew. A game that the solver loses is an error.
func TestGamesOfTheBench(t *testing.T) {
	o := options{seed: 7, workers: 2}
	spec := ouro.Spec{Name: "ouroboros"}
	games, err := o.play(t.Context(), "4x4", spec, 3)
	if err != nil {
		t.Fatal(err)
	}
	for i := range games {
		g := &games[i]
		if len(g.meals) != 15 || g.meals[0].turn != 0 {
			t.Fatalf("game %d: meals %+v", i, g.meals)
		}
		for j := range g.meals {
			m := &g.meals[j]
			end := g.moves
			if j+1 < len(g.meals) {
				end = g.meals[j+1].turn
			}
			if m.length != j+1 || m.steps != end-m.turn || !(m.toGo >= float64(16-m.length)) {
				t.Errorf("game %d: meal %+v ends at turn %d", i, *m, end)
			}
		}
	}
	if _, err := o.play(t.Context(), "6x6", ouro.Spec{Name: "bfs"}, 20); err == nil {
		t.Error("play accepts lost games, which have no moves to a win")
	}
}

// TestCalibration: the table shows the known differences between the estimates and the moves of
// made-up games.
func TestCalibration(t *testing.T) {
	var games []game
	for moves := 100; moves < 110; moves++ {
		g := game{w: 4, h: 5, moves: moves}
		for length := 1; length < 20; length++ {
			turn := 3 * (length - 1)
			g.meals = append(g.meals, meal{length: length, turn: turn, toGo: float64(moves-turn) - 2 + float64(moves%2)})
		}
		games = append(games, g)
	}
	var labels, figures sheet.Columns
	calibration(&labels, &figures, "4x5", "made up", games)
	table := sheet.NewTable(labels, figures)
	rows := table.Rows()
	if len(rows) != 10 {
		t.Fatalf("%d rows", len(rows))
	}
	for i, head := range table.Heads() {
		want := map[string]string{"length": "2", "games": "10", "predicted": "100.0", "real": "101.5 ± 2.2", "real - predicted": "1.50 ± 0.38", "in %": "+1.5", "correlation": "0.99"}[head]
		if got := rows[1][i]; want != "" && got != want {
			t.Errorf("%s: %s, want %s", head, got, want)
		}
	}
}
