// Package arena shows a tournament while it is played: how far it is, the table as
// it stands, and any of the games that are being played.
package arena

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"ouro/arena"
	"ouro/lab"
	"ouro/tui/canvas"
	"ouro/tui/frame"
	"ouro/tui/player"
)

// Options say which tournament to show.
type Options struct {
	Title string   // what is played
	Names []string // of the snakes
	Alone bool     // every snake plays by itself

	Unseen string // "", or why none of the games can be watched

	// Run plays the tournament, which its context ends.
	Run func(ctx context.Context, progress func(lab.Progress)) error
	// Running are the games that are being played.
	Running func() []*arena.Running
	// Figures tell how far it is, the most important first.
	Figures func(at lab.Progress) []string
	// Table is the table as it stands, in lines of at most so many columns, the
	// first of which are its heads. It may take its time.
	Table func(width int) (heads int, lines []string)
}

// Show shows a tournament to its end and returns why it broke off; Canceled if the user left.
func Show(ctx context.Context, o frame.Options, t Options) error {
	var s *screen
	err := frame.Run(ctx, o, func(e *frame.Env) frame.Screen { s = newScreen(e, t); return s })
	switch {
	case err != nil:
		return err
	case !s.over:
		return context.Canceled
	}
	return s.err
}

// Times between two looks.
const (
	everyTable = time.Second            // at the table, which takes longer the more games there are
	everyLook  = 250 * time.Millisecond // at how far it is
	everyMove  = 80 * time.Millisecond  // at the game that is shown
)

type screen struct {
	*frame.Env
	opts  Options
	zones frame.Zones

	mu sync.Mutex // what Run tells
	at lab.Progress

	over bool // it was played to its end, or broke off
	err  error

	heads  int
	table  []string
	top    int // the first line of the table that is shown
	width  int // of the window when it was drawn last
	asked  bool
	tabled time.Time

	running []*arena.Running
	game    *arena.Running // the one that is chosen
	slot    int            // its place among those that are running
	open    bool           // it is shown
	before  *arena.Running // nil, or what was watched before and is over
}

func newScreen(e *frame.Env, o Options) *screen { return &screen{Env: e, opts: o} }

// Messages.
type (
	lookMsg  time.Time // it is time for a look
	tableMsg struct {
		heads int
		lines []string
	}
	overMsg struct{ err error }
)

// Init begins to play.
func (s *screen) Init() tea.Cmd {
	run := s.Jobs.Cmd(func() tea.Msg { return overMsg{s.opts.Run(s.Jobs.Context(), s.note)} })
	return tea.Batch(run, s.look())
}

// note takes note of how far it is, in the goroutine of the tournament.
func (s *screen) note(at lab.Progress) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.at = at
}

func (s *screen) progress() lab.Progress {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.at
}

func (s *screen) look() tea.Cmd {
	wait := everyLook
	if s.open {
		wait = everyMove
	}
	return s.After(wait, func(t time.Time) tea.Msg { return lookMsg(t) })
}

func (s *screen) Update(msg tea.Msg) (frame.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case lookMsg:
		s.follow()
		return s, tea.Batch(s.look(), s.ask(time.Time(msg)))
	case tableMsg:
		s.heads, s.table, s.asked = msg.heads, msg.lines, false
	case overMsg:
		s.over, s.err = true, msg.err
		if errors.Is(msg.err, context.Canceled) {
			s.over = false
		}
		return s, tea.Quit
	case tea.MouseWheelMsg:
		s.scroll(3 * frame.Wheel(msg))
	case tea.KeyPressMsg:
		cmd, _ := player.Act(msg, s.actions())
		return s, cmd
	default:
		cmd, _ := s.zones.Mouse(msg)
		return s, cmd
	}
	return s, nil
}

// ask has the table made anew, beside the screen, if it is time for that.
func (s *screen) ask(now time.Time) tea.Cmd {
	if s.asked || s.width == 0 || now.Sub(s.tabled) < everyTable {
		return nil
	}
	s.asked, s.tabled = true, now
	width := s.width - 2
	return s.Jobs.Cmd(func() tea.Msg {
		heads, lines := s.opts.Table(width)
		return tableMsg{heads, lines}
	})
}

// follow keeps the game that is chosen, or takes the one in its place when it is
// over. Games may be over faster than anybody looks: then there is always the end of
// one to be seen.
func (s *screen) follow() {
	s.running = s.opts.Running()
	if i := slices.Index(s.running, s.game); i >= 0 {
		s.slot = i
		return
	}
	if s.game != nil && s.game.State() != nil {
		s.before = s.game
	}
	if n := len(s.running); n > 0 {
		s.choose(min(s.slot, n-1))
	}
}

func (s *screen) choose(slot int) {
	s.slot = slot
	s.game = s.running[slot]
}

var (
	keyOpen   = frame.Binding("enter", "watch the game", "enter")
	keyNext   = frame.Binding("tab", "next game", "tab", "right", "n")
	keyBefore = frame.Binding("shift+tab", "game before", "shift+tab", "left")
	keyBack   = frame.Binding("esc", "back to the table", "esc")
	keyUp     = frame.Binding("↑", "table up", "up", "k")
	keyDown   = frame.Binding("↓", "table down", "down", "j")
	keyRows   = frame.Binding("↑↓", "scroll") // both, for the bottom row
	keyStop   = frame.Binding("q", "stop, to go on later")
)

func (s *screen) actions() []player.Action {
	turn := func(by int) {
		if n := len(s.running); n > 0 {
			s.choose((s.slot + by + n) % n)
		}
	}
	all := []player.Action{player.Does(keyNext, func() { turn(1) }), player.Does(keyBefore, func() { turn(-1) })}
	if s.open {
		return append(all, player.Does(keyBack, s.toggle))
	}
	all = append(all, player.Does(keyUp, func() { s.scroll(-1) }), player.Does(keyDown, func() { s.scroll(1) }))
	return append([]player.Action{player.Does(keyOpen, s.toggle)}, all...)
}

func (s *screen) toggle() { s.open = !s.open && s.game != nil }

// scroll moves the table; Draw keeps it where there is something to be seen.
func (s *screen) scroll(by int) { s.top = max(0, s.top+by) }

func (s *screen) Help() (string, []key.Binding, []string) {
	return "tournament", append(player.Bindings(s.actions()), frame.KeyHelp, keyStop), []string{
		"Every finished game is kept at once. Stopped, it goes on where it was.",
	}
}

func (s *screen) Draw(c *canvas.Canvas) {
	s.zones.Clear()
	s.width = c.W
	frame.Headline(c, s.Theme, "arena", s.opts.Title, s.state())
	if s.open && s.game != nil {
		s.drawGame(c)
	} else {
		s.drawTable(c)
	}
}

// Close ends nothing: the tournament is of the jobs, which whoever leaves ends.
func (s *screen) Close() {}
