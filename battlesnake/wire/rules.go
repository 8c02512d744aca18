package wire

import (
	"cmp"
	"fmt"
	"strconv"
	"time"

	"ouro"
	"ouro/rule/battlesnake"
)

// NewGame is a game under rules of package rule/battlesnake, by name and options, as the
// wire tells of it.
func NewGame(id string, rules ouro.Spec, timeout time.Duration) (Game, error) {
	r, err := battlesnake.New(rules.Name, rules.Options)
	if err != nil {
		return Game{}, fmt.Errorf("rules %s: %w", rules, err)
	}
	return Game{
		ID: id, Map: r.Map(), Timeout: int(timeout / time.Millisecond),
		Ruleset: Ruleset{Name: r.Ruleset(), Version: "ouro", Settings: settings(r.Settings())},
	}, nil
}

// find looks the ruleset up; where the wire names none it is the standard one.
func (r *Ruleset) find() (battlesnake.Ruleset, error) {
	return battlesnake.FindRuleset(cmp.Or(r.Name, "standard"))
}

// wraps tells whether each edge of the board joins the opposite one.
func (r *Ruleset) wraps() bool {
	set, _ := r.find()
	return set.Wraps
}

// constricts tells whether every move grows.
func (r *Ruleset) constricts() bool {
	set, _ := r.find()
	return set.Grows
}

// DefaultSettings are those of the official engine.
func DefaultSettings() Settings { return settings(battlesnake.DefaultSettings()) }

func settings(s battlesnake.Settings) Settings {
	return Settings{
		FoodSpawnChance: s.FoodChance, MinimumFood: s.MinFood,
		HazardDamagePerTurn: s.Damage, Royale: RoyaleSettings{ShrinkEveryNTurns: s.Shrink},
	}
}

// Spec is the rules of the game by name and options.
func (g *Game) Spec() ouro.Spec {
	set := &g.Ruleset.Settings
	option := func(key string, v int) ouro.Option { return ouro.Option{Key: key, Value: strconv.Itoa(v)} }
	spec := ouro.Spec{Name: cmp.Or(g.Ruleset.Name, "standard")}
	if g.Map != "" {
		spec.Options = ouro.Options{{Key: "map", Value: g.Map}}
	}
	spec.Options = append(spec.Options,
		option("food", set.FoodSpawnChance), option("minfood", set.MinimumFood),
		option("damage", set.HazardDamagePerTurn), option("shrink", set.Royale.ShrinkEveryNTurns))
	return spec
}

// Rules are the rules of the game. Where the map or its numbers are not known
// here they are those of the standard map: a map decides where food and hazards
// appear, of which a snake can count on nothing but the trails of snail_mode.
func (g *Game) Rules() (ouro.Rules, error) {
	spec := g.Spec()
	if r, err := battlesnake.New(spec.Name, spec.Options); err == nil {
		return r, nil
	}
	r, err := battlesnake.New(spec.Name, nil)
	if err != nil {
		return nil, err
	}
	return r, nil
}
