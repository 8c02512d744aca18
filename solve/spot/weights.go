package spot

// The weights of the scores. The unit is one free cell of the sector.
const (
	// Tiles of the map.
	tileFree      = 1.0
	tileFood      = 1.5  // food while the snake is neither hungry nor short
	tileFeed      = 4.0  // food while it wants to grow
	tileHungry    = 10.0 // food while it is hungry
	tileBigHead   = -8.0 // where the head of a snake may be that is not shorter
	tileSmallHead = 3.0  // where the head of a shorter snake may be
	tileBody      = -2.0 // where the body of a snake may be
	tileBurn      = 0.02 // off a tile for each point of health that it costs
	couldHaveDied = 0.5  // what counts of a snake that could have died before

	// Modifiers of a sector.
	attackKill = 30.0  // a shorter head may be where ours is
	attackLast = 60.0  // and it is that of the last enemy
	tooSmall   = -90.0 // the snake does not fit, times the part that does not
	noTail     = -10.0 // the snake fits but does not come to where its body is
	farFood    = -0.8  // for each step to the food, for a snake that wants it
	starving   = -60.0 // there is no food in reach of the health that is left

	// Steps of a series.
	mealHungry = 45.0  // a meal of a hungry snake,
	mealFeed   = 22.0  // of one that wants to grow,
	mealIdle   = 4.0   // and of any other
	hazardStep = -0.4  // for each point of health that a step costs beyond one
	death      = -300. // a series that ends in death at once
	deathLater = 0.03  // part of that which each step of delay takes off

	// The backward walk.
	faith = 0.85 // weight of the rest of a series against its first step

	// Modifiers of ours, off with style=post.
	theirSpace = -0.6 // each cell that enemies come to first, by the number of enemies
	cutOff     = 40.0 // an enemy's sector is too small for it, times the part
	longer     = 3.0  // each segment that we are longer than the longest enemy, up to a bound
	minContest = 0.5  // the least chance to die where a head that is not shorter may come with its next move
)
