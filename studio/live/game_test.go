package live

import (
	"encoding/json"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ouro"
	"ouro/internal/english"
	"ouro/studio/frames"
	"ouro/studio/session"
)

func always(int) bool { return true }
func never(int) bool  { return false }

// kindsOf returns kinds of channels with one kind, "live", that follows g.
func kindsOf(g *Game) map[string]session.Kind { return map[string]session.Kind{"live": g.Follow} }

// TestViewers: every viewer, early or late, ends with the last position. It receives only
// positions that were shown.
func TestViewers(t *testing.T) {
	for seed := range uint64(6) {
		synctest.Test(t, func(t *testing.T) {
			var g *Game
			var last *ouro.State
			var viewers []*viewer
			n := 0
			play(t, 4, seed, 300, func(s *ouro.State) {
				if g == nil {
					g = NewGame("game", "standard", s.Grid, seats(4))
				}
				if n++; n%9 == 1 {
					viewers = append(viewers, view(t, kindsOf(g), map[string]any{}, always), view(t, kindsOf(g), map[string]any{}, func(i int) bool { return i%50 == 0 }))
				}
				g.Show(s)
				if n%5 == 0 {
					synctest.Wait()
				}
				last = s
			})
			synctest.Wait()
			g.End(frames.Ended{Ending: ouro.Won, Winner: 0, Words: "over"})
			time.Sleep(time.Second)
			synctest.Wait()
			want := frames.Of(last, english.Snakes{"snake 0", "snake 1", "snake 2", "snake 3"})
			want.Ended = &frames.Ended{Ending: ouro.Won, Winner: 0, Words: "over"}
			for i, v := range viewers {
				v.mu.Lock()
				if !reflect.DeepEqual(v.lane, want) {
					t.Errorf("seed %d, viewer %d: %+v, want %+v", seed, i, v.lane, want)
				}
				if i == 0 && v.turns < n-6 {
					t.Errorf("seed %d: the first received %d turns of %d", seed, v.turns, n)
				}
				v.mu.Unlock()
			}
			late := view(t, kindsOf(g), map[string]any{}, always)
			synctest.Wait()
			if late.keys != 1 || !reflect.DeepEqual(late.lane, want) {
				t.Error("a viewer that arrives after the end does not receive the end")
			}
			for _, v := range append(viewers, late) {
				v.s.Close()
			}
		})
	}
}

// TestSlowViewer: the game never waits for a slow viewer, and the memory for that viewer is
// bounded. Later the viewer receives the latest position, or is disconnected.
func TestSlowViewer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		grid := ouro.MustGrid(30, 30)
		g := NewGame("game", "standard", grid, seats(1))
		deaf := view(t, kindsOf(g), map[string]any{}, never)
		awake := false
		slow := view(t, kindsOf(g), map[string]any{}, func(int) bool { return awake })
		quick := view(t, kindsOf(g), map[string]any{}, always)
		s := ouro.NewState(grid)
		s.AddSnake(0, 0, 0)
		began, before := time.Now(), uint64(0)
		const turns = 20_000
		for turn := range turns {
			s = s.Clone()
			s.Turn = turn
			g.Show(s)
			synctest.Wait()
			if turn == turns/10 {
				before = heap()
			}
		}
		if took := time.Since(began); took > 0 {
			t.Errorf("the game waited %v", took)
		}
		if after := heap(); after > before+1<<20 {
			t.Errorf("the heap grew from %d to %d", before, after)
		}
		if quick.turns != turns-1 || quick.lane.Turn != turns-1 {
			t.Errorf("the fast one has turn %d by %d changes", quick.lane.Turn, quick.turns)
		}
		if len(g.changes) > maxTurns || g.size > maxBytes {
			t.Errorf("%d changes of %d bytes are kept", len(g.changes), g.size)
		}
		time.Sleep(sendTimeout - time.Second)
		slow.mu.Lock()
		awake = true
		n := slow.n
		slow.mu.Unlock()
		if err := slow.s.Receive([]byte(`{"type":"ack","data":{"n":` + string(digits(n)) + `}}`)); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		slow.mu.Lock()
		if slow.lane.Turn != turns-1 || slow.keys != 2 || slow.n > 100 {
			t.Errorf("the slow one has turn %d by %d key frames in %d messages", slow.lane.Turn, slow.keys, slow.n)
		}
		slow.mu.Unlock()
		time.Sleep(2 * time.Second)
		if deaf.failed != "" || deaf.lane.Turn > 100 {
			t.Error("the viewer that acknowledges nothing received everything")
		}
		deaf.send(`{"type":"ack","data":{"n":` + string(digits(deaf.n)) + `}}`)
		synctest.Wait()
		if deaf.failed != errSlow.Error() {
			t.Errorf("the viewer that acknowledges nothing is not disconnected: %q", deaf.failed)
		}
		for _, v := range []*viewer{deaf, slow, quick} {
			v.s.Close()
		}
	})
}

