package tui

import (
	"context"
	"fmt"
	"slices"
	"unicode"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"ouro"
	"ouro/internal/english"
	"ouro/play"
	"ouro/tui/canvas"
	"ouro/tui/player"
)

// BattleOptions say which game of Battlesnake to show.
type BattleOptions struct {
	Game   *play.WatchedGame
	Title  string         // which game it is: rules, map, board
	Names  english.Snakes // by seat
	Colors []string       // of the snakes, as #RRGGBB
	Note   string         // "", or a word for the foot of the panel
	File   string         // name of a file for the game, without its ending
	Silent string         // "", or why nobody tells what they think
	Speed  float64        // turns a second; 0 is as fast as it goes
}

// Battle shows a game of Battlesnake until the person leaves, and is why the
// game broke off, if it did. o says where to read and write, and nothing else.
func Battle(ctx context.Context, o Options, game BattleOptions) error {
	var b *battle
	err := run(ctx, o, func(e *env) screen { b = newBattle(e, game); return b })
	if err == nil {
		err = b.Shown.Err
	}
	return err
}

// battle is the screen of a game of Battlesnake.
type battle struct {
	watcher
	opts BattleOptions
}

func newBattle(e *env, o BattleOptions) *battle {
	p := player.Pace(o.Speed)
	if p <= 0 {
		p = player.AsFast
	}
	b := &battle{watcher: newWatcher(e, p), opts: o}
	b.File = func(int) string { return o.File }
	b.recorded = o.Silent
	return b
}

func (b *battle) init() tea.Cmd { return b.Open(play.NewSideBySide(b.opts.Game)) }

func (b *battle) update(msg tea.Msg) (screen, tea.Cmd) {
	press, ok := msg.(tea.KeyPressMsg)
	if !ok {
		return b, b.Player.Update(msg)
	}
	if cmd, ok := b.press(press); ok {
		return b, cmd
	}
	switch {
	case key.Matches(press, keyLeave):
		return b, tea.Quit
	case key.Matches(press, keyWhose):
		b.seat = (b.seat + 1) % len(b.opts.Names)
	}
	return b, nil
}

func (b *battle) help() (string, []key.Binding, []string) {
	if b.tree.shown {
		return treeHelp()
	}
	notes := []string{
		"The letters are the heads. ✕ is where a",
		"snake died in this turn. A dot on a tail:",
		"it stays a turn, for the snake has eaten.",
	}
	return "Battlesnake", []key.Binding{
		keyPause, keyBack, keyForward, keyTurnsBack, keyTurnsForth, keyFirstTurn, keyLastTurn, keyFaster, keySlower,
		keyDigits, keyWhose, keyTree, keySave, keyLeave, keyQuit,
	}, notes
}

// Keys of the battle screen.
var (
	keyLeave      = binding("esc", "leave", "esc")
	keyTurnsBack  = binding("pgup", "50 turns back", "pgup")
	keyTurnsForth = binding("pgdn", "50 turns forth", "pgdown")
	keyFirstTurn  = binding("home", "first turn", "home", "g")
	keyLastTurn   = binding("end", "last turn so far", "end", "G")
	keyWhose      = binding("tab", "whose overlays", "tab")
	keyEnds       = binding("home/end", "first, last") // both, for the bottom row
	keyWrite      = binding("w", "save")               // likewise
)

func (b *battle) draw(c *canvas.Canvas) {
	headline(c, b.Palette, "game", b.opts.Title, b.State())
	if len(b.Shown.Scene) == 0 || b.Shown.Scene[0].Err != nil {
		drawNothing(c, b.Palette, &b.Player)
		return
	}
	sc := &b.Shown.Scene[0]
	skins := make([]canvas.Colour, len(b.opts.Colors))
	for seat, text := range b.opts.Colors {
		skins[seat] = b.Visible(canvas.Parse(text))
	}
	box, x, w := soloLayout(sc.State.Grid, c.W, c.H)
	notes := b.notes(sc, extraLabels(b.Shown.Scene))
	drawBattle(box.Board(c, b.Palette, sc.State), skins, b.seat, notes)
	pn := standings{panel{canvas: c, Palette: b.Palette, x: x, y: 1, w: w, end: c.H - 1}, b, sc, skins}
	if b.tree.shown {
		b.drawTree(&pn.panel, sc)
	} else {
		pn.write()
	}
	drawFoot(c, b.Palette, b.Notice, b.hintKeys()...)
}

func (b *battle) hintKeys() []key.Binding {
	if b.tree.shown {
		return treeHints
	}
	return []key.Binding{keyHelp, keyPause, keyStep, keyPace, keyEnds, keyWrite, keyQuit}
}

// drawBattle draws a position of several snakes, each in a colour of its own,
// with notes of one of them.
func drawBattle(b *canvas.Board, skins []canvas.Colour, seat int, notes []ouro.Note) {
	s := b.State
	if s.Snakes[seat].Cause != ouro.Alive {
		notes = nil
	}
	b.Ground()
	b.Hazards()
	b.Under(notes)
	b.Food(b.Head, 0.85)
	for i := range s.Snakes {
		if s.Snakes[i].Cause == ouro.Alive {
			b.Body(&s.Snakes[i], b.SkinOf(skins[i]))
		}
	}
	b.Paths(seat, notes)
	b.Show()
	if b.Mono {
		b.HazardSigns()
	}
	if b.Mono || b.Scale == 2 {
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

// drawLetters writes a living snake's letter on its head, and without colours
// along its body too. Where a snake died in this turn it leaves a cross: at its
// head, or before that where the head is off the board or somebody else is.
func drawLetters(b *canvas.Board, seat int, skin canvas.Colour) {
	sn := &b.State.Snakes[seat]
	switch {
	case sn.Cause == ouro.Alive:
		for i := 2; b.Mono && b.Scale > 1 && i < sn.Body.Len(); i += 2 {
			b.Inside(sn.Body.At(i), unicode.ToLower(english.Letter(seat)), canvas.Ink{})
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

// battleEvents are the deaths so far and the last mishaps, in their order.
func battleEvents(names english.Snakes, sc *play.Scene) []string {
	type event struct {
		turn int
		text string
	}
	var all []event
	const enough = 8 // a guest that never answers is told of no more often
	for _, in := range sc.Incidents[max(0, len(sc.Incidents)-enough):] {
		all = append(all, event{in.Turn, names.Mishap(in)})
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
