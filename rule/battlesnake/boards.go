package battlesnake

import "ouro"

// Sizes of boards that several maps share.
var (
	medium = []Size{{11, 11}}
	large  = []Size{{19, 19}}
	xlarge = []Size{{25, 25}}
	pools  = []Size{{7, 7}, {11, 11}, {19, 19}}
)

var boards = []board{
	{
		Map:    Map{Name: "arcade_maze", Idea: "a maze of hazard walls with food at fixed places", MaxSnakes: 6, Sizes: []Size{{19, 21}}},
		setup:  arcade.setup,
		update: arcade.update,
		began:  beganWith(onDrawnStarts(arcade.drawing, arcadeStarts), withHazardsOf(drawnHazards(arcade.drawing)), withFoodAt(arcadeFood)),
		follow: arcade.followed,
	},
	{
		Map:   Map{Name: "empty", Idea: "the standard starts without any food", MaxSnakes: MaxSnakes, MinSide: ouro.MinSide},
		setup: setupEmpty,
		began: beganWith(onStarts, withHazardsOf(nil), withFoodAt(nil)),
	},
	{
		Map:    Map{Name: "healing_pools", Idea: "single hazards, meant to heal, that dry up one after the other", MaxSnakes: 8, Sizes: pools},
		setup:  setupPools,
		update: withFood(dryPools),
		began:  beganWith(onStarts, withFirstFood, withPools),
		follow: inTurn(followFood(false), followPools),
	},
	{
		Map:    Map{Name: "hz_castle_wall", Idea: "a castle wall of hazards with food in its gates", MaxSnakes: 8, Sizes: medium},
		setup:  castle.setup,
		update: castle.update,
		began:  beganWith(onDrawnStarts(castle.drawing, castleStarts), withHazardsOf(drawnHazards(castle.drawing)), withFoodAt(nil)),
		follow: castle.followed,
	},
	{
		Map:    Map{Name: "hz_castle_wall_lg", Idea: "the castle wall, large", MaxSnakes: 8, Sizes: large},
		setup:  castleLarge.setup,
		update: castleLarge.update,
		began:  beganWith(onDrawnStarts(castleLarge.drawing, castleStarts), withHazardsOf(drawnHazards(castleLarge.drawing)), withFoodAt(nil)),
		follow: castleLarge.followed,
	},
	{
		Map:    Map{Name: "hz_castle_wall_xl", Idea: "the castle wall, extra large", MaxSnakes: 12, Sizes: xlarge},
		setup:  castleXLarge.setup,
		update: castleXLarge.update,
		began:  beganWith(onDrawnStarts(castleXLarge.drawing, castleStarts), withHazardsOf(drawnHazards(castleXLarge.drawing)), withFoodAt(nil)),
		follow: castleXLarge.followed,
	},
	{
		Map:    Map{Name: "hz_columns", Idea: "a hazard on every cell whose column and row are both odd", MaxSnakes: MaxSnakes, MinSide: ouro.MinSide},
		setup:  withHazards(addColumns),
		update: standardFood,
		began:  beganWith(onStarts, withFirstFood, withHazardsOf(addColumns)),
		follow: followFood(false),
	},
	{
		Map:    Map{Name: "hz_expand_box", Idea: "hazards spread from a random cell in square rings, every 20 turns", MaxSnakes: MaxSnakes, MinSide: 4},
		setup:  setupStandard,
		update: withFood(expandBox),
		began:  beganAsStandard,
		follow: inTurn(followFood(false), spreading(followExpandBox)),
	},
	{
		Map:    Map{Name: "hz_expand_scatter", Idea: "square rings around a random cell fill with hazards at random, one every 2 turns", MaxSnakes: MaxSnakes, MinSide: ouro.MinSide},
		setup:  setupStandard,
		update: withFood(expandScatter),
		began:  beganAsStandard,
		follow: inTurn(followFood(false), spreading(followExpandScatter)),
	},
	{
		Map:    Map{Name: "hz_grow_box", Idea: "a box of hazards around a random cell grows at a random side, every 12 turns", MaxSnakes: MaxSnakes, MinSide: 4},
		setup:  setupStandard,
		update: withFood(growBox),
		began:  beganAsStandard,
		follow: inTurn(followFood(false), spreading(followGrowBox)),
	},
	{
		Map:    Map{Name: "hz_hazard_pits", Idea: "a grid of pits that fill with up to four layers of hazard and are emptied", MaxSnakes: 4, Sizes: medium},
		setup:  setupPits,
		update: withFood(fillPits),
		began:  beganWith(onPitStarts, withHazardsOf(nil), withFirstFood),
		follow: inTurn(followFood(false), certain(fillPits)),
	},
	{
		Map:    Map{Name: "hz_inner_wall", Idea: "a ring of hazards one cell from the edge", MaxSnakes: MaxSnakes, MinSide: 4},
		setup:  withHazards(addInnerWall),
		update: standardFood,
		began:  beganWith(onStarts, withFirstFood, withHazardsOf(addInnerWall)),
		follow: followFood(false),
	},
	{
		Map:    Map{Name: "hz_islands_bridges", Idea: "four islands between rivers of hazard, with bridges", MaxSnakes: 4, Sizes: medium},
		setup:  islands.setup,
		update: dryFood,
		began:  beganAtRivers(islands),
		follow: followFood(true),
	},
	{
		Map:    Map{Name: "hz_islands_bridges_lg", Idea: "the islands, large", MaxSnakes: MaxSnakes, Sizes: large},
		setup:  islandsLarge.setup,
		update: dryFood,
		began:  beganAtRivers(islandsLarge),
		follow: followFood(true),
	},
	{
		Map:    Map{Name: "hz_rings", Idea: "rings of hazards, every other one from the edge to the centre", MaxSnakes: MaxSnakes, MinSide: 4},
		setup:  withHazards(addRings),
		update: standardFood,
		began:  beganWith(onStarts, withFirstFood, withHazardsOf(addRings)),
		follow: followFood(false),
	},
	{
		Map:    Map{Name: "hz_rivers_bridges", Idea: "a lake of hazard in the middle and four rivers with bridges", MaxSnakes: 8, Sizes: medium},
		setup:  rivers.setup,
		update: dryFood,
		began:  beganAtRivers(rivers),
		follow: followFood(true),
	},
	{
		Map:    Map{Name: "hz_rivers_bridges_lg", Idea: "the rivers, large", MaxSnakes: 12, Sizes: large},
		setup:  riversLarge.setup,
		update: dryFood,
		began:  beganAtRivers(riversLarge),
		follow: followFood(true),
	},
	{
		Map:    Map{Name: "hz_rivers_bridges_xl", Idea: "the rivers, extra large", MaxSnakes: 12, Sizes: xlarge},
		setup:  riversXLarge.setup,
		update: dryFood,
		began:  beganAtRivers(riversXLarge),
		follow: followFood(true),
	},
	{
		Map:    Map{Name: "hz_scatter", Idea: "every 2 turns a random cell becomes a hazard", MaxSnakes: MaxSnakes, MinSide: ouro.MinSide},
		setup:  setupStandard,
		update: withFood(scatter),
		began:  beganAsStandard,
		follow: inTurn(followFood(false), spreading(followScatter)),
	},
	{
		Map:    Map{Name: "hz_spiral", Idea: "every 3 turns a hazard more in a spiral from a cell near the middle", MaxSnakes: MaxSnakes, MinSide: ouro.MinSide},
		setup:  setupStandard,
		update: withFood(spiral),
		began:  beganAsStandard,
		follow: inTurn(followFood(false), spreading(followSpiral)),
	},
	{
		Map:     Map{Name: "royale", Idea: "hazards close in from random sides, one row or column every shrink turns", MaxSnakes: MaxSnakes, MinSide: ouro.MinSide},
		setup:   setupStandard,
		update:  withFood(closeIn),
		shrinks: true,
		began:   beganAsStandard,
		follow:  inTurn(followFood(false), followRoyale),
	},
	{
		Map:    Map{Name: "sinkholes", Idea: "a round sinkhole in the centre that widens and deepens every shrink turns", MaxSnakes: 8, Sizes: pools},
		setup:  setupStandard,
		update: withFood(sink),
		began:  beganAsStandard,
		follow: inTurn(followFood(false), certain(sink)),
	},
	{
		Map:    Map{Name: "snail_mode", Idea: "tails leave trails of hazards that fade", MaxSnakes: MaxSnakes, MinSide: ouro.MinSide},
		setup:  setupStandard,
		update: withFood(leaveTrails),
		trails: true,
		began:  beganAsStandard,
		follow: inTurn(followFood(false), certain(leaveTrails)),
	},
	{
		Map:    Map{Name: soloMaze, Idea: "one snake looks for food in mazes of hazard that grow", MaxSnakes: 1, Sizes: []Size{{7, 7}, {11, 11}, {19, 19}, {19, 21}, {25, 25}}},
		setup:  setupMaze,
		update: updateMaze,
		began:  beganMaze,
		follow: followSoloMaze,
	},
	{
		Map:    Map{Name: "standard", Idea: "no hazards; food appears at random", MaxSnakes: MaxSnakes, MinSide: ouro.MinSide},
		setup:  setupStandard,
		update: standardFood,
		began:  beganAsStandard,
		follow: followFood(false),
	},
}
