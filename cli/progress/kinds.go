package progress

import (
	"context"
	"fmt"
	"io"
	"time"

	"ouro"
	"ouro/internal/english"
	"ouro/lab"
	"ouro/picture/paint"
	"ouro/solve/exact"
)

// Game shows the progress of one game without a screen, or of a drawing.
type Game struct {
	*Bar
	began, drawn time.Time
}

// NewGame returns the progress of one game.
func NewGame(talk io.Writer) *Game {
	return &Game{Bar: New(talk), began: time.Now()}
}

// Due reports whether the bar should be drawn again, so that it is not after every move.
func (b *Game) Due() bool {
	now := time.Now()
	if now.Sub(b.drawn) < Every {
		return false
	}
	b.drawn = now
	return true
}

// See is called after each move of a game that ends by itself. For one growing snake the
// bar is its length.
func (b *Game) See(s *ouro.State) {
	if !b.Due() {
		return
	}
	elapsed := time.Since(b.began)
	figures := []string{english.Count(s.Turn, "move")}
	speed := Rate(float64(s.Turn)/elapsed.Seconds(), "moves")
	if len(s.Snakes) > 1 || s.Hedges() > 0 {
		b.DrawOpen(elapsed, append(figures, speed)...)
		return
	}
	length, room := s.Snakes[0].Body.Len(), s.Room()
	b.Draw(lab.Progress{Done: length, Total: room, Elapsed: elapsed}, append(figures, fmt.Sprintf("length %d of %d", length, room), speed)...)
}

// SeeOf is called when due, after made of the moves.
func (b *Game) SeeOf(made, moves int) {
	elapsed := time.Since(b.began)
	b.Draw(lab.Progress{Done: made, Total: moves, Elapsed: elapsed}, fmt.Sprintf("%d of %s", made, english.Count(moves, "move")),
		TimeLeft(elapsed, made, moves), Rate(float64(made)/elapsed.Seconds(), "moves"))
}

// Film is a film that shows the progress of its drawing.
type Film struct {
	paint.Film
	Bar      *Game
	From, To int
}

// Scene draws the progress and returns the scene of a turn.
func (f *Film) Scene(ctx context.Context, turn int) (*paint.Scene, error) {
	if f.Bar.Due() {
		f.Bar.Draw(lab.Progress{Done: turn - f.From, Total: f.To - f.From, Elapsed: time.Since(f.Bar.began)}, fmt.Sprintf("drawing turn %d of %d", turn, f.To))
	}
	return f.Film.Scene(ctx, turn)
}

// Exact shows the progress of a computation. The time left is estimated from the
// first report on, because a checkpoint may have saved the work before it.
type Exact struct {
	*Bar
	first exact.Progress
	since time.Duration
}

// NewExact returns the progress of a computation.
func NewExact(w io.Writer) *Exact { return &Exact{Bar: New(w)} }

// Show draws the progress after this time.
func (b *Exact) Show(p exact.Progress, took time.Duration) {
	at := lab.Progress{Done: int(p.Done), Total: int(p.Total), Elapsed: took}
	if p.Listing {
		b.Draw(at, fmt.Sprintf("listing bodies, length %d", p.Length))
		return
	}
	if b.first.Total == 0 {
		b.first, b.since = p, took
	}
	b.Draw(at, fmt.Sprintf("length %d", p.Length), TimeLeft(took-b.since, int(p.Done-b.first.Done), int(p.Total-b.first.Done)),
		fmt.Sprintf("%s of %s positions", Figure(float64(p.Done)), Figure(float64(p.Total))))
}
