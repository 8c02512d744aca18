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

// TestResume: a page that is cut off again and again hears everything once and in
// its order, and so does the session.
func TestResume(t *testing.T) {
	for seed := range uint64(8) {
		s := open(t, Config{})
		dice := rand.New(rand.NewPCG(seed, 1))
		g := s.come()
		heard := int64(1)            // its hello
		said := []string{"", "open"} // that hello was said
		say := func(text string) {
			said = append(said, text)
			_ = g.conn.Write(t.Context(), websocket.MessageText, []byte(text)) // which may be lost
		}
		said = said[:1]
		say(`{"ch":"a","type":"open","data":{"kind":"echo"}}`)
		const n = 300
		next, asked := 0, 0
		for next < n {
			for asked < n && asked < next+20 {
				say(fmt.Sprintf(`{"ch":"a","type":"x","data":%d}`, asked))
				asked++
			}
			if dice.IntN(12) == 0 {
				_ = g.conn.CloseNow()
				var status int
				g, status = s.dialTo(fmt.Sprintf("?resume=%s&n=%d", g.line.Key, heard), nil)
				if g == nil || !g.line.Resumed {
					t.Fatalf("seed %d: not resumed: %d", seed, status)
				}
				for _, text := range said[g.line.N:] {
					g.say(text)
				}
				continue
			}
			var m struct{ Data int }
			text := g.hear()
			if err := json.Unmarshal([]byte(text), &m); err != nil || m.Data != next {
				t.Fatalf("seed %d: %s, want %d", seed, text, next)
			}
			next++
			if heard++; heard%8 == 0 {
				say(fmt.Sprintf(`{"type":"ack","data":{"n":%d}}`, heard))
			}
		}
		if len(s.seats) != 1 {
			t.Errorf("seed %d: %d places are taken", seed, len(s.seats))
		}
		_ = g.conn.Close(websocket.StatusNormalClosure, "")
	}
}

// TestParked: a session that was cut off waits for its page for a while and keeps
// nothing but its window; one that its page has closed does not.
func TestParked(t *testing.T) {
	bubble(t, Config{}, func(t *testing.T, s *station) {
		closed, cut := s.come(), s.come()
		_ = closed.conn.Close(websocket.StatusGoingAway, "")
		cut.say(`{"ch":"a","type":"open","data":{"kind":"flood"}}`)
		cut.hear()
		_ = cut.conn.CloseNow()
		synctest.Wait()
		if got := len(s.seats); got != 1 {
			t.Errorf("%d places are taken", got)
		}
		if got := len(s.talks[cut.line.Key].kept); got > s.cfg.Session.Limits.Window {
			t.Errorf("%d texts are kept", got)
		}
		time.Sleep(parkTime - time.Second)
		synctest.Wait()
		again, _ := s.dialTo("?n=1&resume="+cut.line.Key, nil)
		if again == nil || !again.line.Resumed {
			t.Fatal("it is not there any more")
		}
		_ = again.conn.CloseNow()
		time.Sleep(parkTime + time.Second)
		synctest.Wait()
		if len(s.seats) != 0 || len(s.talks) != 0 {
			t.Errorf("%d places are taken", len(s.seats))
		}
		late, _ := s.dialTo("?n=1&resume="+cut.line.Key, nil)
		if late == nil || late.line.Resumed || late.line.Key == cut.line.Key {
			t.Error("a session from before is resumed")
		}
		_ = late.conn.CloseNow()
	})
}

// TestResumeWrongly: who says nonsense of what has come gets a new session, and so
// does who guesses a key. None of them keeps a place for good.
func TestResumeWrongly(t *testing.T) {
	bubble(t, Config{}, func(t *testing.T, s *station) {
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
				g := s.come()
				g.say(`{"ch":"a","type":"open","data":{"kind":"echo"}}`)
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
		if len(s.seats) != 0 || len(s.talks) != 0 {
			t.Errorf("%d places are taken, by %d sessions", len(s.seats), len(s.talks))
		}
	})
}

// TestResumeAmongNews: a page that has acknowledged more than it says is told that this
// cannot be, where that is noticed only after something more has come.
func TestResumeAmongNews(t *testing.T) {
	s := open(t, Config{})
	g, other := s.come(), s.come()
	g.say(`{"ch":"a","type":"open","data":{"kind":"echo"}}`)
	for i := range 2 * s.cfg.Session.Limits.Window {
		g.say(`{"ch":"a","type":"x"}`)
		g.hear()
		g.say(fmt.Sprintf(`{"type":"ack","data":{"n":%d}}`, i+1))
	}
	_ = g.conn.CloseNow()
	s.mu.Lock()
	talk, conn := s.talks[g.line.Key], s.talks[other.line.Key].conn.Load()
	s.mu.Unlock()
	talk.writing.Lock()
	n := talk.sent - int64(len(talk.kept))
	talk.writing.Unlock()
	if s.find(g.line.Key, n) != talk {
		t.Fatal("it is not found")
	}
	_ = talk.emit([]byte("{}"))
	var end *ended
	if err := talk.join(t.Context(), conn, n, true); !errors.As(err, &end) {
		t.Errorf("it is told %v", err)
	}
	talk.leave(true)
}

// TestSpeaksFirst: a page that says something before it is told which session it has
// hears the answers.
func TestSpeaksFirst(t *testing.T) {
	s := open(t, Config{Sessions: 2})
	g := s.come()
	s.mu.Lock()
	conn := s.talks[g.line.Key].conn.Load()
	s.mu.Unlock()
	if !s.enter() {
		t.Fatal("there is no place")
	}
	talk := s.begin()
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
	if err := talk.join(t.Context(), conn, 0, false); err != nil {
		t.Fatal(err)
	}
	if line, both := g.hear(), g.hear()+g.hear(); !strings.Contains(line, talk.key) || !strings.Contains(both, `"hello"`) || !strings.Contains(both, `"error"`) {
		t.Errorf("it hears %s, and then %s", line, both)
	}
	talk.leave(true)
}

// TestParkedGiveWay: a new page takes the place of the session that is parked
// longest.
func TestParkedGiveWay(t *testing.T) {
	s := open(t, Config{Sessions: 2})
	one, two := s.come(), s.come()
	for _, g := range []*guest{one, two} {
		_ = g.conn.CloseNow()
		for parked := false; !parked; {
			s.mu.Lock()
			parked = s.talks[g.line.Key].parked != nil
			s.mu.Unlock()
			time.Sleep(time.Millisecond)
		}
	}
	s.come()
	if g, _ := s.dialTo("?n=1&resume="+two.line.Key, nil); g == nil || !g.line.Resumed {
		t.Error("the one that was parked last has gone")
	}
	if g, status := s.dialTo("?n=1&resume="+one.line.Key, nil); g != nil || status != 503 {
		t.Errorf("the one that was parked first is still there: %d", status)
	}
}
