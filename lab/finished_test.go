package lab_test

import (
	"bytes"
	"encoding/hex"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"ouro"
	"ouro/lab"
	"ouro/lab/stat"
)

// binaries returns games of several kinds in binary form.
func binaries(t testing.TB) [][]byte {
	t.Helper()
	all := [][]byte{}
	add := func(f *lab.Finished) {
		data, err := f.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, data)
	}
	for _, plan := range []lab.Plan{classicPlan(4, 4, 3, winner, greedy, drunk), tournamentPlan(3, rover, first)} {
		plan.Meals, plan.Records = len(plan.Seatings) == 0, true
		p, err := lab.NewPlayer(plan)
		if err != nil {
			t.Fatal(err)
		}
		for i := range p.Games() {
			f, err := p.Play(t.Context(), i)
			if err != nil {
				t.Fatal(err)
			}
			if f.Took <= 0 || f.Record == nil || f.Moves == (lab.Digest{}) || len(f.Think) != len(f.Tally.Seats) || plan.Meals && f.Tally.Turns > 40 && f.Meals == nil {
				t.Fatalf("%+v", f)
			}
			for seat, slow := range f.Slow {
				if slow < 1 || int(slow) > int(f.Tally.Turns)+1 {
					t.Errorf("seat %d: decision %d of %d turns took longest", seat, slow, f.Tally.Turns)
				}
			}
			add(f)
		}
	}
	add(&lab.Finished{})
	add(&lab.Finished{
		Tally: lab.Tally{Seats: []lab.Seat{{FirstFault: "turn 3: late", Faults: 2, Offered: 1, Late: 2}}, Measures: []int{1, -5, 1 << 40}},
		Think: []*stat.Sparse{nil}, Took: time.Hour, Moves: lab.Digest{1, 2, 3}, Discarded: []string{"", "gone"}, Log: lab.Text("{}\n"),
	})
	return all
}

// TestEarlierVersions: games in earlier versions of the binary form can be read. Each file has a
// game of one snake with meals and record, a game of three snakes, and a game with all fields that
// the version has in a tally. The first two equal games that the test plays, except for values that
// the version lacks.
func TestEarlierVersions(t *testing.T) {
	alone := classicPlan(4, 4, 1, greedy)
	alone.Meals = true
	one, several := playNumber(t, player(t, alone), 0), playNumber(t, player(t, tournamentPlan(26, rover, first, rammer)), 74)
	for i := range one.Meals {
		one.Meals[i].Shortest = 0
	}
	for version, last := range map[string]*lab.Finished{
		"1": {
			Tally: lab.Tally{
				Group: 7, Ending: ouro.Won, Turns: 900, Measures: []int{3, -5, 1 << 40},
				Seats: []lab.Seat{{Faults: 3, Offered: 2, FirstFault: "turn 3: late"}},
			},
			Took: 1234567, Slow: []int32{4},
		},
		"2": {
			Tally: lab.Tally{
				Group: 7, Ending: ouro.Won, Turns: 900, Measures: []int{3, -5, 1 << 40},
				Seats: []lab.Seat{{Faults: 3, Offered: 2, Late: 1, FirstFault: "turn 3: late"}},
			},
			Took: 1234567, Slow: []int32{4}, Moves: lab.Digest{1, 2, 3}, Discarded: []string{"gone"}, Log: lab.Text("{}\n"),
		},
	} {
		games := readVersion(t, version)
		for i, want := range []*lab.Finished{one, several} {
			f := games[i]
			moves, err := f.KnownMoves()
			if !reflect.DeepEqual(f.Tally, want.Tally) || !reflect.DeepEqual(f.Meals, want.Meals) || moves != want.Moves || err != nil {
				t.Errorf("version %s, game %d is %+v, %v, want %+v", version, i, f, err, want)
			}
			if f.Took != 1234567 || len(f.Think) != len(f.Tally.Seats) || f.Think[0].Max() == 0 || len(f.Slow) != len(f.Think) {
				t.Errorf("version %s, game %d: %+v", version, i, f)
			}
		}
		if !reflect.DeepEqual(games[2], last) {
			t.Errorf("version %s: %+v, want %+v", version, games[2], last)
		}
	}
}

