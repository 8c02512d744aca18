// Package hunter is the engine of Snake Hunter, a game of one or two hunters with bombs against
// one to four snakes that eat their way through a maze.
//
// [World] is a game in progress. [New] starts one from a [Config], and Step plays a tick with an
// [Input] for each hunter. The other methods return what players can see. [Bot] plays a hunter.
// [Run] plays a whole game without a screen; an experiment of package lab plays many. A [Record]
// stores a game, and [Replay] plays it again. The same Config and inputs give the same game on
// every machine: the engine has no clock.
//
// # The idea
//
// The game comes from the magazine article that also describes the solver backtrack. Snakes eat
// edible walls, grow by one cell for each, and try not to be trapped. They chase hunters only if
// their solver does. A bomb halves a snake, and kills a snake of four cells or fewer. A trapped
// snake becomes a stunned figure of one cell.
//
// # Time
//
// Time is counted in ticks, [TicksPerSecond] a second. A tick has these steps, in order: flames
// age, bombs explode, hunters act, snakes act, flames and heads do damage, an edible wall may grow,
// and the level may end.
//
// # Hunters
//
// A hunter walks from cell to cell over floor, one step in [HunterStep] ticks. An input for a step
// has no effect until the hunter's Wait is over, so a player repeats the input. Solid blocks, edible
// walls, bombs and snakes, even stunned ones, block the way; another hunter does not. A hunter lays a
// bomb on its own cell, before it steps in the same tick. It may have [MaxBombs] bombs at a time, and
// may not lay a bomb on another bomb or on a snake.
//
// A hunter loses a life when a snake's head enters its cell, or when its cell burns. The flames of
// every bomb are harmful. Walking against a snake is harmless. A hunter with lives left returns after
// [DownTicks], if possible on a cell of floor that is far from all snakes and that no bomb will reach.
// After its return and at the start of a level, a hunter has a shield for [ShieldTicks]: flames and
// snakes do not harm it. That is long enough to bomb a way out of any enclosed place. Each hunter has
// [Lives] lives for the whole game.
//
// # Bombs
//
// A bomb explodes after [FuseTicks]. Its blast covers its cell and extends [BlastRange] cells in
// each of the four directions. A solid block stops the blast. An edible wall also stops the blast and
// is destroyed; walls behind it are not. Snakes, hunters and bombs do not stop a blast, but a bomb
// that a blast reaches explodes in the same tick. All blasts of a tick use the walls from before the
// tick, so their order does not matter. The cells of a blast burn for [FlameTicks]; walking into the
// flames is as harmful as being in the blast. A bomb that is laid on a burning cell does not explode
// early.
//
// # Snakes
//
// The level sets how many ticks a step of a snake takes. A snake may enter floor and edible
// walls, as in the maze (package rule/maze). An edible wall makes the snake longer by one. Without one,
// the end of the tail leaves its cell in the same step, so the snake may enter that cell, even with a
// length of two. Solid blocks, bombs and all cells of other snakes block its way. A snake starts with
// one cell.
//
// A snake is hit if any of its cells burns. It keeps the front half of its cells, rounded down,
// so nine cells become four. A snake of at most [DeadlyLength] cells dies. After a hit, flames do not
// harm the snake for [HurtTicks]. Flames burn for a shorter time, so one bomb hits a snake only once.
//
// A snake whose step is due but that has no legal step is trapped. It loses all cells except its head,
// and becomes a stunned figure on that cell. A flame kills the figure. After [StunTicks], the figure
// becomes a snake of one cell again.
//
// Each snake is steered by an [ouro.Solver], a new one for each start of a level. The solver's
// State contains only that snake, in seat 0. Other snakes and bombs appear as walls, and hunters
// without a shield as food. So a solver that seeks edible walls plays as in the article, and a solver
// that seeks food chases the hunters. Catching a hunter does not make a snake grow. A decision is
// limited by nodes or by the solver itself, never by a clock, because a game with a clock could not
// be replayed. If a snake has only one legal step, it makes that step, and its solver is not called. If
// a solver returns an error, panics or chooses an illegal step, the snake makes the first legal step in
// the order of [ouro.Dirs]; see [SolverFailed].
//
// # Levels and the end
//
// A [Level] is won when all snakes are dead. If its time runs out first, each hunter loses a life,
// and the level starts again. After each level there is a break of [BreakTicks], in which nothing
// moves. The game is won when the last level is won. It is lost when no hunter has a life left, even if
// the last snake dies in the same tick. So every game ends after at most [MaxTicks]. If the level's
// Regrow is not 0, an edible wall grows in each tick with a chance of 1 in Regrow, on a random cell of
// empty floor.
//
// A hunter gets [CellPoints] for each cell that its bomb cuts off a snake, and [KillPoints] more for a
// kill. The team gets [LevelPoints] for a level that it wins, and [SecondPoints] for each full second
// left.
package hunter

// Constants of the game, in ticks, cells and points.
const (
	TicksPerSecond = 30

	HunterStep  = 4  // ticks for a step of a hunter
	Lives       = 3  // lives of each hunter
	DownTicks   = 45 // ticks from the loss of a life to the return
	ShieldTicks = 60 // ticks of the shield; longer than a fuse and a flame together

	MaxBombs   = 2 // bombs of a hunter at a time
	FuseTicks  = 45
	BlastRange = 3
	FlameTicks = 10

	DeadlyLength = 4  // a hit kills a snake of at most this length
	HurtTicks    = 15 // ticks after a hit in which another hit has no effect
	StunTicks    = 90

	BreakTicks = 60 // ticks between two levels

	CellPoints   = 10
	KillPoints   = 100
	LevelPoints  = 250
	SecondPoints = 5
)

const (
	MaxHunters = 2
	MaxSnakes  = 4
)
