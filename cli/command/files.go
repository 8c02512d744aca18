package command

import (
	"context"
	"encoding"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"syscall"

	"ouro/internal/english"
	"ouro/internal/infile"
	"ouro/internal/outfile"
	"ouro/saved"
)

// MaxLevelSize is the largest size of a file with a level, in bytes.
const MaxLevelSize = 64 << 10

// filesRead holds the names of the files that a command has read and must not write.
type filesRead struct {
	mu    sync.Mutex
	names []string
}

type filesReadKey struct{}

// withFilesRead returns a context in which a command collects the files that it reads.
func withFilesRead(ctx context.Context) context.Context {
	return context.WithValue(ctx, filesReadKey{}, &filesRead{})
}

// readFiles returns the names of the files that the command of ctx has read.
func readFiles(ctx context.Context) []string {
	read, ok := ctx.Value(filesReadKey{}).(*filesRead)
	if !ok {
		return nil
	}
	read.mu.Lock()
	defer read.mu.Unlock()
	return slices.Clone(read.names)
}

// rememberRead adds a file that the command of ctx has read. It does nothing unless ctx comes
// from withFilesRead.
func rememberRead(ctx context.Context, name string) {
	read, ok := ctx.Value(filesReadKey{}).(*filesRead)
	if !ok {
		return
	}
	read.mu.Lock()
	defer read.mu.Unlock()
	read.names = append(read.names, name)
}

