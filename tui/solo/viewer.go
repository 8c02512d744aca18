// Package solo shows games for one snake. A [Viewer] shows games of solvers, side by side and with the
// same food. On a [PlayScreen], the user plays.
package solo

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"ouro"
	"ouro/play"
	"ouro/roster"
	"ouro/tui/canvas"
	"ouro/tui/frame"
	"ouro/tui/player"
	"ouro/tui/thinking"
)

// Viewer is the screen for watching one game, or several games side by side with the same food.
type Viewer struct {
	thinking.Watcher
	specs []ouro.Spec
	index int // number of the game
}

// The initial paces of watching and of playing.
const (
	WatchPace player.Pace = 20
	PlayPace  player.Pace = 5
)

// NewViewer returns a screen that shows games of the solvers in the options.
func NewViewer(e *frame.Env) *Viewer {
	pace := player.Pace(e.Opts.Speed)
	if pace <= 0 {
		pace = WatchPace
	}
	v := &Viewer{Watcher: thinking.NewWatcher(e, pace), specs: e.Opts.Solvers, index: e.Opts.Index}
	v.File = func(i int) string {
		name := "ouro-" + v.specs[i].Name + "-" + player.SeedAndGame(v.Opts.Seed, v.index)
		if v.Branched() {
			name += "-whatif"
		}
		return name
	}
	return v
}

func NewRecordViewer(e *frame.Env, rec *ouro.Record) *Viewer {
	v := NewViewer(e)
	v.Record, v.Recorded = rec, "a record holds no thinking"
	return v
}

func (v *Viewer) Init() tea.Cmd { return v.deal() }

func (v *Viewer) deal() tea.Cmd {
	var games []*play.WatchedGame
	for _, spec := range v.specs {
		if v.Record != nil {
			games = append(games, watchRecord(v.Record))
		} else {
			games = append(games, watchSolver(v.Opts.Game, ouro.GameSeed(v.Opts.Seed, v.index), spec, v.Opts.Budget))
		}
	}
	return v.Open(play.NewSideBySide(games...))
}

// watchSolver sets up a game for a solver. If this fails, the result has no game and shows the error.
func watchSolver(game ouro.GameSpec, seed uint64, spec ouro.Spec, budget ouro.Budget) *play.WatchedGame {
	seats := []ouro.Spec{spec}
	g, err := roster.NewGame(game, seed, seats, play.Config{Budget: budget, Keep: true})
	if err != nil {
		return play.NoGame(game, seats, err)
	}
	return play.WatchGame(g, play.WatchInfo{Game: game, Seed: seed, Seats: seats})
}

func watchRecord(rec *ouro.Record) *play.WatchedGame {
	deal, err := roster.Deal(rec.Game, rec.Seed)
	if err != nil {
		return play.NoGame(rec.Game, rec.Seats, err)
	}
	return play.WatchRecord(rec, deal)
}

func (v *Viewer) Update(msg tea.Msg) (frame.Screen, tea.Cmd) {
	press, ok := msg.(tea.KeyPressMsg)
	if !ok {
		return v, v.Handle(msg)
	}
	next := frame.Screen(v)
	cmd, _ := v.Press(press, v.actions(&next))
	return next, cmd
}

// actions returns the keys that work now. The action of a key that leads to another screen sets
// nextScreen.
func (v *Viewer) actions(nextScreen *frame.Screen) []player.Action {
	var own []player.Action
	if v.Record == nil {
		own = append(own,
			player.NewAction(keyCompare, func() { *nextScreen = v.compare() }),
			player.Action{Key: frame.KeyNext, Do: func() tea.Cmd { v.index++; return v.deal() }})
	}
	return v.Actions(append(own,
		player.Action{Key: frame.KeyAgain, Do: v.deal},
		player.NewAction(frame.KeyMenu, func() { *nextScreen = v.Home() }))...)
}

// compare opens the menu in the mode compare, with the solvers of this screen chosen.
func (v *Viewer) compare() frame.Screen {
	v.Opts.Index = v.index
	return v.Env.Compare(v.specs)
}

func (v *Viewer) command() string {
	if v.Record != nil {
		return "game seed " + strconv.FormatUint(v.Record.Seed, 10)
	}
	return commandLine("watch", v.specs, v.Opts, v.index).String()
}

func (v *Viewer) Help() (string, []key.Binding, []string) {
	return v.Watcher.Help("watching", v.actions(new(frame.Screen)))
}

func (v *Viewer) title() string {
	g := v.Opts.Game
	if v.Record != nil {
		return v.WhatIfTitle() + GameName(g) + " · a record"
	}
	return v.WhatIfTitle() + fmt.Sprintf("%s · seed %d · game %d", GameName(g), v.Opts.Seed, v.index)
}

