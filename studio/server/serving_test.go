package server_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"ouro"
	"ouro/roster"
	"ouro/studio/live"
	"ouro/studio/server"
	"ouro/studio/session"
	"ouro/studio/studiotest"
)

func playGames(ctx context.Context, t *testing.T, games *live.Games, n int) {
	t.Helper()
	dice := rand.New(rand.NewPCG(uint64(n), 1))
	for round := 0; ctx.Err() == nil; round++ {
		deal, err := roster.Deal(ouro.GameSpec{Rules: ouro.Spec{Name: "standard"}, W: 11, H: 11, StartLength: 3, Snakes: 4}, dice.Uint64())
		if err != nil {
			t.Error(err)
			return
		}
		s := deal.Begin()
		joint := make([]ouro.Dir, 4)
		for over := false; !over && ctx.Err() == nil; _, over = deal.Rules.Over(s) {
			games.Update(live.Move{
				Game: fmt.Sprintf("game-%d-%d", n, round), Title: "standard 11x11", Rules: "standard", State: s.Clone(),
				IDs: []string{"a", "b", "c", "d"}, Names: []string{"spot", "flood fill", "greedy", "coward"}, Snake: "spot", You: "a",
				Took: time.Duration(1+dice.ExpFloat64()*40) * time.Millisecond, Depth: dice.IntN(12),
			})
			for seat := range joint {
				joint[seat] = ouro.NoDir
				if s.Snakes[seat].Cause == ouro.Alive {
					joint[seat] = ouro.Dir(dice.IntN(4))
					if legal := s.Legal(seat); legal.Len() > 0 {
						joint[seat] = legal.At(dice.IntN(legal.Len()))
					}
				}
			}
			deal.Rules.Step(s, joint)
			deal.Rules.Spawn(s, deal.Dice)
			select {
			case <-time.After(100 * time.Millisecond):
			case <-ctx.Done():
			}
		}
	}
}

// TestServing: the page shows the boards of a server whose snakes are playing. It also
// shows a single game.
func TestServing(t *testing.T) {
	t.Parallel()
	games := live.NewGames()
	ctx, end := context.WithCancel(t.Context())
	var group sync.WaitGroup
	for n := range 6 {
		group.Go(func() { playGames(ctx, t, games, n) })
	}
	s := server.New(server.Config{Session: session.Config{Kinds: games.Kinds()}})
	h := httptest.NewServer(s)
	t.Cleanup(func() { end(); group.Wait(); s.Close(); h.Close() })
	p := studiotest.Open(t, h.URL+"/#/server", studiotest.Desktop)
	p.Until(`document.querySelectorAll(".served .board canvas").length >= 12 && document.querySelector(".serving .facts") !== null`)
	if titles := studiotest.Eval[[]string](p, `[...document.querySelectorAll("nav a")].filter(a => !a.hidden).map(a => a.textContent)`); len(titles) != 1 || titles[0] != "Server" {
		t.Errorf("the pages are %q", titles)
	}
	time.Sleep(time.Second)
	p.Shot("server")
	p.Axe()
	studiotest.Eval[any](p, `document.querySelector(".served-board").click()`) // the board moves, so it is clicked by script
	p.Until(`document.querySelector(".served-close canvas") !== null && /turn \d+/.test(document.querySelector(".served-close").textContent)`)
	time.Sleep(500 * time.Millisecond)
	p.Shot("server-close")
	p.Resize(studiotest.Phone)
	noScroll(t, p, "a server on a phone")
	p.Shot("server-phone")
	p.Press("\x1b")
	p.Until(`document.querySelector(".served-close") === null`)
}
