package player

import (
	"context"
	"fmt"
	"strings"
	"sync"

	tea "charm.land/bubbletea/v2"

	"ouro/internal/outfile"
)

// Jobs runs work in the background. Its Close waits until all work has ended, because bubbletea does
// not wait for running commands when a program ends.
type Jobs struct {
	ctx    context.Context
	cancel context.CancelFunc

	mu       sync.Mutex
	closed   bool
	messages []string
	wg       sync.WaitGroup
}

// NewJobs returns Jobs whose context ends with ctx.
func NewJobs(ctx context.Context) *Jobs {
	j := &Jobs{}
	j.ctx, j.cancel = context.WithCancel(ctx)
	return j
}

// Cmd returns a command that does the work. After Close, the command does nothing.
func (j *Jobs) Cmd(work func() tea.Msg) tea.Cmd {
	return func() tea.Msg {
		if !j.enter() {
			return nil
		}
		defer j.wg.Done()
		return work()
	}
}

func (j *Jobs) Context() context.Context { return j.ctx }

// enter counts a job that begins. It returns false after Close.
func (j *Jobs) enter() bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.closed {
		return false
	}
	j.wg.Add(1)
	return true
}

// addMessage stores a line that is printed after the user has left the program.
func (j *Jobs) addMessage(line string) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.messages = append(j.messages, line)
}

// Messages returns the stored lines; see addMessage.
func (j *Jobs) Messages() []string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.messages
}

// Close cancels the work and waits until it has ended.
func (j *Jobs) Close() {
	j.mu.Lock()
	j.closed = true
	j.mu.Unlock()
	j.cancel()
	j.wg.Wait()
}

// saveTexts writes texts to new files in the current folder and returns a notice. It also stores
// the commands that show the files, as messages.
func (j *Jobs) saveTexts(texts [][]byte, file func(i int) string) Notice {
	const command = "ouro replay --watch "
	var names []string
	for i, text := range texts {
		name, err := outfile.WriteNew(nil, savedName(file(i)), text)
		if err != nil {
			return Notice{Text: "not saved: " + err.Error()}
		}
		names = append(names, name)
		j.addMessage("saved: " + command + name)
	}
	if len(names) == 1 {
		return Notice{"saved; " + command + names[0] + " shows it", true}
	}
	return Notice{"saved as " + strings.Join(names, ", "), true}
}

// savedName returns a function that returns the n-th name to try for a saved game: base.ouro,
// base-2.ouro and so on.
func savedName(base string) func(n int) string {
	return func(n int) string {
		if n == 1 {
			return base + ".ouro"
		}
		return fmt.Sprintf("%s-%d.ouro", base, n)
	}
}
