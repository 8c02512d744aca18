//go:build unix

package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"ouro/fleet"
	"ouro/internal/needs"
)

// fleetGames is how many games each of the two solvers in TestFleetKilled plays.
// scripts/fleettest sets a larger number in the environment.
const fleetGames = 150

// TestFleetKilled plays an experiment with four worker processes. In random order it kills workers,
// the server and the submitting command with SIGKILL, and starts each again with the same command.
// The final table equals that of one process, and the store has every game once.
func TestFleetKilled(t *testing.T) {
	needs.Trial(t)
	games := fleetGames
	if text := os.Getenv("OURO_FLEET_GAMES"); text != "" {
		var err error
		if games, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
	}
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	k := &killedFleet{t: t, dir: t.TempDir(), rand: rand.New(rand.NewPCG(seed, 0))}
	k.url = fmt.Sprintf("nats://127.0.0.1:%d", freePort(t))
	line := []string{"bench", "shortcut", "bfs", "--games", fmt.Sprint(games), "--no-times"}
	want := mustOuro(t, k.dir, line...)

	k.serve()
	for range 4 {
		k.workers = append(k.workers, k.start("worker", "--workers", "1", "--fleet", k.url))
	}
	k.bench = append(line, "--fleet", k.url, "--store", "games.db")
	k.waits = k.start(k.bench...)
	var kinds []string
	for range 2 {
		order := []string{"worker", "submitter", "server", "worker"}
		k.rand.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		kinds = append(kinds, order...)
	}
	for i, kind := range kinds {
		at := 2 * games * (i + 1) / (len(kinds) + 2)
		k.waitForGames(at + k.rand.IntN(1+games/10))
		k.kill(kind)
	}
	code := k.waits.end(t)
	if code == 1 && strings.Contains(k.waits.errs.String(), "no server listens there") { // the command started while no server ran
		k.waits = k.start(k.bench...)
		code = k.waits.end(t)
	}
	if code != 0 {
		t.Fatalf("exit code %d: %s", code, k.waits.errs.String())
	}
	if got := k.waits.out.String(); got != want {
		t.Errorf("the table of the fleet is\n%s\nthat of one machine\n%s", got, want)
	}
	// The store has every game once.
	code, out, errs := ouro(t, k.dir, append(line, "--store", "games.db")...)
	if code != 0 || out != want || !strings.Contains(errs, fmt.Sprintf("all %d games are already stored", 2*games)) {
		t.Errorf("the store: exit code %d: %s%s", code, errs, out)
	}
	t.Logf("killed: %v", kinds)
}

// freePort returns a port that no program listens at.
func freePort(t *testing.T) int {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	return l.Addr().(*net.TCPAddr).Port
}

// killedFleet holds the processes of a fleet that the test kills and restarts. waits is the
// submitting command, and bench its arguments.
type killedFleet struct {
	t             *testing.T
	dir, url      string
	rand          *rand.Rand
	server, waits *child
	workers       []*child
	bench         []string
}

func (k *killedFleet) start(args ...string) *child {
	c := newChild(k.t, k.dir, args...)
	if err := c.Start(); err != nil {
		k.t.Fatal(err)
	}
	k.t.Cleanup(func() { _ = c.Process.Kill(); _ = c.Wait() })
	return c
}

// serve starts the server, and waits until it answers.
func (k *killedFleet) serve() {
	port := k.url[strings.LastIndex(k.url, ":")+1:]
	k.server = k.start("fleet", "serve", "--port", port, "--dir", filepath.Join(k.dir, "fleet"))
	k.status()
}

// status returns the coordinator's status. It waits until the coordinator answers.
func (k *killedFleet) status() fleet.Status {
	for {
		ctx, cancel := context.WithTimeout(k.t.Context(), 5*time.Second) // the server may have been killed
		var s fleet.Status
		c, err := fleet.Connect(ctx, fleet.Access{URL: k.url}, func(string, ...any) {})
		if err == nil {
			s, err = c.Status(ctx)
			c.Close()
		}
		cancel()
		if err == nil {
			return s
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// waitForGames waits until this many games have results.
func (k *killedFleet) waitForGames(games int) {
	for {
		if s := k.status(); len(s.Experiments) > 0 && s.Experiments[0].Done+s.Experiments[0].Held >= games {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// kill kills a process and starts it again.
func (k *killedFleet) kill(kind string) {
	end := func(c *child) {
		_ = c.Process.Signal(syscall.SIGKILL)
		c.end(k.t)
	}
	switch kind {
	case "worker":
		i := k.rand.IntN(len(k.workers))
		end(k.workers[i])
		k.workers[i] = k.start("worker", "--workers", "1", "--fleet", k.url)
	case "server":
		end(k.server)
		k.serve()
	case "submitter":
		end(k.waits)
		k.waits = k.start(k.bench...)
	}
}
