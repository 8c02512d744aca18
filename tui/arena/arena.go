// Package arena shows a tournament while it is played: its progress, the current table,
// and any of the running games.
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

// Options describe the tournament to show.
type Options struct {
	Title string   // rules, board and format
	Names []string // of the snakes
	Alone bool     // every snake plays alone

	Unseen string // why games cannot be watched, or ""

	// Run plays the tournament until its context ends.
	Run func(ctx context.Context, progress func(lab.Progress)) error
	// Running returns the games that are being played.
	Running func() []*arena.Running
	// Figures returns the progress in words, the most important first.
	Figures func(at lab.Progress) []string
	// Table returns the current table in lines of at most width columns, the first ones
	// being its heads. It may be slow.
	Table func(width int) (heads int, lines []string)
}

// Show shows a tournament to its end and returns its error; Canceled if the user left.
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

// Intervals of updates.
const (
	everyTable = time.Second            // of the table, which is slower with more games
	everyLook  = 250 * time.Millisecond // of the progress
	everyMove  = 80 * time.Millisecond  // of the shown game
)

type screen struct {
	*frame.Env
	opts  Options
	zones frame.Zones

	mu sync.Mutex // guards the progress, which Run reports
	at lab.Progress

	over bool // it ended or failed
	err  error

	heads     int
	table     []string
	top       int // the first visible line of the table
	width     int // of the window in the last picture
	requested bool
	tabled    time.Time

	running []*arena.Running
	game    *arena.Running // the selected game
	slot    int            // its index among the running games
	open    bool           // the game is shown
	before  *arena.Running // the last finished game that was watched, or nil
}

func newScreen(e *frame.Env, o Options) *screen { return &screen{Env: e, opts: o} }

// Messages.
type (
	lookMsg  time.Time // an update is due
	tableMsg struct {
		heads int
		lines []string
	}
	overMsg struct{ err error }
)

// Init starts the tournament.
func (s *screen) Init() tea.Cmd {
	run := s.Jobs.Cmd(func() tea.Msg { return overMsg{s.opts.Run(s.Jobs.Context(), s.note)} })
	return tea.Batch(run, s.look())
}

// note stores the progress. It is called in goroutines of the tournament.
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
		s.heads, s.table, s.requested = msg.heads, msg.lines, false
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

// ask makes the table in a job, if it is due.
func (s *screen) ask(now time.Time) tea.Cmd {
	if s.requested || s.width == 0 || now.Sub(s.tabled) < everyTable {
		return nil
	}
	s.requested, s.tabled = true, now
	width := s.width - 2
	return s.Jobs.Cmd(func() tea.Msg {
		heads, lines := s.opts.Table(width)
		return tableMsg{heads, lines}
	})
}

// follow keeps the selected game, or selects the one in its place when it is over. As
// games may end faster than they are drawn, the last finished one is kept.
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
	keyStop   = frame.Binding("q", "stop, to resume later")
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

// scroll moves the table; Draw limits it.
func (s *screen) scroll(by int) { s.top = max(0, s.top+by) }

func (s *screen) Help() (string, []key.Binding, []string) {
	return "tournament", append(player.Bindings(s.actions()), frame.KeyHelp, keyStop), []string{
		"Finished games are stored at once. A stopped tournament can be resumed.",
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

// Close does nothing: the tournament belongs to the jobs, which end with the program.
func (s *screen) Close() {}
