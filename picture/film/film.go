// Package film opens saved games for drawing with package paint; see [Open].
package film

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ouro"
	"ouro/battlesnake/wire"
	"ouro/hunter"
	"ouro/internal/english"
	"ouro/internal/palette"
	"ouro/internal/printable"
	"ouro/picture"
	"ouro/picture/paint"
	"ouro/play"
	"ouro/roster"
	"ouro/saved"
)

// Film is a saved game for drawing. The caller must Close it.
type Film struct {
	paint.Film
	Title string
	Speed float64 // usual speed, in turns per second
	close func() error
}

func (f *Film) Close() error {
	if f.close == nil {
		return nil
	}
	return f.close()
}

// DifferentError is the error for a record whose moves lead to another game than the record says.
type DifferentError struct{ error }

func (e DifferentError) Unwrap() error { return e.error }

// Open returns the film of a game in a file. If the file is a record, Open derives the game and
// compares it with the record.
func Open(ctx context.Context, f *saved.File) (*Film, error) {
	switch f.Kind {
	case saved.Record:
		return openRecord(ctx, f.Record)
	case saved.Hunter:
		return openHunter(ctx, f.Hunter)
	case saved.Log:
		return openLog(f.Log)
	default:
		return nil, fmt.Errorf("the file holds %s, which cannot be shown as a game", f.Kind)
	}
}

// Usual speeds, in turns per second.
const (
	speedOfOne     = 20 // one snake
	speedOfSeveral = 8  // several snakes
)

// OfGame returns the film of a game from its positions and the names of its snakes.
func OfGame(game ouro.GameSpec, names english.Snakes, p paint.Positions) *Film {
	f := &Film{Film: paint.Of(p, names, nil), Speed: speedOfOne}
	if len(names) > 1 {
		f.Speed = speedOfSeveral
	}
	f.Title = printable.Line(fmt.Sprintf("%s on %dx%d, %s", strings.Join(names, ", "), game.W, game.H, game.Rules.Name))
	return f
}

func openRecord(ctx context.Context, r *ouro.Record) (*Film, error) {
	deal, err := roster.Deal(r.Game, r.Seed)
	if err != nil {
		return nil, err
	}
	if err := play.Replay(ctx, r, deal, nil); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, DifferentError{err}
	}
	if deal, err = roster.Deal(r.Game, r.Seed); err != nil {
		return nil, err
	}
	history, err := play.Rewind(ctx, r, deal)
	if err != nil {
		return nil, err
	}
	f := OfGame(r.Game, english.NamesOf(r.Seats, r.Players), history)
	f.close = history.Game().Close
	return f, nil
}

func openLog(r *wire.LogReader) (*Film, error) {
	l, err := wire.ReadLog(r)
	if err != nil {
		return nil, err
	}
	var names []string
	var colors []palette.RGB
	for seat, p := range l.Players {
		names = append(names, printable.Short(p.Name, ouro.MaxName))
		colors = append(colors, colorOf(p.Customizations.Color, seat))
	}
	f := &Film{Film: paint.Of(l, names, colors), Speed: speedOfSeveral}
	const maxID = 80
	f.Title = fmt.Sprintf("a game of %s, %s", l.Game.Ruleset.Name, english.Count(len(l.Players), "snake"))
	if id := printable.Short(l.Game.ID, maxID); id != "" {
		f.Title += ", " + id
	}
	return f, nil
}

// colorOf parses the colour of a snake, written as #RRGGBB. For any other text, it returns the
// default colour of the seat.
func colorOf(text string, seat int) palette.RGB {
	if c, ok := palette.Parse(text); ok {
		return c
	}
	return palette.Snake(seat)
}

// openHunter returns the film of a game of Snake Hunter. The picture is as wide as the widest level
// and as high as the highest one. Smaller levels are in its middle.
func openHunter(ctx context.Context, r *hunter.Record) (*Film, error) {
	makers, err := roster.ReplayMakers(r.Drivers)
	if err != nil {
		return nil, err
	}
	cfg, err := r.Config(makers)
	if err != nil {
		return nil, err
	}
	h := &hunt{game: hunter.WatchRecord(cfg, r)}
	if _, err := h.game.Advance(ctx, 0); err != nil {
		return nil, errors.Join(err, h.game.Close())
	}
	w, height := 0, 0
	for _, l := range r.Levels {
		w, height = max(w, l.Grid.W), max(height, l.Grid.H)
	}
	if h.scene.Grid, err = ouro.NewGrid(w, height); err != nil {
		return nil, errors.Join(err, h.game.Close())
	}
	title := fmt.Sprintf("Snake Hunter, %s", english.Count(r.Hunters, "hunter"))
	return &Film{Film: h, Title: title, Speed: hunter.TicksPerSecond, close: h.game.Close}, nil
}

// hunt is the film of a game of Snake Hunter, whose turns are ticks.
type hunt struct {
	game  *hunter.WatchedGame
	scene picture.Scene
}

func (h *hunt) Turns() (first, last int) { return 0, h.game.Turns() }

func (h *hunt) Scene(ctx context.Context, turn int) (*picture.Scene, error) {
	for at := -1; at != turn; {
		now, err := h.game.Advance(ctx, turn)
		if err != nil {
			if ctx.Err() == nil {
				err = DifferentError{err}
			}
			return nil, err
		}
		if now == at {
			return nil, fmt.Errorf("tick %d: the game is over after %d", turn, now)
		}
		at = now
	}
	seen, err := h.game.Look(ctx, turn)
	if err != nil {
		return nil, err
	}
	h.draw(&seen)
	return &h.scene, nil
}

func (h *hunt) draw(seen *hunter.Scene) {
	s, level := &h.scene, seen.Level.Grid
	dx, dy := (s.Grid.W-level.W)/2, (s.Grid.H-level.H)/2
	at := func(c ouro.Cell) ouro.Cell {
		x, y := level.XY(c)
		return s.Grid.At(x+dx, y+dy)
	}
	s.Tiles = make([]picture.Tile, s.Grid.Size())
	for c := range s.Tiles {
		s.Tiles[c].Ground = picture.Outside
	}
	for c, t := range seen.Ground {
		s.Tiles[at(ouro.Cell(c))] = picture.Tile{Ground: picture.GroundOf(t), Flame: seen.Burning[c] > 0}
	}
	for _, b := range seen.Bombs {
		s.Tiles[at(b.Cell)].Bomb = true
	}
	s.Snakes, s.Hunters = s.Snakes[:0], s.Hunters[:0]
	for i, sn := range seen.Snakes {
		to := picture.Snake{Color: palette.Snake(i + 1), Dead: sn.State != hunter.Alive}
		if sn.State != hunter.Dead {
			for _, c := range sn.Cells {
				to.Body = append(to.Body, at(c))
			}
		}
		to.Body = slices.Compact(to.Body)
		s.Snakes = append(s.Snakes, to)
	}
	for _, person := range seen.Hunters {
		cell := ouro.NoCell
		if person.State == hunter.Active {
			cell = at(person.Cell)
		}
		s.Hunters = append(s.Hunters, picture.Hunter{Cell: cell})
	}
}
