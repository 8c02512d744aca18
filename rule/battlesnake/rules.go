// Package battlesnake implements the rules of Battlesnake: several snakes on one board, which
// move at the same time, with health, food and hazards.
//
// [New] makes rules from a name and options, [Rules.Start] sets up a board, and [Rules.Step] and
// [Rules.Spawn] play a turn. A ruleset is an ordered list of stages, which make one Step:
//
//   - move: every living head moves one step and its tail follows. A head may
//     leave the board, or enters on the opposite side if the ruleset wraps.
//   - starve: every living snake loses one point of health.
//   - burn: every layer of hazard under a head without food subtracts the damage
//     from its health. Negative damage heals. A snake without health dies.
//   - feed: every living snake whose head is on food grows, by doubling the tip
//     of its tail, and has full health; the food disappears.
//   - eliminate: snakes without health and snakes off the board die. Then snakes
//     die that hit themselves, another body, or the head of a snake that is not
//     shorter; all these collisions are decided on the same board.
//   - constrictor rulesets then remove all food, and every snake grows.
//
// [Rules.Spawn] does everything random: the food and the hazards of the map, and the hazards of
// the ruleset royale.
//
// # Chance
//
// With [Dice], a seed gives the same draws as in the official engine. Other [ouro.Dice] give the
// same distribution. They cannot repeat draws from before the first move, such as where a spiral
// begins; the rules read these results from the hazards on the board.
//
// Four draws of the official engine do not follow from the seed, because they depend on earlier
// games of its process or on the random order of a Go map: the starts of hz_hazard_pits, the
// food of the castle walls, the first food of rivers and islands, and which healing pool dries
// up. Here they are drawn from the seed.
package battlesnake

import (
	"errors"
	"fmt"
	"slices"

	"ouro"
	"ouro/internal/english"
)

const (
	MaxSnakes = 16
	MaxSide   = 25
)

// MaxHealth is the health at the start and after a meal.
const MaxHealth = 100

// StartLength is the number of segments at the start, all on one cell.
const StartLength = 3

type Settings struct {
	FoodChance int // a turn adds a food with a chance of FoodChance-1 percent, as in the official engine
	MinFood    int // below this number, food is added at once
	Damage     int // health that a layer of hazard costs each turn, besides hunger; negative values heal
	Shrink     int // turns between two changes of the hazards, on maps that use it; 0 means never
}

// DefaultSettings returns the settings of the official engine.
func DefaultSettings() Settings { return Settings{FoodChance: 15, MinFood: 1, Damage: 14, Shrink: 25} }

// Rules are the rules of one kind of game: a ruleset, a map and settings. [New] makes them.
// They have no state and can play any number of games at the same time.
type Rules struct{ c *config }

// config is the content of Rules. It is read-only.
type config struct {
	Settings
	options ouro.Options // the options that New received
	ruleset ruleset
	board   board
	stages  []stage
}

// New makes the rules of a ruleset. The options are map and the fields of [Settings]: food,
// minfood, damage and shrink. The error for an unknown name lists the known names.
func New(name string, options ouro.Options) (Rules, error) {
	ruleset, err := findRuleset(name)
	if err != nil {
		return Rules{}, err
	}
	def := DefaultSettings()
	r := options.Read()
	mapName := r.Choice("map", "standard", mapNames()...)
	set := Settings{
		FoodChance: r.Int("food", def.FoodChance, 0, 100),
		MinFood:    r.Int("minfood", def.MinFood, 0, MaxSide*MaxSide),
		Damage:     r.Int("damage", def.Damage, -1000, 1000),
		Shrink:     r.Int("shrink", def.Shrink, 0, 1_000_000),
	}
	if text, _ := options.Get("map"); text != "" && text != mapName {
		return Rules{}, fmt.Errorf("unknown map %q%s", text, english.Suggestion(text, mapNames()))
	}
	if err := r.Err(); err != nil {
		return Rules{}, err
	}
	c := &config{Settings: set, options: options, ruleset: ruleset, board: findBoard(mapName)}
	if c.Shrink == 0 && (Rules{c}).Shrinks() {
		return Rules{}, errors.New("shrink=0: royale needs a number of turns of at least 1")
	}
	if (Rules{c}).Trails() {
		c.stages = append(c.stages, recordTails)
	}
	c.stages = append(c.stages, c.ruleset.stages...)
	return Rules{c}, nil
}

func (r Rules) Settings() Settings { return r.c.Settings }

func (r Rules) Ruleset() string { return r.c.ruleset.Name }

// Spec returns the spec from which the rules were made.
func (r Rules) Spec() ouro.Spec { return ouro.Spec{Name: r.Ruleset(), Options: r.c.options} }

// Constricts reports whether every snake grows with each move, so that none starves.
func (r Rules) Constricts() bool { return r.c.ruleset.Grows }

func (r Rules) Map() string { return r.c.board.Name }

// Trails reports whether tails leave trails of hazards. The ruleset royale removes trails on
// every map.
func (r Rules) Trails() bool { return r.c.board.trails && !r.c.ruleset.shrinks }

