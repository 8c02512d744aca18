package wire

import (
	"cmp"
	"fmt"
	"strconv"
	"time"

	"ouro"
	"ouro/rule/battlesnake"
)

// NewGame returns a game under rules of package rule/battlesnake, given by name and options.
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

// find returns the ruleset; without a name it is the standard one.
func (r *Ruleset) find() (battlesnake.Ruleset, error) {
	return battlesnake.FindRuleset(cmp.Or(r.Name, "standard"))
}

// wraps reports whether each edge of the board joins the opposite one.
func (r *Ruleset) wraps() bool {
	set, _ := r.find()
	return set.Wraps
}

// constricts reports whether snakes grow with every move.
func (r *Ruleset) constricts() bool {
	set, _ := r.find()
	return set.Grows
}

// DefaultSettings returns the settings of the official engine.
func DefaultSettings() Settings { return settings(battlesnake.DefaultSettings()) }

func settings(s battlesnake.Settings) Settings {
	return Settings{
		FoodSpawnChance: s.FoodChance, MinimumFood: s.MinFood,
		HazardDamagePerTurn: s.Damage, Royale: RoyaleSettings{ShrinkEveryNTurns: s.Shrink},
	}
}

// Spec returns the rules of the game by name and options.
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

// Rules returns the rules of the game. If the map or its numbers are unknown, they are those of
// the standard map: maps only decide where food and hazards appear, which a snake cannot predict
// anyway, except for the trails of snail_mode.
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
