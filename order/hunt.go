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
	"ouro/lab/sheet"
)

// OfHunt returns a bench of Snake Hunter: each solver alone drives all snakes against the
// same bots. Without levels the standard levels are played.
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

// isHunt reports whether a bench is of Snake Hunter.
func (o *Order) isHunt() bool {
	spec, err := ouro.ParseSpec(o.Rules)
	return err == nil && spec.Name == arena.HuntName
}

// huntConfig returns the game of a bench of Snake Hunter, without seed and drivers.
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

// huntBench returns the plan of a bench of Snake Hunter.
func (o *Order) huntBench() (plan lab.Plan, err error) {
	cfg, err := o.huntConfig()
	if err != nil {
		return plan, err
	}
	plan = lab.Plan{Title: huntTitle(&cfg), Kind: huntKind(&cfg), Seed: o.Seed}
	if plan.Entrants, err = o.entrants(); err != nil {
		return plan, err
	}
	for _, e := range plan.Entrants {
		one := cfg
		one.Drivers = []hunter.Driver{{Spec: e.Spec, Make: e.Make}}
		if err := tryHunter(one); err != nil {
			return plan, err
		}
	}
	entrants := plan.Entrants
	plan.Play = func(ctx context.Context, t lab.Task) (lab.Finished, error) {
		e := &entrants[t.Seats[0]]
		f, err := arena.PlayHunt(ctx, cfg, e.Spec, e.Make, t)
		if !t.Records {
			f.Record = nil
		}
		return f, err
	}
	return plan, nil
}

// huntKind returns the measures of a game, from the view of the solver that drives the
// snakes.
func huntKind(cfg *hunter.Config) lab.Measured {
	all := hunter.Levels()
	first := 1 + max(0, slices.IndexFunc(all, func(l *hunter.Level) bool { return l.Name == cfg.Levels[0].Name }))
	longest := hunter.MaxTicks(cfg.Levels)
	return lab.Measured{
		Measures: []lab.Measure{
			{Name: "level", Key: "level", Digits: 2, Good: -1, Least: 1, Most: len(cfg.Levels)},
			{Name: "score of the bots", Key: "score", Good: -1, Decides: true},
			{Name: "lives lost", Key: "lives_lost", Digits: 2, Good: 1, Most: hunter.Lives * cfg.Hunters},
			{Name: "snakes killed", Key: "kills", Digits: 1, Good: -1},
			{Name: "ticks", Key: "ticks", Most: longest},
		},
		Remarks: []string{fmt.Sprintf("won: the bots lost all their lives. Every game is decided: at most %d ticks are possible.", longest)},
		Facts:   append(huntFacts(cfg), sheet.FactsOf("nodes", cfg.Nodes, "level", first, "max_ticks", longest)...),
	}
}

// huntFacts returns the numbers of bots and snakes.
func huntFacts(cfg *hunter.Config) sheet.Facts {
	facts := sheet.FactsOf("game", arena.HuntName, "bots", cfg.Hunters)
	if cfg.Snakes > 0 { // otherwise each level has its number
		facts.Add("snakes", cfg.Snakes)
	}
	return facts
}

// huntTitle describes the game in a title.
func huntTitle(cfg *hunter.Config) string {
	return fmt.Sprintf("Snake Hunter, %s, %s (%s)", english.Count(cfg.Hunters, "bot"), english.Count(len(cfg.Levels), "level"), snakesText(cfg))
}

// snakesText describes the number of snakes and their budget.
func snakesText(cfg *hunter.Config) string {
	snakes := "as many snakes as the level says"
	if cfg.Snakes > 0 {
		snakes = english.Count(cfg.Snakes, "snake")
	}
	if cfg.Nodes > 0 {
		snakes += fmt.Sprintf(", %d nodes a decision", cfg.Nodes)
	}
	return snakes
}
