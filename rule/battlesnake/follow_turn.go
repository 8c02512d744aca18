package battlesnake

import (
	"fmt"
	"slices"

	"ouro"
)

// follow applies the map's changes in a turn to s, a position after a Step. It takes the random
// results from seen, if they are possible.
type follow func(f *Follower, s, seen *ouro.State) error

// Turn changes s from the position after a Step to the position after the Spawn. It takes the
// random results from seen, the observed position after the turn. It reads only the food and the
// hazards of seen, and the properties of snakes that a map changes. Call Turn once for each turn,
// beginning with the first. If s and seen differ afterwards, chance cannot have produced seen. Turn
// returns an error if seen lacks food that the turn must add.
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

// Fork returns a copy of f, with which you can try a turn.
func (f *Follower) Fork() *Follower {
	fork := *f
	return &fork
}

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

// addFood adds at most hi new food of seen that is on allowed cells. It returns an error if it
// finds fewer than lo.
func addFood(s, seen *ouro.State, lo, hi int, allowed func(ouro.Cell) bool) error {
	n := 0
	for _, c := range seen.Food {
		if n < hi && !s.HasFood(c) && allowed(c) {
			s.AddFood(c)
			n++
		}
	}
	if n < lo {
		return fmt.Errorf("%d new food, want at least %d", n, lo)
	}
	return nil
}

func followFood(avoidHazards bool) follow {
	return func(f *Follower, s, seen *ouro.State) error {
		c := f.rules.c
		lo, hi := 0, 0
		switch {
		case len(s.Food) < c.MinFood:
			lo = c.MinFood - len(s.Food)
			hi = lo
		case c.FoodChance > 1: // a FoodChance of 1 means never, see Settings
			hi = 1
		}
		p := freeCells(s)
		p.removeBesideHeads(s)
		if avoidHazards {
			p.removeCells(s, s.Hazards)
		}
		room := p.count()
		return addFood(s, seen, min(lo, room), min(hi, room), func(cell ouro.Cell) bool { return p.has(s, cell) })
	}
}

// followRoyale is the follow of royaleHazards. Under the ruleset royale it does nothing, because
// the ruleset has already drawn the hazards.
func followRoyale(f *Follower, s, seen *ouro.State) error {
	if f.rules.c.ruleset.shrinks {
		return nil
	}
	return f.followShrinking(s, seen, false, nil)
}

