package server_test

import (
	"context"
	"testing"
	"time"

	"ouro"
	"ouro/battlesnake/guest"
	"ouro/battlesnake/server"
	"ouro/battlesnake/wire"
)

// dialMatch returns a guest for seat 0 of a match of three snakes, the match, and its position.
func dialMatch(t *testing.T, url string, timeout time.Duration) (*guest.Snake, *wire.Match, *ouro.State) {
	t.Helper()
	s, _, err := game("g", 4, 0).State()
	if err != nil {
		t.Fatal(err)
	}
	g, err := wire.NewGame("g", ouro.Spec{Name: "standard"}, timeout)
	if err != nil {
		t.Fatal(err)
	}
	m := &wire.Match{Game: g, Players: []wire.Player{{ID: "a"}, {ID: "b"}, {ID: "c"}}}
	r, err := guest.Dial(url)
	if err != nil {
		t.Fatal(err)
	}
	r.Join(m)
	t.Cleanup(func() {
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	})
	return r, m, s
}

// TestGuestAndServer: in a whole game, a solver gives the same moves over the network as in
// this process.
func TestGuestAndServer(t *testing.T) {
	s := serve(t, server.Config{Snakes: []server.Snake{
		{Name: "idle", Make: always(ouro.Up)},
		{Name: "x", Info: wire.Info{Author: "me", Head: "bendr"}, Make: maker(func(_ context.Context, t ouro.Turn) (ouro.Decision, error) {
			legal := t.State.Legal(t.Seat)
			return ouro.Decision{Dir: legal.At(t.State.Turn % legal.Len())}, nil
		})},
	}})
	r, m, state := dialMatch(t, s.url+"/s/x/", time.Hour)
	info, err := r.Info(t.Context(), time.Hour)
	if err != nil || info != (wire.Info{APIVersion: "1", Author: "me", Head: "bendr"}) {
		t.Errorf("info %+v, %v", info, err)
	}
	if err := r.Start(t.Context(), state, 0); err != nil {
		t.Error(err)
	}
	for range 5 {
		legal := state.Legal(0)
		want := legal.At(state.Turn % legal.Len())
		d, err := r.Decide(t.Context(), ouro.Turn{State: state, Seat: 0})
		if err != nil || d.Dir != want {
			t.Fatalf("turn %d: %v, %v, want %v", state.Turn, d.Dir, err, want)
		}
		if p := m.Players[0]; p.Status != 200 || p.Latency <= 0 || p.Error != "" {
			t.Errorf("turn %d: reported %+v", state.Turn, p.Reply)
		}
		state.Advance(0, state.Grid.Next(state.Snakes[0].Body.Head(), d.Dir), false)
		state.Turn++
		if state.Legal(0).Len() == 0 {
			break
		}
	}
	state.Kill(0, ouro.HitBody)
	if err := r.End(t.Context(), state, 0); err != nil {
		t.Error(err)
	}
	if got := metric(t, s.url, `ouro_games{snake="x"}`); got != "0" {
		t.Errorf("%s games after the end", got)
	}
}
