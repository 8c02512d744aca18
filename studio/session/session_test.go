package session_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"ouro/studio/session"
)

// page is a fake page of a session. It keeps all messages that it receives.
type page struct {
	t *testing.T
	s *session.Session

	mu       sync.Mutex
	messages []session.Message
}

// newPage opens a session. If ack is set, the page acknowledges every message at once.
func newPage(t *testing.T, cfg session.Config, ack bool) *page {
	p := &page{t: t}
	p.s = session.New(t.Context(), cfg, func(text []byte) error {
		var m session.Message
		if err := json.Unmarshal(text, &m); err != nil {
			t.Errorf("emitted %q: %v", text, err)
		}
		p.mu.Lock()
		p.messages = append(p.messages, m)
		n := len(p.messages)
		p.mu.Unlock()
		if ack {
			go func() { _ = p.s.Receive(fmt.Appendf(nil, `{"type":"ack","data":{"n":%d}}`, n)) }()
		}
		return nil
	})
	t.Cleanup(p.s.Close)
	return p
}

func (p *page) send(format string, args ...any) {
	p.t.Helper()
	if err := p.s.Receive(fmt.Appendf(nil, format, args...)); err != nil {
		p.t.Fatal(err)
	}
}

func (p *page) types() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	var words []string
	for _, m := range p.messages {
		words = append(words, strings.TrimPrefix(m.Ch+":"+m.Type, ":"))
	}
	return strings.Join(words, " ")
}

func (p *page) last() session.Message {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.messages[len(p.messages)-1]
}

const hello = `{"type":"hello","data":{"version":1}}`

// echo is a kind of channel that answers a message with the same message. The messages "panic", "fail"
// and "return" end the channel.
func echo(ctx context.Context, ch *session.Channel) error {
	if err := ch.Send(ctx, session.Opened, nil); err != nil {
		return err
	}
	for {
		m, err := ch.Next(ctx)
		if err != nil {
			return err
		}
		switch m.Type {
		case "panic":
			panic("out of paper")
		case "fail":
			return &session.Error{Message: "no such board", Field: "board"}
		case "return":
			return nil
		}
		if err := ch.Send(ctx, m.Type, m.Data); err != nil {
			return err
		}
	}
}

var kinds = map[string]session.Kind{"echo": echo}

// TestConversation: a session answers hello, opens channels and passes their messages.
func TestConversation(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPage(t, session.Config{Kinds: kinds, Build: "this one", Catalog: []string{"a", "b"}}, true)
		p.send(hello)
		synctest.Wait()
		if m := p.last(); m.Type != "hello" || !strings.Contains(string(m.Data), `"kinds":["echo"]`) || !strings.Contains(string(m.Data), `"catalog":["a","b"]`) || !strings.Contains(string(m.Data), `"build":"this one"`) {
			t.Fatalf("hello is answered by %s %s", m.Type, m.Data)
		}
		p.send(`{"ch":"a","type":"open","data":{"kind":"echo"}}`)
		p.send(`{"ch":"b","type":"open","data":{"kind":"echo"}}`)
		synctest.Wait()
		p.send(`{"ch":"a","type":"x","data":{"n":1}}`)
		synctest.Wait()
		if m := p.last(); m.Ch != "a" || m.Type != "x" || string(m.Data) != `{"n":1}` {
			t.Errorf("answered %+v", m)
		}
		p.send(`{"ch":"a","type":"panic"}`)
		synctest.Wait()
		p.send(`{"ch":"b","type":"fail"}`)
		synctest.Wait()
		p.send(`{"ch":"b","type":"x"}`) // a page can send this before it learns that b has ended
		p.send(`{"ch":"c","type":"open","data":{"kind":"echo"}}`)
		synctest.Wait()
		p.send(`{"ch":"c","type":"end"}`)
		synctest.Wait()
		p.send(`{"ch":"c","type":"open","data":{"kind":"eco"}}`)
		synctest.Wait()
		want := "hello a:opened b:opened a:x a:error a:ended b:error b:ended c:opened c:ended c:error"
		if got := p.types(); got != want && got != strings.Replace(want, "a:opened b:opened", "b:opened a:opened", 1) {
			t.Errorf("received\n%s, want\n%s", got, want)
		}
		var e session.Error
		if err := p.last().Into(&e); err != nil || !e.Fatal || !strings.Contains(e.Message, "did you mean echo?") {
			t.Errorf("error of an unknown kind: %+v, %v", e, err)
		}
	})
}

