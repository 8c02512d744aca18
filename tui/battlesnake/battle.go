// Package battlesnake shows games of Battlesnake, with the standings beside the board.
package battlesnake

import (
	"context"
	"fmt"
	"slices"
	"unicode"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"ouro"
	"ouro/internal/english"
	"ouro/internal/printable"
	"ouro/picture"
	"ouro/play"
	"ouro/tui/canvas"
	"ouro/tui/frame"
	"ouro/tui/player"
	"ouro/tui/thinking"
)

// Options describes the game to show.
type Options struct {
	Game   *play.WatchedGame
	Title  string         // rules, map and board
	Names  english.Snakes // names of the snakes, by seat
	Colors []string       // colours of the snakes, as #RRGGBB
	Note   string         // text at the bottom of the panel, or ""
	File   string         // name of the file for a saved game, without extension
	Silent string         // why the solvers' thinking cannot be shown; "" if it can be shown
	Speed  float64        // turns per second; 0 means as fast as possible
}

// Show shows a game of Battlesnake until the user leaves. It returns the error that stopped the
// game, if any. It uses only the input and the output of o.
func Show(ctx context.Context, o frame.Options, game Options) error {
	var b *battle
	err := frame.Run(ctx, o, func(e *frame.Env) frame.Screen { b = newBattle(e, game); return b })
	if err == nil {
		err = b.Current.Err
	}
	return err
}

type battle struct {
	thinking.Watcher
	opts Options

	// Used only by a screen for a sequence of games; see New.
	deal     Deal
	index    int // number of the game, from 0
	table    *table
	failed   error               // why the game could not be set up
	previous func() frame.Screen // returns the previous screen; may be nil
}

func newBattle(e *frame.Env, o Options) *battle {
	p := player.Pace(o.Speed)
	if p <= 0 {
		p = player.AsFast
	}
	b := &battle{Watcher: thinking.NewWatcher(e, p)}
	b.show(o)
	b.Keys.PageBack, b.Keys.PageForth, b.Keys.First, b.Keys.Last = keyTurnsBack, keyTurnsForth, keyFirstTurn, keyLastTurn
	return b
}

// show sets the game to show.
func (b *battle) show(o Options) {
	b.opts, b.Recorded, b.Whose = o, o.Silent, 0
	b.File = func(int) string {
		if b.Branched() {
			return o.File + "-whatif"
		}
		return o.File
	}
}

func (b *battle) Init() tea.Cmd {
	if b.opts.Game == nil {
		return b.next(b.index)
	}
	return b.Open(play.NewSideBySide(b.opts.Game))
}

func (b *battle) Update(msg tea.Msg) (frame.Screen, tea.Cmd) {
	press, ok := msg.(tea.KeyPressMsg)
	if !ok {
		if dealt, ok := msg.(dealtMsg); ok {
			return b, b.showDealt(dealt)
		}
		return b, b.Handle(msg)
	}
	next := frame.Screen(b)
	cmd, _ := b.Press(press, b.actions(&next))
	return next, cmd
}

// actions returns the keys that work now. The action of a key that leads to another screen sets
// nextScreen.
func (b *battle) actions(nextScreen *frame.Screen) []player.Action {
	leave := player.Action{Key: frame.KeyLeave, Do: func() tea.Cmd { return tea.Quit }}
	if b.previous != nil {
		leave = player.Action{Key: frame.KeyMenu, Do: func() tea.Cmd { *nextScreen = b.previous(); return nil }}
	}
	nextGame := player.Action{Key: frame.KeyNext, Do: func() tea.Cmd { return b.next(b.index + 1) }}
	switch {
	case b.failed != nil:
		return []player.Action{nextGame, leave}
	case b.opts.Game == nil: // the game is being set up
		return []player.Action{leave}
	}
	own := []player.Action{{Key: keyWhose, Do: func() tea.Cmd { b.Whose = (b.Whose + 1) % len(b.opts.Names); return nil }}}
	if b.deal != nil {
		own = append(own, nextGame)
	}
	return b.Actions(append(own, leave)...)
}

func (b *battle) Help() (string, []key.Binding, []string) {
	return b.Watcher.Help("Battlesnake", b.actions(new(frame.Screen)),
		"A letter marks a head, ✕ a snake that died in this turn. A tail with a dot stays for a turn, because the snake has eaten.")
}

var (
	keyTurnsBack  = frame.Binding("pgup", "50 turns back", "pgup")
	keyTurnsForth = frame.Binding("pgdn", "50 turns forward", "pgdown")
	keyFirstTurn  = frame.Binding("home", "first turn", "home", "g")
	keyLastTurn   = frame.Binding("end", "last turn so far", "end", "G")
	keyWhose      = frame.Binding("tab", "thinking of the next snake", "tab")
	keyEnds       = frame.Binding("home/end", "first, last") // the text for both keys in the bottom row
	keySnake      = frame.Binding("tab", "next snake")
	keyWrite      = frame.Binding("w", "save") // a shorter text for the bottom row
)

