package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"ouro/internal/needs"
	"ouro/store"
)

// kept returns the number of games in a results file, or 0 if it does not exist yet.
func kept(t *testing.T, file string) int {
	t.Helper()
	s, err := store.OpenExisting(context.Background(), file)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, store.ErrEmpty) {
		return 0
	}
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	all, err := s.Find(context.Background(), store.Query{})
	if err != nil {
		t.Fatal(err)
	}
	games := 0
	for _, e := range all {
		games += e.Games
	}
	return games
}

// intact reads every game of a results file and returns the number of games of each solver.
// If records is set, each game must have its record.
func intact(t *testing.T, file string, records bool) map[string]int {
	t.Helper()
	s, err := store.OpenExisting(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	all, err := s.Find(t.Context(), store.Query{})
	if err != nil {
		t.Fatal(err)
	}
	games := map[string]int{}
	for _, e := range all {
		for g, err := range s.Games(t.Context(), e.ID) {
			if err != nil {
				t.Fatal(err)
			}
			if f, err := g.Finished(); err != nil || records && f.Record == nil {
				t.Fatalf("game %d: %v, %+v", g.Group, err, f)
			}
			games[strings.Join(e.Solvers, " ")]++
		}
	}
	return games
}

// killedBench is an environment variable with arguments of ouro bench, which replace the default
// experiment of TestStoreIsKilled.
const killedBench = "OURO_KILLED_BENCH"

// TestStoreIsKilled: the test kills an experiment with far too many games a few times, each time when
// a random number of further games is stored. Then it runs the experiment with as many games as one
// solver has, at least 120. The output equals that of a run without kills, and no game is lost or
// stored twice. With -v the test prints the cost of storing.
func TestStoreIsKilled(t *testing.T) {
	const endless = "300000"
	kills := needs.Many(1, 5)
	dir := t.TempDir()
	file, whole := filepath.Join(dir, "results.db"), filepath.Join(dir, "whole.db")
	command := strings.Fields("bench " + cmp.Or(os.Getenv(killedBench), "lookahead cell --board 8x8 --games 120") + " --no-times")
	run := func(what string, more ...string) (out, errs string) {
		t.Helper()
		c, began := newChild(t, dir, append(slices.Clone(command), more...)...), time.Now()
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		if code := c.end(t); code != 0 {
			t.Fatalf("%s: exit code %d, %s", what, code, c.errs.String())
		}
		t.Logf("%s: %.2f s, %.2f s of processors", what, time.Since(began).Seconds(), (c.ProcessState.UserTime() + c.ProcessState.SystemTime()).Seconds())
		return c.out.String(), c.errs.String()
	}
	want, _ := run("without a file")
	if got, _ := run("with a file", "--store", whole); got != want {
		t.Errorf("with a file the table is\n%s\nwant\n%s", got, want)
	}
	games := kept(t, whole)
	got, errs := run("all known", "--store", whole)
	if got != want || !strings.HasPrefix(errs, fmt.Sprintf("ouro: all %d games are already stored in %s\n", games, whole)) {
		t.Errorf("once more: %s\n%s", errs, got)
	}
	if info, err := os.Stat(whole); err == nil {
		t.Logf("%d games take %d bytes each", games, info.Size()/int64(games))
	}
	seed := rand.Uint64()
	chance := rand.New(rand.NewPCG(seed, 0))
	for range kills {
		until := kept(t, file) + 1 + chance.IntN(games/(2*(kills+1)))
		c := newChild(t, dir, append(slices.Clone(command), "--games", endless, "--workers", "1", "--store", file)...)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		for kept(t, file) < until { // otherwise the deadline of the test ends the loop
			time.Sleep(5 * time.Millisecond)
		}
		_ = c.Process.Kill()
		if code := c.end(t); code != -1 {
			t.Fatalf("exit code %d, %s (seed %d)", code, c.errs.String(), seed)
		}
		now := kept(t, file)
		t.Logf("killed with %d games in the file", now)
		if now < until {
			t.Fatalf("before the kill %d games were stored, and after it %d (seed %d)", until, now, seed)
		}
	}
	counts := slices.AppendSeq(slices.Collect(maps.Values(intact(t, file, false))), maps.Values(intact(t, whole, false)))
	most := strconv.Itoa(slices.Max(counts))
	want, _ = run("with all of them", "--games", most, "--store", whole)
	if got, _ := run("resumed", "--games", most, "--store", file); got != want {
		t.Errorf("resumed:\n%s\nwant\n%s(seed %d)", got, want, seed)
	}
	if have, all := intact(t, file, false), intact(t, whole, false); !maps.Equal(have, all) {
		t.Errorf("the stored games are %v, want %v (seed %d)", have, all, seed)
	}
}

// TestStoreIsShared: programs that start at the same time can use one results file, even if
// none of them has created it yet. Games of the same experiment are stored once, and
// different experiments are stored separately.
func TestStoreIsShared(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "results.db")
	commands := []string{
		"bench cell bfs --board 6x6 --games 80 --no-times",
		"bench cell bfs --board 6x6 --games 80 --no-times",
		"bench shortcut cell --board 6x6 --games 100 --no-times",
		"bench bfs --rules hunter:level=7 --games 20 --no-times",
		"arena run greedy hungry --board 7x7 --games 60 --no-times",
	}
	var children []*child
	for _, command := range commands {
		c := newChild(t, dir, append(strings.Fields(command), "--store", file)...)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		children = append(children, c)
	}
	for i, c := range children {
		if code := c.end(t); code != 0 {
			t.Fatalf("ouro %s: exit code %d: %s", commands[i], code, c.errs.String())
		}
		if want := mustOuro(t, dir, strings.Fields(commands[i])...); c.out.String() != want {
			t.Errorf("ouro %s: have\n%s\nwant\n%s", commands[i], c.out.String(), want)
		}
	}
	want := map[string]int{"cell": 100, "shortcut": 100, "bfs": 100, "greedy hungry": 60}
	if have := intact(t, file, false); !maps.Equal(have, want) {
		t.Errorf("kept are %v, want %v", have, want)
	}
	for _, command := range commands {
		if _, _, errs := ouro(t, dir, append(strings.Fields(command), "--store", file)...); !strings.Contains(errs, "games are already stored in") {
			t.Errorf("ouro %s, once more: %s", command, errs)
		}
	}
}

