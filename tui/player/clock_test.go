package player

import (
	"math"
	"testing"
	"time"
)

func TestLadderGoesUpAndDown(t *testing.T) {
	l := Usual
	if l[0] != 1 || l[len(l)-2] != 1000 || l[len(l)-1] != AsFast {
		t.Error("the ladder must go from 1 to 1000 and then to full speed")
	}
	for i := 1; i < len(l); i++ {
		if got := l.Faster(l[i-1]); got != l[i] {
			t.Errorf("faster than %v is %v", l[i-1], got)
		}
		if got := l.Slower(l[i]); got != l[i-1] {
			t.Errorf("slower than %v is %v", l[i], got)
		}
	}
	if l.Faster(AsFast) != AsFast || l.Slower(l[0]) != l[0] {
		t.Error("Faster at the fastest pace, or Slower at the slowest, returns another pace")
	}
	if got := l.Faster(25); got != 30 {
		t.Errorf("faster than 25 is %v, want 30, the next pace of the ladder", got)
	}
	if got := l.UpTo(30); len(got) != 8 || got.Faster(30) != 30 || len(l.UpTo(AsFast)) != len(l) {
		t.Errorf("up to 30 are %v", got)
	}
}

func TestClockKeepsThePace(t *testing.T) {
	for _, p := range []Pace{60, 100, 300, 1000} {
		c := Clock{Pace: p, Frame: FrameTime}
		now, moves := time.Unix(0, 0), 0
		for range 1000 {
			moves += c.due(now)
			now = now.Add(FrameTime)
		}
		want := float64(p) * 1000 * FrameTime.Seconds()
		if math.Abs(float64(moves)-want) > 0.01*want {
			t.Errorf("%v: %d moves in 20 s, want %.0f", p, moves, want)
		}
	}
	c := Clock{Pace: 1000, Frame: FrameTime}
	c.due(time.Unix(0, 0))
	if n := c.due(time.Unix(60, 0)); n > 50 {
		t.Errorf("%d moves are due after a minute without a call of due", n)
	}
}

// TestClockCatchesUp: on a slow terminal, the clock makes up for missed turns, but not
// after a pause.
func TestClockCatchesUp(t *testing.T) {
	c := Clock{Pace: 30, Frame: time.Second / 30, Standstill: 200 * time.Millisecond}
	now := time.Unix(0, 0)
	turns := c.due(now)
	for range 300 {
		now = now.Add(47 * time.Millisecond)
		turns += c.due(now)
	}
	if want := 1 + 300*47*30/1000; turns != want {
		t.Errorf("%d turns, want %d", turns, want)
	}
	if n := c.due(now.Add(time.Hour)); n > 2 {
		t.Errorf("%d turns are due after an hour without a call of due", n)
	}
	for pace, want := range map[Pace]time.Duration{7.5: 4 * c.Frame, 30: c.Frame, 600: c.Frame} {
		c.Pace = pace
		if got := c.interval(); got.Round(time.Millisecond) != want.Round(time.Millisecond) {
			t.Errorf("%v: a picture after %v, want %v", pace, got, want)
		}
	}
}

// TestClockOfAPerson: when a person plays, one turn is due for each picture, at any pace.
func TestClockOfAPerson(t *testing.T) {
	c := Clock{Pace: 1000, Frame: FrameTime, Person: true}
	for i := range 5 {
		if n := c.due(time.Unix(int64(i), 0)); n != 1 {
			t.Errorf("%d turns are due, want 1", n)
		}
	}
	if c.interval() != FrameTime || c.pauseTime() != FrameTime {
		t.Errorf("a turn after %v, after a pause %v", c.interval(), c.pauseTime())
	}
}
