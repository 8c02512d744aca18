package doctor

import (
	"context"
	"fmt"

	"ouro"
	"ouro/internal/english"
	"ouro/roster"
	"ouro/rule/battlesnake"
)

// setup is a kind of game. The list setups covers every ruleset, boards of official and other
// sizes, two to eight snakes, and maps with hazards.
type setup struct {
	rules        string
	w, h, snakes int
}

var setups = []setup{
	{"standard", 11, 11, 4},
	{"wrapped", 11, 11, 4},
	{"royale:map=royale,shrink=5", 11, 11, 4},
	{"constrictor", 11, 11, 2},
	{"solo", 7, 7, 1},
	{"wrapped_constrictor", 11, 11, 4},
	{"standard", 7, 7, 2},
	{"standard:map=hz_columns", 11, 11, 2},
	{"standard", 19, 19, 8},
	{"wrapped:map=hz_rings", 11, 11, 3},
	{"royale:shrink=3", 7, 7, 2},
	{"standard:map=hz_islands_bridges", 11, 11, 4},
	{"constrictor", 7, 7, 4},
	{"standard:map=healing_pools,damage=-8,shrink=10", 11, 11, 2},
	{"wrapped", 7, 7, 2},
	{"standard:map=snail_mode", 11, 11, 4},
	{"standard", 25, 25, 8},
	{"standard:map=arcade_maze", 19, 21, 4},
	{"solo:map=sinkholes,shrink=10", 11, 11, 1},
	{"standard:map=hz_hazard_pits,shrink=5", 11, 11, 4},
}

// fastSolvers lists the solvers that play the games in turn. They are weak, so critical positions
// are frequent.
var fastSolvers = []string{"greedy", "random", "hungry", "floodfill", "coward"}

// maxTurns is the maximum number of turns of a game. maxEffort is the maximum product of a game's
// turns, snakes and cells; it limits the computing time on large boards.
const (
	maxTurns  = 120
	maxEffort = 150_000
)

// scene is a position from which the doctor plays.
type scene struct {
	game      ouro.GameSpec
	rules     ouro.Rules
	dice      ouro.Dice
	seats     []ouro.Solver
	state     *ouro.State
	seat      int // seat of the examined snake
	situation int // index in situations
}

// scenes deals an endless sequence of scenes, which depends only on the seed.
type scenes struct {
	seed  uint64
	next  int
	taken [16]int // scenes dealt, by situation
}

// deal returns the next scene. It uses the setups in turn. From each game it takes a position in
// the situation that it has dealt least often so far.
func (d *scenes) deal(ctx context.Context) (*scene, error) {
	kind := setups[d.next%len(setups)]
	seed := ouro.GameSeed(d.seed, d.next)
	d.next++
	sc, err := kind.begin(seed)
	if err != nil {
		return nil, err
	}
	found, err := sc.findPositions(ctx, ouro.NewPCG(seed))
	if err != nil {
		return nil, err
	}
	best := -1
	for i := range found {
		if found[i].state != nil && (best < 0 || d.taken[i] < d.taken[best]) {
			best = i
		}
	}
	d.taken[best]++ // best is valid: every game has a start
	sc.state, sc.seat, sc.situation = found[best].state, found[best].seat, best
	if change := situations[best].make; change != nil {
		change(sc.state, sc.seat)
	}
	return sc, nil
}

func (k setup) begin(seed uint64) (*scene, error) {
	rules, err := ouro.ParseSpec(k.rules)
	if err != nil {
		return nil, err
	}
	sc := &scene{game: ouro.GameSpec{Rules: rules, W: k.w, H: k.h, StartLength: battlesnake.StartLength, Snakes: k.snakes}}
	deal, err := roster.Deal(sc.game, seed)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", k.rules, err)
	}
	sc.rules, sc.dice, sc.state = deal.Rules, deal.Dice, deal.Start
	for seat := range k.snakes {
		name := fastSolvers[(uint64(seat)+seed)%uint64(len(fastSolvers))]
		solver, err := roster.Make(ouro.Spec{Name: name}, ouro.Setup{Rules: deal.Rules, Start: deal.Start, Seat: seat, Seed: ouro.SolverSeed(seed, seat)})
		if err != nil {
			return nil, err
		}
		sc.seats = append(sc.seats, solver)
	}
	return sc, nil
}

// spot is the position chosen for a situation. seen is the number of positions that fit the
// situation.
type spot struct {
	state *ouro.State
	seat  int
	seen  int
}

// findPositions plays the game. For each situation, it chooses one of the fitting positions at
// random.
func (sc *scene) findPositions(ctx context.Context, dice ouro.Dice) ([]spot, error) {
	found := make([]spot, len(situations))
	s := sc.state
	sc.rules.Spawn(s, sc.dice)
	for range min(maxTurns, maxEffort/(s.Grid.Size()*len(s.Snakes))) {
		if _, over := sc.rules.Over(s); over {
			break
		}
		for seat := range s.Snakes {
			if s.Snakes[seat].Cause != ouro.Alive {
				continue
			}
			f := fates(s, seat)
			for i := range situations {
				if !situations[i].fits(s, seat, f) {
					continue
				}
				if found[i].seen++; dice.Roll(found[i].seen) == 0 {
					found[i].state, found[i].seat = s.Clone(), seat
				}
			}
		}
		if err := sc.step(ctx, s, ouro.NoSeat, 0); err != nil {
			return nil, err
		}
	}
	return found, nil
}

