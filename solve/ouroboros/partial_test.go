package ouroboros

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"ouro"
	"ouro/rule/classic"
)

// caves returns random boards with walls. Most have no cycle.
func caves(count int) []*ouro.Level {
	var all []*ouro.Level
	for seed := 0; len(all) < count; seed++ {
		rng := rand.New(rand.NewPCG(uint64(seed), 1))
		var text strings.Builder
		w, h := 4+rng.IntN(5), 4+rng.IntN(5)
		for range h {
			for range w {
				text.WriteByte(" X"[min(1, rng.IntN(6)/5)])
			}
			text.WriteByte('\n')
		}
		level, err := ouro.ParseLevel(text.String())
		if err != nil {
			continue // not connected
		}
		all = append(all, level)
	}
	return all
}

// TestCover checks that a ring made for a body contains it in order, and that it visits only
// squares without a wall, each once.
func TestCover(t *testing.T) {
	omitted, found := 0, 0
	for i, level := range caves(60) {
		b, dice := boardOf(level.State()), ouro.NewPCG(uint64(i))
		r, w := newRing(b), newWeaver(newRing(b))
		var like []square
		for range 40 {
			body := wander(r, 1+dice.Roll(len(b.free)-1), dice)
			if len(body) == 2 || !w.cover(body, like, dice) {
				continue
			}
			found++
			omitted += len(b.free) - len(w.woven)
			like = slices.Clone(w.woven)
			if err := checkPartialRing(r, like, body); err != nil {
				t.Fatalf("board\n%v\nbody %v, ring %v: %v", level, body, like, err)
			}
		}
	}
	if found < 400 || omitted == 0 {
		t.Errorf("%d rings, which omit %d squares", found, omitted)
	}
}

// checkPartialRing returns an error unless order is a closed path over different squares, and
// the body lies on it in order with its head at place 0.
func checkPartialRing(r *ring, order, body []square) error {
	place := map[square]int{}
	for i, s := range order {
		if _, twice := place[s]; twice || r.cells[s] == ouro.NoCell {
			return fmt.Errorf("square %d at place %d is a wall or occurs twice", s, i)
		}
		place[s] = i
		if !r.beside(s, order[(i+1)%len(order)]) {
			return fmt.Errorf("the squares at places %d and %d are no neighbours", i, i+1)
		}
	}
	above := len(order)
	for age, s := range body[1:] {
		p, ok := place[s]
		if !ok || p == 0 || p >= above {
			return fmt.Errorf("the segment of age %d is not in order", age+1)
		}
		above = p
	}
	if order[0] != body[0] {
		return fmt.Errorf("the head is not at place 0")
	}
	return nil
}

// playPartial plays a game on the board of level and calls before with each position.
func playPartial(t *testing.T, level *ouro.Level, seed uint64, before func(*partial, *ouro.State)) {
	rules, dice := classic.Rules{}, ouro.GameDice(seed)
	s, err := classic.Start(level, 1, dice)
	if err != nil {
		t.Fatal(err)
	}
	p := newPartial(ouro.Setup{Rules: rules, Start: s, Seed: seed}, options{nodes: 6})
	for {
		rules.Spawn(s, dice)
		if _, over := rules.Over(s); over {
			return
		}
		d, err := p.Decide(t.Context(), ouro.Turn{State: s})
		if err != nil {
			return // no legal move
		}
		before(p, s)
		rules.Step(s, []ouro.Dir{d.Dir})
	}
}

// TestPartialFollowsItsRing: while partial says that a ring carries the snake at the end of its
// path, every step of the path is legal, and then every step of a lap along the ring.
func TestPartialFollowsItsRing(t *testing.T) {
	laps := 0
	for i, level := range caves(30) {
		playPartial(t, level, uint64(i), func(p *partial, s *ouro.State) {
			if !p.kept || p.done != 1 {
				return
			}
			s = s.Clone()
			steps := slices.Concat(p.path[1:], p.ring[1:], p.ring[:1])
			for i, q := range steps {
				c := p.cells[q]
				if !s.Enterable(0, c) {
					t.Fatalf("board\n%v\nstep %d of %v, then %v: cell %d is not free", level, i, p.path, p.ring, c)
				}
				s.Advance(0, c, s.HasFood(c) && i < len(p.path)-1)
			}
			laps++
		})
	}
	if laps < 500 {
		t.Errorf("only %d laps", laps)
	}
}
