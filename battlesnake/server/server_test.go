package server_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"ouro"
	"ouro/battlesnake/server"
	"ouro/battlesnake/wire"
)

// TestGame plays a game by webhook from its start to its end.
func TestGame(t *testing.T) {
	var made, closed atomic.Int64
	var setup ouro.Setup
	s := serve(t, server.Config{Snakes: []server.Snake{
		{Name: "first", Info: wire.Info{Author: "us", Color: "#123456"}, Make: func(given ouro.Setup) (ouro.Solver, error) {
			made.Add(1)
			setup = given
			return closer{close: func() { closed.Add(1) }}, nil
		}},
		{Name: "other", Make: always(ouro.Down)},
	}})
	for _, path := range []string{"", "/", "/s/first", "/s/first/"} {
		if status, text := ask(t, http.MethodGet, s.url+path, nil); status != 200 || text != `{"apiversion":"1","author":"us","color":"#123456"}`+"\n" {
			t.Errorf("%s: %d %s", path, status, text)
		}
	}
	if status, text := post(t, s.url+"/start", game("g", 0, hour)); status != 200 {
		t.Errorf("start: %d %s", status, text)
	}
	if made.Load() != 1 || setup.Rules == nil || setup.Seat != 0 || setup.Start.Grid.W != 7 {
		t.Errorf("%d solvers made, the last of %+v", made.Load(), setup)
	}
	if d := move(t, s.url, game("g", 0, hour)); d != ouro.Right {
		t.Errorf("moved %v", d)
	}
	if d := move(t, s.url+"/s/other", game("g", 0, hour)); d != ouro.Down {
		t.Errorf("the other moved %v", d)
	}
	if got := metric(t, s.url, `ouro_games{snake="first"}`); got != "1" {
		t.Errorf("%s games", got)
	}
	over := game("g", 9, 500)
	over.Board.Snakes = over.Board.Snakes[1:] // "you" is dead
	if status, text := post(t, s.url+"/end", over); status != 200 {
		t.Errorf("end: %d %s", status, text)
	}
	eventually(t, "the solver is closed", func() bool { return closed.Load() == 1 })
	for name, want := range map[string]string{
		`ouro_games{snake="first"}`: "0", `ouro_games{snake="other"}`: "1", `ouro_moves_total{snake="first"}`: "1",
		`ouro_nodes_total{snake="other"}`: "7", `ouro_move_depth_sum{snake="other"}`: "3", `ouro_timeouts_total{snake="first"}`: "0",
		`ouro_fallbacks_total{reason="panic",snake="first"}`: "0", `ouro_move_seconds_count{snake="first"}`: "1",
	} {
		eventually(t, name+" is "+want, func() bool { // a move is counted after its answer
			return slices.Equal(metricLines(t, s.url, name+" "), []string{name + " " + want})
		})
	}
	if status, text := ask(t, http.MethodGet, s.url+"/healthz", nil); status != 200 || text != "ok\n" {
		t.Errorf("healthz: %d %s", status, text)
	}
}

// closer goes right, and can be closed.
type closer struct{ close func() }

func (closer) Decide(context.Context, ouro.Turn) (ouro.Decision, error) {
	return ouro.Decision{Dir: ouro.Right}, nil
}

func (c closer) Close() error {
	c.close()
	return nil
}

// TestLostStart: a game is played even if its start request is lost, and each of its seats
// has its own solver.
func TestLostStart(t *testing.T) {
	var made atomic.Int64
	s := serve(t, server.Config{Snakes: []server.Snake{{Name: "x", Make: func(ouro.Setup) (ouro.Solver, error) {
		made.Add(1)
		return always(ouro.Up)(ouro.Setup{})
	}}}})
	for turn := range 3 {
		move(t, s.url, game("lost", turn, hour))
		twin := game("lost", turn, hour)
		twin.You = twin.Board.Snakes[2]
		move(t, s.url, twin)
	}
	if made.Load() != 2 {
		t.Errorf("%d solvers for two seats", made.Load())
	}
}

