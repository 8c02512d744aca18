package env

import (
	"fmt"

	"ouro"
	"ouro/play"
)

// board is one board: its game, and the figures from before a move that are needed for rewards.
type board struct {
	deal     play.Deal
	state    *ouro.State
	sequence GameSequence // selects the next game
	game     uint64       // number of the current game
	over     bool

	joint     []ouro.Dir    // moves by snake
	opponents []*play.Asker // the solvers of the last snakes
	before    []beforeMove  // by seat
	sum       []float32     // sum of the rewards in this game, by seat

	// Food, hazards and the number of edible walls as they were last painted.
	food, hazards []ouro.Cell
	hedges        int

	reach   reach
	history *history // nil unless games are recorded
}

// beforeMove has figures of a snake: some from before a move, and some about the move.
type beforeMove struct {
	alive  bool // whether the snake was alive before the move
	length int  // length before the move
	near   int  // steps to the nearest meal before the move, or -1
	fed    bool // whether the snake ate in the move
	closer int  // decrease of the steps to the nearest meal
}

var errNoGame = fmt.Errorf("no game can begin: all %d dealt games are over before the first move", maxDeals)

// maxDeals is the maximum number of games that start deals until one can be played.
const maxDeals = 1000

// start starts the next game of a board. It skips games that cannot be dealt, and games that are
// over before the first move.
func (v *Vec) start(i int) error {
	b := &v.boards[i]
	var last error
	for range maxDeals {
		b.game = b.sequence.Game
		if b.sequence.Game += b.sequence.Stride; b.sequence.Game > MaxGame {
			b.sequence.Game %= MaxGame
		}
		seed := ouro.GameSeed(b.sequence.Seed, int(b.game))
		if last = v.dealer(&b.deal, seed); last != nil {
			continue
		}
		b.state = b.deal.Start
		if len(v.cfg.Opponents) > 0 {
			if err := v.seatOpponents(b, b.state.Clone(), seed); err != nil {
				return err
			}
		}
		if !b.deal.Spawned {
			b.deal.Rules.Spawn(b.state, b.deal.Dice)
		}
		if _, over := b.deal.Rules.Over(b.state); over {
			continue
		}
		if b.history != nil {
			b.history.begin(b.state, seed)
		}
		b.over = false
		clear(b.sum)
		v.paint.drawFirst(i, b)
		v.mask(i, b)
		return nil
	}
	if last == nil {
		last = errNoGame
	}
	return last
}

// mask writes the legal moves of a board.
func (v *Vec) mask(i int, b *board) {
	masks := v.masks[i*v.seats*4:][:v.seats*4]
	for seat := range v.seats {
		var legal ouro.DirSet
		if !b.over && b.state.Snakes[seat].Cause == ouro.Alive {
			legal = b.state.Legal(seat)
		}
		*(*[4]uint8)(masks[seat*4:]) = maskOf[legal&15]
	}
}

// maskOf has four bytes for each set of directions: 1 if the set contains the direction, else 0.
var maskOf = func() (all [16][4]uint8) {
	for set := range all {
		for d := range ouro.Dirs {
			all[set][d] = uint8(set >> d & 1)
		}
	}
	return all
}()

// showStart writes the results for a board whose game has just begun.
func (v *Vec) showStart(i int) {
	b := &v.boards[i]
	for seat := range v.seats {
		k := i*v.seats + seat
		v.rewards[k], v.returns[k], v.terminated[k], v.truncated[k] = 0, 0, 0, 0
		v.lengths[k] = uint16(b.state.Snakes[seat].Body.Len())
	}
	v.over[i], v.ending[i], v.turn[i], v.game[i] = 0, uint8(ouro.Unfinished), uint32(b.state.Turn), b.game
}

// step makes the joint move of one board. If the board's game is over, step starts the next game or
// does nothing, depending on Autoreset.
func (v *Vec) step(i int) error {
	b := &v.boards[i]
	if b.over {
		if v.cfg.Autoreset == NextStep {
			if err := v.start(i); err != nil {
				return err
			}
			v.showStart(i)
		} else {
			clear(v.rewards[i*v.seats:][:v.seats])
		}
		return nil
	}
	v.prepare(i, b)
	if len(b.opponents) > 0 {
		v.decide(b)
	}
	v.paint.erase(i, b)
	b.deal.Rules.Step(b.state, b.joint)
	v.recordMeals(b)
	b.deal.Rules.Spawn(b.state, b.deal.Dice)
	v.reward(i, b)
	v.paint.paint(i, b)
	if b.history != nil {
		b.history.add(b.state, b.joint)
	}
	if b.over && v.cfg.Autoreset == SameStep {
		v.paint.keep(i)
		return v.start(i)
	}
	v.mask(i, b)
	return nil
}

// prepare reads the actions, and records the figures from before the move that are needed for
// rewards.
func (v *Vec) prepare(i int, b *board) {
	actions := v.actions[i*v.seats:][:v.seats]
	for seat := range v.seats {
		sn := &b.state.Snakes[seat]
		m := &b.before[seat]
		*m = beforeMove{alive: sn.Cause == ouro.Alive, near: -1}
		b.joint[seat] = ouro.NoDir
		if !m.alive {
			continue
		}
		b.joint[seat] = ouro.Dir(actions[seat] & 3) // &3, because a client that shares the memory can change the action after the check
		m.length = sn.Body.Len()
		if v.shaped {
			m.near = v.nearest(b, sn.Body.Head())
		}
	}
}

