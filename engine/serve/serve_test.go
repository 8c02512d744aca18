package serve_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"ouro"
	"ouro/engine/serve"
	"ouro/engine/wire"
	"ouro/play"
	"ouro/roster"
	"ouro/rule/maze"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func engineOf(t testing.TB, text string) serve.Engine {
	t.Helper()
	spec, err := ouro.ParseSpec(text)
	if err != nil {
		t.Fatal(err)
	}
	return serve.Engine{
		Intro: wire.Intro{Version: wire.Version, Name: text},
		Make: func(n *wire.New) (ouro.Solver, error) {
			rules, err := roster.MakeRules(n.Rules)
			if err != nil {
				return nil, err
			}
			return roster.Make(spec, ouro.Setup{Rules: rules, Start: n.State, Seat: n.Seat, Seed: n.Seed})
		},
	}
}

func engineWith(decide ouro.SolverFunc) serve.Engine {
	return serve.Engine{
		Intro: wire.Intro{Version: wire.Version, Name: "test"},
		Make:  func(*wire.New) (ouro.Solver, error) { return decide, nil },
	}
}

// host is a program that uses an engine.
type host struct {
	t     testing.TB
	out   *io.PipeWriter
	lines *wire.Lines
	done  chan error
}

func start(t testing.TB, e serve.Engine) *host {
	t.Helper()
	in, out := io.Pipe()
	from, to := io.Pipe()
	h := &host{t: t, out: out, lines: wire.NewLines(from), done: make(chan error, 1)}
	go func() {
		err := serve.Run(context.WithoutCancel(t.Context()), e, in, to)
		_ = in.Close()
		_ = to.Close()
		h.done <- err
	}()
	t.Cleanup(func() {
		_ = out.Close()
		_ = from.Close()
		if err := <-h.done; err != nil && !errors.Is(err, io.ErrClosedPipe) { // the test may have closed it
			t.Error(err)
		}
	})
	return h
}

func (h *host) send(line string) {
	h.t.Helper()
	if _, err := io.WriteString(h.out, strings.TrimSuffix(line, "\n")+"\n"); err != nil {
		h.t.Fatal(err)
	}
}

func (h *host) receive(g *ouro.Grid) wire.Answer {
	h.t.Helper()
	line, err := h.lines.Next()
	if err != nil {
		h.t.Fatal(err)
	}
	if !json.Valid(line) {
		h.t.Fatalf("no JSON: %s", line)
	}
	var a wire.Answer
	if err := a.Parse(line, g); err != nil {
		h.t.Fatalf("%v: %s", err, line)
	}
	return a
}

func (h *host) want(kind wire.Kind, g *ouro.Grid) wire.Answer {
	h.t.Helper()
	a := h.receive(g)
	if a.Kind != kind {
		h.t.Fatalf("%+v, want kind %d", a, kind)
	}
	return a
}

// remoteSolver is a solver that gets its moves from an engine.
type remoteSolver struct {
	*host
	id    int64
	notes int
}

func (d *remoteSolver) Decide(_ context.Context, t ouro.Turn) (ouro.Decision, error) {
	d.id++
	d.send(string(wire.AppendTurn(nil, &wire.Turn{ID: d.id, State: t.State, Nodes: t.Nodes, Watched: t.Trace.On()})))
	a := d.receive(t.State.Grid)
	for _, n := range a.Move.Notes {
		d.notes++
		t.Trace.Send(n)
	}
	if a.Kind != wire.IsMove || a.Move.ID != d.id || a.Wrong != nil {
		return ouro.Decision{}, fmt.Errorf("%+v", a)
	}
	return ouro.Decision{Dir: a.Move.Dir, Score: a.Move.Score, Depth: a.Move.Depth, Nodes: a.Move.Nodes}, nil
}

func (h *host) newGame(game ouro.GameSpec, deal play.Deal, seat int, seed uint64) *remoteSolver {
	h.t.Helper()
	h.send(string(wire.AppendNew(nil, &wire.New{
		Rules: game.Rules, Game: wire.GameOf(game.Rules), Board: wire.BoardOf(deal.Start.Grid),
		Seat: seat, Seats: len(deal.Start.Snakes), Seed: ouro.SolverSeed(seed, seat), State: deal.Start,
	})))
	h.want(wire.IsReady, nil)
	return &remoteSolver{host: h}
}

