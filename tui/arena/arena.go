// Package arena shows a tournament while it is played: its progress, its current table, and
// any game that is being played.
package arena

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"ouro"
	"ouro/arena"
	"ouro/internal/english"
	"ouro/internal/palette"
	"ouro/lab"
	"ouro/tui/battlesnake"
	"ouro/tui/canvas"
	"ouro/tui/frame"
	"ouro/tui/player"
)

// Options describes the tournament to show.
type Options struct {
	Title string   // rules, board and format
	Names []string // names of the snakes
	Alone bool     // whether every snake plays alone

	Unseen string // why games cannot be watched; "" if they can be watched

	// Run plays the tournament until its context ends.
	Run func(ctx context.Context, progress func(lab.Progress)) error
	// Running returns the games that are being played.
	Running func() []*arena.Running
	// Figures returns the progress in words, the most important figures first.
	Figures func(at lab.Progress) []string
	// Table returns the current table as lines of at most width columns, the first of which are
	// headings. Table may be slow, so the screen calls it in a job.
	Table func(width int) (headings int, lines []string)
}

// Show plays and shows a tournament, and returns its error. If the user leaves early, Show returns
// context.Canceled.
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

const (
	tableInterval    = time.Second            // minimum time between two tables: large tables take long to make
	progressInterval = 250 * time.Millisecond // time between two updates of the progress
	gameInterval     = 80 * time.Millisecond  // time between two pictures of the shown game
)

type screen struct {
	*frame.Env
	opts  Options
	zones frame.Zones

	mu sync.Mutex // guards at, the progress that Run reports
	at lab.Progress

	over bool // whether the tournament has ended or failed
	err  error

	headings  int       // number of headings in table
	table     []string  // lines of the table
	top       int       // the first visible line of the table
	width     int       // width of the table in the last picture
	requested bool      // whether a job is making a new table
	tableTime time.Time // when the last table was requested

	running   []*arena.Running
	game      *arena.Running // the selected game
	slot      int            // index of the selected game in running
	open      bool           // whether the selected game fills the screen
	endedGame *arena.Running // the last game that ended while it was selected, or nil
}

func newScreen(e *frame.Env, o Options) *screen { return &screen{Env: e, opts: o} }

// Messages.
type (
	lookMsg  time.Time // the screen must be updated
	tableMsg struct {
		headings int
		lines    []string
	}
	overMsg struct{ err error }
)

func (s *screen) Init() tea.Cmd {
	run := s.Jobs.Cmd(func() tea.Msg { return overMsg{s.opts.Run(s.Jobs.Context(), s.note)} })
	return tea.Batch(run, s.look())
}

// note stores the progress. Goroutines of the tournament call it.
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

// look requests the next lookMsg.
func (s *screen) look() tea.Cmd {
	wait := progressInterval
	if s.open {
		wait = gameInterval
	}
	return s.After(wait, func(t time.Time) tea.Msg { return lookMsg(t) })
}

