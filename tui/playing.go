package tui

import (
	"fmt"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"ouro"
)

// playing is the screen on which a person plays.
type playing struct {
	*env
	index   int
	table   *table
	shown   tableau
	ready   bool
	busy    bool
	started bool // a first direction was given
	paused  bool
	pace    pace
	ticks   int
	reins   *reins
	advised bool // the hint is shown
	notice  notice
}

func newPlaying(e *env) *playing {
	p := &playing{env: e, index: e.opts.Index, pace: pace(e.opts.Speed), advised: e.opts.Hint != nil}
	if p.pace <= 0 {
		p.pace = playPace
	}
	return p
}

func (p *playing) init() tea.Cmd { return p.deal() }

func (p *playing) close() {
	if p.table != nil {
		_ = p.table.close() // a solver that fails to close has no more to show
	}
}

func (p *playing) deal() tea.Cmd {
	var end tea.Cmd
	if old := p.table; old != nil {
		end = p.jobs.cmd(func() tea.Msg { _ = old.close(); return nil })
	}
	p.reins = &reins{patient: isMaze(p.opts.Game.Rules)}
	seed := ouro.GameSeed(p.opts.Seed, p.index)
	l := newSeatedLane(p.opts.Game, seed, ouro.Spec{Name: "you"}, p.reins, 0)
	l.manual = true
	p.table = newTable(p.jobs.ctx, l)
	if p.opts.Hint != nil {
		p.table.advise = newAdviser(p.opts.Game, seed, *p.opts.Hint)
	}
	p.ready, p.busy, p.started, p.paused = false, false, false, false
	p.ticks++
	return tea.Batch(end, p.show(0))
}

func (p *playing) show(turn int) tea.Cmd {
	if p.busy {
		return nil
	}
	p.busy = true
	t := p.table
	return p.jobs.cmd(func() tea.Msg {
		tb, ok := t.show(turn, batchTime)
		if !ok {
			return nil
		}
		return shownMsg{t, tb}
	})
}

func (p *playing) tick(after time.Duration) tea.Cmd {
	p.ticks++
	n := p.ticks
	return p.after(after, func(now time.Time) tea.Msg { return tickMsg{p, n, now} })
}

func (p *playing) running() bool { return p.ready && p.started && !p.paused && !p.shown.ended }

func (p *playing) update(msg tea.Msg) (screen, tea.Cmd) {
	switch msg := msg.(type) {
	case shownMsg:
		if msg.table != p.table {
			return p, nil
		}
		p.busy, p.ready, p.shown = false, true, msg.tableau
		if p.running() {
			return p, p.tick(max(time.Millisecond, p.interval()-msg.tableau.took))
		}
	case tickMsg:
		if msg.owner == p && msg.n == p.ticks && p.running() {
			return p, p.show(p.shown.turn + 1)
		}
	case savedMsg:
		if msg.table == p.table {
			p.notice = msg.notice
		}
	case tea.KeyPressMsg:
		return p.press(msg)
	}
	return p, nil
}

// interval is the time between two moves, which a person must be able to see.
func (p *playing) interval() time.Duration {
	return max(frameTime, time.Duration(float64(time.Second)/float64(p.pace)))
}

// fastestPlay is as fast as a person can be expected to follow.
const fastestPlay pace = 30

func (p *playing) press(msg tea.KeyPressMsg) (screen, tea.Cmd) {
	p.notice = notice{}
	for d, k := range steering {
		if key.Matches(msg, k) {
			return p, p.steer(ouro.Dir(d))
		}
	}
	switch {
	case key.Matches(msg, keyMenu):
		return newMenu(p.env), nil
	case key.Matches(msg, keyPause):
		if p.started {
			p.paused = !p.paused
		}
		if p.running() && !p.busy {
			return p, p.tick(p.interval())
		}
	case key.Matches(msg, keyStart):
		if p.shown.ended {
			return p, p.deal()
		}
	case key.Matches(msg, keyPlayFaster):
		p.pace = min(p.pace.faster(), fastestPlay)
	case key.Matches(msg, keyPlaySlower):
		p.pace = p.pace.slower()
	case key.Matches(msg, keyRestart):
		return p, p.deal()
	case key.Matches(msg, keyNext):
		p.index++
		return p, p.deal()
	case key.Matches(msg, keyPlaySave):
		return p, p.save(p.table, p.shown.turn, p.index)
	case key.Matches(msg, keyHint):
		if p.opts.Hint == nil {
			p.notice.text = "no hint was chosen: the menu offers one"
		} else {
			p.advised = !p.advised
		}
	}
	return p, nil
}

