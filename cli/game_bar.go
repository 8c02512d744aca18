package cli

import (
	"context"
	"fmt"
	"io"
	"time"

	"ouro"
	"ouro/internal/english"
	"ouro/lab"
	"ouro/picture/paint"
)

// gameBar tells how far one game is that nobody sees, or its film.
type gameBar struct {
	*progress
	began, shown time.Time
}

func newGameBar(talk io.Writer) *gameBar {
	return &gameBar{progress: newProgress(talk), began: time.Now()}
}

// due tells whether it is time to show something, which it is not after every move.
func (b *gameBar) due() bool {
	now := time.Now()
	if now.Sub(b.shown) < progressEvery {
		return false
	}
	b.shown = now
	return true
}

// see is called after each move of a game that ends by itself. The bar is how long
// the snake is, where it is alone and grows.
func (b *gameBar) see(s *ouro.State) {
	if !b.due() {
		return
	}
	elapsed := time.Since(b.began)
	figures := []string{english.Count(s.Turn, "move")}
	speed := rate(float64(s.Turn)/elapsed.Seconds(), "moves")
	if len(s.Snakes) > 1 || s.Hedges() > 0 {
		b.tell(elapsed, append(figures, speed)...)
		return
	}
	length, room := s.Snakes[0].Body.Len(), s.Room()
	b.draw(lab.Progress{Done: length, Total: room, Elapsed: elapsed}, append(figures, fmt.Sprintf("length %d of %d", length, room), speed)...)
}

// seeOf is called when it is due, after some of a number of moves.
func (b *gameBar) seeOf(made, moves int) {
	elapsed := time.Since(b.began)
	b.draw(lab.Progress{Done: made, Total: moves, Elapsed: elapsed}, fmt.Sprintf("%d of %s", made, english.Count(moves, "move")),
		timeLeft(elapsed, made, moves), rate(float64(made)/elapsed.Seconds(), "moves"))
}

// seenFilm is a film that tells how far it is drawn.
type seenFilm struct {
	paint.Film
	bar      *gameBar
	from, to int
}

func (f *seenFilm) Scene(ctx context.Context, turn int) (*paint.Scene, error) {
	if f.bar.due() {
		f.bar.draw(lab.Progress{Done: turn - f.from, Total: f.to - f.from, Elapsed: time.Since(f.bar.began)}, fmt.Sprintf("drawing turn %d of %d", turn, f.to))
	}
	return f.Film.Scene(ctx, turn)
}