func gameOf(t testing.TB, rules, board string, snakes int) ouro.GameSpec {
	t.Helper()
	spec, err := ouro.ParseSpec(rules)
	if err != nil {
		t.Fatal(err)
	}
	choice := roster.Choice{Rules: spec, Snakes: snakes, Open: maze.Level}
	if board != "" {
		if choice.W, choice.H, err = ouro.ParseSize(board); err != nil {
			t.Fatal(err)
		}
	}
	game, err := choice.Game()
	if err != nil {
		t.Fatal(err)
	}
	return game
}

// TestSameGames: as an engine, a solver makes the same moves with the same scores as in this
// process, in games of every kind, watched or not, and all in one conversation.
func TestSameGames(t *testing.T) {
	for _, c := range []struct {
		rules, board string
		nodes        int64
		games        int
		solvers      []string
	}{
		{"classic", "6x6", 0, 3, []string{"cell"}},
		{"classic", "5x7", 0, 2, []string{"ouroboros"}},
		{"classic", "8x8", 0, 1, []string{"lookahead:breakloops=true"}},
		{"classic", "7x6", 0, 2, []string{"wander"}},
		{"classic", "8x8", 0, 2, []string{"predictive"}},
		{"classic", "4x4", 0, 1, []string{"tablebase"}},
		{"maze:regrow=floor", "", 2000, 1, []string{"backtrack:depth=8"}},
		{"standard", "11x11", 100, 1, []string{"spot", "hungry", "random", "coward"}},
		{"wrapped:map=hz_rings", "11x11", 100, 1, []string{"spot", "spot:depth=5"}},
		{"royale:map=royale,shrink=5", "7x7", 200, 1, []string{"spot", "floodfill"}},
		{"constrictor", "7x7", 300, 1, []string{"spot", "greedy"}},
		{"solo", "7x7", 100, 1, []string{"spot"}},
	} {
		t.Run(fmt.Sprint(c.rules, c.solvers), func(t *testing.T) {
			game := gameOf(t, c.rules, c.board, len(c.solvers))
			var hosts []*host
			for _, s := range c.solvers {
				hosts = append(hosts, start(t, engineOf(t, s)))
			}
			for g := range c.games {
				seed := ouro.GameSeed(7, g)
				sameGame(t, game, seed, c.nodes, c.solvers, hosts, g%2 == 0)
			}
		})
	}
}

const longest = 60

func sameGame(t *testing.T, game ouro.GameSpec, seed uint64, nodes int64, solvers []string, hosts []*host, watched bool) {
	t.Helper()
	play1 := func(seats []ouro.Solver, notes *int) (*play.Game, [][]ouro.Decision) {
		deal, err := roster.Deal(game, seed)
		if err != nil {
			t.Fatal(err)
		}
		cfg := play.Config{Deal: deal, Seats: seats, Budget: ouro.Budget{Nodes: nodes}, Keep: true}
		if watched {
			cfg.Trace = func(int) *ouro.Trace { return ouro.NewTrace(func(ouro.Note) { *notes++ }) }
		}
		g, err := play.New(cfg)
		if err != nil {
			t.Fatal(err)
		}
		var all [][]ouro.Decision
		for range longest {
			if _, over := g.Over(); over {
				break
			}
			if err := g.Move(t.Context()); err != nil {
				t.Fatal(err)
			}
			turn := make([]ouro.Decision, len(seats))
			for seat := range seats {
				turn[seat] = g.Last(seat)
			}
			all = append(all, turn)
		}
		return g, all
	}
	deal, err := roster.Deal(game, seed)
	if err != nil {
		t.Fatal(err)
	}
	var local, remote []ouro.Solver
	for seat, text := range solvers {
		spec, err := ouro.ParseSpec(text)
		if err != nil {
			t.Fatal(err)
		}
		s, err := roster.Make(spec, ouro.Setup{Rules: deal.Rules, Start: deal.Start, Seat: seat, Seed: ouro.SolverSeed(seed, seat)})
		if err != nil {
			t.Fatal(err)
		}
		local = append(local, s)
		remote = append(remote, hosts[seat].newGame(game, deal, seat, seed))
	}
	var notesLocal, notesRemote int
	a, movesA := play1(local, &notesLocal)
	b, movesB := play1(remote, &notesRemote)
	if len(b.Incidents()) > 0 || len(a.Incidents()) > 0 {
		t.Fatalf("incidents %+v, %+v", a.Incidents(), b.Incidents())
	}
	for turn := range movesA {
		if turn >= len(movesB) || fmt.Sprint(movesA[turn]) != fmt.Sprint(movesB[turn]) {
			t.Fatalf("seed %d, turn %d: %+v in this process, %+v as an engine", seed, turn, movesA[turn], movesB[min(turn, len(movesB)-1)])
		}
	}
	if !a.State().Equal(b.State()) || len(movesA) < 5 {
		t.Errorf("seed %d: %s after %d turns became %s", seed, a.State(), len(movesA), b.State())
	}
	if watched && notesLocal > 0 && notesRemote == 0 {
		t.Errorf("%d notes in this process, %d as an engine", notesLocal, notesRemote)
	}
	if err := errors.Join(a.Close(), b.Close()); err != nil {
		t.Error(err)
	}
}

