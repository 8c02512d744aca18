package ouro_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ouro"
	"ouro/play"
	"ouro/rule/classic"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// pilot is a solver that moves to the free cell nearest to the food. In one of fifty turns it
// returns an error.
func pilot(_ context.Context, t ouro.Turn) (ouro.Decision, error) {
	if t.State.Turn%50 == 6 {
		return ouro.Decision{}, errors.New("out of sorts: \"7\"\n")
	}
	g, head := t.State.Grid, t.Snake().Body.Head()
	best, bestDistance := ouro.Up, 1<<30
	for _, d := range ouro.Dirs {
		if c := g.Next(head, d); t.State.Enterable(t.Seat, c) {
			if far := g.Distance(c, t.State.Food[0]); far < bestDistance {
				best, bestDistance = d, far
			}
		}
	}
	return ouro.Decision{Dir: best}, nil
}

func dealRecord(tb testing.TB, game ouro.GameSpec, seed uint64) play.Deal {
	tb.Helper()
	level := game.Level
	if level == nil {
		var err error
		if level, err = classic.OpenLevel(game.W, game.H); err != nil {
			tb.Fatal(err)
		}
	}
	dice := ouro.GameDice(seed)
	start, err := classic.Start(level, game.StartLength, dice)
	if err != nil {
		tb.Fatal(err)
	}
	return play.Deal{Rules: classic.Rules{}, Start: start, Dice: dice}
}

// recordGame returns the record of a whole game that pilot plays.
func recordGame(tb testing.TB, game ouro.GameSpec, seed uint64) *ouro.Record {
	tb.Helper()
	g, err := play.New(play.Config{
		Deal: dealRecord(tb, game, seed), Seats: []ouro.Solver{ouro.SolverFunc(pilot)},
		Budget: ouro.Budget{Nodes: 1000}, Keep: true,
	})
	if err != nil {
		tb.Fatal(err)
	}
	if _, err := g.Run(context.Background()); err != nil {
		tb.Fatal(err)
	}
	r := g.Record()
	r.Game, r.Seed = game, seed
	r.Seats = []ouro.Spec{{Name: "pilot", Options: ouro.Options{{Key: "mood", Value: "good: or=bad"}}}}
	return r
}

func marshal(tb testing.TB, r *ouro.Record) []byte {
	tb.Helper()
	text, err := r.MarshalText()
	if err != nil {
		tb.Fatal(err)
	}
	return text
}

// readAndReplay reads a record and replays it.
func readAndReplay(tb testing.TB, text []byte) error {
	tb.Helper()
	var r ouro.Record
	if err := r.UnmarshalText(text); err != nil {
		return err
	}
	level := r.Game.Level
	if level == nil {
		level, _ = classic.OpenLevel(r.Game.W, r.Game.H)
	}
	dice := ouro.GameDice(r.Seed)
	start, err := classic.Start(level, r.Game.StartLength, dice)
	if err != nil {
		return err
	}
	return play.Replay(context.Background(), &r, play.Deal{Rules: classic.Rules{}, Start: start, Dice: dice}, nil)
}

var (
	goldenGame = ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: 10, H: 10, StartLength: 3}
	smallGame  = ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: 6, H: 5, StartLength: 1} // a game with more than one line of moves
)

