package host

import (
	"ouro"
	"ouro/play"
)

// Watched lets the game be watched from its current position on, which is turn
// 0. From then on make its moves only so; told hears of each. End it as ever.
func (g *Game) Watched(told func() error) *play.WatchedGame {
	return play.WatchGame(g.game, play.WatchInfo{Game: g.cfg.Game, Seed: g.cfg.Seed, Seats: g.seats(), Told: told, Borrowed: true})
}

// seats are the snakes as a record names them: a guest is the solver "guest".
func (g *Game) seats() []ouro.Spec {
	var seats []ouro.Spec
	for _, e := range g.cfg.Entrants {
		spec := e.Spec
		if e.Guest != nil {
			spec = ouro.Spec{Name: "guest"}
		}
		seats = append(seats, spec)
	}
	return seats
}
