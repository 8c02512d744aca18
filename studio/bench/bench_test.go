package bench_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"ouro"
	"ouro/cli"
	"ouro/cli/command"
	"ouro/lab"
	"ouro/roster"
	"ouro/solve/exact"
	"ouro/studio/bench"
	"ouro/studio/memory"
	"ouro/studio/session"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// page is a fake page of a session with one channel.
type page struct {
	t   *testing.T
	s   *session.Session
	got chan session.Message
}

func open(t *testing.T, link string, games int) *page {
	return openIn(t, memory.New(memory.DefaultBytes), link, games)
}

func openIn(t *testing.T, store *memory.Store, link string, games int) *page {
	p := &page{t: t, got: make(chan session.Message, 10_000)}
	var mu sync.Mutex
	n := 0
	p.s = session.New(t.Context(), session.Config{Kinds: map[string]session.Kind{"bench": bench.New(store)}}, func(text []byte) error {
		var m session.Message
		if err := json.Unmarshal(text, &m); err != nil {
			t.Errorf("%s: %v", text, err)
		}
		p.got <- m
		mu.Lock()
		n++
		ack := n
		mu.Unlock()
		go func() { _ = p.s.Receive(fmt.Appendf(nil, `{"type":"ack","data":{"n":%d}}`, ack)) }()
		return nil
	})
	t.Cleanup(p.s.Close)
	p.text(`{"type":"hello","data":{"version":1}}`)
	p.until("hello")
	p.text(fmt.Sprintf(`{"ch":"b","type":"open","data":{"kind":"bench","link":%q}}`, fmt.Sprintf("%s&games=%d", link, games)))
	return p
}

func (p *page) text(text string) {
	p.t.Helper()
	if err := p.s.Receive([]byte(text)); err != nil {
		p.t.Fatal(err)
	}
}

func (p *page) send(kind, data string) {
	p.t.Helper()
	p.text(fmt.Sprintf(`{"ch":"b","type":%q,"data":%s}`, kind, data))
}

func (p *page) until(kind string) session.Message {
	p.t.Helper()
	for {
		select {
		case m := <-p.got:
			if m.Type == kind {
				return m
			}
			if m.Type == session.Failed || m.Type == "failed" {
				p.t.Fatalf("%s before %s", m.Data, kind)
			}
		case <-time.After(time.Minute):
			p.t.Fatalf("no %s", kind)
		}
	}
}

// report returns the next report that wanted accepts.
func (p *page) report(wanted func(*bench.Report) bool) *bench.Report {
	p.t.Helper()
	for {
		var r bench.Report
		if err := p.until("report").Into(&r); err != nil {
			p.t.Fatal(err)
		}
		if wanted(&r) {
			return &r
		}
	}
}

func (p *page) take(what string) string {
	p.t.Helper()
	p.send("take", fmt.Sprintf(`{"what":%q}`, what))
	var f struct{ Name, Mime, Base64 string }
	if err := p.until("file").Into(&f); err != nil {
		p.t.Fatal(err)
	}
	text, err := base64.StdEncoding.DecodeString(f.Base64)
	if err != nil || f.Name == "" || f.Mime == "" {
		p.t.Fatal(f, err)
	}
	return string(text)
}

func ended(r *bench.Report) bool { return !r.Running && r.Games == r.Requested }

// uninterrupted returns the report of an experiment that is played without interruptions.
func uninterrupted(t *testing.T, board string, seed uint64, games int, solvers ...string) *lab.Report {
	t.Helper()
	w, h, err := ouro.ParseSize(board)
	if err != nil {
		t.Fatal(err)
	}
	game := ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: w, H: h, StartLength: 1}
	plan := lab.Plan{Game: game, Deal: roster.Dealer(game), Seed: seed, Groups: games, Meals: true, Workers: 2}
	for _, name := range solvers {
		entry, err := roster.FindSolver(name)
		if err != nil {
			t.Fatal(err)
		}
		plan.Entrants = append(plan.Entrants, lab.Entrant{Spec: ouro.Spec{Name: name}, Make: entry.Make})
	}
	r, err := lab.Run(t.Context(), plan, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r.WithoutTimes()
}

