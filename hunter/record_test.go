package hunter

import (
	"bytes"
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"

	"ouro"
	"ouro/roster"
	"ouro/solve/backtrack"
)

// recordGame returns the record of a game between bots and grazers.
func recordGame(t testing.TB, cfg Config) *Record {
	t.Helper()
	cfg.Keep = true
	_, r, err := Run(context.Background(), cfg, Bots(cfg.Seed, cfg.Hunters))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func marshal(t testing.TB, r *Record) []byte {
	t.Helper()
	text, err := r.MarshalText()
	if err != nil {
		t.Fatal(err)
	}
	return text
}

var grazerMaker = []ouro.Maker{grazer}

func TestRecordReplays(t *testing.T) {
	for seed := range uint64(30) {
		r := recordGame(t, Config{Seed: seed, Hunters: 1 + int(seed)%2, Snakes: int(seed) % 5, Drivers: grazers, Levels: Levels()[seed%6 : seed%6+1]})
		var read Record
		if err := read.UnmarshalText(marshal(t, r)); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		r.Levels, read.Levels = nil, append([]*Level(nil), read.Levels...)
		levels := read.Levels
		read.Levels = nil
		if !reflect.DeepEqual(*r, read) {
			t.Fatalf("seed %d: the record differs after MarshalText and UnmarshalText", seed)
		}
		read.Levels = levels
		seen := 0
		if err := Replay(t.Context(), &read, grazerMaker, func(*World) { seen++ }); err != nil || seen != read.Ticks()+1 {
			t.Fatalf("seed %d: %d ticks of %d, %v", seed, seen, read.Ticks(), err)
		}
	}
}

// TestRealSolversReplay: games against solvers of the roster can be replayed.
func TestRealSolversReplay(t *testing.T) {
	drivers := []Driver{{Spec: ouro.Spec{Name: "backtrack", Options: ouro.Options{{Key: "depth", Value: "5"}}}, Make: backtrack.New}}
	for _, name := range []string{"bfs", "lookahead", "wander"} {
		e, err := roster.FindSolver(name)
		if err != nil {
			t.Fatal(err)
		}
		drivers = append(drivers, Driver{Spec: ouro.Spec{Name: name}, Make: e.Make})
	}
	for seed := range uint64(2) {
		cfg := Config{Seed: seed, Hunters: 2, Snakes: 4, Drivers: drivers, Keep: true, Levels: Levels()[:1]}
		r, record, err := Run(t.Context(), cfg, Bots(seed, 2))
		if err != nil || r.Phase != Won && r.Phase != Lost || r.Faults > 0 {
			t.Fatalf("seed %d: %+v, %v", seed, r, err)
		}
		if err := verify(t.Context(), record, drivers); err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
	}
}

func TestReplayFindsChanges(t *testing.T) {
	r := recordGame(t, Config{Seed: 5, Hunters: 1, Snakes: 1, Drivers: grazers, Levels: Levels()[:1]})
	text := string(marshal(t, r))
	change := func(old, new string) error {
		changed := strings.Replace(text, old, new, 1)
		if changed == text {
			t.Fatalf("%q not found", old)
		}
		var read Record
		if err := read.UnmarshalText([]byte(changed)); err != nil {
			t.Fatal(err)
		}
		return Replay(t.Context(), &read, grazerMaker, nil)
	}
	for _, tt := range []struct{ old, new, want string }{
		{"seed 5\n", "seed 6\n", "ticks 1 to "},
		{"step 8|", "step 7|", "ticks 1 to "},
		{"end won", "end lost", "the end differs from the record"},
		{"name Cellar", "name Attic", ErrChanged.Error()},
	} {
		if err := change(tt.old, tt.new); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q for %q: %v, want %q", tt.new, tt.old, err, tt.want)
		}
	}
	r.Inputs[0] = Input{Bomb: true}
	if err := Replay(t.Context(), r, grazerMaker, nil); err == nil || !strings.Contains(err.Error(), "ticks 1 to ") {
		t.Errorf("another input: %v", err)
	}
	if err := Replay(t.Context(), r, nil, nil); err == nil {
		t.Error("no makers: no error")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := Replay(ctx, r, grazerMaker, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
}

// shortRecord returns a record of a short game.
func shortRecord(t testing.TB) *Record {
	t.Helper()
	w, err := New(Config{Seed: 7, Hunters: 2, Drivers: grazers, Levels: Levels()[:1], Keep: true})
	if err != nil {
		t.Fatal(err)
	}
	for tick := range 310 {
		in := []Input{{Dir: ouro.Left}, {Bomb: tick%50 == 49}} // a direction without Go is ignored
		if tick%100 < 8 {
			in[0] = Walk(ouro.Right)
		}
		w.Step(in)
	}
	return w.Record()
}

func TestRecordText(t *testing.T) {
	text := string(marshal(t, shortRecord(t)))
	for _, line := range []string{
		"ouro hunter record 1\nseed 7\nhunters 2\nsnakes 0\nnodes 0\ndriver grazer\nlevel |name Cellar|\n",
		"\ntick 1 8r.41...*49...*8r.41...*49...*8r.41...*49...* ", "\ntick 301 8r.2.. ",
	} {
		if !strings.Contains(text, line) {
			t.Errorf("no %q in\n%s", line, text)
		}
	}
}

func TestBadRecords(t *testing.T) {
	text := string(marshal(t, shortRecord(t)))
	for _, tt := range []struct{ old, new, want string }{
		{"hunter record 1", "hunter record 2", "line 1: not a hunter record"},
		{"seed 7", "seed 07", "line 2: seed"},
		{"hunters 2", "hunters 3", `line 3: hunters "3" is not a whole number from 1 to 2`},
		{"snakes 0", "snakes 5", `line 4: snakes "5" is not a whole number from 0 to 4`},
		{"nodes 0", "nodes -1", `line 5: nodes "-1" is not a whole number`},
		{"driver grazer", "driver Grazer", "line 6"},
		{"driver grazer\n", "", `line 6: want "driver", have "level"`},
		{"driver grazer\n", strings.Repeat("driver grazer\n", 5), "more than 4 drivers"},
		{"|name Cellar|", "name Cellar", "line 7: want a line of the level between bars"},
		{"|name Cellar|", "|name Cellar?|", "line 7: the level that begins here: level line 1"},
		{"tick 1 ", "tick 2 ", "want tick 1"},
		{"tick 1 8r.", "tick 1 9r.", "more than 300 ticks on the line"},
		{"tick 1 8r.", "tick 1 7r.", "want tick 300, inputs and a hash"},
		{"tick 1 8r.", "tick 1 7r.1r.", `run "1" is not a whole number from 2 to 300`},
		{"tick 1 8r.", "tick 1 7r.r.", "two successive runs have the same inputs"},
		{"tick 1 8r.", "tick 1 8x.", "unknown input 'x'"},
		{"tick 301 8r.2..", "tick 301 8r.2.", "want a character for each of 2 hunters"},
		{"tick 301 8r.2..", "tick 301 8r.99999999999999999999..", "run"},
		{"end playing", "end resting", `unknown phase "resting"`},
		{" 310 ", " 311 ", "end after tick 311, but there are 310 ticks"},
		{"\nsum ", "\nsum 0", "is not a hash of 16 digits"},
	} {
		changed := strings.Replace(text, tt.old, tt.new, 1)
		if changed == text {
			t.Fatalf("%q not found", tt.old)
		}
		var r Record
		if err := r.UnmarshalText([]byte(changed)); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q for %q: error %v, want %q", tt.new, tt.old, err, tt.want)
		}
	}
	short := strings.NewReplacer("tick 1 8r.", "tick 1 7r.", "tick 301 ", "tick 300 ").Replace(text)
	if err := new(Record).UnmarshalText([]byte(short)); err == nil || !strings.Contains(err.Error(), "tick 300: want 300 ticks on each line but the last") {
		t.Errorf("a short line: %v", err)
	}
	for n := range len(text) {
		var r Record
		if err := r.UnmarshalText([]byte(text[:n])); err == nil {
			t.Fatalf("no error for the first %d bytes", n)
		}
	}
	var r Record
	if err := r.UnmarshalText([]byte(text + "\n")); err == nil || !strings.Contains(err.Error(), "text follows the checksum") {
		t.Errorf("more text: %v", err)
	}
	if err := r.UnmarshalText([]byte(strings.Replace(text, "seed 7", "seed 8", 1))); err != nil || !r.Changed {
		t.Errorf("a changed seed: changed %v, error %v", r.Changed, err)
	}
}

func FuzzRecord(f *testing.F) {
	f.Add(marshal(f, shortRecord(f)))
	f.Add(marshal(f, recordGame(f, Config{Seed: 1, Hunters: 1, Snakes: 2, Drivers: grazers, Levels: Levels()[:1]})))
	f.Fuzz(func(t *testing.T, text []byte) {
		var r Record
		if err := r.UnmarshalText(text); err != nil || r.Changed {
			return
		}
		if again := marshal(t, &r); !bytes.Equal(again, text) {
			t.Errorf("read\n%s\nwrote\n%s", text, again)
		}
	})
}
