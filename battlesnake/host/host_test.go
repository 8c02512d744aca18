package host_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ouro"
	"ouro/battlesnake/host"
	"ouro/battlesnake/wire"
	"ouro/internal/cputime"
	"ouro/internal/palette"
	"ouro/play"
	"ouro/roster"
)

// TestFaults: after any fault of a guest, the game continues by the rules. The guest
// repeats its last move, or goes up if it has made none. The incidents state the reasons.
func TestFaults(t *testing.T) {
	text := func(s string) func(http.ResponseWriter, *http.Request, int) {
		return func(w http.ResponseWriter, _ *http.Request, _ int) { say(w, s) }
	}
	for _, c := range []struct {
		name   string
		answer func(http.ResponseWriter, *http.Request, int)
		detail string
	}{
		{"answers 500", func(w http.ResponseWriter, _ *http.Request, _ int) {
			w.WriteHeader(http.StatusInternalServerError)
			say(w, `{"move":"left"}`)
		}, "bad status 500"},
		{"redirects elsewhere", func(w http.ResponseWriter, _ *http.Request, _ int) {
			w.Header().Set("Location", "http://127.0.0.2:1/move")
			w.WriteHeader(http.StatusTemporaryRedirect)
		}, "redirect to"},
		{"closes", func(http.ResponseWriter, *http.Request, int) { panic(http.ErrAbortHandler) }, "unreachable"},
		{"sends 10 MB", text(large), "larger than"},
		{"shouts UP", text(`{"move":"UP"}`), `bad move`},
		{"sends no JSON", text("up"), "not JSON"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			const good = 4 // the only turn in which the guest gives a valid answer: right
			f := serveFake(t, &fake{answer: func(w http.ResponseWriter, r *http.Request, turn int) {
				if turn == good {
					say(w, `{"move":"right"}`)
					return
				}
				c.answer(w, r, turn)
			}})
			cfg := config("wrapped", visitor(t, "guest", f.url), localEntrant("greedy"))
			g := newGame(t, cfg)
			for turn := range 8 {
				if _, over := g.Over(); over {
					break
				}
				before := g.State().Clone()
				if err := g.Move(t.Context()); err != nil {
					t.Fatal(err)
				}
				want := ouro.Up
				if turn >= good {
					want = ouro.Right
				}
				from, to := before.Snakes[0].Body.Head(), g.State().Snakes[0].Body.Head()
				if d, ok := before.Grid.DirTo(from, to); !ok || d != want {
					t.Fatalf("turn %d: the guest went %v, want %v", turn+1, d, want)
				}
			}
			made := g.State().Turn
			end(t, g)
			incidents := g.Incidents()
			if len(incidents) != made-1 {
				t.Fatalf("%d incidents in %d turns: %v", len(incidents), made, incidents)
			}
			for _, in := range incidents {
				if in.Seat != 0 || in.Turn == good+1 || in.Fault != ouro.Erred || !strings.Contains(in.Detail, c.detail) {
					t.Errorf("incident %+v", in)
				}
			}
		})
	}
}

// TestGuestThatStalls: a guest that does not answer in time is late. When its Decide has
// returned, it gets requests again.
func TestGuestThatStalls(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		cfg := config("wrapped", host.Entrant{Name: "slow", Guest: localGuest(func(_ context.Context, turn ouro.Turn) (ouro.Decision, error) {
			if turn.State.Turn%2 == 0 {
				time.Sleep(15 * time.Second) // all 10 seconds of the guest's turn, and half of the next turn
			}
			return ouro.Decision{Dir: ouro.Right}, nil
		})}, localEntrant("greedy"))
		cfg.Timeout = 10 * time.Second
		g := newGame(t, cfg)
		began := time.Now()
		for range 4 {
			if err := g.Move(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		took := time.Since(began)
		end(t, g)
		if in := g.Incidents(); len(in) != 2 || in[0].Turn != 1 || in[1].Turn != 3 || in[0].Fault != ouro.Late || in[0].Detail != "no answer in time" {
			t.Errorf("incidents %v", in)
		}
		if took != 30*time.Second {
			t.Errorf("four moves took %v", took)
		}
	})
}

