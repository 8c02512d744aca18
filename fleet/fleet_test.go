package fleet

import (
	"context"
	"errors"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"ouro/fleet/schedule"
	"ouro/lab"
)

// TestSameTable: a fleet gives the same table as a single machine. This holds for tournaments too,
// for an extended experiment, and for games that were already played for another submitter.
func TestSameTable(t *testing.T) {
	t.Parallel()
	at, _ := startFleet(t, CoordinatorConfig{})
	for range 2 {
		startWorker(t, at, WorkerConfig{})
	}
	c := connect(t, at)
	sameTable(t, c, small(t, 1), 0, 60)
	sameTable(t, c, small(t, 1), 30, 50) // partly known
	sameTable(t, c, small(t, 2), 0, 3)
	sameTable(t, c, cup(t), 0, 8)
	sameTable(t, c, cup(t), 4, 6)
	s, err := c.Status(t.Context())
	if err != nil || len(s.Experiments) != 3 || s.Experiments[0].Done != 160 || s.Experiments[0].Checked == 0 {
		t.Errorf("%+v, %v", s, err)
	}
}

// TestLiar: a worker that sends wrong games is detected, and its games are played again. The test
// submits more games until the liar has played some.
func TestLiar(t *testing.T) {
	t.Parallel()
	var printed messages
	at, _ := startFleet(t, CoordinatorConfig{Logf: printed.say})
	for range 2 {
		startWorker(t, at, WorkerConfig{Name: "honest"})
	}
	liar := startWorker(t, at, WorkerConfig{Name: "liar", change: func(n int, result []byte) []byte {
		return lie(result)
	}})
	c := connect(t, at)
	for seed := uint64(1); !liar.over(); seed++ {
		if seed > 200 {
			t.Fatal("the liar is not detected")
		}
		sameTable(t, c, small(t, seed), 0, 100)
	}
	if text := printed.text(); !strings.Contains(text, "worker liar is excluded: game") || strings.Contains(text, "worker honest is excluded") {
		t.Errorf("printed: %s", text)
	}
	if liar.err == nil || !strings.Contains(liar.err.Error(), "refused: game") {
		t.Errorf("the liar ended with %v", liar.err)
	}
}

