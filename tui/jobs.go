package tui

import (
	"context"
	"sync"

	tea "charm.land/bubbletea/v2"
)

// jobs runs work beside the screen and can wait for all of it: bubbletea itself
// leaves commands behind that are still running when a program ends.
type jobs struct {
	ctx    context.Context
	cancel context.CancelFunc

	mu     sync.Mutex
	closed bool
	wg     sync.WaitGroup
}

func newJobs(ctx context.Context) *jobs {
	j := &jobs{}
	j.ctx, j.cancel = context.WithCancel(ctx)
	return j
}

// cmd is a command that does the work, unless everything has ended by then.
func (j *jobs) cmd(work func() tea.Msg) tea.Cmd {
	return func() tea.Msg {
		if !j.enter() {
			return nil
		}
		defer j.wg.Done()
		return work()
	}
}

func (j *jobs) enter() bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.closed {
		return false
	}
	j.wg.Add(1)
	return true
}

// close ends the work under way and waits for it.
func (j *jobs) close() {
	j.mu.Lock()
	j.closed = true
	j.mu.Unlock()
	j.cancel()
	j.wg.Wait()
}