// recordMeals records which snakes ate, and how much closer each snake came to the nearest meal.
// Call it before new food appears.
func (v *Vec) recordMeals(b *board) {
	for seat := range v.seats {
		sn := &b.state.Snakes[seat]
		m := &b.before[seat]
		if !m.alive {
			continue
		}
		m.fed = sn.Hunger == 0 && (sn.Cause == ouro.Alive || sn.Body.Len() > m.length)
		if m.near < 0 {
			continue
		}
		near := 0
		if !m.fed {
			near = v.nearest(b, sn.Body.Head())
		}
		if near >= 0 {
			m.closer = m.near - near
		}
	}
}

// nearest returns the distance from a cell to the nearest meal in the position before the move,
// ignoring walls and bodies. It returns -1 without a meal, and for ouro.NoCell.
func (v *Vec) nearest(b *board, from ouro.Cell) int {
	least := -1
	if from == ouro.NoCell {
		return least
	}
	measure := func(c ouro.Cell) {
		if d := b.state.Grid.Distance(from, c); least < 0 || d < least {
			least = d
		}
	}
	for _, c := range b.food {
		measure(c)
	}
	if b.state.Hedges() > 0 {
		for c := range ouro.Cell(b.state.Grid.Size()) {
			if b.state.Terrain(c) == ouro.Hedge {
				measure(c)
			}
		}
	}
	return least
}

// reward writes the rewards and the other results of a move, and sets b.over.
func (v *Vec) reward(i int, b *board) {
	outcome, over := b.deal.Rules.Over(b.state)
	if len(b.opponents) > 0 {
		outcome, over = v.outcomeOfSeats(b, outcome, over)
	}
	looped := over && outcome.Ending == ouro.Looped
	cut := looped || !over && v.cfg.MaxTurns > 0 && b.state.Turn >= v.cfg.MaxTurns
	b.over = over || cut
	for seat := range v.seats {
		k := i*v.seats + seat
		sn := &b.state.Snakes[seat]
		v.lengths[k] = uint16(sn.Body.Len())
		m := &b.before[seat]
		if !m.alive {
			v.rewards[k] = 0
			continue
		}
		lives := sn.Cause == ouro.Alive
		reward := float32(v.rewardOf(m, lives, seat, outcome))
		b.sum[seat] += reward
		v.rewards[k], v.returns[k] = reward, b.sum[seat]
		v.terminated[k] = flag(!lives || over && !looped)
		v.truncated[k] = flag(lives && cut)
	}
	v.over[i], v.ending[i], v.turn[i], v.game[i] = flag(b.over), uint8(outcome.Ending), uint32(b.state.Turn), b.game
}

func (v *Vec) rewardOf(m *beforeMove, lives bool, seat int, outcome ouro.Outcome) float64 {
	r := &v.cfg.Reward
	sum := r.Turn
	if m.fed {
		sum += r.Meal
	}
	if v.shaped {
		sum += r.Closer * float64(m.closer)
	}
	switch {
	case !lives || outcome.Ending == ouro.Trapped:
		sum += r.Death
	case outcome.Ending == ouro.Won && outcome.Winner == seat:
		sum += r.Win
	case outcome.Ending == ouro.Looped:
		sum += r.Loop
	}
	return sum
}

func flag(condition bool) uint8 {
	if condition {
		return 1
	}
	return 0
}

// Reward defines the rewards; see docs/environments.md. The reward of a step is the sum over all
// events of the snake.
type Reward struct {
	Meal   float64
	Death  float64
	Win    float64
	Loop   float64
	Turn   float64
	Closer float64
}

// DefaultReward returns the default rewards, which are only for meals, death and winning.
func DefaultReward() Reward { return Reward{Meal: 1, Death: -1, Win: 10} }

const maxReward = 1e6

// ParseReward parses "key=value,key=value". Omitted keys have the values of DefaultReward.
func ParseReward(text string) (Reward, error) {
	def := DefaultReward()
	spec := ouro.Spec{Name: "reward"}
	if text != "" {
		var err error
		if spec, err = ouro.ParseSpec("reward:" + text); err != nil {
			return def, fmt.Errorf("reward %q: want KEY=VALUE,KEY=VALUE, e.g. meal=1,turn=-0.01", text)
		}
	}
	o := spec.Options.Read()
	number := func(key string, def float64) float64 { return o.Float(key, def, -maxReward, maxReward) }
	r := Reward{
		Meal: number("meal", def.Meal), Death: number("death", def.Death), Win: number("win", def.Win),
		Loop: number("loop", def.Loop), Turn: number("turn", def.Turn), Closer: number("closer", def.Closer),
	}
	if err := o.Err(); err != nil {
		return def, fmt.Errorf("reward: %w", err)
	}
	return r, nil
}

// String returns the text for ParseReward, with all keys.
func (r Reward) String() string {
	return fmt.Sprintf("meal=%g,death=%g,win=%g,loop=%g,turn=%g,closer=%g", r.Meal, r.Death, r.Win, r.Loop, r.Turn, r.Closer)
}
