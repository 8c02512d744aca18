package games

import (
	"testing"
	"time"
)

// TestSamples: the number of kept samples is bounded, and each kept sample is from the right turn.
func TestSamples(t *testing.T) {
	var s samples
	turn := 0
	for _, n := range []int{1, maxSamples, 10 * maxSamples, 3, 0, 100_000} {
		first := turn
		for range n {
			s.add(float64(turn))
			turn++
		}
		if s.from != first || len(s.values) > maxSamples || n > 0 && len(s.values) != (n+s.every-1)/s.every {
			t.Fatalf("%d samples of %d turns from %d on, one for each %d", len(s.values), n, s.from, s.every)
		}
		for i, v := range s.values {
			if int(v) != s.from+i*s.every {
				t.Fatalf("sample %d from %d, one for each %d, is of turn %v", i, s.from, s.every, v)
			}
		}
		s.reset()
	}
}

// TestHistogram: each time is counted once, in the bucket of its power of two.
func TestHistogram(t *testing.T) {
	var h histogram
	for _, took := range []time.Duration{0, 999, time.Microsecond, 3 * time.Microsecond, 4 * time.Microsecond, time.Second} {
		h.add(took)
	}
	if h.Counts[0] != 2 || h.Counts[1] != 1 || h.Counts[2] != 1 || h.Counts[3] != 1 || h.Counts[20] != 1 || len(h.Counts) != 21 || h.Total != 1_000_008 || h.Most != 1_000_000 {
		t.Errorf("%+v", h)
	}
}

// TestPace: the speed determines the number of due turns. After a delay, the missed turns are not due.
func TestPace(t *testing.T) {
	for _, speed := range []float64{0.5, 1, 7, 59, 60, 61, 200, 1000, 16_000} {
		var p pace
		now := time.Unix(0, 0)
		p.start(speed, now)
		turns := 0
		for end := now.Add(20 * time.Second); now.Before(end); {
			n, wait := p.due(now)
			turns += n
			if n == 0 && wait > p.interval() {
				t.Fatalf("speed %g: waits %s", speed, wait)
			}
			now = now.Add(max(wait, time.Millisecond))
		}
		if want := 20 * speed; float64(turns) < want-2-want/50 || float64(turns) > want+2+want/50 {
			t.Errorf("speed %g: %d turns in 20 s", speed, turns)
		}
		now = now.Add(time.Hour)
		if n, _ := p.due(now); float64(n) > 1+speed*frameTime.Seconds()+1 {
			t.Errorf("speed %g: %d turns after an hour", speed, n)
		}
	}
}
