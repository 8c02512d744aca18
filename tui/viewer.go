package tui

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
	"ouro/tui/player"
)

// viewer is the screen that watches games for one snake: one, or several side
// by side on the same food.
type viewer struct {
	watcher
	specs  []ouro.Spec
	index  int          // of the game
	record *ouro.Record // nil, or what is shown instead of games of solvers
}

func newViewer(e *env) *viewer {
	pace := player.Pace(e.opts.Speed)
	if pace <= 0 {
		pace = watchPace
	}
	v := &viewer{watcher: newWatcher(e, pace), specs: e.opts.Solvers, index: e.opts.Index}
	v.File = func(i int) string {
		return "ouro-" + v.specs[i].Name + "-" + player.Numbered(v.opts.Seed, v.index)
	}
	return v
}

func newRecordViewer(e *env, rec *ouro.Record) *viewer {
	v := newViewer(e)
	v.record, v.recorded = rec, "a record holds no thinking"
	return v
}

func (v *viewer) init() tea.Cmd { return v.deal() }

// deal sets up the games and shows their start.
func (v *viewer) deal() tea.Cmd {
	var games []*play.WatchedGame
	for _, spec := range v.specs {
		if v.record != nil {
			games = append(games, watchRecord(v.record))
		} else {
			games = append(games, watchSolver(v.opts.Game, ouro.GameSeed(v.opts.Seed, v.index), spec, v.opts.Budget))
		}
	}
	return v.Open(play.NewSideBySide(games...))
}

// watchSolver deals a game for a solver. Where there can be none, its place says
// why.
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

func (v *viewer) update(msg tea.Msg) (screen, tea.Cmd) {
	press, ok := msg.(tea.KeyPressMsg)
	if !ok {
		return v, v.Player.Update(msg)
	}
	if cmd, ok := v.press(press); ok {
		return v, cmd
	}
	switch {
	case key.Matches(press, keyMenu):
		return newMenu(v.env), nil
	case key.Matches(press, keyRestart):
		return v, v.deal()
	case key.Matches(press, keyNext):
		if v.record != nil {
			v.Notice.Text = "a record holds one game"
			return v, nil
		}
		v.index++
		return v, v.deal()
	case key.Matches(press, keyCompare):
		return v.compare(), nil
	}
	return v, nil
}

// compare goes to the choice of solvers to compare, these among them.
func (v *viewer) compare() screen {
	if v.record != nil {
		v.Notice.Text = "a record holds the game of one solver"
		return v
	}
	v.opts.Index = v.index
	m := newMenu(v.env)
	m.mode = modeCompare
	m.choose(v.specs)
	return m
}

// command is the command line that shows the same again.
func (v *viewer) command() string {
	if v.record != nil {
		return "game seed " + strconv.FormatUint(v.record.Seed, 10)
	}
	s := "ouro watch"
	for _, spec := range v.specs {
		s += " " + shellWord(spec.String())
	}
	return s + gameFlags(v.opts, v.index)
}

func (v *viewer) help() (string, []key.Binding, []string) {
	if v.tree.shown {
		return treeHelp()
	}
	return "watching", []key.Binding{
		keyPause, keyBack, keyForward, keyPageUp, keyPageDn, keyFirst, keyLast, keyFaster, keySlower,
		keyDigits, keyTree, keySave, keyCompare, keyNext, keyRestart, keyMenu, keyQuit,
	}, v.offers(v.Shown.Scene, v.opts.Game)
}

// title says which game it is.
func (v *viewer) title() string {
	g := v.opts.Game
	if v.record != nil {
		return gameName(g) + " · a record"
	}
	return fmt.Sprintf("%s · seed %d · game %d", gameName(g), v.opts.Seed, v.index)
}

func (v *viewer) draw(c *canvas.Canvas) {
	name, state := "compare", v.State()
	if len(v.specs) == 1 {
		name = v.specs[0].String()
		if v.Ready && len(v.Shown.Scene) == 1 && v.Shown.Scene[0].Err != nil {
			state = "no game"
		}
	}
	headline(c, v.Palette, name, v.title(), state)
	switch {
	case drawNothing(c, v.Palette, &v.Player):
	case len(v.Shown.Scene) == 1:
		v.drawSolo(c)
	default:
		v.drawComparison(c)
	}
	drawFoot(c, v.Palette, v.Notice, v.hintKeys()...)
}

// hintKeys are the keys for the bottom row, the most important ones first.
func (v *viewer) hintKeys() []key.Binding {
	switch {
	case v.tree.shown:
		return treeHints
	case len(v.Shown.Scene) != 1:
		return []key.Binding{keyHelp, keyPause, keyStep, keyPace, keyNext, keyDigits, keyCompare, keyRestart, keyMenu, keyQuit}
	case slices.Contains(v.Shown.Scene[0].Labels, ouro.LabelCalls):
		return []key.Binding{keyHelp, keyPause, keyStep, keyPace, keyTree, keyDigits, keyCompare, keyNext, keyRestart, keyMenu, keyQuit}
	}
	return []key.Binding{keyHelp, keyPause, keyStep, keyPace, keyDigits, keyCompare, keyNext, keyRestart, keyMenu, keyQuit}
}

// percent is a share in words, never rounded up to all.
func percent(part, whole int) string {
	if whole == 0 {
		return "0 %"
	}
	return strconv.FormatFloat(math.Floor(1000*float64(part)/float64(whole))/10, 'f', 1, 64) + " %"
}
