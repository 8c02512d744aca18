package lab_test

import (
	"testing"
	"testing/synctest"
	"time"

	"ouro/lab"
)

// TestLatest: a new report is made once a second has passed and there are more games;
// until then the last one is returned.
func TestLatest(t *testing.T) {
	plan := classicPlan(4, 4, 2, winner)
	_, all := played(t, plan)
	synctest.Test(t, func(t *testing.T) {
		c := countOf(t, plan)
		latest := lab.Latest{Count: c}
		first := latest.Report()
		if len(first.Games) != 0 || latest.Report() != first {
			t.Errorf("%d games at first", len(first.Games))
		}
		if err := c.Add(all[gameOf{0, 0}]); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Second - 1)
		if latest.Report() != first {
			t.Error("made anew within the second")
		}
		time.Sleep(time.Nanosecond)
		second := latest.Report()
		if len(second.Games) != 1 {
			t.Errorf("%d games after a second", len(second.Games))
		}
		time.Sleep(2 * time.Second)
		if latest.Report() != second {
			t.Error("made anew without more games")
		}
	})
}
