// Package hub runs the program ouro-hub, the NATS server of a fleet. It is a separate program
// because NATS is larger than the rest of a coordinator.
//
// [Start] starts the program and uses its standard input and output. The first line in each
// direction is JSON: a [Config], and a [Hello] as the answer. All further bytes are a NATS
// connection, which needs neither a port nor TLS. The program ends when its input ends, so it never
// outlives the coordinator.
package hub

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"time"
)

const Program = "ouro-hub"

// PipeFlag is the argument that Start passes to the program.
const PipeFlag = "--pipe"

// MaxPayload is the maximum size of a message in bytes.
const MaxPayload = 8 << 20

// Version is the version of the format of Config and Hello, the first lines that Start and the
// program send to each other.
const Version = 1

// Config configures the server.
type Config struct {
	Host  string `json:"host"`
	Port  int    `json:"port"`  // -1 means a free port
	Dir   string `json:"dir"`   // data directory
	Token string `json:"token"` // secret that all clients must send; "" for none
	Cert  string `json:"cert"`  // PEM file for TLS; "" for none
	Key   string `json:"key"`   // PEM file of the key of Cert
	Size  int64  `json:"size"`  // maximum size of all streams in bytes
}

// Hello is the program's answer to a Config.
type Hello struct {
	Version int    `json:"hub"`
	URL     string `json:"url"`   // address for clients
	Error   string `json:"error"` // why the server did not start, or ""
}

// Hub is the running program.
type Hub struct {
	url   string
	cmd   *exec.Cmd
	in    io.WriteCloser
	conn  net.Conn // the client's end of the connection
	once  sync.Once
	ended chan struct{}
	err   error // set before ended is closed
}

// Find returns the path of the program, in the folder of this program or in PATH.
func Find() (string, error) {
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	if real, err := filepath.EvalSymlinks(self); err == nil {
		self = real
	}
	beside := filepath.Join(filepath.Dir(self), Program+filepath.Ext(self))
	for _, name := range []string{beside, Program} {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("the fleet's NATS server is the program %s, which is neither in %s nor in PATH: "+
		`in a clone, "go install ./cmd/%s" makes it; --nats URL uses another NATS server`, Program, filepath.Dir(self), Program)
}

// Start starts the program and waits until its server accepts connections.
func Start(ctx context.Context, cfg Config) (*Hub, error) {
	path, err := Find()
	if err != nil {
		return nil, err
	}
	h := &Hub{cmd: exec.Command(path, PipeFlag), ended: make(chan struct{})} //nolint:noctx // Close ends it
	h.cmd.Stderr = os.Stderr
	if h.in, err = h.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := h.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := h.cmd.Start(); err != nil {
		return nil, err
	}
	cancelKill := context.AfterFunc(ctx, func() { _ = h.cmd.Process.Kill() })
	defer cancelKill()
	from := bufio.NewReader(out)
	hello, err := h.greet(from, cfg)
	if err != nil {
		_ = h.in.Close()
		_ = h.cmd.Process.Kill()
		_ = h.cmd.Wait()
		return nil, cmp.Or(ctx.Err(), err)
	}
	h.url = hello.URL
	h.join(from)
	return h, nil
}

// greet sends the Config and returns the program's Hello.
func (h *Hub) greet(from *bufio.Reader, cfg Config) (hello Hello, err error) {
	err = json.NewEncoder(h.in).Encode(cfg)
	var line []byte
	if err == nil {
		line, err = from.ReadBytes('\n')
	}
	if err == nil {
		err = json.Unmarshal(line, &hello)
	}
	switch {
	case err != nil:
		return hello, fmt.Errorf("%s does not start: %w", h.cmd.Path, err)
	case hello.Version != Version:
		return hello, fmt.Errorf("%s uses another version of the messages between both programs (%d, want %d); install it from the same release or clone as this program", h.cmd.Path, hello.Version, Version)
	case hello.Error != "":
		return hello, errors.New(hello.Error)
	}
	return hello, nil
}

// join connects the client's end with the pipes of the program. The connection ends with the
// program, even if the client is not reading.
func (h *Hub) join(from io.Reader) {
	mine, client := net.Pipe() // the pipes of a process lack deadlines, which the client needs
	h.conn = client
	var copying sync.WaitGroup
	copying.Go(func() {
		_, _ = io.Copy(h.in, mine)
		_ = h.in.Close() // so the program ends
	})
	copying.Go(func() {
		_, _ = io.Copy(mine, from)
		_ = mine.Close()
	})
	go func() {
		// Wait closes this end of the program's pipes.
		if h.err = h.cmd.Wait(); h.err == nil {
			h.err = errors.New("the program has ended")
		}
		_ = mine.Close()
		copying.Wait()
		close(h.ended)
	}()
}

func (h *Hub) URL() string { return h.url }

// InProcessConn returns the only connection over the pipes. A second call returns an error.
func (h *Hub) InProcessConn() (net.Conn, error) {
	err := errors.New("the connection to " + Program + " has ended")
	h.once.Do(func() { err = nil })
	return h.conn, err
}

// Ended returns a channel that is closed when the program has ended.
func (h *Hub) Ended() <-chan struct{} { return h.ended }

// Err returns why the program ended. It is valid once Ended is closed.
func (h *Hub) Err() error { return fmt.Errorf("%s: %w", Program, h.err) }

// closeTime is how long the server may take to store its data when it ends.
const closeTime = 30 * time.Second

// Close ends the program and waits for its end.
func (h *Hub) Close() {
	_ = h.conn.Close()
	_ = h.in.Close()
	select {
	case <-h.ended:
	case <-time.After(closeTime):
		_ = h.cmd.Process.Kill()
		<-h.ended
	}
}