// TestFallback: if a solver fails, the server answers with the legal move that has the most
// room, and logs the reason.
func TestFallback(t *testing.T) {
	for _, c := range []struct {
		name, reason string
		make         ouro.Maker
	}{
		{"err", "error: no idea", maker(func(context.Context, ouro.Turn) (ouro.Decision, error) { return ouro.Decision{}, errors.New("no idea") })},
		{"panic", "panic: oops", maker(func(context.Context, ouro.Turn) (ouro.Decision, error) { panic("oops") })},
		{"stall", "late: no answer in time", maker(func(context.Context, ouro.Turn) (ouro.Decision, error) {
			time.Sleep(time.Second)
			return ouro.Decision{}, nil
		})},
		{"nonsense", "invalid: Dir(9)", always(9)},
		{"unmade", "error: not today", func(ouro.Setup) (ouro.Solver, error) { return nil, errors.New("not today") }},
		{"badmaker", "panic: no", func(ouro.Setup) (ouro.Solver, error) { panic("no") }},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s, log := local(t, server.Config{Snakes: []server.Snake{{Name: c.name, Make: c.make}}})
				for turn := range 2 {
					if d := handle(t, s, game("g", turn, 200)); d != ouro.Right {
						t.Errorf("the fallback moved %v, want right", d)
					}
				}
				if log := log.String(); !strings.Contains(log, "level=WARN msg=fallback") || !strings.Contains(log, c.reason) {
					t.Errorf("the log does not say %q:\n%s", c.reason, log)
				}
				time.Sleep(2 * time.Second) // the stalling solver returns
			})
		})
	}
}

// TestStallingSolver: while a solver stalls, another one replaces it, and moves of other
// games are not delayed. When the first solver has returned, it decides again.
func TestStallingSolver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const stall = time.Second
		var made atomic.Int64
		s, _ := local(t, server.Config{Cores: 1, Snakes: []server.Snake{{Name: "x", Make: func(ouro.Setup) (ouro.Solver, error) {
			made.Add(1)
			return ouro.SolverFunc(func(_ context.Context, turn ouro.Turn) (ouro.Decision, error) {
				if turn.State.Turn == 0 {
					time.Sleep(stall)
				}
				return ouro.Decision{Dir: ouro.Up}, nil
			}), nil
		}}}})
		if d := handle(t, s, game("stuck", 0, 200)); d != ouro.Right {
			t.Errorf("moved %v for the stalling solver", d)
		}
		if d := handle(t, s, game("stuck", 1, 200)); d != ouro.Up || made.Load() != 2 {
			t.Errorf("moved %v while the solver stalls, with %d solvers", d, made.Load())
		}
		if d := handle(t, s, game("free", 1, 200)); d != ouro.Up {
			t.Errorf("moved %v in another game", d)
		}
		time.Sleep(stall)
		if d := handle(t, s, game("stuck", 2, 200)); d != ouro.Up || made.Load() != 3 {
			t.Errorf("moved %v when the solver is back, with %d solvers", d, made.Load())
		}
	})
}

// TestTimeouts: whatever time limit an engine sets, the solver has that time minus the margin.
func TestTimeouts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var allowed time.Duration
		s, _ := local(t, server.Config{Snakes: []server.Snake{{Name: "x", Make: maker(func(ctx context.Context, _ ouro.Turn) (ouro.Decision, error) {
			deadline, _ := ctx.Deadline()
			allowed = time.Until(deadline)
			return ouro.Decision{Dir: ouro.Right}, nil
		})}}})
		for timeout, want := range map[int]time.Duration{
			0:       440 * time.Millisecond, // as if it were 500
			1:       500 * time.Microsecond,
			100:     50 * time.Millisecond,
			500:     440 * time.Millisecond,
			3600000: 30 * time.Second,
		} {
			handle(t, s, game(fmt.Sprint("limit", timeout), 0, timeout))
			if allowed != want {
				t.Errorf("timeout %d: %v to think, want %v", timeout, allowed, want)
			}
		}
	})
}

// TestManyGames: when there are too many games, the server drops those that were unused for
// longest. It closes their solvers, and makes them again when needed.
func TestManyGames(t *testing.T) {
	var made, closed atomic.Int64
	s := serve(t, server.Config{MaxGames: 3, Snakes: []server.Snake{{Name: "x", Make: func(ouro.Setup) (ouro.Solver, error) {
		made.Add(1)
		return closer{close: func() { closed.Add(1) }}, nil
	}}}})
	for i := range 10 {
		move(t, s.url, game(fmt.Sprint("g", i), 0, hour))
	}
	eventually(t, "seven solvers are closed", func() bool { return closed.Load() == 7 })
	move(t, s.url, game("g9", 1, hour))
	move(t, s.url, game("g0", 1, hour))
	if made.Load() != 11 {
		t.Errorf("%d solvers made, want 11", made.Load())
	}
	if got := metric(t, s.url, `ouro_games{snake="x"}`); got != "3" {
		t.Errorf("%s games", got)
	}
}

