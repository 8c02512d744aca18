package battlesnake

import (
	"fmt"
	"slices"
	"strings"

	"ouro"
)

type Map struct {
	Name      string
	Idea      string // a description in one line
	MaxSnakes int
	Sizes     []Size // possible boards; nil means all
	MinSide   int    // shortest side, if Sizes is nil
}

type Size struct{ W, H int }

func (z Size) String() string { return fmt.Sprintf("%dx%d", z.W, z.H) }

func (m Map) Boards() string {
	if len(m.Sizes) == 0 {
		return fmt.Sprintf("%dx%d to %dx%d", m.MinSide, m.MinSide, MaxSide, MaxSide)
	}
	var texts []string
	for _, z := range m.Sizes {
		texts = append(texts, z.String())
	}
	return strings.Join(texts, ", ")
}

// Maps lists all maps by name.
func Maps() []Map {
	list := make([]Map, len(boards))
	for i, b := range boards {
		list[i] = b.Map
	}
	return list
}

// board is a Map with its functions.
type board struct {
	Map
	start
	change
	shrinks bool // whether the map needs a Shrink of at least 1
	trails  bool // whether the map needs to know the cells that tails left
}

// allows returns an error if the size of the board or the number of snakes is not possible. maxSide
// is the longest side that the caller supports.
func (b board) allows(w, h, snakes, maxSide int) error {
	switch {
	case !b.fits(w, h, maxSide):
		return fmt.Errorf("board %dx%d: the map %s allows %s", w, h, b.Name, b.Boards())
	case snakes < 1 || snakes > b.MaxSnakes:
		want := fmt.Sprintf("1 to %d", b.MaxSnakes)
		if b.MaxSnakes == 1 {
			want = "1"
		}
		return fmt.Errorf("%d snakes: the map %s allows %s", snakes, b.Name, want)
	}
	return nil
}

// fits reports whether the map can be played on a board of this size. maxSide is the longest side
// that the caller supports.
func (b board) fits(w, h, maxSide int) bool {
	if len(b.Sizes) == 0 {
		return min(w, h) >= b.MinSide && max(w, h) <= maxSide
	}
	return slices.Contains(b.Sizes, Size{w, h})
}

func mapNames() []string {
	var names []string
	for _, b := range boards {
		names = append(names, b.Name)
	}
	return names
}

func findBoard(name string) board {
	return boards[slices.IndexFunc(boards, func(b board) bool { return b.Name == name })]
}

func setupStandard(_ *config, s *ouro.State, snakes int, ch chance) error {
	if err := placeSnakes(s, snakes, ch); err != nil {
		return err
	}
	return firstFood(s, ch)
}

func setupEmpty(_ *config, s *ouro.State, snakes int, ch chance) error {
	return placeSnakes(s, snakes, ch)
}

// Sizes of boards that several maps share.
var (
	medium = []Size{{11, 11}}
	large  = []Size{{19, 19}}
	xlarge = []Size{{25, 25}}
	pools  = []Size{{7, 7}, {11, 11}, {19, 19}}
)

// start describes how games on a map begin. setup puts snakes, food and hazards on an empty
// board. check returns an error if setup cannot have produced a position.
type start struct {
	setup func(c *config, s *ouro.State, snakes int, ch chance) error
	check startCheck
}

// change describes what a map does in a turn; nil fields do nothing. update draws random results
// with dice; follow takes them from an observed position.
type change struct {
	update func(c *config, s *ouro.State, ch chance)
	follow follow
}

var (
	standardStart      = start{setupStandard, checkAll(onStarts, withHazardsOf(nil), withFirstFood)}
	onlyFood           = change{standardFood, followFood(false)}
	onlyFoodOffHazards = change{foodOffHazards, followFood(true)}
)

func hazardStart(add func(s *ouro.State)) start {
	return start{func(c *config, s *ouro.State, snakes int, ch chance) error {
		if err := setupStandard(c, s, snakes, ch); err != nil {
			return err
		}
		add(s)
		return nil
	}, checkAll(onStarts, withFirstFood, withHazardsOf(add))}
}

func foodAnd(hazards func(*config, *ouro.State, chance), followed follow) change {
	return change{func(c *config, s *ouro.State, ch chance) {
		standardFood(c, s, ch)
		hazards(c, s, ch)
	}, sequence(followFood(false), followed)}
}

// foodAndFixed is foodAnd with hazards that do not depend on chance.
func foodAndFixed(hazards func(*config, *ouro.State, chance)) change {
	return foodAnd(hazards, func(f *Follower, s, _ *ouro.State) error {
		hazards(f.rules.c, s, chance{})
		return nil
	})
}

