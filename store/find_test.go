package store_test

import (
	"reflect"
	"testing"

	"ouro"
	"ouro/store"
)

// TestTotals: the totals agree with sums over the games.
func TestTotals(t *testing.T) {
	s := open(t, newFile(t))
	if all, err := s.Totals(t.Context()); err != nil || len(all) != 0 {
		t.Errorf("totals of an empty store: %v, %v", all, err)
	}
	want := map[int64]store.Totals{}
	for n, solver := range []string{"cell", "bfs"} {
		run := startRun(t, s, experiment(solver))
		for i := range 10 {
			f := newFinished(100*n+i, 0)
			if i%3 == n {
				f.Tally.Ending = ouro.Trapped
			}
			keep(t, run, f)
		}
		id := run.Experiment().ID
		var sum store.Totals
		for g, err := range s.Games(t.Context(), id) {
			if err != nil {
				t.Fatal(err)
			}
			sum.Games++
			sum.Turns += float64(g.Turns)
			if g.Ending == ouro.Won {
				sum.Won++
				sum.WonTurns += float64(g.Turns)
				sum.WonTurnsSquared += float64(g.Turns * g.Turns)
			}
			sum.Faults += g.Faults
			sum.Took += g.Took
			if g.At.After(sum.Last) {
				sum.Last = g.At
			}
		}
		want[id] = sum
	}
	if got, err := s.Totals(t.Context()); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v; want %+v", got, err, want)
	}
}
