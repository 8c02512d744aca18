// Package player shows games turn by turn in a terminal program: [Player] goes
// to turns, keeps the time, pauses, seeks and saves, whatever the game; [Jobs]
// are what runs beside the screen meanwhile.
package player

import (
	"context"
	"fmt"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"ouro/play"
)

// Player shows a game: it asks for turns, which commands beside the screen go
// to, keeps the time, pauses, goes back and forth, and saves. What a turn looks
// like is left to the screen that has the player.
type Player[S any] struct {
	Clock
	Keys   Keys
	File   func(game int) string // name of a file for a game, without its ending
	ByHand bool                  // a person plays, whose game is not given up by a slip

	// What is to be seen.
	Shown   play.View[S]
	Ready   bool // Shown holds something
	Started bool // its time has begun
	Paused  bool
	Notice  Notice

	jobs  *Jobs
	after After
	watch *play.Watch[S]
	work  context.Context    // of what is done for this game: a tea.Cmd is given none
	stop  context.CancelFunc // ends it
	busy  bool               // a command is at work
	asked int                // turn that it goes to
	goal  int                // turn to go to; -1 is none
	firm  bool               // the goal is to be reached, however long it takes
	ticks int                // number of the tick that counts, others are late

	question string // see Question

	origin *parked[S] // unless nil, what is shown branches off from that game
}

// Keys are the keys of a player. One that is not set means nothing.
type Keys struct {
	Pause, Faster, Slower, Save key.Binding

	Back, Forth         key.Binding // by a step
	PageBack, PageForth key.Binding // by a page
	First, Last         key.Binding
	Step, Page          int  // turns
	GoesOn              bool // after these; else it stands still
}

// Notice is a word to the person, until the next key.
type Notice struct {
	Text string
	Good bool
}

// After is tea.Tick, or what stands for it.
type After func(time.Duration, func(time.Time) tea.Msg) tea.Cmd

// New is a player that works in these jobs.
func New[S any](jobs *Jobs, after After, clock Clock) Player[S] {
	return Player[S]{Clock: clock, jobs: jobs, after: after}
}

// batchTime is for moves, of the time that a frame takes.
const batchTime = 12 * time.Millisecond

// ShownMsg brings what a player asked for.
type ShownMsg[S any] struct {
	watch *play.Watch[S]
	Shown play.View[S]
}

// tickMsg is the beat of one player's clock.
type tickMsg struct {
	player any
	n      int
	now    time.Time
}

// Open shows the start of a game. The game before it ends in the background.
func (p *Player[S]) Open(watch *play.Watch[S]) tea.Cmd {
	var end tea.Cmd
	if p.watch != nil {
		end = p.end(p.watch, p.stop)
	}
	if o := p.origin; o != nil {
		end, p.origin = tea.Batch(end, p.end(o.watch, o.stop)), nil
	}
	p.watch = watch
	p.work, p.stop = context.WithCancel(p.jobs.ctx)
	p.Shown, p.Ready, p.Paused, p.busy, p.goal = play.View[S]{}, false, false, false, -1
	p.ticks++
	return tea.Batch(end, p.Ask(0))
}

// Close ends the game and waits for its solvers. It ignores errors of closing.
func (p *Player[S]) Close() {
	if p.watch != nil {
		p.stop()
		_ = p.watch.Close()
		p.watch = nil
	}
	if o := p.origin; o != nil {
		o.stop()
		_ = o.watch.Close()
		p.origin = nil
	}
}

// Records calls back with the games as far as the turn that is shown, as text.
func (p *Player[S]) Records(back func(texts [][]byte, err error) tea.Msg) tea.Cmd {
	watch, turn := p.watch, p.Shown.Turn
	return p.jobs.Cmd(func() tea.Msg { return back(watch.Records(turn)) })
}

// Ask goes to a turn, unless a command is at work.
func (p *Player[S]) Ask(turn int) tea.Cmd {
	if p.busy {
		return nil
	}
	p.busy, p.asked = true, turn
	watch, work := p.watch, p.work
	return p.jobs.Cmd(func() tea.Msg {
		shown, err := watch.Show(work, turn, batchTime)
		if err != nil {
			return nil // nobody looks any more
		}
		return ShownMsg[S]{watch, shown}
	})
}