// TestStoreWithTornLog: after a power loss, the end of SQLite's log is missing. The store then has the
// first games, and the experiment resumes.
func TestStoreWithTornLog(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "results.db")
	command := strings.Fields("bench lookahead --board 6x6 --games 60 --no-times")
	want := mustOuro(t, dir, command...)
	c := newChild(t, dir, strings.Fields("bench lookahead --board 6x6 --games 100000 --store "+file)...)
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	for kept(t, file) < 40 {
		time.Sleep(10 * time.Millisecond)
	}
	_ = c.Process.Kill()
	_ = c.Wait()
	log, err := os.ReadFile(file + "-wal")
	if err != nil || len(log) == 0 {
		t.Fatalf("the log has %d bytes, %v; want some", len(log), err)
	}
	base, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	last, parts := 0, []int{0, 1, 2, 3, 4}
	if !needs.Trials() {
		parts = []int{2, 3}
	}
	for _, part := range parts {
		torn := filepath.Join(t.TempDir(), "torn.db")
		cut := slices.Clone(log[:len(log)*part/4])
		if part == 3 { // some blocks reached the disk in another order
			clear(cut[len(cut)-len(cut)/8:])
		}
		for name, text := range map[string][]byte{torn: base, torn + "-wal": cut} {
			if err := os.WriteFile(name, text, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		have := 0
		if part > 0 {
			have = kept(t, torn)
		}
		if have < last && part != 3 {
			t.Errorf("of %d quarters of the log there are %d games, of less %d", part, have, last)
		}
		last = max(last, have)
		if got := mustOuro(t, dir, append(command, "--store", torn)...); got != want {
			t.Errorf("after %d quarters of the log: have\n%s\nwant\n%s", part, got, want)
		}
		if have := intact(t, torn, false); len(have) != 1 || have["lookahead"] < 60 {
			t.Errorf("after %d quarters: kept are %v", part, have)
		}
	}
}
