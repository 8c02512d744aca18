package hunter

import (
	"errors"
	"fmt"
	"slices"

	"ouro"
	"ouro/field"
	"ouro/play"
)

type Phase uint8

const (
	Playing  Phase = iota
	Cleared        // a level was won; the next one starts soon
	TimedOut       // time ran out; the level starts again soon
	Won            // all levels were won
	Lost           // no hunter has a life left
)

var phaseNames = [...]string{"playing", "cleared", "timed-out", "won", "lost"}

// String returns the name of the phase in records and JSON.
func (p Phase) String() string { return enumText(phaseNames[:], p, "Phase") }

func (p Phase) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

func (p *Phase) UnmarshalText(text []byte) error {
	i := slices.Index(phaseNames[:], string(text))
	if i < 0 {
		return fmt.Errorf("unknown phase %q", text)
	}
	*p = Phase(i)
	return nil
}

const (
	noHunter = -1
	noSnake  = -1
)

type HunterState uint8

const (
	Active HunterState = iota
	Down               // has lost a life, and returns in Wait ticks
	Out                // has lost the last life
)

type Hunter struct {
	Cell   ouro.Cell // current or last cell
	State  HunterState
	Lives  int // lives left, including the current one
	Wait   int // ticks until the next step is possible, or until the return
	Shield int // ticks for which the shield lasts
	Score  int
	Kills  int
}

type SnakeState uint8

const (
	Alive SnakeState = iota
	Stunned
	Dead
)

type Snake struct {
	Body  *ouro.Body // read-only; a stunned snake has only the cell of its figure, a dead one its last cells
	State SnakeState
	Wait  int // ticks until the snake's next step, or until the figure wakes
	Hurt  int // ticks for which flames do not harm the snake

	view   *ouro.State // what the solver sees, with the body in seat 0
	solver *play.Asker // nil if the Maker failed
}

type Bomb struct {
	Cell  ouro.Cell
	Owner int // hunter that laid the bomb
	Fuse  int // ticks until the bomb explodes
}

// Input is the action of a hunter in one tick. The zero Input does nothing.
type Input struct {
	Bomb bool     // whether the hunter lays a bomb, before the step
	Go   bool     // whether the hunter makes a step in direction Dir
	Dir  ouro.Dir // ignored without Go
}

func Walk(d ouro.Dir) Input { return Input{Go: true, Dir: d} }

// World is a game in progress. Results of its methods are read-only and valid until the next Step.
// A World is not safe for concurrent use.
type World struct {
	cfg  Config
	dice *ouro.PCG

	tick   int
	starts int // number of starts of levels so far
	number int // index of the level
	phase  Phase
	left   int // ticks until the time runs out, or until the break ends
	bonus  int // points of the team for levels
	faults int
	events []Event
	inputs []Input // nil unless Config.Keep
	checks []uint64

	hunters []Hunter
	snakes  []Snake
	bombs   []Bomb

	// The level, by Cell.
	grid   *ouro.Grid
	ground []ouro.Terrain
	owner  []int8 // the snake on the cell, or noSnake
	bombOn []bool
	burn   []uint8 // ticks for which the cell will burn
	burnBy []int8  // owner of the bomb whose flame burns on the cell
	flames []ouro.Cell

	// Scratch memory.
	lit     []int // indices of the bombs that explode
	hit     []ouro.Cell
	heads   []ouro.Cell
	blocked []bool
	reach   *field.Field
	shelter *shelter
}

// New starts a game. It returns an error if the Config is invalid or a solver of the first level
// cannot be made. The caller must Close the World.
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

// Close closes the solvers. The World can still be read.
func (w *World) Close() error {
	var errs []error
	for i := range w.snakes {
		if s := &w.snakes[i]; s.solver != nil {
			errs = append(errs, s.solver.Close())
			s.solver = nil
		}
	}
	return errors.Join(errs...)
}

// startLevel sets up the level w.number. A snake whose solver cannot be made moves without a solver,
// and the error says why.
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
		w.show(l.Snakes[i], ouro.Wall, i)
		w.owner[l.Snakes[i]] = int8(i)
	}
	for i := range w.snakes {
		errs = errors.Join(errs, w.makeSolver(i))
	}
	w.starts++
	w.emitCount(LevelStarted, w.number+1)
	return errs
}