// Shrinks reports whether hazards close in from the sides, by the ruleset or by the map.
func (r Rules) Shrinks() bool { return r.c.ruleset.shrinks || r.c.board.shrinks }

func (r Rules) Grid(w, h int) (*ouro.Grid, error) {
	if w > MaxSide || h > MaxSide {
		return nil, fmt.Errorf("board %dx%d: each side must be %d to %d", w, h, ouro.MinSide, MaxSide)
	}
	if r.c.ruleset.Wraps {
		return ouro.NewTorus(w, h)
	}
	return ouro.NewGrid(w, h)
}

// Step makes one joint move of at most [MaxSnakes] snakes. It does not allocate.
func (r Rules) Step(s *ouro.State, joint []ouro.Dir) {
	s.Turn++
	for _, stage := range r.c.stages {
		stage(r.c, s, joint)
	}
}

// Spawn adds the food and hazards after a Step. Before the first move it does nothing, because
// Start has set up the board. It allocates only for more food or hazards than the State ever
// had.
func (r Rules) Spawn(s *ouro.State, d ouro.Dice) {
	if s.Turn == 0 {
		return
	}
	ch := newChance(d)
	if r.c.ruleset.shrinks {
		shrinkRoyale(r.c, s, ch, true)
	}
	if r.c.board.update != nil {
		r.c.board.update(r.c, s, ch)
	}
}

// Over reports whether the game has ended, and how. In a game of several snakes, the last living
// snake wins. A game of one snake, or under the ruleset solo, ends when no snake is alive.
func (r Rules) Over(s *ouro.State) (ouro.Outcome, bool) {
	alive, last := 0, ouro.NoSeat
	for seat := range s.Snakes {
		if s.Snakes[seat].Cause == ouro.Alive {
			alive++
			last = seat
		}
	}
	solo := r.solo(len(s.Snakes))
	switch {
	case alive == 0 && solo:
		return ouro.Outcome{Ending: ouro.Died, Winner: ouro.NoSeat}, true
	case alive == 0:
		return ouro.Outcome{Ending: ouro.Drawn, Winner: ouro.NoSeat}, true
	case alive == 1 && !solo:
		return ouro.Outcome{Ending: ouro.Won, Winner: last}, true
	}
	return ouro.Outcome{Winner: ouro.NoSeat}, false
}

// Ended reports whether a game that began with this number of snakes is over when this many
// survivors remain.
func (r Rules) Ended(survivors, snakes int) bool {
	return survivors == 0 || survivors == 1 && !r.solo(snakes)
}

// solo reports whether a game with this number of snakes continues until none is alive.
func (r Rules) solo(snakes int) bool { return r.c.ruleset.Solo || snakes < 2 }

type stage func(c *config, s *ouro.State, joint []ouro.Dir)

type Ruleset struct {
	Name  string
	Idea  string // in one line
	Wraps bool   // the board is a torus
	Grows bool   // every snake grows with each move
	Solo  bool   // the game ends only when no snake is alive
}

func Rulesets() []Ruleset {
	list := make([]Ruleset, len(rulesets))
	for i, r := range rulesets {
		list[i] = r.Ruleset
	}
	return list
}

// FindRuleset returns the ruleset with this name; the error lists the known ones.
func FindRuleset(name string) (Ruleset, error) {
	r, err := findRuleset(name)
	return r.Ruleset, err
}

func findRuleset(name string) (ruleset, error) {
	i := slices.IndexFunc(rulesets, func(r ruleset) bool { return r.Name == name })
	if i < 0 {
		var known []string
		for _, r := range rulesets {
			known = append(known, r.Name)
		}
		return ruleset{}, fmt.Errorf("unknown ruleset %q%s", name, english.Suggestion(name, known))
	}
	return rulesets[i], nil
}

type ruleset struct {
	Ruleset
	stages  []stage
	shrinks bool // the ruleset adds the hazards of royale
}

var rulesets = []ruleset{
	{
		Ruleset: Ruleset{Name: "standard", Idea: "the last snake alive wins; walls around the board"},
		stages:  []stage{move, starve, burn, feed, eliminate},
	},
	{
		Ruleset: Ruleset{Name: "solo", Idea: "standard, but the game ends only when no snake is alive", Solo: true},
		stages:  []stage{move, starve, burn, feed, eliminate},
	},
	{
		Ruleset: Ruleset{Name: "royale", Idea: "standard, and hazards close in from the sides"},
		stages:  []stage{move, starve, burn, feed, eliminate},
		shrinks: true,
	},
	{
		Ruleset: Ruleset{Name: "constrictor", Idea: "standard without food: every snake grows with each move", Grows: true},
		stages:  []stage{move, starve, burn, feed, eliminate, removeFood, growAll},
	},
	{
		Ruleset: Ruleset{Name: "wrapped", Idea: "standard without walls: each edge joins the opposite one", Wraps: true},
		stages:  []stage{move, starve, burn, feed, eliminate},
	},
	{
		Ruleset: Ruleset{Name: "wrapped_constrictor", Idea: "constrictor on a board without walls", Wraps: true, Grows: true},
		stages:  []stage{move, starve, burn, feed, eliminate, removeFood, growAll},
	},
}
