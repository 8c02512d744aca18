package order

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"ouro"
	"ouro/hunter"
	"ouro/internal/english"
	"ouro/lab"
	"ouro/roster"
)

// hunter is the plan of games that ouro hunter --games played, before ouro bench took
// their place: the bots are the party that wins or loses.
func (o *Order) hunter() (plan lab.Plan, err error) {
	cfg, err := o.hunterConfig()
	if err != nil {
		return plan, err
	}
	return lab.Plan{
		Title:    o.hunterTitle(&cfg),
		Kind:     o.hunterKind(&cfg),
		Entrants: []lab.Entrant{{Name: drivers(&cfg)}},
		Seed:     o.Seed,
		Play:     func(ctx context.Context, t lab.Task) (lab.Finished, error) { return o.playHunter(ctx, cfg, t) },
	}, nil
}

// hunterConfig is the game without its seed.
func (o *Order) hunterConfig() (cfg hunter.Config, err error) {
	cfg = hunter.Config{Hunters: o.Bots, Snakes: o.Snakes, Levels: hunter.Levels(), Nodes: o.Nodes}
	if o.Levels != "" {
		if cfg.Levels, err = hunter.ParseLevels(o.Levels); err != nil {
			return cfg, err
		}
	}
	if o.FirstLevel < 1 || o.FirstLevel > len(cfg.Levels) {
		return cfg, fmt.Errorf("level %d: there are levels 1 to %d", o.FirstLevel, len(cfg.Levels))
	}
	cfg.Levels = cfg.Levels[o.FirstLevel-1:]
	var specs []ouro.Spec
	for _, text := range o.Solvers {
		spec, err := ouro.ParseSpec(text)
		if err != nil {
			return cfg, fmt.Errorf("solver %w", err)
		}
		specs = append(specs, spec)
	}
	makers, err := roster.Makers(specs)
	if err != nil {
		return cfg, err
	}
	for i, spec := range specs {
		cfg.Drivers = append(cfg.Drivers, hunter.Driver{Spec: spec, Make: makers[i]})
	}
	return cfg, tryHunter(cfg)
}

// tryHunter finds what cannot be played. An Order may come from elsewhere, and reading it
// starts no program and reads no file: their mistakes are found when they play.
func tryHunter(cfg hunter.Config) error {
	cfg.Drivers = slices.DeleteFunc(slices.Clone(cfg.Drivers), func(d hunter.Driver) bool { return roster.FromElsewhere(d.Spec) != nil })
	if len(cfg.Drivers) == 0 {
		return nil
	}
	w, err := hunter.New(cfg)
	if err != nil {
		return err
	}
	return w.Close()
}

// playHunter plays one game of bots.
func (o *Order) playHunter(ctx context.Context, cfg hunter.Config, t lab.Task) (f lab.Finished, err error) {
	cfg.Seed, cfg.Keep = t.Seed, t.Records
	r, record, err := hunter.Run(ctx, cfg, hunter.Bots(cfg.Seed, cfg.Hunters))
	f.Tally = o.hunterTally(r)
	if record != nil {
		f.Record = record
	}
	return f, err
}

// hunterTally is what an experiment keeps of a game.
func (o *Order) hunterTally(r hunter.Result) lab.Tally {
	tally := lab.Tally{
		Ending: ouro.Died, Turns: int32(r.Ticks), Seats: []lab.Seat{{Mishaps: int32(r.Mishaps)}},
		Measures: []int{o.FirstLevel - 1 + r.Level, r.Score, r.Deaths, r.Kills, r.Ticks},
	}
	if r.Won() {
		tally.Ending = ouro.Won
	}
	return tally
}

func drivers(cfg *hunter.Config) string {
	var names []string
	for _, d := range cfg.Drivers {
		names = append(names, d.Spec.String())
	}
	return strings.Join(names, ",")
}

// hunterKind says what is measured, and what was played.
func (o *Order) hunterKind(cfg *hunter.Config) lab.Measured {
	longest := hunter.MaxTicks(cfg.Levels)
	k := lab.Measured{
		Measures: []lab.Measure{
			{Name: "level", Key: "level", Digits: 2, Good: 1, Least: o.FirstLevel, Most: o.FirstLevel - 1 + len(cfg.Levels)},
			{Name: "score", Key: "score", Good: 1, Decides: true},
			{Name: "lives lost", Key: "lives_lost", Digits: 2, Good: -1, Most: hunter.Lives * cfg.Hunters},
			{Name: "kills", Key: "kills", Digits: 1, Good: 1},
			{Name: "ticks", Key: "ticks", Most: longest},
		},
		Remarks: []string{fmt.Sprintf("All games are decided: at most %d ticks are possible.", longest)},
	}
	var levels []string
	for _, l := range cfg.Levels {
		levels = append(levels, l.Name)
	}
	fact := k.Facts.Add
	fact("game", "hunter")
	fact("bots", cfg.Hunters)
	if cfg.Snakes > 0 { // else as many as each level says
		fact("snakes", cfg.Snakes)
	}
	fact("solvers", o.Solvers)
	fact("nodes", cfg.Nodes)
	fact("level", o.FirstLevel)
	fact("levels", levels)
	fact("max_ticks", longest)
	return k
}

// hunterTitle says what is played.
func (o *Order) hunterTitle(cfg *hunter.Config) string {
	snakes := "as many snakes as the level says"
	if cfg.Snakes > 0 {
		snakes = english.Count(cfg.Snakes, "snake")
	}
	if cfg.Nodes > 0 {
		snakes += fmt.Sprintf(", %d nodes a decision", cfg.Nodes)
	}
	levels := fmt.Sprintf("level %d", o.FirstLevel)
	if last := o.FirstLevel - 1 + len(cfg.Levels); last > o.FirstLevel {
		levels = fmt.Sprintf("levels %d to %d", o.FirstLevel, last)
	}
	return fmt.Sprintf("Snake Hunter, %s against %s (%s), %s", english.Count(cfg.Hunters, "bot"), drivers(cfg), snakes, levels)
}
