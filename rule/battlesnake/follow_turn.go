package battlesnake

import (
	"fmt"
	"slices"

	"ouro"
)

// follow brings to s, a position after a Step, what the map brings in a turn, as
// far as chance may have it like that.
type follow func(f *Follower, s, seen *ouro.State) error

// Turn makes of s, the position after a Step, the one after the Spawn, where
// chance falls as seen shows it, in which only food, hazards and what a map does
// to snakes matter. Call it once for each turn from the first on. What s and seen
// do not agree in after it, no chance brings; an error tells what is missing from
// seen without having a place.
func (f *Follower) Turn(s, seen *ouro.State) error {
	c := f.rules.c
	if c.ruleset.shrinks {
		return f.fence(s, seen, true, c.board.follow)
	}
	if c.board.follow == nil {
		return nil
	}
	return c.board.follow(f, s, seen)
}

// Fork is a follower as far as f, to try a turn with.
func (f *Follower) Fork() *Follower {
	fork := *f
	return &fork
}

// inTurn follows one thing after the other.
func inTurn(parts ...follow) follow {
	return func(f *Follower, s, seen *ouro.State) error {
		var first error
		for _, part := range parts {
			if err := part(f, s, seen); err != nil && first == nil {
				first = err
			}
		}
		return first
	}
}

// addFood adds from lo to hi of the food that is seen, on cells that are allowed.
func addFood(s, seen *ouro.State, lo, hi int, allowed func(ouro.Cell) bool) error {
	n := 0
	for _, c := range seen.Food {
		if n < hi && !s.HasFood(c) && allowed(c) {
			s.AddFood(c)
			n++
		}
	}
	if n < lo {
		return fmt.Errorf("%d new food, and the map brings %d", n, lo)
	}
	return nil
}

// followFood follows standardFood, and dryFood where it is dry.
func followFood(dry bool) follow {
	return func(f *Follower, s, seen *ouro.State) error {
		c := f.rules.c
		lo, hi := 0, 0
		switch {
		case len(s.Food) < c.MinFood:
			lo = c.MinFood - len(s.Food)
			hi = lo
		case c.FoodChance > 1: // 1 is never, see Settings
			hi = 1
		}
		p := allPlaces(s)
		p.barHeads(s)
		if dry {
			p.bar(s, s.Hazards)
		}
		room := p.count()
		return addFood(s, seen, min(lo, room), min(hi, room), func(cell ouro.Cell) bool { return p.has(s, cell) })
	}
}

// followRoyale follows the map royale. Where the ruleset has brought its hazards,
// the map draws the same ones again.
func followRoyale(f *Follower, s, seen *ouro.State) error {
	if f.rules.c.ruleset.shrinks {
		return nil
	}
	return f.fence(s, seen, false, nil)
}

// fence closes in like royale, on the side that leads to the hazards that are
// seen once rest has brought those of the map. The ruleset also clears the
// hazards before.
func (f *Follower) fence(s, seen *ouro.State, clears bool, rest follow) error {
	c := f.rules.c
	if f.resumed {
		left := wholeBoard(s.Grid)
		left.shrinkToFree(s)
		f.fences = []box{left}
	}
	tried := []box{wholeBoard(s.Grid)}
	if s.Turn >= c.Shrink {
		if tried = f.fences; s.Turn%c.Shrink == 0 {
			tried = closer(f.fences)
		}
	}
	var kept []box
	var first, fit *ouro.State
	var firstErr, fitErr error
	var after Follower
	for _, b := range tried {
		t, fork := s.Clone(), f.Fork()
		if s.Turn >= c.Shrink || clears {
			t.ClearHazards()
		}
		if s.Turn >= c.Shrink {
			b.surround(t, 0)
		}
		var err error
		if rest != nil {
			err = rest(fork, t, seen)
		}
		if first == nil {
			first, firstErr, after = t, err, *fork
		}
		if sameCells(t.Hazards, seen.Hazards) {
			if kept = append(kept, b); fit == nil {
				fit, fitErr, after = t, err, *fork
			}
		}
	}
	if fit == nil {
		fit, fitErr, kept = first, firstErr, tried
	}
	*s, *f = *fit, after
	f.fences = kept
	return fitErr
}

// closer are the boxes that these may be after one side of each has moved. All
// that have met are as one.
func closer(fences []box) []box {
	var all []box
	for _, b := range fences {
		for side := range 4 {
			next := b.shrunk(side)
			if next.left > next.right || next.bottom > next.top {
				next = box{left: 1, bottom: 1}
			}
			if !slices.Contains(all, next) {
				all = append(all, next)
			}
		}
	}
	return all
}

// followPools follows dryPools.
func followPools(f *Follower, s, seen *ouro.State) error {
	c := f.rules.c
	turn := s.Turn - 1
	if turn == 0 || c.Shrink == 0 || turn%c.Shrink != 0 || len(s.Hazards) == 0 {
		return nil
	}
	gone := s.Hazards[0]
	for _, h := range s.Hazards {
		if seen.Hazard(h) < s.Hazard(h) {
			gone = h
		}
	}
	s.RemoveHazard(gone)
	return nil
}
