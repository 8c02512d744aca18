package tui

import (
	"time"

	"charm.land/bubbles/v2/key"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"ouro/tui/canvas"
	"ouro/tui/player"
)

// Smallest window that every screen fits into.
const (
	minWidth  = 40
	minHeight = 12
)

// screen is one of the program's screens. It draws what it knows and changes
// only by messages, so that it can be tested without a terminal.
type screen interface {
	init() tea.Cmd
	// update is the screen to go on with: itself, or another one that takes
	// its place and is then told init.
	update(msg tea.Msg) (screen, tea.Cmd)
	draw(c *canvas.Canvas)
	help() (title string, keys []key.Binding, notes []string)
	// Close ends the screen's games and waits for their solvers.
	Close()
}

// keeper is a screen that may want keys which mean the same on all screens: a
// game that must not end by a slip.
type keeper interface {
	keeps(msg tea.KeyPressMsg) bool
}

// typist is a screen that wants to know of releases of keys.
type typist interface {
	keyboard() tea.KeyboardEnhancements
}

// env is what the screens share.
type env struct {
	*canvas.Palette
	opts       Options // of the entry, with the menu's changes
	jobs       *player.Jobs
	dark, mono bool
	after      func(time.Duration, func(time.Time) tea.Msg) tea.Cmd // tea.Tick, but in tests
}

func (e *env) repaint() { e.Palette = canvas.NewPalette(e.dark, e.mono) }

// app shows one screen and does what is the same on all of them.
type app struct {
	env     *env
	screen  screen
	w, h    int
	helping bool
}

func newApp(e *env, first screen) *app {
	return &app{env: e, screen: first}
}

// Init starts the first screen and asks for the terminal's background.
func (a *app) Init() tea.Cmd { return tea.Batch(tea.RequestBackgroundColor, a.screen.init()) }

// Update handles what concerns every screen and hands on the rest.
func (a *app) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		a.w, a.h = msg.Width, msg.Height
	case tea.ColorProfileMsg:
		a.env.mono = msg.Profile <= colorprofile.ASCII
		a.env.repaint()
		return a, nil
	case tea.BackgroundColorMsg:
		a.env.dark = msg.IsDark()
		a.env.repaint()
		return a, nil
	case tea.KeyPressMsg:
		k, ok := a.screen.(keeper)
		switch {
		case ok && !a.helping && k.keeps(msg):
		case key.Matches(msg, keyQuit):
			return a, tea.Quit
		case a.helping:
			a.helping = false
			return a, nil
		case key.Matches(msg, keyHelp):
			a.helping = true
			return a, nil
		}
	}
	next, cmd := a.screen.update(msg)
	if next != a.screen {
		old := a.screen
		a.screen = next
		cmd = tea.Batch(cmd, next.init(), a.env.jobs.Cmd(func() tea.Msg { old.Close(); return nil }))
	}
	return a, cmd
}

// View draws the screen, or says that the window is too small for it.
func (a *app) View() tea.View {
	v := tea.View{Content: a.render().String(), AltScreen: true, WindowTitle: "ouro"}
	if t, ok := a.screen.(typist); ok {
		v.KeyboardEnhancements = t.keyboard()
	}
	return v
}

func (a *app) render() *canvas.Canvas {
	c := canvas.New(max(0, a.w), max(0, a.h))
	if a.w < minWidth || a.h < minHeight {
		c.Wrap(0, 0, a.w, a.h, "The window is too small: ouro needs 40 columns and 12 rows.", canvas.Ink{})
		return c
	}
	a.screen.draw(c)
	if a.helping {
		title, keys, notes := a.screen.help()
		drawHelp(c, a.env.Palette, title, keys, notes)
	}
	return c
}

// close ends everything that runs.
func (a *app) close() {
	a.screen.Close()
	a.env.jobs.Close()
}