const (
	hello      = `{"type":"hello","version":1,"host":"a test"}`
	begin      = `{"type":"new","rules":"classic","game":"classic","board":{"width":4,"height":4,"wraps":false},"seat":0,"seats":1,"seed":"3","options":{},"state":{"turn":0,"snakes":[{"body":[[1,1]],"alive":true}],"food":[]}}`
	turnFormat = `{"type":"turn","id":%d,"state":{"turn":0,"snakes":[{"body":[[1,1]],"alive":true}],"food":[[2,2]]}%s}`
)

func (h *host) turn(id int, more string) { h.t.Helper(); h.send(fmt.Sprintf(turnFormat, id, more)) }

// TestConversation: hello gets an answer, an error has the id of its turn, and unknown messages are
// ignored.
func TestConversation(t *testing.T) {
	h := start(t, engineOf(t, "cell"))
	h.send(`{"type":"hello","version":3,"host":"from the future","more":[{}]}`)
	if a := h.want(wire.IsHello, nil); a.Intro.Version != 1 || a.Intro.Name != "cell" {
		t.Errorf("%+v", a.Intro)
	}
	h.send(`{"type":"hello","version":0}`)
	if a := h.want(wire.IsError, nil); !strings.Contains(a.Message, "version 0") {
		t.Error(a.Message)
	}
	h.turn(5, "")
	if a := h.want(wire.IsError, nil); !strings.Contains(a.Message, "new") {
		t.Error(a.Message)
	}
	h.send(strings.Replace(begin, `"width":4`, `"width":5`, 1))
	if a := h.want(wire.IsError, nil); a.Move.ID != 0 || !strings.Contains(a.Message, "cell") {
		t.Errorf("%+v", a)
	}
	h.send(strings.Replace(begin, `"classic"`, `"nosuch"`, 1))
	if a := h.want(wire.IsError, nil); !strings.Contains(a.Message, "nosuch") {
		t.Error(a.Message)
	}
	h.turn(6, "")
	if a := h.want(wire.IsError, nil); a.Move.ID != 6 {
		t.Errorf("%+v", a)
	}
	h.send(begin)
	h.want(wire.IsReady, nil)
	h.send(`{"type":"nosuch","id":3}`)
	h.send(`{"type":"stop","id":3}`)
	h.send(`{}`)
	h.turn(7, `,"news":{"a":[1,2,{"b":null}]}`)
	if a := h.want(wire.IsMove, ouro.MustGrid(4, 4)); a.Move.ID != 7 || len(a.Move.Notes) > 0 {
		t.Errorf("%+v", a)
	}
	h.turn(8, `,"watched":true`)
	if a := h.want(wire.IsMove, ouro.MustGrid(4, 4)); a.Move.ID != 8 || len(a.Move.Notes) == 0 {
		t.Errorf("%+v", a)
	}
	h.send(strings.Replace(fmt.Sprintf(turnFormat, 9, ""), `"alive":true`, `"alive":false`, 1))
	if a := h.want(wire.IsError, nil); a.Move.ID != 9 || !strings.Contains(a.Message, "dead") {
		t.Errorf("%+v", a)
	}
	h.send(strings.Replace(fmt.Sprintf(turnFormat, 10, ""), `"snakes":[`, `"snakes":[{"body":[[0,0]],"alive":true},`, 1))
	if a := h.want(wire.IsError, nil); a.Move.ID != 10 || !strings.Contains(a.Message, "2 snakes") {
		t.Errorf("%+v", a)
	}
	h.send("hello there")
	h.want(wire.IsError, nil)
	h.send(`{"x":"` + strings.Repeat("x", 3*wire.MaxLine) + `"}`)
	if a := h.want(wire.IsError, nil); !strings.Contains(a.Message, "1048576") {
		t.Error(a.Message)
	}
	h.send(`{"type":"end"}`)
	h.turn(11, "")
	h.want(wire.IsError, nil)
	h.send(begin)
	h.want(wire.IsReady, nil)
	h.send(begin) // the last game was not ended
	h.want(wire.IsReady, nil)
	h.send(`{"type":"quit"}`)
	if _, err := h.lines.Next(); !errors.Is(err, io.EOF) {
		t.Error(err)
	}
}

