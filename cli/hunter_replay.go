package cli

import (
	"bytes"
	"context"
	"fmt"
	"io"

	"ouro/hunter"
	"ouro/internal/english"
	"ouro/tui"
)

// isHunterRecord tells a record of Snake Hunter by its first words.
func isHunterRecord(text []byte) bool { return bytes.HasPrefix(text, []byte("ouro hunter record ")) }

func (o *hunterOptions) runReplay(ctx context.Context, stdio IO) error {
	text, err := readFile(o.replay, maxRecordSize)
	if err != nil {
		return err
	}
	watch := !o.check && onTerminal(stdio)
	return replayHunter(ctx, stdio, o.replay, text, watch, o.speed)
}

// runHunter is replay with a record of Snake Hunter.
func (o *replayOptions) runHunter(ctx context.Context, stdio IO, name string, text []byte) error {
	if o.turn >= 0 || o.json {
		return usagef("%s: a record of Snake Hunter has neither --turn nor --json; --watch shows it", name)
	}
	if o.watch {
		if err := needTerminal(stdio, "without --watch the replay is only checked"); err != nil {
			return err
		}
	}
	return replayHunter(ctx, stdio, name, text, o.watch, 1)
}

// replayHunter lets a recorded game be watched, or derives it at once and tells
// about it in a line. Either way it is compared with its digests.
func replayHunter(ctx context.Context, stdio IO, name string, text []byte, watch bool, speed float64) error {
	var r hunter.Record
	if err := r.UnmarshalText(text); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	makers, err := makersOf(r.Drivers)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if watch {
		cfg, err := r.Config(makers)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		return tui.Hunter(ctx, tui.Options{In: stdio.In, Out: stdio.Out}, tui.HunterOptions{Game: cfg, Record: &r, Speed: speed})
	}
	var last hunter.Result
	if err := hunter.Replay(ctx, &r, makers, func(w *hunter.World) { last = w.Result() }); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return fmt.Errorf("%s: %w", name, err)
	}
	return printHunterReplay(stdio.Out, &r, last)
}

func printHunterReplay(w io.Writer, r *hunter.Record, last hunter.Result) error {
	_, err := fmt.Fprintf(w, "Snake Hunter, %s: every one of %d ticks derived again; %s in level %d with %d points, %s killed, %s lost\n",
		english.Count(r.Hunters, "hunter"), r.Ticks(), last.Phase, last.Level, last.Score, english.Count(last.Kills, "snake"), english.CountOf(last.Deaths, "life", "lives"))
	return err
}
