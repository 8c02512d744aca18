package check_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"ouro"
	"ouro/engine/serve"
	"ouro/engine/wire"
	"ouro/internal/needs"
	"ouro/roster"
)

func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "engine" {
		runEngine(os.Args[2])
		return
	}
	_ = os.Setenv("GORACE", "atexit_sleep_ms=0") // so that engines exit at once under the race detector too
	needs.AtOnce(6)
	goleak.VerifyTestMain(m)
}

func makerOf(text string) func(n *wire.New) (ouro.Solver, error) {
	return func(n *wire.New) (ouro.Solver, error) {
		spec, err := ouro.ParseSpec(text)
		if err != nil {
			return nil, err
		}
		rules, err := roster.MakeRules(n.Rules)
		if err != nil {
			return nil, err
		}
		return roster.Make(spec, ouro.Setup{Rules: rules, Start: n.State, Seat: n.Seat, Seed: n.Seed})
	}
}

// fault is a defect of an otherwise correct engine.
type fault struct {
	intro  func(*wire.Intro)
	begin  func(n *wire.New) error
	decide func(ctx context.Context, n *wire.New, q ouro.Turn, d *ouro.Decision)
	input  func(line string) string // changes a line that the engine reads; "" removes the line
	output func(line string) string // changes a line that the engine writes
	ended  func()
}

// Data that faults keep from game to game.
var (
	seeds   = map[uint64]bool{}
	turn    int
	playing bool
	kept    [][]byte
)

func crash() { os.Exit(3) }

// faults are the defects, by the name of the engine. The engine none has no defect.
var faults = map[string]fault{
	"none":     {},
	"exits":    {input: func(string) string { crash(); return "" }},
	"silent":   {input: func(line string) string { return "" }},
	"version":  {intro: func(i *wire.Intro) { i.Version = 2 }},
	"nameless": {intro: func(i *wire.Intro) { i.Name = "" }},
	"refuses":  {begin: func(*wire.New) error { return fmt.Errorf("not this one") }},
	"nomaze": {intro: func(i *wire.Intro) { i.Games = []string{"classic", "maze"} }, begin: func(n *wire.New) error {
		if n.Game == "maze" {
			return fmt.Errorf("what is a maze")
		}
		return nil
	}},
	"checkers":  {intro: func(i *wire.Intro) { i.Games = []string{"checkers"} }},
	"north":     {output: func(line string) string { return strings.Replace(line, `"move":"`, `"move":"north`, 1) }},
	"noid":      {output: func(line string) string { return strings.Replace(line, `"id":`, `"number":`, 1) }},
	"crashes":   {decide: func(context.Context, *wire.New, ouro.Turn, *ouro.Decision) { crash() }},
	"extraline": {output: func(line string) string { return "thinking hard\n" + line }},
	"floods": {output: func(line string) string {
		if strings.Contains(line, `"id":7,`) {
			return strings.Repeat("x", wire.MaxLine+1) + "\n" + line
		}
		return line
	}},
	"twice": {output: func(line string) string {
		if strings.Contains(line, `"move"`) && strings.Contains(line, `"id":7,`) {
			return line + line
		}
		return line
	}},
	"fatal": {decide: func(_ context.Context, _ *wire.New, q ouro.Turn, d *ouro.Decision) {
		for _, dir := range ouro.Dirs {
			if !q.State.Legal(q.Seat).Has(dir) {
				d.Dir = dir
			}
		}
	}},
	"clock": {decide: func(_ context.Context, _ *wire.New, q ouro.Turn, d *ouro.Decision) {
		playRandomMove(q, d, uint64(time.Now().UnixNano()))
	}},
	"remembers": {decide: func(_ context.Context, n *wire.New, q ouro.Turn, d *ouro.Decision) {
		seeds[n.Seed] = true
		playRandomMove(q, d, uint64(len(seeds)))
	}},
	"process": {decide: func(_ context.Context, _ *wire.New, q ouro.Turn, d *ouro.Decision) {
		playRandomMove(q, d, uint64(os.Getpid()))
	}},
	"follows": {begin: func(n *wire.New) error { turn = n.State.Turn; return nil }, decide: func(_ context.Context, _ *wire.New, q ouro.Turn, _ *ouro.Decision) {
		if q.State.Turn != turn {
			crash()
		}
		turn++
	}},
	"needsend": {input: func(line string) string {
		if strings.Contains(line, `"type":"new"`) && playing {
			crash()
		}
		playing = strings.Contains(line, `"type":"new"`) || playing && !strings.Contains(line, `"type":"end"`)
		return line
	}},
	"square": {begin: func(n *wire.New) error {
		if n.Board.Width != n.Board.Height {
			crash()
		}
		return nil
	}},
	"short": {decide: func(_ context.Context, _ *wire.New, q ouro.Turn, _ *ouro.Decision) {
		if q.Snake().Body.Len() > 60 {
			crash()
		}
	}},
	"nodead": {intro: func(i *wire.Intro) { i.Games = []string{"battlesnake"} }, decide: func(_ context.Context, _ *wire.New, q ouro.Turn, _ *ouro.Decision) {
		for i := range q.State.Snakes {
			if q.State.Grid.H == 11 && i == (q.Seat+1)%len(q.State.Snakes) && i != 1 && q.State.Snakes[i].Cause != ouro.Alive {
				crash()
			}
		}
	}},
	"ordered": {input: func(line string) string {
		if line != "\n" && !strings.HasPrefix(line, `{"type":`) && !strings.HasPrefix(line, `{"zzz":`) {
			crash()
		}
		return line
	}},
	"answersall": {input: func(line string) string {
		if strings.Contains(line, `"weather"`) {
			return "unknown\n"
		}
		return line
	}},
	"narrow": {intro: func(i *wire.Intro) {
		least, most := 1.0, 9.0
		i.Options = []wire.Option{{Name: "depth", Type: wire.Int, Default: json.RawMessage("3"), Min: &least, Max: &most}}
	}, begin: func(n *wire.New) error {
		if string(n.Options["depth"]) == "9" {
			return fmt.Errorf("too deep")
		}
		return nil
	}},
	"badnotes": {output: func(line string) string { return strings.Replace(line, `"heat":[`, `"heat":["x",`, 1) }},
	"slow": {decide: func(ctx context.Context, _ *wire.New, _ ouro.Turn, _ *ouro.Decision) {
		if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) < 2*time.Second {
			time.Sleep(time.Until(deadline) + 50*time.Millisecond)
		}
	}},
	"latestop": {decide: func(ctx context.Context, _ *wire.New, _ ouro.Turn, _ *ouro.Decision) {
		if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) > 2*time.Second {
			time.Sleep(time.Until(deadline))
		}
	}},
	"leaks": {decide: func(context.Context, *wire.New, ouro.Turn, *ouro.Decision) {
		kept = append(kept, bytes.Repeat([]byte("x"), 400<<10))
	}},
	"stays": {input: func(line string) string {
		if strings.HasPrefix(line, `{"type":"quit"`) {
			return "\n"
		}
		return line
	}},
	"outlives": {input: func(line string) string { playing = playing || strings.HasPrefix(line, `{"type":"quit"`); return line }, ended: func() {
		if !playing {
			time.Sleep(time.Minute)
		}
	}},
}

