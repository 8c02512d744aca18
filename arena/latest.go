package arena

import (
	"sync"
	"time"
)

// Latest tells how a tournament stands while it is played, and does not take the time
// of those who play: a report is made anew at most every second, and after one that
// took long, which those of many games do, not before it is a twentieth of the time.
// It may be asked from any goroutine.
type Latest struct {
	Course *Course

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
	if games := l.Course.Games(); l.report == nil || len(games) != l.games {
		l.report, l.games = NewReport(l.Course.setting.Tournament, games), len(games)
	}
	ended := time.Now()
	l.next = ended.Add(max(latestEvery, latestShare*ended.Sub(began)))
	return l.report
}
