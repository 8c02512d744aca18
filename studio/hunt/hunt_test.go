package hunt

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ouro"
	"ouro/derive"
	"ouro/hunter"
	"ouro/roster"
	"ouro/studio/link"
	"ouro/studio/session"
)

// TestPlaysByTheClock: a running game plays 30 ticks a second, and a stopped game none. The
// page computes the same view that a whole frame has.
func TestPlaysByTheClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := open(t, map[string]any{"link": "hunters=2&bots=1&seed=5"})
		defer p.session.Close()
		synctest.Wait()
		opened := onlyData[opened](t, p, session.Opened)
		if len(opened.Hunters) != 2 || opened.Hunters[0].Bot || !opened.Hunters[1].Bot || opened.Link != "hunters=2&bots=1&seed=5" || len(opened.Levels) != len(hunter.Levels()) {
			t.Errorf("opened %+v", opened)
		}
		var pic picture
		lasts := func(d time.Duration, ticks int, when string) {
			t.Helper()
			p.frames(&pic)
			from := pic.Tick
			time.Sleep(d)
			synctest.Wait()
			p.frames(&pic)
			if n := pic.Tick - from; n < ticks-1 || n > ticks+1 {
				t.Errorf("%d ticks %s, want %d", n, when, ticks)
			}
		}
		lasts(time.Second, 0, "before the start")
		p.send("a", "run", map[string]any{})
		lasts(2*time.Second, 60, "in two seconds")
		p.send("a", "pause", nil)
		lasts(time.Second, 0, "in a pause")
		p.send("a", "run", map[string]any{"speed": 1e9})
		lasts(time.Second, maxPlayed, "at the most for a person")
		p.send("a", "run", map[string]any{"speed": 15})
		lasts(time.Second, 15, "slowly")
		p.send("a", "pause", nil)
		synctest.Wait()
		p.frames(&pic)
		before := pic.text(t)
		p.send("a", "key", nil)
		synctest.Wait()
		if p.frames(&pic); pic.text(t) != before {
			t.Errorf("as a whole it is\n%s\nand was\n%s", pic.text(t), before)
		}
	})
}

// TestInputsCountInTheirTick: each input takes effect in its tick, even if inputs arrive in another order.
// A late input takes effect in the next tick.
func TestInputsCountInTheirTick(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := open(t, map[string]any{"link": "seed=3&start-level=2"})
		defer p.session.Close()
		script := []input{
			{10, 0, "press", ouro.Right},
			{20, 0, "release", ouro.Right},
			{22, 0, "bomb", 0},
			{23, 0, "press", ouro.Left},
			{40, 0, "press", ouro.Up},
			{55, 0, "release", ouro.Left},
			{90, 0, "stop", 0},
		}
		for i := range script { // out of order
			in := script[(i*3)%len(script)]
			p.send("a", "input", map[string]any{"tick": in.tick, "hunter": 0, "do": in.do, "dir": in.dir.String()})
		}
		p.send("a", "run", map[string]any{})
		time.Sleep(5 * time.Second)
		p.send("a", "input", map[string]any{"tick": 1, "hunter": 0, "do": "press", "dir": "right"})
		synctest.Wait()
		var pic picture
		p.frames(&pic)
		late := pic.Tick + 1
		time.Sleep(time.Second)
		p.send("a", "pause", nil)
		p.send("a", "take", map[string]any{"what": "record"})
		synctest.Wait()
		for _, e := range p.take(session.Failed) {
			t.Errorf("%s", e.Data)
		}
		r := recordOf(t, p)
		keys := newSeats(0, 1, 0)
		w, err := hunter.New(result(t, (&Setup{Level: 2, Hunters: 1, Solvers: []ouro.Spec{roster.HunterSolver}, Seed: 3}).testConfig))
		if err != nil {
			t.Fatal(err)
		}
		defer w.Close()
		for _, in := range append(script, input{late, 0, "press", ouro.Right}) {
			if err := keys.add(in); err != nil {
				t.Fatal(err)
			}
		}
		for range r.Ticks() {
			keys.apply(w.Tick() + 1)
			w.Step([]hunter.Input{keys.Act(w, 0)})
		}
		if w.Hash() != r.Final || w.Hunters()[0].Score+w.Hunters()[0].Lives == 0 {
			t.Errorf("tick %d: hash %016x, by messages %016x", w.Tick(), w.Hash(), r.Final)
		}
	})
}

