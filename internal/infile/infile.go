// Package infile opens files that a user names on the command line or on a page. [Open], [In] and
// [Read] never wait: they return an error for a FIFO, a device or a directory. [Wait] also opens
// pipes, and waits for their writer until a context ends.
package infile

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// Open opens a regular file for reading.
func Open(name string) (*os.File, error) {
	f, err := os.OpenFile(name, os.O_RDONLY|nonblocking, 0)
	return requireRegular(f, err)
}

// In opens a regular file below a root.
func In(root *os.Root, name string) (*os.File, error) {
	f, err := root.OpenFile(name, os.O_RDONLY|nonblocking, 0)
	return requireRegular(f, err)
}

// Read returns the content of a regular file of at most limit bytes.
func Read(name string, limit int64) (text []byte, err error) {
	f, err := Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	text, err = io.ReadAll(io.LimitReader(f, limit+1))
	if err == nil && int64(len(text)) > limit {
		err = fmt.Errorf("%s: larger than the limit of %d bytes", name, limit)
	}
	return text, err
}

// Wait opens a file or a pipe for reading. For a pipe, it waits until there is a writer or ctx
// ends.
func Wait(ctx context.Context, name string) (*os.File, error) {
	type opened struct {
		f   *os.File
		err error
	}
	done := make(chan opened, 1)
	go func() {
		f, err := os.Open(name)
		done <- opened{f, err}
	}()
	select {
	case o := <-done:
		return o.f, o.err
	case <-ctx.Done():
		go func() { // if the open succeeds after ctx ended, the file is closed
			if o := <-done; o.f != nil {
				_ = o.f.Close()
			}
		}()
		return nil, ctx.Err()
	}
}

func requireRegular(f *os.File, err error) (*os.File, error) {
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = &fs.PathError{Op: "open", Path: f.Name(), Err: errors.New("it is " + kind(info.Mode()) + ", want a regular file")}
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

func kind(mode fs.FileMode) string {
	switch {
	case mode.IsDir():
		return "a directory"
	case mode&fs.ModeNamedPipe != 0:
		return "a pipe"
	case mode&fs.ModeSocket != 0:
		return "a socket"
	}
	return "a device"
}
