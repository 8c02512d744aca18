package server

import (
	"context"
	"time"
)

// pace limits a rate and allows bursts of some seconds. One goroutine may use it.
type pace struct {
	perSecond, most float64
	have            float64
	since           time.Time
}

func newPace(perSecond, seconds float64) *pace {
	most := perSecond * seconds
	return &pace{perSecond: perSecond, most: most, have: most, since: time.Now()}
}

// take waits until n more may come.
func (p *pace) take(ctx context.Context, n int) error {
	now := time.Now()
	p.have = min(p.most, p.have+now.Sub(p.since).Seconds()*p.perSecond) - float64(n)
	p.since = now
	if p.have >= 0 {
		return nil
	}
	timer := time.NewTimer(time.Duration(-p.have / p.perSecond * float64(time.Second)))
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