// TestRecordGolden freezes the format, the dice and the rules: a seed always gives the same game
// and the same text. Do not change the golden file.
func TestRecordGolden(t *testing.T) {
	text := marshal(t, recordGame(t, goldenGame, 42))
	path := filepath.Join("testdata", "game.record")
	if *update {
		if err := os.WriteFile(path, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(text, want) {
		t.Errorf("the record of seed 42 has changed:\n%s", text)
	}
	if err := readAndReplay(t, want); err != nil {
		t.Error(err)
	}
}

func TestRecordRoundTrip(t *testing.T) {
	maze, err := ouro.ParseLevel("     \n X X \n   S \n X X \n     \n")
	if err != nil {
		t.Fatal(err)
	}
	games := []ouro.GameSpec{
		goldenGame,
		{Rules: ouro.Spec{Name: "classic"}, W: 2, H: 2, StartLength: 1},
		{Rules: ouro.Spec{Name: "classic"}, W: 5, H: 5, StartLength: 1, Level: maze},
		{Rules: ouro.Spec{Name: "classic"}, W: 64, H: 64, StartLength: 64},
	}
	for _, game := range games {
		for seed := range uint64(10) {
			text := marshal(t, recordGame(t, game, seed))
			var back ouro.Record
			if err := back.UnmarshalText(text); err != nil {
				t.Fatalf("%dx%d seed %d: %v\n%s", game.W, game.H, seed, err, text)
			}
			if again := marshal(t, &back); back.Changed || !bytes.Equal(again, text) {
				t.Fatalf("%dx%d seed %d: reading and writing changes the text:\n%s\n%s", game.W, game.H, seed, text, again)
			}
			if err := readAndReplay(t, text); err != nil {
				t.Fatalf("%dx%d seed %d: %v", game.W, game.H, seed, err)
			}
		}
	}
}

// TestRecordOfCPU: a record has a line for a limit of processor time only if there is such a limit.
func TestRecordOfCPU(t *testing.T) {
	r := recordGame(t, goldenGame, 42)
	plain := marshal(t, r)
	r.Budget.CPU = 20 * time.Millisecond
	text := marshal(t, r)
	want := bytes.Replace(plain, []byte("\nsolver "), []byte("\ncpu 20ms\nsolver "), 1)
	sum := func(text []byte) int { return bytes.Index(text, []byte("\nsum ")) }
	if !bytes.Equal(text[:sum(text)], want[:sum(want)]) {
		t.Errorf("the record is\n%s\nwant\n%s", text, want)
	}
	var back ouro.Record
	if err := back.UnmarshalText(text); err != nil || back.Budget != r.Budget || back.Changed {
		t.Errorf("it is read as %v, changed %v: %v", back.Budget, back.Changed, err)
	}
	if err := readAndReplay(t, text); err != nil {
		t.Error(err)
	}
}

func TestRecordOfSeveralSeats(t *testing.T) {
	r := &ouro.Record{
		Game:    ouro.GameSpec{Rules: ouro.Spec{Name: "duel"}, W: 5, H: 4, StartLength: 3, Snakes: 3},
		Budget:  ouro.Budget{Time: 1500 * time.Millisecond},
		Seats:   []ouro.Spec{{Name: "a"}, {Name: "b"}, {Name: "c"}},
		Outcome: ouro.Outcome{Ending: ouro.Won, Winner: 2},
	}
	for turn := range 45 {
		r.Moves = append(r.Moves, ouro.Dir(turn&3), ouro.Left, ouro.NoDir)
		r.Checks = append(r.Checks, "0aZ_"[turn&3])
	}
	text := marshal(t, r)
	var back ouro.Record
	if err := back.UnmarshalText(text); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if again := marshal(t, &back); !bytes.Equal(again, text) {
		t.Errorf("reading and writing changes the text:\n%s\n%s", text, again)
	}
	if joint := back.Joint(45); fmt.Sprint(joint) != "[up left Dir(255)]" {
		t.Errorf("Joint(45) = %v", joint)
	}
}

func TestRecordIncomplete(t *testing.T) {
	whole := func() *ouro.Record { return recordGame(t, goldenGame, 1) }
	cases := map[string]func(*ouro.Record){
		"no solver":        func(r *ouro.Record) { r.Seats = nil },
		"more than 16":     func(r *ouro.Record) { r.Seats = make([]ouro.Spec, 17) },
		"of 2 snakes":      func(r *ouro.Record) { r.Game.Snakes = 2 },
		"moves in":         func(r *ouro.Record) { r.Moves = r.Moves[1:] },
		"is not a name":    func(r *ouro.Record) { r.Game.Rules = ouro.Spec{} },
		"start length 101": func(r *ouro.Record) { r.Game.StartLength = 101 },
	}
	for want, spoil := range cases {
		r := whole()
		spoil(r)
		if _, err := r.MarshalText(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want an error with %q, have %v", want, err)
		}
	}
}

// recordOfPosition returns the record of a game that starts from a position.
func recordOfPosition(tb testing.TB) *ouro.Record {
	tb.Helper()
	position, err := ouro.ParseState("6x5/t99/s1.1URD,g7/f4.2")
	if err != nil {
		tb.Fatal(err)
	}
	g, err := play.New(play.Config{
		Deal:  play.Deal{Rules: classic.Rules{}, Start: position, Dice: ouro.GameDice(3), Spawned: true},
		Seats: []ouro.Solver{ouro.SolverFunc(pilot)}, Keep: true,
	})
	if err != nil {
		tb.Fatal(err)
	}
	if _, err := g.Run(tb.Context()); err != nil {
		tb.Fatal(err)
	}
	r := g.Record()
	r.Game = ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: 6, H: 5, StartLength: 1, Position: position}
	r.Seed, r.Seats = 3, []ouro.Spec{{Name: "pilot"}}
	return r
}

// TestRecordOfPositionGolden: the record of a game that starts from a position has one more line,
// and its turns count from that position's turn. A position that does not fit the record, or is
// spelled differently, is an error.
func TestRecordOfPositionGolden(t *testing.T) {
	r := recordOfPosition(t)
	text := string(marshal(t, r))
	path := filepath.Join("testdata", "position.record")
	if *update {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil || text != string(want) {
		t.Errorf("%v: the record has changed:\n%s", err, text)
	}
	if in := r.Incidents[0]; r.Begin() != 99 || r.End() != 99+r.Turns() || in.Turn <= 99 || !strings.Contains(text, "\nturn 100 ") {
		t.Errorf("from %d to %d, the first incident on turn %d", r.Begin(), r.End(), in.Turn)
	}
	for _, c := range []struct{ old, replacement, want string }{
		{"6x5/t99/s1.1URD", "6x5/t99/s1.1U1RD", "line 5: position is not written as 6x5/t99/s1.1URD"},
		{"6x5/t99/s1.1URD", "6x5/t99/s1.1URDDDDD", "line 5: position field"},
		{"6x5/t99", "5x6/t99", "the position has a board of 5x6, but the game has one of 6x5"},
		{"/f4.2", "/s4.4/f4.2", "the position has 2 snakes, but the game has 1"},
		{"6x5/t99", "6x5/t98", "turn 99: the line has the number \"100\""},
		{"\nincident 107", "\nincident 7", "is not a whole number from 100 to"},
	} {
		edited := strings.Replace(text, c.old, c.replacement, 1)
		if err := new(ouro.Record).UnmarshalText([]byte(edited)); edited == text || err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q for %q: want an error with %q, have %v", c.replacement, c.old, c.want, err)
		}
	}
	for want, spoil := range map[string]func(*ouro.GameSpec){
		"the game has a level and a position": func(g *ouro.GameSpec) { g.Level, _ = classic.OpenLevel(6, 5) },
		"the position has a board of 6x5":     func(g *ouro.GameSpec) { g.W = 7 },
	} {
		r := recordOfPosition(t)
		spoil(&r.Game)
		if _, err := r.MarshalText(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want an error with %q, have %v", want, err)
		}
	}
}

// movesSection returns the offsets at which the lines of moves begin and end.
func movesSection(tb testing.TB, text []byte) (from, to int) {
	tb.Helper()
	from = bytes.Index(text, []byte("\nturn ")) + 1
	to = from + bytes.Index(text[from:], []byte("\nincident ")) + 1
	if from <= 0 || to <= from {
		tb.Fatalf("no moves or no incidents in\n%s", text)
	}
	return from, to
}

// turnsOf returns the turn of every byte of the text, or 0 for bytes that are neither moves nor
// checks.
func turnsOf(tb testing.TB, text []byte) []int {
	tb.Helper()
	turns := make([]int, len(text))
	from, to := movesSection(tb, text)
	at, first := from, 1
	for line := range bytes.Lines(text[from:to]) {
		fields := bytes.Fields(line)
		moves := at + bytes.LastIndexByte(line, ' ') - len(fields[2])
		for i := range fields[2] {
			turns[moves+i], turns[moves+len(fields[2])+1+i] = first+i, first+i
		}
		at, first = at+len(line), first+len(fields[2])
	}
	return turns
}

// TestRecordEveryChangedByte: each change of a byte of a record gives an error. After a change of
// a move or a check, the error contains the turn.
func TestRecordEveryChangedByte(t *testing.T) {
	text := marshal(t, recordGame(t, smallGame, 42))
	turns := turnsOf(t, text)
	from, to := movesSection(t, text)
	named := 0
	for i := range text {
		for _, b := range []byte("URDL-0az_ \n\x00\xff,:=|1" + string(text[i]^1) + string(text[i]^0x20)) {
			if b == text[i] {
				continue
			}
			changed := bytes.Clone(text)
			changed[i] = b
			err := readAndReplay(t, changed)
			switch {
			case err == nil:
				t.Fatalf("byte %d: %q instead of %q: want an error, have none", i, b, text[i])
			case turns[i] > 0 && !strings.Contains(err.Error(), fmt.Sprintf("turn %d:", turns[i])):
				t.Fatalf("byte %d of turn %d: %q instead of %q: the error names another turn: %v", i, turns[i], b, text[i], err)
			case i >= from && i < to && !strings.Contains(err.Error(), "turn "):
				t.Fatalf("byte %d between the moves: %q instead of %q: the error names no turn: %v", i, b, text[i], err)
			case strings.Contains(err.Error(), "\n"):
				t.Fatalf("byte %d: %q instead of %q: the error is not one line: %q", i, b, text[i], err)
			case turns[i] > 0:
				named++
			}
		}
	}
	if last := slices.Max(turns); named == 0 || last <= 60 {
		t.Fatalf("%d changes of moves in %d turns: want some, on more than one line of moves", named, last)
	}
}

// TestRecordEveryCut: a record that is cut at any byte, or in which any byte is doubled or
// missing, gives an error.
func TestRecordEveryCut(t *testing.T) {
	text := marshal(t, recordGame(t, smallGame, 42))
	for i := range text {
		edits := map[string][]byte{
			"and all after": text[:i],
			"is missing":    append(bytes.Clone(text[:i]), text[i+1:]...),
			"is doubled":    append(bytes.Clone(text[:i+1]), text[i:]...),
			"follows a U":   append(append(bytes.Clone(text[:i]), 'U'), text[i:]...),
		}
		for edit, edited := range edits {
			if readAndReplay(t, edited) == nil {
				t.Fatalf("byte %d: %s: want an error, have none", i, edit)
			}
		}
	}
	for end := bytes.LastIndexByte(text[:len(text)-1], '\n'); end > 0; end = bytes.LastIndexByte(text[:end], '\n') {
		if err := readAndReplay(t, text[:end+1]); err == nil || !strings.Contains(err.Error(), "truncated") {
			t.Fatalf("cut after a whole line: want an error that says truncated, have %v", err)
		}
	}
}

func TestReadRecordErrors(t *testing.T) {
	text := string(marshal(t, recordGame(t, goldenGame, 42)))
	cases := []struct{ old, replacement, want string }{
		{"ouro record 1", "ouro record 2", "line 1: not a record"},
		{"rules classic", "rules Classic!", "line 2: rules"},
		{"board 10x10", "board 010x10", "line 3: board"},
		{"board 10x10", "board 1x10", "line 3: board"},
		{"start-length 3", "start-length 0", "line 4: "},
		{"start-length 3", "start-length +3", "line 4: "},
		{"start-length 3\n", "start-length 3\nlevel |  |\n", "line 5: the level that begins here: "},
		{"seed 42", "seed 042", "line 5: seed"},
		{"nodes 1000", "nodes -1", "line 6: nodes"},
		{"time 0s", "time 0", "line 7: time"},
		{"solver pilot", "cpu 0s\nsolver pilot", "line 8: cpu 0s: "},
		{"solver pilot", "cpu 0.02s\nsolver pilot", "line 8: cpu"},
		{"solver pilot", "cpu 20ms\ncpu 20ms\nsolver pilot", `line 9: want "solver", have "cpu"`},
		{"solver pilot", "solver PILOT", "line 8: solver"},
		{"solver pilot:mood=good: or=bad\n", "", `line 8: want "cpu" or "solver", have "start"`},
		{"turn 1 ", "turn 2 ", "turn 1: "},
		{"incident 7 0 error", "incident 7 1 error", `"1" is not a whole number from 0 to 0`},
		{"incident 7 0 error", "incident 7 0 bored", `unknown fault "bored"`},
		{`sorts: \"7\"\n"`, `sorts: \"7\"\x0a"`, "detail is not a quoted string"},
		{"\nend ", "\nEnd ", `after turn 139: want "incident", "offered" or "end", have "End"`},
		{"\nsum ", "\nsun ", `want "sum"`},
	}
	for _, c := range cases {
		edited := strings.Replace(text, c.old, c.replacement, 1)
		if edited == text {
			t.Errorf("%q does not occur in the record", c.old)
			continue
		}
		err := new(ouro.Record).UnmarshalText([]byte(edited))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q for %q: want an error with %q, have %v", c.replacement, c.old, c.want, err)
		}
	}
	if err := new(ouro.Record).UnmarshalText([]byte(text + "x")); err == nil || !strings.Contains(err.Error(), "follows the checksum") {
		t.Errorf("text behind the end: have %v", err)
	}
}