// TestCPUBesideGuests: a limit of processor time applies to solvers, which then use one thread. It
// does not apply to guests, which have their timeout.
func TestCPUBesideGuests(t *testing.T) {
	const limit = 5 * time.Millisecond
	work := func(ctx context.Context, done func() bool) (ouro.Decision, error) {
		for ctx.Err() == nil && !done() {
			for i := range 1000 {
				runtime.KeepAlive(i)
			}
		}
		return ouro.Decision{Dir: ouro.Right}, ctx.Err()
	}
	threads := 0
	guarded := false // play.Guard has ended a move of the solver home, because the machine is too busy
	home := host.Entrant{Name: "home", Make: func(setup ouro.Setup) (ouro.Solver, error) {
		threads = setup.Threads
		return ouro.SolverFunc(func(ctx context.Context, _ ouro.Turn) (ouro.Decision, error) {
			d, _ := work(ctx, func() bool { return false })
			if until, ok := ctx.Deadline(); ok && !time.Now().Before(until) {
				guarded = true
			}
			return d, nil
		}), nil
	}}
	guest := host.Entrant{Name: "guest", Guest: localGuest(func(ctx context.Context, _ ouro.Turn) (ouro.Decision, error) {
		clock, err := cputime.Lock()
		if err != nil {
			return ouro.Decision{}, err
		}
		defer clock.Unlock()
		return work(ctx, func() bool { return clock.Used() >= 4*limit })
	})}
	cfg := config("wrapped", home, guest)
	cfg.Budget.CPU = limit
	var took []time.Duration // by seat: the shortest time of several moves
	cfg.Clock = func(seat int, t time.Duration) { took[seat] = min(took[seat], t) }
	var g *host.Game
	for again := true; again; {
		took, guarded = []time.Duration{time.Hour, time.Hour}, false
		g = newGame(t, cfg)
		for range 3 {
			if err := g.Move(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		end(t, g)
		again = guarded || slices.ContainsFunc(g.Incidents(), func(in ouro.Incident) bool { return in.Seat == 0 })
	}
	if took[0] < limit || took[0] > 2*limit || took[1] < 4*limit || threads != 1 {
		t.Errorf("the fastest moves took %v, on %d threads", took, threads)
	}
	for _, in := range g.Incidents() {
		if in.Seat == 1 {
			t.Errorf("incident %+v", in)
		}
	}
}

// TestGuestThatPanics: a guest whose code panics does not end the game.
func TestGuestThatPanics(t *testing.T) {
	g := newGame(t, config("standard", host.Entrant{Name: "mad", Guest: localGuest(func(context.Context, ouro.Turn) (ouro.Decision, error) { panic("boo") })}, localEntrant("greedy")))
	finish(t, g)
	if in := g.Incidents(); len(in) == 0 || in[0].Fault != ouro.Panicked || !strings.Contains(in[0].Detail, "boo") {
		t.Errorf("incidents %v", in)
	}
	if outcome, _ := g.Over(); outcome.Winner != 1 {
		t.Errorf("outcome %v", outcome)
	}
}

// localGuest is a guest without a network.
type localGuest func(context.Context, ouro.Turn) (ouro.Decision, error)

func (f localGuest) Decide(ctx context.Context, t ouro.Turn) (ouro.Decision, error) {
	return f(ctx, t)
}
func (localGuest) Close() error                                  { return nil }
func (localGuest) URL() string                                   { return "odd:" }
func (localGuest) Public() string                                { return "odd:" }
func (localGuest) Join(*wire.Match)                              {}
func (localGuest) Start(context.Context, *ouro.State, int) error { return nil }
func (localGuest) End(context.Context, *ouro.State, int) error   { return nil }
func (localGuest) Info(context.Context, time.Duration) (wire.Info, error) {
	return wire.Info{}, nil
}

// TestGuestsAreCalled: every guest receives the start and the end of the game once, even if
// it dies, and a request for every turn of its life. Each request has the guest's own id.
func TestGuestsAreCalled(t *testing.T) {
	wall := serveFake(t, &fake{})
	other := serveFake(t, &fake{info: `{"apiversion":"1","color":"red"}`, start: func(w http.ResponseWriter) { w.WriteHeader(http.StatusInternalServerError) }})
	g := newGame(t, config("standard", visitor(t, "wall", wall.url), localEntrant("hungry"), visitor(t, "other", other.url+"/"), localEntrant("greedy")))
	finish(t, g)
	s := g.State()
	for i, f := range []*fake{wall, other} {
		seat := 2 * i
		died := s.Snakes[seat].Died
		if died == 0 || died == s.Turn {
			t.Fatalf("seat %d died on turn %d of %d: it should go up until there is a wall", seat, died, s.Turn)
		}
		starts, moves, ends := f.requests("/start"), f.requests("/move"), f.requests("/end")
		if len(f.requests("/")) != 1 || len(starts) != 1 || len(ends) != 1 || len(moves) != died {
			t.Fatalf("seat %d: %d requests for its info, %d starts, %d ends, %d moves in %d turns",
				seat, len(f.requests("/")), len(starts), len(ends), len(moves), died)
		}
		you := moves[0].You
		if you.Name != []string{"wall", "other"}[i] || starts[0].You.ID != you.ID || ends[0].You.ID != you.ID || ends[0].Turn != s.Turn {
			t.Errorf("seat %d got %+v, at the end %+v on turn %d", seat, you, ends[0].You, ends[0].Turn)
		}
		for turn, m := range moves {
			if m.Turn != turn || m.You.ID != you.ID {
				t.Errorf("seat %d: request %d is of turn %d and %q", seat, turn, m.Turn, m.You.ID)
			}
		}
		if slices.ContainsFunc(ends[0].Board.Snakes, func(sn wire.Snake) bool { return sn.ID == you.ID }) {
			t.Errorf("seat %d: the dead snake is on the board at the end", seat)
		}
	}
	if len(g.Warnings()) != 1 || !strings.Contains(g.Warnings()[0].Error(), "snake other: ") {
		t.Errorf("warnings %v", g.Warnings())
	}
	players := g.Match().Players
	if p := players[0]; p.Author != "me" || p.Customizations != (wire.Customizations{Color: "#123456", Head: "bendr"}) || p.Shout != "hi" {
		t.Errorf("the guest is %+v", p)
	}
	if got := players[2].Customizations.Color; got != palette.Snake(2).String() {
		t.Errorf("a guest with an invalid color has the color %q", got)
	}
}

// TestUnreachable: if a guest gives no Info, the game does not begin and the other guests are closed.
func TestUnreachable(t *testing.T) {
	f := serveFake(t, &fake{info: "hello"})
	other := serveFake(t, &fake{})
	for _, url := range []string{"http://127.0.0.1:1", f.url} {
		cfg := config("standard", visitor(t, "other", other.url), visitor(t, "absent", url))
		if _, err := host.New(t.Context(), cfg); err == nil || !strings.HasPrefix(err.Error(), "snake absent does not answer GET /: ") {
			t.Errorf("%s: %v", url, err)
		}
	}
	if len(other.requests("/start")) > 0 {
		t.Error("a game that did not begin was announced")
	}
}

// TestStoppedWhileAsking: if ctx is cancelled while New requests the Info of a guest, New
// returns the error of ctx and not one about the guest.
func TestStoppedWhileAsking(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		cancel(errors.New("a signal"))
		<-r.Context().Done()
	}))
	defer server.Close()
	if _, err := host.New(ctx, config("standard", visitor(t, "slow", server.URL))); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that of the context", err)
	}
}

