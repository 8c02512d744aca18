package cli

import (
	"context"
	"encoding"
	"errors"
	"fmt"
	"strings"

	"ouro"
	"ouro/hunter"
	"ouro/internal/english"
	"ouro/lab"
)

// runOne plays one game of bots without a screen.
func (o *hunterOptions) runOne(ctx context.Context, stdio IO, cfg hunter.Config) error {
	cfg.Seed = ouro.GameSeed(uint64(o.seed), o.index)
	cfg.Keep = o.record != ""
	places, err := stdio.outputs(ctx, o.record)
	if err != nil {
		return err
	}
	r, record, err := hunter.Run(ctx, cfg, hunter.Bots(cfg.Seed, cfg.Hunters))
	tellStopped(ctx, stdio.Err, english.Count(r.Ticks, "tick"), o.record)
	if record != nil { // of a game that was cut short as well
		err = errors.Join(err, places[0].Write(recordText(record)))
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(stdio.Out, "Snake Hunter, %s against %s, seed %d, game %d: %s in level %d after %d ticks with %d points, %s killed, %s lost\n",
		english.Count(cfg.Hunters, "bot"), driverNames(cfg), uint64(o.seed), o.index, r.Phase, o.level-1+r.Level, r.Ticks, r.Score,
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

// runGames plays games of bots without a screen and sums them up.
func (o *hunterOptions) runGames(ctx context.Context, stdio IO, cfg hunter.Config) error {
	ctx, cancel := o.limit.limit(ctx)
	defer cancel()
	return o.experimentOptions.play(ctx, stdio, experiment{
		plan: lab.Plan{
			Title:    o.title(cfg),
			Kind:     o.kind(cfg),
			Entrants: []lab.Entrant{{Name: driverNames(cfg)}},
			Seed:     uint64(o.seed),
			Play: func(ctx context.Context, t lab.Task) (lab.Tally, encoding.TextMarshaler, error) {
				return o.playBots(ctx, cfg, t)
			},
		},
		group:  1,
		record: func(t *lab.Tally) string { return fmt.Sprintf("hunter-%d", t.Group) },
	})
}

// playBots plays one game of bots.
func (o *hunterOptions) playBots(ctx context.Context, cfg hunter.Config, t lab.Task) (lab.Tally, encoding.TextMarshaler, error) {
	cfg.Seed, cfg.Keep = t.Seed, t.Keep || o.verify
	r, record, err := hunter.Run(ctx, cfg, hunter.Bots(cfg.Seed, cfg.Hunters))
	if err == nil && o.verify {
		err = hunter.Verify(ctx, record, cfg.Drivers)
	}
	tally := lab.Tally{
		Ending: ouro.Died, Turns: int32(r.Ticks), Seats: []lab.Seat{{Mishaps: int32(r.Mishaps)}},
		Measures: []int{o.level - 1 + r.Level, r.Score, r.Deaths, r.Kills, r.Ticks},
	}
	if r.Won() {
		tally.Ending = ouro.Won
	}
	return tally, record, err
}

// kind says what is measured, and what was played.
func (o *hunterOptions) kind(cfg hunter.Config) lab.Measured {
	longest := hunter.MaxTicks(cfg.Levels)
	k := lab.Measured{
		Measures: []lab.Measure{
			{Name: "level", Key: "level", Digits: 2},
			{Name: "score", Key: "score"},
			{Name: "lives lost", Key: "lives_lost", Digits: 2},
			{Name: "kills", Key: "kills", Digits: 1},
			{Name: "ticks", Key: "ticks"},
		},
		Notes:    []string{fmt.Sprintf("All games are decided: at most %d ticks are possible.", longest)},
		Verified: o.verify,
	}
	fact := k.Facts.Add
	var solvers, levels []string
	for _, d := range cfg.Drivers {
		solvers = append(solvers, d.Spec.String())
	}
	for _, l := range cfg.Levels {
		levels = append(levels, l.Name)
	}
	fact("game", "hunter")
	fact("bots", cfg.Hunters)
	if cfg.Snakes > 0 { // else as many as each level says
		fact("snakes", cfg.Snakes)
	}
	fact("solvers", solvers)
	fact("nodes", cfg.Nodes)
	fact("level", o.level) // the first one
	fact("levels", levels)
	fact("max_ticks", longest)
	return k
}

// title says what is played.
func (o *hunterOptions) title(cfg hunter.Config) string {
	snakes := "as many snakes as the level says"
	if cfg.Snakes > 0 {
		snakes = english.Count(cfg.Snakes, "snake")
	}
	if cfg.Nodes > 0 {
		snakes += fmt.Sprintf(", %d nodes a decision", cfg.Nodes)
	}
	levels := fmt.Sprintf("level %d", o.level)
	if last := o.level - 1 + len(cfg.Levels); last > o.level {
		levels = fmt.Sprintf("levels %d to %d", o.level, last)
	}
	return fmt.Sprintf("Snake Hunter, %s against %s (%s), %s", english.Count(cfg.Hunters, "bot"), driverNames(cfg), snakes, levels)
}
