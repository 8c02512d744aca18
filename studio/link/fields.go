package link

// keys are the fields that links may have. Those above the empty line are flags of the
// command line with the same meaning.
var keys = []string{
	"rules",        // rules of the game with their options
	"board",        // size of the board: COLUMNSxROWS
	"level",        // name of a level, or its rows from the top, separated by /
	"start",        // start of the snake in the level: COLUMN,ROW, from 0 at the top left
	"start-length", // length of the straight snake at the start
	"solver",       // solver of a lone snake; several are compared, each in its own game
	"snake",        // snake of a game of several: SOLVER or NAME=SOLVER
	"seed",         // seed of everything random
	"game",         // number of the game of the seed, from 0
	"nodes",        // search nodes for each move
	"time",         // time for each move
	"cpu",          // processor time for each move
	"speed",        // turns a second; 0 is as fast as possible
	"hint",         // solver that suggests moves to a person who plays
	"hunters",      // hunters in Snake Hunter, 1 or 2
	"bots",         // how many of the hunters are bots
	"snakes",       // snakes in every level of Snake Hunter, 1 to 4; 0 is the number of each level
	"start-level",  // first level of Snake Hunter, from 1

	"position", // start of the game, instead of that of the rules
	"turn",     // turn to show
	"play",     // whether the game runs from that turn: true or false
	"show",     // overlays to draw: labels, separated by commas
	"seat",     // snake to show, from 0
	"games",    // games of each solver in the bench
	"by",       // how games side by side keep step: moves or meals
}

// repeatable are the fields that a link may have several times.
var repeatable = []string{"solver", "snake"}