// FuzzRecord: a text is either rejected, or written again byte for byte, except for the checksum
// line if that is wrong.
func FuzzRecord(f *testing.F) {
	paths, err := filepath.Glob("testdata/*.record")
	if err != nil || len(paths) == 0 {
		f.Fatal("no records to start from in testdata")
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	level, err := ouro.ParseLevel(" X\nS \n")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(marshal(f, recordGame(f, ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: 2, H: 2, StartLength: 1, Level: level}, 3)))
	f.Add(marshal(f, recordGame(f, ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: 3, H: 2, StartLength: 1}, 3)))
	limited := recordGame(f, ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: 3, H: 2, StartLength: 1}, 4)
	limited.Budget.CPU = time.Millisecond
	f.Add(marshal(f, limited))
	f.Add(marshal(f, recordOfPosition(f)))
	f.Add(marshal(f, recordOfPlayers(f)))
	f.Fuzz(func(t *testing.T, text []byte) {
		var r ouro.Record
		if err := r.UnmarshalText(text); err != nil {
			mustBeOneLine(t, err)
			return
		}
		again := marshal(t, &r)
		if r.Changed {
			if len(again) != len(text) {
				t.Fatalf("another length:\n%q\n%q", text, again)
			}
			sum := bytes.LastIndexByte(text[:len(text)-1], '\n')
			text, again = text[:sum], again[:sum]
		}
		if !bytes.Equal(again, text) {
			t.Fatalf("written again as\n%q\ninstead of\n%q", again, text)
		}
	})
}