func digits(n int) []byte {
	if n < 10 {
		return []byte{byte('0' + n)}
	}
	return append(digits(n/10), byte('0'+n%10))
}

func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// TestGaps: if turns are missing, repeated or late, a viewer still receives the last position.
func TestGaps(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var all []*ouro.State
		play(t, 2, 3, 60, func(s *ouro.State) { all = append(all, s) })
		g := NewGame("game", "standard", all[0].Grid, seats(2))
		v := view(t, kindsOf(g), map[string]any{}, always)
		var last *ouro.State
		for i, s := range all {
			if i%7 == 3 {
				continue
			}
			g.Show(s)
			g.Show(s)
			g.Show(all[i/2])
			last = s
			if i%3 == 0 {
				synctest.Wait()
			}
		}
		synctest.Wait()
		if want := frames.Of(last, english.Snakes{"snake 0", "snake 1"}); !reflect.DeepEqual(v.lane, want) {
			t.Errorf("%+v, want %+v", v.lane, want)
		}
		v.s.Close()
	})
}

// TestGames: each snake keeps its seat to the end of a game, although requests list only
// snakes that are alive, in any order.
func TestGames(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := NewGames()
		ids := []string{"a", "b", "c", "d"}
		var v *viewer
		var last *ouro.State
		move := func(s *ouro.State, over bool) Move {
			there := s.Clone()
			m := Move{Game: "g", Title: "standard 11x11", Rules: "standard", Snake: "spot", You: "a", Took: time.Millisecond, Depth: 3, Over: over}
			there.Snakes = nil
			for _, seat := range []int{2, 0, 3, 1} {
				if s.Snakes[seat].Cause == ouro.Alive {
					there.Snakes = append(there.Snakes, s.Snakes[seat])
					m.IDs, m.Names = append(m.IDs, ids[seat]), append(m.Names, "snake "+ids[seat])
				}
			}
			m.State = there
			return m
		}
		n := 0
		play(t, 4, 5, 400, func(s *ouro.State) {
			h.Update(move(s, false))
			h.Update(move(s, false)) // as for a request to another of our snakes
			if v == nil {
				v = view(t, h.Kinds(), map[string]any{"game": "g"}, always)
			}
			synctest.Wait()
			last = s
			n++
			for i, id := range []string{"c", "a", "d", "b"} { // the order in the first request
				seat := slices.Index(ids, id)
				got := v.lane.Snakes[i]
				if alive := s.Snakes[seat].Cause == ouro.Alive; alive != (got.Dead == "") || alive && got.Body[0] != s.Snakes[seat].Body.Head() {
					t.Fatalf("turn %d: seat %d is %+v", s.Turn, i, got)
				}
			}
		})
		h.Update(move(last, true))
		synctest.Wait()
		winner := slices.IndexFunc([]string{"c", "a", "d", "b"}, func(id string) bool { return last.Snakes[slices.Index(ids, id)].Cause == ouro.Alive })
		if e := v.lane.Ended; e != nil && e.Winner != winner {
			t.Errorf("it ends with %+v, want winner %d", e, winner)
		}
		if v.lane.Ended == nil || v.lane.Turn != last.Turn || v.turns < n/2 {
			t.Errorf("at the end it has %+v, by %d turns of %d", v.lane, v.turns, n)
		}
		sentTurns := map[string]int{}
		now := h.now(sentTurns)
		if len(now.Games) != 1 || now.Games[0].Lane == nil || !now.Games[0].Over || now.Count.Moves != 2*n || now.Count.P50 != 1.26 && now.Count.P50 != 1 || len(now.Count.Edges) != len(now.Count.Latency)+1 {
			t.Errorf("%+v", now)
		}
		if again := h.now(sentTurns); again.Games[0].Lane != nil {
			t.Error("a position is sent twice")
		}
		time.Sleep(keepOver + keepIdle)
		if now := h.now(sentTurns); len(now.Games) != 0 || len(sentTurns) != 0 {
			t.Error("a game that is over is kept")
		}
		v.s.Close()
	})
}