// readVersion reads the games in a file of testdata.
func readVersion(t *testing.T, version string) (games []*lab.Finished) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "finished-"+version+".hex"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		data, err := hex.DecodeString(strings.TrimSpace(line))
		if err != nil {
			t.Fatal(err)
		}
		f := new(lab.Finished)
		if err := f.UnmarshalBinary(data); err != nil {
			t.Fatalf("version %s: %v", version, err)
		}
		if f.UnmarshalBinary(append(data, 0)) == nil || f.UnmarshalBinary(data[:len(data)-1]) == nil {
			t.Errorf("version %s: a game with a byte more or less is read without an error", version)
		}
		for _, other := range []byte{0, 4} {
			changed := slices.Clone(data)
			if changed[0] = other; f.UnmarshalBinary(changed) == nil {
				t.Errorf("version %d is read", other)
			}
		}
		games = append(games, f)
	}
	return games
}

// TestFinishedJSON: the JSON of a game has all fields except record, log and digest.
func TestFinishedJSON(t *testing.T) {
	var think stat.Histogram
	think.Add(1500)
	f := &lab.Finished{
		Tally: lab.Tally{
			Group: 3, Seating: 1, Ending: ouro.Won, Winner: 1, Turns: 9, Measures: []int{4},
			Seats: []lab.Seat{{Length: 3, Died: 9, Cause: ouro.HitWall, Faults: 2, Late: 1, FirstFault: "turn 1: late"}, {Entrant: 1, Length: 5}},
		},
		Think: []*stat.Sparse{nil, think.Sparse()}, Took: 7, Discarded: []string{"gone"}, Record: lab.Text("record"),
	}
	got, err := f.MarshalJSON()
	const want = `{"group":3,"seating":1,"ending":"won","winner":1,"turns":9,"seats":[{"entrant":0,"length":3,"cause":"wall","died":9,"mishaps":2,"late":1,"first_mishap":"turn 1: late"},` +
		`{"entrant":1,"length":5,"cause":"alive","slowest_ns":1500}],"measures":[4],"took_ns":7,"discarded":["gone"]}`
	if err != nil || string(got) != want {
		t.Errorf("%s, %v, want %s", got, err, want)
	}
}

// TestFinishedRoundTrips: a game is the same after it is written and read. Data that is too short
// or too long is rejected.
func TestFinishedRoundTrips(t *testing.T) {
	for _, data := range binaries(t) {
		var f lab.Finished
		if err := f.UnmarshalBinary(data); err != nil {
			t.Fatal(err)
		}
		again, err := f.MarshalBinary()
		if err != nil || !bytes.Equal(again, data) {
			t.Fatalf("%v\n% x\n% x", err, data, again)
		}
		for cut := range data {
			var g lab.Finished
			if g.UnmarshalBinary(data[:cut]) == nil {
				t.Fatalf("%d of %d bytes were read as a game", cut, len(data))
			}
			if !reflect.DeepEqual(g, lab.Finished{}) {
				t.Fatal("a failed UnmarshalBinary changed the game")
			}
		}
		if f.UnmarshalBinary(append(data, 0)) == nil {
			t.Fatal("a byte too many was read")
		}
	}
}

// FuzzFinished: if data can be read as a game, writing the game gives the same data. Data of an
// earlier version, whose first byte is another, give the same game.
func FuzzFinished(f *testing.F) {
	all := binaries(f)
	version := all[0][0]
	for _, data := range all {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var game, read lab.Finished
		if game.UnmarshalBinary(data) != nil {
			return
		}
		again, err := game.MarshalBinary()
		if err != nil || data[0] == version && !bytes.Equal(again, data) {
			t.Fatalf("%v\n% x\n% x", err, data, again)
		}
		if err := read.UnmarshalBinary(again); err != nil || !reflect.DeepEqual(read, game) {
			t.Fatalf("%v\n% x\n%+v\n%+v", err, data, game, read)
		}
	})
}

// indexLine is a game of a tournament in the old format.
const indexLine = `{"schema":1,"group":3,"seating":1,"seed":15817284530417391735,"ending":"won","winner":0,"turns":40,"measures":[1,2],` +
	`"discarded":["late","gone"],"seats":[{"snake":1,"length":9,"cause":"alive","think":{"sum_ns":3000,"max_ns":1000,"times":[[1003,3]]}},` +
	`{"snake":0,"length":5,"cause":"head","died":40,"mishaps":3,"offered":1,"late":2,"first_mishap":"turn 3: late"}]}`

