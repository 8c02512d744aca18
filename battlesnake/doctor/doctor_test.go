package doctor

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"ouro"
	"ouro/battlesnake/server"
	"ouro/battlesnake/wire"
	"ouro/roster"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// script is the server of a snake: its handler for each page.
type script struct {
	info, start, move, end http.HandlerFunc
}

func text(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

func (s script) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	page, usual := s.info, text(200, `{"apiversion":"1"}`)
	switch r.URL.Path {
	case "/start":
		page, usual = s.start, text(200, "{}")
	case "/move":
		page, usual = s.move, answer(safeMove)
	case "/end":
		page, usual = s.end, text(200, "{}")
	}
	if page == nil {
		page = usual
	}
	page(w, r)
}

// answer returns a handler for moves. chooseMove gets the fates of the four moves and returns
// the one to make.
func answer(chooseMove func(all [4]fate) ouro.Dir) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		s, seat, err := position(r)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		text(200, fmt.Sprintf(`{"move":"%s"}`, chooseMove(fates(s, seat))))(w, r)
	}
}

func position(r *http.Request) (*ouro.State, int, error) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, 0, err
	}
	request, err := wire.ParseRequest(body)
	if err != nil {
		return nil, 0, err
	}
	return request.State()
}

// safeMove returns a move that the snake survives for certain or, without such a move, one
// that it may survive.
func safeMove(all [4]fate) ouro.Dir {
	for _, good := range []func(fate) bool{fate.lives, func(f fate) bool { return !f.sure }} {
		if i := slices.IndexFunc(all[:], good); i >= 0 {
			return ouro.Dir(i)
		}
	}
	return ouro.Up
}

// chooseBy returns a handler that makes the first move for whose fate accept returns true.
func chooseBy(accept func(f fate) bool) http.HandlerFunc {
	return answer(func(all [4]fate) ouro.Dir {
		if i := slices.IndexFunc(all[:], accept); i >= 0 {
			return ouro.Dir(i)
		}
		return safeMove(all)
	})
}

func killedBy(cause ouro.Cause) func(fate) bool {
	return func(f fate) bool { return f.sure && f.cause == cause }
}

func examine(t *testing.T, h http.Handler, cfg Config) *Report {
	t.Helper()
	srv := httptest.NewServer(h)
	defer srv.Close()
	cfg.URL = srv.URL
	if cfg.Timeout == 0 {
		cfg.Timeout = 20 * time.Second // so large that no result depends on the clock
	}
	r, err := Examine(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func kindsOf(r *Report) (all []Kind) {
	for _, f := range r.Findings {
		all = append(all, f.Kind)
	}
	return all
}

// confused answers every request as if it were about the game that started last.
func confused() script {
	var mu sync.Mutex
	var last ouro.Dir
	return script{
		start: func(w http.ResponseWriter, r *http.Request) {
			if s, seat, err := position(r); err == nil {
				mu.Lock()
				last = safeMove(fates(s, seat))
				mu.Unlock()
			}
			text(200, "{}")(w, r)
		},
		move: func(w http.ResponseWriter, r *http.Request) {
			mu.Lock()
			defer mu.Unlock()
			text(200, fmt.Sprintf(`{"move":"%s"}`, last))(w, r)
		},
	}
}

// single refuses requests for moves while several games are open.
func single() script {
	var mu sync.Mutex
	games := 0
	count := func(n int) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			mu.Lock()
			games += n
			mu.Unlock()
			text(200, "{}")(w, r)
		}
	}
	return script{start: count(1), end: count(-1), move: func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		busy := games > 1
		mu.Unlock()
		if busy {
			http.Error(w, "busy", http.StatusServiceUnavailable)
			return
		}
		answer(safeMove)(w, r)
	}}
}

// picky refuses unknown fields.
func picky(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	d := json.NewDecoder(strings.NewReader(string(body)))
	d.DisallowUnknownFields()
	if err := d.Decode(new(wire.Request)); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	r.Body = io.NopCloser(strings.NewReader(string(body)))
	answer(safeMove)(w, r)
}

func slow(d time.Duration, then http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body) // before this, the server cannot notice that the client is gone
		r.Body = io.NopCloser(bytes.NewReader(body))
		select {
		case <-time.After(d):
		case <-r.Context().Done():
		}
		then(w, r)
	}
}

