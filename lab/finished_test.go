package lab_test

import (
	"bytes"
	"encoding/hex"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"ouro"
	"ouro/lab"
	"ouro/lab/stat"
)

// binaries returns games of several kinds in binary.
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

// TestVersion1: games in the first version are read: one of one snake with meals and
// record, one of three snakes, and one with all fields of a tally. The first two are
// equal to games played now.
func TestVersion1(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("testdata", "finished-1.hex"))
	if err != nil {
		t.Fatal(err)
	}
	var games []*lab.Finished
	for line := range strings.Lines(string(text)) {
		data, err := hex.DecodeString(strings.TrimSpace(line))
		if err != nil {
			t.Fatal(err)
		}
		f := new(lab.Finished)
		if err := f.UnmarshalBinary(data); err != nil {
			t.Fatal(err)
		}
		if f.UnmarshalBinary(append(data, 0)) == nil || f.UnmarshalBinary(data[:len(data)-1]) == nil {
			t.Error("what is longer or shorter is read")
		}
		if data[0] = 3; f.UnmarshalBinary(data) == nil {
			t.Error("a later version is read")
		}
		games = append(games, f)
	}
	alone := classicPlan(4, 4, 1, greedy)
	alone.Meals = true
	for i, want := range []*lab.Finished{playNumber(t, player(t, alone), 0), playNumber(t, player(t, tournamentPlan(26, rover, first, rammer)), 74)} {
		f := games[i]
		moves, err := f.KnownMoves()
		if !reflect.DeepEqual(f.Tally, want.Tally) || !reflect.DeepEqual(f.Meals, want.Meals) || moves != want.Moves || err != nil {
			t.Errorf("game %d is %+v, %v, want %+v", i, f, err, want)
		}
		if f.Took != 1234567 || len(f.Think) != len(f.Tally.Seats) || f.Think[0].Max() == 0 || len(f.Slow) != len(f.Think) {
			t.Errorf("game %d: %+v", i, f)
		}
	}
	want := &lab.Finished{
		Tally: lab.Tally{
			Group: 7, Ending: ouro.Won, Turns: 900, Measures: []int{3, -5, 1 << 40},
			Seats: []lab.Seat{{Faults: 3, Offered: 2, FirstFault: "turn 3: late"}},
		},
		Took: 1234567, Slow: []int32{4},
	}
	if !reflect.DeepEqual(games[2], want) {
		t.Errorf("%+v, want %+v", games[2], want)
	}
}

// TestFinishedJSON: the line for people has all but record, log and digest.
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

// TestFinishedRoundTrips: games are written and read without loss; truncated or longer
// data is rejected.
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
				t.Fatal("what is no game was half read")
			}
		}
		if f.UnmarshalBinary(append(data, 0)) == nil {
			t.Fatal("a byte too many was read")
		}
	}
}

// FuzzFinished: data that can be read is written back unchanged.
func FuzzFinished(f *testing.F) {
	for _, data := range binaries(f) {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var game lab.Finished
		if game.UnmarshalBinary(data) != nil {
			return
		}
		if again, err := game.MarshalBinary(); err != nil || !bytes.Equal(again, data) {
			t.Fatalf("%v\n% x\n% x", err, data, again)
		}
	})
}
