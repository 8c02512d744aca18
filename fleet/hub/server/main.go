package server

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"ouro/fleet/hub"
	"ouro/internal/outfile"
)

const usage = `ouro-hub is the NATS server of a fleet. "ouro fleet serve" starts and ends it, if it is
in the same folder or in PATH; it needs no other arguments. To run a NATS server
yourself, use nats-server with JetStream and "ouro fleet serve --nats URL".
`

// Main runs the program ouro-hub and returns the exit code.
func Main(args []string, in io.Reader, out, errs io.Writer) int {
	if len(args) != 1 || args[0] != hub.PipeFlag {
		fmt.Fprint(errs, usage)
		return 2
	}
	// A terminal sends its signals to this program and to the coordinator. This program ignores
	// them, because the coordinator still uses the server; it ends when its input ends.
	// signal.Ignore would not suffice on Windows.
	signal.Notify(make(chan os.Signal, 1), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	if err := serve(in, out, errs); err != nil {
		fmt.Fprintln(errs, hub.Program+":", err)
		return 1
	}
	return 0
}

// serve starts a server and connects it with input and output until one of them ends.
func serve(input io.Reader, output, errs io.Writer) error {
	from := bufio.NewReader(input)
	line, err := from.ReadBytes('\n')
	if err != nil {
		return err
	}
	var cfg hub.Config
	if err := json.Unmarshal(line, &cfg); err != nil {
		return err
	}
	answer := json.NewEncoder(output)
	s, err := startAfter(cfg, errs)
	if err != nil {
		return answer.Encode(hub.Hello{Version: hub.Version, Error: err.Error()})
	}
	defer s.Close()
	conn, err := s.InProcessConn()
	if err != nil {
		return err
	}
	if err := answer.Encode(hub.Hello{Version: hub.Version, URL: s.URL()}); err != nil {
		return err
	}
	ended := make(chan struct{}, 2)
	for _, join := range []func(){
		func() { _, _ = io.Copy(conn, from) },
		func() { _, _ = io.Copy(output, conn) },
	} {
		go func() {
			join()
			ended <- struct{}{}
		}()
	}
	<-ended
	return conn.Close()
}

// predecessorTime is how long startAfter waits for another server to end.
const predecessorTime = 30 * time.Second

// startAfter starts a server. While another server uses the data directory, startAfter waits, up to
// predecessorTime: the other server may be about to end because its coordinator was killed.
func startAfter(cfg hub.Config, errs io.Writer) (*Server, error) {
	began, reported := time.Now(), false
	for {
		s, err := Start(cfg)
		waited := time.Since(began)
		if busy := (*outfile.BusyError)(nil); !errors.As(err, &busy) || waited > predecessorTime {
			return s, err
		}
		if waited > time.Second && !reported {
			fmt.Fprintf(errs, "%s: %v; waiting up to %v for the earlier program to end\n", hub.Program, err, predecessorTime)
			reported = true
		}
		time.Sleep(50 * time.Millisecond)
	}
}