// TestOtherBuild: a worker of another build is refused with a message that names both builds, and
// plays no games.
func TestOtherBuild(t *testing.T) {
	t.Parallel()
	at, _ := startFleet(t, CoordinatorConfig{})
	other := startWorker(t, at, WorkerConfig{Build: "other-build"})
	c := connect(t, at)
	own, err := Build()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	d := small(t, 1)
	waiting := run(t, func(context.Context) error {
		_, err := table(ctx, d, 0, 5, c.Executor(Job{Definition: d}, 0))
		return err
	})
	select {
	case <-other.done:
	case <-waiting.done:
		t.Fatalf("the games of another build count: %v", waiting.err)
	}
	if other.err == nil || !strings.Contains(other.err.Error(), "build "+own) || !strings.Contains(other.err.Error(), "build other-build") {
		t.Errorf("the worker of another build ended with %v", other.err)
	}
	cancel()
	if err := waiting.end(); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

// TestHangAndDeath: other workers play the unfinished games of a worker that hangs or disappears
// without notice.
func TestHangAndDeath(t *testing.T) {
	t.Parallel()
	at, _ := startFleet(t, CoordinatorConfig{})
	stuck, release := make(chan struct{}), make(chan struct{})
	hung := sync.OnceFunc(func() { close(stuck) })
	hang := startWorker(t, at, WorkerConfig{Name: "hangs", change: func(n int, result []byte) []byte {
		if n > 20 {
			hung()
			<-release
		}
		return result
	}})
	defer func() { _ = hang.end() }()
	defer close(release)
	// The worker "dead" leases games and then sends nothing more.
	l, err := dial(t.Context(), Access{URL: at.NATS}, "dead", func(string, ...any) {})
	if err != nil {
		t.Fatal(err)
	}
	defer l.nc.Close()
	own, _ := Build()
	dead := run(t, func(ctx context.Context) error {
		for {
			var a askAnswer
			err := l.ask(ctx, subjectAsk, askRequest{Protocol: protocol, Worker: schedule.Worker{ID: "dead", Name: "dead", Build: own, Slots: 1}}, &a)
			if err != nil || len(a.Lease.Games) > 0 {
				return err
			}
		}
	})
	startWorker(t, at, WorkerConfig{change: func(_ int, result []byte) []byte {
		for _, first := range []chan struct{}{stuck, dead.done} {
			select {
			case <-first:
			case <-t.Context().Done():
			}
		}
		return result
	}})
	sameTable(t, connect(t, at), small(t, 1), 0, 60)
	if err := dead.end(); err != nil {
		t.Error(err)
	}
}

// TestGarbage: invalid messages of every kind harm only their sender.
func TestGarbage(t *testing.T) {
	t.Parallel()
	at, _ := startFleet(t, CoordinatorConfig{})
	startWorker(t, at, WorkerConfig{})
	c := connect(t, at)
	sameTable(t, c, small(t, 1), 0, 5)
	d := small(t, 1)
	id := ID(&d, c.build, false)
	ctx := t.Context()
	for _, data := range []string{"", "{}", "null", "[]", "nonsense", `{"protocol":1,"id":"x","games":[{"from":-5,"to":9e18}]}`, `{"protocol":99}`, `{"protocol":1,"worker":{"id":"a.b"}}`, strings.Repeat("[", 100_000)} {
		for _, subject := range []string{subjectHello, subjectSubmit, subjectDefinition, subjectAsk, subjectBeat, subjectLeave, subjectStop, subjectCancel, subjectStatus} {
			if _, err := c.link.nc.RequestWithContext(ctx, subject, []byte(data)); err != nil {
				t.Errorf("%s %.50q: %v", subject, data, err)
			}
		}
		for _, subject := range []string{id + ".order", id + ".result.stranger", "unknown.result.x", id + ".verdict", "x", id + ".what.is.this"} {
			if _, err := c.link.js.Publish(ctx, subjectsPrefix+subject, []byte(data)); err != nil {
				t.Errorf("%s: %v", subject, err)
			}
		}
	}
	sameTable(t, c, small(t, 2), 0, 20)
	s, err := c.Status(ctx)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range s.Workers {
		if (w.State == schedule.Excluded) != (w.ID == "stranger") {
			t.Errorf("%+v", w)
		}
	}
}

// TestTwice: repeated results and results of games that were not requested change nothing.
func TestTwice(t *testing.T) {
	t.Parallel()
	at, _ := startFleet(t, CoordinatorConfig{})
	startWorker(t, at, WorkerConfig{})
	c := connect(t, at)
	d := small(t, 1)
	id := ID(&d, c.build, false)
	ctx := t.Context()
	again := run(t, func(ctx context.Context) error {
		first := true
		return c.link.follow(ctx, subjectsOf(id), 1, func(m *event) bool {
			if strings.Contains(m.subject, ".result.") && first {
				first = false
				for range 3 {
					_, _ = c.link.js.Publish(ctx, m.subject, m.data)
					_, _ = c.link.js.Publish(ctx, subjectsPrefix+id+".result.copy", m.data)
				}
			}
			return true
		})
	})
	sameTable(t, c, d, 0, 60)
	_ = again.end()
	s, err := c.Status(ctx)
	if err != nil || len(s.Experiments) != 1 || s.Experiments[0].Done != 120 || s.Experiments[0].Games != 120 {
		t.Errorf("%+v, %v", s, err)
	}
}

// TestComeAndGo: workers and submitters wait while a server is restarted with its folder. A
// stopped experiment resumes when it is submitted again.
func TestComeAndGo(t *testing.T) {
	t.Parallel()
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	cfg := CoordinatorConfig{Port: l.Addr().(*net.TCPAddr).Port, Dir: t.TempDir()}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	at, server := startFleet(t, cfg)
	var p throttle
	for range 2 {
		startWorker(t, at, WorkerConfig{change: p.keep})
	}
	c := connect(t, at)
	d := small(t, 1)
	var received atomic.Int32
	ctx, cancel := context.WithCancel(t.Context())
	count := func(stop int32) lab.Executor {
		return countingExecutor{c.Executor(Job{Definition: d}, 0), func() {
			if received.Add(1) == stop {
				cancel()
			}
		}}
	}
	if _, err := table(ctx, d, 0, 200, count(50)); !errors.Is(err, context.Canceled) {
		t.Fatalf("%v", err)
	}
	s, err := c.Status(t.Context())
	for err == nil && s.Experiments[0].State == schedule.Playing {
		s, err = c.Status(t.Context())
	}
	if err != nil || s.Experiments[0].State != schedule.Stopped || s.Experiments[0].Done < 50 || s.Experiments[0].Done == 400 {
		t.Fatalf("%+v, %v", s.Experiments, err)
	}
	var got string
	going := run(t, func(ctx context.Context) (err error) {
		got, err = table(ctx, d, 0, 200, count(0))
		return err
	})
	for received.Load() < 150 {
		select {
		case <-going.done:
			t.Fatalf("the experiment ended with %v", going.err)
		case <-time.After(time.Millisecond):
		}
	}
	if err := server.end(); err != nil {
		t.Error(err)
	}
	_, _ = startFleet(t, cfg)
	p.fast.Store(true)
	<-going.done
	if want := local(t, d, 0, 200); going.err != nil || got != want {
		t.Errorf("%v\n%s\nwant\n%s", going.err, got, want)
	}
}

// countingExecutor is an executor that counts the games that it gets.
type countingExecutor struct {
	lab.Executor
	count func()
}

func (x countingExecutor) Execute(ctx context.Context, games []int, put func(int, *lab.Finished) error) error {
	return x.Executor.Execute(ctx, games, func(n int, f *lab.Finished) error {
		x.count()
		return put(n, f)
	})
}

// TestDetach: a detached experiment is played without a submitter. When it is submitted
// again, its table is available at once. A cancelled experiment is gone.
func TestDetach(t *testing.T) {
	t.Parallel()
	at, _ := startFleet(t, CoordinatorConfig{})
	var p throttle
	for range 2 {
		startWorker(t, at, WorkerConfig{change: p.keep})
	}
	c := connect(t, at)
	d := small(t, 1)
	ctx, cancel := context.WithCancel(t.Context())
	job := Job{Definition: d, Detach: true}
	if _, err := table(ctx, d, 0, 200, countingExecutor{c.Executor(job, 0), cancel}); !errors.Is(err, context.Canceled) {
		t.Fatalf("%v", err)
	}
	p.fast.Store(true)
	for {
		s, err := c.Status(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if s.Experiments[0].State == schedule.Done {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	sameTable(t, c, d, 0, 200)
	if id, err := c.Cancel(t.Context(), ID(&d, c.build, false)[:5]); err != nil || id != ID(&d, c.build, false) {
		t.Errorf("%s, %v", id, err)
	}
	if s, err := c.Status(t.Context()); err != nil || len(s.Experiments) != 0 {
		t.Errorf("%+v, %v", s.Experiments, err)
	}
	if _, err := c.Cancel(t.Context(), "0"); err == nil || !strings.Contains(err.Error(), "unknown experiment 0") {
		t.Errorf("%v", err)
	}
	sameTable(t, c, d, 0, 10)
}

// TestStarting: the server may run before the coordinator answers. Clients that connect
// then wait for the coordinator.
func TestStarting(t *testing.T) {
	t.Parallel()
	s, err := start(t.Context(), CoordinatorConfig{Dir: t.TempDir(), Port: -1, StartServer: startServer})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	at := Access{URL: s.URL()}
	var printed messages
	c, err := Connect(t.Context(), at, func(text string, args ...any) {
		printed.say(text, args...)
		startFleet(t, CoordinatorConfig{NATS: &at}) // the coordinator is ready when this returns
	})
	if err != nil || !strings.Contains(printed.text(), "trying again: no coordinator answers there") {
		t.Fatalf("%v, printed: %s", err, printed.text())
	}
	c.Close()
}

// TestToken: without the token, a client gets an error that names the token. Two
// coordinators cannot share a fleet or a folder.
func TestToken(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	const secretToken = "0123456789abcdef"
	at, _ := startFleet(t, CoordinatorConfig{Token: secretToken, Dir: dir})
	for _, token := range []string{"", "a wrong token, long enough"} {
		if _, err := Connect(t.Context(), Access{URL: at.NATS, Token: token}, nil); err == nil || !strings.Contains(err.Error(), "the token is wrong") {
			t.Errorf("%q: %v", token, err)
		}
	}
	short := Access{URL: at.NATS, Token: secretToken[1:]}
	ctx := t.Context()
	_, connecting := Connect(ctx, short, nil)
	for _, err := range []error{connecting, Work(ctx, WorkerConfig{Access: short}), Serve(ctx, CoordinatorConfig{Port: -1, Dir: t.TempDir(), Token: short.Token, StartServer: startServer})} {
		if err == nil || !strings.Contains(err.Error(), "a token of 15 characters can be guessed") {
			t.Errorf("%v", err)
		}
	}
	c, err := Connect(t.Context(), Access{URL: at.NATS, Token: secretToken}, nil)
	if err != nil {
		t.Fatal(err)
	}
	c.Close()
	if err := Serve(t.Context(), CoordinatorConfig{NATS: &Access{URL: at.NATS, Token: secretToken}}); err == nil || !strings.Contains(err.Error(), "another coordinator") {
		t.Errorf("%v", err)
	}
	if err := Serve(t.Context(), CoordinatorConfig{Port: -1, Dir: dir, StartServer: startServer}); err == nil || !strings.Contains(err.Error(), "another run") {
		t.Errorf("%v", err)
	}
	if _, err := Connect(t.Context(), Access{URL: "nats://127.0.0.1:1"}, nil); err == nil || !strings.Contains(err.Error(), "no server listens there") {
		t.Errorf("%v", err)
	}
}