var boards = []board{
	{
		Map:   Map{Name: "arcade_maze", Idea: "a maze of hazard walls with food at fixed places", MaxSnakes: 6, Sizes: []Size{{19, 21}}},
		start: arcade.start(), change: arcade.change(),
	},
	{
		Map:   Map{Name: "empty", Idea: "the starts of standard, without food", MaxSnakes: MaxSnakes, MinSide: ouro.MinSide},
		start: start{setupEmpty, checkAll(onStarts, withHazardsOf(nil), withFoodAt(nil))},
	},
	{
		Map:   Map{Name: "healing_pools", Idea: "single hazards, meant to heal, that dry up one after the other", MaxSnakes: 8, Sizes: pools},
		start: start{setupPools, checkAll(onStarts, withFirstFood, withPools)}, change: foodAnd(removePool, followPools),
	},
	{
		Map:   Map{Name: "hz_castle_wall", Idea: "a castle wall of hazards with food in its gates", MaxSnakes: 8, Sizes: medium},
		start: castle.start(), change: castle.change(),
	},
	{
		Map:   Map{Name: "hz_castle_wall_lg", Idea: "the castle wall, large", MaxSnakes: 8, Sizes: large},
		start: castleLarge.start(), change: castleLarge.change(),
	},
	{
		Map:   Map{Name: "hz_castle_wall_xl", Idea: "the castle wall, extra large", MaxSnakes: 12, Sizes: xlarge},
		start: castleXLarge.start(), change: castleXLarge.change(),
	},
	{
		Map:   Map{Name: "hz_columns", Idea: "a hazard on every cell whose column and row are both odd", MaxSnakes: MaxSnakes, MinSide: ouro.MinSide},
		start: hazardStart(addHazardColumns), change: onlyFood,
	},
	{
		Map:   Map{Name: "hz_expand_box", Idea: "hazards spread from a random cell in square rings, every 20 turns", MaxSnakes: MaxSnakes, MinSide: 4},
		start: standardStart, change: foodAnd(expandBox, spreading(followExpandBox)),
	},
	{
		Map:   Map{Name: "hz_expand_scatter", Idea: "square rings around a random cell fill with hazards at random, one every 2 turns", MaxSnakes: MaxSnakes, MinSide: ouro.MinSide},
		start: standardStart, change: foodAnd(expandScatter, spreading(followExpandScatter)),
	},
	{
		Map:   Map{Name: "hz_grow_box", Idea: "a box of hazards around a random cell grows at a random side, every 12 turns", MaxSnakes: MaxSnakes, MinSide: 4},
		start: standardStart, change: foodAnd(growBox, spreading(followGrowBox)),
	},
	{
		Map:   Map{Name: "hz_hazard_pits", Idea: "a grid of pits that fill with up to four layers of hazard and are emptied", MaxSnakes: 4, Sizes: medium},
		start: start{setupPits, checkAll(onPitStarts, withHazardsOf(nil), withFirstFood)}, change: foodAndFixed(fillPits),
	},
	{
		Map:   Map{Name: "hz_inner_wall", Idea: "a ring of hazards one cell from the edge", MaxSnakes: MaxSnakes, MinSide: 4},
		start: hazardStart(addInnerWall), change: onlyFood,
	},
	{
		Map:   Map{Name: "hz_islands_bridges", Idea: "four islands between rivers of hazard, with bridges", MaxSnakes: 4, Sizes: medium},
		start: islands.start(), change: onlyFoodOffHazards,
	},
	{
		Map:   Map{Name: "hz_islands_bridges_lg", Idea: "the islands, large", MaxSnakes: MaxSnakes, Sizes: large},
		start: islandsLarge.start(), change: onlyFoodOffHazards,
	},
	{
		Map:   Map{Name: "hz_rings", Idea: "rings of hazards, every other one from the edge to the centre", MaxSnakes: MaxSnakes, MinSide: 4},
		start: hazardStart(addRings), change: onlyFood,
	},
	{
		Map:   Map{Name: "hz_rivers_bridges", Idea: "a lake of hazard in the middle and four rivers with bridges", MaxSnakes: 8, Sizes: medium},
		start: rivers.start(), change: onlyFoodOffHazards,
	},
	{
		Map:   Map{Name: "hz_rivers_bridges_lg", Idea: "the rivers, large", MaxSnakes: 12, Sizes: large},
		start: riversLarge.start(), change: onlyFoodOffHazards,
	},
	{
		Map:   Map{Name: "hz_rivers_bridges_xl", Idea: "the rivers, extra large", MaxSnakes: 12, Sizes: xlarge},
		start: riversXLarge.start(), change: onlyFoodOffHazards,
	},
	{
		Map:   Map{Name: "hz_scatter", Idea: "every 2 turns a random cell becomes a hazard", MaxSnakes: MaxSnakes, MinSide: ouro.MinSide},
		start: standardStart, change: foodAnd(scatter, spreading(followScatter)),
	},
	{
		Map:   Map{Name: "hz_spiral", Idea: "every 3 turns one more hazard, in a spiral from a cell near the middle", MaxSnakes: MaxSnakes, MinSide: ouro.MinSide},
		start: standardStart, change: foodAnd(spiral, spreading(followSpiral)),
	},
	{
		Map:   Map{Name: "royale", Idea: "hazards close in from random sides, one row or column every shrink turns", MaxSnakes: MaxSnakes, MinSide: ouro.MinSide},
		start: standardStart, change: foodAnd(royaleHazards, followRoyale), shrinks: true,
	},
	{
		Map:   Map{Name: "sinkholes", Idea: "a round sinkhole in the centre that widens and deepens every shrink turns", MaxSnakes: 8, Sizes: pools},
		start: standardStart, change: foodAndFixed(sink),
	},
	{
		Map:   Map{Name: "snail_mode", Idea: "tails leave trails of hazards that fade", MaxSnakes: MaxSnakes, MinSide: ouro.MinSide},
		start: standardStart, change: foodAndFixed(leaveTrails), trails: true,
	},
	{
		Map:   Map{Name: soloMaze, Idea: "one snake looks for food in mazes of hazard that grow", MaxSnakes: 1, Sizes: []Size{{7, 7}, {11, 11}, {19, 19}, {19, 21}, {25, 25}}},
		start: start{setupMaze, checkMazeStart}, change: change{updateMaze, followSoloMaze},
	},
	{
		Map:   Map{Name: "standard", Idea: "no hazards; food appears at random", MaxSnakes: MaxSnakes, MinSide: ouro.MinSide},
		start: standardStart, change: onlyFood,
	},
}
