package roster

import (
	"fmt"
	"strconv"

	"ouro"
	"ouro/rule/battlesnake"
)

// battleRules returns the rows of the Battlesnake rulesets.
func battleRules() []RulesEntry {
	def := battlesnake.DefaultSettings()
	options := []Option{
		{"map", "standard", "where snakes start, where food and hazards come: a map of ouro list"},
		{"food", strconv.Itoa(def.FoodChance), "chance of new food, in percent a turn"},
		{"minfood", strconv.Itoa(def.MinFood), "food below this number is replaced at once"},
		{"damage", strconv.Itoa(def.Damage), "health that a layer of hazard costs; negative heals"},
		{"shrink", strconv.Itoa(def.Shrink), "turns between two changes of the hazards"},
	}
	var rows []RulesEntry
	for _, r := range battlesnake.Rulesets() {
		partners := specs("floodfill", "hungry", "coward")
		if r.Solo {
			partners = nil
		}
		rows = append(rows, RulesEntry{
			Name: r.Name, Idea: r.Idea, Home: Battlesnake, Options: options,
			Board: "11x11", StartLength: battlesnake.StartLength, Snakes: battlesnake.MaxSnakes,
			Solvers: specs("hydra"), Partners: partners, Meal: "food",
			make:  func(rules ouro.Spec) (ouro.Rules, error) { return battlesnake.New(rules.Name, rules.Options) },
			start: startBattle,
			resume: func(rules ouro.Rules, position *ouro.State) (*ouro.State, error) {
				return rules.(battlesnake.Rules).Resume(position)
			},
		})
	}
	return rows
}

// startBattle starts a game with the dice of the official engine, which gives the same
// food and hazards for the same seed.
func startBattle(rules ouro.Rules, spec ouro.GameSpec, seed uint64) (*ouro.State, ouro.Dice, error) {
	if spec.Level != nil {
		return nil, nil, fmt.Errorf("rules %s: the board comes from the map, not from a level", spec.Rules)
	}
	dice := battlesnake.NewDice(int64(seed))
	start, err := rules.(battlesnake.Rules).Start(spec.W, spec.H, max(1, spec.Snakes), dice)
	if err != nil {
		return nil, nil, fmt.Errorf("rules %s: %w", spec.Rules, err)
	}
	return start, dice, nil
}
