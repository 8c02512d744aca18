//go:build unix

package server

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"ouro/fleet/hub"
)

// TestPipesAreRefused: a certificate or a key that is a pipe is an error. Otherwise the server
// would wait for a writer before it could be stopped.
func TestPipesAreRefused(t *testing.T) {
	dir := t.TempDir()
	fifo, file := filepath.Join(dir, "fifo"), filepath.Join(dir, "file")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []hub.Config{{Cert: fifo, Key: file}, {Cert: file, Key: fifo}} {
		c.Host, c.Port, c.Dir = "127.0.0.1", -1, filepath.Join(dir, "hub")
		if _, err := Start(c); err == nil || !strings.Contains(err.Error(), "regular file") && !strings.Contains(err.Error(), "pipe") {
			t.Errorf("%+v: %v", c, err)
		}
	}
}
