package env

import (
	"errors"
	"slices"
	"sync/atomic"
	"testing"
)

// TestCrew: in every run, each part is done once before run returns, however late helpers
// wake up.
func TestCrew(t *testing.T) {
	var done [40]atomic.Int32
	c := newWorkerPool(8, func(n int) error {
		done[n].Add(1)
		return nil
	})
	defer c.close()
	for work := range 3000 {
		parts := work % len(done)
		if err := c.run(parts); err != nil {
			t.Fatal(err)
		}
		for n := range done {
			if got := done[n].Swap(0); got != int32(flag(n < parts)) {
				t.Fatalf("work %d of %d parts: part %d was done %d times", work, parts, n, got)
			}
		}
	}
}

// TestCrewErrors: if a part fails, this run and all later ones return its error, but the
// other parts are done.
func TestCrewErrors(t *testing.T) {
	wrong := errors.New("wrong")
	var done atomic.Int32
	c := newWorkerPool(3, func(n int) error {
		done.Add(1)
		if n == 2 {
			return wrong
		}
		return nil
	})
	defer c.close()
	var got []bool
	for _, parts := range []int{2, 5, 2} {
		err := c.run(parts)
		if err != nil && !errors.Is(err, wrong) {
			t.Fatal(err)
		}
		got = append(got, err != nil)
	}
	if !slices.Equal(got, []bool{false, true, true}) || done.Load() != 9 {
		t.Errorf("errors %v, %d parts done", got, done.Load())
	}
}
