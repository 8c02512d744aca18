package arena

import (
	"testing"
	"testing/synctest"
	"time"
)

// TestLatest: a report is made anew once a second has passed and there are more games,
// and else the same is given.
func TestLatest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := mustSetting(t, of(RoundRobin, "greedy", "bfs"))
		done := runCourse(t, s, scripted{wins: 6}, &shelf{}).Games()
		c, err := NewCourse(s, &shelf{})
		if err != nil {
			t.Fatal(err)
		}
		latest := Latest{Course: c}
		first := latest.Report()
		if first.Games != 0 || latest.Report() != first {
			t.Errorf("%d games at first", first.Games)
		}
		c.put(&done[0])
		time.Sleep(latestEvery - 1)
		if latest.Report() != first {
			t.Error("made anew within the second")
		}
		time.Sleep(time.Nanosecond)
		second := latest.Report()
		if second.Games != 1 {
			t.Errorf("%d games after a second", second.Games)
		}
		time.Sleep(2 * latestEvery)
		if latest.Report() != second {
			t.Error("made anew without more games")
		}
	})
}
