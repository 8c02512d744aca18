package battlesnake

import (
	"errors"
	"fmt"
	"slices"

	"ouro"
)

// Follower derives the turns of a game that another program played. It takes the random results of
// a turn from the observed position, if the map could have drawn them. It omits impossible results,
// so its position then differs from the observed one. It remembers draws that later positions do
// not show.
type Follower struct {
	rules   Rules
	resumed bool // the game started from a given position

	safeBoxes []box     // possible rectangles without hazards in royale
	hasOrigin bool      // origin and hazardBox are set
	origin    ouro.Cell // where the hazards began to spread
	hazardBox box       // the box of all hazards, on the map where this box grows
}

// Follow returns a Follower of a game under these rules, before its first position.
func (r Rules) Follow() *Follower { return &Follower{rules: r} }

// Start checks the first position. It returns an error if no game under these rules begins with s.
// Snakes and food must have the order of the official engine.
func (f *Follower) Start(s *ouro.State) error {
	c := f.rules.c
	// Other programs may play on boards above our MaxSide.
	if err := c.board.allows(s.Grid.W, s.Grid.H, len(s.Snakes), ouro.MaxSide); err != nil {
		return err
	}
	f.safeBoxes = []box{wholeBoard(s.Grid)}
	want := ouro.NewState(s.Grid)
	want.HazardDamage, want.AlwaysGrow, want.TurnBack = s.HazardDamage, s.AlwaysGrow, s.TurnBack
	heads, err := startsOf(s)
	if err != nil {
		return err
	}
	seen := &firstPosition{State: s, heads: heads, feeds: !c.ruleset.Grows}
	return c.board.check(c, want, seen)
}

// Resume is like Start for a game that began from the position s; see [Rules.Resume]. Hazards
// that a map spreads may then appear on any cell, because the position does not show all earlier
// draws. The error explains why no game can start from s.
func (f *Follower) Resume(s *ouro.State) error {
	f.resumed = true
	_, err := f.rules.Resume(s)
	return err
}

type firstPosition struct {
	*ouro.State
	heads []ouro.Cell // heads of the snakes, by seat
	feeds bool        // the ruleset keeps food on the board; constrictor removes it
}

// startsOf returns the heads by seat, in a position in which no snake has moved.
func startsOf(s *ouro.State) ([]ouro.Cell, error) {
	var heads []ouro.Cell
	for seat := range s.Snakes {
		sn := &s.Snakes[seat]
		if sn.Body.Len() != StartLength || sn.Health != MaxHealth || sn.Cause != ouro.Alive {
			return nil, fmt.Errorf("snake %d has %d segments and health %d, want %d and %d", seat+1, sn.Body.Len(), sn.Health, StartLength, MaxHealth)
		}
		heads = append(heads, sn.Body.Head())
	}
	return heads, nil
}

// startCheck returns an error if no game on the map begins with the observed position. s is an
// empty board at first. The check adds the observed snakes, hazards or food to s, and tests
// whether the map could have drawn them.
type startCheck func(c *config, s *ouro.State, seen *firstPosition) error

// checkAll combines checks that run in order.
func checkAll(steps ...startCheck) startCheck {
	return func(c *config, s *ouro.State, seen *firstPosition) error {
		for _, step := range steps {
			if err := step(c, s, seen); err != nil {
				return err
			}
		}
		return nil
	}
}

