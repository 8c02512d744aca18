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

// gameBar shows the progress of one game without a screen, or of a drawing.
type gameBar struct {
	*progress
	began, drawn time.Time
}

func newGameBar(talk io.Writer) *gameBar {
	return &gameBar{progress: newProgress(talk), began: time.Now()}
}

// due reports whether the bar should be drawn again, so that it is not after every move.
func (b *gameBar) due() bool {
	now := time.Now()
	if now.Sub(b.drawn) < progressEvery {
		return false
	}
	b.drawn = now
	return true
}

// see is called after each move of a game that ends by itself. For one growing snake the
// bar is its length.
func (b *gameBar) see(s *ouro.State) {
	if !b.due() {
		return
	}
	elapsed := time.Since(b.began)
	figures := []string{english.Count(s.Turn, "move")}
	speed := rate(float64(s.Turn)/elapsed.Seconds(), "moves")
	if len(s.Snakes) > 1 || s.Hedges() > 0 {
		b.drawOpen(elapsed, append(figures, speed)...)
		return
	}
	length, room := s.Snakes[0].Body.Len(), s.Room()
	b.draw(lab.Progress{Done: length, Total: room, Elapsed: elapsed}, append(figures, fmt.Sprintf("length %d of %d", length, room), speed)...)
}

// seeOf is called when due, after made of the moves.
func (b *gameBar) seeOf(made, moves int) {
	elapsed := time.Since(b.began)
	b.draw(lab.Progress{Done: made, Total: moves, Elapsed: elapsed}, fmt.Sprintf("%d of %s", made, english.Count(moves, "move")),
		timeLeft(elapsed, made, moves), rate(float64(made)/elapsed.Seconds(), "moves"))
}

// progressFilm is a film that shows the progress of its drawing.
type progressFilm struct {
	paint.Film
	bar      *gameBar
	from, to int
}

func (f *progressFilm) Scene(ctx context.Context, turn int) (*paint.Scene, error) {
	if f.bar.due() {
		f.bar.draw(lab.Progress{Done: turn - f.from, Total: f.to - f.from, Elapsed: time.Since(f.bar.began)}, fmt.Sprintf("drawing turn %d of %d", turn, f.to))
	}
	return f.Film.Scene(ctx, turn)
}
