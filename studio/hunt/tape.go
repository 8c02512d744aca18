package hunt

import (
	"context"
	"encoding/json"
	"errors"

	"ouro/hunter"
)

// Tape is a recorded game for a page that has no engine. It has the messages that a channel sends
// for that game.
type Tape struct {
	Opened *opened           `json:"opened"`
	Every  int               `json:"every"`  // a frame is whole if its tick is a multiple of Every
	Frames []json.RawMessage `json:"frames"` // by tick, each a [Frame]
}

// every is the number of ticks from one whole frame of a tape to the next. A page goes to a tick from
// the last whole frame before it.
const every = 600

// NewTape derives the game of a record and returns its tape. cfg must be the Config of the record.
// NewTape calls visit with the scene of each tick.
func NewTape(ctx context.Context, cfg hunter.Config, r *hunter.Record, visit func(*hunter.Scene)) (t *Tape, err error) {
	g := &game{played: hunter.WatchRecord(cfg, r), record: r, seats: newSeats(0, cfg.Hunters, 0)}
	defer func() { err = errors.Join(err, g.played.Close()) }()
	t = &Tape{Opened: newOpened(cfg, r.Drivers, 0), Every: every}
	t.Opened.Record, t.Opened.Turns, t.Opened.Seed, t.Opened.Speed = true, r.Ticks(), r.Seed, hunter.TicksPerSecond
	for tick := range r.Ticks() + 1 {
		if _, err := g.played.Advance(ctx, tick); err != nil {
			return nil, err
		}
		scene, err := g.played.Look(ctx, tick)
		if err != nil {
			return nil, err
		}
		visit(&scene)
		g.turn = tick
		g.setScene(&scene)
		if tick%every == 0 {
			g.sent = view{}
		}
		frame, err := json.Marshal(g.frame()) // at once, because the frame refers to g.now
		if err != nil {
			return nil, err
		}
		t.Frames = append(t.Frames, frame)
		g.markSent()
	}
	return t, nil
}