// TestEveryFinding: a server with one fault has the finding for it, with an example, and no other
// findings.
func TestEveryFinding(t *testing.T) {
	other := httptest.NewServer(text(200, `{"move":"up"}`))
	defer other.Close()
	plain := func(body string) script { return script{move: text(200, body)} }
	for kind, c := range map[Kind]struct {
		snake   http.Handler
		cfg     Config
		besides []Kind // kinds of other findings of the same fault
	}{
		Broken:      {snake: script{move: func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }}},
		BadStatus:   {snake: script{move: text(500, `{"move":"up"}`)}},
		Redirected:  {snake: script{move: http.RedirectHandler(other.URL, http.StatusPermanentRedirect).ServeHTTP}},
		NotJSON:     {snake: plain("move: up")},
		TooLarge:    {snake: plain(strings.Repeat(" ", 100_000))},
		BadShape:    {snake: plain(`{"move":1}`)},
		NoMove:      {snake: plain(`{"direction":"up"}`)},
		BadCase:     {snake: plain(`{"move":" Up"}`)},
		UnknownMove: {snake: plain(`{"move":"north"}`)},
		Strict:      {snake: script{move: picky}},
		CrowdFails:  {snake: single()},
		HitItself:   {snake: script{move: chooseBy(killedBy(ouro.HitSelf))}},
		HitOther:    {snake: script{move: chooseBy(killedBy(ouro.HitBody))}},
		LeftBoard:   {snake: script{move: chooseBy(killedBy(ouro.HitWall))}},
		Burnt:       {snake: script{move: chooseBy(killedBy(ouro.Burnt))}},
		StarvedBesideFood: {
			snake: script{move: chooseBy(killedBy(ouro.Starved))},
		},
		Gamble:      {snake: script{move: chooseBy(func(f fate) bool { return f.maybe && !f.sure })}},
		BadInfo:     {snake: script{info: text(200, "hello")}},
		BadVersion:  {snake: script{info: text(200, `{"color":"#112233"}`)}},
		BadLooks:    {snake: script{info: text(200, `{"apiversion":"1","color":"red","head":"My Head"}`)}},
		ContentType: {snake: script{move: func(w http.ResponseWriter, r *http.Request) { answer(safeMove)(plainText{w}, r) }}},
		LongShout:   {snake: script{move: text(200, `{"move":"up","shout":"`+strings.Repeat("a", 300)+`"}`)}, besides: []Kind{LeftBoard, HitItself, HitOther, StarvedBesideFood, Burnt, Gamble, GaveUp}},
		Unnoticed:   {snake: script{start: text(404, "")}},
		Reconnects: {snake: script{move: func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Connection", "close")
			answer(safeMove)(w, r)
		}}},
		Detour: {snake: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/move" {
				http.Redirect(w, r, "/v2/move", http.StatusPermanentRedirect)
				return
			}
			r.URL.Path = strings.TrimPrefix(r.URL.Path, "/v2")
			script{}.ServeHTTP(w, r)
		})},
		GaveUp: {snake: script{move: answer(func(all [4]fate) ouro.Dir {
			if d := safeMove(all); all[d].lives() {
				return d
			}
			return ouro.Dir(max(0, slices.IndexFunc(all[:], fate.dies)))
		})}, cfg: Config{Positions: 300}},
		MixedUp: {snake: confused(), besides: []Kind{LeftBoard, HitItself, HitOther, StarvedBesideFood, Burnt, Gamble, GaveUp}},
		Late:    {snake: script{move: slow(60*time.Millisecond, answer(safeMove))}, cfg: Config{Timeout: 40 * time.Millisecond, Positions: 3}, besides: []Kind{Unnoticed, Broken, BadStatus, BadInfo, Asleep}},
		Asleep:  {snake: script{info: slow(200*time.Millisecond, text(200, `{"apiversion":"1"}`))}, cfg: Config{Timeout: 100 * time.Millisecond, Positions: 3}, besides: []Kind{Unnoticed, Late, CrowdFails, Strict, Near}},
	} {
		t.Run(kind.String(), func(t *testing.T) {
			if c.cfg.Positions == 0 && !deadlyKinds[kind] {
				c.cfg.Positions = 2 * gamesAtOnce
			}
			r := examine(t, c.snake, c.cfg)
			found := kindsOf(r)
			if !slices.Contains(found, kind) {
				t.Fatalf("found only %v", found)
			}
			for _, f := range r.Findings {
				if f.Kind != kind && !slices.Contains(c.besides, f.Kind) {
					t.Errorf("found %v too: %s, %s", f.Kind, f.Where, f.Detail)
				}
				if f.Detail == "" || f.Count < 1 || f.Of < f.Count || f.Kind.What() == "" || f.Kind.Mend() == "" {
					t.Errorf("a finding is incomplete: %+v", f)
				}
			}
			if want := slices.ContainsFunc(found, func(k Kind) bool { return k.Weight() == Error }); r.Healthy() == want {
				t.Errorf("healthy: %v with %v", r.Healthy(), found)
			}
		})
		delete(untested, kind)
	}
	for kind := range untested {
		t.Errorf("no server has the fault %v", kind)
	}
}

