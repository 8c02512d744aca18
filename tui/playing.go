package tui

import (
	"fmt"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"ouro"
	"ouro/play"
	"ouro/roster"
	"ouro/tui/canvas"
	"ouro/tui/player"
)

// playing is the screen on which a person plays.
type playing struct {
	*env
	player.Player[[]play.Scene]
	index   int
	reins   *reins
	advised bool // the hint is shown
}

// fastestPlay is as fast as a person can be expected to follow.
const fastestPlay player.Pace = 30

func newPlaying(e *env) *playing {
	clock := player.Clock{Pace: player.Pace(e.opts.Speed), Ladder: player.Usual.UpTo(fastestPlay), Frame: player.FrameTime, Person: true}
	if clock.Pace <= 0 {
		clock.Pace = playPace
	}
	p := &playing{env: e, Player: player.New[[]play.Scene](e.jobs, e.after, clock), index: e.opts.Index, advised: e.opts.Hint != nil}
	p.Keys = player.Keys{Pause: keyPause, Faster: keyPlayFaster, Slower: keyPlaySlower, Save: keyPlaySave}
	p.File = func(int) string { return "ouro-you-" + player.Numbered(p.opts.Seed, p.index) }
	return p
}

func (p *playing) init() tea.Cmd { return p.deal() }

func (p *playing) deal() tea.Cmd {
	p.Started = false
	return p.Open(play.NewSideBySide(p.game()))
}

// game deals a game for the person, who sits in every seat.
func (p *playing) game() *play.WatchedGame {
	game, seed := p.opts.Game, ouro.GameSeed(p.opts.Seed, p.index)
	p.reins = &reins{patient: rulesOf(game).Home == roster.Maze}
	info := play.WatchInfo{Game: game, Seed: seed, Due: true}
	deal, err := roster.Deal(game, seed)
	if err != nil {
		return play.NoGame(game, nil, err)
	}
	cfg := play.Config{Deal: deal, Keep: true}
	for range deal.Start.Snakes {
		cfg.Seats, info.Seats = append(cfg.Seats, p.reins), append(info.Seats, ouro.Spec{Name: "you"})
	}
	g, err := play.New(cfg)
	if err != nil {
		return play.NoGame(game, info.Seats, err)
	}
	if p.opts.Hint != nil {
		info.Advise = newAdviser(game, seed, *p.opts.Hint)
	}
	return play.WatchGame(g, info)
}

func (p *playing) update(msg tea.Msg) (screen, tea.Cmd) {
	press, ok := msg.(tea.KeyPressMsg)
	if !ok {
		return p, p.Player.Update(msg)
	}
	p.Notice = player.Notice{}
	for d, k := range steering {
		if key.Matches(press, k) {
			return p, p.steer(ouro.Dir(d))
		}
	}
	if !p.Started && key.Matches(press, keyPause) {
		return p, nil
	}
	if cmd, ok := p.Press(press); ok {
		return p, cmd
	}
	switch {
	case key.Matches(press, keyMenu):
		return newMenu(p.env), nil
	case key.Matches(press, keyRestart), key.Matches(press, keyStart) && p.Shown.Ended:
		return p, p.deal()
	case key.Matches(press, keyNext):
		p.index++
		return p, p.deal()
	case key.Matches(press, keyHint):
		if p.opts.Hint == nil {
			p.Notice.Text = "no hint was chosen: the menu offers one"
		} else {
			p.advised = !p.advised
		}
	}
	return p, nil
}

// steer passes a direction on; the first one starts the game.
func (p *playing) steer(d ouro.Dir) tea.Cmd {
	if !p.Ready || p.Shown.Ended || p.Shown.Err != nil || p.Shown.Scene[0].Err != nil {
		return nil
	}
	s := p.Shown.Scene[0].State
	if !p.Started && p.reins.patient && !s.Enterable(0, s.Grid.Next(s.Snakes[0].Body.Head(), d)) {
		p.Notice.Text = "there is a wall: another direction starts the game"
		return nil
	}
	p.reins.pull(d)
	idle := !p.Running()
	p.Started, p.Paused = true, false
	if idle {
		return p.Ask(p.Shown.Turn + 1)
	}
	return nil
}

func (p *playing) help() (string, []key.Binding, []string) {
	return "playing", []key.Binding{
		keySteer, keyPause, keyPlayFaster, keyPlaySlower, keyHint, keyPlaySave, keyNext, keyRestart, keyMenu, keyQuit,
	}, nil
}

func (p *playing) draw(c *canvas.Canvas) {
	headline(c, p.Palette, "play", fmt.Sprintf("%s · seed %d · game %d", gameName(p.opts.Game), p.opts.Seed, p.index), p.State())
	switch {
	case drawNothing(c, p.Palette, &p.Player):
	case p.Shown.Scene[0].Err != nil:
		c.Wrap(2, 2, c.W-4, c.H-4, p.Shown.Scene[0].Err.Error(), canvas.Ink{FG: p.Bad})
	default:
		p.drawGame(c, &p.Shown.Scene[0])
	}
	drawFoot(c, p.Palette, p.Notice, keyHelp, keySteer, keyPause, keyPlayFaster, keyPlaySlower, keyHint, keyNext, keyRestart, keyMenu, keyQuit)
}

func (p *playing) drawGame(c *canvas.Canvas, sc *play.Scene) {
	box, x, w := soloLayout(sc.State.Grid, c.W, c.H)
	box.Board(c, p.Palette, sc.State).Solo(p.advice(sc))
	pn := panel{canvas: c, Palette: p.Palette, x: x, y: 1, w: w, end: c.H - 1}
	switch {
	case sc.Ended:
		pn.ending(sc, sc.Turn, false)
		pn.line("enter plays again, n the next game", canvas.Ink{FG: p.Accent})
	case !p.Started:
		pn.line("Steer to start.", canvas.Ink{FG: p.Accent, Bold: true})
	default:
		pn.line("You play.", canvas.Ink{FG: p.Accent, Bold: true})
	}
	pn.gap()
	pn.facts(sc)
	p.hintRow(&pn, sc)
	pn.repeat(p.command())
	pn.chart(sc, sc.Turn)
}

// advice is the solver's plan, or where it tells none, its next step.
func (p *playing) advice(sc *play.Scene) []ouro.Note {
	hint, given := sc.Thought(0)
	if !p.advised || !given || sc.Ended {
		return nil
	}
	if plan := find(hint.Notes, ouro.LabelPlan); len(plan) > 0 {
		return plan
	}
	next := sc.State.Grid.Next(sc.State.Snakes[0].Body.Head(), hint.Decision.Dir)
	if hint.Err != nil || next == ouro.NoCell {
		return nil
	}
	return []ouro.Note{{Verb: ouro.NotePath, Label: ouro.LabelPlan, Cells: []ouro.Cell{next}}}
}

func (p *playing) hintRow(pn *panel, sc *play.Scene) {
	if p.opts.Hint == nil || sc.Ended {
		return
	}
	pn.gap()
	hint, given := sc.Thought(0)
	switch name := p.opts.Hint.String(); {
	case !p.advised:
		pn.row("hint", "off (tab)")
	case hint.Err != nil:
		pn.row("hint", hint.Err.Error())
	case given:
		d := hint.Decision.Dir
		pn.row("hint", fmt.Sprintf("%c %s, says %s", canvas.Arrow(d), d, name))
	}
}

// command is the command line that deals the same game again.
func (p *playing) command() string {
	s := "ouro play" + gameFlags(p.opts, p.index)
	if p.opts.Hint != nil {
		s += " --hint " + shellWord(p.opts.Hint.String())
	}
	return s
}
