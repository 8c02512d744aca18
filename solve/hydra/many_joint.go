package hydra

import (
	"ouro"
	"ouro/sim"
)

// maxAnswers is the number of joint answers that are looked at in a node at most.
const maxAnswers = 32

// answers are joint moves of all enemies.
type answers struct {
	n     int
	first uint8 // goes before the others
	moves [maxAnswers][sim.MaxSnakes]ouro.Dir
}

// at is the i-th of the order in which they are tried.
func (a *answers) at(i int) uint8 {
	switch {
	case i == 0:
		return a.first
	case i <= int(a.first):
		return uint8(i - 1)
	}
	return uint8(i)
}

// choice are the moves of one enemy in an order.
type choice struct {
	seat  uint8
	n     uint8
	dirs  [4]ouro.Dir
	ranks [4]int // that they were ordered by
}

// list finds the joint answers to my move. They depend on the position and the move
// alone.
func (s *pack) list(a *answers, mine uint8) {
	p := s.pos
	var choices [sim.MaxSnakes]choice
	n := 0
	a.n, a.first = 1, 0
	head := p.Next(p.Head(s.me), ouro.Dir(mine))
	for rest := p.Alive() &^ (1 << s.me); rest != 0; rest = rest.Rest() {
		seat := rest.First()
		if moves := p.Moves(seat); moves == 0 {
			a.moves[0][seat] = ouro.Up
		} else {
			choices[n] = s.threaten(seat, moves, head)
			n++
		}
	}
	if s.every {
		s.product(a, choices[:n])
	} else {
		s.zip(a, choices[:n])
	}
}

// zip makes each move of each enemy part of one answer at least, the most
// threatening ones of all together first.
func (s *pack) zip(a *answers, choices []choice) {
	for i := range choices {
		c := &choices[i]
		for a.n < int(c.n) {
			a.moves[a.n] = a.moves[0]
			for j := range choices[:i] {
				a.moves[a.n][choices[j].seat] = choices[j].dirs[choices[j].n-1]
			}
			a.n++
		}
		for k := range a.n {
			a.moves[k][c.seat] = c.dirs[min(k, int(c.n)-1)]
		}
	}
}

// product makes all joint answers, or as many as there is room for.
func (s *pack) product(a *answers, choices []choice) {
	for i := range choices {
		c := &choices[i]
		had := a.n
		for j, d := range c.dirs[:c.n] {
			for k := range had {
				if to := j*had + k; to < maxAnswers {
					a.moves[to] = a.moves[k]
					a.moves[to][c.seat] = d
				}
			}
		}
		a.n = min(maxAnswers, had*int(c.n))
	}
}

// choose lists the moves of an enemy, the most plausible first.
func (s *pack) choose(seat int, moves ouro.DirSet) (c choice) {
	c.seat = uint8(seat)
	rank := &c.ranks
	for d := range ouro.Dir(4) {
		if !moves.Has(d) {
			continue
		}
		r := s.plausible(seat, d)
		i := c.n
		for ; i > 0 && rank[i-1] < r; i-- {
			rank[i], c.dirs[i] = rank[i-1], c.dirs[i-1]
		}
		rank[i], c.dirs[i] = r, d
		c.n++
	}
	return c
}

// plausible ranks a step of an enemy by what is good for itself.
func (s *pack) plausible(seat int, d ouro.Dir) (rank int) {
	p := s.pos
	to := p.Next(p.Head(seat), d)
	exits := 0
	for e := range ouro.Dir(4) {
		if c := p.Next(to, e); c != ouro.NoCell && p.FreeAt(c) <= 2 {
			exits++
		}
	}
	rank = [...]int{-60, -8, 0, 2, 2}[exits]
	if p.Food(to) {
		rank += 6
	}
	rank -= p.Cost(to) - 1
	for rest := p.Alive() &^ (1 << seat); rest != 0; rest = rest.Rest() {
		other := rest.First()
		if s.dist(p.Head(other), to) != 1 {
			continue
		}
		if p.Len(other) >= p.Len(seat) {
			rank -= 20
		} else {
			rank++
		}
	}
	return rank
}

// threaten lists the moves of an enemy, those first that come closest to my head.
func (s *pack) threaten(seat int, moves ouro.DirSet, head ouro.Cell) (c choice) {
	c.seat = uint8(seat)
	at := s.pos.Head(seat)
	for d := range ouro.Dir(4) {
		if !moves.Has(d) {
			continue
		}
		r := s.dist(s.pos.Next(at, d), head)
		i := c.n
		for ; i > 0 && c.ranks[i-1] > r; i-- {
			c.ranks[i], c.dirs[i] = c.ranks[i-1], c.dirs[i-1]
		}
		c.ranks[i], c.dirs[i] = r, d
		c.n++
	}
	return c
}
