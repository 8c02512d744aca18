package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"syscall"

	"ouro/internal/infile"
	"ouro/internal/printable"
	"ouro/saved"
)

// maxLevelSize limits what is read from files of levels.
const maxLevelSize = 64 << 10

// filesRead are the names of the files that a command has read, which is not to write
// over them.
type filesRead struct {
	mu    sync.Mutex
	names []string
}

type filesReadKey struct{}

// withFilesRead is the context of a command that remembers what it reads.
func withFilesRead(ctx context.Context) context.Context {
	return context.WithValue(ctx, filesReadKey{}, &filesRead{})
}

// readBy are the names of the files that the command of ctx has read.
func readBy(ctx context.Context) []string {
	read, ok := ctx.Value(filesReadKey{}).(*filesRead)
	if !ok {
		return nil
	}
	read.mu.Lock()
	defer read.mu.Unlock()
	return slices.Clone(read.names)
}

// rememberRead adds name to the files that the command of ctx has read. A context
// that is not of a command remembers none.
func rememberRead(ctx context.Context, name string) {
	read, ok := ctx.Value(filesReadKey{}).(*filesRead)
	if !ok {
		return
	}
	read.mu.Lock()
	defer read.mu.Unlock()
	read.names = append(read.names, name)
}

// openFile opens a file to be read; "-" is in. Opening and reading end with ctx,
// whoever is to write a pipe.
func openFile(ctx context.Context, in io.Reader, name string) (io.ReadCloser, error) {
	if name == "-" {
		return &input{ctx: ctx, in: in, wait: true, close: func() error { return nil }}, nil
	}
	f, err := infile.Wait(ctx, name)
	if errors.Is(err, syscall.EINVAL) {
		err = fmt.Errorf("%q: want the name of a file; no file can have this one", printable.Short(name, maxQuoted))
	}
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && info.IsDir() {
		err = fmt.Errorf("%s: want a file; it is a directory", name)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	rememberRead(ctx, name)
	return &input{ctx: ctx, in: f, wait: !info.Mode().IsRegular(), close: f.Close}, nil
}

// input is something that is read until ctx ends.
type input struct {
	ctx   context.Context // of the command that reads
	in    io.Reader
	wait  bool // for somebody who writes; files are there
	close func() error

	left []byte // that was read and not asked for yet
}

const (
	inputSize = 64 << 10 // how much is read at once of what is waited for

	// givenSize is how much is given at once: a packed byte can be a thousand, and
	// between two reads nobody hears that ctx has ended.
	givenSize = 4 << 10
)

func (r *input) Read(p []byte) (int, error) {
	p = p[:min(len(p), givenSize)]
	switch {
	case r.ctx.Err() != nil:
		return 0, r.ctx.Err()
	case len(r.left) > 0:
		n := copy(p, r.left)
		r.left = r.left[n:]
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
		r.left = got.text[n:]
		if len(r.left) > 0 {
			return n, nil // an error comes again
		}
		return n, got.err
	case <-r.ctx.Done():
		return 0, r.ctx.Err()
	}
}

func (r *input) Close() error { return r.close() }

// readFile reads a whole file of at most limit bytes; "-" is in.
func readFile(ctx context.Context, in io.Reader, name string, limit int64) (text []byte, err error) {
	f, err := openFile(ctx, in, name)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	text, err = io.ReadAll(io.LimitReader(f, limit+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if int64(len(text)) > limit {
		return nil, fmt.Errorf("%s: larger than %d bytes", name, limit)
	}
	return text, nil
}

// openSaved lets use have what a file of a game holds; "-" is in. Errors name
// the file.
func openSaved(ctx context.Context, in io.Reader, name string, use func(*saved.File) error) (err error) {
	r, err := openFile(ctx, in, name)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	f, err := saved.Open(r)
	if err == nil {
		err = use(f)
	}
	switch {
	case err != nil && ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}