// step makes a joint move. If forcedSeat is a seat, its snake moves in the direction dir; the
// solvers choose the other moves.
func (sc *scene) step(ctx context.Context, s *ouro.State, forcedSeat int, dir ouro.Dir) error {
	joint := make([]ouro.Dir, len(s.Snakes))
	for seat := range s.Snakes {
		switch {
		case s.Snakes[seat].Cause != ouro.Alive:
		case seat == forcedSeat:
			joint[seat] = dir
		default:
			d, err := sc.seats[seat].Decide(ctx, ouro.Turn{State: s, Seat: seat})
			if err != nil {
				return err
			}
			joint[seat] = d.Dir
		}
	}
	sc.rules.Step(s, joint)
	sc.rules.Spawn(s, sc.dice)
	return nil
}

func (sc *scene) title() string {
	return fmt.Sprintf("%s on %dx%d, %s", sc.game.Rules, sc.game.W, sc.game.H, english.Count(sc.game.Snakes, "snake"))
}

// situation is a kind of position that is difficult for a snake in one way, such as "one way out".
type situation struct {
	name string
	fits func(s *ouro.State, seat int, f [4]fate) bool
	// make, unless nil, adds the difficulty to a position that fits.
	make func(s *ouro.State, seat int)
}

// situations lists the kinds of positions. A position can be of several kinds.
var situations = []situation{
	{name: "the start of a game", fits: func(s *ouro.State, _ int, _ [4]fate) bool { return s.Turn == 0 }},
	{name: "one way out", fits: func(s *ouro.State, _ int, f [4]fate) bool {
		return s.Turn > 0 && count(f, fate.lives) == 1 && count(f, fate.dies) == 3
	}},
	{name: "a cell that another head can reach", fits: func(_ *ouro.State, _ int, f [4]fate) bool {
		return count(f, fate.lives) > 0 && count(f, func(f fate) bool { return f.maybe && !f.sure && f.cause == ouro.HeadOn }) > 0
	}},
	{name: "a tail that moves away", fits: func(s *ouro.State, seat int, f [4]fate) bool {
		return s.Turn > 2 && count(f, fate.lives) <= 2 && hasNeighbour(s, seat, func(d ouro.Dir, c ouro.Cell) bool { return f[d].lives() && s.Segments(c) == 1 })
	}},
	{name: "a tail that stays", fits: func(s *ouro.State, seat int, f [4]fate) bool {
		return s.Turn > 2 && count(f, fate.lives) > 0 && hasNeighbour(s, seat, func(d ouro.Dir, c ouro.Cell) bool {
			return f[d].dies() && c != ouro.NoCell && s.Segments(c) > 1
		})
	}},
	{
		name: "health 1, with food beside the head",
		fits: func(s *ouro.State, seat int, f [4]fate) bool {
			food := hasNeighbour(s, seat, func(d ouro.Dir, c ouro.Cell) bool { return f[d].lives() && s.HasFood(c) })
			none := hasNeighbour(s, seat, func(d ouro.Dir, c ouro.Cell) bool { return f[d].lives() && !s.HasFood(c) && s.Hazard(c) == 0 })
			return !s.AlwaysGrow && food && none
		},
		make: func(s *ouro.State, seat int) { setHealth(s, seat, 1) },
	},
	{
		name: "a hazard that would kill",
		fits: func(s *ouro.State, seat int, f [4]fate) bool {
			clear := hasNeighbour(s, seat, func(d ouro.Dir, c ouro.Cell) bool { return f[d].lives() && s.Hazard(c) == 0 })
			return clear && deadlyAt(s, seat, f) > 1
		},
		make: func(s *ouro.State, seat int) { setHealth(s, seat, deadlyAt(s, seat, fates(s, seat))) },
	},
	{name: "an edge that is joined to the opposite one", fits: func(s *ouro.State, seat int, f [4]fate) bool {
		head := s.Snakes[seat].Body.Head()
		return s.Grid.Wraps && s.Turn > 0 && hasNeighbour(s, seat, func(d ouro.Dir, c ouro.Cell) bool {
			return f[d].lives() && across(s.Grid, head, c) && count(f, fate.lives) <= 2
		})
	}},
	{name: "no way out", fits: func(_ *ouro.State, _ int, f [4]fate) bool { return count(f, fate.dies) == 4 }},
	{name: "the middle of a game", fits: func(s *ouro.State, _ int, _ [4]fate) bool { return s.Turn > 3 }},
}

func count(all [4]fate, accept func(fate) bool) (n int) {
	for _, f := range all {
		if accept(f) {
			n++
		}
	}
	return n
}

// hasNeighbour reports whether accept returns true for any neighbour of the head.
func hasNeighbour(s *ouro.State, seat int, accept func(d ouro.Dir, c ouro.Cell) bool) bool {
	for d, c := range s.Grid.Neighbours(s.Snakes[seat].Body.Head()) {
		if c != ouro.NoCell && accept(ouro.Dir(d), c) {
			return true
		}
	}
	return false
}

// across reports whether a move from a to c crosses the edge of the board.
func across(g *ouro.Grid, a, c ouro.Cell) bool {
	ax, ay := g.XY(a)
	cx, cy := g.XY(c)
	return max(ax, cx)-min(ax, cx) > 1 || max(ay, cy)-min(ay, cy) > 1
}

// deadlyAt returns a health at which a step onto a hazard beside the head kills, or 0 if the snake
// can reach no hazard.
func deadlyAt(s *ouro.State, seat int, f [4]fate) (health int) {
	hasNeighbour(s, seat, func(d ouro.Dir, c ouro.Cell) bool {
		if damage := s.Hazard(c) * s.HazardDamage; f[d].lives() && !s.HasFood(c) && damage > 0 && damage < fullHealth {
			health = damage
		}
		return health > 0
	})
	return health
}

const fullHealth = 100

func setHealth(s *ouro.State, seat, health int) {
	s.Snakes[seat].Health, s.Snakes[seat].Hunger = health, fullHealth-health
}
