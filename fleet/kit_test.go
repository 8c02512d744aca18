package fleet

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"ouro"
	"ouro/arena"
	"ouro/definition"
	"ouro/fleet/hub"
	"ouro/fleet/hub/server"
	"ouro/fleet/schedule"
	"ouro/internal/needs"
	"ouro/lab"
)

func TestMain(m *testing.M) {
	if dir := os.Getenv(serveDir); dir != "" { // see serveAlone
		os.Exit(serveAlone(dir))
	}
	needs.AtOnce(6)
	goleak.VerifyTestMain(m)
}

// running is a goroutine that runs until the test ends it.
type running struct {
	cancel context.CancelFunc
	done   chan struct{}
	err    error
}

func run(t *testing.T, f func(ctx context.Context) error) *running {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	r := &running{cancel: cancel, done: make(chan struct{})}
	go func() {
		defer close(r.done)
		r.err = f(ctx)
	}()
	t.Cleanup(func() { _ = r.end() })
	return r
}

// over reports whether the goroutine has already ended.
func (r *running) over() bool {
	select {
	case <-r.done:
		return true
	default:
		return false
	}
}

func (r *running) end() error {
	r.cancel()
	<-r.done
	return r.err
}

// messages collects the printed messages.
type messages struct {
	mu    sync.Mutex
	lines []string
}

func (s *messages) say(format string, v ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lines = append(s.lines, fmt.Sprintf(format, v...))
}

func (s *messages) text() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return fmt.Sprint(s.lines)
}

// startFleet starts a coordinator and returns its address.
func startFleet(t *testing.T, cfg CoordinatorConfig) (Address, *running) {
	t.Helper()
	ready := make(chan Address, 1)
	cfg.Ready = func(at Address) { ready <- at }
	if cfg.Port == 0 {
		cfg.Port = -1
	}
	if cfg.Dir == "" {
		cfg.Dir = t.TempDir()
	}
	cfg.StartServer = startServer
	if cfg.Scheduler.OneIn == 0 {
		cfg.Scheduler = schedule.Config{OneIn: 10, Lease: 50 * time.Millisecond, Silence: 3 * time.Second}
	}
	r := run(t, func(ctx context.Context) error { return Serve(ctx, cfg) })
	select {
	case at := <-ready:
		return at, r
	case <-r.done:
		t.Fatalf("the coordinator: %v", r.err)
	}
	return Address{}, nil
}

// startServer starts a NATS server in this process.
func startServer(cfg hub.Config) (Server, error) {
	s, err := server.Start(cfg)
	if err != nil {
		return nil, err
	}
	return s, nil
}

// startWorker starts a worker with one slot.
func startWorker(t *testing.T, at Address, cfg WorkerConfig) *running {
	t.Helper()
	cfg.URL, cfg.Slots = at.NATS, 1
	return run(t, func(ctx context.Context) error { return Work(ctx, cfg) })
}

func connect(t *testing.T, at Address) *Client {
	t.Helper()
	c, err := Connect(t.Context(), Access{URL: at.NATS}, func(string, ...any) {})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// small returns a definition of a bench whose games are short.
func small(t *testing.T, seed uint64) definition.Definition {
	t.Helper()
	specs, err := ouro.ParseSpecs("bfs,cell")
	if err != nil {
		t.Fatal(err)
	}
	return definition.OfBench(ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: 6, H: 6, StartLength: 1}, seed, ouro.Budget{}, specs)
}

// cup returns a definition of a tournament whose games are short.
func cup(t *testing.T) definition.Definition {
	t.Helper()
	tour := &arena.Tournament{Board: "7x7", Nodes: 20, Seed: 3, Snakes: []arena.Snake{{Snake: "greedy"}, {Snake: "hungry"}, {Snake: "coward"}}}
	setting, err := tour.Setting()
	if err != nil {
		t.Fatal(err)
	}
	d, err := definition.OfArena(setting)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// table returns the report of an experiment, and the line of each of its games, without times.
func table(ctx context.Context, d definition.Definition, first, groups int, x lab.Executor) (string, error) {
	plan, err := d.Plan()
	if x == nil && err == nil {
		plan, err = d.Open(ctx)
	}
	if err != nil {
		return "", err
	}
	plan.First, plan.Groups, plan.Executor = first, groups, x
	report, err := lab.Run(ctx, plan, nil)
	if err != nil {
		return "", err
	}
	var b bytes.Buffer
	if err := report.WithoutTimes().WriteTable(&b, 200); err != nil {
		return "", err
	}
	return b.String(), report.WithoutTimes().WriteGamesCSV(&b)
}

func local(t *testing.T, d definition.Definition, first, groups int) string {
	t.Helper()
	want, err := table(t.Context(), d, first, groups, nil)
	if err != nil {
		t.Fatal(err)
	}
	return want
}

// sameTable plays an experiment on a fleet and in this process, and compares the tables.
func sameTable(t *testing.T, c *Client, d definition.Definition, first, groups int) {
	t.Helper()
	got, err := table(t.Context(), d, first, groups, c.Executor(Job{Definition: d, Records: d.Kind == definition.Arena}, first*playerOf(t, &d).seatings))
	if err != nil {
		t.Fatal(err)
	}
	if want := local(t, d, first, groups); got != want {
		t.Errorf("the table of the fleet is\n%s\nthat of one machine\n%s", got, want)
	}
}

// lie returns a result that differs from the true one.
func lie(result []byte) []byte {
	var f lab.Finished
	if err := f.UnmarshalBinary(result); err != nil {
		panic(err)
	}
	f.Tally.Turns++
	other, _ := f.MarshalBinary()
	return other
}

// throttle slows games down until fast is set, so that many games are still unfinished when a
// process is killed.
type throttle struct{ fast atomic.Bool }

func (p *throttle) keep(_ int, result []byte) []byte {
	if !p.fast.Load() {
		time.Sleep(20 * time.Millisecond)
	}
	return result
}
