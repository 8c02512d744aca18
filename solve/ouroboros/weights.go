package ouroboros

// learnedSizes are logarithms of the number of cells.
var learnedSizes = [3]float64{3.58, 4.61, 5.99}

var learnedFills = [5]float64{.1, .275, .425, .575, .8}

// learned are the weights by size, trait and fill.
var learned = [3][traitCount][5]float64{
	{
		lookTrait:   {.01, .05, .10, .40, 1},
		nearTrait:   {.95, .85, .55, .30, .1},
		apartTrait:  {.66, 1, 1, .4, .9},
		borderTrait: {.11, .2, .4, .55, .4},
		layersTrait: {.2, .2, .7, .7, .1},
		placeTrait:  {.01, .06, .05, .05, 0},
		beyondTrait: {0, 0, .1, .15, .3},
	},
	{
		lookTrait:   {.01, .16, .45, .85, 1.1},
		nearTrait:   {1, .5, .17, .05, .2},
		apartTrait:  {1, 2.5, 1.1, .5, 2},
		borderTrait: {.15, .3, .6, .6, .9},
		layersTrait: {.17, .24, 1.1, 1.1, .1},
		placeTrait:  {0, 0, 0, 0, 0},
		beyondTrait: {0, .2, .3, .4, .5},
	},
	{
		lookTrait:   {.12, .35, .55, 1, 1.2},
		nearTrait:   {.8, .5, .3, .1, .1},
		apartTrait:  {5, 8.5, 6, 4, 5},
		borderTrait: {.25, .35, .7, 1, .9},
		layersTrait: {.3, .8, 2, 1, .1},
		placeTrait:  {0, .02, .05, 0, 0},
		beyondTrait: {0, .1, .3, .4, .7},
	},
}
