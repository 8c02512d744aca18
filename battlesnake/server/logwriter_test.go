package server_test

import (
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ouro/battlesnake/server"
)

// TestLogWriter: lines are written in order, and Close waits for the last one.
func TestLogWriter(t *testing.T) {
	var b buffer
	l := server.NewLogWriter(&b)
	log := slog.New(slog.NewTextHandler(l, nil))
	for i := range 100 {
		log.Info("line", "i", i)
	}
	log.Info(strings.Repeat("x", 1<<20))
	if err := l.Close(); err != nil {
		t.Error(err)
	}
	lines := strings.Split(b.String(), "\n")
	if len(lines) != 102 || !strings.HasSuffix(lines[0], " i=0") || !strings.HasSuffix(lines[99], " i=99") || len(lines[100]) > 17<<10 || l.Dropped() != 0 {
		t.Errorf("%d lines, %d dropped", len(lines), l.Dropped())
	}
	log.Info("too late")
	if l.Dropped() != 1 || l.Close() != nil {
		t.Errorf("%d dropped", l.Dropped())
	}
}

// TestLogWriterStuck: a writer that blocks does not block logging. It delays Close by at
// most logPatience.
func TestLogWriterStuck(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		unread, pipe := io.Pipe()
		l := server.NewLogWriter(pipe)
		synctest.Wait()
		const lines, kept = 5000, 1024
		began := time.Now()
		for range lines {
			if n, err := l.Write([]byte("line\n")); n != 5 || err != nil {
				t.Fatal(n, err)
			}
		}
		if time.Since(began) != 0 || l.Dropped() < lines-kept-1 || l.Dropped() > lines-kept {
			t.Errorf("%d lines of %d were dropped in %v", l.Dropped(), lines, time.Since(began))
		}
		_ = l.Close()
		if took := time.Since(began); took > time.Second {
			t.Errorf("it took %v to close", took)
		}
		_ = unread.CloseWithError(errors.New("gone"))
		synctest.Wait()
		if l.Dropped() != lines {
			t.Errorf("%d lines of %d were dropped", l.Dropped(), lines)
		}
	})
}

// TestSlowLog: while a log is slow, games that log nothing continue, and a game that logs
// delays only itself.
func TestSlowLog(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slow := &slowWriter{}
		s, err := server.New(server.Config{Log: slog.New(slog.NewTextHandler(slow, nil)), Snakes: []server.Snake{{Name: "x", Make: always(1)}}})
		if err != nil {
			t.Fatal(err)
		}
		handle(t, s, game("known", 0, 500))
		slow.time = time.Minute
		answered := make(chan struct{})
		go func() {
			defer close(answered)
			data, err := json.Marshal(game("new", 0, 500))
			if err != nil {
				t.Error(err)
			}
			s.ServeHTTP(httptest.NewRecorder(), request("POST", "/move", string(data)))
		}()
		synctest.Wait() // the event is being logged
		began := time.Now()
		handle(t, s, game("known", 1, 500))
		if took := time.Since(began); took != 0 {
			t.Errorf("a move waited %v for the log of another game", took)
		}
		<-answered
		slow.time = 0
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
}

// slowWriter takes its time for each write.
type slowWriter struct{ time time.Duration }

func (w *slowWriter) Write(p []byte) (int, error) {
	time.Sleep(w.time)
	return len(p), nil
}
