package lab_test

import (
	"bytes"
	"reflect"
	"testing"
	"time"

	"ouro/lab"
)

// binaries are games of several kinds in binary.
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
	for _, plan := range []lab.Plan{classicPlan(4, 4, 3, winner, greedy, drunk), contestPlan(3, rover, first)} {
		plan.Meals = len(plan.Seatings) == 0
		p, err := lab.NewPlayer(plan)
		if err != nil {
			t.Fatal(err)
		}
		for i := range p.Games() {
			f, err := p.Play(t.Context(), i)
			if err != nil {
				t.Fatal(err)
			}
			if f.Took <= 0 || f.Record == nil || len(f.Think) != len(f.Tally.Seats) || plan.Meals && f.Tally.Turns > 40 && f.Meals == nil {
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
	add(&lab.Finished{Tally: lab.Tally{Seats: []lab.Seat{{FirstMishap: "turn 3: late", Mishaps: 2, Offered: 1}}, Measures: []int{1, -5, 1 << 40}}, Took: time.Hour})
	return all
}

// TestFinishedRoundTrips: what a game leaves is written and read without loss, and
// nothing that is cut off or longer is read.
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

// FuzzFinished: whatever is read is written as it was.
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
