package frame

import (
	"context"
	"fmt"
	"io"
	"os"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"ouro"
	"ouro/tui/player"
)

// Options describe the program to open.
type Options struct {
	Game   ouro.GameSpec
	Level  string // file of the level, for command lines
	Start  string // start in the level, as in --start
	Seed   uint64 // of the experiment
	Index  int    // number of the game
	Budget ouro.Budget

	Solvers []ouro.Spec // to watch; two to four are compared
	Hint    *ouro.Spec  // for Play: the solver that advises, or nil
	Speed   float64     // moves per second; see each function for 0

	In  io.Reader // nil is the terminal
	Out io.Writer // nil is standard output

	// Talk, unless nil, receives messages after the screen was left, such as the command
	// that shows a saved game.
	Talk io.Writer

	// Interrupt, unless nil, ends the context of Run like SIGINT. It is called after
	// Ctrl-C, which causes no signal while the screen is open.
	Interrupt func()
}

// Run shows the program until the user leaves. It returns the error of ctx if that ended
// first, and context.Canceled after Ctrl-C.
func Run(ctx context.Context, o Options, first func(*Env) Screen) error {
	e := NewEnv(ctx, o)
	a := NewApp(e, first(e))
	defer func() {
		a.Close()
		for _, line := range e.Jobs.Messages() {
			if o.Talk != nil {
				fmt.Fprintln(o.Talk, line)
			}
		}
	}()
	// Signals end ctx. The library's own signal handler could hang when both end it at
	// once.
	options := []tea.ProgramOption{tea.WithoutSignalHandler()}
	if o.In != nil {
		options = append(options, tea.WithInput(o.In))
	}
	if o.Out != nil {
		options = append(options, tea.WithOutput(o.Out))
	}
	if os.Getenv("NO_COLOR") != "" {
		// any value counts; the library accepts only numbers
		options = append(options, tea.WithColorProfile(colorprofile.ASCII))
	}
	p := tea.NewProgram(a, options...)
	// Quit instead of passing ctx: with a context the library closes its input while it
	// may still be waiting for it.
	defer context.AfterFunc(ctx, p.Quit)()
	_, err := p.Run()
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return fmt.Errorf("terminal: %w", err)
	case a.stopped:
		if o.Interrupt != nil {
			o.Interrupt()
		}
		return context.Canceled
	}
	return nil
}

// NewEnv returns the Env of a program that ends with ctx.
func NewEnv(ctx context.Context, o Options) *Env {
	e := &Env{Opts: o, Jobs: player.NewJobs(ctx), Dark: true, After: tea.Tick}
	e.repaint()
	return e
}
