package lab

import (
	"sync"
	"time"
)

// Latest is the report of games while they are played, without taking the time of those
// who play: a report is made anew at most every second and, after one that took long, not
// before it is a twentieth of the time. It may be used by several goroutines at once.
type Latest struct {
	Count *Count

	mu     sync.Mutex
	report *Report
	games  int       // that the report was made of
	next   time.Time // when another may be made
}

// How often reports are made.
const (
	latestEvery = time.Second
	latestShare = 20 // times as long as it took
)

// Report is the latest report.
func (l *Latest) Report() *Report {
	l.mu.Lock()
	defer l.mu.Unlock()
	began := time.Now()
	if l.report != nil && began.Before(l.next) {
		return l.report
	}
	if n := l.Count.Games(); l.report == nil || n != l.games {
		l.report, l.games = l.Count.Report(), n
	}
	ended := time.Now()
	l.next = ended.Add(max(latestEvery, latestShare*ended.Sub(began)))
	return l.report
}
