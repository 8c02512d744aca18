package hunt

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"ouro/hunter"
	"ouro/studio/memory"
	"ouro/studio/session"
)

// testPage returns the number of ticks in a record, in a text that replaces the page.
func testPage(_ context.Context, r *hunter.Record) ([]byte, error) {
	return fmt.Appendf(nil, "page of %d ticks", r.Ticks()), nil
}

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// picture is the view that a page computes from frames.
type picture struct {
	Frame
	frames int
}

func (p *picture) show(t *testing.T, f Frame) {
	t.Helper()
	p.frames++
	if f.Level != nil {
		p.Frame = f
		p.Snakes = slices.Clone(f.Snakes)
		return
	}
	if p.Level == nil {
		t.Fatal("a change before any whole frame")
	}
	p.Tick = f.Tick
	if f.Phase != nil {
		p.Phase = f.Phase
	}
	if f.Due != nil {
		p.Due = f.Due
	}
	if f.Score != nil {
		p.Score = f.Score
	}
	if f.Hunters != nil {
		p.Hunters = f.Hunters
	}
	if f.Bombs != nil {
		p.Bombs = f.Bombs
	}
	if f.Flames != nil {
		p.Flames = f.Flames
	}
	if f.Danger != nil {
		p.Danger = f.Danger
	}
	ground := []byte(p.Ground)
	for _, c := range f.Hedges {
		ground[c] = '.'
	}
	for _, c := range f.Bare {
		ground[c] = ' '
	}
	p.Ground = string(ground)
	for _, s := range f.Snakes {
		body := s.Body
		if body == nil {
			old := p.Snakes[s.Snake].Body
			body = append(slices.Clone(s.Push), old[:len(old)-s.Drop]...)
		}
		s.Body, s.Push, s.Drop = body, nil, 0
		p.Snakes[s.Snake] = s
	}
}

func (f Frame) text(t *testing.T) string {
	t.Helper()
	f.Events, f.News = nil, nil
	text, err := json.Marshal(f)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// page is a fake page of a session with one channel.
type page struct {
	t       *testing.T
	session *session.Session

	mu       sync.Mutex
	received int
	silent   bool // acknowledges nothing
	messages []session.Message
}

func open(t *testing.T, data map[string]any) *page {
	t.Helper()
	p := &page{t: t}
	p.session = session.New(context.Background(), session.Config{Kinds: map[string]session.Kind{"hunt": New(memory.New(memory.DefaultBytes), testPage)}}, p.receive)
	p.send("", session.Hello, map[string]any{"version": session.Version})
	data["kind"] = "hunt"
	p.send("a", session.Open, data)
	return p
}

func (p *page) receive(text []byte) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	var m session.Message
	if err := json.Unmarshal(text, &m); err != nil {
		return err
	}
	p.received++
	p.messages = append(p.messages, m)
	if n := p.received; !p.silent {
		go p.send("", session.Ack, map[string]any{"n": n})
	}
	return nil
}

// send sends a message to the session. It ignores errors of acknowledgements, which may
// arrive out of order.
func (p *page) send(ch, kind string, data any) {
	text, _ := json.Marshal(map[string]any{"ch": ch, "type": kind, "data": data})
	if err := p.session.Receive(text); err != nil && kind != session.Ack {
		p.t.Errorf("%s: %v", kind, err)
	}
}

func (p *page) take(kind string) (of []session.Message) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, m := range p.messages {
		if m.Type == kind {
			of = append(of, m)
		}
	}
	p.messages = slices.DeleteFunc(p.messages, func(m session.Message) bool { return m.Type == kind })
	return of
}

func onlyData[T any](t *testing.T, p *page, kind string) (data T) {
	t.Helper()
	of := p.take(kind)
	if len(of) != 1 {
		t.Fatalf("%d messages %q, want one; there are %v", len(of), kind, p.types())
	}
	if err := of[0].Into(&data); err != nil {
		t.Fatal(err)
	}
	return data
}

func (p *page) types() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	var all []string
	for _, m := range p.messages {
		all = append(all, m.Type+" "+string(m.Data)[:min(80, len(m.Data))])
	}
	return strings.Join(all, "; ")
}

func (p *page) frames(pic *picture) {
	p.t.Helper()
	for _, m := range p.take("frame") {
		var f Frame
		if err := m.Into(&f); err != nil {
			p.t.Fatal(err)
		}
		pic.show(p.t, f)
	}
}

// UnmarshalJSON parses the text of MarshalJSON.
func (s *score) UnmarshalJSON(text []byte) error {
	var f *float64
	if err := json.Unmarshal(text, &f); err != nil || f == nil {
		return err
	}
	*s = score(*f)
	return nil
}

func (s *Setup) testConfig() (hunter.Config, error) { return s.config(memory.New(memory.DefaultBytes)) }
