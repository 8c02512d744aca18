package server_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"ouro"
	"ouro/battlesnake/server"
	"ouro/field"
)

// patient is a solver that thinks as long as it may, records how long by the number of the
// turn, and goes up.
type patient struct {
	mu      sync.Mutex
	thought map[int][]time.Duration
}

func (p *patient) decide(ctx context.Context, t ouro.Turn) (ouro.Decision, error) {
	began := time.Now()
	<-ctx.Done()
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.thought == nil {
		p.thought = map[int][]time.Duration{}
	}
	p.thought[t.State.Turn] = append(p.thought[t.State.Turn], time.Since(began))
	return ouro.Decision{Dir: ouro.Up}, nil
}

// times returns how long each computation of the move in this turn took.
func (p *patient) times(turn int) []time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.thought[turn]
}

// TestStranger: a client that knows the ids of a game may request moves in it with an hour's
// timeout, start it again and end it. The game still gets all its moves, and their full time.
func TestStranger(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const limit = 440 * time.Millisecond
		var p patient
		s, log := local(t, server.Config{Cores: 1, Snakes: []server.Snake{{Name: "x", Make: maker(p.decide)}}})
		const stranger = 1000 // the stranger's turns have this number or more
		var wg sync.WaitGroup
		ask := func(page string, turn, timeout int) {
			data, err := json.Marshal(game("g", stranger+turn, timeout))
			if err != nil {
				t.Error(err)
			}
			s.ServeHTTP(httptest.NewRecorder(), httptest.NewRequestWithContext(t.Context(), http.MethodPost, page, bytes.NewReader(data)))
		}
		for i := range 5 {
			wg.Go(func() { ask("/move", i, 3_600_000) })
		}
		for turn := range 10 {
			began := time.Now()
			wg.Go(func() {
				time.Sleep(100 * time.Millisecond)
				ask([]string{"/start", "/end"}[turn%2], turn, 500)
			})
			if d := handle(t, s, game("g", turn, 500)); d != ouro.Up {
				t.Errorf("turn %d: moved %v", turn, d)
			}
			if took := time.Since(began); took > limit {
				t.Errorf("turn %d: an answer after %v", turn, took)
			}
			if thought := p.times(turn); len(thought) != 1 || thought[0] < limit/2 {
				t.Errorf("turn %d: of %v the move was computed for %v", turn, limit, thought)
			}
			time.Sleep(60 * time.Millisecond)
		}
		wg.Wait()
		if strings.Contains(log.String(), "fallback") {
			t.Errorf("log:\n%s", log)
		}
	})
}

// TestEndOfAnother: if another client ends a game, the game keeps its estimate of the
// transport time.
func TestEndOfAnother(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var p patient
		s, _ := local(t, server.Config{Snakes: []server.Snake{{Name: "x", Make: maker(p.decide)}}})
		const turns = 10
		for turn := range turns {
			r := game("g", turn, 500)
			if turn > 0 {
				r.You.Latency = "600" // here, the answer took at most 440 ms
			}
			handle(t, s, r)
			data, err := json.Marshal(r)
			if err != nil {
				t.Fatal(err)
			}
			if turn >= turns/2 {
				s.ServeHTTP(httptest.NewRecorder(), httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/end", bytes.NewReader(data)))
			}
		}
		if at, end := p.times(turns/2 - 1)[0], p.times(turns - 1)[0]; at > 260*time.Millisecond || end > at {
			t.Errorf("with slow transport, %v remain for thinking; after another client ended the game, %v", at, end)
		}
	})
}

// TestFlood: two hundred moves with an hour's timeout are all computed and answered, and barely
// affect a game with the usual timeout.
func TestFlood(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const limit, others = 440 * time.Millisecond, 200
		var p patient
		s, log := local(t, server.Config{Cores: 2, Snakes: []server.Snake{{Name: "x", Make: maker(p.decide)}}})
		var wg sync.WaitGroup
		began := time.Now()
		for i := range others {
			wg.Go(func() { handle(t, s, game(string(rune('A'+i)), 1000, 3_600_000)) })
		}
		synctest.Wait()
		for turn := range 20 {
			handle(t, s, game("g", turn, 500))
			if thought := p.times(turn); len(thought) != 1 || thought[0] < limit*9/10 {
				t.Errorf("turn %d: of %v the move was computed for %v", turn, limit, thought)
			}
			time.Sleep(60 * time.Millisecond)
		}
		wg.Wait()
		if took := time.Since(began); took > 30*time.Second || len(p.times(1000)) != others {
			t.Errorf("%d moves were computed, the last after %v", len(p.times(1000)), took)
		}
		if strings.Contains(log.String(), "fallback") {
			t.Errorf("log:\n%s", log)
		}
	})
}

