package order

import (
	"context"
	"fmt"
	"slices"

	"ouro"
	"ouro/arena"
	"ouro/hunter"
	"ouro/internal/english"
	"ouro/lab"
	"ouro/roster"
)

// OfHunt is a bench of Snake Hunter: each solver by itself drives all snakes against the
// same bots. levels are those of a file; nil are those of the game.
func OfHunt(rules ouro.Spec, levels []*hunter.Level, seed uint64, nodes int64, solvers []ouro.Spec) Order {
	o := Order{Kind: Bench, Rules: rules.String(), Seed: seed, Nodes: nodes}
	if levels != nil {
		o.Levels = hunter.FormatLevels(levels)
	}
	for _, s := range solvers {
		o.Solvers = append(o.Solvers, s.String())
	}
	return o
}

// isHunt returns whether a bench is of Snake Hunter.
func (o *Order) isHunt() bool {
	spec, err := ouro.ParseSpec(o.Rules)
	return err == nil && spec.Name == arena.HuntName
}

// huntConfig is the game of a bench of Snake Hunter, without seed and drivers.
func (o *Order) huntConfig() (cfg hunter.Config, err error) {
	rules, err := ouro.ParseSpec(o.Rules)
	if err != nil {
		return cfg, err
	}
	var levels []*hunter.Level
	if o.Levels != "" {
		if levels, err = hunter.ParseLevels(o.Levels); err != nil {
			return cfg, err
		}
	}
	cfg, err = arena.ReadHunt(rules, levels)
	cfg.Nodes = o.Nodes
	return cfg, err
}

// huntBench is the plan of a bench of Snake Hunter.
func (o *Order) huntBench() (plan lab.Plan, err error) {
	cfg, err := o.huntConfig()
	if err != nil {
		return plan, err
	}
	if o.Names != nil && len(o.Names) != len(o.Solvers) {
		return plan, fmt.Errorf("order: %d names of %d solvers", len(o.Names), len(o.Solvers))
	}
	plan = lab.Plan{Title: huntTitle(&cfg), Kind: huntKind(&cfg), Seed: o.Seed}
	var specs []ouro.Spec
	for _, text := range o.Solvers {
		spec, err := ouro.ParseSpec(text)
		if err != nil {
			return plan, fmt.Errorf("solver %w", err)
		}
		specs = append(specs, spec)
		e := lab.Entrant{Spec: spec}
		if o.Names != nil {
			e.Name = o.Names[len(specs)-1]
		}
		plan.Entrants = append(plan.Entrants, e)
	}
	makers, err := roster.Makers(specs)
	if err != nil {
		return plan, err
	}
	for i, spec := range specs {
		plan.Entrants[i].Make = makers[i]
		one := cfg
		one.Drivers = []hunter.Driver{{Spec: spec, Make: makers[i]}}
		if err := tryHunter(one); err != nil {
			return plan, err
		}
	}
	plan.Play = func(ctx context.Context, t lab.Task) (lab.Finished, error) {
		e := t.Seats[0]
		f, err := arena.PlayHunt(ctx, cfg, specs[e], makers[e], t)
		if !t.Records {
			f.Record = nil
		}
		return f, err
	}
	return plan, nil
}

// huntKind says what is measured of a game, for the solver that drives the snakes.
func huntKind(cfg *hunter.Config) lab.Measured {
	all := hunter.Levels()
	first := 1 + max(0, slices.IndexFunc(all, func(l *hunter.Level) bool { return l.Name == cfg.Levels[0].Name }))
	longest := hunter.MaxTicks(cfg.Levels)
	k := lab.Measured{
		Measures: []lab.Measure{
			{Name: "level", Key: "level", Digits: 2, Good: -1, Least: 1, Most: len(cfg.Levels)},
			{Name: "score of the bots", Key: "score", Good: -1, Decides: true},
			{Name: "lives lost", Key: "lives_lost", Digits: 2, Good: 1, Most: hunter.Lives * cfg.Hunters},
			{Name: "snakes killed", Key: "kills", Digits: 1, Good: -1},
			{Name: "ticks", Key: "ticks", Most: longest},
		},
		Remarks: []string{fmt.Sprintf("won: the bots lost all their lives. Every game is decided: at most %d ticks are possible.", longest)},
	}
	fact := k.Facts.Add
	fact("game", arena.HuntName)
	fact("bots", cfg.Hunters)
	if cfg.Snakes > 0 { // else as many as each level says
		fact("snakes", cfg.Snakes)
	}
	fact("nodes", cfg.Nodes)
	fact("level", first)
	fact("max_ticks", longest)
	return k
}

// huntTitle says what is played.
func huntTitle(cfg *hunter.Config) string {
	snakes := "as many snakes as the level says"
	if cfg.Snakes > 0 {
		snakes = english.Count(cfg.Snakes, "snake")
	}
	if cfg.Nodes > 0 {
		snakes += fmt.Sprintf(", %d nodes a decision", cfg.Nodes)
	}
	return fmt.Sprintf("Snake Hunter, %s, %s (%s)", english.Count(cfg.Hunters, "bot"), english.Count(len(cfg.Levels), "level"), snakes)
}
