package server

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"

	"ouro"
	"ouro/internal/needs"
	"ouro/roster"
	"ouro/studio/frames"
	"ouro/studio/live"
	"ouro/studio/session"
)

var viewers = flag.Int("viewers", 40, "viewers of one game in TestViewers")

// watcher is a page that follows a game over a WebSocket. It records how late each turn
// arrives.
type watcher struct {
	conn     *websocket.Conn
	received []time.Duration // delay of each turn
	turn     int
	silent   bool
}

// TestViewers: every viewer that reads receives every turn, even if others do not read. The
// game waits for no viewer; otherwise the test would not end. With -v the test prints the
// delays.
func TestViewers(t *testing.T) {
	needs.Trial(t)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	game, showTimes := live.NewGame("game", "standard", ouro.MustGrid(11, 11), []live.Seat{{Name: "a"}, {Name: "b"}, {Name: "c"}, {Name: "d"}}), sync.Map{}
	s := open(t, Config{Sessions: 2 * *viewers, Session: session.Config{Kinds: map[string]session.Kind{"live": game.Follow}}})
	var all []*watcher
	for i := range *viewers {
		all = append(all, s.watch(t, i%20 == 19))
	}
	var group sync.WaitGroup
	for _, w := range all {
		if !w.silent {
			group.Go(func() { w.follow(t, &showTimes) })
		}
	}
	longest, last := play(t, game, &showTimes)
	group.Wait()
	var late []time.Duration
	for _, w := range all {
		if w.silent {
			_ = w.conn.CloseNow()
			continue
		}
		if w.turn != last {
			t.Errorf("a viewer has turn %d of %d", w.turn, last)
		}
		late = append(late, w.received...)
		_ = w.conn.Close(websocket.StatusNormalClosure, "")
	}
	slices.Sort(late)
	at := func(q float64) time.Duration { return late[int(q*float64(len(late)-1))].Round(10 * time.Microsecond) }
	t.Logf("%d viewers, %d turns at 20 a second: late by %v (half), %v (99 of 100), %v (the latest of %d); the game waited %v at most", *viewers, last, at(0.5), at(0.99), at(1), len(late), longest)
}

// watch opens a session that follows the game.
func (s *testServer) watch(t *testing.T, silent bool) *watcher {
	t.Helper()
	conn, resp, err := websocket.Dial(t.Context(), fmt.Sprintf("ws://%s/session", s.addr), &websocket.DialOptions{HTTPClient: &http.Client{Transport: &http.Transport{DialContext: (&net.Dialer{}).DialContext, DisableKeepAlives: true}}})
	if err != nil {
		t.Fatal(err)
	}
	_ = resp.Body
	conn.SetReadLimit(1 << 22)
	for _, text := range []string{`{"type":"hello","data":{"version":1}}`, `{"ch":"a","type":"open","data":{"kind":"live"}}`} {
		if err := conn.Write(t.Context(), websocket.MessageText, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	return &watcher{conn: conn, silent: silent}
}

func (w *watcher) follow(t *testing.T, showTimes *sync.Map) {
	for n := 0; ; n++ {
		_, text, err := w.conn.Read(t.Context())
		if err != nil {
			t.Error(err)
			return
		}
		var m struct {
			Type string
			Data struct {
				Turn, From int
				Lanes      []json.RawMessage
			}
		}
		if err := json.Unmarshal(text, &m); err != nil {
			t.Error(err)
			return
		}
		from, to := w.turn, w.turn
		switch m.Type {
		case "line":
			n-- // the message with the session's key is not acknowledged
		case "key":
			var lane frames.Lane
			if err := json.Unmarshal(m.Data.Lanes[0], &lane); err != nil || lane.Ended != nil {
				w.turn = m.Data.Turn
				return
			}
			from, to = m.Data.Turn-1, m.Data.Turn
		case "frames":
			var changes []json.RawMessage
			if err := json.Unmarshal(m.Data.Lanes[0], &changes); err != nil || m.Data.From != w.turn {
				t.Errorf("changes from turn %d after turn %d: %v", m.Data.From, w.turn, err)
			}
			to = from + len(changes)
		}
		for turn := from + 1; turn <= to; turn++ {
			if since, ok := showTimes.Load(turn); ok {
				at, _ := since.(time.Time)
				w.received = append(w.received, time.Since(at))
			}
		}
		w.turn = to
		if n%8 == 7 {
			_ = w.conn.Write(t.Context(), websocket.MessageText, fmt.Appendf(nil, `{"type":"ack","data":{"n":%d}}`, n+1))
		}
	}
}

// play plays a game at 20 turns a second. It records when each turn was shown, and returns
// how long the longest call of Show took.
func play(t *testing.T, game *live.Game, showTimes *sync.Map) (longest time.Duration, last int) {
	t.Helper()
	deal, err := roster.Deal(ouro.GameSpec{Rules: ouro.Spec{Name: "standard"}, W: 11, H: 11, StartLength: 3, Snakes: 4}, 1)
	if err != nil {
		t.Fatal(err)
	}
	dice := rand.New(rand.NewPCG(1, 7))
	s := deal.Begin()
	joint := make([]ouro.Dir, 4)
	for range 100 {
		now := time.Now()
		showTimes.Store(s.Turn, now)
		game.Show(s.Clone())
		longest, last = max(longest, time.Since(now)), s.Turn
		if _, over := deal.Rules.Over(s); over {
			break
		}
		for seat := range joint {
			joint[seat] = ouro.NoDir
			if s.Snakes[seat].Cause != ouro.Alive {
				continue
			}
			if legal := s.Legal(seat); legal.Len() > 0 {
				joint[seat] = legal.At(dice.IntN(legal.Len()))
			}
		}
		deal.Rules.Step(s, joint)
		deal.Rules.Spawn(s, deal.Dice)
		time.Sleep(50 * time.Millisecond)
	}
	time.Sleep(100 * time.Millisecond)
	game.End(frames.Ended{Ending: ouro.Won, Words: "over"})
	return longest, last
}
