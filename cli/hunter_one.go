package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"ouro"
	"ouro/hunter"
	"ouro/internal/english"
)

// runOne plays one game of bots without a screen.
func (o *hunterOptions) runOne(ctx context.Context, stdio IO, cfg hunter.Config) error {
	cfg.Seed = ouro.GameSeed(uint64(o.seed), o.index)
	cfg.Keep = o.record != ""
	places, err := stdio.outputs(ctx, nil, o.record)
	if err != nil {
		return err
	}
	r, record, err := hunter.Run(ctx, cfg, hunter.Bots(cfg.Seed, cfg.Hunters))
	reportStoppedGame(ctx, stdio.Err, english.Count(r.Ticks, "tick"), o.record)
	if record != nil { // also of an interrupted game
		err = errors.Join(err, places[0].Write(recordText(record)))
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(stdio.Out, "Snake Hunter, %s against %s, seed %d, game %d: %s in level %d after %s with %s, %s killed, %s lost\n",
		english.Count(cfg.Hunters, "bot"), driverNames(cfg), uint64(o.seed), o.index, r.Phase, o.level-1+r.Level, english.Count(r.Ticks, "tick"), english.Count(r.Score, "point"),
		english.Count(r.Kills, "snake"), english.CountOf(r.Deaths, "life", "lives"))
	return err
}

func driverNames(cfg hunter.Config) string {
	var names []string
	for _, d := range cfg.Drivers {
		names = append(names, d.Spec.String())
	}
	return strings.Join(names, ",")
}
