package roster

import (
	"fmt"
	"strconv"

	"ouro"
	"ouro/play"
	"ouro/rule/battlesnake"
)

// battleRules are the rows of Battlesnake's rulesets.
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
			Solvers: specs("hydra"), Partners: partners, Meal: "food", make: makeBattle, deal: dealBattle, resume: resumeBattle,
		})
	}
	return rows
}

func makeBattle(rules ouro.Spec) (ouro.Rules, error) {
	return battlesnake.New(rules.Name, rules.Options)
}

// dealBattle deals with the dice of the official engine: the same seed brings
// the same food and hazards there.
func dealBattle(spec ouro.GameSpec, seed uint64) (play.Deal, error) {
	r, err := battlesnake.New(spec.Rules.Name, spec.Rules.Options)
	if err != nil {
		return play.Deal{}, fmt.Errorf("rules %s: %w", spec.Rules, err)
	}
	if spec.Level != nil {
		return play.Deal{}, fmt.Errorf("rules %s: the board comes from the map, not from a level", spec.Rules)
	}
	dice := battlesnake.NewDice(int64(seed))
	start, err := r.Start(spec.W, spec.H, max(1, spec.Snakes), dice)
	if err != nil {
		return play.Deal{}, fmt.Errorf("rules %s: %w", spec.Rules, err)
	}
	return play.Deal{Rules: r, Start: start, Dice: dice}, nil
}

func resumeBattle(rules ouro.Spec, position *ouro.State) (ouro.Rules, *ouro.State, error) {
	r, err := battlesnake.New(rules.Name, rules.Options)
	if err != nil {
		return nil, nil, err
	}
	start, err := r.Resume(position)
	return r, start, err
}