// TestSameAsOneExperiment: games that are played with interruptions give the same files as
// one experiment without interruptions.
func TestSameAsOneExperiment(t *testing.T) {
	p := open(t, "board=6x6&solver=greedy&solver=cell&solver=lookahead&seed=7", 40)
	if before := p.report(func(*bench.Report) bool { return true }); !strings.Contains(before.Command, "--games 40 ") {
		t.Errorf("before any game the command is %s", before.Command)
	}
	p.send("go", "{}")
	first := p.report(func(r *bench.Report) bool { return r.Games > 0 })
	p.send("stop", "{}")
	stopped := p.report(func(r *bench.Report) bool { return !r.Running })
	p.send("games", `{"games":60}`)
	p.send("go", "{}")
	last := p.report(ended)
	if first.Games > stopped.Games || last.Games != 60 {
		t.Errorf("%d games, then %d, then %d", first.Games, stopped.Games, last.Games)
	}
	want := uninterrupted(t, "6x6", 7, 60, "greedy", "cell", "lookahead")
	optimum, _ := exact.Known(ouro.MustGrid(6, 6))
	want.AgainstOptimum(optimum)
	want.AgainstDistance()
	for what, write := range map[string]func(io.Writer) error{
		"csv": want.WriteCSV, "json": want.WriteJSON, "markdown": want.WriteMarkdown, "games-csv": want.WriteGamesCSV, "meals-csv": want.WriteMealsCSV,
	} {
		var text strings.Builder
		if err := write(&text); err != nil {
			t.Fatal(err)
		}
		if have := p.take(what); have != text.String() {
			t.Errorf("%s differs:\n%.600s\nwant\n%.600s", what, have, text.String())
		}
	}
	var out, errs strings.Builder
	args := append(strings.Fields(last.Command)[1:], "--json")
	if code := cli.Main(t.Context(), args, command.IO{In: strings.NewReader(""), Out: &out, Err: &errs}); code != 0 || out.String() != p.take("json") {
		t.Errorf("ouro %v: code %d, %s\n%s", args, code, &errs, &out)
	}
	if !strings.HasPrefix(last.Command, "ouro bench greedy cell lookahead ") || !strings.Contains(last.Command, "--seed 7 --games 60") {
		t.Errorf("the command is %s", last.Command)
	}
}

// TestReport: the figures of a report are consistent.
func TestReport(t *testing.T) {
	p := open(t, "board=6x6&solver=cell&solver=greedy&solver=hamilton", 30)
	var got struct {
		Solvers []struct{ Name, Color string }
		Optimum float64
		Most    int
	}
	if err := p.until("opened").Into(&got); err != nil || len(got.Solvers) != 3 || got.Solvers[2].Name != "hamilton" || got.Optimum < 100 || got.Most != bench.MaxGames {
		t.Fatalf("%+v, %v", got, err)
	}
	p.send("go", "{}")
	r := p.report(ended)
	want := uninterrupted(t, "6x6", 1, 30, "cell", "greedy", "hamilton")
	for i, s := range r.Solvers {
		sum := 0
		for _, n := range s.Bins {
			sum += n
		}
		if sum != s.Won || s.Won+s.Died+s.Trapped+s.Looped != 30 || s.Won != want.Results[i].Won {
			t.Errorf("solver %d: %d in bins, %+v", i, sum, s)
		}
		if s.Won > 0 && (*s.Moves.Lo > *s.Moves.Mean || *s.Moves.Hi < *s.Moves.Mean || *s.Moves.Mean != want.Results[i].Moves.Mean) {
			t.Errorf("solver %d: %+v", i, s.Moves)
		}
		if len(s.Meals) != 3*len(want.Results[i].Meals) {
			t.Errorf("solver %d: %d points of meals", i, len(s.Meals))
		}
	}
	if len(r.Pairs) != 3 || r.Pairs[1].A != 0 || r.Pairs[1].B != 2 || r.Pairs[1].Both != 30 || !r.Pairs[1].Clear {
		t.Errorf("pairs %+v", r.Pairs)
	}
	var clear, unclear int
	for i, p := range r.Pairs {
		w := want.Pairs[i].Won
		if *p.Won.Mean != w.Mean || *p.Won.Lo != w.Interval.Lo || *p.Won.Hi != w.Interval.Hi || p.WonClear != w.IsClear() {
			t.Errorf("pair %d: won %+v, clear %v, want %+v", i, p.Won, p.WonClear, w)
		}
		if p.WonClear {
			clear++
		} else {
			unclear++
		}
	}
	if clear != 2 || unclear != 1 { // the other two solvers win every game; greedy does not
		t.Errorf("of %d pairs one wins more, of %d none", clear, unclear)
	}
	if r.Seed != ouro.GameSeed(1, 30) {
		t.Errorf("the next game has seed %d", r.Seed)
	}
}

