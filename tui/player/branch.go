package player

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"ouro/play"
)

// parked is a game that waits while a branch of it is shown.
type parked[S any] struct {
	watch *play.Watch[S]
	work  context.Context
	stop  context.CancelFunc
	turn  int // last shown turn
}

// Branch shows another game from this turn, paused, until Return shows the first one
// again. A branch of a branch replaces it.
func (p *Player[S]) Branch(watch *play.Watch[S], turn int) tea.Cmd {
	var end tea.Cmd
	if p.origin == nil {
		p.origin = &parked[S]{p.watch, p.work, p.stop, p.Current.Turn}
	} else {
		end = p.end(p.watch, p.stop)
	}
	p.take(watch)
	p.work, p.stop = context.WithCancel(p.jobs.ctx)
	return tea.Batch(end, p.GoTo(turn))
}

// Branched reports whether a branch is shown.
func (p *Player[S]) Branched() bool { return p.origin != nil }

// Return returns from a branch to the turn of the original game.
func (p *Player[S]) Return() tea.Cmd {
	end, o := p.end(p.watch, p.stop), p.origin
	p.origin = nil
	p.take(o.watch)
	p.work, p.stop = o.work, o.stop
	return tea.Batch(end, p.GoTo(o.turn))
}

// take shows another game, paused.
func (p *Player[S]) take(watch *play.Watch[S]) {
	p.watch, p.busy, p.Paused = watch, false, true
	p.ticks++
}

// end closes a game in a job.
func (p *Player[S]) end(watch *play.Watch[S], stop context.CancelFunc) tea.Cmd {
	stop()
	return p.jobs.Cmd(func() tea.Msg { _ = watch.Close(); return nil })
}

// GoTo goes to a turn, however long it takes, or to the end of a shorter game.
func (p *Player[S]) GoTo(turn int) tea.Cmd {
	cmd := p.Seek(turn)
	p.firm = true
	return cmd
}
