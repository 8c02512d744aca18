package definition

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"ouro"
	"ouro/arena"
	"ouro/hunter"
	"ouro/internal/english"
	"ouro/lab"
	"ouro/lab/sheet"
	"ouro/roster"
)

// OfHunt returns the definition of a bench of Snake Hunter: each solver drives all snakes against
// the same bots. levels is nil for the standard levels.
func OfHunt(rules ouro.Spec, levels []*hunter.Level, seed uint64, nodes int64, solvers []ouro.Spec) Definition {
	d := Definition{Kind: Bench, Rules: rules.String(), Seed: seed, Nodes: nodes}
	if levels != nil {
		d.Levels = hunter.FormatLevels(levels)
	}
	for _, s := range solvers {
		d.Solvers = append(d.Solvers, s.String())
	}
	return d
}

func (d *Definition) isHunt() bool {
	spec, err := ouro.ParseSpec(d.Rules)
	return err == nil && spec.Name == arena.HuntName
}

// huntConfig returns the configuration of a bench of Snake Hunter, without seed and drivers.
func (d *Definition) huntConfig() (cfg hunter.Config, err error) {
	rules, err := ouro.ParseSpec(d.Rules)
	if err != nil {
		return cfg, err
	}
	var levels []*hunter.Level
	if d.Levels != "" {
		if levels, err = hunter.ParseLevels(d.Levels); err != nil {
			return cfg, err
		}
	}
	cfg, err = arena.ReadHunt(rules, levels)
	cfg.Nodes = d.Nodes
	return cfg, err
}

func (d *Definition) huntBench() (plan lab.Plan, err error) {
	cfg, err := d.huntConfig()
	if err != nil {
		return plan, err
	}
	plan = lab.Plan{Title: huntTitle(&cfg), Kind: huntKind(&cfg), Seed: d.Seed}
	if plan.Entrants, err = d.entrants(); err != nil {
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

// huntKind returns the kind of a bench of Snake Hunter. Its measures are from the view of the
// solver, which drives the snakes.
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

func huntFacts(cfg *hunter.Config) sheet.Facts {
	facts := sheet.FactsOf("game", arena.HuntName, "bots", cfg.Hunters)
	if cfg.Snakes > 0 { // 0 means the number of each level
		facts.Add("snakes", cfg.Snakes)
	}
	return facts
}

func huntTitle(cfg *hunter.Config) string {
	return fmt.Sprintf("Snake Hunter, %s, %s (%s)", english.Count(cfg.Hunters, "bot"), english.Count(len(cfg.Levels), "level"), snakesText(cfg))
}

// snakesText describes the number of snakes, and the nodes of a decision.
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

// hunter returns the plan of the games of "ouro hunter --games" in earlier versions, in which
// bots were the entrants.
func (d *Definition) hunter() (plan lab.Plan, err error) {
	cfg, err := d.hunterConfig()
	if err != nil {
		return plan, err
	}
	return lab.Plan{
		Title:    d.hunterTitle(&cfg),
		Kind:     d.hunterKind(&cfg),
		Entrants: []lab.Entrant{{Name: drivers(&cfg)}},
		Seed:     d.Seed,
		Play:     func(ctx context.Context, t lab.Task) (lab.Finished, error) { return d.playHunter(ctx, cfg, t) },
	}, nil
}

// hunterConfig returns the configuration of the games of hunter, without the seed.
func (d *Definition) hunterConfig() (cfg hunter.Config, err error) {
	cfg = hunter.Config{Hunters: d.Bots, Snakes: d.Snakes, Levels: hunter.Levels(), Nodes: d.Nodes}
	if d.Levels != "" {
		if cfg.Levels, err = hunter.ParseLevels(d.Levels); err != nil {
			return cfg, err
		}
	}
	if d.FirstLevel < 1 || d.FirstLevel > len(cfg.Levels) {
		return cfg, fmt.Errorf("level %d: there are levels 1 to %d", d.FirstLevel, len(cfg.Levels))
	}
	cfg.Levels = cfg.Levels[d.FirstLevel-1:]
	entrants, err := d.entrants()
	for _, e := range entrants {
		cfg.Drivers = append(cfg.Drivers, hunter.Driver{Spec: e.Spec, Make: e.Make})
	}
	return cfg, cmp.Or(err, tryHunter(cfg))
}

// tryHunter returns an error if a game cannot be played. It skips drivers that need a program or
// a file, because reading a definition from another machine must use neither. Their errors appear
// when they play.
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

func (d *Definition) playHunter(ctx context.Context, cfg hunter.Config, t lab.Task) (f lab.Finished, err error) {
	cfg.Seed, cfg.Keep = t.Seed, t.Records
	r, record, err := hunter.Run(ctx, cfg, hunter.Bots(cfg.Seed, cfg.Hunters))
	f.Tally = d.hunterTally(r)
	if record != nil {
		f.Record = record
	}
	return f, err
}

func (d *Definition) hunterTally(r hunter.Result) lab.Tally {
	tally := lab.Tally{
		Ending: ouro.Died, Turns: int32(r.Ticks), Seats: []lab.Seat{{Faults: int32(r.Faults)}},
		Measures: []int{d.FirstLevel - 1 + r.Level, r.Score, r.Deaths, r.Kills, r.Ticks},
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

func (d *Definition) hunterKind(cfg *hunter.Config) lab.Measured {
	longest := hunter.MaxTicks(cfg.Levels)
	var levels []string
	for _, l := range cfg.Levels {
		levels = append(levels, l.Name)
	}
	return lab.Measured{
		Measures: []lab.Measure{
			{Name: "level", Key: "level", Digits: 2, Good: 1, Least: d.FirstLevel, Most: d.FirstLevel - 1 + len(cfg.Levels)},
			{Name: "score", Key: "score", Good: 1, Decides: true},
			{Name: "lives lost", Key: "lives_lost", Digits: 2, Good: -1, Most: hunter.Lives * cfg.Hunters},
			{Name: "kills", Key: "kills", Digits: 1, Good: 1},
			{Name: "ticks", Key: "ticks", Most: longest},
		},
		Remarks: []string{fmt.Sprintf("All games are decided: at most %d ticks are possible.", longest)},
		Facts:   append(huntFacts(cfg), sheet.FactsOf("solvers", d.Solvers, "nodes", cfg.Nodes, "level", d.FirstLevel, "levels", levels, "max_ticks", longest)...),
	}
}

func (d *Definition) hunterTitle(cfg *hunter.Config) string {
	levels := fmt.Sprintf("level %d", d.FirstLevel)
	if last := d.FirstLevel - 1 + len(cfg.Levels); last > d.FirstLevel {
		levels = fmt.Sprintf("levels %d to %d", d.FirstLevel, last)
	}
	return fmt.Sprintf("Snake Hunter, %s against %s (%s), %s", english.Count(cfg.Hunters, "bot"), drivers(cfg), snakesText(cfg), levels)
}
