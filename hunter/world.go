package hunter

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"ouro"
	"ouro/field"
)

// Driver says who steers a snake: a solver by its name, for records, and what
// makes it. The options of the name are handed to Make.
type Driver struct {
	Spec ouro.Spec
	Make ouro.Maker
}

// DefaultNodes is the node budget of a snake's decision that programs offer:
// none. Solvers such as backtrack have a limit of their own, their depth, and
// reach it sooner when they need not be ready to stop on the way.
const DefaultNodes = 0

// Config is what a game is made of.
type Config struct {
	Seed    uint64
	Hunters int      // 1 or 2
	Snakes  int      // in every level; 0: as many as each level says
	Drivers []Driver // snake i has driver i modulo their number
	Levels  []*Level // in the order of play; nil: Levels()
	Nodes   int64    // node budget of one decision of a snake; 0: the solver's own limits
	Keep    bool     // keep the inputs for a Record

	// Trace, unless nil, is asked before each decision who watches the snake
	// think.
	Trace func(snake int) *ouro.Trace
}

// withDefaults fills in what was left open, or tells what is wrong.
func (c Config) withDefaults() (Config, error) {
	if c.Levels == nil {
		c.Levels = Levels()
	}
	switch {
	case c.Hunters < 1 || c.Hunters > MaxHunters:
		return c, fmt.Errorf("hunter: %d hunters: want 1 to %d", c.Hunters, MaxHunters)
	case c.Snakes < 0 || c.Snakes > MaxSnakes:
		return c, fmt.Errorf("hunter: %d snakes: want 1 to %d, or 0 for as many as each level says", c.Snakes, MaxSnakes)
	case len(c.Drivers) < 1 || len(c.Drivers) > MaxSnakes:
		return c, fmt.Errorf("hunter: %d drivers: want 1 to %d", len(c.Drivers), MaxSnakes)
	case len(c.Levels) < 1 || len(c.Levels) > maxLevels:
		return c, fmt.Errorf("hunter: %d levels: want 1 to %d", len(c.Levels), maxLevels)
	case c.Nodes < 0:
		return c, errors.New("hunter: a negative node budget")
	}
	return c, nil
}

// MaxTicks is the number of ticks after which a game of these levels has ended
// for certain: each level is won once at most, and at most Lives times the time
// is over.
func MaxTicks(levels []*Level) int {
	ticks, longest := 0, 0
	for _, l := range levels {
		n := l.Seconds*TicksPerSecond + BreakTicks
		ticks, longest = ticks+n, max(longest, n)
	}
	return ticks + Lives*longest
}

// Phase is what the game is at.
type Phase uint8

// The phases.
const (
	Playing  Phase = iota
	Cleared        // a level was won, the next is about to start
	TimedOut       // the time was over, the level is about to start again
	Won            // all levels were won
	Lost           // no hunter has a life left
)

var phaseNames = [...]string{"playing", "cleared", "timed-out", "won", "lost"}

// String is the phase's name in records and JSON.
func (p Phase) String() string { return name(phaseNames[:], p, "Phase") }

// MarshalText writes the phase's name.
func (p Phase) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText reads a phase's name.
func (p *Phase) UnmarshalText(text []byte) error {
	i := slices.Index(phaseNames[:], string(text))
	if i < 0 {
		return fmt.Errorf("unknown phase %q", text)
	}
	*p = Phase(i)
	return nil
}

// HunterState is what a hunter is at.
type HunterState uint8

// The states of a hunter.
const (
	Active HunterState = iota
	Down               // lost a life and will be back in Wait ticks
	Out                // lost the last life
)

// Hunter is one hunter as seen from outside.
type Hunter struct {
	Cell   ouro.Cell // where he stands, or stood last
	State  HunterState
	Lives  int // left, the present one included
	Wait   int // ticks until he may step again, or until he is back
	Shield int // ticks for which nothing hurts him
	Score  int
	Kills  int
}

