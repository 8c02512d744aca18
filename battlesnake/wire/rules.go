package wire

import (
	"fmt"
	"strconv"
	"time"

	"ouro"
	"ouro/rule/battlesnake"
)

// NewGame is a game under rules of package battle, by name and options, as the
// wire tells of it.
func NewGame(id string, rules ouro.Spec, timeout time.Duration) (Game, error) {
	r, err := battlesnake.New(rules.Name, rules.Options)
	if err != nil {
		return Game{}, fmt.Errorf("rules %s: %w", rules, err)
	}
	set, wire := r.Settings(), DefaultSettings()
	wire.FoodSpawnChance, wire.MinimumFood = set.FoodChance, set.MinFood
	wire.HazardDamagePerTurn, wire.Royale.ShrinkEveryNTurns = set.Damage, set.Shrink
	return Game{
		ID: id, Map: r.Map(), Timeout: int(timeout / time.Millisecond),
		Ruleset: Ruleset{Name: r.Ruleset(), Version: "ouro", Settings: wire},
	}, nil
}

// Spec is the rules of the game by name and options.
func (g *Game) Spec() ouro.Spec {
	set := &g.Ruleset.Settings
	option := func(key string, v int) ouro.Option { return ouro.Option{Key: key, Value: strconv.Itoa(v)} }
	spec := ouro.Spec{Name: g.Ruleset.Name}
	if spec.Name == "" {
		spec.Name = "standard"
	}
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
// appear and nothing that a snake may count on.
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
