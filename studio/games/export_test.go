package games

import (
	"context"

	"ouro"
	"ouro/play"
	"ouro/roster"
	"ouro/studio/link"
	"ouro/studio/session"
)

// Custom returns a kind of channel in which these solvers play, one in each lane.
func Custom(limits Limits, game ouro.GameSpec, solvers ...ouro.Solver) session.Kind {
	return func(ctx context.Context, ch *session.Channel) error {
		t := &table{hands: map[[2]int]*play.Human{}}
		var games []*play.WatchedGame
		for _, solver := range solvers {
			l := &lane{spec: game, seed: 1, seats: []seat{newSeat(link.Snake{Name: "it", Spec: ouro.Spec{Name: "it"}}, 0)}}
			deal, err := roster.Deal(game, 1)
			if err != nil {
				return err
			}
			if err := t.open(l, play.Config{Deal: deal, Seats: []ouro.Solver{solver}, Keep: true}, nil); err != nil {
				return err
			}
			games = append(games, l.game)
		}
		t.startWatch(games)
		return newGame(ch, t, limits.withDefaults()).serve(ctx)
	}
}

var Unpack = unpack
