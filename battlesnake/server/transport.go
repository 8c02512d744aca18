package server

import (
	"math"
	"sync"
	"time"
)

const (
	// reserve is added to the estimated transport time, because on a busy machine timers are late
	// by about this much.
	reserve = 20 * time.Millisecond

	// maxShare limits the margin to 1/maxShare of the timeout.
	maxShare = 2
)

// transport estimates the transport time of a request and its answer: the time that the engine
// reports for the last answer, minus the time that the answer took here. As the timers of TCP do
// (RFC 6298), it computes a running mean and mean deviation.
type transport struct {
	way, spread time.Duration // mean transport time, and its mean deviation
	known       bool          // there is an estimate

	turn      int           // turn of the last answer
	took      time.Duration // time that the last answer took
	hasAnswer bool          // turn and took are set, and learn has not used them
}

func (p *transport) recordAnswer(turn int, took time.Duration) {
	p.turn, p.took, p.hasAnswer = turn, took, true
}

// learn updates the estimate from the request of a turn. measured is the time that the engine
// measured for the previous answer, or 0. limit is the timeout.
func (p *transport) learn(turn int, measured, limit time.Duration) {
	if !p.hasAnswer || turn != p.turn+1 || measured == 0 {
		return // the engine did not measure the answer that this server gave last
	}
	p.hasAnswer = false
	sample := max(0, measured-p.took)
	if measured >= limit {
		sample *= 2 // the engine stops measuring at the limit
	}
	if !p.known {
		p.way, p.spread, p.known = sample, sample/2, true
		return
	}
	p.spread += ((p.way - sample).Abs() - p.spread) / 4
	p.way += (sample - p.way) / 8
}

// margin returns the time to reserve for transport: at least floor, but at most 1/maxShare of the
// limit.
func (p *transport) margin(floor, limit time.Duration) time.Duration {
	margin := floor
	if p.known {
		margin = max(margin, p.way+4*p.spread+reserve)
	}
	return min(margin, limit/maxShare)
}

// lag estimates how late goroutines wake up after a deadline, because of other work on this
// machine. It rises at once and falls slowly.
type lag struct {
	mu   sync.Mutex
	late time.Duration
	at   time.Time // when late was measured
}

const (
	// maxLag limits the estimate.
	maxLag = 500 * time.Millisecond

	// forgetLag is the time in which the estimate halves.
	forgetLag = 20 * time.Second

	// leastPart limits the margin: 1/leastPart of the timeout remains for thinking, unless the
	// transport time leaves less.
	leastPart = 4
)

// learn updates the estimate. delay is the time from the deadline of an answer until it was ready.
func (l *lag) learn(delay time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if delay = min(delay, maxLag); delay > l.estimate() {
		l.late, l.at = delay, time.Now()
	}
}

// estimate returns the current estimate. The caller holds the mutex.
func (l *lag) estimate() time.Duration {
	halves := float64(time.Since(l.at)) / float64(forgetLag)
	return time.Duration(float64(l.late) * math.Exp2(-halves))
}

// margin returns the part of limit to reserve: the transport time and twice the lag, because the
// next lag may be longer.
func (l *lag) margin(transport, limit time.Duration) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	return min(transport+2*l.estimate(), max(transport, limit-limit/leastPart))
}
