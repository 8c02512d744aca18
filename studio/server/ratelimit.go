package server

import (
	"context"
	"time"
)

// rateLimit limits a rate and allows bursts. It is for one goroutine.
type rateLimit struct {
	perSecond, most float64
	have            float64
	since           time.Time
}

func newRateLimit(perSecond, seconds float64) *rateLimit {
	most := perSecond * seconds
	return &rateLimit{perSecond: perSecond, most: most, have: most, since: time.Now()}
}

// take waits until n more are allowed.
func (p *rateLimit) take(ctx context.Context, n int) error {
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
