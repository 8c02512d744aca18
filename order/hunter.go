package order

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"ouro"
	"ouro/hunter"
	"ouro/internal/english"
	"ouro/lab"
	"ouro/lab/sheet"
	"ouro/roster"
)

// hunter returns the plan of games that earlier versions played with ouro hunter --games:
// the bots win or lose.
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

// hunterConfig returns the game without its seed.
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
	entrants, err := o.entrants()
	for _, e := range entrants {
		cfg.Drivers = append(cfg.Drivers, hunter.Driver{Spec: e.Spec, Make: e.Make})
	}
	return cfg, cmp.Or(err, tryHunter(cfg))
}

// tryHunter returns an error if a game cannot be played. As reading an order from another
// machine starts no program and reads no file, it skips drivers that need one; their
// errors are reported when they play.
func tryHunter(cfg hunter.Config) error {
	cfg.Drivers = slices.DeleteFunc(slices.Clone(cfg.Drivers), func(d hunter.Driver) bool { return roster.CheckUntrusted(d.Spec) != nil })
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

// hunterTally returns the tally of a game.
func (o *Order) hunterTally(r hunter.Result) lab.Tally {
	tally := lab.Tally{
		Ending: ouro.Died, Turns: int32(r.Ticks), Seats: []lab.Seat{{Faults: int32(r.Faults)}},
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

// hunterKind returns the measures and facts of the games.
func (o *Order) hunterKind(cfg *hunter.Config) lab.Measured {
	longest := hunter.MaxTicks(cfg.Levels)
	var levels []string
	for _, l := range cfg.Levels {
		levels = append(levels, l.Name)
	}
	return lab.Measured{
		Measures: []lab.Measure{
			{Name: "level", Key: "level", Digits: 2, Good: 1, Least: o.FirstLevel, Most: o.FirstLevel - 1 + len(cfg.Levels)},
			{Name: "score", Key: "score", Good: 1, Decides: true},
			{Name: "lives lost", Key: "lives_lost", Digits: 2, Good: -1, Most: hunter.Lives * cfg.Hunters},
			{Name: "kills", Key: "kills", Digits: 1, Good: 1},
			{Name: "ticks", Key: "ticks", Most: longest},
		},
		Remarks: []string{fmt.Sprintf("All games are decided: at most %d ticks are possible.", longest)},
		Facts:   append(huntFacts(cfg), sheet.FactsOf("solvers", o.Solvers, "nodes", cfg.Nodes, "level", o.FirstLevel, "levels", levels, "max_ticks", longest)...),
	}
}

// hunterTitle describes the game in a title.
func (o *Order) hunterTitle(cfg *hunter.Config) string {
	levels := fmt.Sprintf("level %d", o.FirstLevel)
	if last := o.FirstLevel - 1 + len(cfg.Levels); last > o.FirstLevel {
		levels = fmt.Sprintf("levels %d to %d", o.FirstLevel, last)
	}
	return fmt.Sprintf("Snake Hunter, %s against %s (%s), %s", english.Count(cfg.Hunters, "bot"), drivers(cfg), snakesText(cfg), levels)
}
