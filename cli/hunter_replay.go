package cli

import (
	"context"
	"fmt"

	"ouro/hunter"
	"ouro/internal/english"
	"ouro/roster"
	"ouro/tui/frame"
	"ouro/tui/hunt"
)

// runHunter replays a record of Snake Hunter.
func (o *replayOptions) runHunter(ctx context.Context, stdio IO, r *hunter.Record) error {
	switch {
	case o.turn >= 0 || o.json:
		return usagef("--turn and --json do not support records of Snake Hunter; --watch shows one")
	case o.given("speed") && o.speed == 0:
		return usagef("--speed 0: must be positive for a record of Snake Hunter")
	case o.viewer.on():
		return usagef("--viewer: supports games of Battlesnake, not of Snake Hunter")
	}
	return replayHunter(ctx, stdio, r, o.watch, o.pace(hunter.TicksPerSecond)/hunter.TicksPerSecond)
}

// replayHunter shows a recorded game, or derives it and prints its result. Both compare it
// with the digests of the record.
func replayHunter(ctx context.Context, stdio IO, r *hunter.Record, watch bool, speed float64) error {
	makers, err := roster.ReplayMakers(r.Drivers)
	if err != nil {
		return err
	}
	if watch {
		cfg, err := r.Config(makers)
		if err != nil {
			return err
		}
		return hunt.Show(ctx, onScreen(stdio, frame.Options{}), hunt.Options{Game: cfg, Record: r, Speed: speed})
	}
	var last hunter.Result
	begun := false
	if err := hunter.Replay(ctx, r, makers, func(w *hunter.World) { begun, last = true, w.Result() }); err != nil {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case !begun: // the game cannot start
			return err
		}
		return negative(err)
	}
	_, err = fmt.Fprintf(stdio.Out, "Snake Hunter, %s: all of %s derived again; %s in level %d with %s, %s killed, %s lost\n",
		english.Count(r.Hunters, "hunter"), english.Count(r.Ticks(), "tick"), last.Phase, last.Level, english.Count(last.Score, "point"), english.Count(last.Kills, "snake"), english.CountOf(last.Deaths, "life", "lives"))
	return err
}
