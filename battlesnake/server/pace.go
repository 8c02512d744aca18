package server

import (
	"sync"
	"time"
)

const (
	// reserve is kept on top of what the way is known to take: the clocks of a
	// busy machine are late by about this much.
	reserve = 20 * time.Millisecond

	// longest is the part of the time for an answer, 1/longest, that is kept at
	// most.
	longest = 2
)

// pace learns how long a request and its answer are on the way: what the engine
// reports of the answer before, less the time that it took here. It is smoothed
// as the timers of TCP are (RFC 6298): mean and mean deviation.
type pace struct {
	way, spread time.Duration
	known       bool

	turn int // answered last
	took time.Duration
	have bool // they are set and nothing was learned of them yet
}

// answered notes how long the answer to a turn took here.
func (p *pace) answered(turn int, took time.Duration) {
	p.turn, p.took, p.have = turn, took, true
}

// learn hears in the request of a turn what the engine says of the answer
// before. limit is the time for an answer.
func (p *pace) learn(turn int, reported, limit time.Duration) {
	if !p.have || turn != p.turn+1 || reported == 0 {
		return // 0 is no measurement
	}
	p.have = false
	sample := max(0, reported-p.took)
	if reported >= limit {
		sample *= 2 // it was too late, by nobody knows how much
	}
	if !p.known {
		p.way, p.spread, p.known = sample, sample/2, true
		return
	}
	p.spread += ((p.way - sample).Abs() - p.spread) / 4
	p.way += (sample - p.way) / 8
}

// margin is the time to keep for the way: floor, or more where it takes longer,
// but not so much that no time is left to think.
func (p *pace) margin(floor, limit time.Duration) time.Duration {
	margin := floor
	if p.known {
		margin = max(margin, p.way+4*p.spread+reserve)
	}
	return min(margin, limit/longest)
}

// lag learns how much later than its deadline this machine gives answers: where
// others want the processors too, whoever wakes up at the deadline waits for one.
// It follows the worst, and forgets it over some hundred answers.
type lag struct {
	mu   sync.Mutex
	late time.Duration
}

const (
	// maxLag is the most that is kept for it, and it is at most 1/lagPart of the time
	// for an answer.
	maxLag  = 100 * time.Millisecond
	lagPart = 5

	// forgetLag is the part that each answer in time takes off.
	forgetLag = 128
)

// learn hears how long after its deadline an answer was ready.
func (l *lag) learn(late time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.late = min(max(late, l.late-l.late/forgetLag-1, 0), maxLag)
}

// margin is the time to keep for it.
func (l *lag) margin(limit time.Duration) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	return min(l.late, limit/lagPart)
}
