// Package tui is the terminal program: watch a solver think, compare solvers on
// the same food, play yourself.
//
// [Menu], [Watch], [WatchRecord], [Play], [Battle] and [Hunter] each open it on
// one of its screens and return when the person leaves. Every screen is a model
// with update and draw, pure but for the games: these go on in a
// [ouro/tui/player.Player], in commands beside the screen, a few milliseconds at
// a time. The terminal is restored on every way out, and every goroutine has
// ended by then.
//
// A kind of game adds its layers to a [ouro/tui/canvas.Board], its panel and its
// keys: viewer, solo and compare are games for one snake, watched; playing is a
// person's; battle and standings are Battlesnake; hunter is Snake Hunter. What
// solvers think is shown by overlay and tree, for all that have solvers.
package tui

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"ouro"
	"ouro/tui/player"
)

// Options say what to open.
type Options struct {
	Game   ouro.GameSpec
	Seed   uint64 // of the experiment
	Index  int    // of the game in it
	Budget ouro.Budget

	Solvers []ouro.Spec // to watch; two to four are compared
	Hint    *ouro.Spec  // for Play: nil, or the solver that advises
	Speed   float64     // moves a second; see each entry for what 0 is

	In  io.Reader // nil is the terminal
	Out io.Writer // nil is standard output
}

// MaxCompared is the number of solvers that are compared at most.
const MaxCompared = 4

// Paces where none is given.
const (
	watchPace player.Pace = 20
	playPace  player.Pace = 5
)

// Menu opens the menu, to choose what to watch, compare or play. A Speed of 0
// is 20 moves a second to begin with.
func Menu(ctx context.Context, o Options) error {
	return run(ctx, o, func(e *env) screen { return newMenu(e) })
}

// Watch shows one solver at play, or up to [MaxCompared] side by side. A Speed
// of 0 is as fast as it goes.
func Watch(ctx context.Context, o Options) error {
	if n := len(o.Solvers); n < 1 || n > MaxCompared {
		return fmt.Errorf("watch: %d solvers: want 1 to %d", n, MaxCompared)
	}
	if o.Speed == 0 {
		o.Speed = float64(player.AsFast)
	}
	return run(ctx, o, func(e *env) screen { return newViewer(e) })
}

// Play lets a person play, with a Hint if there is one. A Speed of 0 is 5 moves
// a second to begin with.
func Play(ctx context.Context, o Options) error {
	return run(ctx, o, func(e *env) screen { return newPlaying(e) })
}

// WatchRecord shows a recorded game, which must be one that replays without an
// error: its moves are made again, nobody thinks. A Speed of 0 is 20 moves a
// second.
func WatchRecord(ctx context.Context, o Options, rec *ouro.Record) error {
	o.Game, o.Solvers = rec.Game, rec.Seats
	return run(ctx, o, func(e *env) screen { return newRecordViewer(e, rec) })
}

// run shows the program until the person leaves it. It returns the error of ctx
// when that ended first.
func run(ctx context.Context, o Options, first func(*env) screen) error {
	e := newEnv(ctx, o)
	a := newApp(e, first(e))
	defer a.close()
	options := []tea.ProgramOption{tea.WithContext(ctx)}
	if o.In != nil {
		options = append(options, tea.WithInput(o.In))
	}
	if o.Out != nil {
		options = append(options, tea.WithOutput(o.Out))
	}
	if os.Getenv("NO_COLOR") != "" {
		// Any value counts; the terminal library understands only numbers.
		options = append(options, tea.WithColorProfile(colorprofile.ASCII))
	}
	_, err := tea.NewProgram(a, options...).Run()
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, tea.ErrInterrupted):
		return context.Canceled
	case err != nil:
		return fmt.Errorf("terminal: %w", err)
	}
	return nil
}

func newEnv(ctx context.Context, o Options) *env {
	e := &env{opts: o, jobs: player.NewJobs(ctx), dark: true, after: tea.Tick}
	e.repaint()
	return e
}
