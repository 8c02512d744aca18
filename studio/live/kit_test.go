package live

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"ouro"
	"ouro/roster"
	"ouro/studio/frames"
	"ouro/studio/session"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// play plays a random game with few fatal moves, and shows every position.
func play(t testing.TB, snakes int, seed uint64, turns int, show func(s *ouro.State)) {
	t.Helper()
	deal, err := roster.Deal(ouro.GameSpec{Rules: ouro.Spec{Name: "standard"}, W: 11, H: 11, StartLength: 3, Snakes: snakes}, seed)
	if err != nil {
		t.Fatal(err)
	}
	dice := rand.New(rand.NewPCG(seed, 7))
	s := deal.Begin()
	joint := make([]ouro.Dir, len(s.Snakes))
	for range turns {
		show(s.Clone())
		if _, over := deal.Rules.Over(s); over {
			return
		}
		for seat := range joint {
			joint[seat] = ouro.NoDir
			if s.Snakes[seat].Cause == ouro.Alive {
				joint[seat] = ouro.Dir(dice.IntN(4))
				if legal := s.Legal(seat); legal.Len() > 0 && dice.IntN(80) > 0 {
					joint[seat] = legal.At(dice.IntN(legal.Len()))
				}
			}
		}
		deal.Rules.Step(s, joint)
		deal.Rules.Spawn(s, deal.Dice)
	}
}

func seats(n int) (all []Seat) {
	for i := range n {
		all = append(all, Seat{Name: fmt.Sprintf("snake %d", i)})
	}
	return all
}

// viewer is a page that follows a game and stores its position.
type viewer struct {
	t    testing.TB
	s    *session.Session
	pace func(n int) bool // whether the viewer acknowledges message n

	mu     sync.Mutex
	n      int
	acked  int
	keys   int
	frames int
	turns  int // number of turns received as changes
	lane   *frames.Lane
	failed string
	over   chan struct{} // closed when the game has ended
}

func view(t testing.TB, kinds map[string]session.Kind, data map[string]any, pace func(n int) bool) *viewer {
	v := &viewer{t: t, pace: pace, over: make(chan struct{})}
	v.s = session.New(t.Context(), session.Config{Kinds: kinds}, v.receive)
	t.Cleanup(v.s.Close)
	v.send(`{"type":"hello","data":{"version":1}}`)
	data["kind"] = "live"
	text, err := json.Marshal(data)
	if err != nil {
		t.Fatal(err)
	}
	v.send(fmt.Sprintf(`{"ch":"a","type":"open","data":%s}`, text))
	return v
}

func (v *viewer) send(text string) {
	if err := v.s.Receive([]byte(text)); err != nil {
		v.t.Error(err)
	}
}

func (v *viewer) receive(text []byte) error {
	var m struct {
		Type string
		Data struct {
			Turn, From int
			Lanes      []json.RawMessage
			Message    string
		}
	}
	if err := json.Unmarshal(text, &m); err != nil {
		return err
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.n++
	switch m.Type {
	case "key":
		v.keys++
		v.lane = new(frames.Lane)
		if err := json.Unmarshal(m.Data.Lanes[0], v.lane); err != nil {
			return err
		}
	case "frames":
		v.frames++
		var changes []*frames.Change
		if err := json.Unmarshal(m.Data.Lanes[0], &changes); err != nil {
			return err
		}
		if v.lane == nil || v.lane.Turn != m.Data.From {
			v.t.Errorf("changes from turn %d for a viewer with turn %v", m.Data.From, v.lane)
			return nil
		}
		for _, c := range changes {
			v.lane.Apply(c)
			v.turns++
		}
	case "error":
		v.failed = m.Data.Message
	}
	if v.lane != nil && v.lane.Ended != nil {
		select {
		case <-v.over:
		default:
			close(v.over)
		}
	}
	if v.pace(v.n) {
		v.acked = v.n
		ack := fmt.Appendf(nil, `{"type":"ack","data":{"n":%d}}`, v.n)
		go func() { _ = v.s.Receive(ack) }() // if there is an error, the session has ended
	}
	return nil
}
