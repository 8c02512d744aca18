package arena

import (
	"cmp"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"ouro"
	"ouro/arena"
	"ouro/internal/english"
	"ouro/internal/palette"
	"ouro/tui/battlesnake"
	"ouro/tui/canvas"
	"ouro/tui/frame"
)

// state returns the progress in a few words.
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
	games := min(len(s.running), max(1, (c.H-y-2)/3)) // rows for them
	s.drawLines(c, y, c.H-2-games-1-y)
	s.drawRunning(c, c.H-2-games, games)
	frame.Hints(c, s.Theme, c.H-1, frame.KeyHelp, keyOpen, keyNext, keyRows, keyStop)
}

func (s *screen) drawLines(c *canvas.Canvas, y, rows int) {
	if len(s.table) == 0 {
		c.Text(1, y, c.W-2, "no game is finished yet", canvas.Ink{FG: s.Dim, Faint: s.Mono})
		return
	}
	heads := min(s.heads, len(s.table))
	body := s.table[heads:]
	s.top = max(0, min(s.top, len(body)-max(0, rows-heads)))
	for i, line := range s.table[:heads] {
		if i < rows {
			c.Text(1, y+i, c.W-2, line, canvas.Ink{FG: s.Dim, Faint: s.Mono})
		}
	}
	for i, line := range body[s.top:] {
		if heads+i < rows {
			c.Text(1, y+heads+i, c.W-2, line, canvas.Ink{FG: s.Text})
		}
	}
}

// drawRunning lists running games around the selected one.
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
		x := c.Text(1, y+i, c.W-2, mark+s.who(r), k)
		if s.opts.Unseen == "" {
			c.Text(x+2, y+i, c.W-x-3, fmt.Sprintf("turn %d", r.Turn()), canvas.Ink{FG: s.Dim, Faint: s.Mono})
		}
		slot := first + i
		s.zones.Click(canvas.At(1, y+i, c.W-2, 1), func() tea.Cmd { s.choose(slot); s.toggle(); return nil })
	}
}

func (s *screen) who(r *arena.Running) string {
	names := make([]string, len(r.Seats))
	for seat, snake := range r.Seats {
		names[seat] = s.opts.Names[snake]
	}
	return strings.Join(names, " – ")
}

// skins returns the colours of a game's snakes; a snake has the same colour in every
// game.
func (s *screen) skins(r *arena.Running) []canvas.Colour {
	skins := make([]canvas.Colour, len(r.Seats))
	for seat, snake := range r.Seats {
		skins[seat] = s.Visible(canvas.Parse(palette.Snake(snake).String()))
	}
	return skins
}

func (s *screen) drawGame(c *canvas.Canvas) {
	defer frame.Hints(c, s.Theme, c.H-1, frame.KeyHelp, keyBack, keyNext, keyStop)
	r := s.game
	state := r.State()
	if state == nil && s.before != nil {
		r, state = s.before, s.before.State()
	}
	if state == nil {
		why := cmp.Or(s.opts.Unseen, "waiting for its next move …")
		c.Text(2, 2, c.W-4, s.who(r), canvas.Ink{FG: s.Text, Bold: true})
		c.Wrap(canvas.At(2, 4, c.W-4, c.H-6), why, canvas.Ink{FG: s.Dim, Faint: s.Mono})
		return
	}
	box, pn := frame.Beside(c, s.Theme, state.Grid)
	board, skins := box.Board(c, s.Theme, state), s.skins(r)
	if s.opts.Alone {
		board.Solo(nil)
	} else {
		battlesnake.Draw(board, skins, 0, nil)
	}
	pn.Row("group", fmt.Sprint(r.Group))
	pn.Row("seed", fmt.Sprint(r.Seed))
	turn := fmt.Sprint(state.Turn)
	if r == s.before {
		turn += ", the last"
	}
	pn.Row("turn", turn)
	pn.Gap()
	for seat, snake := range r.Seats {
		s.drawSnake(&pn, state, seat, s.opts.Names[snake], skins[seat])
	}
}

// drawSnake writes a snake's row, with its state below it.
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