func result[T any](t *testing.T, f func() (T, error)) T {
	t.Helper()
	v, err := f()
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func recordOf(t *testing.T, p *page) *hunter.Record {
	t.Helper()
	f := onlyData[session.File](t, p, "file")
	r := new(hunter.Record)
	if err := r.UnmarshalText(f.Base64); err != nil {
		t.Fatal(err)
	}
	return r
}

// TestBotGame: a game of bots equals the game without the studio, and its record is valid. In a replay, a
// tick shows the same view after any seeks.
func TestBotGame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := open(t, map[string]any{"link": "bots=1&seed=1&start-level=8&speed=3000&snakes=2"})
		defer p.session.Close()
		p.send("a", "run", map[string]any{})
		var pic picture
		var done progress
		for range 400 {
			time.Sleep(time.Second)
			synctest.Wait()
			p.frames(&pic)
			for _, m := range p.take("progress") {
				if err := m.Into(&done); err != nil {
					t.Fatal(err)
				}
			}
			if done.Ended {
				break
			}
		}
		if !done.Ended || done.Running || done.Turn != pic.Tick {
			t.Fatalf("not over: %+v", done)
		}
		p.send("a", "take", map[string]any{"what": "record"})
		synctest.Wait()
		r := recordOf(t, p)
		p.send("a", "take", map[string]any{"what": "page"})
		synctest.Wait()
		if f := onlyData[session.File](t, p, "file"); string(f.Base64) != fmt.Sprintf("page of %d ticks", r.Ticks()) || f.MIME != "text/html" {
			t.Errorf("the page is %s %q", f.MIME, f.Base64)
		}
		cfg := result(t, (&Setup{Level: 8, Hunters: 1, Bots: 1, Snakes: 2, Solvers: []ouro.Spec{roster.HunterSolver}, Seed: 1}).testConfig)
		_, want, err := hunter.Run(t.Context(), cfg, hunter.Bots(cfg.Seed, 1))
		if err != nil || want.Final != r.Final || r.Score != *pic.Score {
			t.Errorf("score %d, %016x, by itself %016x (%v)", r.Score, r.Final, want.Final, err)
		}
		if _, err := derive.Hunter(t.Context(), r); err != nil {
			t.Error(err)
		}
		text, err := r.MarshalText()
		if err != nil {
			t.Fatal(err)
		}
		last := pic
		last.Events, last.News = nil, nil
		seekRecord(t, string(text), r.Ticks(), last.text(t))
		openChangedRecord(t, string(text))
	})
}

func seekRecord(t *testing.T, text string, ticks int, end string) {
	t.Helper()
	q := open(t, map[string]any{"record": text})
	defer q.session.Close()
	synctest.Wait()
	if o := onlyData[opened](t, q, session.Opened); !o.Record || o.Turns != ticks {
		t.Errorf("opened %+v", o)
	}
	seen := map[int]string{}
	for _, tick := range []int{ticks, 100, 50, 400, 100, 0, 50, ticks + 9, 400} {
		q.send("a", "seek", map[string]any{"turn": tick})
		synctest.Wait()
		var pic picture
		q.frames(&pic)
		state := onlyData[progress](t, q, "progress")
		tick = min(tick, ticks)
		if last := state.Totals[len(state.Totals)-1]; last.Score != *pic.Score || last.Tick > tick || !slices.IsSortedFunc(state.Totals, func(a, b hunter.Total) int { return a.Tick - b.Tick }) {
			t.Errorf("seek %d: the scores are %v, want %d at the end", tick, state.Totals, *pic.Score)
		}
		if pic.Tick != tick || state.Turn != tick || state.Error != "" || state.Ended != (tick == ticks) {
			t.Fatalf("seek %d: at %d, %+v", tick, pic.Tick, state)
		}
		if before, ok := seen[tick]; ok && before != pic.text(t) {
			t.Errorf("tick %d shows a different view", tick)
		}
		seen[tick] = pic.text(t)
	}
	unbot := strings.ReplaceAll(end, `,"bot":true`, "")
	if seen[ticks] != unbot {
		t.Errorf("the end is\n%s\nand was\n%s", seen[ticks], unbot)
	}
	q.send("a", "input", map[string]any{"hunter": 0, "do": "bomb"})
	q.send("a", "bot", map[string]any{"hunter": 0, "on": true})
	q.send("a", "take", map[string]any{"what": "record"})
	synctest.Wait()
	if n := len(q.take(session.Failed)); n != 3 {
		t.Errorf("%d of 3 invalid requests for a record were refused", n)
	}
}

