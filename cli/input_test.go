package cli

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ouro/saved"
)

// TestStoppedInPackedNothing: a packed file may hold megabytes of blank lines in a
// few kilobytes. Whoever skips them stops with the context, and does not get to what
// is behind them.
func TestStoppedInPackedNothing(t *testing.T) {
	var text bytes.Buffer
	packed := gzip.NewWriter(&text)
	blank := []byte(strings.Repeat("\n", 1<<20))
	_, err := packed.Write([]byte(`{"id":"g","ruleset":{"name":"standard"},"map":"standard","timeout":500}` + "\n"))
	for range 16 {
		_, failed := packed.Write(blank)
		err = errors.Join(err, failed)
	}
	_, failed := packed.Write([]byte("no frame\n"))
	name := filepath.Join(t.TempDir(), "blank.jsonl.gz")
	if err := errors.Join(err, failed, packed.Close(), os.WriteFile(name, text.Bytes(), 0o600)); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	var read error
	err = openSaved(ctx, nil, name, func(f *saved.File) error {
		cancel()
		_, read = f.Log.Next()
		return read
	})
	if !errors.Is(read, context.Canceled) || !errors.Is(err, context.Canceled) {
		t.Errorf("read: %v, and then %v; want the error of the context", read, err)
	}
}