// TestParseIndexLine: all fields of a line are read.
func TestParseIndexLine(t *testing.T) {
	f, seed, err := lab.ParseIndexLine([]byte(indexLine))
	if err != nil {
		t.Fatal(err)
	}
	want := lab.Tally{
		Group: 3, Seating: 1, Turns: 40, Ending: ouro.Won, Measures: []int{1, 2},
		Seats: []lab.Seat{
			{Entrant: 1, Length: 9},
			{Length: 5, Died: 40, Cause: ouro.HeadOn, Faults: 3, Offered: 1, Late: 2, FirstFault: "turn 3: late"},
		},
	}
	if !reflect.DeepEqual(f.Tally, want) || seed != 15817284530417391735 || !reflect.DeepEqual(f.Discarded, []string{"late", "gone"}) {
		t.Errorf("%+v, seed %d", f, seed)
	}
	if len(f.Think) != 2 || f.Think[0].Max() != time.Microsecond || f.Think[1] != nil {
		t.Errorf("times %+v", f.Think)
	}
}

// TestBadIndexLines: a line with impossible values is an error.
func TestBadIndexLines(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{`{"schema":1`, `"schema":1`, "invalid character"},
		{`"schema":1`, `"schema":2`, "schema 2, want 1"},
		{`"group":3`, `"group":-3`, "group is -3, want at least 0"},
		{`"group":3`, `"group":3000000000`, "number 3000000000"},
		{`"seating":1`, `"seating":-1`, "seating is -1, want at least 0"},
		{`"turns":40`, `"turns":-1`, "turns is -1, want at least 0"},
		{`"winner":0`, `"winner":2`, "winner is 2, want 0 to 1"},
		{`"winner":0`, `"winner":-1`, "winner is -1, want 0 to 1"},
		{`"winner":0`, `"winner":-2`, "winner is -2, want 0 to 1"},
		{`"ending":"won",`, ``, "the game has no ending"},
		{`"ending":"won"`, `"ending":"gone"`, `"gone"`},
		{`"snake":1`, `"snake":-1`, "seat 0: snake is -1, want at least 0"},
		{`"length":5`, `"length":-5`, "seat 1: length is -5, want at least 0"},
		{`"died":40`, `"died":41`, "seat 1: died is 41, want 0 to 40"},
		{`"cause":"head"`, `"cause":"hunger"`, `"hunger"`},
		{`"mishaps":3`, `"mishaps":0`, "seat 1: offered is 1, want 0 to 0"},
		{`"mishaps":3`, `"mishaps":-3`, "seat 1: mishaps is -3, want at least 0"},
		{`"offered":1`, `"offered":-1`, "seat 1: offered is -1, want 0 to 3"},
		{`"late":2`, `"late":-2`, "seat 1: late is -2, want 0 to 3"},
		{`"late":2`, `"late":4`, "seat 1: late is 4, want 0 to 3"},
		{`[1003,3]`, `[1004,3]`, "times"},
	} {
		line := strings.Replace(indexLine, c.old, c.new, 1)
		f, _, err := lab.ParseIndexLine([]byte(line))
		if err == nil || f != nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.new, err, c.want)
		}
	}
}

// FuzzParseIndexLine: a parsed line can be written in binary form, read again, and written as JSON.
func FuzzParseIndexLine(f *testing.F) {
	f.Add([]byte(indexLine))
	f.Add([]byte(`{"schema":1,"ending":"drawn","winner":-1,"seats":[{}]}`))
	f.Fuzz(func(t *testing.T, line []byte) {
		game, _, err := lab.ParseIndexLine(line)
		if err != nil {
			return
		}
		data, err := game.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		var read lab.Finished
		if err := read.UnmarshalBinary(data); err != nil {
			t.Fatalf("%v of %+v", err, game)
		}
		if again, err := read.MarshalBinary(); err != nil || !bytes.Equal(again, data) {
			t.Fatalf("%v\n% x\n% x", err, data, again)
		}
		if _, err := game.MarshalJSON(); err != nil {
			t.Fatal(err)
		}
	})
}

