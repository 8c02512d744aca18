package battlesnake

import (
	"errors"
	"fmt"
	"slices"

	"ouro"
)

// A Follower goes along with a game that was played elsewhere: it derives what
// the map brings, where chance falls as the positions of that game show it. What
// no chance brings it leaves out, so that its positions and those of the game
// differ there. It remembers what was drawn before and is not on the board.
type Follower struct {
	rules   Rules
	resumed bool // the game went on from a position

	fences []box     // that royale may have got to
	begun  bool      // the hazards have
	origin ouro.Cell // from which they spread
	grown  box       // what the box of hazards has grown to
}

// Follow begins with a game under these rules.
func (r Rules) Follow() *Follower { return &Follower{rules: r} }

// Start tells why a game under these rules does not begin with s, the official
// engine's order of snakes and food included.
func (f *Follower) Start(s *ouro.State) error {
	c := f.rules.c
	if g := s.Grid; !c.board.fits(g.W, g.H, ouro.MaxSide) { // others play on larger boards than we do
		return fmt.Errorf("board %s: the map %s is played on %s", g, c.board.Name, c.board.Boards())
	}
	f.fences = []box{wholeBoard(s.Grid)}
	want := ouro.NewState(s.Grid)
	want.HazardDamage, want.AlwaysGrow, want.TurnBack = s.HazardDamage, s.AlwaysGrow, s.TurnBack
	heads, err := startsOf(s)
	if err != nil {
		return err
	}
	seen := &seen{State: s, heads: heads, feeds: !c.ruleset.Grows}
	return c.board.began(c, want, seen)
}

// Resume goes along with a game that went on from a position, as [Rules.Resume] lets
// it. Its chance reads off the board what it would else remember, and so does this;
// only what a map spreads over the board then may come to any cell. An error tells why
// that is no position of such a game.
func (f *Follower) Resume(s *ouro.State) error {
	f.resumed = true
	_, err := f.rules.Resume(s)
	return err
}

// seen is the first position of a game, as somebody tells of it.
type seen struct {
	*ouro.State
	heads []ouro.Cell // of the snakes, by seat
	feeds bool        // food is left there; rulesets that constrict take it away
}

// startsOf are the heads of snakes that have not yet moved.
func startsOf(s *ouro.State) ([]ouro.Cell, error) {
	var heads []ouro.Cell
	for seat := range s.Snakes {
		sn := &s.Snakes[seat]
		if sn.Body.Len() != StartLength || sn.Health != MaxHealth || sn.Cause != ouro.Alive {
			return nil, fmt.Errorf("snake %d has %d segments and health %d, and begins with %d and %d", seat+1, sn.Body.Len(), sn.Health, StartLength, MaxHealth)
		}
		heads = append(heads, sn.Body.Head())
	}
	return heads, nil
}

// began tells why a map does not begin a game like that. It puts snakes, hazards
// and food on an empty board as they are seen, one after the other, and asks of
// each whether chance may bring it.
type began func(c *config, s *ouro.State, seen *seen) error

// beganWith makes a began of steps.
func beganWith(steps ...began) began {
	return func(c *config, s *ouro.State, seen *seen) error {
		for _, step := range steps {
			if err := step(c, s, seen); err != nil {
				return err
			}
		}
		return nil
	}
}

// onStarts wants the snakes on starts of a board that has none of its own.
func onStarts(_ *config, s *ouro.State, seen *seen) error {
	g, n := s.Grid, len(seen.heads)
	switch {
	case g.W == g.H && g.W >= smallBoard && n <= 8:
		return seen.onFixedStarts(s)
	case g.W == g.H && g.W >= mediumBoard:
		return seen.inQuadrants(s, quadrantsOf(g))
	}
	return seen.put(s, func(_ int, head ouro.Cell) bool {
		x, y := g.XY(head)
		return (x+y)%2 == 0 && head != centre(g)
	})
}

// put puts the snakes on the board, each of which must lie on one free cell that is a
// start of that seat.
func (seen *seen) put(s *ouro.State, isStart func(seat int, head ouro.Cell) bool) error {
	for seat, head := range seen.heads {
		body := &seen.Snakes[seat].Body
		if !isStart(seat, head) || body.At(1) != head || body.At(2) != head || !s.Free(head) {
			return seen.noStart(seat)
		}
		addSnake(s, head)
	}
	return nil
}

func (seen *seen) noStart(seat int) error {
	x, y := seen.Grid.XY(seen.heads[seat])
	return fmt.Errorf("snake %d does not begin at (%d,%d)", seat+1, x, y)
}

// onFixedStarts wants snakes on the fixed starts, one group of four before the
// other.
func (seen *seen) onFixedStarts(s *ouro.State) error {
	starts := fixedStarts(s.Grid)
	first := 0
	if len(seen.heads) > 0 && slices.Contains(starts[4:], seen.heads[0]) {
		first = 4
	}
	return seen.put(s, func(seat int, head ouro.Cell) bool {
		group := (first + seat/4*4) % 8
		return slices.Contains(starts[group:group+4], head)
	})
}

