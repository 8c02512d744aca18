package sparring

import (
	"fmt"

	"ouro"
	"ouro/search"
	"ouro/sim"
)

// step has the measurements of one direction.
type step struct {
	dir       ouro.Dir
	cell      ouro.Cell
	contested bool // the head of a snake that is not shorter may enter it too
	measured  bool // the budget was enough for what follows
	room      int  // reachable cells, with tails that leave in time
	food      int  // moves to the nearest food, and
	meal      ouro.Cell
	won       int // moves to the nearest food that no other snake reaches first, and
	wonMeal   ouro.Cell
	tail      int // moves to the own tail
}

// far is the distance of what cannot be reached: more than any path, and small enough for sums.
const far = 1 << 12

// scout measures the steps of one snake. Its memory is reused on every turn.
type scout struct {
	p     *sim.Position
	area  *sim.Area
	race  *sim.Area // the snake that reaches each cell first
	share []int
	foods []ouro.Cell

	// The present turn.
	seat    int
	length  int
	health  int
	starves bool // the rules have health; otherwise snakes always want food
	longest int  // length of the longest other snake
	steps   [4]step
	n       int // number of steps
}

// fits returns an error for games of too many snakes.
func fits(start *ouro.State) error {
	if n := len(start.Snakes); n > sim.MaxSnakes {
		return fmt.Errorf("a game of %d snakes: want at most %d", n, sim.MaxSnakes)
	}
	return nil
}

func newScout(start *ouro.State) *scout {
	g := start.Grid
	return &scout{
		p:     sim.New(start),
		area:  sim.NewArea(g),
		race:  sim.NewArea(g),
		share: make([]int, sim.MaxSnakes),
		foods: make([]ouro.Cell, 0, g.Size()),
	}
}

// load loads a turn and returns the directions to consider: those that are not certainly fatal,
// or else any that the State allows, or else, for a trapped snake, those onto another's body,
// whose owner may die first.
func (s *scout) load(t ouro.Turn) ouro.DirSet {
	s.p.Load(t.State)
	s.seat, s.length, s.health = t.Seat, s.p.Len(t.Seat), s.p.Health(t.Seat)
	s.starves = t.Snake().Health > 0 && !t.State.AlwaysGrow
	legal, moves := t.State.Legal(t.Seat), s.p.Moves(t.Seat)
	for _, set := range []ouro.DirSet{legal & moves, legal, moves} {
		if set != 0 {
			return set
		}
	}
	var last ouro.DirSet
	for _, d := range ouro.Dirs {
		if c := s.p.Next(s.p.Head(s.seat), d); c != ouro.NoCell && s.p.Owner(c) != ouro.NoSeat && s.p.Owner(c) != s.seat {
			last |= 1 << d
		}
	}
	if last == 0 {
		last = 1 << ouro.Up
	}
	return last
}

// measure measures the steps of these directions as far as the budget allows. A node is a cell
// that a flood fill reaches.
func (s *scout) measure(dirs ouro.DirSet, m *search.Meter) {
	p, size := s.p, s.p.Grid().Size()
	s.longest = 0
	for rest := p.Alive() &^ (1 << s.seat); rest != 0; rest = rest.Rest() {
		s.longest = max(s.longest, p.Len(rest.First()))
	}
	s.foods = p.AppendFood(s.foods[:0])
	raced, alone := true, p.Alive().Len() == 1 // alone it wins every race
	if !alone {
		if raced = m.Allow(size); raced {
			s.race.Territory(p, s.share[:p.Seats()])
			m.Add(size)
		}
	}
	contested := p.Contested(s.seat)
	s.n = dirs.Len()
	for i := range s.n {
		st := &s.steps[i]
		d := dirs.At(i)
		*st = step{
			dir: d, cell: p.Next(p.Head(s.seat), d), contested: contested.Has(d),
			food: far, meal: ouro.NoCell, won: far, wonMeal: ouro.NoCell, tail: far,
		}
		if !raced || st.cell == ouro.NoCell || !m.Allow(size) {
			continue
		}
		st.measured = true
		st.room = s.area.Room(p, st.cell, size)
		m.Add(st.room)
		for _, c := range s.foods {
			dist := s.area.Dist(c)
			if dist < 0 {
				continue
			}
			if dist < st.food {
				st.food, st.meal = dist, c
			}
			if dist < st.won && (alone || s.race.Owner(c) == s.seat) {
				st.won, st.wonMeal = dist, c
			}
		}
		if dist := s.area.Dist(p.Tail(s.seat)); dist >= 0 {
			st.tail = dist
		}
	}
}

// apart returns the distance from c to the nearest head of another snake that is not shorter, or
// far without one.
func (s *scout) apart(c ouro.Cell) int {
	nearest := far
	for rest := s.p.Alive() &^ (1 << s.seat); rest != 0; rest = rest.Rest() {
		if rival := rest.First(); s.p.Len(rival) >= s.length {
			nearest = min(nearest, s.p.Grid().Distance(s.p.Head(rival), c))
		}
	}
	return nearest
}

// nearest returns the number of moves to the nearest food by any step.
func (s *scout) nearest() int {
	moves := far
	for _, st := range s.steps[:s.n] {
		moves = min(moves, st.food)
	}
	return moves
}

// reserve is the health that a snake wants to have left at its food, as others may eat it first.
const reserve = 12

// urgent reports whether the snake must go for food now.
func (s *scout) urgent() bool {
	return s.starves && s.nearest() < far && s.health <= s.nearest()+reserve
}