// SnakeState is what a snake is at.
type SnakeState uint8

// The states of a snake.
const (
	Alive SnakeState = iota
	Stunned
	Dead
)

// Snake is one snake as seen from outside.
type Snake struct {
	Body  *ouro.Body // read-only; of a stunned snake the figure's cell, of a dead one its last cells
	State SnakeState
	Wait  int // ticks until its next step, or until it wakes
	Hurt  int // ticks for which flames do nothing to it

	view   *ouro.State // the world as its solver sees it, with the body in seat 0
	solver ouro.Solver // nil if the Maker failed
}

// Bomb is a bomb that has not gone off.
type Bomb struct {
	Cell  ouro.Cell
	Owner int // the hunter who laid it
	Fuse  int // ticks
}

// Input is what a hunter asks for in one tick. The zero Input asks for nothing.
type Input struct {
	Bomb bool     // lay a bomb, before the step
	Go   bool     // step to Dir
	Dir  ouro.Dir // only with Go
}

// Walk is the Input for a step.
func Walk(d ouro.Dir) Input { return Input{Go: true, Dir: d} }

const noSnake = -1

// World is a game in progress. What its methods return is read-only and valid
// until the next Step. A World is used by one goroutine at a time.
type World struct {
	cfg  Config
	dice *ouro.PCG

	tick    int
	starts  int // of levels, so far
	number  int // index of the level
	phase   Phase
	left    int // ticks until the time is over, or until the break is
	bonus   int // points of the team
	mishaps int
	events  []Event
	kept    []Input // with Config.Keep
	checks  []uint64

	hunters []Hunter
	snakes  []Snake
	bombs   []Bomb

	// The level, by Cell.
	grid   *ouro.Grid
	ground []ouro.Terrain
	owner  []int8 // the snake on the cell, or noSnake
	bombOn []bool
	burn   []uint8 // ticks
	burnBy []int8  // whose bomb
	flames []ouro.Cell

	// Scratch.
	lit     []int // indices of the bombs going off
	hit     []ouro.Cell
	heads   []ouro.Cell
	blocked []bool
	reach   *field.Field
	shelter *shelter
}

// New starts a game. It fails if the Config is bad or a solver cannot be made
// for the first level. Close the World when done.
func New(cfg Config) (*World, error) {
	cfg, err := cfg.withDefaults()
	if err != nil {
		return nil, err
	}
	w := &World{cfg: cfg, dice: ouro.GameDice(cfg.Seed), hunters: make([]Hunter, cfg.Hunters)}
	for h := range w.hunters {
		w.hunters[h].Lives = Lives
	}
	if err := w.startLevel(); err != nil {
		return nil, errors.Join(err, w.Close())
	}
	return w, nil
}

// Close releases what the solvers hold. The World can still be looked at.
func (w *World) Close() error {
	var errs []error
	for i := range w.snakes {
		if closer, ok := w.snakes[i].solver.(io.Closer); ok {
			errs = append(errs, closer.Close())
		}
		w.snakes[i].solver = nil
	}
	return errors.Join(errs...)
}

