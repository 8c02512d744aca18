package main_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"ouro"
	"ouro/cli"
	"ouro/cli/command"
	"ouro/internal/needs"
	"ouro/rule/maze"
	"ouro/studio"
	"ouro/studio/link"
	"ouro/studio/session"
	"ouro/studio/site"
	"ouro/studio/studiotest"
)

// result is the result of playing a link. Lanes has the hash of the last position of each game.
// playInEngine reads it from the output of testdata/play.mjs.
type result struct {
	Lanes        []string `json:"lanes"`
	Turns        int      `json:"turns"`
	Error        string   `json:"error"`
	Milliseconds float64  `json:"milliseconds"`
	Processor    float64  `json:"processor"` // processor time in milliseconds
}

func links() []string {
	all := []string{
		"board=6x6&solver=hamilton&seed=18446744073709551615", "board=5x5&solver=ouroboros&seed=2&game=3", "board=8x6&solver=cell&seed=3",
		"board=6x6&solver=shortcut&seed=4", "board=6x6&solver=repair&seed=5", "board=7x5&solver=lookahead:breakloops=true&seed=6",
		"board=8x8&solver=predictive:homestretch=0.95&seed=7", "board=8x8&solver=wander&seed=8", "board=9x4&solver=astar:heuristic=euclidean&start-length=3&seed=9",
		"board=6x6&solver=ouroboros:nodes=30&seed=10", "board=6x6&solver=ouroboros&nodes=7&seed=11", "board=3x4&solver=tablebase&seed=12",
		"board=6x6&solver=cell&solver=hamilton&solver=bfs&solver=dfs&seed=13",
		"level=XXXXXXX/X+...+X/X+S+X+X/X+++.+X/XXXXXXX&rules=maze:regrow=none&solver=backtrack:depth=6&seed=14",
		"level=rooms&rules=maze:regrow=floor&start=2,1&solver=wander:style=s&seed=15",
		"rules=maze&level=orchard&solver=backtrack:depth=auto,discount=0.99&seed=25",
		"position=6x6/t9/s1.1L,g2/f3.3&solver=cell&seed=16",
		"rules=standard&board=7x7&snake=greedy&snake=rival=floodfill:hungry=90&seed=17", "rules=standard&board=7x7&snake=spot&snake=hungry&nodes=60&seed=18",
		"rules=royale:map=royale,shrink=5&board=9x9&snake=coward&snake=greedy&snake=hungry&seed=19", "rules=wrapped&board=7x7&snake=random&snake=greedy&seed=20",
		"rules=constrictor&board=9x9&snake=floodfill&snake=greedy&seed=21", "rules=solo:map=arcade_maze&board=19x21&snake=greedy&seed=22",
		"rules=standard:food=30,minfood=3&board=7x7&solver=greedy&seed=23",
		"rules=standard&position=7x7/s1.1D=,h90/s5.5D=,h90/f3.3&snake=greedy&snake=hungry&seed=24",
	}
	for i, level := range maze.Levels() {
		all = append(all, fmt.Sprintf("rules=maze&level=%s&solver=backtrack:depth=%d,discount=0.99&seed=%d", level.Name, 4+i%3, 30+i))
	}
	return all
}

// TestSameOnEveryEngine: a link gives the same game in this program, in the engine for
// browsers, and on the command line. Without trials, the test plays only every second link.
func TestSameOnEveryEngine(t *testing.T) {
	all := links()
	if !needs.Trials() {
		for i := range (len(all) + 1) / 2 {
			all[i] = all[2*i]
		}
		all = all[:(len(all)+1)/2]
	}
	inBrowser := playInEngine(t, all, false)
	typed := 0
	for i, text := range all {
		here := playHere(t, text)
		if here.Error != "" || inBrowser[i].Error != "" || len(here.Lanes) == 0 {
			t.Errorf("%s: here %q, in WebAssembly %q", text, here.Error, inBrowser[i].Error)
			continue
		}
		if !slices.Equal(here.Lanes, inBrowser[i].Lanes) || here.Turns != inBrowser[i].Turns {
			t.Errorf("%s: %v after %d turns, in WebAssembly %v after %d", text, here.Lanes, here.Turns, inBrowser[i].Lanes, inBrowser[i].Turns)
		}
		for lane, line := range commandLines(t, text) {
			typed++
			if final := playByCommand(t, line); final != here.Lanes[lane] {
				t.Errorf("%s: %s, by %q %s", text, here.Lanes[lane], line, final)
			}
		}
	}
	if typed < len(all)/2 {
		t.Errorf("only %d command lines", typed)
	}
}

// TestMessagesDuringLongDecisions: a page can close a game even while a solver thinks without end on
// the only thread of the engine. If it cannot, the test runs until its deadline.
func TestMessagesDuringLongDecisions(t *testing.T) {
	needs.Trial(t)
	endless := []string{
		"rules=maze&level=labyrinth&solver=backtrack:depth=60", "board=30x30&solver=ouroboros:nodes=1000000",
		"rules=standard&board=19x19&snake=spot:depth=60&snake=spot:depth=60&snake=spot:depth=60&snake=spot:depth=60",
	}
	for i, p := range playInEngine(t, endless, true) {
		if p.Error != "" || len(p.Lanes) > 0 {
			t.Errorf("%s: %+v", endless[i], p)
		} else {
			t.Logf("%s: left after %.0f ms", endless[i], p.Milliseconds)
		}
	}
}