// followShrinking is the follow of shrinkRoyale. mapChanges, if set, then applies the map's
// changes. Royale may have moved any side; followShrinking moves one with which the hazards become
// the observed ones. If replacesHazards is set, it removes earlier hazards, as the ruleset does.
func (f *Follower) followShrinking(s, seen *ouro.State, replacesHazards bool, mapChanges follow) error {
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
		if s.Turn >= c.Shrink || replacesHazards {
			t.ClearHazards()
		}
		if s.Turn >= c.Shrink {
			b.surround(t, 0)
		}
		var err error
		if mapChanges != nil {
			err = mapChanges(fork, t, seen)
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

// shrunkBoxes returns all boxes that result from moving one side of a box inwards. Boxes whose
// opposite sides have met count as one.
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

// The maps below spread hazards from a random cell; the first hazard is on this cell. See
// spread.go.

// newHazards returns the layers of hazard that observed has and s lacks.
func newHazards(s, observed *ouro.State) []ouro.Cell {
	var added []ouro.Cell
	for _, c := range observed.Hazards {
		if !slices.Contains(added, c) {
			added = append(added, slices.Repeat([]ouro.Cell{c}, max(0, observed.Hazard(c)-s.Hazard(c)))...)
		}
	}
	return added
}

// spreading returns a function like hazards, which follows hazards that spread from a random cell.
// In a game that started from a given position, the result accepts all observed hazards.
func spreading(hazards follow) follow {
	return func(f *Follower, s, seen *ouro.State) error {
		if !f.resumed {
			return hazards(f, s, seen)
		}
		for _, c := range newHazards(s, seen) {
			s.AddHazard(c)
		}
		return nil
	}
}

// findOrigin sets the origin to the new hazard if there is exactly one and it is in the box. It
// reports whether the origin is known.
func (f *Follower) findOrigin(s, seen *ouro.State, area box) bool {
	if f.hasOrigin {
		return true
	}
	if added := newHazards(s, seen); len(added) == 1 {
		if area.has(s.Grid.XY(added[0])) {
			f.hasOrigin, f.origin, f.hazardBox = true, added[0], boxAround(s.Grid, added)
		}
	}
	return f.hasOrigin
}

// findOriginNearMiddle is findOrigin for origins that nearMiddle draws.
func (f *Follower) findOriginNearMiddle(s, seen *ouro.State, margin int) bool {
	return f.findOrigin(s, seen, box{margin, s.Grid.W - margin, margin, s.Grid.H - margin})
}

func followSpiral(f *Follower, s, seen *ouro.State) error {
	g := s.Grid
	if s.Turn%spiralPeriod != 0 || !f.findOrigin(s, seen, box{g.W * 3 / 10, g.W - 1 - g.W*3/10, g.H * 3 / 10, g.H - 1 - g.H*3/10}) {
		return nil
	}
	addSpiral(s, f.origin)
	return nil
}

// addNewHazard adds the new hazard, if there is exactly one and it is allowed.
func (f *Follower) addNewHazard(s, seen *ouro.State, allowed func(ouro.Cell) bool) {
	added := newHazards(s, seen)
	if len(added) != 1 {
		return
	}
	if c := added[0]; allowed(c) && (s.Hazard(c) == 0 || f.rules.c.ruleset.shrinks) {
		s.AddHazard(c)
	}
}

func followScatter(f *Follower, s, seen *ouro.State) error {
	if n := s.Turn/scatterPeriod - 1; s.Turn%scatterPeriod == 0 && n < s.Grid.Size() {
		f.addNewHazard(s, seen, func(ouro.Cell) bool { return true })
	}
	return nil
}

func followExpandBox(f *Follower, s, seen *ouro.State) error {
	if (s.Turn-1)%expandBoxPeriod != 0 || len(s.Hazards) == s.Grid.Size() || !f.findOriginNearMiddle(s, seen, 2) {
		return nil
	}
	addRingAround(s, f.origin)
	return nil
}

func followExpandScatter(f *Follower, s, seen *ouro.State) error {
	g := s.Grid
	if (s.Turn-1)%expandScatterPeriod != 0 || len(s.Hazards) == g.Size() || !f.findOriginNearMiddle(s, seen, 1) {
		return nil
	}
	if s.Turn == 1 {
		s.AddHazard(f.origin)
		return nil
	}
	n := s.Turn/expandScatterPeriod - 1
	for r := 1; r < max(g.W, g.H); r++ {
		p := ringAround(g, f.origin, r)
		if n < p.count() {
			f.addNewHazard(s, seen, func(c ouro.Cell) bool { return p.has(s, c) })
			return nil
		}
		n -= p.count()
	}
	return nil
}

func followGrowBox(f *Follower, s, seen *ouro.State) error {
	g := s.Grid
	if (s.Turn-1)%growBoxPeriod != 0 || len(s.Hazards) == g.Size() || !f.findOriginNearMiddle(s, seen, 2) {
		return nil
	}
	if s.Turn == 1 {
		s.AddHazard(f.origin)
		return nil
	}
	added := newHazards(s, seen)
	for _, side := range boxSides {
		grown := f.hazardBox
		if !grown.push(g, side) {
			continue
		}
		t := ouro.NewState(g)
		if grown.fill(t, side); sameCells(t.Hazards, added) {
			grown.fill(s, side)
			f.hazardBox = grown
			break
		}
	}
	return nil
}

func checkMazeStart(_ *config, s *ouro.State, seen *firstPosition) error {
	addSnake(s, 0)
	followMaze(s, seen.State, 0)
	want, got := s.Snakes[0].Body.Append(nil), seen.Snakes[0].Body.Append(nil)
	if !slices.Equal(want, got) {
		return seen.startError(0)
	}
	if err := withHazardsOf(nil)(nil, s, seen); err != nil {
		return err
	}
	return seen.wantFood(s)
}

func followSoloMaze(_ *Follower, s, seen *ouro.State) error {
	level := readLevel(s)
	if len(s.Food) == 0 {
		followMaze(s, seen, level+1)
		return nil
	}
	if food := s.Food[0]; foodFlees(s, level) {
		s.RemoveFood(food)
		hideout := hideoutOf(s, level, offHazards(s))
		return addFood(s, seen, 0, 1, hideout.allows)
	}
	return nil
}

// followMaze is the follow of makeMaze. It accepts any walls inside the maze.
func followMaze(s, seen *ouro.State, level int) {
	g := s.Grid
	m := mazeAt(g, level)
	open := offHazards(s)
	s.ClearHazards()
	writeLevel(s, level)
	for x := m.left; x <= m.right; x++ {
		for y := m.bottom; y <= m.top; y++ {
			if c := g.At(x, y); seen.Hazard(c) > 0 {
				s.AddHazard(c)
			}
		}
	}
	open.removeCells(s, s.Hazards)
	putMazeSnake(s, m, level)
	hideout := hideoutOf(s, level, open)
	_ = addFood(s, seen, 0, 1, hideout.allows) // the maze may have no food
	m.surround(s, 1)
}
