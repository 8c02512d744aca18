//go:build !js

package engine_test

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"net"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"ouro"
	"ouro/engine"
	"ouro/engine/wire"
	"ouro/internal/shell"
	"ouro/play"
	"ouro/roster"
)

// TestMain runs an engine instead of the tests if this program was started as one.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "engine" {
		runScripted(os.Args[2], os.Args[3:])
		os.Exit(0)
	}
	goleak.VerifyTestMain(m)
}

// command returns a command that starts this program as an engine that follows the script.
func command(t testing.TB, script string, args ...string) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return shell.Line(append([]string{self, "engine", script}, args...)...)
}

// runScripted runs an engine. Its snake goes in the first legal direction of up, right, down and
// left. From the third turn of a game, the engine follows its script.
func runScripted(script string, args []string) {
	out := func(b []byte) { _, _ = os.Stdout.Write(b) }
	turns := 0
	var grid *ouro.Grid
	var seat int
	lines := wire.NewLines(os.Stdin)
	actBeforeHello(script, args)
	for {
		line, err := lines.Next()
		if err != nil {
			return
		}
		q, err := wire.ParseQuestion(line, grid)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(9)
		}
		switch q.Kind {
		case wire.IsHello:
			out(hello(script))
		case wire.IsNew:
			if script == "refuse" {
				out(wire.AppendError(nil, 0, "not on\x1b this board"))
				continue
			}
			grid, seat, turns = q.New.State.Grid, q.New.Seat, 0
			fmt.Fprintf(os.Stderr, "new %s %s seat %d options %s\n", q.New.Rules, q.New.Game, seat, q.New.Options)
			out(wire.AppendReady(nil))
		case wire.IsTurn:
			if turns++; script == "twice" { // every process ends in its first turn
				os.Exit(4)
			}
			move := wire.Move{ID: q.Turn.ID, Dir: first(q.Turn.State, seat), Score: 0.5, Depth: 3, Nodes: q.Turn.Nodes}
			if turns < 3 || !misbehave(script, args, &q, &move, out, lines) {
				if q.Turn.Watched {
					move.Notes = []ouro.Note{{Verb: ouro.NoteValue, Label: "asked", Value: float64(turns)}}
				}
				out(wire.AppendMoveWithNotes(nil, &move, grid))
			}
		case wire.IsEnd:
			if script == "leaves" {
				os.Exit(0)
			}
		case wire.IsQuit:
			if script == "stays" {
				select {}
			}
			return
		default: // other messages are not for this engine
		}
	}
}

func first(s *ouro.State, seat int) ouro.Dir {
	if legal := s.Legal(seat); legal != 0 {
		return legal.At(0)
	}
	return ouro.Up
}

func hello(script string) []byte {
	low, high := 1.0, 9.0
	in := wire.Intro{Version: wire.Version, Name: "scripted", Options: []wire.Option{
		{Name: "depth", Type: wire.Int, Default: []byte("3"), Min: &low, Max: &high},
		{Name: "style", Type: wire.Choice, Choices: []string{"plain", "bold"}},
	}}
	switch script {
	case "classic":
		in.Games = []string{"classic"}
	case "version":
		in.Version = 2
	}
	return wire.AppendIntro(nil, in)
}

func actBeforeHello(script string, args []string) {
	switch script {
	case "exit":
		fmt.Fprintln(os.Stderr, "no such module: snake")
		os.Exit(3)
	case "endless":
		for {
			fmt.Print(strings.Repeat("x", 1<<12))
		}
	case "mute":
		select {}
	case "eager":
		for i := range 100 {
			fmt.Println(`{"type":"info","n":` + strconv.Itoa(i) + `}`)
		}
	case "child": // started by forks; runs until it is killed or the test closes the connection
		conn, err := new(net.Dialer).DialContext(context.Background(), "unix", args[0])
		if err == nil {
			_, _ = io.Copy(io.Discard, conn)
		}
		os.Exit(1)
	}
}

