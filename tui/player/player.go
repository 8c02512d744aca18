// Package player shows games of any kind turn by turn in a terminal program. A [Player] plays turns at
// a pace, pauses, seeks and saves. [Jobs] runs work in the background.
package player

import (
	"context"
	"fmt"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"ouro/play"
)

// Player shows a game. It computes turns in commands, so that the screen stays responsive.
type Player[S any] struct {
	Clock
	Keys   Keys
	File   func(game int) string // name of the file for a saved game, without extension
	ByHand bool                  // whether a person plays, who is asked before the game is abandoned; see Sure

	// The current state.
	Current play.View[S]
	Ready   bool // whether Current is valid
	Started bool // whether the clock has been started
	Paused  bool
	Notice  Notice

	Furthest play.View[S] // the last view of the game's furthest turn, without branches

	jobs      *Jobs
	after     After
	watch     *play.Watch[S]
	work      context.Context    // context of the commands for this game
	stop      context.CancelFunc // ends work
	busy      bool               // whether a command is running
	requested int                // the turn that the last command had to compute
	goal      int                // turn to go to, or -1
	mustReach bool               // whether commands continue until the goal is reached, however long it takes
	ticks     int                // number of the current tick; messages of earlier ticks are ignored

	question string // see Question

	origin *parkedGame[S] // the original game while a branch is shown, else nil
}

// Keys are the keys of a player. A key that is not set has no effect.
type Keys struct {
	Pause, Faster, Slower, Save key.Binding

	Back, Forth         key.Binding // move by Step
	PageBack, PageForth key.Binding // move by Page
	First, Last         key.Binding
	Step, Page          int  // numbers of turns
	ContinuesAfterSeek  bool // whether the game continues after seeking; otherwise it pauses
}

// Notice is a message that is shown until the next key.
type Notice struct {
	Text string
	Good bool
}

// After is tea.Tick or, in tests, a replacement.
type After func(time.Duration, func(time.Time) tea.Msg) tea.Cmd

// New returns a player that computes its turns in jobs.
func New[S any](jobs *Jobs, after After, clock Clock) Player[S] {
	return Player[S]{Clock: clock, jobs: jobs, after: after}
}

const batchTime = 12 * time.Millisecond // time that a command plays before it returns

// TurnMsg has the view that a command computed.
type TurnMsg[S any] struct {
	watch   *play.Watch[S]
	Current play.View[S]
}

// tickMsg is tick number n of a player.
type tickMsg struct {
	player any
	n      int
	now    time.Time
}

// Open shows the start of a game. It closes the previous game in the background.
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
	p.Current, p.Ready, p.Paused, p.busy, p.goal, p.Furthest = play.View[S]{}, false, false, false, -1, play.View[S]{}
	p.ticks++
	return tea.Batch(end, p.Ask(0))
}

// Close ends the game and waits until its solvers have stopped. It ignores errors of closing.
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

// Records passes the records of the games, up to the shown turn, to receive.
func (p *Player[S]) Records(receive func(texts [][]byte, err error) tea.Msg) tea.Cmd {
	watch, turn := p.watch, p.Current.Turn
	return p.jobs.Cmd(func() tea.Msg { return receive(watch.Records(turn)) })
}

// Ask starts a command that computes a turn, unless a command is running.
func (p *Player[S]) Ask(turn int) tea.Cmd {
	if p.busy {
		return nil
	}
	p.busy, p.requested = true, turn
	watch, work := p.watch, p.work
	return p.jobs.Cmd(func() tea.Msg {
		view, err := watch.Show(work, turn, batchTime)
		if err != nil {
			return nil // the user has left the game
		}
		return TurnMsg[S]{watch, view}
	})
}

// Seek goes to a turn. If a command is running, only the last goal counts.
func (p *Player[S]) Seek(turn int) tea.Cmd {
	p.goal, p.mustReach = max(0, turn), false
	return p.Ask(p.goal)
}

// Target returns the turn from which the next step starts: the goal of a seek or, without one, the
// shown turn.
func (p *Player[S]) Target() int {
	if p.goal >= 0 {
		return p.goal
	}
	return p.Current.Turn
}

// isBehind reports whether the player needs another command to reach the goal. Without mustReach, one
// command towards a turn that has not been played is enough, even if it does not reach the turn.
func (p *Player[S]) isBehind() bool {
	return p.goal >= 0 && (p.requested != p.goal ||
		p.Current.Turn < p.goal && (p.mustReach || p.goal <= p.Current.Turns) && !p.Current.Ended && p.Current.Err == nil)
}

// tick requests a tick after this delay. The tick of an earlier request is ignored.
func (p *Player[S]) tick(delay time.Duration) tea.Cmd {
	p.ticks++
	n := p.ticks
	return p.after(delay, func(now time.Time) tea.Msg { return tickMsg{p, n, now} })
}

// Running reports whether the player plays turns.
func (p *Player[S]) Running() bool {
	return p.Ready && p.Started && !p.Paused && !p.Current.Ended && p.Current.Err == nil
}

// Over reports whether the game was shown to its end, whichever turn is shown now. The end of a
// branch does not count.
func (p *Player[S]) Over() bool { return p.Furthest.Ended }

