package play_test

import (
	"context"
	"math"
	"testing"

	"ouro"
	"ouro/play"
	"ouro/rule/classic"
)

// TestWalk: Walk.Play plays to the end of the game or makes a given number of moves. Each move has
// the finite scores that the solver sent.
func TestWalk(t *testing.T) {
	telling := ouro.SolverFunc(func(ctx context.Context, turn ouro.Turn) (ouro.Decision, error) {
		if n := turn.State.Turn; n%2 == 0 {
			turn.Trace.Moves("other", [4]float64{9, 9, 9, 9})
			turn.Trace.Moves(ouro.LabelScores, [4]float64{float64(n), math.NaN(), math.Inf(-1), -1})
		}
		return lap().Decide(ctx, turn)
	})
	for _, moves := range []int{0, 1, 17} {
		var walk play.Walk
		g := newGame(t, 4, 4, 3, play.Config{Trace: walk.Trace, Keep: true}, telling)
		if err := walk.Play(t.Context(), g, moves); err != nil {
			t.Fatal(err)
		}
		outcome, over := g.Over()
		made := g.State().Turn
		if moves == 0 && (!over || outcome.Ending != ouro.Won) || moves > 0 && made != moves {
			t.Errorf("%d moves: %d made, %v", moves, made, outcome)
		}
		if len(walk.Moves) != made || len(walk.Scores) != made {
			t.Fatalf("%d moves and %d scores in %d turns", len(walk.Moves), len(walk.Scores), made)
		}
		record := g.Record()
		record.Seats = []ouro.Spec{{Name: "lap"}}
		for i, scores := range walk.Scores {
			if d, ok := ouro.DirOfLetter(walk.Moves[i]); !ok || d != record.Joint(i + 1)[0] {
				t.Errorf("move %d: %c, made was %v", i+1, walk.Moves[i], record.Joint(i+1))
			}
			first := string(ouro.Dir(0).Letter())
			if i%2 == 0 && (len(scores) != 2 || scores[first] != float64(i)) || i%2 == 1 && scores != nil {
				t.Errorf("move %d: scores %v", i+1, scores)
			}
		}
	}
}

// TestWalkAfterTheEnd: Walk.Play makes the given number of moves even if the game is over. It stops if
// there is no legal move.
func TestWalkAfterTheEnd(t *testing.T) {
	const moves = 3*4*4 + 20 // the game ends as looped
	around := ouro.SolverFunc(func(_ context.Context, turn ouro.Turn) (ouro.Decision, error) {
		g, head := turn.State.Grid, turn.Snake().Body.Head()
		for _, d := range ouro.Dirs {
			if c := g.Next(head, d); c != ouro.NoCell && !turn.State.HasFood(c) && turn.State.Enterable(0, c) {
				return ouro.Decision{Dir: d}, nil
			}
		}
		return ouro.Decision{Dir: ouro.Up}, nil
	})
	var walk play.Walk
	g := newGame(t, 4, 4, 1, play.Config{}, around)
	if err := walk.Play(t.Context(), g, moves); err != nil {
		t.Fatal(err)
	}
	if outcome, over := g.Over(); g.State().Turn != moves || !over || outcome.Ending != ouro.Looped {
		t.Errorf("%d turns, %v", g.State().Turn, outcome)
	}

	level, err := ouro.ParseLevel("S   \nXXXX\n")
	if err != nil {
		t.Fatal(err)
	}
	dice := ouro.GameDice(1)
	start, err := classic.Start(level, 1, dice)
	if err != nil {
		t.Fatal(err)
	}
	right := ouro.SolverFunc(func(context.Context, ouro.Turn) (ouro.Decision, error) { return ouro.Decision{Dir: ouro.Right}, nil })
	corridor, err := play.New(play.Config{Deal: play.Deal{Rules: classic.Rules{}, Start: start, Dice: dice}, Seats: []ouro.Solver{right}})
	if err != nil {
		t.Fatal(err)
	}
	walk = play.Walk{}
	if err := walk.Play(t.Context(), corridor, moves); err != nil {
		t.Fatal(err)
	}
	if s := corridor.State(); string(walk.Moves) != "RRR" || s.Snakes[0].Cause != ouro.Alive {
		t.Errorf("into a dead end: %s, %v", walk.Moves, s.Snakes[0].Cause)
	}
}
