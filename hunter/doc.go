// Package hunter is the engine of Snake Hunter: one or two hunters with bombs
// against one to four snakes that eat their way through a maze.
//
// [World] is a game in progress. [New] starts one from a [Config], Step plays a
// tick from an [Input] for each hunter, and the other methods tell what there is
// to be seen. [Bot] plays a hunter, [Run] plays a whole game without a screen (an
// experiment of package lab plays many). A [Record] is a game written down, [Replay] plays it
// again. Same Config, same inputs: same game, on every machine; the engine has
// no clock. Start a game again with New and the same Config.
//
// # The idea
//
// The game is that of the magazine article. Snakes eat edible walls, grow by
// each, and try not to be trapped; they do not chase anybody unless their solver
// does. A bomb halves a snake, and kills it if it is down to four cells. A snake
// that is trapped turns back into a stunned figure.
//
// # Time
//
// All time is counted in ticks, meant to be played at [TicksPerSecond]. In each
// tick, in this order: flames die down, bombs go off, hunters act, snakes act,
// flames and heads do their harm, an edible wall may grow, and the level may
// end.
//
// # Hunters
//
// A hunter walks from cell to cell over floor, one step in [HunterStep] ticks;
// what is asked for in between is ignored, so hold it until Wait is 0. Walls,
// edible walls, bombs, and snakes, also stunned ones, are in the way; another
// hunter is not. A hunter lays a bomb where he stands, before he steps in the
// same tick, at most [MaxBombs] at a time and not onto another bomb or a snake.
//
// He loses a life when a snake's head enters his cell, or when he is in a flame,
// his own or not. Snakes that he walks against do him nothing. With lives left
// he is back after [DownTicks] on a bare cell that is far from all snakes and
// where no bomb will reach him. Then, as at the start of a level, he is
// shielded for [ShieldTicks]: flames and snakes pass over him. That is long
// enough to bomb a way out of any pocket. Everybody has [Lives] lives for the
// whole game.
//
// # Bombs
//
// A bomb goes off after [FuseTicks]. Its blast takes its cell and runs
// [BlastRange] cells in each of the four directions. A solid block stops it. An
// edible wall stops it too, and is destroyed: the first in each direction, no
// wall behind it. Snakes, hunters and bombs do not stop it, but a bomb that it
// reaches goes off in the same tick. Blasts of the same tick find the walls as
// they were before all of them, so their order does not matter. What was blasted
// burns for [FlameTicks]; walking into flames hurts as well. Flames that burn
// already do not set off a bomb.
//
// # Snakes
//
// A snake steps once in as many ticks as the level says. It may enter floor and
// edible walls, as in the maze (package rule/maze): eating makes it longer by
// one, otherwise the tail's tip leaves in the same move and the cell may be
// entered, also by a snake of two. Blocks, bombs and other snakes, their tips
// included, are in its way. It starts with one cell.
//
// A snake of which any cell burns is hit: it keeps the front half of its cells,
// rounded down, so nine become four; one of [DeadlyLength] or fewer dies. After a
// hit it is proof against flames for [HurtTicks], longer than a flame burns, so
// one bomb hits it once.
//
// A snake that is due to step and cannot is trapped: it turns back into a
// figure, stunned, on its head's cell; the rest of it is gone. A flame kills the
// figure. After [StunTicks] it is a snake of one cell again.
//
// Each snake is steered by an [ouro.Solver], made afresh for each start of a
// level. Its State holds that snake alone, in seat 0; other snakes and bombs are
// walls, hunters without a shield are food. So a solver that looks for walls to
// eat plays as in the article, and one that looks for food hunts the hunters.
// Nothing grows from catching one. What limits a decision is a number of nodes or
// the solver itself, never a clock, or games would not replay. A snake with one legal step takes it without
// asking. When a solver errs, panics or names a step that is not legal, the snake
// takes the first legal step in the order of [ouro.Dirs]; see [SolverFailed].
//
// # Levels and the end
//
// A [Level] is won when no snake is left alive. When its time is over first,
// each hunter loses a life, and the level starts again. Between levels nothing
// moves for [BreakTicks]. The game is won with the last level and lost when no
// hunter has a life left, even if the last snake dies in the same tick. So every
// game ends: no later than [MaxTicks]. If the level lets edible walls grow, one
// appears with one chance in Regrow each tick, on a random cell of bare floor.
//
// Points: [CellPoints] for each cell that a hunter's bomb cuts off a snake,
// [KillPoints] more for a kill, and for a level won [LevelPoints] and
// [SecondPoints] for each full second left, to the team.
package hunter

// The measures of the game, in ticks, cells and points.
const (
	TicksPerSecond = 30

	HunterStep  = 4  // ticks for one step of a hunter
	Lives       = 3  // of each hunter
	DownTicks   = 45 // from losing a life to the return
	ShieldTicks = 60 // more than a fuse and a flame together

	MaxBombs   = 2 // of each hunter at a time
	FuseTicks  = 45
	BlastRange = 3
	FlameTicks = 10

	DeadlyLength = 4  // a hit kills a snake of this length or less
	HurtTicks    = 15 // no second hit in this time
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
