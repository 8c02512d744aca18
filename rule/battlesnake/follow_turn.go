package battlesnake

import (
	"fmt"
	"slices"

	"ouro"
)

// follow applies to s, a position after a Step, what the map does in a turn, with the
// random results that seen shows, if they are possible.
type follow func(f *Follower, s, seen *ouro.State) error

// Turn makes s, a position after a Step, the position after the Spawn. Random results are
// those of seen, the observed position after the turn. Only food, hazards and what a map
// does to snakes are read from seen. Call Turn once for each turn from the first on. If s
// and seen differ after it, chance cannot have produced seen; an error reports what seen
// lacks on no particular cell.
func (f *Follower) Turn(s, seen *ouro.State) error {
	c := f.rules.c
	if c.ruleset.shrinks {
		return f.followShrinking(s, seen, true, c.board.follow)
	}
	if c.board.follow == nil {
		return nil
	}
	return c.board.follow(f, s, seen)
}

// Fork returns a copy of f, for trying a turn.
func (f *Follower) Fork() *Follower {
	fork := *f
	return &fork
}

// sequence runs each part and returns the first error.
func sequence(parts ...follow) follow {
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

// addFood adds the new food of seen, from lo to hi pieces, on allowed cells.
func addFood(s, seen *ouro.State, lo, hi int, allowed func(ouro.Cell) bool) error {
	n := 0
	for _, c := range seen.Food {
		if n < hi && !s.HasFood(c) && allowed(c) {
			s.AddFood(c)
			n++
		}
	}
	if n < lo {
		return fmt.Errorf("%d new food, want %d", n, lo)
	}
	return nil
}

// followFood is the follow of standardFood, or of dryFood.
func followFood(dry bool) follow {
	return func(f *Follower, s, seen *ouro.State) error {
		c := f.rules.c
		lo, hi := 0, 0
		switch {
		case len(s.Food) < c.MinFood:
			lo = c.MinFood - len(s.Food)
			hi = lo
		case c.FoodChance > 1: // 1 means never, see Settings
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

// followRoyale is the follow of closeIn: under the ruleset royale, the ruleset has already
// drawn the hazards.
func followRoyale(f *Follower, s, seen *ouro.State) error {
	if f.rules.c.ruleset.shrinks {
		return nil
	}
	return f.followShrinking(s, seen, false, nil)
}

// followShrinking follows shrinkRoyale. It moves the side that leads to the observed
// hazards, after rest has added the hazards of the map. clears removes earlier hazards, as
// the ruleset does.
func (f *Follower) followShrinking(s, seen *ouro.State, clears bool, rest follow) error {
	c := f.rules.c
	if f.resumed {
		left := wholeBoard(s.Grid)
		left.shrinkToFree(s)
		f.safeBoxes = []box{left}
	}
	candidates := []box{wholeBoard(s.Grid)}
	if s.Turn >= c.Shrink {
		if candidates = f.safeBoxes; s.Turn%c.Shrink == 0 {
			candidates = shrunkBoxes(f.safeBoxes)
		}
	}
	var kept []box
	var first, fit *ouro.State
	var firstErr, fitErr error
	var after Follower
	for _, b := range candidates {
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
		fit, fitErr, kept = first, firstErr, candidates
	}
	*s, *f = *fit, after
	f.safeBoxes = kept
	return fitErr
}

// shrunkBoxes returns the boxes that result when one side of a box moves inwards. All boxes
// whose sides have met count as one.
func shrunkBoxes(boxes []box) []box {
	var all []box
	for _, b := range boxes {
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
