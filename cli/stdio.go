package cli

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"sync"
	"syscall"
	"time"

	"ouro/internal/outfile"
)

// IO is where a command reads and writes.
type IO struct {
	In       io.Reader
	Out, Err io.Writer
	Files    outfile.System // nil is the real one

	interrupt func() // ends the command as SIGINT does
}

// printed is standard output or standard error. It remembers that something
// could not be written, since not every line that is printed is asked whether it
// was. Who does not read what is printed keeps no command from ending.
type printed struct {
	ctx  context.Context // of the command
	w    io.Writer
	gone func() // called when the reader has gone away

	wait bool // the writer may wait for a reader
	mu   sync.Mutex
	err  error
}

// newPrinted is an output of a command; a terminal stays what it is. What is
// no file is written at once.
func newPrinted(ctx context.Context, w io.Writer, gone func()) *printed {
	p := &printed{ctx: ctx, w: w, gone: gone}
	if f, ok := w.(*os.File); ok {
		info, err := f.Stat()
		p.wait = err != nil || !info.Mode().IsRegular()
	}
	return p
}

func (p *printed) Write(text []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.err != nil {
		return 0, p.err
	}
	n, err := p.write(text)
	if err != nil {
		p.err = err
		if errors.Is(err, syscall.EPIPE) {
			p.gone()
		}
	}
	return n, err
}

func (p *printed) write(text []byte) (int, error) {
	if !p.wait {
		return p.w.Write(text)
	}
	type wrote struct {
		n   int
		err error
	}
	done := make(chan wrote, 1)
	text = bytes.Clone(text) // which the caller may use again
	go func() {
		n, err := p.w.Write(text)
		done <- wrote{n, err}
	}()
	select {
	case w := <-done:
		return w.n, w.err
	case <-p.ctx.Done():
	}
	select {
	case w := <-done:
		return w.n, w.err
	case <-time.After(outfile.Grace):
		return 0, p.ctx.Err()
	}
}

func (p *printed) failed() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.err == nil {
		return nil
	}
	return runError{p.err}
}
