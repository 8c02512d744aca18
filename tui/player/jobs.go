package player

import (
	"context"
	"sync"

	tea "charm.land/bubbletea/v2"
)

// Jobs runs work outside the screen and can wait for all of it; bubbletea leaves running
// commands behind when a program ends.
type Jobs struct {
	ctx    context.Context
	cancel context.CancelFunc

	mu       sync.Mutex
	closed   bool
	messages []string
	wg       sync.WaitGroup
}

// NewJobs returns Jobs that end with ctx.
func NewJobs(ctx context.Context) *Jobs {
	j := &Jobs{}
	j.ctx, j.cancel = context.WithCancel(ctx)
	return j
}

// Cmd returns a command that does the work, unless the jobs have ended.
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

// addMessage stores a line that is printed after the screen was left.
func (j *Jobs) addMessage(line string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.messages = append(j.messages, line)
}

// Messages returns the lines to print after the screen was left.
func (j *Jobs) Messages() []string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.messages
}

// Close cancels the work and waits for it.
func (j *Jobs) Close() {
	j.mu.Lock()
	j.closed = true
	j.mu.Unlock()
	j.cancel()
	j.wg.Wait()
}
