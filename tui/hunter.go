package tui

import (
	"context"
	"fmt"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"ouro"
	"ouro/hunter"
	"ouro/roster"
)

// HunterOptions say which game of Snake Hunter to open.
type HunterOptions struct {
	Game   hunter.Config // without a seed
	People int           // hunters at the keyboard; bots play the others
	First  int           // number of the first level of the game, from 1
	Seed   uint64        // of the experiment
	Index  int           // of the game in it
	Speed  float64       // 1 is hunter.TicksPerSecond; 0 is 1

	// Record is nil, or a game to watch. It is checked on the way: where it
	// differs from what is played again, the screen says so.
	Record *hunter.Record

	// Keep, unless nil, is given the record of every game that is over or
	// left, one after the other, before Hunter returns.
	Keep func(*hunter.Record) error
}

// Hunter opens Snake Hunter and returns when the person leaves. o says where to
// read and write, and nothing else.
func Hunter(ctx context.Context, o Options, game HunterOptions) error {
	return run(ctx, o, func(e *env) screen { return newHunting(e, game) })
}

// HunterSolver steers the snakes where nobody chose another solver: far-sighted,
// and yet fast enough for four of them in one frame and for a thousand games in
// minutes.
var HunterSolver = ouro.Spec{Name: "backtrack", Options: ouro.Options{{Key: "depth", Value: "12"}, {Key: "discount", Value: "0.99"}}}

// The smallest window for Snake Hunter. Every level fits into it.
const (
	hunterWidth  = 80
	hunterHeight = 24
)

func tooSmall(w, h int) bool { return w < hunterWidth || h < hunterHeight }

// hunting is the screen of Snake Hunter.
type hunting struct {
	*env
	opts  HunterOptions
	index int
	speed float64

	controls *controls
	pads     []pad
	chase    *chase
	shown    seen
	ready    bool // shown holds something
	busy     bool // a command is working for this chase
	goal     int  // tick of the record asked for while busy; -1 is none

	started bool
	paused  bool
	ask     question
	clock   hunterClock
	ticks   int // number of the tick that counts, others are late

	danger   bool // the reach of bombs is shown
	thoughts bool // the snakes' scores are shown
	notice   notice
	leaves   func() screen // nil, or the screen to go back to
}

// question is what a person is asked before a game is given up.
type question int

const (
	nothing question = iota
	quitNow
	againNow
	leaveNow
	nextNow
)

var questions = [...]string{quitNow: "quit? q again", againNow: "start again? r again", leaveNow: "leave? esc again", nextNow: "next game? n again"}

func newHunting(e *env, o HunterOptions) *hunting {
	if o.Speed == 0 {
		o.Speed = 1
	}
	o.First = max(1, o.First)
	return &hunting{env: e, opts: o, index: o.Index, speed: o.Speed, controls: &controls{}, pads: pads(o.People), danger: true, goal: -1}
}

// startHunt is a game from the menu, and leads back there.
func (m *menu) startHunt() screen {
	entry, err := roster.Find(HunterSolver.Name)
	if err != nil {
		m.message = err.Error()
		return m
	}
	h := newHunting(m.env, HunterOptions{
		Game:   hunter.Config{Hunters: 1, Drivers: []hunter.Driver{{Spec: HunterSolver, Make: entry.Make}}, Levels: hunter.Levels()},
		People: 1, Seed: m.opts.Seed,
	})
	h.leaves = func() screen {
		back := newMenu(m.env)
		back.mode = modeHunt
		return back
	}
	return h
}

func (h *hunting) init() tea.Cmd { return h.deal() }

func (h *hunting) close() {
	if h.chase != nil {
		_ = h.chase.close() // the record that could not be written was told by Keep
	}
}

// deal sets up a game. The one before is ended at once, not beside the screen:
// whoever quits in the next moment must not lose its record.
func (h *hunting) deal() tea.Cmd {
	h.close()
	cfg := h.opts.Game
	if h.opts.Record == nil {
		cfg.Seed, cfg.Keep = ouro.GameSeed(h.opts.Seed, h.index), true
	}
	players := make([]hunter.Player, cfg.Hunters)
	for i := range players {
		players[i] = h.controls
		if i >= h.opts.People {
			players[i] = hunter.NewBot(hunter.BotSeed(cfg.Seed, i))
		}
	}
	h.chase = newChase(cfg, players)
	h.chase.record, h.chase.keep = h.opts.Record, h.opts.Keep
	h.chase.watch(h.thoughts)
	h.controls.stopAll()
	h.ready, h.busy, h.goal, h.paused, h.ask = false, false, -1, false, nothing
	h.started = h.opts.People == 0
	h.notice = notice{}
	h.ticks++
	return h.play(0)
}

// huntedMsg brings what a chase got to.
type huntedMsg struct {
	chase *chase
	seen  seen
}

// play lets the game go on for n ticks.
func (h *hunting) play(n int) tea.Cmd {
	return h.work(func(ch *chase) (seen, bool) { return ch.advance(n, batchTime) })
}

func (h *hunting) work(do func(*chase) (seen, bool)) tea.Cmd {
	h.busy = true
	ch := h.chase
	return h.jobs.cmd(func() tea.Msg {
		s, ok := do(ch)
		if !ok {
			return nil
		}
		return huntedMsg{ch, s}
	})
}

// seek goes to a tick of a record. While the chase works, only the last wish is
// kept.
func (h *hunting) seek(tick int) tea.Cmd {
	h.goal = min(max(0, tick), h.opts.Record.Ticks())
	if h.busy {
		return nil
	}
	goal := h.goal
	return h.work(func(ch *chase) (seen, bool) { return ch.seek(goal, batchTime) })
}

