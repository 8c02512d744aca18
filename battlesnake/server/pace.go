package server

import (
	"sync"
	"time"
)

const (
	// reserve is added to the known transport time: on a busy machine timers are late by about
	// this much.
	reserve = 20 * time.Millisecond

	// maxShare limits the margin to 1/maxShare of the time for an answer.
	maxShare = 2
)

// pace estimates the transport time of a request and its answer: the time that the engine reports
// for the last answer, less the time that it took here. It is smoothed like the timers of TCP
// (RFC 6298), with mean and mean deviation.
type pace struct {
	way, spread time.Duration
	known       bool

	turn int           // of the last answer
	took time.Duration // of the last answer
	have bool          // turn and took are set and not yet used by learn
}

// answered records how long the answer to a turn took here.
func (p *pace) answered(turn int, took time.Duration) {
	p.turn, p.took, p.have = turn, took, true
}

// learn updates the estimate with the time that the engine reports, in the request of a turn, for
// the answer before. limit is the time for an answer.
func (p *pace) learn(turn int, reported, limit time.Duration) {
	if !p.have || turn != p.turn+1 || reported == 0 {
		return // 0 means not measured
	}
	p.have = false
	sample := max(0, reported-p.took)
	if reported >= limit {
		sample *= 2 // the engine did not measure beyond the limit
	}
	if !p.known {
		p.way, p.spread, p.known = sample, sample/2, true
		return
	}
	p.spread += ((p.way - sample).Abs() - p.spread) / 4
	p.way += (sample - p.way) / 8
}

// margin returns the time to keep for transport: at least floor, at most 1/maxShare of the limit.
func (p *pace) margin(floor, limit time.Duration) time.Duration {
	margin := floor
	if p.known {
		margin = max(margin, p.way+4*p.spread+reserve)
	}
	return min(margin, limit/maxShare)
}

// lag estimates how late this machine is after a deadline, when other work delays a waking
// goroutine. It follows the largest value and forgets it over some hundred answers.
type lag struct {
	mu   sync.Mutex
	late time.Duration
}

const (
	// maxLag limits the estimate; so does 1/lagPart of the time for an answer.
	maxLag  = 100 * time.Millisecond
	lagPart = 5

	// forgetLag: each answer reduces the estimate by 1/forgetLag.
	forgetLag = 128
)

// learn updates the estimate with how long after its deadline an answer was ready.
func (l *lag) learn(late time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.late = min(max(late, l.late-l.late/forgetLag-1, 0), maxLag)
}

// margin returns the time to keep for the lag.
func (l *lag) margin(limit time.Duration) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	return min(l.late, limit/lagPart)
}
