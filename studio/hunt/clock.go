package hunt

import "time"

// clock computes how many ticks are due. Time lost beyond maxLate is not made up for.
type clock struct {
	speed float64
	timer *time.Timer
	last  time.Time // time up to which ticks were played
}

// maxFrameRate is the most frames a second.
const maxFrameRate = 60

// maxLate is the most delay that is made up for.
const maxLate = 100 * time.Millisecond

func (c *clock) running() bool { return c.timer != nil }

func (c *clock) start() {
	c.stop()
	c.last = time.Now()
	c.timer = time.NewTimer(c.interval())
}

func (c *clock) stop() {
	if c.timer != nil {
		c.timer.Stop()
		c.timer = nil
	}
}

// C returns the channel that fires when ticks are due.
func (c *clock) C() <-chan time.Time {
	if c.timer == nil {
		return nil
	}
	return c.timer.C
}

func (c *clock) interval() time.Duration {
	return time.Duration(float64(time.Second) / min(c.speed, maxFrameRate))
}

func (c *clock) due() int {
	now := time.Now()
	each := float64(time.Second) / c.speed
	passed := now.Sub(c.last)
	if most := c.interval() + maxLate; passed > most {
		c.last, passed = now.Add(-most), most
	}
	n := int(float64(passed)/each + 1e-6)
	c.last = c.last.Add(time.Duration(float64(n) * each))
	c.timer.Reset(max(0, c.last.Add(c.interval()).Sub(now)))
	return n
}