func (s *screen) Update(msg tea.Msg) (frame.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case lookMsg:
		s.follow()
		return s, tea.Batch(s.look(), s.requestTable(time.Time(msg)))
	case tableMsg:
		s.headings, s.table, s.requested = msg.headings, msg.lines, false
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

// requestTable starts a job that makes a new table, unless such a job runs or started less than
// tableInterval ago.
func (s *screen) requestTable(now time.Time) tea.Cmd {
	if s.requested || s.width == 0 || now.Sub(s.tableTime) < tableInterval {
		return nil
	}
	s.requested, s.tableTime = true, now
	width := s.width - 2
	return s.Jobs.Cmd(func() tea.Msg {
		headings, lines := s.opts.Table(width)
		return tableMsg{headings, lines}
	})
}

// follow updates the list of running games. If the selected game has ended, follow selects the game
// in the same slot. It keeps the ended game to show its last position until the new game has one.
func (s *screen) follow() {
	s.running = s.opts.Running()
	if i := slices.Index(s.running, s.game); i >= 0 {
		s.slot = i
		return
	}
	if s.game != nil && s.game.State() != nil {
		s.endedGame = s.game
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
	keyBefore = frame.Binding("shift+tab", "previous game", "shift+tab", "left")
	keyBack   = frame.Binding("esc", "back to the table", "esc")
	keyUp     = frame.Binding("↑", "scroll up", "up", "k")
	keyDown   = frame.Binding("↓", "scroll down", "down", "j")
	keyRows   = frame.Binding("↑↓", "scroll") // the text for keyUp and keyDown in the bottom row
	keyStop   = frame.Binding("q", "stop, to resume later")
)

func (s *screen) actions() []player.Action {
	turn := func(by int) {
		if n := len(s.running); n > 0 {
			s.choose((s.slot + by + n) % n)
		}
	}
	all := []player.Action{player.NewAction(keyNext, func() { turn(1) }), player.NewAction(keyBefore, func() { turn(-1) })}
	if s.open {
		return append(all, player.NewAction(keyBack, s.toggle))
	}
	all = append(all, player.NewAction(keyUp, func() { s.scroll(-1) }), player.NewAction(keyDown, func() { s.scroll(1) }))
	return append([]player.Action{player.NewAction(keyOpen, s.toggle)}, all...)
}

func (s *screen) toggle() { s.open = !s.open && s.game != nil }

// scroll moves the table. Draw keeps s.top in range.
func (s *screen) scroll(by int) { s.top = max(0, s.top+by) }

func (s *screen) Help() (string, []key.Binding, []string) {
	return "tournament", append(player.Bindings(s.actions()), frame.KeyHelp, keyStop), []string{
		"Finished games are stored at once. A stopped tournament can be resumed.",
	}
}

func (s *screen) Draw(c *canvas.Canvas) {
	s.zones.Clear()
	s.width = s.tableWidth(c.W)
	frame.Headline(c, s.Theme, "arena", s.opts.Title, s.state())
	if s.open && s.game != nil {
		s.drawGame(c)
	} else {
		s.drawTable(c)
	}
}

// Close does nothing: the tournament runs in jobs, which end with the program.
func (s *screen) Close() {}

func (s *screen) state() string {
	at := s.progress()
	if at.Total == 0 {
		return ""
	}
	if at.About {
		return fmt.Sprintf("%d of about %d", at.Done, at.Total)
	}
	return fmt.Sprintf("%d of %d", at.Done, at.Total)
}

// From wideColumns on, the selected game is drawn beside the table, which gets half of the width
// but at least narrowColumns.
const (
	wideColumns   = 110
	narrowColumns = 76
)

func (s *screen) tableWidth(w int) int {
	if w < wideColumns || s.opts.Unseen != "" {
		return w
	}
	return max(narrowColumns, w/2)
}

func (s *screen) drawTable(c *canvas.Canvas) {
	at := s.progress()
	y := 2
	if at.Total > 0 {
		pn := frame.Panel{Canvas: c, Theme: s.Theme, X: 1, Y: y, End: y + 99, W: c.W - 2}
		share := float64(at.Done) / float64(at.Total)
		pn.Bar(share, fmt.Sprintf("%4.0f %%", 100*share), s.Accent)
		pn.Line(strings.Join(s.opts.Figures(at), " · "), canvas.Ink{FG: s.Dim, Faint: s.Mono})
		y = pn.Y + 1
	}
	games := min(len(s.running), max(1, (c.H-y-2)/3)) // number of games that are listed
	s.drawLines(c, y, c.H-2-games-1-y)
	s.drawRunning(c, c.H-2-games, games)
	s.drawBeside(c, y)
	frame.Hints(c, s.Theme, c.H-1, frame.KeyHelp, keyOpen, keyNext, keyRows, keyStop)
}

func (s *screen) drawLines(c *canvas.Canvas, y, rows int) {
	if len(s.table) == 0 {
		c.Text(1, y, s.width-2, "no game is finished yet", canvas.Ink{FG: s.Dim, Faint: s.Mono})
		return
	}
	headings := min(s.headings, len(s.table))
	body := s.table[headings:]
	s.top = max(0, min(s.top, len(body)-max(0, rows-headings)))
	for i, line := range s.table[:headings] {
		if i < rows {
			c.Text(1, y+i, s.width-2, line, canvas.Ink{FG: s.Dim, Faint: s.Mono})
		}
	}
	for i, line := range body[s.top:] {
		if headings+i < rows {
			c.Text(1, y+headings+i, s.width-2, line, canvas.Ink{FG: s.Text})
		}
	}
}

// drawRunning lists some of the running games: the selected game and its neighbours in the list.
func (s *screen) drawRunning(c *canvas.Canvas, y, rows int) {
	if rows < 1 || len(s.running) == 0 {
		return
	}
	c.Text(1, y-1, c.W-2, fmt.Sprintf("now playing %s", english.Count(len(s.running), "game")), canvas.Ink{FG: s.Dim, Faint: s.Mono})
	first := canvas.Scroll(s.slot, rows, max(rows, len(s.running)))
	for i, r := range s.running[first:min(first+rows, len(s.running))] {
		k, mark := canvas.Ink{FG: s.Text}, "  "
		if r == s.game {
			k, mark = canvas.Ink{FG: s.Accent, Bold: true}, "▸ "
		}
		x := c.Text(1, y+i, s.width-2, mark+s.rowText(r), k)
		if s.opts.Unseen == "" {
			c.Text(x+2, y+i, s.width-x-3, fmt.Sprintf("turn %d", r.Turn()), canvas.Ink{FG: s.Dim, Faint: s.Mono})
		}
		slot := first + i
		s.zones.Click(canvas.At(1, y+i, s.width-2, 1), func() tea.Cmd { s.choose(slot); s.toggle(); return nil })
	}
}

func (s *screen) rowText(r *arena.Running) string {
	names := make([]string, len(r.Seats))
	for seat, snake := range r.Seats {
		names[seat] = s.opts.Names[snake]
	}
	return strings.Join(names, " – ")
}

// skins returns the colours of the snakes in a game. Each entrant keeps its colour in every game.
func (s *screen) skins(r *arena.Running) []canvas.Colour {
	skins := make([]canvas.Colour, len(r.Seats))
	for seat, snake := range r.Seats {
		skins[seat] = s.Visible(canvas.Parse(palette.Snake(snake).String()))
	}
	return skins
}

// drawnGame returns the selected game and its position. If the selected game has no position yet,
// drawnGame returns the game that ended before. If that game has no position either, state is nil.
func (s *screen) drawnGame() (r *arena.Running, state *ouro.State) {
	r = s.game
	if state = r.State(); state == nil && s.endedGame != nil {
		r, state = s.endedGame, s.endedGame.State()
	}
	return r, state
}

// drawBeside draws the selected game beside the table, if there is room. A click opens the game.
func (s *screen) drawBeside(c *canvas.Canvas, y int) {
	if s.width == c.W || s.game == nil {
		return
	}
	r, state := s.drawnGame()
	if state == nil {
		return
	}
	at := canvas.At(s.width+1, y+1, c.W-s.width-2, c.H-2-y)
	box := canvas.Place(state.Grid, at)
	if !box.Whole {
		return
	}
	c.Text(at.X, y, at.W, fmt.Sprintf("%s  turn %d", s.rowText(r), state.Turn), canvas.Ink{FG: s.Dim, Faint: s.Mono})
	s.drawBoard(c, box, r, state)
	s.zones.Click(canvas.At(at.X, y, at.W, at.H+1), func() tea.Cmd { s.toggle(); return nil })
}

func (s *screen) drawBoard(c *canvas.Canvas, box canvas.Box, r *arena.Running, state *ouro.State) {
	board := box.Board(c, s.Theme, state)
	if s.opts.Alone {
		board.Solo(nil)
	} else {
		battlesnake.Draw(board, s.skins(r), 0, nil)
	}
}

func (s *screen) drawGame(c *canvas.Canvas) {
	defer frame.Hints(c, s.Theme, c.H-1, frame.KeyHelp, keyBack, keyNext, keyStop)
	r, state := s.drawnGame()
	if state == nil {
		reason := cmp.Or(s.opts.Unseen, "waiting for the first move …")
		c.Text(2, 2, c.W-4, s.rowText(r), canvas.Ink{FG: s.Text, Bold: true})
		c.Wrap(canvas.At(2, 4, c.W-4, c.H-6), reason, canvas.Ink{FG: s.Dim, Faint: s.Mono})
		return
	}
	box, pn := frame.Beside(c, s.Theme, state.Grid)
	s.drawBoard(c, box, r, state)
	skins := s.skins(r)
	pn.Row("group", fmt.Sprint(r.Group))
	pn.Row("seed", fmt.Sprint(r.Seed))
	turn := fmt.Sprint(state.Turn)
	if r == s.endedGame {
		turn += ", the last"
	}
	pn.Row("turn", turn)
	pn.Gap()
	for seat, snake := range r.Seats {
		s.drawSnake(&pn, state, seat, s.opts.Names[snake], skins[seat])
	}
}

// drawSnake writes the name of a snake in one row and its state in the next.
func (s *screen) drawSnake(pn *frame.Panel, state *ouro.State, seat int, name string, skin canvas.Colour) {
	if pn.Left() < 2 {
		return
	}
	sn := &state.Snakes[seat]
	badge := canvas.Ink{FG: skin, Bold: true}
	text := canvas.Ink{FG: s.Text}
	facts := fmt.Sprintf("length %d", sn.Body.Len())
	switch {
	case sn.Cause != ouro.Alive:
		text = canvas.Ink{FG: s.Dim, Faint: s.Mono}
		facts = fmt.Sprintf("✕ %s on turn %d", sn.Cause, sn.Died)
	case !s.opts.Alone:
		facts += fmt.Sprintf(" · health %d", sn.Health)
		if !s.Mono {
			badge = canvas.Ink{FG: s.On(skin), BG: skin, Bold: true}
		}
	}
	if !s.opts.Alone {
		pn.Canvas.Put(pn.X, pn.Y, english.Letter(seat), badge)
	}
	pn.Canvas.Text(pn.X+2, pn.Y, pn.W-2, name, text)
	pn.Canvas.Text(pn.X+2, pn.Y+1, pn.W-2, facts, canvas.Ink{FG: s.Dim, Faint: s.Mono})
	pn.Y += 2
	pn.Gap()
}
