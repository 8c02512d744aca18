package cli

import (
	"context"
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"ouro/fleet"
)

// beside runs something until the test ends, or until it is ended.
func beside(t *testing.T, f func(ctx context.Context) error) (end func() error) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	done := make(chan error, 1)
	go func() { done <- f(ctx) }()
	var err error
	ended := false
	end = func() error {
		if cancel(); !ended {
			ended, err = true, <-done
		}
		return err
	}
	t.Cleanup(func() { _ = end() })
	return end
}

// startFleet starts a coordinator, and so many workers.
func startFleet(t *testing.T, workers int) (url string) {
	t.Helper()
	ready := make(chan fleet.Address, 1)
	dir := t.TempDir()
	beside(t, func(ctx context.Context) error {
		return fleet.Serve(ctx, fleet.Serving{Port: -1, Dir: dir, Ready: func(at fleet.Address) { ready <- at }})
	})
	select {
	case at := <-ready:
		url = at.NATS
	case <-time.After(time.Minute):
		t.Fatal("the coordinator does not start")
	}
	for range workers {
		beside(t, func(ctx context.Context) error {
			return fleet.Work(ctx, fleet.Working{Access: fleet.Access{URL: url}, Slots: 1})
		})
	}
	return url
}

// statusOf is what ouro fleet status --json prints.
func statusOf(t *testing.T, url string) (s fleet.Status) {
	t.Helper()
	if err := json.Unmarshal(printJSON(t.Context(), t, "fleet status --fleet "+url, exitDone), &s); err != nil {
		t.Fatal(err)
	}
	return s
}

// eventfulFleet is one in which all has happened that a status tells of: an experiment
// that is done, one that cannot be played, and a worker that has sent nonsense.
func eventfulFleet(t *testing.T) (url string) {
	t.Helper()
	url = startFleet(t, 1)
	if code, _, errs := run(t, "bench", "bfs", "--board", "6x6", "--games", "5", "--fleet", url); code != exitDone {
		t.Fatal(errs)
	}
	code, _, errs := run(t, "bench", "tablebase:file=bad.table", "--board", "4x4", "--games", "1", "--fleet", url)
	if code != exitFailed || !strings.Contains(errs, "--allow") {
		t.Fatalf("code %d: %s", code, errs)
	}
	s := statusOf(t, url)
	nc, err := nats.Connect(url)
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	for _, w := range s.Workers {
		if _, err := nc.Request("ouro.exp."+s.Experiments[0].ID+".result."+w.ID, []byte("nonsense"), 5*time.Second); err != nil {
			t.Fatal(err)
		}
	}
	for statusOf(t, url).Workers[0].Why == "" {
		time.Sleep(10 * time.Millisecond)
	}
	return url
}

// TestFleetTables: what a command prints of the games of a fleet is what it prints of
// those of this machine, and its answer is the same.
func TestFleetTables(t *testing.T) {
	url := startFleet(t, 2)
	t.Chdir(t.TempDir())
	for _, line := range []string{
		"bench cell bfs --board 6x6 --games 30 --first 7 --no-times --games-csv -",
		"bench bfs --level nook --rules maze --games 5 --no-times --json",
		"arena run greedy hungry coward --format ffa --board 7x7 --games 9 --no-times",
		"bench bfs wander --rules hunter:level=8,snakes=1 --games 3 --markdown",
		"bench me=greedy spot --rules solo --board 7x7 --nodes 50 --games 5 --no-times",
		"arena run spot greedy --nodes 50 --board 7x7 --games 10 --no-times",
		"arena run spot greedy --nodes 50 --board 7x7 --format sprt --elo1 200 --no-times --json",
		"arena run cell bfs --rules classic --board 6x6 --games 10 --no-times",
		"arena run bfs wander --rules hunter:level=8,snakes=1 --games 4 --no-times",
		"arena tune spot --param depth=1..9@1 --board 7x7 --nodes 30 --steps 3 --games 4 --elo1 300 --sprt-games 40",
		"arena tune floodfill --param hungry=0..100 --against greedy --board 7x7 --steps 2 --games 4 --elo1 300 --sprt-games 20",
	} {
		args := strings.Fields(line)
		code, out, errs := run(t, args...)
		far, farOut, farErrs := run(t, append(args, "--fleet", url)...)
		if strings.HasPrefix(line, "arena tune") { // which tells how long was thought
			out, farOut = lastLines(out), lastLines(farOut)
		}
		if code != far || out != farOut || out == "" {
			t.Errorf("ouro %s: code %d here, %d of the fleet: %s%s\n%s\n%s", line, code, far, errs, farErrs, out, farOut)
		}
	}
}

// lastLines are the two that say what was tuned.
func lastLines(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return strings.Join(lines[max(0, len(lines)-2):], "\n")
}

// TestReachable: the address that others are told is none that only this machine has.
func TestReachable(t *testing.T) {
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	for address, want := range map[string]string{
		"nats://127.0.0.1:4222":  "nats://127.0.0.1:4222",
		"nats://10.0.0.7:4222":   "nats://10.0.0.7:4222",
		"tls://fleet.example:42": "tls://fleet.example:42",
		"nats://0.0.0.0:4222":    "nats://" + host + ":4222",
		"nats://[::]:4222":       "nats://" + host + ":4222",
	} {
		if got := reachable(address); got != want {
			t.Errorf("%s: %s, want %s", address, got, want)
		}
	}
}
