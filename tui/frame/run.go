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

// Options say what to open.
type Options struct {
	Game   ouro.GameSpec
	Level  string // the file that the level is from, for command lines
	Start  string // the start in it that was chosen, as --start has it
	Seed   uint64 // of the experiment
	Index  int    // of the game in it
	Budget ouro.Budget

	Solvers []ouro.Spec // to watch; two to four are compared
	Hint    *ouro.Spec  // for Play: nil, or the solver that advises
	Speed   float64     // moves a second; see each entry for what 0 is

	In  io.Reader // nil is the terminal
	Out io.Writer // nil is standard output

	// Talk, unless nil, is told after the screen was left what the person will
	// want to know then, such as what shows a game that was saved.
	Talk io.Writer

	// Interrupt, unless nil, ends the context of Run as SIGINT does. It is called
	// when Ctrl-C was pressed, which no signal comes of while the screen is open.
	Interrupt func()
}

// Run shows the program until the person leaves it. It returns the error of ctx
// when that ended first, and context.Canceled after Ctrl-C.
func Run(ctx context.Context, o Options, first func(*Env) Screen) error {
	e := NewEnv(ctx, o)
	a := NewApp(e, first(e))
	defer func() {
		a.Close()
		for _, line := range e.Jobs.Told() {
			if o.Talk != nil {
				fmt.Fprintln(o.Talk, line)
			}
		}
	}()
	// Signals end ctx. Heard by the library as well they could meet there, and hang.
	options := []tea.ProgramOption{tea.WithoutSignalHandler()}
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
	p := tea.NewProgram(a, options...)
	// It quits as if asked to: ended by a context of its own, the library closes
	// its input while it may still be waiting for it.
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

// NewEnv is that of a program that ends with ctx.
func NewEnv(ctx context.Context, o Options) *Env {
	e := &Env{Opts: o, Jobs: player.NewJobs(ctx), Dark: true, After: tea.Tick}
	e.repaint()
	return e
}
