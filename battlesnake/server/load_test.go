package server_test

import (
	"flag"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"ouro"
	"ouro/battlesnake/guest"
	"ouro/battlesnake/server"
	"ouro/battlesnake/wire"
	"ouro/play"
	"ouro/rule/battlesnake"
)

// The load test plays many games at once against one server. The suite runs a short form of
// it; scripts/loadtest runs the long form against a server in another process.
var (
	loadURL     = flag.String("load.url", "", "URL of the server under test; empty starts a server in this process")
	loadGames   = flag.Int("load.games", 4, "games at once")
	loadMoves   = flag.Int("load.moves", 12, "moves in all")
	loadTimeout = flag.Duration("load.timeout", time.Hour, "game.timeout")
	loadReserve = flag.Duration("load.reserve", 0, "every answer must arrive at least this long before the timeout")
	loadBusy    = flag.Bool("load.busy", false, "other programs keep the processors busy: only the server's own metrics decide whether an answer is late")
)

// TestLoad: every request gets a move. In the long form no answer is late. Memory does not grow,
// unless busy loops run beside the test. The test logs the load of the machine.
func TestLoad(t *testing.T) {
	url := strings.TrimSuffix(*loadURL, "/")
	if url == "" {
		url = serve(t, server.Config{Cores: 2, Snakes: []server.Snake{{Name: "x", Make: thinker}}}).url
	}
	load := &load{moves: int64(*loadMoves), games: make([][]time.Duration, *loadGames)}
	// Memory is compared after a fifth of the moves and at the end.
	var early float64
	seen := make(chan struct{})
	go func() {
		defer close(seen)
		for load.moved.Load() < load.moves/5 {
			time.Sleep(20 * time.Millisecond)
		}
		early = number(t, url, "process_resident_memory_bytes")
	}()
	began := time.Now()
	machine := newMachine(t, url)
	var wg sync.WaitGroup
	for i := range load.games {
		wg.Go(func() { load.games[i] = load.play(t, url, i) })
	}
	wg.Wait()
	<-seen
	elapsed := time.Since(began)
	all := slices.Concat(load.games...)
	slices.Sort(all)
	part := func(p float64) time.Duration { return all[int(p*float64(len(all)-1))] }
	last := number(t, url, "process_resident_memory_bytes")
	t.Logf("%d games at once, %d moves in %v, timeout %v", *loadGames, len(all), elapsed.Round(time.Second), *loadTimeout)
	t.Logf("answer after: median %v, p99 %v, p99.9 %v, at most %v", part(0.5), part(0.99), part(0.999), part(1))
	t.Logf("the machine: %s", machine.since(t, url))
	t.Logf("no move %d; memory %.1f MB after a fifth, %.1f MB at the end", load.failed.Load(), early/1e6, last/1e6)
	for _, name := range []string{"ouro_fallbacks_total", "ouro_offered_total", "ouro_timeouts_total", "ouro_move_depth_sum", "ouro_move_depth_count", "ouro_nodes_total"} {
		for _, line := range metricLines(t, url, name) {
			t.Log(line)
		}
	}
	if n := load.failed.Load(); n > 0 && !*loadBusy {
		t.Errorf("%d requests without a move", n)
	}
	slowest, late := answers(t, url)
	t.Logf("by the server's clock: all answers within %v, %d later than the timeout", slowest, late)
	if late > 0 && *loadURL != "" {
		t.Errorf("%d answers were late by the server's clock", late)
	}
	if limit := *loadTimeout - *loadReserve; *loadURL != "" && !*loadBusy && part(1) > limit {
		t.Errorf("the slowest answer took %v, more than %v", part(1), limit)
	}
	if *loadURL != "" && !*loadBusy && last > 1.2*early+8e6 {
		t.Errorf("memory grew from %.1f to %.1f MB", early/1e6, last/1e6)
	}
}

// load is the state of a load test.
type load struct {
	moves  int64
	moved  atomic.Int64
	failed atomic.Int64
	games  [][]time.Duration // time of each answer
}

// play plays duels until all moves are used up. The opponent takes random legal moves.
func (l *load) play(t *testing.T, url string, player int) (took []time.Duration) {
	for round := 0; l.moved.Load() < l.moves; round++ {
		took = append(took, l.duel(t, url, fmt.Sprintf("load-%d-%d", player, round), int64(player*1000+round))...)
	}
	return took
}

func (l *load) duel(t *testing.T, url, id string, seed int64) (took []time.Duration) {
	g, err := wire.NewGame(id, ouro.Spec{Name: "standard"}, *loadTimeout)
	if err != nil {
		t.Error(err)
		return nil
	}
	rules, err := g.Rules()
	if err != nil {
		t.Error(err)
		return nil
	}
	dice := battlesnake.NewDice(seed)
	s, err := rules.(battlesnake.Rules).Start(11, 11, 2, dice)
	if err != nil {
		t.Error(err)
		return nil
	}
	snake, err := guest.Dial(url)
	if err != nil {
		t.Error(err)
		return nil
	}
	defer func() { _ = snake.Close() }()
	m := &wire.Match{Game: g, Players: []wire.Player{{ID: "a"}, {ID: "b"}}}
	snake.Join(m)
	if err := snake.Start(t.Context(), s, 0); err != nil {
		reportLost(t, err)
	}
	moves := ouro.NewPCG(uint64(seed))
	joint := make([]ouro.Dir, 2)
	for l.moved.Add(1) <= l.moves {
		d, err := snake.Decide(t.Context(), ouro.Turn{State: s, Seat: 0})
		if err != nil {
			l.failed.Add(1)
			t.Log(err)
			d.Dir = play.RepeatLast(s, 0)
		}
		took = append(took, m.Players[0].Latency)
		joint[0], joint[1] = d.Dir, play.RepeatLast(s, 1)
		if legal := s.Legal(1); legal.Len() > 0 {
			joint[1] = legal.At(moves.Roll(legal.Len()))
		}
		rules.Step(s, joint)
		rules.Spawn(s, dice)
		if _, over := rules.Over(s); over {
			break
		}
	}
	if err := snake.End(t.Context(), s, 0); err != nil {
		reportLost(t, err)
	}
	return took
}

// reportLost reports a start or an end without an answer.
func reportLost(t *testing.T, err error) {
	t.Helper()
	if t.Log(err); !*loadBusy {
		t.Fail()
	}
}

// number returns the value of one metric.
func number(t *testing.T, url, name string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(metric(t, url, name), 64)
	if err != nil {
		t.Error(err)
	}
	return v
}