func (b *battle) Draw(c *canvas.Canvas) {
	b.Zones.Clear()
	frame.Headline(c, b.Theme, "game", b.WhatIfTitle()+b.opts.Title, b.State())
	if b.failed != nil {
		c.Text(2, 2, c.W-4, "the game cannot start", canvas.Ink{FG: b.Bad, Bold: true})
		c.Wrap(canvas.At(2, 4, c.W-4, c.H-6), b.failed.Error(), canvas.Ink{FG: b.Text})
		frame.DrawFoot(c, b.Theme, b.Notice, append([]key.Binding{frame.KeyHelp}, player.Bindings(b.actions(new(frame.Screen)))...)...)
		return
	}
	if len(b.Current.Scene) == 0 || b.Current.Scene[0].Err != nil {
		frame.DrawNothing(c, b.Theme, &b.Player)
		return
	}
	sc := &b.Current.Scene[0]
	skins := make([]canvas.Colour, len(b.opts.Colors))
	for seat, text := range b.opts.Colors {
		skins[seat] = b.Visible(canvas.Parse(text))
	}
	box, room := frame.Beside(c, b.Theme, sc.State.Grid)
	notes := b.Notes(sc)
	Draw(box.Board(c, b.Theme, sc.State), skins, b.Whose, notes)
	b.BoardZone(box)
	pn := standings{room, b, sc, skins}
	if b.TreeOpen() {
		b.DrawTree(&pn.Panel, sc)
	} else {
		pn.write()
	}
	frame.DrawFoot(c, b.Theme, b.Notice, b.hintKeys()...)
}

func (b *battle) hintKeys() []key.Binding {
	if b.TreeOpen() {
		return thinking.TreeHints
	}
	if b.deal != nil {
		return []key.Binding{frame.KeyHelp, frame.KeyPause, frame.KeyStep, frame.KeyPace, b.OverlayKeys(b.Current.Scene), frame.KeyNext, frame.KeyMenu, frame.KeyQuit, keySnake, keyWrite}
	}
	return []key.Binding{frame.KeyHelp, frame.KeyPause, frame.KeyStep, frame.KeyPace, b.OverlayKeys(b.Current.Scene), keySnake, keyWrite, frame.KeyQuit, keyEnds}
}

// Draw draws a position with each snake in its colour from skins. notes are the notes of the snake in
// this seat, and are drawn unless the snake is dead.
func Draw(b *canvas.Board, skins []canvas.Colour, seat int, notes []ouro.Note) {
	s := b.State
	if s.Snakes[seat].Cause != ouro.Alive {
		notes = nil
	}
	b.Ground()
	b.Hazards()
	b.Mark(seat, notes)
	b.Under()
	b.Food(b.Head, 0.85)
	for i := range s.Snakes {
		if s.Snakes[i].Cause == ouro.Alive {
			b.Body(&s.Snakes[i], b.SkinOf(skins[i]))
		}
	}
	b.Paths()
	b.Show()
	if b.Mono {
		b.HazardSigns()
		for _, c := range s.Food {
			if s.Segments(c) == 0 {
				b.Glyph(c, '●', canvas.Ink{FG: b.Head})
			}
		}
	}
	for i := range s.Snakes {
		drawLetters(b, i, skins[i])
	}
	b.Writing(seat, notes)
}

// drawLetters writes the letter of a living snake on its head. Without colours, all bodies look alike,
// so drawLetters repeats the letter along the body. A snake that died in this turn gets a cross on its
// head or, if the head is off the board or another snake is on the head's cell, on the next segment.
func drawLetters(b *canvas.Board, seat int, skin canvas.Colour) {
	sn := &b.State.Snakes[seat]
	switch {
	case sn.Cause == ouro.Alive:
		var line picture.Snake
		line.Lay(&sn.Body)
		for i, p := range line.Pieces(b.State.Grid) {
			if b.Mono && b.Scale > 1 && i > 0 && i%2 == 0 && (b.Scale > 2 || !p.Bends()) {
				b.Inside(line.Body[i], unicode.ToLower(english.Letter(seat)), canvas.Ink{})
			}
		}
		b.Inside(sn.Body.Head(), english.Letter(seat), canvas.Ink{FG: b.On(skin), BG: skin, Bold: true})
	case sn.Died == b.State.Turn:
		at := sn.Body.Head()
		if sn.Body.Len() > 1 && (at == ouro.NoCell || b.State.Segments(at) > 0) {
			at = sn.Body.At(1)
		}
		if at != ouro.NoCell && b.State.Segments(at) == 0 {
			b.Inside(at, '✕', canvas.Ink{FG: skin, Bold: true})
		}
	}
}

// battleEvents returns texts about all deaths and the last faults, in the order of turns.
func battleEvents(names english.Snakes, sc *play.Scene) []string {
	type event struct {
		turn int
		text string
	}
	var all []event
	const maxFaults = 8 // a remote snake can fail on every turn
	for _, in := range sc.Incidents[max(0, len(sc.Incidents)-maxFaults):] {
		in.Detail = printable.Short(in.Detail, maxDetail)
		all = append(all, event{in.Turn, names.Fault(in)})
	}
	for seat := range sc.State.Snakes {
		if sn := &sc.State.Snakes[seat]; sn.Cause != ouro.Alive {
			all = append(all, event{sn.Died, fmt.Sprintf("%c %s %s", english.Letter(seat), names[seat], names.Death(sn))})
		}
	}
	slices.SortStableFunc(all, func(x, y event) int { return x.turn - y.turn })
	texts := make([]string, len(all))
	for i, e := range all {
		texts[i] = fmt.Sprintf("turn %d: %s", e.turn, e.text)
	}
	return texts
}