// TestKnown: a guest that gave its Info in one game of a series may fail to do so in the next. The
// game then uses the earlier Info and has an incident.
func TestKnown(t *testing.T) {
	f := serveFake(t, &fake{})
	cfg := config("standard", visitor(t, "guest", f.url), localEntrant("greedy"))
	cfg.Infos = new(host.InfoCache)
	for round, info := range []string{f.info, "nonsense", f.info} {
		f.info = info
		cfg.Entrants[0] = visitor(t, "guest", f.url)
		g := newGame(t, cfg)
		finish(t, g)
		if p := g.Match().Players[0]; p.Author != "me" || p.Customizations.Head != "bendr" {
			t.Errorf("game %d: the guest is %+v", round, p)
		}
		if in := g.Silent(); round == 1 != (len(in) == 1) || len(in) == 1 && (in[0].Turn != 0 || in[0].Seat != 0 || in[0].Fault != ouro.Erred || !strings.HasPrefix(in[0].Detail, "snake guest does not answer GET /: ")) {
			t.Errorf("game %d: incidents %+v", round, in)
		}
	}
}

// TestLogAndRecord: the official log of a game can be read and has the same game. The
// record of the game replays.
func TestLogAndRecord(t *testing.T) {
	f := serveFake(t, &fake{answer: func(w http.ResponseWriter, _ *http.Request, turn int) {
		say(w, []string{`{"move":"up"}`, `{"move":"left"}`, `{"move":"down"}`, `nonsense`}[turn%4])
	}})
	cfg := config("royale", visitor(t, "guest", f.url), localEntrant("hungry"), localEntrant("greedy"))
	cfg.Game.Rules.Options = ouro.Options{{Key: "map", Value: "royale"}, {Key: "shrink", Value: "7"}}
	g := newGame(t, cfg)
	var b bytes.Buffer
	log := host.NewLog(&b, g)
	var states []*ouro.State
	for {
		if err := log.Frame(); err != nil {
			t.Fatal(err)
		}
		states = append(states, g.State().Clone())
		if _, over := g.Over(); over {
			break
		}
		if err := g.Move(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	end(t, g)
	outcome, _ := g.Over()
	if err := log.End(); err != nil {
		t.Fatal(err)
	}
	readLog(t, &b, states, g.Result(outcome))
	text, err := g.Record().MarshalText()
	if err != nil {
		t.Fatal(err)
	}
	var r ouro.Record
	if err := r.UnmarshalText(text); err != nil {
		t.Fatal(err)
	}
	deal, err := roster.Deal(r.Game, r.Seed)
	if err != nil {
		t.Fatal(err)
	}
	if err := play.Replay(t.Context(), &r, deal, func(s *ouro.State) {
		if !s.Equal(states[s.Turn]) {
			t.Errorf("turn %d of the record is another position", s.Turn)
		}
	}); err != nil {
		t.Error(err)
	}
	if len(r.Incidents) == 0 || r.Seats[0].Name != "guest" || r.Seats[1].Name != "hungry" {
		t.Errorf("the record has seats %v and %d incidents", r.Seats, len(r.Incidents))
	}
}

// readLog reads a log and compares it with the positions of its game.
func readLog(t *testing.T, text io.Reader, states []*ouro.State, want wire.Result) {
	t.Helper()
	l, err := wire.NewLogReader(text)
	if err != nil {
		t.Fatal(err)
	}
	turn := 0
	for ; ; turn++ {
		frame, err := l.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		s, _, err := frame.State()
		if err != nil {
			t.Fatal(err)
		}
		alive := 0
		for i := range states[turn].Snakes {
			sn := &states[turn].Snakes[i]
			if sn.Cause != ouro.Alive {
				continue
			}
			if got := &s.Snakes[alive]; !slices.Equal(got.Body.Append(nil), sn.Body.Append(nil)) || got.Health != sn.Health {
				t.Errorf("turn %d: seat %d is another snake in the log", turn, i)
			}
			alive++
		}
		if len(frame.Board.Snakes) != alive || !slices.Equal(s.Food, states[turn].Food) || !slices.Equal(s.Hazards, states[turn].Hazards) {
			t.Errorf("turn %d is another position in the log", turn)
		}
	}
	if result, ended := l.Result(); turn != len(states) || !ended || result != want {
		t.Errorf("%d frames and %+v, want %d and %+v", turn, result, len(states), want)
	}
}

// TestCancelled: a cancelled move leaves the game unchanged. Its guests receive the end of
// the game.
func TestCancelled(t *testing.T) {
	waiting := make(chan struct{}, 1)
	f := serveFake(t, &fake{answer: func(w http.ResponseWriter, r *http.Request, turn int) {
		if turn < 2 {
			say(w, `{"move":"up"}`)
			return
		}
		waiting <- struct{}{}
		stall(w, r, turn)
	}})
	g := newGame(t, config("wrapped", visitor(t, "guest", f.url), localEntrant("greedy")))
	ctx, cancel := context.WithCancel(t.Context())
	for range 2 {
		if err := g.Move(ctx); err != nil {
			t.Fatal(err)
		}
	}
	before := g.State().Hash()
	go func() { <-waiting; cancel() }()
	if err := g.Move(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("Move: %v", err)
	}
	if g.State().Hash() != before || len(g.Incidents()) > 0 {
		t.Errorf("the game has changed: turn %d, incidents %v", g.State().Turn, g.Incidents())
	}
	end(t, g)
	if len(f.requests("/end")) != 1 {
		t.Error("the guest did not get the end")
	}
}

// TestCancelledAtTheStart: if a game is cancelled while it starts, its guests receive the end of the
// game.
func TestCancelledAtTheStart(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	f := serveFake(t, &fake{start: func(http.ResponseWriter) { cancel() }})
	g, err := host.New(ctx, config("standard", visitor(t, "guest", f.url), localEntrant("greedy")))
	if g != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("a game: %v, %v", g != nil, err)
	}
	if len(f.requests("/end")) != 1 {
		t.Error("the guest did not get the end")
	}
}

// TestWatched: every turn of a game can be watched while the game is played. report is
// called for each turn.
func TestWatched(t *testing.T) {
	f := serveFake(t, &fake{})
	cfg := config("wrapped", visitor(t, "guest", f.url), localEntrant("hungry"), localEntrant("coward"))
	cfg.Game.Rules.Options = ouro.Options{{Key: "map", Value: "hz_scatter"}, {Key: "shrink", Value: "2"}}
	g := newGame(t, cfg)
	states := []*ouro.State{g.State().Clone()}
	w := play.NewSideBySide(g.Watch(func() error { states = append(states, g.State().Clone()); return nil }))
	show := func(turn int) play.Scene {
		t.Helper()
		view, err := w.Show(t.Context(), turn, 0)
		if err != nil || view.Err != nil {
			t.Fatal(err, view.Err)
		}
		sc := view.Scene[0]
		if !sc.State.Equal(states[sc.Turn]) {
			t.Fatalf("turn %d, seen from turn %d, is another position", sc.Turn, len(states)-1)
		}
		alive := sc.Turn > 0 && states[sc.Turn-1].Snakes[0].Cause == ouro.Alive
		if (sc.Latency[0] > 0) != alive {
			t.Errorf("turn %d: the guest took %v", sc.Turn, sc.Latency[0])
		}
		return sc
	}
	for turn := range 300 {
		if show(turn).Ended {
			break
		}
		show(turn / 2)
	}
	if len(states) < 5 {
		t.Fatalf("only %d turns", len(states)-1)
	}
	if n := len(f.requests("/end")); n != 1 {
		t.Errorf("the guest receives %d ends when the game is over, want 1", n)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	end(t, g)
	if n := len(f.requests("/end")); n != 1 {
		t.Errorf("the guest receives %d ends, want 1", n)
	}
}

// TestEndIsSentAgain: if the context of the last move ends before the guest has received the end of
// the game, End sends the end again.
func TestEndIsSentAgain(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	f := serveFake(t, &fake{end: cancel})
	g := newGame(t, config("solo", visitor(t, "guest", f.url)))
	for over := false; !over; _, over = g.Over() {
		if err := g.Move(ctx); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(f.requests("/end")); n != 1 {
		t.Errorf("the last move sends %d ends, want 1", n)
	}
	end(t, g)
	if n := len(f.requests("/end")); n != 2 || len(g.Warnings()) > 0 {
		t.Errorf("the guest receives %d ends, want 2; warnings %v", n, g.Warnings())
	}
}

// TestSameSeedSameGame: the same seed gives the same game if there are no guests.
func TestSameSeedSameGame(t *testing.T) {
	var hashes [2]uint64
	var ids [2]string
	for i := range hashes {
		g := newGame(t, config("standard", localEntrant("hungry"), localEntrant("random")))
		finish(t, g)
		hashes[i], ids[i] = g.State().Hash(), g.Match().Game.ID
	}
	if hashes[0] != hashes[1] || ids[0] != ids[1] {
		t.Errorf("games %v of %v", ids, hashes)
	}
}