// startLevel sets up the level w.number. The error is that of the first solver
// that could not be made; its snake moves without.
func (w *World) startLevel() error {
	l := w.cfg.Levels[w.number]
	g, n := l.Grid, l.Grid.Size()
	errs := w.Close()
	w.phase, w.left = Playing, l.Seconds*TicksPerSecond
	w.grid, w.ground = g, append([]ouro.Terrain(nil), l.Terrain...)
	w.owner, w.bombOn = make([]int8, n), make([]bool, n)
	for c := range w.owner {
		w.owner[c] = noSnake
	}
	w.burn, w.burnBy, w.flames = make([]uint8, n), make([]int8, n), make([]ouro.Cell, 0, n)
	w.bombs = make([]Bomb, 0, MaxHunters*MaxBombs)
	w.lit, w.hit = make([]int, 0, cap(w.bombs)), make([]ouro.Cell, 0, cap(w.bombs)*(4*BlastRange+1))
	w.blocked, w.reach, w.shelter = make([]bool, n), field.New(g), newShelter(g)
	w.heads = make([]ouro.Cell, 0, MaxSnakes)
	for h := range w.hunters {
		hunter := &w.hunters[h]
		hunter.Cell, hunter.Wait = l.Hunters[h], 0
		if hunter.Lives > 0 {
			hunter.State, hunter.Shield = Active, ShieldTicks
		}
	}
	w.snakes = make([]Snake, w.SnakeCount())
	for i := range w.snakes {
		w.snakes[i] = newSnake(l, i)
	}
	for i := range w.snakes {
		w.block(l.Snakes[i], i)
		w.owner[l.Snakes[i]] = int8(i)
	}
	for i := range w.snakes {
		errs = errors.Join(errs, w.makeSolver(i))
	}
	w.starts++
	e := event(LevelStarted)
	e.Count = w.number + 1
	w.tell(e)
	return errs
}

// SnakeCount is the number of snakes with which the level started.
func (w *World) SnakeCount() int {
	if w.cfg.Snakes > 0 {
		return w.cfg.Snakes
	}
	return w.Level().Count
}

// Tick is the number of ticks played.
func (w *World) Tick() int { return w.tick }

// Phase is what the game is at.
func (w *World) Phase() Phase { return w.phase }

// Over tells whether the game has ended: it is won or lost.
func (w *World) Over() bool { return w.phase == Won || w.phase == Lost }

// TicksLeft is the time until the level's time is over, or in a break until it
// ends.
func (w *World) TicksLeft() int { return w.left }

// Level is the level being played.
func (w *World) Level() *Level { return w.cfg.Levels[w.number] }

// LevelNumber is the number of the level, from 1.
func (w *World) LevelNumber() int { return w.number + 1 }

// LevelCount is the number of levels of the game.
func (w *World) LevelCount() int { return len(w.cfg.Levels) }

// Score is the points of all hunters and the team's for levels.
func (w *World) Score() int {
	score := w.bonus
	for h := range w.hunters {
		score += w.hunters[h].Score
	}
	return score
}

// Mishaps is the number of decisions so far that were not the solvers'.
func (w *World) Mishaps() int { return w.mishaps }

// Events are what happened in the last Step, in order; after New, the start of
// the first level.
func (w *World) Events() []Event { return w.events }

// Hunters are all hunters, also those out of the game.
func (w *World) Hunters() []Hunter { return w.hunters }

// Snakes are all snakes of the level, also the dead.
func (w *World) Snakes() []Snake { return w.snakes }

// Bombs are the bombs that have not gone off, the oldest first.
func (w *World) Bombs() []Bomb { return w.bombs }

// Grid is the board of the level.
func (w *World) Grid() *ouro.Grid { return w.grid }

// Terrain is the ground of c as it is now. Off the board, at NoCell, it is
// Wall.
func (w *World) Terrain(c ouro.Cell) ouro.Terrain {
	if c == ouro.NoCell {
		return ouro.Wall
	}
	return w.ground[c]
}

// Flames are the burning cells.
func (w *World) Flames() []ouro.Cell { return w.flames }

// Burning is the number of ticks for which c will burn, 0 if it does not.
func (w *World) Burning(c ouro.Cell) int { return int(w.burn[c]) }

// SnakeOn is the snake on c, also a stunned one, or -1.
func (w *World) SnakeOn(c ouro.Cell) int { return int(w.owner[c]) }

// HasBomb tells whether there is a bomb on c.
func (w *World) HasBomb(c ouro.Cell) bool { return w.bombOn[c] }

// Walkable tells whether a hunter may step to c.
func (w *World) Walkable(c ouro.Cell) bool {
	return w.Terrain(c) == ouro.Open && !w.bombOn[c] && w.owner[c] == noSnake
}
