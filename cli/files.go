package cli

import (
	"context"
	"encoding"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"ouro/saved"
)

// maxLevelSize limits what is read from files of levels.
const maxLevelSize = 64 << 10

// openFile opens a file to be read; "-" is standard input.
func openFile(name string) (io.ReadCloser, error) {
	if name == "-" {
		return io.NopCloser(os.Stdin), nil
	}
	return os.Open(name)
}

// readFile reads a whole file of at most limit bytes; "-" is standard input.
func readFile(name string, limit int64) (text []byte, err error) {
	f, err := openFile(name)
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

// openSaved lets use have what a file of a game holds; "-" is standard input.
// Errors name the file.
func openSaved(ctx context.Context, name string, use func(*saved.File) error) (err error) {
	in, err := openFile(name)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, in.Close()) }()
	f, err := saved.Open(in)
	if err == nil {
		err = use(f)
	}
	if err != nil && ctx.Err() == nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return err
}

// writeFile writes a file as a whole or not at all.
func writeFile(name string, write func(io.Writer) error) (err error) {
	f, err := os.CreateTemp(filepath.Dir(name), ".ouro-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(f.Name()))
		}
	}()
	if err = write(f); err != nil {
		return errors.Join(err, f.Close())
	}
	if err = errors.Join(f.Chmod(0o644), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}

// writeRecord writes the record of a game to a file.
func writeRecord(name string, r encoding.TextMarshaler) error {
	text, err := r.MarshalText()
	if err != nil {
		return err
	}
	return writeFile(name, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
}
