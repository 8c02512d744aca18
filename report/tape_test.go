package report

import (
	"bytes"
	"compress/zlib"
	"encoding/base64"
	"encoding/json"
	"io"
	"reflect"
	"strings"
	"testing"

	"ouro"
	"ouro/internal/english"
	"ouro/lab"
	"ouro/play"
	"ouro/roster"
	"ouro/rule/maze"
	"ouro/studio/frames"
)

// played returns a game with its record, and the game's positions.
func played(t testing.TB, game ouro.GameSpec, solvers string, seed uint64) (*lab.Finished, []*ouro.State) {
	t.Helper()
	deal, err := roster.Deal(game, seed)
	if err != nil {
		t.Fatal(err)
	}
	cfg := play.Config{Deal: deal, Keep: true}
	all := specs(t, solvers)
	for i, spec := range all {
		s, err := roster.Make(spec, ouro.Setup{Rules: deal.Rules, Start: deal.Start, Seat: i, Seed: ouro.SolverSeed(seed, i)})
		if err != nil {
			t.Fatal(err)
		}
		cfg.Seats = append(cfg.Seats, s)
	}
	g, err := play.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	states := []*ouro.State{g.State().Clone()}
	if _, err := g.RunWith(t.Context(), func(s *ouro.State) { states = append(states, s.Clone()) }); err != nil {
		t.Fatal(err)
	}
	if err := g.Close(); err != nil {
		t.Fatal(err)
	}
	r := g.Record()
	r.Game, r.Seed, r.Seats = game, seed, all
	return &lab.Finished{Record: r}, states
}

// TestTape: every position of a game follows from its tape.
func TestTape(t *testing.T) {
	level, err := maze.Level("lattice")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		game    ouro.GameSpec
		solvers string
	}{
		{classic(10, 10), "cell"},
		{classic(5, 4), "bfs"},
		{ouro.GameSpec{Rules: specs(t, "maze:regrow=floor")[0], Level: level, W: level.Grid.W, H: level.Grid.H, StartLength: 1}, "backtrack:depth=4"},
		{ouro.GameSpec{Rules: ouro.Spec{Name: "royale"}, W: 11, H: 11, StartLength: 3, Snakes: 3}, "greedy,hungry,floodfill"},
	} {
		for seed := range uint64(3) {
			f, states := played(t, c.game, c.solvers, seed)
			tape, err := tapeOf(t.Context(), f, namesOf(c.solvers))
			if err != nil {
				t.Fatalf("%s: %v", c.solvers, err)
			}
			checkTape(t, c.solvers, tape, states)
		}
	}
}

// namesOf returns names for several snakes. The names differ from the solvers.
func namesOf(solvers string) (names english.Snakes) {
	if list := strings.Split(solvers, ","); len(list) > 1 {
		for _, solver := range list {
			names = append(names, "my "+solver)
		}
	}
	return names
}

func checkTape(t *testing.T, solvers string, tape *Tape, states []*ouro.State) {
	t.Helper()
	packed, err := base64.RawURLEncoding.DecodeString(tape.Data)
	if err != nil {
		t.Fatal(err)
	}
	in, err := zlib.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(in)
	if err != nil {
		t.Fatal(err)
	}
	var doc tapeDoc
	if err := json.Unmarshal(text, &doc); err != nil {
		t.Fatal(err)
	}
	if len(doc.Changes) != len(states)-1 || tape.Turns != len(doc.Changes) {
		t.Fatalf("%s: %d changes, want %d", solvers, len(doc.Changes), len(states)-1)
	}
	names := namesOf(solvers)
	for i, name := range names {
		if got := doc.Seats[i].Name; got != name {
			t.Errorf("%s: seat %d is called %s, want %s", solvers, i, got, name)
		}
	}
	lane := doc.Keys[0]
	for i, state := range states {
		if i > 0 {
			lane.Apply(change(t, lane, doc.Changes[i-1]))
		}
		want := frames.Of(state, names)
		lane.Hash, lane.Ended, want.Hash = "", nil, ""
		if !same(lane, want) {
			t.Fatalf("%s: turn %d: %+v, want %+v", solvers, i, lane, want)
		}
		if i > 0 && i%every == 0 {
			key := doc.Keys[i/every]
			if key.Hash = ""; !same(key, want) {
				t.Fatalf("%s: the position at turn %d is %+v, want %+v", solvers, i, key, want)
			}
		}
	}
}

// same compares lanes, ignoring the order of food, walls, hedges and hazards.
func same(a, b *frames.Lane) bool {
	set := func(cells []ouro.Cell) map[ouro.Cell]int {
		m := map[ouro.Cell]int{}
		for _, c := range cells {
			m[c]++
		}
		return m
	}
	return a.Turn == b.Turn && reflect.DeepEqual(a.Snakes, b.Snakes) && reflect.DeepEqual(set(a.Food), set(b.Food)) &&
		reflect.DeepEqual(set(a.Walls), set(b.Walls)) && reflect.DeepEqual(set(a.Hedges), set(b.Hedges)) && reflect.DeepEqual(set(a.Hazards), set(b.Hazards))
}

// change decodes a change of a tape. A number means that the first snake's head moves by this
// difference of cells, and the tail leaves its cell.
func change(t *testing.T, lane *frames.Lane, text json.RawMessage) *frames.Change {
	t.Helper()
	var step int
	if json.Unmarshal(text, &step) == nil {
		return &frames.Change{Turn: lane.Turn + 1, Snakes: []frames.SnakeChange{{Push: []ouro.Cell{lane.Snakes[0].Body[0] + ouro.Cell(step)}, Drop: 1}}}
	}
	c := new(frames.Change)
	if err := json.Unmarshal(text, c); err != nil {
		t.Fatal(err)
	}
	return c
}

// TestTapeIsSmall: a long game has a small tape.
func TestTapeIsSmall(t *testing.T) {
	f, states := played(t, classic(20, 20), "cell", 3)
	tape, err := tapeOf(t.Context(), f, nil)
	if err != nil {
		t.Fatal(err)
	}
	if most := 2 * len(states); len(tape.Data) > most {
		t.Errorf("%d bytes of %d turns, want at most %d", len(tape.Data), tape.Turns, most)
	}
	t.Logf("%d bytes of %d turns", len(tape.Data), tape.Turns)
}

// TestTapeRefuses: an invalid or changed record gives an error.
func TestTapeRefuses(t *testing.T) {
	f, _ := played(t, classic(4, 4), "cell", 1)
	text, err := f.Record.MarshalText()
	if err != nil {
		t.Fatal(err)
	}
	for _, bad := range []*lab.Finished{nil, {}, {Record: lab.Text("nonsense")}, {Record: lab.Text(strings.Replace(string(text), "seed 1", "seed 2", 1))}} {
		if _, err := tapeOf(t.Context(), bad, nil); err == nil {
			t.Errorf("%+v was taken", bad)
		}
	}
}
