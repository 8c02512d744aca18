// Package engines_test runs this folder's engines in other languages.
package engines_test

import (
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"go.uber.org/goleak"

	"ouro"
	"ouro/engine"
	"ouro/engine/check"
	"ouro/internal/needs"
	"ouro/internal/shell"
	"ouro/play"
	"ouro/roster"
	"ouro/rule/maze"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(closing{m}) }

// closing is a test run that ends cached engines after the tests.
type closing struct{ *testing.M }

func (c closing) Run() int {
	defer engine.Close()
	return c.M.Run()
}

func commands(t *testing.T) map[string]string {
	t.Helper()
	return map[string]string{
		"python":     shell.Line(needs.Python(t), "python/snake.py"),
		"javascript": shell.Line(needs.Program(t, "node", "nodejs"), "javascript/snake.js"),
		"c":          shell.Line(compile(t)),
	}
}

func compile(t *testing.T) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "snake")
	cc := needs.Program(t, "cc", "gcc", "tcc")
	out, err := exec.CommandContext(t.Context(), cc, "-O2", "-Wall", "-Wextra", "-Werror", "-o", program, "c/snake.c").CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return program
}

// TestTheyConform: each engine passes every check of ouro engine --check.
func TestTheyConform(t *testing.T) {
	for name, command := range commands(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, err := check.Examine(t.Context(), check.Config{
				Command: command, Seed: 1, Time: 20 * time.Millisecond, Grace: 20 * time.Second,
				Hello: time.Minute, Turn: time.Minute, Quick: 20 * time.Second,
			})
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range r.Checks {
				if c.Result != check.Passed {
					t.Errorf("%s %s: %s, %s, %s", c.Result, c.Point, c.Detail, c.Where, c.Stderr)
				}
			}
			if len(r.Intro.Options) != 1 || len(r.Intro.Games) != 3 {
				t.Errorf("%+v", r.Intro)
			}
		})
	}
}

// TestTheyAreTheSameSnake: the three engines make the same moves in all kinds of games, with and
// without the option patience, and have no fault.
func TestTheyAreTheSameSnake(t *testing.T) {
	all := commands(t)
	for _, c := range []struct {
		rules, board, option string
		snakes               int
	}{{"classic", "6x6", "", 1}, {"classic", "7x5", ",patience=0", 1}, {"maze:regrow=floor", "", ",patience=1", 1}, {"standard", "11x11", "", 3}, {"wrapped", "11x11", "", 3}} {
		t.Run(c.rules+c.option, func(t *testing.T) {
			moves := map[string][]ouro.Dir{}
			for name, command := range all {
				moves[name] = playedMoves(t, c.rules, c.board, "exec:"+command+c.option, c.snakes)
			}
			if len(moves["c"]) < 20 || !slices.Equal(moves["c"], moves["python"]) || !slices.Equal(moves["c"], moves["javascript"]) {
				t.Errorf("moves: %v", moves)
			}
		})
	}
}

func playedMoves(t *testing.T, rules, board, solver string, snakes int) []ouro.Dir {
	t.Helper()
	spec, err := ouro.ParseSpec(solver)
	if err != nil {
		t.Fatal(err)
	}
	r, err := ouro.ParseSpec(rules)
	if err != nil {
		t.Fatal(err)
	}
	choice := roster.Choice{Rules: r, Snakes: snakes, Open: maze.Level}
	if board != "" {
		if choice.W, choice.H, err = ouro.ParseSize(board); err != nil {
			t.Fatal(err)
		}
	}
	game, err := choice.Game()
	if err != nil {
		t.Fatal(err)
	}
	g, err := roster.NewGame(game, 1, slices.Repeat([]ouro.Spec{spec}, snakes), play.Config{Keep: true})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := g.Run(t.Context()); err != nil {
		t.Error(err)
	}
	if in := g.Incidents(); len(in) > 0 {
		t.Errorf("%s: %+v", solver, in[0])
	}
	if err := g.Close(); err != nil {
		t.Error(err)
	}
	return g.Record().Moves
}
