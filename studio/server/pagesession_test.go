package server

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/coder/websocket"
)

// TestResume: even after many disconnections, page and session receive every text once and
// in order.
func TestResume(t *testing.T) {
	for seed := range uint64(8) {
		s := open(t, Config{})
		dice := rand.New(rand.NewPCG(seed, 1))
		g := s.openPage()
		received := int64(1)         // hello
		sent := []string{"", "open"} // sent after hello
		send := func(text string) {
			sent = append(sent, text)
			_ = g.conn.Write(t.Context(), websocket.MessageText, []byte(text)) // the text may be lost
		}
		sent = sent[:1]
		send(`{"ch":"a","type":"open","data":{"kind":"echo"}}`)
		const n = 300
		next, requested := 0, 0
		for next < n {
			for requested < n && requested < next+20 {
				send(fmt.Sprintf(`{"ch":"a","type":"x","data":%d}`, requested))
				requested++
			}
			if dice.IntN(12) == 0 {
				_ = g.conn.CloseNow()
				var status int
				g, status = s.dialTo(fmt.Sprintf("?resume=%s&n=%d", g.line.Key, received), nil)
				if g == nil || !g.line.Resumed {
					t.Fatalf("seed %d: not resumed: %d", seed, status)
				}
				for _, text := range sent[g.line.N:] {
					g.send(text)
				}
				continue
			}
			var m struct{ Data int }
			text := g.read()
			if err := json.Unmarshal([]byte(text), &m); err != nil || m.Data != next {
				t.Fatalf("seed %d: %s, want %d", seed, text, next)
			}
			next++
			if received++; received%8 == 0 {
				send(fmt.Sprintf(`{"type":"ack","data":{"n":%d}}`, received))
			}
		}
		if len(s.places) != 1 {
			t.Errorf("seed %d: %d places are taken", seed, len(s.places))
		}
		_ = g.conn.Close(websocket.StatusNormalClosure, "")
	}
}

// TestParked: if a connection is lost, its session waits for the page for a while. Meanwhile
// it keeps at most one window of messages to the page. If the page closes its session, the session ends at once.
func TestParked(t *testing.T) {
	bubble(t, Config{}, func(t *testing.T, s *testServer) {
		closed, cut := s.openPage(), s.openPage()
		_ = closed.conn.Close(websocket.StatusGoingAway, "")
		cut.send(`{"ch":"a","type":"open","data":{"kind":"flood"}}`)
		cut.read()
		_ = cut.conn.CloseNow()
		synctest.Wait()
		if got := len(s.places); got != 1 {
			t.Errorf("%d places are taken", got)
		}
		if got := len(s.sessions[cut.line.Key].recent); got > s.cfg.Session.Limits.Window {
			t.Errorf("%d texts are kept", got)
		}
		time.Sleep(parkTime - time.Second)
		synctest.Wait()
		again, _ := s.dialTo("?n=1&resume="+cut.line.Key, nil)
		if again == nil || !again.line.Resumed {
			t.Fatal("the session was not resumed")
		}
		_ = again.conn.CloseNow()
		time.Sleep(parkTime + time.Second)
		synctest.Wait()
		if len(s.places) != 0 || len(s.sessions) != 0 {
			t.Errorf("%d places are taken", len(s.places))
		}
		late, _ := s.dialTo("?n=1&resume="+cut.line.Key, nil)
		if late == nil || late.line.Resumed || late.line.Key == cut.line.Key {
			t.Error("a session that has ended is resumed")
		}
		_ = late.conn.CloseNow()
	})
}