// openChangedRecord opens a record with a changed input. Its replay must end where the game
// differs.
func openChangedRecord(t *testing.T, text string) {
	t.Helper()
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, "tick 301 ") {
			fields := strings.Fields(line)
			fields[2] = "300*"
			lines[i] = strings.Join(fields, " ")
		}
	}
	q := open(t, map[string]any{"record": strings.Join(lines, "\n")})
	defer q.session.Close()
	synctest.Wait()
	q.send("a", "run", map[string]any{"speed": 600})
	time.Sleep(2 * time.Second)
	synctest.Wait()
	var state progress
	for _, m := range q.take("progress") {
		if err := m.Into(&state); err != nil {
			t.Fatal(err)
		}
	}
	if state.Turn != 600 || !strings.Contains(state.Error, "301 to 600") || state.Running {
		t.Errorf("a changed record: %+v; %s", state, q.types())
	}
}

// TestSilentPage: a page that stops acknowledging does not delay a game of bots. When it acknowledges
// again, it receives all changes.
func TestSilentPage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := open(t, map[string]any{"link": "bots=2&seed=2"})
		defer p.session.Close()
		p.send("a", "run", map[string]any{})
		synctest.Wait()
		p.mu.Lock()
		p.silent = true
		p.mu.Unlock()
		time.Sleep(10 * time.Second)
		synctest.Wait()
		var pic picture
		p.frames(&pic)
		if pic.Tick > 100 {
			t.Fatalf("tick %d was sent without an acknowledgement", pic.Tick)
		}
		p.mu.Lock()
		p.silent = false
		n := p.received
		p.mu.Unlock()
		p.send("", session.Ack, map[string]any{"n": n})
		time.Sleep(time.Second / 10)
		synctest.Wait()
		p.frames(&pic)
		if pic.Tick < 295 {
			t.Errorf("after ten seconds the game is at tick %d", pic.Tick)
		}
		p.send("a", "pause", nil)
		synctest.Wait()
		p.frames(&pic)
		before := pic.text(t)
		p.send("a", "key", nil)
		synctest.Wait()
		if p.frames(&pic); pic.text(t) != before {
			t.Error("the page missed a change")
		}
	})
}

// TestAbsentPage: a game with a person stops when the page is gone. It resumes at the message "run".
func TestAbsentPage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := open(t, map[string]any{"link": "hunters=2&bots=1&seed=2"})
		defer p.session.Close()
		p.send("a", "run", map[string]any{})
		time.Sleep(time.Second)
		p.mu.Lock()
		p.silent = true
		p.mu.Unlock()
		time.Sleep(time.Minute)
		synctest.Wait()
		p.take("progress")
		p.mu.Lock()
		p.silent = false
		n := p.received
		p.mu.Unlock()
		p.send("", session.Ack, map[string]any{"n": n})
		synctest.Wait()
		halted := onlyData[progress](t, p, "progress")
		if halted.Running || halted.Ended || halted.Turn < 60 || halted.Turn > 150 {
			t.Errorf("after a minute alone: %+v", halted)
		}
		p.send("a", "run", map[string]any{})
		time.Sleep(time.Second)
		synctest.Wait()
		var pic picture
		if p.frames(&pic); pic.Tick < halted.Turn+29 || pic.Tick > halted.Turn+31 {
			t.Errorf("a second later at tick %d, from %d", pic.Tick, halted.Turn)
		}
	})
}