// TestStop: the engine answers a turn when it receives stop, when the turn's time ends, when the
// next question arrives, and when the input ends.
func TestStop(t *testing.T) {
	thinking := make(chan struct{}, 1)
	h := start(t, engineWith(func(ctx context.Context, q ouro.Turn) (ouro.Decision, error) {
		q.Offer(ouro.Right)
		thinking <- struct{}{}
		<-ctx.Done()
		return ouro.Decision{Dir: ouro.Left}, nil
	}))
	answered := func(id int64) {
		t.Helper()
		for {
			a := h.receive(nil)
			if a.Kind == wire.IsBest && a.Move.ID == id && a.Move.Dir == ouro.Right {
				continue
			}
			if a.Kind != wire.IsMove || a.Move.ID != id || a.Move.Dir != ouro.Left {
				t.Fatalf("%+v, want the answer to %d", a, id)
			}
			return
		}
	}
	h.send(begin)
	h.want(wire.IsReady, nil)
	h.turn(1, "")
	<-thinking
	h.send(`{"type":"stop","id":0}`) // for an earlier turn; it must be ignored
	h.send(`{"type":"stop","id":1}`)
	answered(1)
	h.turn(2, `,"time":30`)
	<-thinking
	answered(2)
	h.turn(3, "")
	<-thinking
	h.turn(4, "")
	answered(3)
	<-thinking
	h.send(begin)
	answered(4)
	h.want(wire.IsReady, nil)
	h.turn(5, "")
	<-thinking
	h.turn(6, "")
	h.send(`{"type":"stop","id":6}`)
	answered(5)
	<-thinking
	answered(6)
	h.turn(7, `,"time":1e30`)
	<-thinking
	if a := h.want(wire.IsBest, nil); a.Move.ID != 7 || a.Move.Dir != ouro.Right {
		t.Errorf("%+v", a)
	}
	h.send(`{"type":"quit"}`)
	answered(7)
	if _, err := h.lines.Next(); !errors.Is(err, io.EOF) {
		t.Error(err)
	}
}

// TestSolverThatDoesNotStop: an engine whose solver does not stop still ends, and limits the number of
// waiting questions.
func TestSolverThatDoesNotStop(t *testing.T) {
	release := make(chan struct{})
	defer close(release)
	endless := engineWith(func(context.Context, ouro.Turn) (ouro.Decision, error) { <-release; return ouro.Decision{}, nil })
	var input strings.Builder
	fmt.Fprintln(&input, begin)
	fmt.Fprintf(&input, turnFormat+"\n", 1, "")
	if err := serve.Run(t.Context(), endless, strings.NewReader(input.String()), io.Discard); err != nil {
		t.Error(err)
	}
	for id := range 100 {
		fmt.Fprintf(&input, turnFormat+"\n", id+2, "")
	}
	if err := serve.Run(t.Context(), endless, strings.NewReader(input.String()), io.Discard); err == nil || !strings.Contains(err.Error(), "questions are waiting") {
		t.Error(err)
	}
}

