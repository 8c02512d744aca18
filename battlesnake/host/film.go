package host

import (
	"context"
	"time"

	"ouro"
	"ouro/play"
)

// Film is a game that can be looked at again turn by turn while it is played.
// It is for one goroutine at a time, and takes a few bytes a turn.
type Film struct {
	game *Game
	tape *play.Tape
	took []uint32 // microseconds of each answer, by turn and seat
}

// NewFilm keeps the game from its current position on, which is turn 0 of the
// Film. From then on make its moves only through the Film.
func NewFilm(g *Game) *Film { return &Film{game: g, tape: play.NewTape(g.game)} }

// Move makes a move, as [Game.Move] does.
func (f *Film) Move(ctx context.Context) error {
	clear(f.game.took)
	if err := f.tape.Move(ctx); err != nil {
		return err
	}
	for _, took := range f.game.took {
		f.took = append(f.took, uint32(min(took.Microseconds(), 1<<32-1)))
	}
	return nil
}

// Turns is the number of moves made.
func (f *Film) Turns() int { return f.tape.Turns() }

// At is the position after this many moves, at most Turns. It is read-only and
// valid until the next call of At.
func (f *Film) At(turn int) *ouro.State { return f.tape.At(turn) }

// Took is how long the answer took that led to this turn; 0 is unknown.
func (f *Film) Took(turn, seat int) time.Duration {
	if turn == 0 {
		return 0
	}
	return time.Duration(f.took[(turn-1)*len(f.game.took)+seat]) * time.Microsecond
}