// misbehave performs the fault that the script names. It returns false if the engine must still
// answer.
func misbehave(script string, args []string, q *wire.Question, m *wire.Move, out func([]byte), lines *wire.Lines) bool {
	best := func() { out(wire.AppendBest(nil, wire.Best{ID: q.Turn.ID, Dir: m.Dir})) }
	switch script {
	case "crash":
		fmt.Fprintln(os.Stderr, "Traceback:\n  list index out of range")
		os.Exit(1)
	case "forks":
		self, _ := os.Executable()
		child := exec.CommandContext(context.Background(), self, "engine", "child", args[0])
		child.Stdout, child.Stderr = os.Stdout, os.Stderr
		_ = child.Start()
		os.Exit(1)
	case "silent": // sends a best move but no answer
		best()
		return true
	case "late": // answers too late
		time.Sleep(100 * time.Millisecond)
	case "stops": // thinks until stop
		best()
		_, _ = lines.Next()
	case "closed":
		_ = os.Stdout.Close()
		return true
	case "huge":
		piece := []byte(strings.Repeat("x", 1<<16))
		for range 100 << 20 / len(piece) {
			if _, err := os.Stdout.Write(piece); err != nil {
				os.Exit(1)
			}
		}
	case "json":
		out([]byte("{'type': 'move'}\n"))
	case "prints":
		out([]byte("my head is [4, 0]\n"))
	case "type":
		out([]byte(fmt.Sprintf(`{"type":"turn","id":%d,"move":"up"}`+"\n", q.Turn.ID)))
		best()
		return true
	case "north":
		out([]byte(fmt.Sprintf(`{"type":"move","id":%d,"move":"north"}`+"\n", q.Turn.ID)))
		return true
	case "future":
		m.ID++
	case "past":
		out(wire.AppendMoveWithNotes(nil, &wire.Move{ID: m.ID - 1, Dir: m.Dir}, q.Turn.State.Grid))
		best()
		return true
	case "error":
		out(wire.AppendError(nil, q.Turn.ID, "I resign"))
		return true
	case "infos":
		for {
			out([]byte(`{"type":"info"}` + "\n"))
		}
	}
	return false
}

// pool returns a pool, and closes it after the test. It replaces a timeout of 0 by an hour, which
// even a slow machine does not exceed.
func pool(t testing.TB, l engine.Limits) *engine.Pool {
	t.Helper()
	for _, limit := range []*time.Duration{&l.Hello, &l.Turn, &l.Grace, &l.Idle} {
		*limit = cmp.Or(*limit, time.Hour)
	}
	l.Failures = cmp.Or(l.Failures, math.MaxInt)
	p := engine.NewPool(l)
	t.Cleanup(func() {
		p.SetGrace(min(l.Grace, time.Second)) // some scripts do not exit after quit
		p.Close()
	})
	return p
}

func classic(t testing.TB, command string, options ...ouro.Option) (ouro.Setup, play.Deal) {
	t.Helper()
	deal, err := roster.Deal(ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: 6, H: 6, StartLength: 3}, 1)
	if err != nil {
		t.Fatal(err)
	}
	return ouro.Setup{Rules: deal.Rules, Start: deal.Start, Seed: 7, Options: append(ouro.Options{{Value: command}}, options...)}, deal
}

func game(t testing.TB, p *engine.Pool, command string, budget ouro.Budget) *play.Game {
	t.Helper()
	return gameOf(t, p, command, budget, func(s ouro.Solver) ouro.Solver { return s })
}

func gameOf(t testing.TB, p *engine.Pool, command string, budget ouro.Budget, wrap func(ouro.Solver) ouro.Solver) *play.Game {
	t.Helper()
	setup, deal := classic(t, command)
	s, err := p.Make(setup)
	if err != nil {
		t.Fatal(err)
	}
	g, err := play.New(play.Config{Deal: deal, Seats: []ouro.Solver{wrap(s)}, Budget: budget, Keep: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = g.Close() })
	return g
}

func moves(t testing.TB, g *play.Game, n int) {
	t.Helper()
	for range n {
		if _, over := g.Over(); over {
			return
		}
		if err := g.Move(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
}