// SnakeCount returns the number of snakes at the start of the level.
func (w *World) SnakeCount() int {
	if w.cfg.Snakes > 0 {
		return w.cfg.Snakes
	}
	return w.Level().Count
}

func (w *World) Tick() int { return w.tick }

func (w *World) Phase() Phase { return w.phase }

func (w *World) Over() bool { return w.phase == Won || w.phase == Lost }

// TicksLeft returns the ticks until the time of the level runs out or, in a break, until the break
// ends.
func (w *World) TicksLeft() int { return w.left }

func (w *World) Level() *Level { return w.cfg.Levels[w.number] }

// LevelNumber returns the number of the level, counted from 1.
func (w *World) LevelNumber() int { return w.number + 1 }

// Score returns the points of the hunters and of the team.
func (w *World) Score() int {
	score := w.bonus
	for h := range w.hunters {
		score += w.hunters[h].Score
	}
	return score
}

// Faults returns the number of decisions for which a solver failed.
func (w *World) Faults() int { return w.faults }

// Events returns the events of the last Step, in order. Before the first Step, it returns the events
// of New.
func (w *World) Events() []Event { return w.events }

// Hunters returns all hunters, even those that are Out.
func (w *World) Hunters() []Hunter { return w.hunters }

// Snakes returns all snakes of the level, even dead ones.
func (w *World) Snakes() []Snake { return w.snakes }

// Bombs returns the bombs that have not exploded, the oldest first.
func (w *World) Bombs() []Bomb { return w.bombs }

func (w *World) Grid() *ouro.Grid { return w.grid }

// Terrain returns the terrain of c now. NoCell is a Wall.
func (w *World) Terrain(c ouro.Cell) ouro.Terrain {
	if c == ouro.NoCell {
		return ouro.Wall
	}
	return w.ground[c]
}

func (w *World) Flames() []ouro.Cell { return w.flames }

// Burning returns the number of ticks for which c will burn, or 0.
func (w *World) Burning(c ouro.Cell) int { return int(w.burn[c]) }

// SnakeOn returns the index of the snake on c, alive or stunned, or -1.
func (w *World) SnakeOn(c ouro.Cell) int { return int(w.owner[c]) }

// Walkable reports whether a hunter can walk onto c: floor without a bomb and without a snake.
func (w *World) Walkable(c ouro.Cell) bool {
	return w.Terrain(c) == ouro.Open && !w.bombOn[c] && w.owner[c] == noSnake
}

// Hash returns a 64-bit digest of the whole position, without the states of dice and solvers.
// Records depend on it, so it is the same on every machine and in every version.
func (w *World) Hash() uint64 {
	h := ouro.Mix(uint64(w.tick), uint64(w.number)<<40|uint64(w.phase)<<32|uint64(w.left))
	h = ouro.Mix(h, uint64(w.bonus)<<32|uint64(w.faults)<<8|uint64(w.starts))
	for i := range w.hunters {
		p := &w.hunters[i]
		h = ouro.Mix(h, uint64(p.Cell)<<32|uint64(p.State)<<24|uint64(p.Lives)<<16|uint64(p.Wait)<<8|uint64(p.Shield))
		h = ouro.Mix(h, uint64(p.Score)<<16|uint64(p.Kills))
	}
	for i := range w.snakes {
		s := &w.snakes[i]
		h = ouro.Mix(h, uint64(s.Body.Len())<<32|uint64(s.State)<<24|uint64(s.Wait)<<8|uint64(s.Hurt))
		for k := range s.Body.Len() {
			h = ouro.Mix(h, uint64(s.Body.At(k)))
		}
	}
	for _, b := range w.bombs {
		h = ouro.Mix(h, uint64(b.Cell)<<16|uint64(b.Owner)<<8|uint64(b.Fuse))
	}
	for c, t := range w.ground {
		if v := uint64(t) | uint64(w.burn[c])<<8; v != 0 {
			h = ouro.Mix(h, uint64(c)<<16|v)
		}
		if w.burn[c] > 0 {
			h = ouro.Mix(h, uint64(w.burnBy[c]))
		}
	}
	return h
}
