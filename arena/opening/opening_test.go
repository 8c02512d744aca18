package opening_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"ouro"
	"ouro/arena/opening"
	"ouro/battlesnake/host"
	"ouro/roster"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var duel = ouro.GameSpec{Rules: ouro.Spec{Name: "standard"}, W: 7, H: 7, StartLength: 3, Snakes: 2}

func read(t *testing.T, text string) *opening.Book {
	t.Helper()
	b, err := opening.Read(t.Context(), text)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func source(t *testing.T, text string, game ouro.GameSpec, seed uint64) *opening.Source {
	t.Helper()
	s, err := read(t, text).For(game, seed)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// starts returns the start positions of the first groups.
func starts(t *testing.T, s *opening.Source, groups int) (all []string) {
	t.Helper()
	for i := range groups {
		game, err := s.Game(t.Context(), i)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := roster.Deal(game, uint64(i)); err != nil {
			t.Fatal(err)
		}
		text := "by the rules"
		if game.Position != nil {
			text = game.Position.String()
		}
		all = append(all, text)
	}
	return all
}

func write(t *testing.T, dir, name, text string) string {
	t.Helper()
	name = filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

// played plays a game of several snakes and writes its record and its log. It returns the positions
// of the game by turn, including dead snakes.
func played(t *testing.T, dir, name string, snakes int, seed uint64) []*ouro.State {
	t.Helper()
	cfg := host.Config{Game: duel, Seed: seed, Budget: ouro.Budget{Nodes: 20}, Keep: true}
	for i := range snakes {
		cfg.Entrants = append(cfg.Entrants, host.Entrant{Name: fmt.Sprint(i), Spec: ouro.Spec{Name: "floodfill"}})
	}
	g, err := host.New(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	log := host.NewLog(&text, g)
	var states []*ouro.State
	for {
		states = append(states, g.State().Clone())
		if err := log.Frame(); err != nil {
			t.Fatal(err)
		}
		if _, over := g.Over(); over {
			break
		}
		if err := g.Move(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	record, err := g.Record().MarshalText()
	if err := errors.Join(err, log.End(), g.End(t.Context())); err != nil {
		t.Fatal(err)
	}
	write(t, dir, name+".ouro", string(record))
	write(t, dir, name+".jsonl", text.String())
	return states
}

// living returns the number of living snakes.
func living(s *ouro.State) (n int) {
	for i := range s.Snakes {
		if s.Snakes[i].Cause == ouro.Alive {
			n++
		}
	}
	return n
}

// TestRules: the games of all groups start as the rules determine.
func TestRules(t *testing.T) {
	for _, text := range []string{"", "rules"} {
		b := read(t, text)
		s, err := b.For(duel, 1)
		if err != nil || b.String() != "rules" || b.Board() != "" || s.Different() != 0 {
			t.Errorf("%q: %v, called %q on %q, %d different", text, err, b, b.Board(), s.Different())
		}
		if got := starts(t, s, 2); got[0] != "by the rules" || got[1] != got[0] {
			t.Errorf("%q: %q", text, got)
		}
	}
}

const list = `# three openings, one of them twice
7x7/t4/s1.1U2,h96/s5.5D2,h96/f3.3  4 : 4
7x7/t5/s1.1U2,h95/s5.5D2,h95/f3.3

7x7/t4/s1.1UU,h96/s5.5DD,h96/f3.3
7x7/t6/s1.1U2,h94/s5.5D2,h94/f3.3
`

// TestList: groups get the positions of a list, in an order that the seed determines. All positions
// are used before one repeats. A group always gets the same position.
func TestList(t *testing.T) {
	name := write(t, t.TempDir(), "openings.txt", list)
	b := read(t, name)
	if b.Board() != "7x7" || b.String() != name {
		t.Errorf("called %q on %q", b, b.Board())
	}
	orders := map[string]bool{}
	for seed := range uint64(30) {
		s := source(t, name, duel, seed)
		if s.Different() != 3 {
			t.Fatalf("%d different", s.Different())
		}
		first := starts(t, s, 6)
		known := map[string]bool{}
		for i, text := range first {
			if known[text] = true; text != first[i%3] {
				t.Fatalf("seed %d: group %d starts from %s, group %d from %s", seed, i, text, i%3, first[i%3])
			}
		}
		if len(known) != 3 || known["7x7/t4/s1.1U2,h96/s5.5D2,h96/f3.3"] == false {
			t.Fatalf("seed %d: %q", seed, first)
		}
		again := source(t, name, duel, seed)
		for i := 5; i >= 0; i-- {
			if game, err := again.Game(t.Context(), i); err != nil || game.Position.String() != first[i] {
				t.Fatalf("seed %d: in another order of requests, group %d has another position: %v", seed, i, err)
			}
		}
		orders[strings.Join(first[:3], " ")] = true
	}
	if len(orders) != 6 {
		t.Errorf("30 seeds give %d orders of three positions, want 6", len(orders))
	}
	if got := source(t, name+"@5..6", duel, 1); got.Different() != 2 {
		t.Errorf("%d positions are of turns 5 to 6", got.Different())
	}
	packed := filepath.Join(t.TempDir(), "packed")
	var text bytes.Buffer
	w := gzip.NewWriter(&text)
	_, err := w.Write([]byte(list))
	if err := errors.Join(err, w.Close(), os.WriteFile(packed, text.Bytes(), 0o666)); err != nil {
		t.Fatal(err)
	}
	if p := read(t, packed); p.Digest() != b.Digest() || read(t, name+"@5..6").Digest() == b.Digest() {
		t.Error("the packed file has another digest, or a part of the file has the same digest")
	}
}

// TestTurnsOfGames: positions at any turns of records and logs can be openings, without their dead
// snakes. A position is omitted if the game is over or the number of living snakes is wrong.
func TestTurnsOfGames(t *testing.T) {
	dir := t.TempDir()
	var states []*ouro.State
	duels, last := 0, 0 // number of positions with two living snakes; last turn with three
	for seed := uint64(0); duels == 0 || last < 10; seed++ {
		states, duels = played(t, dir, "a", 3, seed), 0
		for _, s := range states {
			switch living(s) {
			case 2:
				duels++
			case 3:
				last = s.Turn
			}
		}
	}
	three := duel
	three.Snakes = 3
	for _, file := range []string{"a.ouro", "a.jsonl"} {
		name := filepath.Join(dir, file)
		if got := starts(t, source(t, name+"@7", three, 1), 1)[0]; got != states[7].String() {
			t.Errorf("%s: turn 7 is %s, want %s", file, got, states[7])
		}
		if s := source(t, name+"@3..6", three, 1); s.Different() != 4 {
			t.Errorf("%s: turns 3 to 6 are %d positions", file, s.Different())
		}
		all := source(t, name+"@0..10000", duel, 1)
		if all.Different() != duels {
			t.Errorf("%s: %d positions of two snakes, want %d", file, all.Different(), duels)
		}
		for _, text := range starts(t, all, duels) {
			if strings.Contains(text, ",c") {
				t.Fatalf("%s: a snake is dead in %s", file, text)
			}
		}
	}
	if s := source(t, dir+"@3..6", three, 1); s.Different() != 4 {
		t.Errorf("record and log of one game have %d positions", s.Different())
	}
	logs := t.TempDir()
	for i := range 3 {
		log, err := os.ReadFile(filepath.Join(dir, "a.jsonl"))
		if err != nil {
			t.Fatal(err)
		}
		write(t, logs, fmt.Sprintf("%d.jsonl", i), string(log))
	}
	if s := source(t, logs+"@3..6", three, 1); s.Different() != 4 {
		t.Errorf("three copies of a log have %d positions", s.Different())
	}
	write(t, dir, "games.jsonl", "an index of a tournament")
	played(t, dir, "more/b", 3, 6)
	write(t, dir, ".hidden/c.ouro", "nothing")
	write(t, dir, "experiment.json", "{}")
	write(t, dir, "list.txt", "7x7/t4/s1.1/s5.5,h3/s3.3,h3")
	if _, err := read(t, dir+"@3..6").For(three, 1); err == nil || !strings.Contains(err.Error(), "list.txt line 1: rules standard: position: snake 1 has health 0") {
		t.Errorf("a list in the directory: %v", err)
	}
	write(t, dir, "list.txt", "7x7/t4/s1.1,h3/s5.5,h3/s3.3,h3")
	if s := source(t, dir+"@3..6", three, 1); s.Different() != 9 {
		t.Errorf("two games and a list have %d positions of turns 3 to 6", s.Different())
	}
}

// TestNoOpenings: the errors about openings state what is wrong and what is possible.
func TestNoOpenings(t *testing.T) {
	dir := t.TempDir()
	played(t, dir, "a", 2, 1)
	name := write(t, dir, "list.txt", list)
	large := duel
	large.W, large.H = 11, 11
	four := duel
	four.Snakes = 4
	solo := ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: 7, H: 7, StartLength: 1}
	for _, c := range []struct {
		text string
		game ouro.GameSpec
		want string
	}{
		{"nosuch", duel, "openings: nosuch: no such file (want rules, balanced or the name of a file or directory)"},
		{name, large, "list.txt line 2: another board: the position has the board 7x7, and the game 11x11"},
		{name, four, "list.txt line 2: the position has 2 living snakes, and the game 4"},
		{name + "@9", duel, "no position from turns 9 to 9"},
		{name + "@9..3", duel, "want turns such as @20 or @20..40"},
		{name + "@99999999999999999999", duel, "want turns such as @20"},
		{filepath.Join(dir, "a.ouro"), duel, "a.ouro: the file holds a game: add the turns"},
		{filepath.Join(dir, "a.ouro") + "@5", four, "none of the 1 positions fits the game: " + filepath.Join(dir, "a.ouro") + " turn 5: the position has 2 living snakes"},
		{filepath.Join(dir, "a.ouro") + "@5", large, "a.ouro turn 5: another board"},
		{write(t, dir, "bad/list.txt", "7x7/s9.9"), duel, `list.txt: line 1: field "s9.9"`},
		{write(t, dir, "bad/a.ouro", "hello") + "@1", duel, "a.ouro: not a game record"},
		{write(t, dir, "bad/empty.txt", "# none\n"), duel, "empty.txt: it contains no position"},
		{t.TempDir(), duel, "no file in this directory ends in .ouro, .jsonl, .txt"},
		{"balanced:turns=0", duel, "openings balanced:turns=0: option turns=0: want a whole number from 1"},
		{"balanced:nosuch=1", duel, `unknown option "nosuch" (known: turns, nodes, games, snake)`},
		{"balanced:snake=nosuch", duel, `unknown solver "nosuch"`},
		{"balanced", solo, "balanced positions are for games of several snakes"},
	} {
		b, err := opening.Read(t.Context(), c.text)
		if err == nil {
			_, err = b.For(c.game, 1)
		}
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want %q", c.text, err, c.want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := opening.Read(ctx, name); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
}
