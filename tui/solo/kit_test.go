package solo

import (
	"context"
	"testing"

	"go.uber.org/goleak"

	"ouro"
	"ouro/play"
	"ouro/roster"
	"ouro/tui/frame/frametest"
)

// TestMain fails if a test leaves a goroutine.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// watchGameOf returns a Watch of a game of a solver that need not be in the roster.
func watchGameOf(t *testing.T, game ouro.GameSpec, info play.WatchInfo, solver ouro.Solver) *play.Watch[[]play.Scene] {
	t.Helper()
	deal, err := roster.Deal(game, 1)
	if err != nil {
		t.Fatal(err)
	}
	g, err := play.New(play.Config{Deal: deal, Seats: []ouro.Solver{solver}})
	if err != nil {
		t.Fatal(err)
	}
	info.Game, info.Seats = game, frametest.Specs("test")
	return play.NewSideBySide(play.WatchGame(g, info))
}

// record returns the record of a game in which the snake follows a fixed cycle, up and down
// the columns. The width of the board must be even.
func record(t *testing.T, w, h, turns int) *ouro.Record {
	t.Helper()
	spec := ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: w, H: h, StartLength: 3}
	return recordOf(t, spec, turns, alongColumns, "columns")
}

// alongColumns is the solver of record.
func alongColumns(_ context.Context, t ouro.Turn) (ouro.Decision, error) {
	g := t.State.Grid
	x, y := g.XY(t.Snake().Body.Head())
	var d ouro.Dir
	switch {
	case y == 0 && x > 0:
		d = ouro.Left
	case x%2 == 0 && y < g.H-1:
		d = ouro.Up
	case x%2 == 0:
		d = ouro.Right
	case y > 1 || x == g.W-1:
		d = ouro.Down
	default:
		d = ouro.Right
	}
	if !t.State.Enterable(t.Seat, g.Next(t.Snake().Body.Head(), d)) {
		d = play.StraightOn(t.State, t.Seat)
	}
	return ouro.Decision{Dir: d}, nil
}

// mazeRecord returns the record of a game in the maze in which the snake takes the shortest path to an
// edible wall.
func mazeRecord(t *testing.T, spec ouro.GameSpec, turns int) *ouro.Record {
	t.Helper()
	return recordOf(t, spec, turns, toWalls, "nearest")
}

// recordOf returns the record of a game that a solver plays for this many turns. In the
// record, the solver has this name.
func recordOf(t *testing.T, spec ouro.GameSpec, turns int, solver ouro.SolverFunc, name string) *ouro.Record {
	t.Helper()
	seed := ouro.GameSeed(1, 0)
	deal, err := roster.Deal(spec, seed)
	if err != nil {
		t.Fatal(err)
	}
	g, err := play.New(play.Config{Deal: deal, Seats: []ouro.Solver{solver}, Keep: true})
	if err != nil {
		t.Fatal(err)
	}
	for range turns {
		if _, over := g.Over(); over {
			break
		}
		if err := g.Move(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	r := g.Record()
	r.Game, r.Seed, r.Seats = spec, seed, frametest.Specs(name)
	return r
}

// toWalls is the solver of mazeRecord.
func toWalls(_ context.Context, t ouro.Turn) (ouro.Decision, error) {
	g, head := t.State.Grid, t.Snake().Body.Head()
	first := map[ouro.Cell]ouro.Dir{} // the first step of the path to each cell
	queue := []ouro.Cell{head}
	for i := 0; i < len(queue); i++ {
		for _, d := range ouro.Dirs {
			c := g.Next(queue[i], d)
			if _, seen := first[c]; seen || c == head || !t.State.Enterable(t.Seat, c) {
				continue
			}
			first[c] = d
			if i > 0 {
				first[c] = first[queue[i]]
			}
			if t.State.Terrain(c) == ouro.Hedge {
				return ouro.Decision{Dir: first[c]}, nil
			}
			queue = append(queue, c)
		}
	}
	return ouro.Decision{Dir: play.StraightOn(t.State, t.Seat)}, nil
}