// TestMoves: the digest of a game does not depend on the names of solvers, on the budget, or on
// whether the game is recorded. Different games have different digests. The text of a record gives
// the same digest as the game.
func TestMoves(t *testing.T) {
	twin := greedy
	twin.Spec = ouro.Spec{Name: "twin"}
	seen := map[lab.Digest]string{}
	for name, plan := range map[string]lab.Plan{"alone": classicPlan(4, 4, 8, winner, greedy), "together": tournamentPlan(6, rover, first)} {
		other := plan
		other.Entrants = slices.Clone(plan.Entrants)
		other.Records, other.Budget.Nodes = true, 77
		if name == "alone" {
			other.Entrants[1] = twin
		}
		a, b := player(t, plan), player(t, other)
		for i := range a.Games() {
			f, g := playNumber(t, a, i), playNumber(t, b, i)
			if f.Moves == (lab.Digest{}) || f.Moves != g.Moves || f.Record != nil || g.Record == nil {
				t.Errorf("%s, game %d: %x and %x", name, i, f.Moves, g.Moves)
			}
			if before, twice := seen[f.Moves]; twice {
				t.Errorf("%s, game %d has the digest of another game (%s)", name, i, before)
			}
			seen[f.Moves] = name
			text, err := g.Record.MarshalText()
			if err != nil {
				t.Fatal(err)
			}
			read := lab.Finished{Record: lab.Text(text)}
			if moves, err := read.KnownMoves(); err != nil || moves != f.Moves {
				t.Errorf("%s, game %d: read from its record %x, %v, want %x", name, i, moves, err, f.Moves)
			}
		}
	}
}

func player(t testing.TB, plan lab.Plan) *lab.Player {
	t.Helper()
	p, err := lab.NewPlayer(plan)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func playNumber(t testing.TB, p *lab.Player, i int) *lab.Finished {
	t.Helper()
	f, err := p.Play(t.Context(), i)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestMovesDiffer: games that differ in one move, the start, the seed or the end have
// different digests.
func TestMovesDiffer(t *testing.T) {
	plan := classicPlan(4, 4, 1, greedy)
	plan.Records = true
	f := playNumber(t, player(t, plan), 0)
	record := f.Record.(*ouro.Record)
	for name, change := range map[string]func(r *ouro.Record){
		"move":  func(r *ouro.Record) { r.Moves = slices.Clone(r.Moves); r.Moves[3] ^= 1 },
		"less":  func(r *ouro.Record) { r.Moves, r.Checks = r.Moves[1:], r.Checks[1:] },
		"start": func(r *ouro.Record) { r.Start++ },
		"seed":  func(r *ouro.Record) { r.Seed++ },
		"end":   func(r *ouro.Record) { r.Final++ },
	} {
		r := *record
		change(&r)
		if got := movesOf(t, &r); got == f.Moves {
			t.Errorf("another %s has the same digest", name)
		}
	}
	same := *record
	same.Seats, same.Budget = []ouro.Spec{{Name: "another"}}, ouro.Budget{Time: time.Second}
	if got := movesOf(t, &same); got != f.Moves {
		t.Errorf("with another solver, the digest is %x, want %x", got, f.Moves)
	}
}

// movesOf returns the digest of the text of a record.
func movesOf(t *testing.T, r *ouro.Record) lab.Digest {
	t.Helper()
	text, err := r.MarshalText()
	if err != nil {
		t.Fatal(err)
	}
	moves, err := (&lab.Finished{Record: lab.Text(text)}).KnownMoves()
	if err != nil {
		t.Fatal(err)
	}
	return moves
}

// TestKnownMoves: a stored digest takes precedence over the record. A record in another format also
// has a digest, which does not depend on the solvers. A game without digest and record has the
// digest 0.
func TestKnownMoves(t *testing.T) {
	known := func(f lab.Finished) lab.Digest {
		moves, err := f.KnownMoves()
		if err != nil {
			t.Fatal(err)
		}
		return moves
	}
	text := func(lines ...string) lab.Text { return lab.Text(strings.Join(lines, "\n") + "\n") }
	base := known(lab.Finished{Record: text("a game", "solver x", "turn 1 UD", "sum 1")})
	if base == (lab.Digest{}) || base != known(lab.Finished{Record: text("a game", "solver y", "nodes 7", "turn 1 UD", "sum 2")}) {
		t.Error("the digest depends on the solvers' names or the nodes")
	}
	if base == known(lab.Finished{Record: text("a game", "solver x", "turn 1 UU", "sum 1")}) {
		t.Error("other moves have the same digest")
	}
	if got := known(lab.Finished{Moves: lab.Digest{7}, Record: text("a game")}); got != (lab.Digest{7}) {
		t.Errorf("KnownMoves returned %x, want the stored digest", got)
	}
	if got := known(lab.Finished{}); got != (lab.Digest{}) {
		t.Errorf("a game without a record has digest %x", got)
	}
}