// TestErrorsHaveTheirField: when a channel fails, the page receives the error with the field and the
// line that the error names.
func TestErrorsHaveTheirField(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPage(t, session.Config{Kinds: map[string]session.Kind{"wrapped": func(context.Context, *session.Channel) error {
			return fmt.Errorf("lane 2: %w", &session.Error{Message: "no such board", Field: "board", Line: 3})
		}}}, true)
		p.send(hello)
		p.send(`{"ch":"a","type":"open","data":{"kind":"wrapped"}}`)
		synctest.Wait()
		p.mu.Lock()
		defer p.mu.Unlock()
		for _, m := range p.messages {
			var e session.Error
			if m.Type == session.Failed {
				if err := m.Into(&e); err != nil || e != (session.Error{Message: "lane 2: no such board", Field: "board", Line: 3, Fatal: true}) {
					t.Errorf("error %+v, %v", e, err)
				}
				return
			}
		}
		t.Errorf("no error was sent")
	})
}

// TestProtocolErrors: Receive returns an error when the page violates the protocol.
func TestProtocolErrors(t *testing.T) {
	for _, c := range []struct{ name, before, text, want string }{
		{"garbage", "", "\x00\xff", "not a message"},
		{"another document", "", `[1,2]`, "not a message"},
		{"no hello", "", `{"ch":"a","type":"open"}`, `before "hello"`},
		{"another version", "", `{"type":"hello","data":{"version":2}}`, "load the page again"},
		{"no version", "", `{"type":"hello"}`, "version 0"},
		{"a bad hello", "", `{"type":"hello","data":7}`, `message "hello"`},
		{"a long name", hello, `{"ch":"` + strings.Repeat("x", 65) + `","type":"open"}`, "has 65 bytes"},
		{"no channel", hello, `{"type":"seek"}`, "without a channel"},
		{"too large", hello, strings.Repeat(" ", 1<<20+1), "limit is 1048576"},
		{"more acknowledged than sent", hello, `{"type":"ack","data":{"n":99}}`, "99 messages"},
		{"less than nothing", hello, `{"type":"ack","data":{"n":-1}}`, "-1 messages"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := newPage(t, session.Config{Kinds: kinds}, false)
			if c.before != "" {
				p.send("%s", c.before)
			}
			if err := p.s.Receive([]byte(c.text)); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v, want %q", err, c.want)
			}
		})
	}
}

// TestBounds: the numbers of channels and of waiting messages are limited.
func TestBounds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		busy := func(ctx context.Context, _ *session.Channel) error { <-ctx.Done(); return nil }
		p := newPage(t, session.Config{Kinds: map[string]session.Kind{"busy": busy}, Limits: session.Limits{Channels: 2, Queue: 3}}, true)
		p.send(hello)
		for _, ch := range []string{"a", "b", "c", "a"} {
			p.send(`{"ch":"%s","type":"open","data":{"kind":"busy"}}`, ch)
		}
		synctest.Wait()
		if got := strings.Count(p.types(), "error"); got != 2 {
			t.Errorf("%d refused, want the third one and the one that is open: %s", got, p.types())
		}
		for range 1 + 3 { // the channel itself takes one message
			p.send(`{"ch":"a","type":"x"}`)
			synctest.Wait()
		}
		if err := p.s.Receive([]byte(`{"ch":"a","type":"x"}`)); err == nil {
			t.Error("any number of messages may wait")
		}
	})
}

