// Package frame has what all screens share: the window, the help, the headline, the keys, the panel
// of facts and the bottom row. [Run] shows a [Screen] and the screens that follow it.
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

// The size of the smallest usable window.
const (
	MinWidth  = 40
	minHeight = 12
)

// Screen is a screen of the program. It changes only in Update, so that tests need no terminal.
type Screen interface {
	Init() tea.Cmd
	// Update returns the next screen: the same one, or a new one, whose Init is then called.
	Update(msg tea.Msg) (Screen, tea.Cmd)
	Draw(c *canvas.Canvas)
	Help() (title string, keys []key.Binding, notes []string)
	// Close ends the screen's games and waits until their solvers have stopped.
	Close()
}

// typedKeys is a screen with an input for text. Keeps reports whether a key is typed text, even if it
// is a command in every other screen.
type typedKeys interface {
	Keeps(msg tea.KeyPressMsg) bool
}

// pausable is a screen with a game. Hold pauses the game while the help is open. Sure asks the user
// before the game is abandoned. Over reports whether the game was shown to its end; see
// [player.Player].
type pausable interface {
	Hold()
	Sure(question string) bool
	Over() bool
}

// summarizer is a screen whose game has a result. Summary returns the lines to print after the user
// has left the program: the result, and the command that shows the game again.
type summarizer interface{ Summary() []string }

// keyReader is a screen that receives an event when a key is released.
type keyReader interface {
	Keyboard() tea.KeyboardEnhancements
}

// Env has what all screens of the program share.
type Env struct {
	*canvas.Theme
	Opts       Options // options of the program, which the menu changes
	Jobs       *player.Jobs
	Dark, mono bool
	After      func(time.Duration, func(time.Time) tea.Msg) tea.Cmd // tea.Tick, except in tests

	// Home returns the menu. Compare returns the menu in the mode compare, with these solvers
	// chosen.
	Home    func() Screen
	Compare func(solvers []ouro.Spec) Screen
}

// repaint chooses the theme again.
func (e *Env) repaint() { e.Theme = canvas.NewTheme(e.Dark, e.mono) }

// App shows a screen and handles the keys that all screens have in common.
type App struct {
	env     *Env
	Screen  Screen
	w, h    int
	helping bool // whether the help is open
	helpTop int  // the first visible row of the help
	stopped bool // whether Ctrl-C ended the program, except after the end of a game, when it acts as q
}

func NewApp(e *Env, first Screen) *App {
	return &App{env: e, Screen: first}
}

func (a *App) Init() tea.Cmd { return tea.Batch(tea.RequestBackgroundColor, a.Screen.Init()) }

// Update handles the messages that concern all screens and passes the others to the screen. The top
// left character of the window has the mouse coordinates (0, 0).
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
			a.stopped = !guards || !game.Over()
			return a, tea.Quit
		case key.Matches(msg, keySuspend): // suspend the program until the user runs fg
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

// View draws the screen or, in a window that is too small, a message.
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

func (a *App) Close() {
	a.Screen.Close()
	a.env.Jobs.Close()
}

// Options describes what the program shows.
type Options struct {
	Game   ouro.GameSpec
	Level  string // file of the level, for command lines that the screen shows
	Start  string // start in the level, as in the flag --start
	Seed   uint64 // seed of the experiment
	Index  int    // number of the game
	Budget ouro.Budget

	Solvers []ouro.Spec // solvers to watch; two to four are compared
	Hint    *ouro.Spec  // solver that advises a player, or nil
	Speed   float64     // moves per second; each function with Options documents the meaning of 0

	In  io.Reader // nil means the terminal
	Out io.Writer // nil means standard output

	// Talk, unless nil, receives messages after the user has left the program, such as the result of
	// the game and the command that shows it again.
	Talk io.Writer

	// Interrupt, unless nil, ends the context of Run as SIGINT does. Run calls Interrupt after Ctrl-C,
	// because Ctrl-C sends no signal while the screen is open. After the end of a game, Ctrl-C stops
	// nothing and acts as q.
	Interrupt func()
}

// Run shows screens until the user leaves. It returns the error of ctx if ctx ends first, and
// context.Canceled if Ctrl-C stopped a game or another screen than that of a finished game.
func Run(ctx context.Context, o Options, first func(*Env) Screen) error {
	e := NewEnv(ctx, o)
	a, left := NewApp(e, first(e)), false
	defer func() {
		var lines []string
		if s, ok := a.Screen.(summarizer); ok && left {
			lines = s.Summary()
		}
		a.Close()
		if o.Talk == nil {
			return
		}
		for _, line := range append(e.Jobs.Messages(), lines...) {
			fmt.Fprintln(o.Talk, line)
		}
	}()
	// Signals end ctx. The library's own handler of signals is disabled, because the library can hang
	// if the handler and the end of ctx end the program at the same time.
	options := []tea.ProgramOption{tea.WithoutSignalHandler()}
	if o.In != nil {
		options = append(options, tea.WithInput(o.In))
	}
	if o.Out != nil {
		options = append(options, tea.WithOutput(o.Out))
	}
	if os.Getenv("NO_COLOR") != "" {
		// Any value of NO_COLOR counts. The library accepts only numbers.
		options = append(options, tea.WithColorProfile(colorprofile.ASCII))
	}
	p := tea.NewProgram(a, options...)
	// Call Quit instead of passing ctx to the library: when a context ends, the library closes its
	// input although it may still be reading from the input.
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
	left = true
	return nil
}

// NewEnv returns the Env of a program that ends with ctx.
func NewEnv(ctx context.Context, o Options) *Env {
	e := &Env{Opts: o, Jobs: player.NewJobs(ctx), Dark: true, After: tea.Tick}
	e.repaint()
	return e
}
