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

// IO holds the files and streams of a command.
type IO struct {
	In       io.Reader
	Out, Err io.Writer
	Files    outfile.System // nil means the system's

	interrupt func() // ends the command as SIGINT does
}

// start prepares the context and the streams of a command. failed returns the first error of
// printing; end must be called when the command has ended.
func (s *IO) start(ctx context.Context) (_ context.Context, failed func() error, end func()) {
	ctx, cancel := context.WithCancelCause(withFilesRead(ctx))
	out := newPrinted(ctx, s.Out, func() { cancel(Stopped{syscall.SIGPIPE}) })
	if !isTerminal(s.Out) { // screens draw on a terminal directly
		s.Out = out
	}
	if !isTerminal(s.Err) {
		s.Err = newPrinted(ctx, s.Err, func() {})
	}
	s.interrupt = func() { cancel(Stopped{syscall.SIGINT}) }
	return ctx, out.failed, func() { cancel(nil) }
}

// printed is standard output or standard error. It remembers the first error, because not
// every print is checked. A reader that does not read cannot keep a command from ending.
type printed struct {
	ctx  context.Context // of the command
	w    io.Writer
	gone func() // called when the reader has closed the pipe

	wait bool // whether writes may block
	mu   sync.Mutex
	err  error
}

// newPrinted returns an output of a command. Only writes to files other than regular ones
// may block.
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
	text = bytes.Clone(text) // the caller may reuse it
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

// unguarded returns the stream below an output of a command. Its writes may block.
func unguarded(w io.Writer) io.Writer {
	if p, ok := w.(*printed); ok {
		return p.w
	}
	return w
}

// failed returns the first error.
func (p *printed) failed() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.err == nil {
		return nil
	}
	return runError{p.err}
}
