package spot

// The weights of the scores. The unit is one free cell of the sector.
const (
	// Tiles of the map.
	tileFree      = 1.0
	tileFood      = 1.5  // food while the snake is neither hungry nor short
	tileFeed      = 4.0  // food while it wants to grow
	tileHungry    = 10.0 // food while it is hungry
	tileBigHead   = -8.0 // possible position of a head that is not shorter
	tileSmallHead = 3.0  // possible position of a shorter head
	tileBody      = -2.0 // possible position of a body
	tileBurn      = 0.02 // subtracted for each point of health that a tile costs
	couldHaveDied = 0.5  // factor of a snake that could have died before

	// Modifiers of a sector.
	attackKill = 30.0  // a shorter head may be where ours is
	attackLast = 60.0  // and it is that of the last enemy
	tooSmall   = -90.0 // the snake does not fit, times the fraction that does not
	noTail     = -10.0 // the snake fits but does not reach a cell of its body
	farFood    = -0.8  // for each step to the food, if the snake wants it
	starving   = -60.0 // no food in reach of the health that is left

	// Steps of a series.
	mealHungry = 45.0  // a meal of a hungry snake,
	mealFeed   = 22.0  // of one that wants to grow,
	mealIdle   = 4.0   // and of any other
	hazardStep = -0.4  // for each point of health that a step costs beyond one
	death      = -300. // a series that ends in death at once
	deathLater = 0.03  // fraction that each step of delay subtracts

	// The backward walk.
	faith = 0.85 // weight of the rest of a series against its first step

	// Our modifiers, off with style=post.
	theirSpace = -0.6 // each cell that enemies reach first, divided by the number of enemies
	cutOff     = 40.0 // an enemy's sector is too small for it, times the fraction
	longer     = 3.0  // each segment of our lead over the longest enemy, up to a bound
	minContest = 0.5  // minimal risk where a head that is not shorter may come with its next move
)
