package player

import (
	"context"
	"sync"

	tea "charm.land/bubbletea/v2"
)

// Jobs runs work beside the screen and can wait for all of it: bubbletea itself
// leaves commands behind that are still running when a program ends.
type Jobs struct {
	ctx    context.Context
	cancel context.CancelFunc

	mu     sync.Mutex
	closed bool
	told   []string
	wg     sync.WaitGroup
}

// NewJobs end with ctx.
func NewJobs(ctx context.Context) *Jobs {
	j := &Jobs{}
	j.ctx, j.cancel = context.WithCancel(ctx)
	return j
}

// Cmd is a command that does the work, unless everything has ended by then.
func (j *Jobs) Cmd(work func() tea.Msg) tea.Cmd {
	return func() tea.Msg {
		if !j.enter() {
			return nil
		}
		defer j.wg.Done()
		return work()
	}
}

// Context ends with the jobs.
func (j *Jobs) Context() context.Context { return j.ctx }

func (j *Jobs) enter() bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.closed {
		return false
	}
	j.wg.Add(1)
	return true
}

// tell keeps a line for the person, for when the screen is left.
func (j *Jobs) tell(line string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.told = append(j.told, line)
}

// Told are the lines that stay to be said when the screen is left.
func (j *Jobs) Told() []string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.told
}

// Close ends the work under way and waits for it.
func (j *Jobs) Close() {
	j.mu.Lock()
	j.closed = true
	j.mu.Unlock()
	j.cancel()
	j.wg.Wait()
}