// OpenFile opens a file for reading; the name "-" means stdin. Opening and reading stop when ctx
// ends, even while they wait for a program to write to a pipe.
func OpenFile(ctx context.Context, stdin io.Reader, name string) (io.ReadCloser, error) {
	if name == "-" {
		return &input{ctx: ctx, in: stdin, wait: true, close: func() error { return nil }}, nil
	}
	f, err := infile.Wait(ctx, name)
	if errors.Is(err, syscall.EINVAL) {
		err = fmt.Errorf("%q: not a valid name; want the name of a file", Excerpt(name))
	}
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && info.IsDir() {
		err = fmt.Errorf("%s: is a directory; want a file", name)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	rememberRead(ctx, name)
	return &input{ctx: ctx, in: f, wait: !info.Mode().IsRegular(), close: f.Close}, nil
}

// input is a reader that stops when ctx ends.
type input struct {
	ctx   context.Context // context of the command that reads
	in    io.Reader
	wait  bool // whether a read may block; regular files do not
	close func() error

	unreturned []byte // bytes that were read from in and not yet returned
}

const (
	inputSize = 64 << 10 // largest number of bytes of a read that may block

	// readSize is the largest number of bytes that one Read returns. Read checks ctx only once, and
	// gzip can turn one byte into a thousand.
	readSize = 4 << 10
)

func (r *input) Read(p []byte) (int, error) {
	p = p[:min(len(p), readSize)]
	switch {
	case r.ctx.Err() != nil:
		return 0, r.ctx.Err()
	case len(r.unreturned) > 0:
		n := copy(p, r.unreturned)
		r.unreturned = r.unreturned[n:]
		return n, nil
	case !r.wait:
		return r.in.Read(p)
	}
	type read struct {
		text []byte
		err  error
	}
	done := make(chan read, 1)
	go func() {
		text := make([]byte, inputSize)
		n, err := r.in.Read(text)
		done <- read{text[:n], err}
	}()
	select {
	case got := <-done:
		n := copy(p, got.text)
		r.unreturned = got.text[n:]
		if len(r.unreturned) > 0 {
			return n, nil // the next read returns the error
		}
		return n, got.err
	case <-r.ctx.Done():
		return 0, r.ctx.Err()
	}
}

func (r *input) Close() error { return r.close() }

// ReadFile reads a whole file of at most limit bytes; "-" means stdin.
func ReadFile(ctx context.Context, stdin io.Reader, name string, limit int64) (text []byte, err error) {
	f, err := OpenFile(ctx, stdin, name)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	text, err = io.ReadAll(io.LimitReader(f, limit+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if int64(len(text)) > limit {
		return nil, fmt.Errorf("%s: larger than the limit of %d bytes", name, limit)
	}
	return text, nil
}

// OpenSaved opens a file of recorded games and calls read with it. The name "-" means stdin. Errors
// name the file.
func OpenSaved(ctx context.Context, stdin io.Reader, name string, read func(*saved.File) error) (err error) {
	r, err := OpenFile(ctx, stdin, name)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	f, err := saved.Open(r)
	if err == nil {
		err = read(f)
	}
	switch {
	case err != nil && ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// Outputs opens the output files with these names, before the work of a command begins. The Target
// of an empty name is nil. At most one output may be standard output; all other text of the command
// then goes to standard error. An output must be neither in kept nor a file that the command has
// read.
func (s *IO) Outputs(ctx context.Context, kept []string, names ...string) (places []*outfile.Target, err error) {
	out, taken := s.Out, false
	for _, name := range names {
		var place *outfile.Target
		if name != "" {
			if outfile.IsStdout(name) {
				if taken {
					return nil, errors.Join(Usagef("only one output can be standard output; name a file for each of the others"), CloseAll(places))
				}
				taken, s.Out = true, s.Err
			}
			if place, err = FindOutput(ctx, s.Files, name, out, kept); err != nil {
				return nil, errors.Join(err, CloseAll(places))
			}
			if slices.ContainsFunc(places, place.Same) {
				return nil, errors.Join(Usagef("%s: named for two outputs; give each output its own file", name), CloseAll(places))
			}
		}
		places = append(places, place)
	}
	return places, nil
}

// FindOutput opens an output, which must be neither in kept nor a file that the command of ctx has
// read.
func FindOutput(ctx context.Context, sys outfile.System, name string, out io.Writer, kept []string) (*outfile.Target, error) {
	place, err := outfile.Find(ctx, sys, name, out)
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(kept, place.Is) || slices.ContainsFunc(readFiles(ctx), place.Is) {
		return nil, errors.Join(Usagef("%s: the command reads this file; choose another file for its output", name), place.Close())
	}
	return place, nil
}

// CloseAll closes outputs without writing their files.
func CloseAll(places []*outfile.Target) error {
	var err error
	for _, place := range places {
		if place != nil {
			err = errors.Join(err, place.Close())
		}
	}
	return err
}

// ReportWritten reports that content, such as "page", was written to a file. It prints nothing for
// standard output.
func ReportWritten(stderr io.Writer, name, content string) {
	if !outfile.IsStdout(name) {
		fmt.Fprintf(stderr, "ouro: %s written to %s\n", content, Excerpt(name))
	}
}

// ReportStoppedGame prints how far an interrupted game got, and which of the named files contain
// the game.
func ReportStoppedGame(ctx context.Context, stderr io.Writer, after string, names ...string) {
	where := "the game is not stored; --record FILE stores it"
	if kept := filesOf(names); kept != nil {
		where = "the unfinished game is in " + strings.Join(kept, " and ")
	}
	ReportStop(ctx, stderr, after, where)
}

// ReportLeftGame prints which of the named files contain a game that the user left before its end.
func ReportLeftGame(stderr io.Writer, turns int, names ...string) {
	kept := filesOf(names)
	if kept == nil {
		return
	}
	verb := "has"
	if len(kept) > 1 {
		verb = "have"
	}
	fmt.Fprintf(stderr, "ouro: %s %s the first %s: the game was not finished\n", strings.Join(kept, " and "), verb, english.Count(turns, "turn"))
}

// filesOf returns the names of the outputs that are files.
func filesOf(names []string) []string {
	var files []string
	for _, name := range names {
		if name != "" && !outfile.IsStdout(name) {
			files = append(files, Excerpt(name))
		}
	}
	return files
}

// ReportStop prints after what amount of work a command was interrupted. output describes the
// output that exists.
func ReportStop(ctx context.Context, stderr io.Writer, after, output string) {
	if ctx.Err() != nil && signalCode(ctx) != exitBrokenPipe { // a closed pipe needs no message
		fmt.Fprintf(stderr, "ouro: stopped after %s; %s\n", after, output)
	}
}

// RecordText returns a function that writes the text of r.
func RecordText(r encoding.TextMarshaler) func(io.Writer) error {
	return func(w io.Writer) error {
		text, err := r.MarshalText()
		if err == nil {
			_, err = w.Write(text)
		}
		return err
	}
}