// TestGamesAreBounded: if there are many games, only maxGames of them are kept with their
// boards.
func TestGamesAreBounded(t *testing.T) {
	h := NewGames()
	s := ouro.NewState(ouro.MustGrid(7, 7))
	s.AddSnake(3)
	for i := range 5 * maxGames {
		h.Update(Move{Game: string(digits(i)), State: s, IDs: []string{"a"}, Names: []string{"x"}, Depth: i - 10, Took: time.Duration(i) * time.Second})
	}
	if d := h.now(map[string]int{}); len(d.Games) != maxGames || d.More != 4*maxGames || d.Games[0].ID != string(digits(maxGames-1)) {
		t.Errorf("%d games are kept and %d counted, the last %s", len(d.Games), d.More, d.Games[0].ID)
	}
	if d := h.now(map[string]int{}); len(d.Count.Latency) > bins || len(d.Count.Depth) > maxDepth+1 || d.Count.Games != 5*maxGames {
		t.Errorf("%+v", d.Count)
	}
}

// TestMoreGamesThanPlaces: a game that can be followed can be followed to its end. A game
// without a place gets one when another game is over. Idle games are removed.
func TestMoreGamesThanPlaces(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := NewGames()
		update := func(game, turn int, over bool) {
			s := ouro.NewState(ouro.MustGrid(7, 7))
			s.AddSnake(3)
			s.Turn = turn
			h.Update(Move{Game: string(digits(game)), State: s, IDs: []string{"a"}, Names: []string{"x"}, You: "a", Snake: "spot", Over: over})
		}
		const games = maxGames + 10
		update(0, 0, false)
		v := view(t, h.Kinds(), map[string]any{"game": string(digits(0))}, always)
		for turn := range 20 {
			for game := range games {
				update(game, turn, false)
			}
		}
		synctest.Wait()
		if d := h.now(map[string]int{}); len(d.Games) != maxGames || d.More != 10 || d.Count.Games != games || v.lane.Turn != 19 || len(h.games[string(digits(0))].changes) != 19 {
			t.Errorf("%d games are shown, %d more, %d counted; the first is at turn %d", len(d.Games), d.More, d.Count.Games, v.lane.Turn)
		}
		update(1, 20, true)
		update(games-1, 20, false)
		if d := h.now(map[string]int{}); len(d.Games) != maxGames || d.More != 9 || d.Games[0].ID != string(digits(games-1)) || d.Count.Games != games {
			t.Errorf("when one is over, %d games are shown, %d more, %d counted", len(d.Games), d.More, d.Count.Games)
		}
		update(games-2, 20, true) // games that no page has received
		if d := h.now(map[string]int{}); d.More != 8 {
			t.Errorf("%d more games", d.More)
		}
		time.Sleep(keepIdle + 2*sweepEvery)
		if d := h.now(map[string]int{}); len(d.Games) != 0 || d.More != 0 || h.followable != 0 {
			t.Errorf("after a while, %d games are shown, %d more", len(d.Games), d.More)
		}
		synctest.Wait()
		if v.lane.Ended == nil {
			t.Error("a viewer of an abandoned game waits for ever")
		}
		v.s.Close()
	})
}

// TestTidy: figures are written with three significant digits.
func TestTidy(t *testing.T) {
	for i := range bins + 1 {
		if text, err := json.Marshal(roundFigure(bound(i))); err != nil || len(strings.TrimLeft(strings.ReplaceAll(string(text), ".", ""), "0")) > 6 {
			t.Errorf("bin %d begins at %s", i, text)
		}
	}
	if roundFigure(6.309573) != 6.31 || roundFigure(0) != 0 || roundFigure(158489) != 158000 {
		t.Error("the number of digits is wrong")
	}
}
