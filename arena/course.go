package arena

import (
	"context"
	"encoding"

	"ouro"
	"ouro/lab"
)

// Played is a finished game with what is written of it.
type Played struct {
	Game   Game
	Record encoding.TextMarshaler // for ouro replay and ouro verify
	Log    []byte                 // JSON lines of the official engine; nil of games that have none
}

// Player plays single games of a tournament. Its Play is called from several
// goroutines at once, and look after every move, by the goroutine that plays. What
// a snake does wrong is part of the game and no error.
type Player interface {
	Play(ctx context.Context, task lab.Task, look func(*ouro.State)) (Played, error)
}

// Store keeps the games of a tournament.
type Store interface {
	// Games are those that were kept before it was opened, in any order.
	Games() []Game
	// Keep keeps a finished game; once it has returned, nothing loses the game. It is
	// called from several goroutines at once.
	Keep(p Played) error
}
