package host

import (
	"ouro"
	"ouro/internal/english"
	"ouro/play"
)

// Watch returns the game for watching, with its present position as turn 0. Afterwards make its
// moves only through the WatchedGame, which calls report after each; End it as usual.
func (g *Game) Watch(report func() error) *play.WatchedGame {
	return play.WatchGame(g.game, play.WatchInfo{Game: g.cfg.Game, Seed: g.cfg.Seed, Seats: g.seats(), Players: g.players(), OnMove: report, LeaveOpen: true})
}

// seats returns the solvers for a record; that of a guest is "guest".
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

// players returns the names and addresses for a record.
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