// TestRefused: if a request is wrong, there is an error that names the field.
func TestRefused(t *testing.T) {
	for link, want := range map[string]string{
		"rules=standard":                     `"field":"rules"`,
		"solver=nobody":                      `"field":"solver"`,
		"solver=cell&solver=nobody":          `"field":"solver"`,
		"solver=cell&solver=cell":            "given twice",
		"solver=cell&board=7x7":              `"field":"solver"`,
		"solver=cell&solver=hand":            `"field":"solver"`,
		strings.Repeat("solver=cell&", 9):    "limit of one experiment is 8",
		"snake=greedy&snake=hungry&board=3y": `"field":"board"`,
		"frob=1":                             `"field":"frob"`,
	} {
		p := open(t, strings.TrimSuffix(link, "&"), 10)
		m := <-p.got
		if m.Type != session.Failed || !strings.Contains(string(m.Data), want) || !strings.Contains(string(m.Data), `"fatal":true`) {
			t.Errorf("%s: %s %s", link, m.Type, m.Data)
		}
	}
	p := open(t, "board=4x4&solver=bfs", 100_000)
	if m := <-p.got; !strings.Contains(string(m.Data), `"field":"games"`) {
		t.Errorf("%s %s", m.Type, m.Data)
	}
	p = open(t, "board=4x4&solver=bfs&games=x&games=1", 0)
	if m := <-p.got; !strings.Contains(string(m.Data), `"field":"games"`) {
		t.Errorf("%s %s", m.Type, m.Data)
	}
	p = open(t, "board=4x4&solver=bfs", 5)
	p.until("report")
	for _, c := range []struct{ kind, data, want string }{
		{"games", `{"games":0}`, "want 1 to"}, {"take", `{"what":"csv"}`, "no game is finished yet"}, {"take", `{"what":"xls"}`, "unknown file"}, {"play", `{}`, "unknown message"}, {"go", `7`, "message"},
	} {
		p.send(c.kind, c.data)
		if m := <-p.got; m.Type != "failed" || !strings.Contains(string(m.Data), c.want) {
			t.Errorf("%s %s: %s %s", c.kind, c.data, m.Type, m.Data)
		}
	}
	p.send("go", "{}") // the channel still works
	p.report(ended)
}

// TestStopAtOnce: stop interrupts a long game, and closing a channel leaves no goroutine
// behind.
func TestStopAtOnce(t *testing.T) {
	p := open(t, "board=64x64&solver=ouroboros", 10)
	p.send("go", "{}")
	p.report(func(r *bench.Report) bool { return r.Running })
	p.send("stop", "{}")
	r := p.report(func(r *bench.Report) bool { return !r.Running })
	if r.Games != 0 {
		t.Errorf("%d games are finished, although each takes hours", r.Games)
	}
	p.send("go", "{}")
	p.report(func(r *bench.Report) bool { return r.Running })
	p.send("end", "{}")
	p.until("ended")
}

// TestStoreOfGames: if the store has no memory for more games, play stops. The results
// remain until the channel is closed.
func TestStoreOfGames(t *testing.T) {
	store := memory.New(30_000)
	p := openIn(t, store, "board=6x6&solver=hamilton", 1000)
	p.send("go", "{}")
	var failed struct{ Message string }
	if err := p.until("failed").Into(&failed); err != nil || !strings.Contains(failed.Message, "close one, or try again") {
		t.Fatalf("%+v, %v", failed, err)
	}
	stopped := p.report(func(r *bench.Report) bool { return !r.Running })
	if stopped.Games < 10 || stopped.Games > 60 {
		t.Errorf("the report has %d games", stopped.Games)
	}
	if csv := p.take("games-csv"); strings.Count(csv, "\n") != stopped.Games+1 {
		t.Errorf("%d games, and of them\n%s", stopped.Games, csv)
	}
	p.s.Close()
	openIn(t, store, "board=6x6&solver=hamilton", 10).send("go", "{}")
	q := openIn(t, store, "board=6x6&solver=hamilton", 10)
	q.send("go", "{}")
	q.report(ended)
}
