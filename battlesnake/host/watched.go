package host

import (
	"ouro"
	"ouro/internal/english"
	"ouro/play"
)

// Watched lets the game be watched from its current position on, which is turn
// 0. From then on make its moves only so; told hears of each. End it as ever.
func (g *Game) Watched(told func() error) *play.WatchedGame {
	return play.WatchGame(g.game, play.WatchInfo{Game: g.cfg.Game, Seed: g.cfg.Seed, Seats: g.seats(), Players: g.players(), OnMove: told, LeaveOpen: true})
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

// players are the names and addresses of the snakes as a record keeps them.
func (g *Game) players() []ouro.Player {
	names := make([]string, len(g.cfg.Entrants))
	for seat, e := range g.cfg.Entrants {
		names[seat] = e.Name
	}
	players := english.Players(g.seats(), names)
	for seat, e := range g.cfg.Entrants {
		if e.Guest == nil {
			continue
		}
		if players == nil {
			players = make([]ouro.Player, len(names))
		}
		players[seat].Name = e.Name
		if address := e.Guest.Public(); ouro.CheckAddress(address) == nil {
			players[seat].Address = address
		}
	}
	return players
}
