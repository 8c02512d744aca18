package failure_test

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"ouro/internal/failure"
)

// TestPlain: the text is in plain words, and the original error can still be found.
func TestPlain(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	open := func(name string) error {
		_, err := os.ReadFile(name)
		return err
	}
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	listen := func(address string) error {
		_, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", address)
		return err
	}
	dial := func(address string) error {
		_, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", address)
		return err
	}
	missing := open(filepath.Join(dir, "missing"))
	lookup := &net.OpError{Op: "dial", Net: "tcp", Err: &net.DNSError{Err: "no such host", Name: "nowhere", IsNotFound: true}}
	_, run := exec.LookPath("no-such-program")
	for _, c := range []struct {
		err  error
		want string
		is   error
	}{
		{missing, "DIR/missing: no such file", fs.ErrNotExist},
		{fmt.Errorf("level: %w; unknown level", missing), "level: DIR/missing: no such file; unknown level", fs.ErrNotExist},
		{errors.Join(missing, errors.New("too late")), "DIR/missing: no such file\ntoo late", fs.ErrNotExist},
		{open(filepath.Join(file, "below")), "DIR/file/below: a part of this path is a file and not a directory", syscall.ENOTDIR},
		{open(dir), "DIR: it is a directory, not a file", syscall.EISDIR},
		{open(filepath.Join(dir, strings.Repeat("x", 300))), "DIR/" + strings.Repeat("x", 300) + ": this name is too long for a file", syscall.ENAMETOOLONG},
		{&fs.PathError{Op: "open", Path: "x", Err: syscall.EACCES}, "x: permission denied: you may not read or write here", fs.ErrPermission},
		{&fs.PathError{Op: "open", Path: "x", Err: syscall.EIO}, "open x: input/output error", syscall.EIO},
		{listen(l.Addr().String()), l.Addr().String() + " is in use by another program", syscall.EADDRINUSE},
		{listen("127.0.0.1:x"), `"x" is not a port: want a number`, nil},
		{dial("127.0.0.1:1"), "no server listens at 127.0.0.1:1; is it running?", syscall.ECONNREFUSED},
		{fmt.Errorf("snake: %w", lookup), `snake: no computer is named "nowhere"`, nil},
		{run, "no program of this name is in the directories of PATH", exec.ErrNotFound},
		{errors.New("no food"), "no food", nil},
	} {
		got := failure.Plain(c.err)
		if text := strings.ReplaceAll(got.Error(), dir, "DIR"); text != c.want {
			t.Errorf("%q, want %q", text, c.want)
		}
		if c.is != nil && !errors.Is(got, c.is) {
			t.Errorf("%v does not wrap %v", got, c.is)
		}
	}
	if failure.Plain(nil) != nil {
		t.Error("nil is an error")
	}
}

// TestPlainScheme: the error of an https request to an http server advises http.
func TestPlainScheme(t *testing.T) {
	server := httptest.NewServer(http.NotFoundHandler())
	defer server.Close()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, strings.Replace(server.URL, "http:", "https:", 1), http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	_, err = http.DefaultClient.Do(request) //nolint:bodyclose // there is no answer
	if text := failure.Plain(err).Error(); !strings.HasSuffix(text, ": the server does not speak https; try http") {
		t.Error(text)
	}
}