// TestWrongRequests: the error about a wrong link names the field. After a wrong message, the game
// continues.
func TestWrongRequests(t *testing.T) {
	for _, c := range []struct{ link, field, want string }{
		{"start-level=99", "start-level", `"99" is not a whole number from 1 to 8`},
		{"hunters=3", "hunters", "from 1 to 2"},
		{"bots=2&hunters=1", "bots", "bots 2: want at most 1"},
		{"snakes=-1", "snakes", "from 0 to 4"},
		{"seed=x", "seed", "want a number"},
		{"speed=500", "speed", "if a person plays"},
		{"solver=nobody", "solver", "nobody"},
		{"solver=a&solver=a&solver=a&solver=a&solver=a", "solver", "at most 4"},
		{"nodes=99999999999", "nodes", "from 0 to 10000000"},
	} {
		synctest.Test(t, func(t *testing.T) {
			p := open(t, map[string]any{"link": c.link})
			defer p.session.Close()
			synctest.Wait()
			e := onlyData[session.Error](t, p, session.Failed)
			if e.Field != c.field || !e.Fatal || !strings.Contains(e.Message, c.want) {
				t.Errorf("%s: %+v, want %q", c.link, e, c.want)
			}
		})
	}
	synctest.Test(t, func(t *testing.T) {
		p := open(t, map[string]any{"link": "seed=1"})
		defer p.session.Close()
		requests := []struct {
			kind string
			data any
		}{
			{"dance", nil},
			{"input", map[string]any{"hunter": 1, "do": "bomb"}},
			{"input", map[string]any{"hunter": -1, "do": "bomb"}},
			{"input", map[string]any{"hunter": 0, "do": "fly"}},
			{"input", map[string]any{"hunter": 0, "do": "press", "dir": "north"}},
			{"input", map[string]any{"hunter": 0, "do": "bomb", "tick": 1 << 40}},
			{"input", "bomb"},
			{"bot", map[string]any{"hunter": 2, "on": true}},
			{"seek", map[string]any{"turn": 5}},
			{"take", map[string]any{"what": "gif"}},
			{"take", map[string]any{"what": "record"}}, // no tick has been played
		}
		for _, s := range requests {
			p.send("a", s.kind, s.data)
			synctest.Wait()
			if e := onlyData[session.Error](t, p, session.Failed); e.Fatal || e.Message == "" {
				t.Errorf("%s: %+v", s.kind, e)
			}
		}
		p.send("a", "run", map[string]any{})
		time.Sleep(time.Second)
		synctest.Wait()
		var pic picture
		if p.frames(&pic); pic.Tick < 29 {
			t.Errorf("tick %d after a second", pic.Tick)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		p := open(t, map[string]any{"record": "ouro hunter record 1\nseed x"})
		defer p.session.Close()
		synctest.Wait()
		if e := onlyData[session.Error](t, p, session.Failed); !e.Fatal || !strings.Contains(e.Message, "line 2") {
			t.Errorf("%+v", e)
		}
	})
}

// TestInputsAreBounded: the number of pending inputs is bounded.
func TestInputsAreBounded(t *testing.T) {
	s := newSeats(1, 1, 0)
	for i := range maxInputs {
		if err := s.add(input{tick: i}); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.add(input{}); err == nil {
		t.Error("one input above the limit was accepted")
	}
}

// TestDecisionsEnd: a decision ends after DecisionTime with an error. It ends at once when the channel is
// closed.
func TestDecisionsEnd(t *testing.T) {
	thinker := func(ouro.Setup) (ouro.Solver, error) {
		return ouro.SolverFunc(func(ctx context.Context, _ ouro.Turn) (ouro.Decision, error) {
			<-ctx.Done()
			return ouro.Decision{}, nil
		}), nil
	}
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		d := &deadline{ctx: ctx}
		wrapped := d.wrap([]hunter.Driver{{Spec: ouro.Spec{Name: "thinker"}, Make: thinker}})
		s, err := wrapped[0].Make(ouro.Setup{})
		if err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		if _, err := s.Decide(context.Background(), ouro.Turn{}); err != nil || time.Since(began) != DecisionTime || d.err == nil || !strings.Contains(d.err.Error(), "solver thinker: no decision within 2s") {
			t.Errorf("after %v: %v, %v", time.Since(began), err, d.err)
		}
		cancel()
		began = time.Now()
		if _, _ = s.Decide(context.Background(), ouro.Turn{}); time.Since(began) != 0 {
			t.Errorf("%v after the end", time.Since(began))
		}
	})
}

func FuzzLink(f *testing.F) {
	for _, text := range []string{"", "start-level=2&hunters=2&bots=1&snakes=4", "solver=cell&solver=backtrack:depth=3&seed=7&game=2&nodes=50", "speed=60", "bots=2&hunters=2"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 200 {
			return
		}
		parse := func(text string) (Setup, error) {
			l, err := link.Parse(text)
			if err != nil {
				return Setup{}, err
			}
			return parseSetup(&l)
		}
		s, err := parse(text)
		if err != nil {
			return
		}
		again, err := parse(s.Query())
		if err != nil || again.Query() != s.Query() {
			t.Errorf("%q is %q, which is %q (%v)", text, s.Query(), again.Query(), err)
		}
	})
}
