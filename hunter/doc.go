// Package hunter is the engine of Snake Hunter: one or two hunters with bombs against one
// to four snakes that eat their way through a maze.
//
// [World] is a game in progress. [New] starts one from a [Config], Step plays a tick from
// an [Input] for each hunter, and the other methods return what can be seen. [Bot] plays a
// hunter. [Run] plays a whole game without a screen; an experiment of package lab plays
// many. A [Record] stores a game, and [Replay] plays it again. The same Config and inputs
// give the same game on every machine; the engine has no clock.
//
// # The idea
//
// The game is that of the magazine article. Snakes eat edible walls, grow by each, and try
// not to be trapped; they chase hunters only if their solver does. A bomb halves a snake,
// and kills it if it has four cells or fewer. A trapped snake turns back into a stunned
// figure.
//
// # Time
//
// All time is in ticks, [TicksPerSecond] of them a second. In each tick, in this order:
// flames age, bombs explode, hunters act, snakes act, flames and heads do damage, an edible
// wall may grow, and the level may end.
//
// # Hunters
//
// A hunter walks from cell to cell over floor, one step in [HunterStep] ticks; inputs in
// between are ignored, so repeat them until Wait is 0. Walls, edible walls, bombs and
// snakes, also stunned ones, block the way; another hunter does not. A hunter lays a bomb
// on its cell, before it steps in the same tick, at most [MaxBombs] at a time and not onto
// another bomb or a snake.
//
// A hunter loses a life when a snake's head enters its cell, or when it is in a flame of
// any bomb. Walking against a snake is harmless. With lives left, it returns after
// [DownTicks] on a bare cell that is far from all snakes and that no bomb will reach. Then,
// and at the start of a level, it is shielded for [ShieldTicks]: flames and snakes do not
// harm it. That is long enough to bomb a way out of any enclosed place. Each hunter has
// [Lives] lives for the whole game.
//
// # Bombs
//
// A bomb explodes after [FuseTicks]. Its blast covers its cell and extends [BlastRange]
// cells in each of the four directions. A solid block stops it. An edible wall stops it
// too, and is destroyed: the first in each direction, no wall behind it. Snakes, hunters
// and bombs do not stop it, but a bomb that it reaches explodes in the same tick. All
// blasts of a tick use the walls before any of them, so their order does not matter.
// Blasted cells burn for [FlameTicks], and walking into flames is harmful as well. Existing
// flames do not ignite a bomb.
//
// # Snakes
//
// A snake steps once in as many ticks as the level defines. It may enter floor and edible
// walls, as in the maze (package rule/maze): eating makes it longer by one, otherwise the
// tip of its tail leaves in the same move, so that it may enter that cell, also with a
// length of two. Blocks, bombs and other snakes, their tips included, block its way. It
// starts with one cell.
//
// A snake is hit if any of its cells burns: it keeps the front half of its cells, rounded
// down, so nine become four; a snake of [DeadlyLength] or fewer dies. After a hit, flames
// do not harm it for [HurtTicks], longer than a flame burns, so one bomb hits it once.
//
// A snake that is due to step and cannot is trapped: it turns back into a figure, stunned,
// on the cell of its head, and loses all other cells. A flame kills the figure. After
// [StunTicks] it is a snake of one cell again.
//
// Each snake is steered by an [ouro.Solver], a new one for each start of a level. Its State
// contains only that snake, in seat 0; other snakes and bombs are walls, hunters without a
// shield are food. So a solver that looks for walls to eat plays as in the article, and one
// that looks for food chases the hunters. Catching one does not make a snake grow. A
// decision is limited by nodes or by the solver itself, never by a clock, because such
// games could not be replayed. A snake with one legal step takes it without asking its
// solver. If a solver returns an error, panics or chooses an illegal step, the snake takes
// the first legal step in the order of [ouro.Dirs]; see [SolverFailed].
//
// # Levels and the end
//
// A [Level] is won when no snake is alive. If its time runs out first, each hunter loses a
// life and the level starts again. Between levels nothing moves for [BreakTicks]. The game
// is won with the last level, and lost when no hunter has a life left, even if the last
// snake dies in the same tick. So every game ends after at most [MaxTicks]. If edible walls
// regrow in the level, one appears with a chance of 1 in Regrow each tick, on a random cell
// of bare floor.
//
// Points: [CellPoints] for each cell that a hunter's bomb cuts off a snake, and
// [KillPoints] more for a kill. The team gets [LevelPoints] for a level, and [SecondPoints]
// for each full second left.
package hunter

// Constants of the game, in ticks, cells and points.
const (
	TicksPerSecond = 30

	HunterStep  = 4  // ticks for one step of a hunter
	Lives       = 3  // of each hunter
	DownTicks   = 45 // between the loss of a life and the return
	ShieldTicks = 60 // more than a fuse and a flame together

	MaxBombs   = 2 // of each hunter at a time
	FuseTicks  = 45
	BlastRange = 3
	FlameTicks = 10

	DeadlyLength = 4  // a hit kills a snake of this length or less
	HurtTicks    = 15 // time without a second hit
	StunTicks    = 90

	BreakTicks = 60 // between levels

	CellPoints   = 10
	KillPoints   = 100
	LevelPoints  = 250
	SecondPoints = 5
)

// Largest numbers of players.
const (
	MaxHunters = 2
	MaxSnakes  = 4
)
