// Package frame has the parts that all screens of the terminal program share: the window,
// the help, the headline, the keys, the panel of facts and the bottom row. [Run] shows a
// [Screen] and the screens that follow it.
package frame

import (
	"context"
	"fmt"
	"io"
	"os"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"ouro"
	"ouro/tui/canvas"
	"ouro/tui/player"
)

// The smallest window for every screen.
const (
	MinWidth  = 40
	minHeight = 12
)

// Screen is a screen of the program. It changes only by messages, so that it can be
// tested without a terminal.
type Screen interface {
	Init() tea.Cmd
	// Update returns the next screen. This is the same screen or a new one, whose Init is
	// then called.
	Update(msg tea.Msg) (Screen, tea.Cmd)
	Draw(c *canvas.Canvas)
	Help() (title string, keys []key.Binding, notes []string)
	// Close ends the screen's games and waits for their solvers.
	Close()
}

// typedKeys is a screen that may treat keys as typed text, even keys with a meaning on all
// screens.
type typedKeys interface {
	Keeps(msg tea.KeyPressMsg) bool
}

// pausable is a screen with a game that must be paused while the help is open and must not
// be left by mistake; see [player.Player].
type pausable interface {
	Hold()
	Sure(question string) bool
}

// keyReader is a screen that needs the releases of keys.
type keyReader interface {
	Keyboard() tea.KeyboardEnhancements
}

// Env has what all screens share.
type Env struct {
	*canvas.Theme
	Opts       Options // options of the program, as changed in the menu
	Jobs       *player.Jobs
	Dark, mono bool
	After      func(time.Duration, func(time.Time) tea.Msg) tea.Cmd // tea.Tick, except in tests

	// Home returns the menu. Compare returns the menu in the mode compare, with these
	// solvers chosen.
	Home    func() Screen
	Compare func(solvers []ouro.Spec) Screen
}

func (e *Env) repaint() { e.Theme = canvas.NewTheme(e.Dark, e.mono) }

// App shows one screen and handles the common keys.
type App struct {
	env     *Env
	Screen  Screen
	w, h    int
	helping bool
	helpTop int  // the first visible row of the help
	stopped bool // whether Ctrl-C ended the program
}

// NewApp returns an App with this first screen.
func NewApp(e *Env, first Screen) *App {
	return &App{env: e, Screen: first}
}

func (a *App) Init() tea.Cmd { return tea.Batch(tea.RequestBackgroundColor, a.Screen.Init()) }

// Update handles the messages that concern all screens, and passes on all others. Mouse
// coordinates start at the top left character of the window.
func (a *App) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if a.helping {
		p := a.help()
		if by, ok := p.scroll(msg); ok {
			a.helpTop = max(0, min(a.helpTop, p.below())+by)
			return a, nil
		}
	}
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		a.w, a.h = msg.Width, msg.Height
	case tea.ColorProfileMsg:
		a.env.mono = msg.Profile <= colorprofile.ASCII
		a.env.repaint()
		return a, nil
	case tea.BackgroundColorMsg:
		a.env.Dark = msg.IsDark()
		a.env.repaint()
		return a, nil
	case tea.MouseClickMsg:
		if a.helping {
			a.helping = false
			return a, nil
		}
	case tea.KeyPressMsg:
		k, typing := a.Screen.(typedKeys)
		game, guards := a.Screen.(pausable)
		switch {
		case key.Matches(msg, keyInterrupt):
			a.stopped = true
			return a, tea.Quit
		case key.Matches(msg, keySuspend): // the program is suspended until the user runs fg
			return a, tea.Suspend
		case a.helping:
			a.helping = false
			return a, nil
		case typing && k.Keeps(msg):
		case key.Matches(msg, KeyQuit):
			if guards && !game.Sure(player.SureQuit) {
				return a, nil
			}
			return a, tea.Quit
		case key.Matches(msg, KeyHelp):
			if guards {
				game.Hold()
			}
			a.helping, a.helpTop = true, 0
			return a, nil
		}
	}
	next, cmd := a.Screen.Update(msg)
	if next != a.Screen {
		old := a.Screen
		a.Screen = next
		cmd = tea.Batch(cmd, next.Init(), a.env.Jobs.Cmd(func() tea.Msg { old.Close(); return nil }))
	}
	return a, cmd
}

// View draws the screen. If the window is too small, it draws a message that says so.
func (a *App) View() tea.View {
	v := tea.View{Content: a.Render().String(), AltScreen: true, WindowTitle: "ouro", MouseMode: tea.MouseModeCellMotion}
	if t, ok := a.Screen.(keyReader); ok {
		v.KeyboardEnhancements = t.Keyboard()
	}
	return v
}

func (a *App) Render() *canvas.Canvas {
	c := canvas.New(max(0, a.w), max(0, a.h))
	if a.w < MinWidth || a.h < minHeight {
		c.Wrap(canvas.At(0, 0, a.w, a.h), "The window is too small: ouro needs 40 columns and 12 rows.", canvas.Ink{})
		return c
	}
	a.Screen.Draw(c)
	if a.helping {
		p := a.help()
		p.draw(c, a.env.Theme, min(a.helpTop, p.below()))
	}
	return c
}

func (a *App) help() help {
	title, keys, notes := a.Screen.Help()
	return newHelp(a.w, a.h, title, keys, notes)
}

// Close ends all games and jobs.
func (a *App) Close() {
	a.Screen.Close()
	a.env.Jobs.Close()
}

// Options describes the program to open.
type Options struct {
	Game   ouro.GameSpec
	Level  string // file of the level, for command lines
	Start  string // start in the level, as in --start
	Seed   uint64 // seed of the experiment
	Index  int    // number of the game
	Budget ouro.Budget

	Solvers []ouro.Spec // solvers to watch; two to four solvers are compared
	Hint    *ouro.Spec  // for Play: the solver that advises the player, or nil
	Speed   float64     // moves per second; for the meaning of 0 see each function

	In  io.Reader // nil is the terminal
	Out io.Writer // nil is standard output

	// Talk, unless nil, receives messages after the user has left the screen, such as the
	// command that shows a saved game.
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
	// Signals end ctx. The library's own signal handler is disabled, because the library
	// may hang if both end the program at once.
	options := []tea.ProgramOption{tea.WithoutSignalHandler()}
	if o.In != nil {
		options = append(options, tea.WithInput(o.In))
	}
	if o.Out != nil {
		options = append(options, tea.WithOutput(o.Out))
	}
	if os.Getenv("NO_COLOR") != "" {
		// Any value of NO_COLOR counts; the library accepts only numbers.
		options = append(options, tea.WithColorProfile(colorprofile.ASCII))
	}
	p := tea.NewProgram(a, options...)
	// Call Quit and do not pass ctx to the program: when a context ends, the library closes
	// its input while it may still be waiting for input.
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
