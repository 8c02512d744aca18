package solo

import (
	"fmt"

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

// PlayScreen is the screen on which a user plays.
type PlayScreen struct {
	*frame.Env
	player.Player[[]play.Scene]
	index   int
	human   *play.Human
	advised bool // whether the screen shows hints
}

// FastestPlay is the fastest pace for a player.
const FastestPlay player.Pace = 30

// NewPlayScreen returns a screen on which the user plays, with the options of e.
func NewPlayScreen(e *frame.Env) *PlayScreen {
	clock := player.Clock{Pace: player.Pace(e.Opts.Speed), Ladder: player.Usual.UpTo(FastestPlay), Frame: player.FrameTime, Person: true}
	if clock.Pace <= 0 {
		clock.Pace = PlayPace
	}
	p := &PlayScreen{Env: e, Player: player.New[[]play.Scene](e.Jobs, e.After, clock), index: e.Opts.Index, advised: e.Opts.Hint != nil}
	p.ByHand = true
	p.Keys = player.Keys{Pause: frame.KeyPause, Faster: frame.KeyPlayFaster, Slower: frame.KeyPlaySlower, Save: keyPlaySave}
	p.File = func(int) string { return "ouro-" + person + "-" + player.SeedAndGame(p.Opts.Seed, p.index) }
	return p
}

func (p *PlayScreen) Init() tea.Cmd { return p.deal() }

func (p *PlayScreen) deal() tea.Cmd {
	p.Started = false
	return p.Open(play.NewSideBySide(p.game()))
}

func (p *PlayScreen) game() *play.WatchedGame {
	game, seed := p.Opts.Game, ouro.GameSeed(p.Opts.Seed, p.index)
	p.human = &play.Human{Patient: RulesOf(game).Kind == roster.Maze}
	info := play.WatchInfo{Game: game, Seed: seed, Due: true}
	deal, err := roster.Deal(game, seed)
	if err != nil {
		return play.NoGame(game, nil, err)
	}
	cfg := play.Config{Deal: deal, Keep: true}
	for range deal.Start.Snakes {
		cfg.Seats, info.Seats = append(cfg.Seats, p.human), append(info.Seats, ouro.Spec{Name: person})
	}
	g, err := play.New(cfg)
	if err != nil {
		return play.NoGame(game, info.Seats, err)
	}
	if p.Opts.Hint != nil {
		info.Advise = roster.Adviser(game, seed, *p.Opts.Hint)
	}
	return play.WatchGame(g, info)
}

func (p *PlayScreen) Update(msg tea.Msg) (frame.Screen, tea.Cmd) {
	press, ok := msg.(tea.KeyPressMsg)
	if !ok {
		return p, p.Player.Update(msg)
	}
	p.Notice = player.Notice{}
	next := frame.Screen(p)
	cmd, _ := player.Act(press, p.actions(&next))
	return next, cmd
}

// actions returns the keys that work now. The action of a key that leads to another screen sets
// nextScreen.
func (p *PlayScreen) actions(nextScreen *frame.Screen) []player.Action {
	var actions []player.Action
	if p.steerable() {
		for d, k := range frame.Steering {
			actions = append(actions, player.Action{Key: k, Do: func() tea.Cmd { return p.steer(ouro.Dir(d)) }})
		}
	}
	keys := p.Keys
	if !p.Started {
		keys.Pause = key.Binding{} // the clock does not run before the first move
	}
	actions = append(actions, p.Player.Actions(keys)...)
	if p.Opts.Hint != nil {
		actions = append(actions, player.Action{Key: keyHint, Do: func() tea.Cmd { p.advised = !p.advised; return nil }})
	}
	if p.Current.Ended {
		actions = append(actions, player.Action{Key: keyAgain, Do: p.deal})
	}
	withQuestion := func(k key.Binding, question string, do func() tea.Cmd) player.Action {
		return player.Action{Key: k, Do: func() tea.Cmd {
			if !p.Sure(question) {
				return nil
			}
			return do()
		}}
	}
	return append(actions,
		withQuestion(frame.KeyNext, player.SureNext, func() tea.Cmd { p.index++; return p.deal() }),
		withQuestion(frame.KeyAgain, player.SureAgain, p.deal),
		withQuestion(frame.KeyMenu, player.SureLeave, func() tea.Cmd { *nextScreen = p.Home(); return nil }))
}

func (p *PlayScreen) steerable() bool {
	return p.Ready && !p.Current.Ended && p.Current.Err == nil && p.Current.Scene[0].Err == nil
}

// steer passes a direction to the game. The first direction starts the game.
func (p *PlayScreen) steer(d ouro.Dir) tea.Cmd {
	s := p.Current.Scene[0].State
	if !p.Started && p.human.Patient && !s.Enterable(0, s.Grid.Next(s.Snakes[0].Body.Head(), d)) {
		p.Notice.Text = "there is a wall: start in another direction"
		return nil
	}
	p.human.Steer(d)
	idle := !p.Running()
	p.Started, p.Paused = true, false
	if idle {
		return p.Ask(p.Current.Turn + 1)
	}
	return nil
}

func (p *PlayScreen) Help() (string, []key.Binding, []string) {
	return "playing", append(player.Bindings(p.actions(new(frame.Screen))), frame.KeyQuit), nil
}

func (p *PlayScreen) Draw(c *canvas.Canvas) {
	frame.Headline(c, p.Theme, "play", fmt.Sprintf("%s · seed %d · game %d", GameName(p.Opts.Game), p.Opts.Seed, p.index), p.State())
	switch {
	case frame.DrawNothing(c, p.Theme, &p.Player):
	case p.Current.Scene[0].Err != nil:
		c.Wrap(canvas.At(2, 2, c.W-4, c.H-4), p.Current.Scene[0].Err.Error(), canvas.Ink{FG: p.Bad})
	default:
		p.drawGame(c, &p.Current.Scene[0])
	}
	hints := []key.Binding{frame.KeyHelp, keySteer, frame.KeyPause, frame.KeyPlayFaster, frame.KeyPlaySlower}
	if p.Current.Ended {
		hints = []key.Binding{frame.KeyHelp, keyAgain, keyPlaySave}
	} else if p.Opts.Hint != nil {
		hints = append(hints, keyHint)
	}
	notice := p.Notice
	if question := p.Question(); question != "" && notice.Text == "" {
		notice.Text = question + " · space continues"
	}
	frame.DrawFoot(c, p.Theme, notice, append(hints, frame.KeyNext, frame.KeyAgain, frame.KeyMenu, frame.KeyQuit)...)
}

func (p *PlayScreen) drawGame(c *canvas.Canvas, sc *play.Scene) {
	box, room := frame.Beside(c, p.Theme, sc.State.Grid)
	box.Board(c, p.Theme, sc.State).Solo(p.advice(sc))
	pn := panel{room}
	switch {
	case sc.Ended:
		pn.ending(sc, sc.Turn, false)
		pn.Line("enter: play again, n: next game", canvas.Ink{FG: p.Accent})
	case !p.Started:
		pn.Line("Steer to start.", canvas.Ink{FG: p.Accent, Bold: true})
	default:
		pn.Line("You play.", canvas.Ink{FG: p.Accent, Bold: true})
	}
	pn.Gap()
	pn.facts(sc)
	p.hintRow(&pn, sc)
	pn.repeat(p.command())
	pn.chart(sc, sc.Turn)
}

// advice returns the plan of the solver that gives hints or, without a plan, its move.
func (p *PlayScreen) advice(sc *play.Scene) []ouro.Note {
	hint, given := sc.Thought(0)
	if !p.advised || !given || sc.Ended {
		return nil
	}
	if plan := thinking.Find(hint.Notes, ouro.LabelPlan); len(plan) > 0 {
		return plan
	}
	next := sc.State.Grid.Next(sc.State.Snakes[0].Body.Head(), hint.Decision.Dir)
	if hint.Err != nil || next == ouro.NoCell {
		return nil
	}
	return []ouro.Note{{Verb: ouro.NotePath, Label: ouro.LabelPlan, Cells: []ouro.Cell{next}}}
}

func (p *PlayScreen) hintRow(pn *panel, sc *play.Scene) {
	if p.Opts.Hint == nil || sc.Ended {
		return
	}
	pn.Gap()
	hint, given := sc.Thought(0)
	switch name := p.Opts.Hint.String(); {
	case !p.advised:
		pn.Row("hint", "off (tab)")
	case hint.Err != nil:
		pn.Row("hint", hint.Err.Error())
	case given:
		d := hint.Decision.Dir
		pn.Row("hint", fmt.Sprintf("%c %s, says %s", canvas.Arrow(d), d, name))
	}
}

func (p *PlayScreen) command() string {
	c := commandLine("play", nil, p.Opts, p.index)
	if p.Opts.Hint != nil {
		c.More = []string{"--hint", p.Opts.Hint.String()}
	}
	return c.String()
}
