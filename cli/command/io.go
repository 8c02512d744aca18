// Package command has the parts that every command of ouro needs: its streams ([IO]), input and
// output files, and errors with their exit codes. [Usagef] is for a wrong command line, [ErrNo]
// for a negative answer.
package command

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
	"unicode/utf16"

	"golang.org/x/term"

	"ouro"
	"ouro/internal/outfile"
	"ouro/tui/frame"
)

// IO holds the files and streams of a command.
type IO struct {
	In       io.Reader
	Out, Err io.Writer
	Files    outfile.System // file system; nil means the operating system's

	interrupt func() // ends the command as SIGINT does
}

// Start prepares the context and the streams of a command. printError returns the first error of a
// write to standard output. Call end after the command.
func (s *IO) Start(ctx context.Context) (_ context.Context, printError func() error, end func()) {
	ctx, cancel := context.WithCancelCause(withFilesRead(ctx))
	out := newOutput(ctx, s.Out, func() { cancel(Stopped{syscall.SIGPIPE}) })
	if !IsTerminal(s.Out) { // screens draw on a terminal directly
		s.Out = out
	}
	if !IsTerminal(s.Err) {
		s.Err = newOutput(ctx, s.Err, func() {})
	}
	s.interrupt = func() { cancel(Stopped{syscall.SIGINT}) }
	return ctx, out.firstError, func() { cancel(nil) }
}

// output is standard output or standard error. It keeps the first error, because callers do not
// check the result of every write. Its writes stop when ctx ends, even if no program reads from the
// pipe.
type output struct {
	ctx  context.Context // context of the command
	w    io.Writer
	gone func() // called when the program that reads the pipe has closed it

	wait bool // whether writes may block
	mu   sync.Mutex
	err  error
}

// newOutput returns an output of a command. Only writes to files that are not regular, such
// as pipes and terminals, may block.
func newOutput(ctx context.Context, w io.Writer, gone func()) *output {
	p := &output{ctx: ctx, w: w, gone: gone}
	if f, ok := w.(*os.File); ok {
		info, err := f.Stat()
		p.wait = err != nil || !info.Mode().IsRegular()
	}
	return p
}

func (p *output) Write(text []byte) (int, error) {
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

func (p *output) write(text []byte) (int, error) {
	if !p.wait {
		return p.w.Write(text)
	}
	type wrote struct {
		n   int
		err error
	}
	done := make(chan wrote, 1)
	text = bytes.Clone(text) // the caller may overwrite text after this function returns
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

// Unguarded returns the stream to which an output of a command writes. Writes to that stream do
// not stop when the context of the command ends.
func Unguarded(w io.Writer) io.Writer {
	if p, ok := w.(*output); ok {
		return p.w
	}
	return w
}

// firstError returns the first error of a write, or nil.
func (p *output) firstError() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.err == nil {
		return nil
	}
	return runError{p.err}
}

// IsTerminal reports whether f, an input or output stream, is a terminal.
func IsTerminal(f any) bool {
	file, ok := f.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}

// OnTerminal reports whether input and output are a terminal that can show screens.
func OnTerminal(stdio IO) bool {
	return IsTerminal(stdio.In) && IsTerminal(stdio.Out) && os.Getenv("TERM") != "dumb"
}

// OnScreen returns the options of a screen with the streams of stdio.
func OnScreen(stdio IO, o frame.Options) frame.Options {
	o.In, o.Out, o.Talk, o.Interrupt = stdio.In, stdio.Out, stdio.Err, stdio.interrupt
	return o
}

// NeedTerminal returns an error if there is no terminal. The error ends with advice for users
// without a terminal.
func NeedTerminal(stdio IO, advice string) error {
	if !OnTerminal(stdio) {
		return fmt.Errorf("this command needs a terminal on standard input and output; %s", advice)
	}
	return nil
}

// NeedRoom returns an error if the terminal is too small for the board of this level.
func NeedRoom(stdio IO, level string, g *ouro.Grid) error {
	f, ok := stdio.Out.(*os.File)
	if !ok {
		return nil
	}
	cols, rows, err := term.GetSize(int(f.Fd()))
	if needCols, needRows := frame.Needs(g); err == nil && (cols < needCols || rows < needRows) {
		return fmt.Errorf("the terminal is %dx%d; the level %s of %s cells needs %dx%d", cols, rows, level, g, needCols, needRows)
	}
	return nil
}

// Columns returns the width of w if w is a terminal (at least 40), or else 100.
func Columns(w io.Writer) int {
	if f, ok := w.(*os.File); ok {
		if width, _, err := term.GetSize(int(f.Fd())); err == nil {
			return max(width, 40)
		}
	}
	return 100
}

// SchemaVersion is the first field of every JSON document: the version of the format, which all
// documents share.
type SchemaVersion struct{}

func (SchemaVersion) MarshalJSON() ([]byte, error) { return []byte("1"), nil }

// WriteJSON prints the document of a command with --json.
func WriteJSON(w io.Writer, doc any) error {
	text, err := json.MarshalIndent(doc, "", "  ")
	return writeJSON(w, text, err)
}

// writeJSON prints a JSON text, or returns err if it is not nil. It escapes all characters that
// could control a terminal; encoding/json escapes only some of them. The value of the document
// stays the same.
func writeJSON(w io.Writer, text []byte, err error) error {
	if err != nil {
		return err
	}
	var b strings.Builder
	for _, r := range string(text) {
		switch {
		case r == '\n' || strconv.IsPrint(r):
			b.WriteRune(r)
		case r > 0xffff:
			hi, lo := utf16.EncodeRune(r)
			fmt.Fprintf(&b, `\u%04x\u%04x`, hi, lo)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	b.WriteByte('\n')
	_, err = io.WriteString(w, b.String())
	return err
}

// HowToEnd is the line that a server prints after its address.
const HowToEnd = "Ctrl-C ends it"

// Listen listens on a TCP address. flag is the flag that sets the port, for errors.
func Listen(ctx context.Context, address, flag string) (net.Listener, error) {
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", address)
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return nil, fmt.Errorf("%s: another program uses %s, perhaps another ouro; choose another port, or 0 for a free one", flag, address)
	case err != nil:
		return nil, err
	}
	return l, nil
}

// ExternalAddress returns an address for other machines. It replaces an unspecified IP by the
// first global IP of this machine.
func ExternalAddress(addr net.Addr) string {
	tcp, ok := addr.(*net.TCPAddr)
	if !ok || !tcp.IP.IsUnspecified() {
		return addr.String()
	}
	host := "127.0.0.1"
	all, _ := net.InterfaceAddrs() // on failure, keep 127.0.0.1
	for _, a := range all {
		if n, ok := a.(*net.IPNet); ok && n.IP.IsGlobalUnicast() && n.IP.To4() != nil {
			host = n.IP.String()
			break
		}
	}
	return net.JoinHostPort(host, strconv.Itoa(tcp.Port))
}