func (h *hunting) tick(after time.Duration) tea.Cmd {
	h.ticks++
	n := h.ticks
	return h.after(after, func(now time.Time) tea.Msg { return tickMsg{h, n, now} })
}

func (h *hunting) running() bool { return h.ready && h.started && !h.paused && !h.shown.over }

// playing tells whether a person is in the middle of a game.
func (h *hunting) playing() bool {
	return h.opts.People > 0 && h.ready && h.started && !h.shown.over && h.shown.err == nil
}

func (h *hunting) update(msg tea.Msg) (screen, tea.Cmd) {
	switch msg := msg.(type) {
	case huntedMsg:
		return h, h.hunted(msg)
	case savedHuntMsg:
		h.notice = notice(msg)
	case tickMsg:
		if msg.owner != h || msg.n != h.ticks || !h.running() || h.busy {
			return h, nil
		}
		if n := h.clock.due(h.speed, msg.now); n > 0 {
			return h, h.play(n)
		}
		return h, h.tick(h.clock.frame(h.speed))
	case tea.WindowSizeMsg:
		if tooSmall(msg.Width, msg.Height) && h.playing() {
			h.pause() // nobody can play what is not drawn
		}
	case tea.KeyboardEnhancementsMsg:
		h.controls.tellReleases(msg.SupportsEventTypes() && msg.SupportsAllKeysAsEscapeCodes())
	case tea.KeyReleaseMsg:
		h.let(msg)
	case tea.KeyPressMsg:
		return h.press(msg)
	}
	return h, nil
}

// hunted takes in what the chase has got to, and goes on.
func (h *hunting) hunted(msg huntedMsg) tea.Cmd {
	if msg.chase != h.chase {
		return nil
	}
	h.busy, h.ready, h.shown = false, true, msg.seen
	if msg.seen.keepErr != nil {
		h.notice = notice{text: "not saved: " + msg.seen.keepErr.Error()}
	}
	if h.goal >= 0 && msg.seen.err == nil && msg.seen.tick != h.goal {
		return h.seek(h.goal)
	}
	h.goal = -1
	if h.running() {
		return h.tick(max(time.Millisecond, h.clock.frame(h.speed)-msg.seen.took))
	}
	return nil
}

// Speeds, as parts of the usual one.
var hunterSpeeds = [...]float64{0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 5, 10, 20}

// changeSpeed goes a step up or down, for people not beyond twice the usual.
func (h *hunting) changeSpeed(up bool) {
	next := h.speed
	for _, s := range hunterSpeeds {
		if up && s > h.speed && (h.opts.People == 0 || s <= 2) {
			next = s
			break
		}
		if !up && s < h.speed {
			next = s
		}
	}
	h.speed = next
	h.clock.reset()
}

// hunterClock turns time that has passed into ticks that are due. On a slow
// terminal frames are left out, never ticks; but what a standstill has cost is
// not caught up with.
type hunterClock struct {
	owed float64
	last time.Time
}

// frame is the time between two pictures.
func (c *hunterClock) frame(speed float64) time.Duration {
	return time.Duration(float64(time.Second) / (hunter.TicksPerSecond * min(speed, 1)))
}

func (c *hunterClock) due(speed float64, now time.Time) int {
	const standstill = 200 * time.Millisecond
	passed := now.Sub(c.last)
	if c.last.IsZero() || passed > max(standstill, 2*c.frame(speed)) {
		passed = c.frame(speed)
	}
	c.last = now
	c.owed += passed.Seconds() * hunter.TicksPerSecond * speed
	n := int(c.owed + 1e-3)
	c.owed -= float64(n)
	return n
}

// reset forgets the time that passed while nothing was to move.
func (c *hunterClock) reset() { *c = hunterClock{} }

// savedHuntMsg tells what became of saving the game.
type savedHuntMsg notice

// save writes the game so far into a new file in the current folder.
func (h *hunting) save() tea.Cmd {
	ch := h.chase
	name := fmt.Sprintf("ouro-hunter-%d", h.opts.Seed)
	if h.index != 0 {
		name += fmt.Sprintf("-game%d", h.index)
	}
	return h.jobs.cmd(func() tea.Msg {
		text, err := ch.save()
		if err == nil {
			name, err = writeNew(name, text)
		}
		if err != nil {
			return savedHuntMsg{text: "not saved: " + err.Error()}
		}
		return savedHuntMsg{"saved as " + name + "; ouro replay " + name + " shows it", true}
	})
}

func (h *hunting) help() (string, []key.Binding, []string) {
	var keys []key.Binding
	notes := []string{
		"Bombs halve a snake; at four cells or",
		"fewer it dies. Trapped, it is stunned.",
	}
	for i, p := range h.pads {
		who := ""
		if len(h.pads) > 1 {
			who = fmt.Sprintf(" (player %d)", i+1)
		}
		keys = append(keys, binding(p.name, "walk"+who), binding(p.bomb.Help().Key, "bomb"+who), binding(p.stop.Help().Key, "stop"+who))
	}
	if len(h.pads) > 0 {
		notes = append(notes, "You walk on until something is in the way;", "if key releases are told, while it is down.")
	}
	if h.opts.Record != nil {
		keys = append(keys, keyHuntBack, keyHuntForth, keyFirst, keyLast)
	}
	return "Snake Hunter", append(keys, h.keyPause(), keyHuntAgain, keyHuntNext, keyHuntFaster, keyHuntSlower, keyHuntDanger, keyHuntScores, keyHuntSave, keyQuit), notes
}
