package ouroboros

import (
	"fmt"
	"math"
	"testing"

	"ouro"
	"ouro/internal/needs"
)

// TestToGo: the longer the snake, the fewer moves are expected: for each meal at least one and at
// most a lap, and on a full board none. More candidates add at most 3% to the moves of a game.
func TestToGo(t *testing.T) {
	for _, size := range [][2]int{{2, 2}, {2, 9}, {3, 3}, {3, 8}, {4, 4}, {5, 5}, {5, 40}, {6, 6}, {7, 7}, {10, 10}, {15, 15}, {20, 20}, {33, 33}, {64, 64}} {
		g := ouro.MustGrid(size[0], size[1])
		fast := 0.0
		for _, nodes := range []int64{0, 5, 30, 100, 4000} {
			toGo := (&options{nodes: nodes}).newProspect(openBoard(g)).toGo
			if len(toGo) != g.Size()+1 || toGo[g.Size()] != 0 {
				t.Fatalf("board %s: %d lengths, %v moves to go on a full board", g, len(toGo)-1, toGo[g.Size()])
			}
			for length := 1; length < g.Size(); length++ {
				if moves := toGo[length] - toGo[length+1]; !(moves >= 1-1e-9 && moves <= float64(g.Size()-1)+1e-9) {
					t.Errorf("board %s, nodes %d: %v moves for the meal of a snake of %d", g, nodes, moves, length)
				}
			}
			if nodes == 0 {
				fast = toGo[1]
			}
			if min(g.W, g.H) < 4 {
				continue // the coefficients are not fitted to such boards
			}
			if least := float64(g.Size() - 1); toGo[1] > 1.03*fast || toGo[1] < max(least, 0.6*fast) {
				t.Errorf("board %s: %v moves with %d nodes, %v with the usual", g, toGo[1], nodes, fast)
			}
		}
	}
}

// TestToGoIsPlayed: games take about as many moves as expected. If this fails after ouroboros
// has improved, fit the outlooks again.
func TestToGoIsPlayed(t *testing.T) {
	const games = 10
	boards := []struct {
		w, h    int
		options ouro.Options
	}{
		{6, 6, nil},
		{4, 7, nil},
		{7, 7, nil},
		{5, 5, ouro.Options{{Key: "nodes", Value: "100"}}},
		{10, 10, nil},
	}
	for _, c := range boards[:needs.Many(3, len(boards))] {
		played, expected := 0.0, 0.0
		for i := range games {
			first := true
			played += float64(playWith(t, c.w, c.h, 1, ouro.GameSeed(23, i), false, func(o *ouroboros, turn ouro.Turn) (ouro.Dir, error) {
				d, err := o.Decide(t.Context(), turn)
				if first {
					expected += 1 + o.expectedMoves()
				}
				first = false
				return d.Dir, err
			}, c.options...))
		}
		if math.Abs(played/expected-1) > 0.15 {
			t.Errorf("board %dx%d, %v: %.1f moves, expected %.1f", c.w, c.h, c.options, played/games, expected/games)
		}
	}
}

// TestExpectedMoves: every move reports the expected number of moves to the end. On the way to
// food, this number falls by one with each move; before the last move it is 1.
func TestExpectedMoves(t *testing.T) {
	for i, c := range []struct {
		w, h    int
		options ouro.Options
	}{
		{4, 4, nil},
		{5, 5, nil},
		{3, 5, nil},
		{6, 6, ouro.Options{{Key: "nodes", Value: "5"}}},
		{7, 7, nil},
		{10, 10, nil},
		{8, 8, ouro.Options{{Key: "budget", Value: "1h"}, {Key: "nodes", Value: "20"}}},
	} {
		last, length, fell, meals := math.NaN(), 0, 0, 0
		leads := false // the previous move was on the way to food
		playWith(t, c.w, c.h, 1, ouro.GameSeed(29, i), false, func(o *ouroboros, turn ouro.Turn) (ouro.Dir, error) {
			var expected []float64
			turn.Trace = ouro.NewTrace(func(n ouro.Note) {
				if n.Label == ouro.LabelExpected {
					expected = append(expected, n.Value)
				}
			})
			d, err := o.Decide(t.Context(), turn)
			where := fmt.Sprintf("board %s turn %d", o.board.Grid, turn.State.Turn)
			if len(expected) != 1 || !(expected[0] >= float64(o.board.Grid.Size()-turn.Snake().Body.Len())) {
				t.Fatalf("%s: it expects %v moves with %d meals to come", where, expected, o.board.Grid.Size()-turn.Snake().Body.Len())
			}
			switch {
			case turn.Snake().Body.Len() != length:
				meals++
			case leads:
				fell++
				if math.Abs(expected[0]-(last-1)) > 1e-9 {
					t.Errorf("%s: it expects %v moves, a move ago %v", where, expected[0], last)
				}
			}
			last, length, leads = expected[0], turn.Snake().Body.Len(), o.order[o.meal] == o.of[o.goal]
			return d.Dir, err
		}, c.options...)
		if math.Abs(last-1) > 1e-9 || fell < 10 || meals != c.w*c.h-1 {
			t.Errorf("board %dx%d: the last move expects %v; %d meals, and %d moves that fell by one", c.w, c.h, last, meals, fell)
		}
	}
}

// TestExpectsWithoutMemory: computing the expected moves allocates nothing, neither on the
// way to food nor without food.
func TestExpectsWithoutMemory(t *testing.T) {
	sum := 0.0
	playWith(t, 4, 4, 1, 3, false, func(o *ouroboros, turn ouro.Turn) (ouro.Dir, error) {
		d, err := o.Decide(t.Context(), turn)
		goal := o.goal
		for _, o.goal = range []ouro.Cell{goal, ouro.NoCell} {
			if n := testing.AllocsPerRun(5, func() { sum += o.expectedMoves() }); n != 0 {
				t.Errorf("turn %d: %v allocations", turn.State.Turn, n)
			}
		}
		o.goal = goal
		return d.Dir, err
	})
	if !(sum > 0) {
		t.Errorf("the sum of all expected moves is %v, want more than 0", sum)
	}
}