// TestResumeWrongly: a page with a wrong key, or an impossible number of texts, gets a new
// session. The place of the old session is freed.
func TestResumeWrongly(t *testing.T) {
	bubble(t, Config{}, func(t *testing.T, s *testServer) {
		try := func(query string) {
			g, _ := s.dialTo(query, nil)
			if g == nil || g.line.Resumed {
				t.Fatalf("%s is resumed", query)
			}
			_ = g.conn.CloseNow()
		}
		for _, query := range []string{"?resume=x&n=0", "?resume=&n=0", "?n=5", "?resume=%00&n=-1"} {
			try(query)
		}
		for _, n := range []string{"1000", "-1", "x", ""} {
			for _, cut := range []bool{false, true} {
				g := s.openPage()
				g.send(`{"ch":"a","type":"open","data":{"kind":"echo"}}`)
				if cut {
					_ = g.conn.CloseNow()
					synctest.Wait()
				}
				try("?resume=" + g.line.Key + "&n=" + n)
				_ = g.conn.CloseNow()
			}
		}
		time.Sleep(parkTime + time.Second)
		synctest.Wait()
		if len(s.places) != 0 || len(s.sessions) != 0 {
			t.Errorf("%d places are taken, by %d sessions", len(s.places), len(s.sessions))
		}
	})
}

// TestResumeWithLateText: if a text is emitted after resume, and the session then no longer keeps
// all texts that the page missed, attach refuses the page.
func TestResumeWithLateText(t *testing.T) {
	s := open(t, Config{})
	g, other := s.openPage(), s.openPage()
	g.send(`{"ch":"a","type":"open","data":{"kind":"echo"}}`)
	for i := range 2 * s.cfg.Session.Limits.Window {
		g.send(`{"ch":"a","type":"x"}`)
		g.read()
		g.send(fmt.Sprintf(`{"type":"ack","data":{"n":%d}}`, i+1))
	}
	_ = g.conn.CloseNow()
	s.mu.Lock()
	talk, conn := s.sessions[g.line.Key], s.sessions[other.line.Key].conn.Load()
	s.mu.Unlock()
	talk.writing.Lock()
	n := talk.sent - int64(len(talk.recent))
	talk.writing.Unlock()
	if s.resume(g.line.Key, n) != talk {
		t.Fatal("the session was not found")
	}
	_ = talk.emit([]byte("{}"))
	var end *closeError
	if err := talk.attach(t.Context(), conn, n, true); !errors.As(err, &end) {
		t.Errorf("the error is %v", err)
	}
	talk.detach(true)
}

// TestMessagesBeforeSessionKey: a page may send messages before it has received the key of
// its session. It gets the replies.
func TestMessagesBeforeSessionKey(t *testing.T) {
	s := open(t, Config{Sessions: 2})
	g := s.openPage()
	s.mu.Lock()
	conn := s.sessions[g.line.Key].conn.Load()
	s.mu.Unlock()
	if !s.reservePlace() {
		t.Fatal("there is no place")
	}
	talk := s.newSession()
	for _, text := range []string{`{"type":"hello","data":{"version":1}}`, `{"ch":"a","type":"open","data":{"kind":"nothing"}}`} {
		if err := talk.receive([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	for sent := int64(0); sent < 2; {
		time.Sleep(time.Millisecond)
		talk.writing.Lock()
		sent = talk.sent
		talk.writing.Unlock()
	}
	if err := talk.attach(t.Context(), conn, 0, false); err != nil {
		t.Fatal(err)
	}
	if line, both := g.read(), g.read()+g.read(); !strings.Contains(line, talk.key) || !strings.Contains(both, `"hello"`) || !strings.Contains(both, `"error"`) {
		t.Errorf("it receives %s, and then %s", line, both)
	}
	talk.detach(true)
}

// TestOldestParkedSessionEnds: if no place is free, a new page takes the place of the
// session that has been parked longest.
func TestOldestParkedSessionEnds(t *testing.T) {
	s := open(t, Config{Sessions: 2})
	one, two := s.openPage(), s.openPage()
	for _, g := range []*testPage{one, two} {
		_ = g.conn.CloseNow()
		for parked := false; !parked; {
			s.mu.Lock()
			parked = s.sessions[g.line.Key].parked != nil
			s.mu.Unlock()
			time.Sleep(time.Millisecond)
		}
	}
	s.openPage()
	if g, _ := s.dialTo("?n=1&resume="+two.line.Key, nil); g == nil || !g.line.Resumed {
		t.Error("the session that was parked last has ended")
	}
	if g, status := s.dialTo("?n=1&resume="+one.line.Key, nil); g != nil || status != 503 {
		t.Errorf("the session that was parked first is not ended: %d", status)
	}
}
