package wire_test

import (
	"testing"

	"ouro"
	"ouro/battlesnake/wire"
)

// TestView compares the viewer's messages with official ones.
func TestView(t *testing.T) {
	s := ouro.NewState(ouro.MustGrid(5, 4))
	s.Turn = 7
	s.AddFood(s.Grid.At(4, 3))
	s.AddHazard(s.Grid.At(0, 1))
	s.AddHazard(s.Grid.At(0, 1))
	alive := s.AddSnake(s.Grid.At(1, 1), s.Grid.At(1, 2))
	s.Snakes[alive].Health = 93
	dead := s.AddSnake(ouro.NoCell, s.Grid.At(2, 0), s.Grid.At(2, 1))
	s.Snakes[dead].Exit, s.Snakes[dead].Died, s.Snakes[dead].Health = ouro.Down, 6, 94
	s.Kill(dead, ouro.HitWall)
	bitten := s.AddSnake(s.Grid.At(1, 2), s.Grid.At(2, 2))
	s.Snakes[bitten].Died, s.Snakes[bitten].Killer = 7, alive
	s.Kill(bitten, ouro.HitBody)
	m := wire.Match{
		Game: wire.Game{ID: "g1", Map: "royale", Ruleset: wire.Ruleset{Name: "standard"}},
		Players: []wire.Player{
			{ID: "a", Name: "A", Author: "me", Reply: wire.Reply{Status: 200, Latency: 12e6, Shout: "hi"}, Customizations: wire.Customizations{Color: "#112233", Head: "bendr", Tail: "curled"}},
			{ID: "b", Name: "B", Reply: wire.Reply{Error: "0:Error communicating with server"}},
			{ID: "c", Name: "C", Reply: wire.Reply{Status: 500, Error: "7:Bad HTTP status code 500"}, Squad: "red"},
		},
	}
	golden(t, "view.json", map[string]any{
		"game": wire.ViewReply{Game: m.ViewGame(s.Grid)}, "frame": m.FrameEvent(s), "end": m.EndEvent(s.Grid),
	})
}