// made returns the engine for browsers, which is made once for all tests.
var made = sync.OnceValues(func() (*site.Engine, error) { return site.FindEngine(context.Background(), io.Discard) })

// playInEngine plays links under node, in the module for browsers. If stop is true, it
// closes each game while its solver thinks.
func playInEngine(t testing.TB, links []string, stop bool) []result {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		studiotest.Missing(t, "no node is found in PATH")
	}
	e, err := made()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := site.Write(t.Context(), dir, "", e); err != nil {
		t.Fatal(err)
	}
	input, err := json.Marshal(map[string]any{"engine": filepath.Join(dir, "engine"), "links": links, "stop": stop})
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), node, "testdata/play.mjs")
	cmd.Stdin = bytes.NewReader(input)
	output, err := cmd.Output()
	var all []result
	for dec := json.NewDecoder(bytes.NewReader(output)); dec.More(); {
		var p result
		if err := dec.Decode(&p); err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	if err != nil || len(all) != len(links) {
		t.Fatalf("%d of %d links: %v: %s", len(all), len(links), err, output)
	}
	return all
}

func playHere(t testing.TB, link string) (p result) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	line := make(chan []byte, 1000)
	s := session.New(ctx, session.Config{Kinds: studio.Kinds(studio.ExactMemory)}, func(text []byte) error {
		line <- bytes.Clone(text)
		return nil
	})
	defer s.Close()
	send := func(kind string, data any) {
		t.Helper()
		text, err := json.Marshal(map[string]any{"ch": "a", "type": kind, "data": data})
		if err == nil {
			err = s.Receive(text)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	send("hello", map[string]any{"version": session.Version})
	send("open", map[string]any{"kind": "game", "link": link})
	for n := 1; ; n++ {
		var m struct {
			Type string
			Data struct {
				Message string
				Turns   int
				Ended   bool
				Lanes   []struct{ Hash string }
			}
		}
		text := <-line
		if err := json.Unmarshal(text, &m); err != nil && m.Type == "" {
			t.Fatalf("%v: %s", err, text)
		}
		send("ack", map[string]any{"n": n})
		switch {
		case m.Type == session.Failed:
			return result{Error: m.Data.Message}
		case m.Type == session.Opened:
			send("seek", map[string]any{"turn": 20_000_000})
		case m.Type == "key" && m.Data.Ended:
			p.Turns = m.Data.Turns
			for _, lane := range m.Data.Lanes {
				p.Lanes = append(p.Lanes, lane.Hash)
			}
			return p
		}
	}
}

func commandLines(t *testing.T, text string) map[int][]string {
	t.Helper()
	l, err := link.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	a, err := l.Resolve()
	if err != nil {
		t.Fatal(err)
	}
	lines := map[int][]string{}
	solvers := a.Solvers
	for lane := range a.Lanes() {
		if len(solvers) > 0 {
			a.Solvers = []ouro.Spec{solvers[lane]}
		}
		if line, err := a.CommandLine(); err == nil {
			lines[lane] = line.Args()
		}
	}
	return lines
}

func playByCommand(t *testing.T, args []string) string {
	t.Helper()
	var out, errs strings.Builder
	code := cli.Main(t.Context(), append(args, "--json"), command.IO{In: strings.NewReader(""), Out: &out, Err: &errs})
	var doc struct{ Final string }
	if err := json.Unmarshal([]byte(out.String()), &doc); err != nil || code != 0 || doc.Final == "" {
		t.Fatalf("%q: code %d, %v, %s", args, code, err, &errs)
	}
	return doc.Final
}

// BenchmarkWholeGame plays a game of the solver cell on 20x20 in this program and in WebAssembly. It
// reports the ratio of their processor times: "first-ratio" for the first game, during which the
// WebAssembly engine still compiles the module, and "ratio" for the fastest of five games.
func BenchmarkWholeGame(b *testing.B) {
	const game = "board=20x20&solver=cell&seed=1"
	for b.Loop() {
		var here, there []float64
		for _, p := range playInEngine(b, slices.Repeat([]string{game}, 5), false) {
			began := time.Now()
			if native := playHere(b, game); !slices.Equal(native.Lanes, p.Lanes) {
				b.Fatalf("%v here, %v in WebAssembly", native, p)
			}
			here = append(here, float64(time.Since(began).Microseconds())/1000)
			there = append(there, p.Processor)
		}
		native := slices.Min(here) // the run that other programs disturbed least
		b.ReportMetric(native, "native-ms")
		b.ReportMetric(slices.Min(there), "wasm-ms")
		b.ReportMetric(slices.Min(there)/native, "ratio")
		b.ReportMetric(there[0]/native, "first-ratio")
	}
}