// inQuadrants wants snakes in one quadrant after the other, beginning with any.
func (seen *seen) inQuadrants(s *ouro.State, quads [4][]ouro.Cell) error {
	for first := range quads {
		at := func(seat int, head ouro.Cell) bool { return slices.Contains(quads[(first+seat)%4], head) }
		fit := true
		for seat, head := range seen.heads {
			fit = fit && at(seat, head)
		}
		if fit {
			return seen.put(s, at)
		}
	}
	return errors.New("the snakes do not begin in one quadrant after the other")
}

// onDrawnStarts wants them on starts of the drawing that may be chosen so.
func onDrawnStarts(drawing func() *drawing, choose func(starts []ouro.Cell, snakes, seat int) []ouro.Cell) began {
	return func(_ *config, s *ouro.State, seen *seen) error {
		starts := drawing().starts
		return seen.put(s, func(seat int, head ouro.Cell) bool {
			return slices.Contains(choose(starts, len(seen.heads), seat), head)
		})
	}
}

// inDrawnQuadrants wants them on starts of the drawing, in one quadrant after
// the other.
func inDrawnQuadrants(drawing func() *drawing) began {
	return func(_ *config, s *ouro.State, seen *seen) error {
		return seen.inQuadrants(s, quadrantsDrawn(drawing()))
	}
}

// withHazardsOf wants the hazards that add puts there, nil is none.
func withHazardsOf(add func(s *ouro.State)) began {
	return func(_ *config, s *ouro.State, seen *seen) error {
		if add != nil {
			add(s)
		}
		if !sameCells(s.Hazards, seen.Hazards) {
			return fmt.Errorf("%d hazards, and not those with which the map begins", len(seen.Hazards))
		}
		return nil
	}
}

// withPools wants one set of healing pools.
func withPools(_ *config, s *ouro.State, seen *seen) error {
	for _, set := range poolSets[s.Grid.W] {
		s.ClearHazards()
		addPools(s, set)
		if sameCells(s.Hazards, seen.Hazards) {
			return nil
		}
	}
	return fmt.Errorf("%d hazards, and not those with which the map begins", len(seen.Hazards))
}

// withFirstFood wants the food that firstFood brings.
func withFirstFood(c *config, s *ouro.State, seen *seen) error {
	if g := s.Grid; g.W == g.H && g.W >= smallBoard {
		return withFoodBeside(false)(c, s, seen)
	}
	if !seen.feeds {
		return seen.wantFood(s)
	}
	for i := range seen.heads {
		p := allPlaces(s)
		p.barHeads(s)
		if p.count() > 0 && i < len(seen.Food) && p.has(s, seen.Food[i]) {
			s.AddFood(seen.Food[i])
		}
	}
	return seen.wantFood(s)
}

// withFoodBeside wants a food beside each head and one in the centre; the heads
// may have got theirs in any order.
func withFoodBeside(anyOrder bool) began {
	return func(_ *config, s *ouro.State, seen *seen) error {
		if seen.feeds {
			if foodBesideHeads(s.Grid, len(s.Snakes)) {
				seen.addFoodBeside(s, make([]bool, len(s.Snakes)), anyOrder)
			}
			feedCentre(s)
		}
		return seen.wantFood(s)
	}
}

// addFoodBeside adds the food that is seen, as long as it lies beside a head that
// had none, and tells whether all had some in the end.
func (seen *seen) addFoodBeside(s *ouro.State, had []bool, anyOrder bool) bool {
	n := len(s.Food)
	if n == len(had) {
		return true
	}
	if n == len(seen.Food) {
		return false
	}
	food := seen.Food[n]
	for seat := range had {
		if had[seat] || !anyOrder && seat != n {
			continue
		}
		spots, count := foodSpots(s, seat)
		if !slices.Contains(spots[:count], food) {
			continue
		}
		had[seat] = true
		s.AddFood(food)
		if seen.addFoodBeside(s, had, anyOrder) {
			return true
		}
		if !anyOrder {
			return false
		}
		s.RemoveFood(food)
		had[seat] = false
	}
	return false
}

// withFoodAt wants this food, if any.
func withFoodAt(places func(c *config, g *ouro.Grid) []ouro.Cell) began {
	return func(c *config, s *ouro.State, seen *seen) error {
		if seen.feeds && places != nil {
			for _, cell := range places(c, s.Grid) {
				s.AddFood(cell)
			}
		}
		return seen.wantFood(s)
	}
}

func (seen *seen) wantFood(s *ouro.State) error {
	if !sameCells(s.Food, seen.Food) {
		return fmt.Errorf("%d food, and not where the map begins with it", len(seen.Food))
	}
	return nil
}

// sameCells tells whether two lists hold the same cells, in any order.
func sameCells(a, b []ouro.Cell) bool {
	if len(a) != len(b) {
		return false
	}
	if slices.Equal(a, b) {
		return true
	}
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}

func onPitStarts(_ *config, s *ouro.State, seen *seen) error {
	return seen.put(s, func(_ int, head ouro.Cell) bool { return isPitStart(s.Grid.XY(head)) })
}

func drawnHazards(drawing func() *drawing) func(*ouro.State) {
	return func(s *ouro.State) { addHazards(s, drawing().hazard) }
}