// TestOffers: if a solver is late, the answer is its best move so far. It comes soon after
// the deadline and does not count as a fallback.
func TestOffers(t *testing.T) {
	const limit, grace = 440 * time.Millisecond, 15 * time.Millisecond // grace is a quarter of the margin
	hangs := func(time time.Duration, dirs ...ouro.Dir) ouro.Maker {
		return maker(func(_ context.Context, t ouro.Turn) (ouro.Decision, error) {
			for _, d := range dirs {
				t.Offer(d)
			}
			return sleep(time)
		})
	}
	for _, c := range []struct {
		name string
		make ouro.Maker
		want ouro.Dir
		log  string
		took time.Duration
	}{
		{"late", hangs(time.Second, ouro.Right, ouro.Up), ouro.Up, `msg="best so far"`, limit + grace/4},
		{"fatal", hangs(time.Second, ouro.Left), ouro.Right, "msg=fallback", limit + grace/4},
		{"no direction", hangs(time.Second, 9), ouro.Right, "msg=fallback", limit + grace},
		{"errs", maker(func(_ context.Context, t ouro.Turn) (ouro.Decision, error) {
			t.Offer(ouro.Up)
			return ouro.Decision{}, errors.New("no idea")
		}), ouro.Up, `msg="best so far"`, 0},
		{"panics", maker(func(_ context.Context, t ouro.Turn) (ouro.Decision, error) {
			t.Offer(ouro.Up)
			panic("oops")
		}), ouro.Up, `msg="best so far"`, 0},
		{"in time", hangs(limit/2, ouro.Up), ouro.Down, "msg=move", limit / 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s, log := local(t, server.Config{Snakes: []server.Snake{{Name: "x", Make: c.make}}})
				began := time.Now()
				if d := handle(t, s, game("g", 0, 500)); d != c.want || time.Since(began) != c.took {
					t.Errorf("moved %v after %v, want %v after %v", d, time.Since(began), c.want, c.took)
				}
				if !strings.Contains(log.String(), c.log) {
					t.Errorf("the log does not say %s:\n%s", c.log, log)
				}
				w := httptest.NewRecorder()
				s.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/metrics", nil))
				offered := map[string]string{`msg="best so far"`: "1"}[c.log]
				if want := `ouro_offered_total{snake="x"} ` + max(offered, "0"); !strings.Contains(w.Body.String(), want) {
					t.Errorf("the metrics have no line %s", want)
				}
				time.Sleep(time.Second)
			})
		})
	}
}

// sleep waits and then answers down.
func sleep(while time.Duration) (ouro.Decision, error) {
	time.Sleep(while)
	return ouro.Decision{Dir: ouro.Down}, nil
}

// TestNoLegalStep: a solver that has no legal move has not failed.
func TestNoLegalStep(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, log := local(t, server.Config{Snakes: []server.Snake{{Name: "x", Make: maker(func(context.Context, ouro.Turn) (ouro.Decision, error) {
			return ouro.Decision{}, field.ErrNoStep
		})}}})
		handle(t, s, game("g", 0, 500))
		if log := log.String(); !strings.Contains(log, "msg=move") || strings.Contains(log, "fallback") {
			t.Errorf("log:\n%s", log)
		}
	})
}

// TestSolversThatNeverStop: once too many solvers of a session do not stop, its moves are
// fallbacks.
func TestSolversThatNeverStop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var made atomic.Int64
		release := make(chan struct{})
		s, log := local(t, server.Config{Snakes: []server.Snake{{Name: "x", Make: func(ouro.Setup) (ouro.Solver, error) {
			made.Add(1)
			return ouro.SolverFunc(func(context.Context, ouro.Turn) (ouro.Decision, error) {
				<-release
				return ouro.Decision{Dir: ouro.Up}, nil
			}), nil
		}}}})
		for turn := range 30 {
			if d := handle(t, s, game("g", turn, 500)); d != ouro.Right {
				t.Errorf("turn %d: moved %v", turn, d)
			}
		}
		if n := made.Load(); n != 8 || !strings.Contains(log.String(), "still busy with an earlier move") {
			t.Errorf("%d solvers; log:\n%s", n, log)
		}
		close(release)
		synctest.Wait()
		if d := handle(t, s, game("g", 30, 500)); d != ouro.Up || made.Load() != 8 {
			t.Errorf("after the solvers returned: moved %v, %d solvers", d, made.Load())
		}
	})
}
