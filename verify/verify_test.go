package verify_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ouro"
	"ouro/battlesnake/host"
	"ouro/battlesnake/wire"
	"ouro/hunter"
	"ouro/roster"
	"ouro/rule/battlesnake"
	"ouro/saved"
	"ouro/verify"
)

// transitionFiles returns the official games in the tests of rule/battlesnake.
func transitionFiles(t testing.TB) []string {
	t.Helper()
	names, err := filepath.Glob("../rule/battlesnake/testdata/transitions/*.gz")
	if err != nil || len(names) < 100 {
		t.Fatalf("%d files of transitions, %v", len(names), err)
	}
	return names
}

func read(t testing.TB, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func unpack(t testing.TB, name string) []byte {
	t.Helper()
	r, err := gzip.NewReader(bytes.NewReader(read(t, name)))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func file(t testing.TB, text []byte) *verify.Report {
	t.Helper()
	r, err := check(text)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// check opens and checks a file.
func check(text []byte) (*verify.Report, error) {
	f, err := saved.Open(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	return verify.Check(context.Background(), f)
}

func TestOfficialTransitions(t *testing.T) {
	turns := 0
	for _, name := range transitionFiles(t) {
		r := file(t, read(t, name))
		turns += r.Turns
		if r.Kind != saved.Transitions || len(r.Differences) > 0 {
			t.Errorf("%s: %s, %v", name, r.Kind, r.Differences)
		}
	}
	if turns < 8000 {
		t.Errorf("only %d turns", turns)
	}
}

// TestTransitionsThatDiffer makes one change at a time. Check must report it.
func TestTransitionsThatDiffer(t *testing.T) {
	text := string(unpack(t, transitionFiles(t)[40]))
	for name, c := range map[string]struct{ old, changed, want string }{
		"health": {`"health":99`, `"health":98`, "health"},
		"move":   {`"move":"up"`, `"move":"down"`, "body"},
		"food":   {`"rulesFood":[[`, `"rulesFood":[[3,3],[`, "food"},
		"damage": {`"rulesHazards":[]`, `"rulesHazards":[[3,3]]`, "hazards"},
	} {
		changed := strings.Replace(text, c.old, c.changed, 1)
		if changed == text {
			t.Errorf("%s: nothing to change", name)
			continue
		}
		r := file(t, []byte(changed))
		if len(r.Differences) == 0 || !strings.Contains(fmt.Sprint(r.Differences), c.want) {
			t.Errorf("%s: differences %v", name, r.Differences)
		}
	}
}

// game plays a game between simple solvers and returns its log and record.
func game(t testing.TB, rules ouro.Spec, snakes int, seed uint64) (log, record []byte) {
	t.Helper()
	names := []string{"greedy", "random", "hungry", "coward", "floodfill", "random"}
	cfg := host.Config{Game: ouro.GameSpec{Rules: rules, W: 11, H: 11, StartLength: 3}, Seed: seed, Keep: true}
	for i := range snakes {
		cfg.Entrants = append(cfg.Entrants, host.Entrant{Name: fmt.Sprintf("%s %d", names[i], i), Spec: ouro.Spec{Name: names[i]}})
	}
	ctx := context.Background()
	g, err := host.New(ctx, cfg)
	if err != nil {
		t.Fatal(err)
	}
	var buf bytes.Buffer
	w := wire.NewLogWriter(&buf, &g.Match().Game)
	for {
		if err := w.Frame(g.Match().Request(g.State(), 0)); err != nil {
			t.Fatal(err)
		}
		outcome, over := g.Over()
		if over {
			if err := w.End(g.Result(outcome)); err != nil {
				t.Fatal(err)
			}
			break
		}
		if err := g.Move(ctx); err != nil {
			t.Fatal(err)
		}
	}
	if err := g.End(ctx); err != nil {
		t.Fatal(err)
	}
	record, err = g.Record().MarshalText()
	if err != nil {
		t.Fatal(err)
	}
	return buf.Bytes(), record
}

// TestGames: logs and records of all rulesets have no differences, and a changed log has
// one.
func TestGames(t *testing.T) {
	for _, set := range battlesnake.Rulesets() {
		ruleset := set.Name
		for seed := range uint64(3) {
			snakes := 2 + 2*int(seed)
			if ruleset == "solo" {
				snakes = 1
			}
			log, record := game(t, ouro.Spec{Name: ruleset}, snakes, seed)
			for _, text := range [][]byte{log, record} {
				if r := file(t, text); len(r.Differences) > 0 || r.Turns == 0 {
					t.Errorf("%s seed %d: %s of %d turns: %v", ruleset, seed, r.Kind, r.Turns, r.Differences)
				}
			}
			lines := bytes.Split(log, []byte("\n"))
			middle := len(lines) / 2
			lines[middle] = bytes.ReplaceAll(lines[middle], []byte(`"health":`), []byte(`"health":1`))
			changed := bytes.Join(lines, []byte("\n"))
			if r, err := check(changed); err == nil && len(r.Differences) == 0 {
				t.Errorf("%s seed %d: a changed log passes", ruleset, seed)
			}
			missing := append(bytes.Join(lines[:middle], []byte("\n")), '\n')
			missing = append(missing, bytes.Join(lines[middle+1:], []byte("\n"))...)
			if r, err := check(missing); err == nil && len(r.Differences) == 0 {
				t.Errorf("%s seed %d: a log without a turn passes", ruleset, seed)
			}
		}
	}
}

func TestChangedRecord(t *testing.T) {
	_, record := game(t, ouro.Spec{Name: "standard"}, 2, 1)
	i := bytes.LastIndex(record, []byte("U"))
	for _, letter := range "DLR" {
		record[i] = byte(letter)
		if r, err := check(record); err == nil && len(r.Differences) == 0 {
			t.Errorf("a record with a move changed to %c passes", letter)
		}
	}
}

// hunterRecord returns the record of a game played by a bot.
func hunterRecord(t testing.TB) string {
	t.Helper()
	bfs, err := roster.FindSolver("bfs")
	if err != nil {
		t.Fatal(err)
	}
	cfg := hunter.Config{Seed: 1, Hunters: 1, Levels: hunter.Levels()[:1], Keep: true}
	cfg.Drivers = append(cfg.Drivers, hunter.Driver{Spec: ouro.Spec{Name: "bfs"}, Make: bfs.Make})
	_, r, err := hunter.Run(t.Context(), cfg, hunter.Bots(1, 1))
	if err != nil {
		t.Fatal(err)
	}
	text, err := r.MarshalText()
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestHunterRecord: a game of Snake Hunter can be derived, and a change is a difference. A
// game that cannot be played is an error.
func TestHunterRecord(t *testing.T) {
	text := hunterRecord(t)
	if r := file(t, []byte(text)); r.Kind != saved.Hunter || r.Turns < 100 || len(r.Differences) > 0 {
		t.Errorf("%+v", r)
	}
	if r := file(t, []byte(strings.Replace(text, "seed 1\n", "seed 2\n", 1))); len(r.Differences) != 1 || !strings.Contains(r.Differences[0].What, "the game differs from the record") {
		t.Errorf("another seed: %+v", r)
	}
	for _, driver := range []string{"nosuch", "hamilton"} {
		if r, err := check([]byte(strings.Replace(text, "driver bfs", "driver "+driver, 1))); err == nil || !strings.Contains(err.Error(), driver) {
			t.Errorf("%s: %v, %v", driver, r, err)
		}
	}
	f, err := saved.Open(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if r, err := verify.Check(ctx, f); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v, %v", r, err)
	}
}

func TestBadFiles(t *testing.T) {
	head := `{"type":"game","ruleset":"standard","map":"standard","width":11,"height":11,"settings":{}}` + "\n"
	turn := func(before, moves, after string) string {
		return head + `{"type":"turn","before":{"turn":0,"snakes":[` + before + `]},"moves":[` + moves + `],"after":{"turn":1,"snakes":[` + after + `]}}`
	}
	const snake = `{"id":"a","health":100,"body":[[1,1],[1,1],[1,1]]}`
	for text, want := range map[string]string{
		"":        "empty",
		"hello\n": "not a game record",
		"{}\n":    "",
		"{\n":     "",
		`{"type":"game","ruleset":"nosuch","width":11,"height":11}`: `unknown ruleset "nosuch"`,
		head + "{":                                                   "line 2",
		head + `{"type":"turn"}`:                                     "0 snakes",
		turn(snake, "", snake):                                       "0 moves for 1 living snakes",
		turn(snake, `{"id":"b"}`, snake):                             `a move for "b"`,
		turn(snake, "", snake+","+snake):                             "1 snakes before",
		turn(`{"id":"a"}`, "", snake):                                "0 segments",
		turn(`{"body":[[99,1]]}`, "", ""):                            "off the board",
		turn(`{"body":[[1,1,1]]}`, "", ""):                           "is not a place",
		strings.Replace(turn(snake, "", snake), `11,"h`, `99,"h`, 1): "board 99x11",
		strings.Replace(turn(snake, "", snake), `"turn":0,`, `"turn":0,"hazards":[[1,1]`+strings.Repeat(",[1,1]", 1<<16-1)+`],`, 1): "65536 layers of hazard; at most 32768 are allowed",
		turn(strings.Repeat(`{"id":"a","health":9,"body":[[1,1]`+strings.Repeat(",[1,1]", 2400)+`]},`, 4)+snake, "", ""):            "more than 8000 segments",
		"\x1f\x8bnot gzip": "gzip",
	} {
		_, err := check([]byte(text))
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: error %v, want one line with %q", text, err, want)
		}
	}
}

const perftLine = `{"name":"p","ruleset":"standard","hazardDamagePerTurn":14,"board":{"food":[],"hazards":[],"height":3,"width":3,"snakes":[` +
	`{"id":"a","health":100,"body":[[0,0],[0,0],[0,0]]},{"id":"b","health":100,"body":[[2,2],[2,2],[2,2]]}]},"perft":[` +
	`{"depth":1,"nodes":16,"over":12,"eliminated":{"wall-collision":16,"head-collision":%d},"eaten":0,"health":1584,"length":48}]}`

func TestPerft(t *testing.T) {
	for _, c := range []struct {
		heads int
		equal bool
	}{{0, true}, {1, false}} {
		text := fmt.Sprintf(perftLine, c.heads)
		if c.heads == 0 {
			text = strings.Replace(text, `,"head-collision":0`, "", 1)
		}
		seen := 0
		err := verify.Perft(t.Context(), strings.NewReader(text+"\n\n"+text), 2, func(counted *verify.Counted) error {
			seen++
			if len(counted.Got) != 2 || counted.Equal() != c.equal {
				t.Errorf("%d head-ons: equal %v: %+v", c.heads, counted.Equal(), counted.Got)
			}
			return nil
		})
		if err != nil || seen != 2 {
			t.Errorf("%d positions, %v", seen, err)
		}
	}
	for text, want := range map[string]string{
		"":      "the file is empty",
		"\n \n": "no positions",
		"{":     "line 1",
		"{}":    `unknown ruleset ""`,
		strings.Replace(perftLine, `"depth":1`, `"depth":2`, 1): "depth 2 is item 1 of the list",
	} {
		err := verify.Perft(t.Context(), strings.NewReader(strings.Replace(text, "%d", "0", 1)), 1, func(*verify.Counted) error { return nil })
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// FuzzFile: for any file, Check returns a report or a one-line error.
func FuzzFile(f *testing.F) {
	text := unpack(f, transitionFiles(f)[0])
	f.Add(text[:min(len(text), 4000)])
	log, record := game(f, ouro.Spec{Name: "standard"}, 2, 1)
	f.Add(log[:min(len(log), 8000)])
	f.Add(record)
	f.Add([]byte(hunterRecord(f)))
	f.Add([]byte("\x1f\x8b"))
	f.Fuzz(func(t *testing.T, text []byte) {
		r, err := check(text)
		if err == nil && r == nil {
			t.Error("neither a report nor an error")
		}
		if err != nil && strings.Contains(err.Error(), "\n") {
			t.Errorf("error of several lines: %q", err)
		}
	})
}

// The log of a game with one changed number.
func ExampleCheck() {
	text, err := os.ReadFile("../battlesnake/wire/testdata/game.jsonl")
	if err != nil {
		fmt.Println(err)
		return
	}
	f, err := saved.Open(strings.NewReader(strings.Replace(string(text), `"health":99`, `"health":98`, 1)))
	if err != nil {
		fmt.Println(err)
		return
	}
	report, err := verify.Check(context.Background(), f)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, d := range report.Differences {
		fmt.Printf("turn %d: %s\n", d.Turn, d.What)
	}
	// Output:
	// turn 1: health 99 by the rules, 98 in the log
	// turn 1: you: differs from the same snake in board.snakes
	// turn 1: the log ends before the game is over: 2 of 2 snakes are alive
}