// TestWaitingBytes: the bytes of the messages that wait in all channels together are limited. The bytes
// of a message no longer count when the channel takes the message or ends.
func TestWaitingBytes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		deaf := func(ctx context.Context, _ *session.Channel) error { <-ctx.Done(); return nil }
		p := newPage(t, session.Config{Kinds: map[string]session.Kind{"deaf": deaf, "echo": echo}, Limits: session.Limits{Waiting: 1000}}, true)
		p.send(hello)
		long := fmt.Sprintf("%q", strings.Repeat("x", 400))
		for range 3 {
			p.send(`{"ch":"a","type":"open","data":{"kind":"deaf"}}`)
			p.send(`{"ch":"b","type":"open","data":{"kind":"echo"}}`)
			synctest.Wait()
			for range 5 {
				p.send(`{"ch":"b","type":"x","data":%s}`, long)
				synctest.Wait()
			}
			p.send(`{"ch":"a","type":"x","data":%s}`, long)
			p.send(`{"ch":"a","type":"x","data":%s}`, long)
			synctest.Wait()
			p.send(`{"ch":"a","type":"end"}`)
			p.send(`{"ch":"b","type":"end"}`)
			synctest.Wait()
		}
		p.send(`{"ch":"a","type":"open","data":{"kind":"deaf"}}`)
		synctest.Wait()
		p.send(`{"ch":"a","type":"x","data":%s}`, long)
		p.send(`{"ch":"a","type":"x","data":%s}`, long)
		if err := p.s.Receive(fmt.Appendf(nil, `{"ch":"a","type":"x","data":%s}`, long)); err == nil || !strings.Contains(err.Error(), "1000 bytes") {
			t.Errorf("any number of bytes may wait: %v", err)
		}
	})
}

// TestWindow: a page that acknowledges nothing receives at most as many messages as the window allows.
// Offer then reports that it sent nothing, and Send waits until the window has room.
func TestWindow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		sent, refused := 0, 0
		p := newPage(t, session.Config{Limits: session.Limits{Window: 10}, Kinds: map[string]session.Kind{"flood": func(ctx context.Context, ch *session.Channel) error {
			for range 100 {
				ok, err := ch.Offer("frames", nil)
				if err != nil {
					return err
				}
				if ok {
					sent++
				} else {
					refused++
				}
			}
			return ch.Send(ctx, "key", nil)
		}}}, false)
		p.send(hello)
		synctest.Wait()
		p.send(`{"ch":"a","type":"open","data":{"kind":"flood"}}`)
		synctest.Wait()
		if sent != 9 || refused != 91 || strings.Contains(p.types(), "key") {
			t.Fatalf("%d sent, %d refused: %s", sent, refused, p.types())
		}
		p.send(`{"type":"ack","data":{"n":10}}`)
		synctest.Wait()
		if !strings.HasSuffix(p.types(), "a:key a:ended") {
			t.Errorf("with room again it receives %s", p.types())
		}
		if err := p.s.Receive([]byte(`{"type":"ack","data":{"n":9}}`)); err == nil {
			t.Error("the session accepts an acknowledgement of fewer messages than before")
		}
	})
}

// TestCloseWaits: Close waits for every channel, including channels that wait for the
// page.
func TestCloseWaits(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	synctest.Test(t, func(t *testing.T) {
		ended := 0
		p := newPage(t, session.Config{Limits: session.Limits{Window: 1}, Kinds: map[string]session.Kind{"slow": func(ctx context.Context, ch *session.Channel) error {
			defer func() { ended++ }()
			for ctx.Err() == nil {
				if err := ch.Send(ctx, "x", nil); err != nil {
					time.Sleep(time.Minute) // like a solver that is slow
					return err
				}
			}
			return nil
		}}}, false)
		p.send(hello)
		p.send(`{"ch":"a","type":"open","data":{"kind":"slow"}}`)
		synctest.Wait()
		p.s.Close()
		if ended != 1 {
			t.Error("a channel continues")
		}
		if err := p.s.Receive([]byte(hello)); err == nil {
			t.Error("a closed session accepts messages")
		}
	})
}

