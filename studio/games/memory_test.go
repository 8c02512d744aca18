package games_test

import (
	"bytes"
	"fmt"
	"runtime"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"ouro/studio/games"
	"ouro/studio/session"
)

// reader is a page that counts messages and keeps none.
type reader struct {
	s       *session.Session
	count   int64
	bytes   atomic.Int64
	changes atomic.Int64 // number of changes received
	turn    atomic.Int64 // last turn received
}

// read opens a game for a reader. The reader acknowledges messages by ack.
func read(t testing.TB, limits games.Limits, link string, ack func(r *reader)) *reader {
	t.Helper()
	r := &reader{}
	r.s = session.New(t.Context(), session.Config{Kinds: games.Kinds(limits)}, func(text []byte) error {
		r.count++
		r.bytes.Add(int64(len(text)))
		if bytes.Contains(text[:40], []byte(`"frames"`)) {
			r.changes.Add(int64(bytes.Count(text, []byte(`"turn":`))))
		}
		if i := bytes.LastIndex(text, []byte(`"turn":`)); i >= 0 {
			var turn int64
			if _, err := fmt.Sscanf(string(text[i:]), `"turn":%d`, &turn); err == nil {
				r.turn.Store(turn)
			}
		}
		ack(r)
		return nil
	})
	r.send(t, `{"type":"hello","data":{"version":1}}`)
	r.send(t, fmt.Sprintf(`{"ch":"g","type":"open","data":{"kind":"game","link":%q}}`, link))
	return r
}

func (r *reader) send(t testing.TB, text string) {
	t.Helper()
	if err := r.s.Receive([]byte(text)); err != nil {
		t.Fatal(err)
	}
}

// acknowledged acknowledges n messages. The session may have ended already.
func (r *reader) acknowledged(n int64) {
	_ = r.s.Receive(fmt.Appendf(nil, `{"type":"ack","data":{"n":%d}}`, n))
}

// TestMemoryIsFlat: a running game uses at most 30 bytes of memory for each move.
func TestMemoryIsFlat(t *testing.T) {
	const perMove = 30
	held := func() int64 {
		runtime.GC()
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	synctest.Test(t, func(t *testing.T) {
		r := read(t, games.Limits{}, "board=28x28&solver=hamilton", func(r *reader) {
			n := r.count
			go func() { _ = r.s.Receive(fmt.Appendf(nil, `{"type":"ack","data":{"n":%d}}`, n)) }()
		})
		defer r.s.Close()
		r.send(t, `{"ch":"g","type":"show","data":{"labels":["cycle","plan"]}}`)
		r.send(t, `{"ch":"g","type":"run","data":{"speed":1000}}`)
		pass(40 * time.Second) // by then there are as many key frames as at the start
		before, changes := held(), r.changes.Load()
		pass(60 * time.Second)
		grown, moves := held()-before, r.changes.Load()-changes
		t.Logf("%.1f bytes a move", float64(grown)/float64(moves))
		if moves < 50_000 || grown > perMove*moves {
			t.Errorf("%d bytes more after %d moves", grown, moves)
		}
	})
}