// Seek goes to a turn. While a command is at work, only the last wish is kept.
func (p *Player[S]) Seek(turn int) tea.Cmd {
	p.goal, p.firm = max(0, turn), false
	return p.Ask(p.goal)
}

// Target is where the next step starts from: what was asked for last.
func (p *Player[S]) Target() int {
	if p.goal >= 0 {
		return p.goal
	}
	return p.Shown.Turn
}

// missed tells whether there is more to do to get to the goal. Of a game that
// is played on, a goal ahead was a wish to get as far as possible.
func (p *Player[S]) missed() bool {
	return p.goal >= 0 && (p.asked != p.goal ||
		p.Shown.Turn < p.goal && (p.firm || p.goal <= p.Shown.Turns) && !p.Shown.Ended && p.Shown.Err == nil)
}

// tick starts the clock afresh, so that it beats after this time.
func (p *Player[S]) tick(after time.Duration) tea.Cmd {
	p.ticks++
	n := p.ticks
	return p.after(after, func(now time.Time) tea.Msg { return tickMsg{p, n, now} })
}

func (p *Player[S]) Running() bool {
	return p.Ready && p.Started && !p.Paused && !p.Shown.Ended && p.Shown.Err == nil
}

func (p *Player[S]) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case ShownMsg[S]:
		if msg.watch != p.watch {
			return nil
		}
		p.busy, p.Ready, p.Shown = false, true, msg.Shown
		if p.missed() {
			return p.Ask(p.goal)
		}
		p.goal = -1
		if p.Running() {
			return p.tick(max(time.Millisecond, p.interval()-msg.Shown.Took))
		}
	case tickMsg:
		if msg.player != any(p) || msg.n != p.ticks || p.busy || !p.Running() {
			return nil
		}
		if n := p.due(msg.now); n > 0 {
			return p.Ask(p.Shown.Turn + n)
		}
		return p.tick(p.interval())
	case savedMsg:
		if msg.watch == any(p.watch) {
			p.Notice = msg.notice
		}
	}
	return nil
}

// Press does what a key of the player asks for; ok is whether it was one.
func (p *Player[S]) Press(msg tea.KeyPressMsg) (cmd tea.Cmd, ok bool) {
	return Act(msg, p.Actions(p.Keys))
}

// step is seek by a key.
func (p *Player[S]) step(turn int) tea.Cmd {
	p.Paused = p.Paused || !p.Keys.GoesOn
	return p.Seek(turn)
}

func (p *Player[S]) Halt() {
	p.Paused, p.question = true, ""
	p.ticks++
}

// Toggle stops the time or lets it go on.
func (p *Player[S]) Toggle() tea.Cmd {
	if !p.Paused {
		p.Halt()
		return nil
	}
	p.Paused = false
	return p.Resume()
}

// Resume lets the time go on, without what has passed meanwhile.
func (p *Player[S]) Resume() tea.Cmd {
	p.reset()
	if p.busy || !p.Running() {
		return nil
	}
	return p.tick(p.rest())
}

func (p *Player[S]) setPace(to Pace) tea.Cmd {
	p.Pace = to
	if p.Running() && !p.busy {
		return p.tick(min(p.interval(), 100*time.Millisecond))
	}
	return nil
}

// State is what the clock does, for the head line.
func (p *Player[S]) State() string {
	switch {
	case p.Ready && p.Shown.Err != nil:
		return "■ broken off"
	case p.Ready && p.Shown.Ended:
		return "■ over"
	case !p.Started:
		return "ready"
	case p.Paused:
		return "‖ paused · " + p.Pace.String()
	}
	return "▶ " + p.Pace.String()
}

// savedMsg tells what became of saving the games that a player shows.
type savedMsg struct {
	watch  any
	notice Notice
}

// save writes the games, as far as shown, into new files in the current folder.
func (p *Player[S]) save() tea.Cmd {
	watch, turn, file, jobs := p.watch, p.Shown.Turns, p.File, p.jobs
	return jobs.Cmd(func() tea.Msg {
		texts, err := watch.Records(turn)
		if err != nil {
			return savedMsg{watch, Notice{Text: "not saved: " + err.Error()}}
		}
		return savedMsg{watch, jobs.written(texts, file)}
	})
}

// Numbered is the end of a file's name, of a game that is not the first one.
func Numbered(seed uint64, index int) string {
	if index == 0 {
		return fmt.Sprint(seed)
	}
	return fmt.Sprintf("%d-game%d", seed, index)
}