func (p *Player[S]) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case TurnMsg[S]:
		if msg.watch != p.watch {
			return nil
		}
		p.busy, p.Ready, p.Current = false, true, msg.Current
		if !p.Branched() && p.Current.Turn >= p.Furthest.Turn {
			p.Furthest = p.Current
		}
		if p.isBehind() {
			return p.Ask(p.goal)
		}
		p.goal = -1
		if p.Running() {
			return p.tick(max(time.Millisecond, p.interval()-msg.Current.Took))
		}
	case tickMsg:
		if msg.player != any(p) || msg.n != p.ticks || p.busy || !p.Running() {
			return nil
		}
		if n := p.due(msg.now); n > 0 {
			return p.Ask(p.Current.Turn + n)
		}
		return p.tick(p.interval())
	case savedMsg:
		if msg.watch == any(p.watch) {
			p.Notice = msg.notice
		}
	}
	return nil
}

// Press handles a key. ok is false if the key has no effect.
func (p *Player[S]) Press(msg tea.KeyPressMsg) (cmd tea.Cmd, ok bool) {
	return Act(msg, p.Actions(p.Keys))
}

// step goes to a turn, and pauses the game unless Keys.ContinuesAfterSeek is set.
func (p *Player[S]) step(turn int) tea.Cmd {
	p.Paused = p.Paused || !p.Keys.ContinuesAfterSeek
	return p.Seek(turn)
}

// Halt pauses the game and withdraws the question of Sure.
func (p *Player[S]) Halt() {
	p.Paused, p.question = true, ""
	p.ticks++
}

// Toggle pauses or resumes the game.
func (p *Player[S]) Toggle() tea.Cmd {
	if !p.Paused {
		p.Halt()
		return nil
	}
	p.Paused = false
	return p.Resume()
}

// Resume restarts the clock. The time of the pause does not count.
func (p *Player[S]) Resume() tea.Cmd {
	p.reset()
	if p.busy || !p.Running() {
		return nil
	}
	return p.tick(p.pauseTime())
}

func (p *Player[S]) setPace(to Pace) tea.Cmd {
	p.Pace = to
	if p.Running() && !p.busy {
		return p.tick(min(p.interval(), 100*time.Millisecond))
	}
	return nil
}

// State describes the clock, for the headline.
func (p *Player[S]) State() string {
	switch {
	case p.Ready && p.Current.Err != nil:
		return "■ failed"
	case p.Ready && p.Current.Ended:
		return "■ over"
	case !p.Started:
		return "ready"
	case p.Paused:
		return "‖ paused · " + p.Pace.String()
	}
	return "▶ " + p.Pace.String()
}

type savedMsg struct {
	watch  any
	notice Notice
}

// save writes the games, up to the last turn played, to new files in the current folder.
func (p *Player[S]) save() tea.Cmd {
	watch, turn, file, jobs := p.watch, p.Current.Turns, p.File, p.jobs
	return jobs.Cmd(func() tea.Msg {
		texts, err := watch.Records(turn)
		if err != nil {
			return savedMsg{watch, Notice{Text: "not saved: " + err.Error()}}
		}
		return savedMsg{watch, jobs.saveTexts(texts, file)}
	})
}

// SeedAndGame returns the end of a file name: the seed and, except for the first game, the number of the
// game.
func SeedAndGame(seed uint64, index int) string {
	if index == 0 {
		return fmt.Sprint(seed)
	}
	return fmt.Sprintf("%d-game%d", seed, index)
}

// parkedGame is the original game while a branch is shown.
type parkedGame[S any] struct {
	watch *play.Watch[S]
	work  context.Context
	stop  context.CancelFunc
	turn  int // last shown turn
}

// Branch shows another game, paused at this turn. If a branch is already shown, Branch replaces it.
// Return shows the original game again.
func (p *Player[S]) Branch(watch *play.Watch[S], turn int) tea.Cmd {
	var end tea.Cmd
	if p.origin == nil {
		p.origin = &parkedGame[S]{p.watch, p.work, p.stop, p.Current.Turn}
	} else {
		end = p.end(p.watch, p.stop)
	}
	p.setWatch(watch)
	p.work, p.stop = context.WithCancel(p.jobs.ctx)
	return tea.Batch(end, p.GoTo(turn))
}

func (p *Player[S]) Branched() bool { return p.origin != nil }

// Return shows the original game again, at the turn where Branch left it.
func (p *Player[S]) Return() tea.Cmd {
	end, o := p.end(p.watch, p.stop), p.origin
	p.origin = nil
	p.setWatch(o.watch)
	p.work, p.stop = o.work, o.stop
	return tea.Batch(end, p.GoTo(o.turn))
}

// setWatch replaces the shown game, and pauses.
func (p *Player[S]) setWatch(watch *play.Watch[S]) {
	p.watch, p.busy, p.Paused = watch, false, true
	p.ticks++
}

// end closes a game in a job.
func (p *Player[S]) end(watch *play.Watch[S], stop context.CancelFunc) tea.Cmd {
	stop()
	return p.jobs.Cmd(func() tea.Msg { _ = watch.Close(); return nil })
}

// GoTo goes to a turn, however long this takes. If the game is shorter, GoTo goes to its end.
func (p *Player[S]) GoTo(turn int) tea.Cmd {
	cmd := p.Seek(turn)
	p.mustReach = true
	return cmd
}
