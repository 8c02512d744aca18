package server

import (
	"io"
	"sync"
	"sync/atomic"
	"time"
)

// LogWriter writes the lines of a log in the background, so that logging never blocks. If the
// writer is too slow or fails, lines are dropped and counted.
type LogWriter struct {
	lines   chan []byte
	done    chan struct{} // closed after the last line
	dropped atomic.Int64

	mu     sync.RWMutex
	closed bool
}

const (
	logLines = 1024     // maximum number of waiting lines
	maxLine  = 16 << 10 // maximum length of a line in bytes; the rest is cut off

	// logPatience is how long Close waits for the remaining lines.
	logPatience = 500 * time.Millisecond
)

// NewLogWriter returns a LogWriter to w. The caller must Close it.
func NewLogWriter(w io.Writer) *LogWriter {
	l := &LogWriter{lines: make(chan []byte, logLines), done: make(chan struct{})}
	go func() {
		defer close(l.done)
		for line := range l.lines {
			if _, err := w.Write(line); err != nil {
				l.dropped.Add(1)
			}
		}
	}()
	return l
}

// Write queues a line, or drops it. It returns no error.
func (l *LogWriter) Write(line []byte) (int, error) {
	kept := append([]byte(nil), line[:min(len(line), maxLine)]...)
	if len(kept) < len(line) {
		kept[maxLine-1] = '\n'
	}
	l.mu.RLock()
	defer l.mu.RUnlock()
	if l.closed {
		l.dropped.Add(1)
		return len(line), nil
	}
	select {
	case l.lines <- kept:
	default:
		l.dropped.Add(1)
	}
	return len(line), nil
}

func (l *LogWriter) Dropped() int64 { return l.dropped.Load() }

// Close waits for the remaining lines, at most for logPatience.
func (l *LogWriter) Close() error {
	l.mu.Lock()
	if !l.closed {
		l.closed = true
		close(l.lines)
	}
	l.mu.Unlock()
	timer := time.NewTimer(logPatience)
	defer timer.Stop()
	select {
	case <-l.done:
	case <-timer.C:
	}
	return nil
}
