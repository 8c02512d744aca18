package lab

import (
	"sync"
	"time"
)

// Latest is the report of an experiment that is being played. To leave processor time to
// the games it makes a new report at most once a second, and spends at most a twentieth
// of the time on reports. It may be used by several goroutines at once.
type Latest struct {
	Count *Count

	mu     sync.Mutex
	report *Report
	games  int       // in report
	next   time.Time // earliest time of the next report
}

// Limits of how often reports are made.
const (
	latestEvery = time.Second
	latestShare = 20 // times the duration of the last report
)

// Report returns the latest report.
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