// steer passes a direction on; the first one starts the game.
func (p *playing) steer(d ouro.Dir) tea.Cmd {
	if !p.ready || p.shown.ended || p.shown.err != nil {
		return nil
	}
	s := p.shown.scenes[0].state
	if !p.started && p.reins.patient && !s.Enterable(0, s.Grid.Next(s.Snakes[0].Body.Head(), d)) {
		p.notice.text = "there is a wall: another direction starts the game"
		return nil
	}
	p.reins.pull(d)
	idle := !p.running()
	p.started, p.paused = true, false
	if idle && !p.busy {
		return p.show(p.shown.turn + 1)
	}
	return nil
}

func (p *playing) help() (string, []key.Binding, []string) {
	return "playing", []key.Binding{
		keySteer, keyPause, keyPlayFaster, keyPlaySlower, keyHint, keyPlaySave, keyNext, keyRestart, keyMenu, keyQuit,
	}, nil
}

func (p *playing) state() string {
	switch {
	case p.shown.ended && p.ready:
		return "■ over"
	case !p.started:
		return "ready"
	case p.paused:
		return "‖ paused"
	}
	return "▶ " + p.pace.String()
}

func (p *playing) draw(c *canvas) {
	headline(c, p.palette, "play", fmt.Sprintf("%s · seed %d · game %d", gameName(p.opts.Game), p.opts.Seed, p.index), p.state())
	switch {
	case !p.ready:
		c.text(2, 2, c.w-2, "dealing …", ink{fg: p.dim})
	case p.shown.err != nil:
		c.wrap(2, 2, c.w-4, c.h-4, p.shown.err.Error(), ink{fg: p.bad})
	case p.shown.scenes[0].err != nil:
		c.wrap(2, 2, c.w-4, c.h-4, p.shown.scenes[0].err.Error(), ink{fg: p.bad})
	default:
		p.drawGame(c, &p.shown.scenes[0])
	}
	if !p.drawNotice(c, p.notice) {
		hints(c, p.palette, c.h-1, keyHelp, keySteer, keyPause, keyPlayFaster, keyPlaySlower, keyHint, keyNext, keyRestart, keyMenu, keyQuit)
	}
}

func (p *playing) drawGame(c *canvas, sc *scene) {
	b, x, w := soloLayout(sc.state.Grid, c.w, c.h)
	var notes []ouro.Note
	if p.advised && !sc.ended {
		notes = p.advice(sc)
	}
	drawBoard(c, p.palette, sc, b, notes, p.frame)
	pn := panel{canvas: c, palette: p.palette, x: x, y: 1, w: w, end: c.h - 1}
	switch {
	case sc.ended:
		pn.ending(sc, sc.turn)
		pn.line("enter plays again, n the next game", ink{fg: p.accent})
	case !p.started:
		pn.line("Steer to start.", ink{fg: p.accent, bold: true})
	default:
		pn.line("You play.", ink{fg: p.accent, bold: true})
	}
	pn.gap()
	pn.facts(sc)
	p.hintRow(&pn, sc)
	pn.repeat(p.command())
	pn.chart(sc, sc.turn)
}

// advice is the solver's plan, or where it tells none, its next step.
func (p *playing) advice(sc *scene) []ouro.Note {
	if plan := find(sc.notes, ouro.LabelPlan); len(plan) > 0 {
		return plan
	}
	if !sc.hint.given || sc.hint.err != nil {
		return nil
	}
	next := sc.state.Grid.Next(sc.state.Snakes[0].Body.Head(), sc.hint.dir)
	if next == ouro.NoCell {
		return nil
	}
	return []ouro.Note{{Verb: ouro.NotePath, Label: ouro.LabelPlan, Cells: []ouro.Cell{next}}}
}

func (p *playing) hintRow(pn *panel, sc *scene) {
	if p.opts.Hint == nil || sc.ended {
		return
	}
	pn.gap()
	switch name := p.opts.Hint.String(); {
	case !p.advised:
		pn.row("hint", "off (tab)")
	case sc.hint.err != nil:
		pn.row("hint", sc.hint.err.Error())
	case sc.hint.given:
		pn.row("hint", fmt.Sprintf("%c %s, says %s", arrow(sc.hint.dir), sc.hint.dir, name))
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