// TestFaults: a turn gets an error as its answer if the solver returns an error, panics, ends its
// goroutine or returns an invalid move. The next turn gets a move.
func TestFaults(t *testing.T) {
	n := 0
	h := start(t, engineWith(func(context.Context, ouro.Turn) (ouro.Decision, error) {
		switch n++; n {
		case 1:
			return ouro.Decision{}, errors.New("no idea")
		case 2:
			panic("broken\nin two")
		case 3:
			runtime.Goexit()
		case 4:
			return ouro.Decision{Dir: 77}, nil
		}
		return ouro.Decision{Dir: ouro.Down}, nil
	}))
	h.send(begin)
	h.want(wire.IsReady, nil)
	for id, want := range []string{"no idea", "broken", "ended", "77"} {
		h.turn(id+1, "")
		if a := h.want(wire.IsError, nil); a.Move.ID != int64(id+1) || !strings.Contains(a.Message, want) {
			t.Errorf("%+v, want %s", a, want)
		}
	}
	h.turn(5, "")
	if a := h.want(wire.IsMove, nil); a.Move.Dir != ouro.Down {
		t.Errorf("%+v", a)
	}
	e := serve.Engine{Make: func(*wire.New) (ouro.Solver, error) { panic("unmade") }}
	h = start(t, e)
	h.send(begin)
	if a := h.want(wire.IsError, nil); !strings.Contains(a.Message, "unmade") {
		t.Errorf("%+v", a)
	}
}

func TestEnds(t *testing.T) {
	e := engineOf(t, "bfs")
	broken := errors.New("broken")
	if err := serve.Run(t.Context(), e, io.MultiReader(strings.NewReader(hello+"\n"), failing{broken}), io.Discard); !errors.Is(err, broken) {
		t.Error(err)
	}
	if err := serve.Run(t.Context(), e, strings.NewReader(hello+"\n"), failing{broken}); !errors.Is(err, broken) {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	in, out := io.Pipe()
	if err := serve.Run(ctx, e, in, io.Discard); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	_ = out.Close()
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error)  { return 0, f.err }
func (f failing) Write([]byte) (int, error) { return 0, f.err }

func TestTranscript(t *testing.T) {
	e := engineOf(t, "bfs")
	var transcript bytes.Buffer
	e.Transcript = wire.NewTranscript(&transcript)
	in := strings.Join([]string{hello, begin, fmt.Sprintf(turnFormat, 1, ""), `{"type":"quit"}`}, "\n") + "\n"
	var out bytes.Buffer
	if err := serve.Run(t.Context(), e, strings.NewReader(in), &out); err != nil {
		t.Fatal(err)
	}
	var questions, answers strings.Builder
	for line := range strings.Lines(transcript.String()) {
		if rest, ok := strings.CutPrefix(line, "> "); ok {
			questions.WriteString(rest)
		} else if rest, ok := strings.CutPrefix(line, "< "); ok {
			answers.WriteString(rest)
		}
	}
	if questions.String() != in || answers.String() != out.String() || strings.Count(out.String(), "\n") != 3 {
		t.Errorf("transcript:\n%s\noutput:\n%s", &transcript, &out)
	}
}

// FuzzRun: for any input and any solver, Run ends, and every line of output is a valid
// answer.
func FuzzRun(f *testing.F) {
	solvers := []string{"hungry", "bfs", "cell", "lookahead", "ouroboros", "spot"}
	f.Add(hello + "\n" + begin + "\n" + fmt.Sprintf(turnFormat, 1, `,"watched":true,"nodes":10`) + "\n")
	f.Add(begin + "\n" + fmt.Sprintf(turnFormat, 1, `,"time":1`) + "\n" + `{"type":"stop","id":1}` + "\n" + begin + "\n{\"type\":\"end\"}\n")
	f.Add(strings.Replace(begin, "classic", "standard", 2) + "\n" + fmt.Sprintf(turnFormat, -1, "") + "\n")
	f.Fuzz(func(t *testing.T, in string) {
		var out bytes.Buffer
		if err := serve.Run(t.Context(), engineOf(t, solvers[len(in)%len(solvers)]), strings.NewReader(in), &out); err != nil && !strings.Contains(err.Error(), "questions are waiting") {
			t.Fatal(err)
		}
		lines := wire.NewLines(&out)
		for {
			line, err := lines.Next()
			if err != nil {
				return
			}
			var a wire.Answer
			if err := a.Parse(line, nil); err != nil || a.Kind == wire.Unknown {
				t.Fatalf("%v: %s", err, line)
			}
		}
	})
}
