package env

import (
	"errors"

	"ouro"
	"ouro/play"
)

// board is one board: a game, and what is known of it from the move before.
type board struct {
	deal   play.Deal
	state  *ouro.State
	ground Ground // of the next game
	game   uint64 // the number of this one
	over   bool

	joint []ouro.Dir
	moved []moved   // by seat
	sum   []float32 // of the rewards, by seat

	// What is on the planes.
	food, hazards []ouro.Cell
	hedges        int
}

// moved is what a move has to do with one snake.
type moved struct {
	alive  bool // before it
	length int  // before it
	near   int  // steps to the nearest meal before it; -1 is none
	fed    bool
	closer int // steps by which that has come closer
}

// errNoGame is returned where every game is over before it has begun.
var errNoGame = errors.New("no game: each that was dealt is over before the first move")

// begun is how many games are looked at for one that begins.
const begun = 1000

// start starts the board's next game. Those that are over before the first move are
// left out.
func (v *Vec) start(i int) error {
	b := &v.boards[i]
	var last error
	for range begun {
		b.game = b.ground.Game
		if b.ground.Game += b.ground.Stride; b.ground.Game > MaxGame {
			b.ground.Game %= MaxGame
		}
		if last = v.dealer(&b.deal, ouro.GameSeed(b.ground.Seed, int(b.game))); last != nil {
			continue
		}
		b.state = b.deal.Start
		if !b.deal.Spawned {
			b.deal.Rules.Spawn(b.state, b.deal.Dice)
		}
		if _, over := b.deal.Rules.Over(b.state); over {
			continue
		}
		b.over = false
		clear(b.sum)
		v.paint.fresh(i, b)
		v.mask(i, b)
		return nil
	}
	if last == nil {
		last = errNoGame
	}
	return last
}

// mask tells the legal moves.
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

// maskOf is a set of directions as four bytes.
var maskOf = func() (all [16][4]uint8) {
	for set := range all {
		for d := range ouro.Dirs {
			all[set][d] = uint8(set >> d & 1)
		}
	}
	return all
}()

// show tells the figures of a game in which nothing has been rewarded.
func (v *Vec) show(i int) {
	b := &v.boards[i]
	for seat := range v.seats {
		at := i*v.seats + seat
		v.rewards[at], v.returns[at], v.terminated[at], v.truncated[at] = 0, 0, 0, 0
		v.lengths[at] = uint16(b.state.Snakes[seat].Body.Len())
	}
	v.over[i], v.ending[i], v.turn[i], v.game[i] = 0, uint8(ouro.Unfinished), uint32(b.state.Turn), b.game
}

// step makes the joint move of one board, or what comes after its end.
func (v *Vec) step(i int) error {
	b := &v.boards[i]
	if b.over {
		if v.cfg.Autoreset == NextStep {
			if err := v.start(i); err != nil {
				return err
			}
			v.show(i)
		} else {
			clear(v.rewards[i*v.seats:][:v.seats])
		}
		return nil
	}
	v.note(i, b)
	v.paint.erase(i, b)
	b.deal.Rules.Step(b.state, b.joint)
	v.meet(b)
	b.deal.Rules.Spawn(b.state, b.deal.Dice)
	v.judge(i, b)
	v.paint.paint(i, b)
	if b.over && v.cfg.Autoreset == SameStep {
		v.paint.keep(i)
		return v.start(i)
	}
	v.mask(i, b)
	return nil
}

// note takes the actions and keeps what the move will change.
func (v *Vec) note(i int, b *board) {
	actions := v.actions[i*v.seats:][:v.seats]
	for seat := range v.seats {
		sn := &b.state.Snakes[seat]
		was := &b.moved[seat]
		*was = moved{alive: sn.Cause == ouro.Alive, near: -1}
		b.joint[seat] = ouro.NoDir
		if !was.alive {
			continue
		}
		b.joint[seat] = ouro.Dir(actions[seat] & 3) // who shares the memory may have changed it since it was checked
		was.length = sn.Body.Len()
		if v.shaped {
			was.near = v.nearest(b, sn.Body.Head())
		}
	}
}

// meet tells which snakes have eaten and come closer to a meal, before chance brings
// others.
func (v *Vec) meet(b *board) {
	for seat := range v.seats {
		sn := &b.state.Snakes[seat]
		m := &b.moved[seat]
		if !m.alive {
			continue
		}
		m.fed = sn.Hunger == 0 && sn.Body.Len() > m.length
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

// nearest is the number of steps to the nearest meal that lay there before the move,
// walls and bodies aside; -1 if there is none, or the snake is off the board.
func (v *Vec) nearest(b *board, from ouro.Cell) int {
	least := -1
	if from == ouro.NoCell {
		return least
	}
	look := func(c ouro.Cell) {
		if d := b.state.Grid.Distance(from, c); least < 0 || d < least {
			least = d
		}
	}
	for _, c := range b.food {
		look(c)
	}
	if b.state.Hedges() > 0 {
		for c := range ouro.Cell(b.state.Grid.Size()) {
			if b.state.Terrain(c) == ouro.Hedge {
				look(c)
			}
		}
	}
	return least
}

// judge tells what the move was worth and what is over.
func (v *Vec) judge(i int, b *board) {
	outcome, over := b.deal.Rules.Over(b.state)
	looped := over && outcome.Ending == ouro.Looped
	cut := looped || !over && v.cfg.MaxTurns > 0 && b.state.Turn >= v.cfg.MaxTurns
	b.over = over || cut
	for seat := range v.seats {
		at := i*v.seats + seat
		sn := &b.state.Snakes[seat]
		v.lengths[at] = uint16(sn.Body.Len())
		m := &b.moved[seat]
		if !m.alive {
			v.rewards[at] = 0
			continue
		}
		lives := sn.Cause == ouro.Alive
		reward := float32(v.worth(m, lives, seat, outcome))
		b.sum[seat] += reward
		v.rewards[at], v.returns[at] = reward, b.sum[seat]
		v.terminated[at] = flag(!lives || over && !looped)
		v.truncated[at] = flag(lives && cut)
	}
	v.over[i], v.ending[i], v.turn[i], v.game[i] = flag(b.over), uint8(outcome.Ending), uint32(b.state.Turn), b.game
}

// worth is the reward of a snake that was alive before the move.
func (v *Vec) worth(m *moved, lives bool, seat int, outcome ouro.Outcome) float64 {
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

func flag(is bool) uint8 {
	if is {
		return 1
	}
	return 0
}