// untested are the kinds of findings that TestEveryFinding has not seen yet. Near depends
// on the clock and has its own test, TestNear.
var untested = func() map[Kind]bool {
	all := map[Kind]bool{}
	for k := range kinds {
		all[k] = k != Near
	}
	delete(all, Near)
	return all
}()

// deadlyKinds are kinds of findings that occur only in certain positions.
var deadlyKinds = map[Kind]bool{LeftBoard: true, HitItself: true, HitOther: true, Burnt: true, StarvedBesideFood: true, Gamble: true, MixedUp: true}

// plainText replaces the content type of a reply by text/plain.
type plainText struct{ http.ResponseWriter }

func (w plainText) WriteHeader(status int) {
	w.Header().Set("Content-Type", "text/plain")
	w.ResponseWriter.WriteHeader(status)
}

// TestNear: answers close to the timeout give a finding.
func TestNear(t *testing.T) {
	for _, c := range []struct {
		took time.Duration
		want bool
	}{{440 * time.Millisecond, false}, {460 * time.Millisecond, true}} {
		e := &exam{report: &Report{Timeout: 500 * time.Millisecond}, found: map[Kind]*Finding{}}
		e.report.Moves.add(&reply{took: c.took, limit: e.report.Timeout})
		e.finish(t.Context())
		if got := slices.Contains(kindsOf(e.report), Near); got != c.want {
			t.Errorf("%v: %v", c.took, got)
		}
	}
}

// TestHealthy: a good snake has no finding. It gets the requested number of positions in
// order, after a start request and before an end request.
func TestHealthy(t *testing.T) {
	var mu sync.Mutex
	last := map[string]int{} // last turn of each game; -1: not begun, -2: over
	seen := func(page string, then http.HandlerFunc) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			r.Body = io.NopCloser(strings.NewReader(string(body)))
			request, err := wire.ParseRequest(body)
			if err != nil || r.Method != http.MethodPost || r.Header.Get("Content-Type") != "application/json" || request.You.ID == "" {
				t.Errorf("/%s: %v, %s %v", page, err, r.Method, r.Header)
				return
			}
			mu.Lock()
			turn, begun := last[request.Game.ID]
			switch {
			case page == "start" && begun, page != "start" && !begun, begun && turn == -2:
				t.Errorf("/%s of %s after %d", page, request.Game.ID, turn)
			case page == "move" && turn != -1 && request.Turn != turn+1:
				t.Errorf("turn %d after %d", request.Turn, turn)
			}
			last[request.Game.ID] = map[string]int{"start": -1, "move": request.Turn, "end": -2}[page]
			mu.Unlock()
			then(w, r)
		}
	}
	r := examine(t, script{start: seen("start", text(200, "")), move: seen("move", answer(safeMove)), end: seen("end", text(200, ""))}, Config{})
	if len(r.Findings) > 0 || r.Positions != DefaultPositions || r.Moves.Len() != r.Positions || r.Crowd.Len() != gamesAtOnce || len(r.Rulesets) != 6 || r.Partial || r.Silent {
		t.Errorf("%+v", r)
	}
	for id, turn := range last {
		if turn != -2 {
			t.Errorf("game %s has no end", id)
		}
	}
}

// TestOurOwn: the roster's Battlesnake solvers have no errors when they are served as snakes.
func TestOurOwn(t *testing.T) {
	for _, e := range roster.Solvers() {
		if e.Kind != roster.Battlesnake {
			continue
		}
		spec := ouro.Spec{Name: e.Name}
		if e.Name == "spot" || e.Name == "hydra" { // they would use all their time
			spec.Options = ouro.Options{{Key: "depth", Value: "2"}}
		}
		t.Run(e.Name, func(t *testing.T) {
			s, err := server.New(server.Config{Snakes: []server.Snake{{
				Name: "x", Make: func(setup ouro.Setup) (ouro.Solver, error) { return roster.Make(spec, setup) },
			}}})
			if err != nil {
				t.Fatal(err)
			}
			defer func() {
				if err := s.Close(); err != nil {
					t.Error(err)
				}
			}()
			r := examine(t, s, Config{Seed: 3})
			for _, f := range r.Findings {
				t.Logf("%v (%d): %s: %s\n%s", f.Kind, f.Count, f.Where, f.Detail, f.Picture)
			}
			if !r.Healthy() {
				t.Error("the snake has errors")
			}
		})
	}
}

// TestStopped: if ctx ends, the report has the results so far.
func TestStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	srv := httptest.NewServer(script{move: text(200, "{}")})
	defer srv.Close()
	r, err := Examine(ctx, Config{URL: srv.URL, Timeout: time.Hour, Progress: func(done, _ int) {
		if done == 10 {
			cancel()
		}
	}})
	if err == nil || !r.Partial || r.Positions != 10 || !slices.Contains(kindsOf(r), NoMove) {
		t.Errorf("%v, %+v", err, r)
	}
}