func (v *Viewer) Draw(c *canvas.Canvas) {
	v.Zones.Clear()
	name, state := "compare", v.State()
	if len(v.specs) == 1 {
		name = v.specs[0].String()
		if v.Ready && len(v.Current.Scene) == 1 && v.Current.Scene[0].Err != nil {
			state = "no game"
		}
	}
	frame.Headline(c, v.Theme, name, v.title(), state)
	switch {
	case frame.DrawNothing(c, v.Theme, &v.Player):
	case len(v.Current.Scene) == 1:
		v.drawSolo(c)
	default:
		v.drawComparison(c)
	}
	frame.DrawFoot(c, v.Theme, v.Notice, v.hintKeys()...)
}

// hintKeys returns the keys for the bottom row, the most important first.
func (v *Viewer) hintKeys() []key.Binding {
	if v.TreeOpen() {
		return thinking.TreeHints
	}
	keys := []key.Binding{frame.KeyHelp, frame.KeyPause, frame.KeyStep, frame.KeyPace}
	if sc := v.Current.Scene; len(sc) == 1 && len(sc[0].Labels) > 0 && slices.Contains(sc[0].Labels[0], ouro.LabelCalls) {
		keys = append(keys, thinking.KeyTree)
	}
	keys = append(keys, v.OverlayKeys(v.Current.Scene))
	if v.Record == nil {
		keys = append(keys, keyCompare, frame.KeyNext)
	}
	return append(append(keys, frame.KeyAgain, frame.KeyMenu, frame.KeyQuit, thinking.KeyGoTo), v.WhatIfKeys()...)
}

// percent formats a share, rounded down, so that only the whole is 100.0 %.
func percent(part, whole int) string {
	if whole == 0 {
		return "0 %"
	}
	return strconv.FormatFloat(math.Floor(1000*float64(part)/float64(whole))/10, 'f', 1, 64) + " %"
}

func commandLine(command string, solvers []ouro.Spec, o frame.Options, index int) roster.CommandLine {
	c := roster.CommandLine{
		Command: command, Game: o.Game, Level: o.Level, Start: o.Start, Seed: o.Seed, Index: index, Budget: o.Budget,
	}
	for _, spec := range solvers {
		c.Snakes = append(c.Snakes, spec.String())
	}
	return c
}

func drawBoard(c *canvas.Canvas, p *canvas.Theme, sc *play.Scene, box canvas.Box, notes []ouro.Note) {
	b := box.Board(c, p, sc.State)
	if th, known := sc.Thought(0); known {
		b.Facing = th.Decision.Dir
	}
	b.Solo(notes)
}

func (v *Viewer) drawSolo(c *canvas.Canvas) {
	sc := &v.Current.Scene[0]
	if sc.Err != nil {
		v.drawFailure(c, sc)
		return
	}
	box, room := frame.Beside(c, v.Theme, sc.State.Grid)
	drawBoard(c, v.Theme, sc, box, v.Notes(sc))
	pn := panel{room}
	v.BoardZone(box)
	if v.TreeOpen() {
		v.DrawTree(&pn.Panel, sc)
		return
	}
	v.WhatIf(&pn.Panel, "")
	pn.solver(sc.Seats[0], sc.Certificate(0))
	pn.facts(sc)
	if v.Record == nil {
		pn.thinking(sc)
	}
	v.Legend(&pn.Panel, sc)
	pn.ending(sc, v.Current.Turns, v.Record != nil)
	if !v.Branched() {
		pn.repeat(v.command())
	}
	chart, at := pn.chart(sc, v.Current.Turns)
	v.TimeZone(chart, at)
}

func (v *Viewer) drawFailure(c *canvas.Canvas, sc *play.Scene) {
	c.Text(2, 2, c.W-4, sc.Seats[0].String()+" cannot play this game", canvas.Ink{FG: v.Bad, Bold: true})
	y := c.Wrap(canvas.At(2, 4, c.W-4, c.H-8), sc.Err.Error(), canvas.Ink{FG: v.Text})
	c.Wrap(canvas.At(2, y+1, c.W-4, 2), "Press esc for the menu, and choose another solver or board.", canvas.Ink{FG: v.Dim})
}

var (
	keyCompare  = frame.Binding("c", "compare solvers", "c")
	keyHint     = frame.Binding("tab", "hint on and off", "tab")
	keyPlaySave = frame.Binding("W", "write the game to a file", "W")
	keyAgain    = frame.Binding("enter", "again", "enter")             // frame.KeyStart, after the end of a game
	keySteer    = frame.Binding("arrows", "steer, also wasd and hjkl") // the text for all steering keys in the bottom row
)