func playRandomMove(q ouro.Turn, d *ouro.Decision, seed uint64) {
	legal := q.State.Legal(q.Seat)
	d.Dir = legal.At(ouro.NewPCG(ouro.Mix(seed, q.State.Hash())).Roll(legal.Len()))
}

// runEngine runs an engine that uses a solver of the roster, or has a fault.
func runEngine(name string) {
	f, faulty := faults[name]
	solver := name
	e := serve.Engine{Intro: wire.Intro{Version: wire.Version, Name: name}}
	if faulty {
		solver, e.Intro.Games = "greedy", []string{"classic"}
	}
	if name == "badnotes" {
		solver = "bfs"
	}
	if f.intro != nil {
		f.intro(&e.Intro)
	}
	e.Make = func(n *wire.New) (ouro.Solver, error) {
		if f.begin != nil {
			if err := f.begin(n); err != nil {
				return nil, err
			}
		}
		inner, err := makerOf(solver)(n)
		if err != nil || f.decide == nil {
			return inner, err
		}
		return ouro.SolverFunc(func(ctx context.Context, q ouro.Turn) (ouro.Decision, error) {
			d, err := inner.Decide(ctx, q)
			f.decide(ctx, n, q, &d)
			return d, err
		}), nil
	}
	in, out := io.Reader(os.Stdin), io.Writer(os.Stdout)
	if f.input != nil {
		in = changeLines(in, f.input)
	}
	if f.output != nil {
		out = writerFunc(func(line []byte) (int, error) {
			_, err := io.WriteString(os.Stdout, f.output(string(line)))
			return len(line), err
		})
	}
	fmt.Fprintln(os.Stderr, "the last words of", name)
	if err := serve.Run(context.Background(), e, in, out); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	if f.ended != nil {
		f.ended()
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

func changeLines(in io.Reader, change func(string) string) io.Reader {
	r, w := io.Pipe()
	go func() {
		lines := wire.NewLines(in)
		for {
			line, err := lines.Next()
			if err != nil {
				_ = w.CloseWithError(err)
				return
			}
			if _, err := io.WriteString(w, change(string(line)+"\n")); err != nil {
				return
			}
		}
	}()
	return r
}
