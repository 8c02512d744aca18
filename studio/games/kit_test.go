package games_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"ouro"
	"ouro/studio/frames"
	"ouro/studio/games"
	"ouro/studio/session"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// page is a fake page of a session. It keeps the positions that it receives, like the real page, and all
// messages.
type page struct {
	t *testing.T
	s *session.Session

	mu       sync.Mutex
	silent   bool // acknowledges nothing
	count    int
	bytes    int
	messages []session.Message
	lanes    map[int][]*frames.Lane // positions by turn
	now      []*frames.Lane         // the current positions, to which changes apply
	turn     int                    // turn of the current positions
}

func open(t *testing.T, limits games.Limits, kind string, data map[string]any) *page {
	t.Helper()
	return openKinds(t, games.Kinds(limits), kind, data)
}

func openKinds(t *testing.T, kinds map[string]session.Kind, kind string, data map[string]any) *page {
	t.Helper()
	p := &page{t: t, lanes: map[int][]*frames.Lane{}}
	p.s = session.New(t.Context(), session.Config{Kinds: kinds}, p.receive)
	p.raw(`{"type":"hello","data":{"version":1}}`)
	data["kind"] = kind
	p.send("open", data)
	return p
}

func game(t *testing.T, link string) *page {
	t.Helper()
	p := open(t, games.Limits{}, "game", map[string]any{"link": link})
	synctest.Wait()
	return p
}

func (p *page) raw(text string) {
	p.t.Helper()
	if err := p.s.Receive([]byte(text)); err != nil {
		p.t.Fatal(err)
	}
}

func (p *page) send(kind string, data any) {
	p.t.Helper()
	text, err := json.Marshal(map[string]any{"ch": "g", "type": kind, "data": data})
	if err != nil {
		p.t.Fatal(err)
	}
	p.raw(string(text))
}

type keyData struct {
	Turn, Turns int
	Ended       bool
	Lanes       []*frames.Lane
}

type framesData struct {
	From  int
	Lanes [][]*frames.Change
}

func (p *page) receive(text []byte) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	var m session.Message
	if err := json.Unmarshal(text, &m); err != nil {
		p.t.Errorf("%s: %v", text, err)
		return err
	}
	p.count++
	p.bytes += len(text)
	p.messages = append(p.messages, m)
	switch m.Type {
	case "key":
		var key keyData
		p.into(m, &key)
		p.now, p.turn = key.Lanes, key.Turn
		p.keep()
	case "frames":
		var f framesData
		p.into(m, &f)
		p.apply(f)
	}
	if !p.silent {
		n := p.count
		go func() { _ = p.s.Receive(fmt.Appendf(nil, `{"type":"ack","data":{"n":%d}}`, n)) }()
	}
	return nil
}

func (p *page) into(m session.Message, data any) {
	if err := json.Unmarshal(m.Data, data); err != nil {
		p.t.Errorf("%s %s: %v", m.Type, m.Data, err)
	}
}

// apply applies changes. They must start at the page's current turn.
func (p *page) apply(f framesData) {
	if f.From != p.turn {
		p.t.Errorf("changes from turn %d on, the page is at %d", f.From, p.turn)
	}
	most := 0
	for _, changes := range f.Lanes {
		most = max(most, len(changes))
	}
	for i := range most {
		for lane, changes := range f.Lanes {
			if i < len(changes) {
				p.now[lane].Apply(changes[i])
			}
		}
		p.turn++
		p.keep()
	}
}

func (p *page) keep() {
	kept := make([]*frames.Lane, len(p.now))
	for i, l := range p.now {
		c := *l
		c.Snakes = slices.Clone(l.Snakes)
		c.Food, c.Walls, c.Hedges, c.Hazards = slices.Clone(l.Food), slices.Clone(l.Walls), slices.Clone(l.Hedges), slices.Clone(l.Hazards)
		kept[i] = &c
	}
	p.lanes[p.turn] = kept
}

func (p *page) at() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.turn
}

// last decodes the last message of a type. The test fails if the page has received none.
func (p *page) last(kind string, data any) {
	p.t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	for i := len(p.messages) - 1; i >= 0; i-- {
		if p.messages[i].Type == kind {
			p.into(p.messages[i], data)
			return
		}
	}
	p.t.Fatalf("no message %q, only %s", kind, p.types())
}

func (p *page) types() string {
	var words []string
	for _, m := range p.messages {
		words = append(words, m.Type)
	}
	return strings.Join(words, " ")
}

func (p *page) all(kind string) (all []session.Message) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, m := range p.messages {
		if m.Type == kind {
			all = append(all, m)
		}
	}
	return all
}

func (p *page) failed() session.Error {
	var e session.Error
	if all := p.all("error"); len(all) > 0 {
		p.into(all[len(all)-1], &e)
	}
	return e
}

// pass lets time pass in the synctest bubble.
func pass(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

type progress struct {
	Turn, Turns    int
	Running, Ended bool
}

// sameAs checks that the page's position is that of the game.
func sameAs(t *testing.T, got *frames.Lane, want *ouro.State) {
	t.Helper()
	lane := frames.Of(want, []string{"x", "x", "x", "x", "x", "x", "x", "x"})
	for _, l := range []*frames.Lane{got, lane} {
		for _, cells := range [][]ouro.Cell{l.Walls, l.Hedges, l.Food, l.Hazards} {
			slices.Sort(cells)
		}
	}
	if got.Hash != "" && got.Hash != lane.Hash {
		t.Errorf("turn %d: hash %s, want %s", want.Turn, got.Hash, lane.Hash)
	}
	got.Hash, got.Ended = lane.Hash, nil
	for i := range got.Snakes {
		got.Snakes[i].Dead, lane.Snakes[i].Dead = "", ""
	}
	if a, b := string(got.AppendJSON(nil)), string(lane.AppendJSON(nil)); a != b {
		t.Fatalf("turn %d is\n%s\nwant\n%s", want.Turn, a, b)
	}
}