// TestEmitFails: a session ends if it cannot emit messages.
func TestEmitFails(t *testing.T) {
	gone := errors.New("the page is gone")
	s := session.New(t.Context(), session.Config{Kinds: kinds}, func([]byte) error { return gone })
	defer s.Close()
	if err := s.Receive([]byte(hello)); err != nil {
		t.Fatal(err)
	}
	<-s.Done()
}

func FuzzReceive(f *testing.F) {
	for _, text := range []string{hello, `{"ch":"a","type":"open","data":{"kind":"echo"}}`, `{"ch":"a","type":"end"}`, `{"type":"ack","data":{"n":1}}`, `{"ch":"a","type":"x","data":[]}`, "{"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		s := session.New(t.Context(), session.Config{Kinds: kinds}, func(text []byte) error {
			if !json.Valid(text) {
				t.Errorf("emitted %q", text)
			}
			return nil
		})
		defer s.Close()
		if err := s.Receive([]byte(hello)); err != nil {
			t.Fatal(err)
		}
		for _, part := range strings.Split(string(text), "\n") {
			_ = s.Receive([]byte(part))
		}
	})
}

// TestAnswersThatWait: if a page reads no answers, only a limited number of them wait.
func TestAnswersThatWait(t *testing.T) {
	for _, text := range []string{
		hello,
		`{"ch":"a","type":"open","data":{"kind":"nothing"}}`,
		`{"ch":"a","type":"open","data":{"kind":"short"}}`,
	} {
		synctest.Test(t, func(t *testing.T) {
			p := newPage(t, session.Config{Limits: session.Limits{Window: 2, Queue: 5}, Kinds: map[string]session.Kind{
				"short": func(context.Context, *session.Channel) error { return errors.New("no") },
			}}, false)
			p.send(hello)
			synctest.Wait()
			accepted := 0
			for range 100 {
				if err := p.s.Receive([]byte(text)); err != nil {
					if !strings.Contains(err.Error(), "answers unread") {
						t.Errorf("%s: %v", text, err)
					}
					break
				}
				accepted++
				synctest.Wait()
			}
			if accepted < 5 || accepted > 8 {
				t.Errorf("%s is accepted %d times", text, accepted)
			}
			n := len(strings.Fields(p.types()))
			p.send(`{"type":"ack","data":{"n":%d}}`, n)
			synctest.Wait()
			p.send(`{"type":"ack","data":{"n":%d}}`, n+1)
		})
	}
}

// failingData is data whose encoding waits for end and then fails.
type failingData struct{ begun, end chan struct{} }

func (u failingData) MarshalJSON() ([]byte, error) {
	close(u.begun)
	<-u.end
	return nil, errors.New("no words")
}

// TestPlaceGivenBack: if a message cannot be encoded, a waiting message gets its place in the window.
func TestPlaceGivenBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		u := failingData{make(chan struct{}), make(chan struct{})}
		p := newPage(t, session.Config{Limits: session.Limits{Window: 1}, Kinds: map[string]session.Kind{
			"offers": func(ctx context.Context, ch *session.Channel) error {
				if sent, err := ch.Offer("frames", u); sent || err == nil || !strings.Contains(err.Error(), "no words") {
					t.Errorf("sent %v, %v", sent, err)
				}
				<-ctx.Done() // this channel must not end, because the message of its end would take the place
				return nil
			},
			"sends": func(ctx context.Context, ch *session.Channel) error { return ch.Send(ctx, "waited", nil) },
		}}, false)
		p.send(hello)
		synctest.Wait()
		p.send(`{"type":"ack","data":{"n":1}}`)
		p.send(`{"ch":"a","type":"open","data":{"kind":"offers"}}`)
		<-u.begun
		p.send(`{"ch":"b","type":"open","data":{"kind":"sends"}}`)
		synctest.Wait()
		if got := p.types(); got != "hello" {
			t.Fatalf("in a full window it receives %s", got)
		}
		close(u.end)
		synctest.Wait()
		if got := p.types(); got != "hello b:waited" {
			t.Errorf("with a free place it receives %s", got)
		}
	})
}
