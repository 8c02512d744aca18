package hunt

import "time"

// clock says when ticks are due. A late clock does not hurry: lost time stays lost.
type clock struct {
	speed float64
	timer *time.Timer
	last  time.Time // up to when ticks were played
}

// shownRate is how often the page is told at most, a second.
const shownRate = 60

// maxLate is how much time is made up for.
const maxLate = 100 * time.Millisecond

func (c *clock) running() bool { return c.timer != nil }

func (c *clock) start() {
	c.stop()
	c.last = time.Now()
	c.timer = time.NewTimer(c.beat())
}

func (c *clock) stop() {
	if c.timer != nil {
		c.timer.Stop()
		c.timer = nil
	}
}

// C tells when to ask what is due.
func (c *clock) C() <-chan time.Time {
	if c.timer == nil {
		return nil
	}
	return c.timer.C
}

func (c *clock) beat() time.Duration {
	return time.Duration(float64(time.Second) / min(c.speed, shownRate))
}

func (c *clock) due() int {
	now := time.Now()
	each := float64(time.Second) / c.speed
	passed := now.Sub(c.last)
	if most := c.beat() + maxLate; passed > most {
		c.last, passed = now.Add(-most), most
	}
	n := int(float64(passed)/each + 1e-6)
	c.last = c.last.Add(time.Duration(float64(n) * each))
	c.timer.Reset(max(0, c.last.Add(c.beat()).Sub(now)))
	return n
}
