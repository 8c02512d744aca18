// Package battlesnake is Battlesnake: several snakes on one board, all moving at
// once, with health, food and hazards.
//
// [New] reads rules by name and options, [Rules.Start] sets a board up, and the
// rules play it. A ruleset is an ordered list of small stages, which together
// make one turn:
//
//   - move: every living head goes one step and its tail follows. A head may
//     leave the board; where the ruleset wraps, it comes in again opposite.
//   - starve: every living snake loses one point of health.
//   - burn: every layer of hazard under a head takes the damage off its health,
//     unless there is food. Negative damage heals. Who has no health left is
//     dead.
//   - feed: every living head on food grows, its tail's tip being doubled, and
//     has full health; the food is gone.
//   - eliminate: first those without health and those off the board, then, all
//     judged on the same board, those who hit themselves, another's body, or
//     the head of a snake that is not shorter.
//   - where the ruleset constricts, there is no food and everybody grows.
//
// Chance is left to [Rules.Spawn]: it adds the food and the hazards of the map
// and the hazards of the ruleset royale.
//
// # Chance
//
// With [Dice], whatever the official engine draws from a seed comes out the
// same here. Any other [ouro.Dice] give the same distribution: what was drawn
// before the first move and cannot be drawn again, such as where a spiral
// begins, is then read off the hazards on the board.
//
// Four things are drawn by the official engine from what its process did
// before, or in the random order of a map; here they are drawn from the seed:
// the starts of hz_hazard_pits, the food of the castle walls, the first food
// of rivers and islands, and which healing pool dries up.
package battlesnake

import (
	"fmt"

	"ouro"
)

// Limits of a game.
const (
	MaxSnakes = 16
	MaxSide   = 25
)

// MaxHealth is the health at the start and after a meal.
const MaxHealth = 100

// StartLength is the number of segments at the start, all on one cell.
const StartLength = 3

// Settings are the numbers of a game.
type Settings struct {
	FoodChance int // in percent: a turn brings a food with a chance of FoodChance-1 percent, as the official engine does
	MinFood    int // food below this number is replaced at once
	Damage     int // health that a layer of hazard costs each turn, on top of hunger; it heals if negative
	Shrink     int // turns between two changes of the hazards, on maps that heed it; 0 is never
}

// DefaultSettings are those of the official engine.
func DefaultSettings() Settings { return Settings{FoodChance: 15, MinFood: 1, Damage: 14, Shrink: 25} }

// Rules are the rules of one kind of game: a ruleset, a map and settings. They
// are made by [New], keep no state and play any number of games at once.
type Rules struct{ c *config }

// config is what Rules consist of. It is never changed.
type config struct {
	Settings
	options ouro.Options // of which they were made
	ruleset ruleset
	board   board
	stages  []stage
}

// New makes the rules of a ruleset with options: map, food and minfood and
// damage and shrink, which are the fields of [Settings]. What is unknown is an
// error that lists the known.
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
	if err := r.Err(); err != nil {
		return Rules{}, err
	}
	c := &config{Settings: set, options: options, ruleset: ruleset, board: findBoard(mapName)}
	if c.Shrink == 0 && (c.ruleset.shrinks || c.board.shrinks) {
		return Rules{}, fmt.Errorf("shrink=0: royale shrinks every so many turns, at least 1")
	}
	if (Rules{c}).Trails() {
		c.stages = append(c.stages, noteTails)
	}
	c.stages = append(c.stages, c.ruleset.stages...)
	return Rules{c}, nil
}

// Settings are the numbers of these rules.
func (r Rules) Settings() Settings { return r.c.Settings }

// Ruleset is the name of the ruleset.
func (r Rules) Ruleset() string { return r.c.ruleset.Name }

// Spec is what the rules are called.
func (r Rules) Spec() ouro.Spec { return ouro.Spec{Name: r.Ruleset(), Options: r.c.options} }

// Constricts tells whether everybody grows with each move and nobody goes hungry.
func (r Rules) Constricts() bool { return r.c.ruleset.Grows }

// Map is the name of the map.
func (r Rules) Map() string { return r.c.board.Name }

// Trails tells whether tails leave trails of hazards. The ruleset royale clears what the
// official engine remembers of tails.
func (r Rules) Trails() bool { return r.c.board.trails && !r.c.ruleset.shrinks }

// Grid is the geometry of a board under these rules.
func (r Rules) Grid(w, h int) (*ouro.Grid, error) {
	if w > MaxSide || h > MaxSide {
		return nil, fmt.Errorf("board %dx%d: each side must be %d to %d", w, h, ouro.MinSide, MaxSide)
	}
	if r.c.ruleset.Wraps {
		return ouro.NewTorus(w, h)
	}
	return ouro.NewGrid(w, h)
}

// Step makes one joint move of at most [MaxSnakes] snakes. It allocates
// nothing.
func (r Rules) Step(s *ouro.State, joint []ouro.Dir) {
	s.Turn++
	for _, stage := range r.c.stages {
		stage(r.c, s, joint)
	}
}

// Spawn adds the food and the hazards that come after a Step. Before the first
// move it does nothing: Start has set up the board. It allocates only to hold
// more food or hazards than the State ever had.
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

// Over tells whether the game has ended. The last snake of several wins; a game
// of one, or of the ruleset solo, ends when nobody is alive.
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

// Ended tells whether a game of so many snakes has ended when so many live.
func (r Rules) Ended(living, snakes int) bool {
	return living == 0 || living == 1 && !r.solo(snakes)
}

// solo tells whether such a game goes on until nobody is alive.
func (r Rules) solo(snakes int) bool { return r.c.ruleset.Solo || snakes < 2 }