// TestIdle: a game without requests is dropped.
func TestIdle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var closed atomic.Int64
		s, log := local(t, server.Config{Idle: time.Minute, Snakes: []server.Snake{{Name: "x", Make: func(ouro.Setup) (ouro.Solver, error) {
			return closer{close: func() { closed.Add(1) }}, nil
		}}}})
		for turn := range 2 { // the second move restarts the timer
			handle(t, s, game("g", turn, 500))
			time.Sleep(time.Minute - time.Second)
		}
		if closed.Load() != 0 {
			t.Error("the game was dropped too soon")
		}
		time.Sleep(time.Second)
		synctest.Wait()
		if closed.Load() != 1 || !strings.Contains(log.String(), "reason=idle") {
			t.Errorf("closed %d times, log:\n%s", closed.Load(), log)
		}
	})
}

// TestCrowd: even if many games think as long as they may on few cores, every move gets
// time and none is late.
func TestCrowd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const games, turns, limit = 8, 3, 440 * time.Millisecond
		var mu sync.Mutex
		var thought []time.Duration
		s, log := local(t, server.Config{Cores: 2, Snakes: []server.Snake{{Name: "x", Make: maker(func(ctx context.Context, _ ouro.Turn) (ouro.Decision, error) {
			began := time.Now()
			<-ctx.Done()
			mu.Lock()
			defer mu.Unlock()
			thought = append(thought, time.Since(began))
			return ouro.Decision{Dir: ouro.Up}, nil
		})}}})
		var wg sync.WaitGroup
		for g := range games {
			wg.Go(func() {
				for turn := range turns {
					began := time.Now()
					if d := handle(t, s, game(fmt.Sprint("g", g), turn, 500)); d != ouro.Up {
						t.Errorf("game %d turn %d: moved %v", g, turn, d)
					}
					if took := time.Since(began); took > limit {
						t.Errorf("game %d turn %d: %v", g, turn, took)
					}
				}
			})
		}
		wg.Wait()
		if least := slices.Min(thought); len(thought) != games*turns || least < limit/games/2 {
			t.Errorf("%d moves were computed, one of them for only %v", len(thought), least)
		}
		if strings.Contains(log.String(), "fallback") {
			t.Errorf("log:\n%s", log)
		}
	})
}

// TestShutdown: a server that stops finishes the moves in progress.
func TestShutdown(t *testing.T) {
	thinking, finish := make(chan struct{}), make(chan struct{})
	s := serve(t, server.Config{Snakes: []server.Snake{{Name: "x", Make: maker(func(context.Context, ouro.Turn) (ouro.Decision, error) {
		close(thinking)
		<-finish
		return ouro.Decision{Dir: ouro.Up}, nil
	})}}})
	moved := make(chan ouro.Dir)
	go func() { moved <- move(t, s.url, game("g", 0, hour)) }()
	<-thinking
	s.stop()
	eventually(t, "no new connections", func() bool {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.url+"/healthz", nil)
		if err != nil {
			t.Error(err)
		}
		resp, err := client.Do(req)
		if err == nil {
			_, _ = io.Copy(io.Discard, resp.Body)
			_ = resp.Body.Close()
		}
		return err != nil
	})
	close(finish)
	if d := <-moved; d != ouro.Up {
		t.Errorf("moved %v", d)
	}
}

// TestStuckAtShutdown: a server with a solver that never returns still ends, and reports
// that solver.
func TestStuckAtShutdown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		defer close(release)
		server, err := server.New(server.Config{Snakes: []server.Snake{{Name: "x", Make: maker(func(context.Context, ouro.Turn) (ouro.Decision, error) {
			<-release
			return ouro.Decision{}, nil
		})}}})
		if err != nil {
			t.Fatal(err)
		}
		if d := handle(t, server, game("g", 0, 50)); d != ouro.Right {
			t.Errorf("moved %v", d)
		}
		if err := server.Close(); err == nil || err.Error() != "server: a solver did not stop in time" {
			t.Error(err)
		}
		if d := handle(t, server, game("g", 0, 50)); d != ouro.Right {
			t.Errorf("moved %v after the end", d)
		}
	})
}

func TestNew(t *testing.T) {
	ok := server.Snake{Name: "x", Make: always(ouro.Up)}
	for _, c := range []struct {
		cfg  server.Config
		want string
	}{
		{server.Config{}, "server: no snake to serve"},
		{server.Config{Snakes: []server.Snake{ok, ok}}, "server: two snakes are named x"},
		{server.Config{Snakes: []server.Snake{{Name: "a/b"}}}, `server: invalid name "a/b" of a snake: want a-z, 0-9, - and _`},
		{server.Config{Snakes: []server.Snake{ok}, Margin: -1}, "server: limits must not be negative"},
	} {
		if _, err := server.New(c.cfg); err == nil || err.Error() != c.want {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}