// onStarts requires snakes on the starts of a board without a drawing.
func onStarts(_ *config, s *ouro.State, seen *firstPosition) error {
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

// put adds the snakes to s. All segments of a snake must be on one free cell, which must be a
// start of its seat.
func (seen *firstPosition) put(s *ouro.State, isStart func(seat int, head ouro.Cell) bool) error {
	for seat, head := range seen.heads {
		body := &seen.Snakes[seat].Body
		if !isStart(seat, head) || body.At(1) != head || body.At(2) != head || !s.Free(head) {
			return seen.startError(seat)
		}
		addSnake(s, head)
	}
	return nil
}

func (seen *firstPosition) startError(seat int) error {
	x, y := seen.Grid.XY(seen.heads[seat])
	return fmt.Errorf("snake %d cannot begin at (%d,%d)", seat+1, x, y)
}

// onFixedStarts requires snakes on the fixed starts, the first four in the same group of starts.
func (seen *firstPosition) onFixedStarts(s *ouro.State) error {
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

// inQuadrants requires each snake in the quadrant after that of the previous snake. The first
// quadrant may be any.
func (seen *firstPosition) inQuadrants(s *ouro.State, quads [4][]ouro.Cell) error {
	for first := range quads {
		isStart := func(seat int, head ouro.Cell) bool { return slices.Contains(quads[(first+seat)%4], head) }
		fit := true
		for seat, head := range seen.heads {
			fit = fit && isStart(seat, head)
		}
		if fit {
			return seen.put(s, isStart)
		}
	}
	return errors.New("the snakes do not begin in successive quadrants of the board")
}

// onDrawnStarts requires each snake on one of the starts that startsOf returns for its seat.
func onDrawnStarts(drawing func() *drawing, startsOf func(starts []ouro.Cell, snakes, seat int) []ouro.Cell) startCheck {
	return func(_ *config, s *ouro.State, seen *firstPosition) error {
		starts := drawing().starts
		return seen.put(s, func(seat int, head ouro.Cell) bool {
			return slices.Contains(startsOf(starts, len(seen.heads), seat), head)
		})
	}
}

// inDrawnQuadrants is like inQuadrants, but snakes must be on the starts of a drawing.
func inDrawnQuadrants(drawing func() *drawing) startCheck {
	return func(_ *config, s *ouro.State, seen *firstPosition) error {
		return seen.inQuadrants(s, drawnQuadrants(drawing()))
	}
}

// withHazardsOf requires exactly the hazards that addHazards puts on the board, or none if
// addHazards is nil.
func withHazardsOf(addHazards func(s *ouro.State)) startCheck {
	return func(_ *config, s *ouro.State, seen *firstPosition) error {
		if addHazards != nil {
			addHazards(s)
		}
		if !sameCells(s.Hazards, seen.Hazards) {
			return seen.hazardError()
		}
		return nil
	}
}

func (seen *firstPosition) hazardError() error {
	return fmt.Errorf("the map does not begin with these %d hazards", len(seen.Hazards))
}

// withPools requires the hazards of one of the sets of healing pools.
func withPools(_ *config, s *ouro.State, seen *firstPosition) error {
	for _, set := range poolSets[s.Grid.W] {
		s.ClearHazards()
		addPools(s, set)
		if sameCells(s.Hazards, seen.Hazards) {
			return nil
		}
	}
	return seen.hazardError()
}

func withFirstFood(c *config, s *ouro.State, seen *firstPosition) error {
	if g := s.Grid; g.W == g.H && g.W >= smallBoard {
		return withFoodBeside(false)(c, s, seen)
	}
	if !seen.feeds {
		return seen.wantFood(s)
	}
	for i := range seen.heads {
		p := freeCells(s)
		p.removeBesideHeads(s)
		if p.count() > 0 && i < len(seen.Food) && p.has(s, seen.Food[i]) {
			s.AddFood(seen.Food[i])
		}
	}
	return seen.wantFood(s)
}

// withFoodBeside requires one food beside each head and one in the centre. If anyOrder is set,
// the heads may have got their food in any order.
func withFoodBeside(anyOrder bool) startCheck {
	return func(_ *config, s *ouro.State, seen *firstPosition) error {
		if seen.feeds {
			if foodBesideHeads(s.Grid, len(s.Snakes)) {
				seen.addFoodBeside(s, make([]bool, len(s.Snakes)), anyOrder)
			}
			feedCentre(s)
		}
		return seen.wantFood(s)
	}
}

// addFoodBeside adds the observed food beside heads that have none. It reports whether every
// head then has food.
func (seen *firstPosition) addFoodBeside(s *ouro.State, hasFood []bool, anyOrder bool) bool {
	n := len(s.Food)
	if n == len(hasFood) {
		return true
	}
	if n == len(seen.Food) {
		return false
	}
	food := seen.Food[n]
	for seat := range hasFood {
		if hasFood[seat] || !anyOrder && seat != n {
			continue
		}
		spots, count := foodSpots(s, seat)
		if !slices.Contains(spots[:count], food) {
			continue
		}
		hasFood[seat] = true
		s.AddFood(food)
		if seen.addFoodBeside(s, hasFood, anyOrder) {
			return true
		}
		if !anyOrder {
			return false
		}
		s.RemoveFood(food)
		hasFood[seat] = false
	}
	return false
}

// withFoodAt requires food on exactly these cells; a nil places means no food.
func withFoodAt(places func(c *config, g *ouro.Grid) []ouro.Cell) startCheck {
	return func(c *config, s *ouro.State, seen *firstPosition) error {
		if seen.feeds && places != nil {
			for _, cell := range places(c, s.Grid) {
				s.AddFood(cell)
			}
		}
		return seen.wantFood(s)
	}
}

func (seen *firstPosition) wantFood(s *ouro.State) error {
	if !sameCells(s.Food, seen.Food) {
		return fmt.Errorf("the map does not begin with food on these %d cells", len(seen.Food))
	}
	return nil
}

// sameCells reports whether two lists hold the same cells, in any order.
func sameCells(a, b []ouro.Cell) bool {
	if len(a) != len(b) {
		return false
	}
	if slices.Equal(a, b) {
		return true
	}
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}

func onPitStarts(_ *config, s *ouro.State, seen *firstPosition) error {
	return seen.put(s, func(_ int, head ouro.Cell) bool { return isPitStart(s.Grid.XY(head)) })
}

func drawnHazards(drawing func() *drawing) func(*ouro.State) {
	return func(s *ouro.State) { addHazards(s, drawing().hazard) }
}
