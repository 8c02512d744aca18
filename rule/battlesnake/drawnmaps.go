package battlesnake

import (
	"slices"

	"ouro"
)

// mazeMap is arcade_maze: the first four snakes draw their starts, and food
// comes to fixed places.
type mazeMap struct{ drawing func() *drawing }

var arcade = mazeMap{drawn("arcade_maze")}

func (m mazeMap) setup(c *config, s *ouro.State, snakes int, ch chance) error {
	d := m.drawing()
	starts := append([]ouro.Cell(nil), d.starts...)
	ch.shuffle(starts[:4])
	for i := range snakes {
		addSnake(s, starts[i])
	}
	addHazards(s, d.hazard)
	if c.MinFood > 0 {
		s.AddFood(arcadeCentre(s.Grid))
	}
	return nil
}

// update brings food with a chance of FoodChance+1 percent.
func (m mazeMap) update(c *config, s *ouro.State, ch chance) {
	ch.at(s.Turn - 1)
	if c.FoodChance == 0 || ch.roll(100) > c.FoodChance {
		return
	}
	var list [maxFoodPlaces]ouro.Cell
	for _, spot := range shuffled(&list, m.drawing().food, ch) {
		if !s.HasFood(spot) && !covered(s, spot) {
			s.AddFood(spot)
			return
		}
	}
}

// castleMap is one of the castle walls. All snakes draw from as many starts,
// groups of four, as they need. There is no food before turn 10, and never more
// than maxFood.
type castleMap struct {
	drawing func() *drawing
	maxFood int
}

var (
	castle       = castleMap{drawn("hz_castle_wall"), 2}
	castleLarge  = castleMap{drawn("hz_castle_wall_lg"), 2}
	castleXLarge = castleMap{drawn("hz_castle_wall_xl"), 4}
)

func (m castleMap) setup(_ *config, s *ouro.State, snakes int, ch chance) error {
	d := m.drawing()
	starts := slices.Clone(castleStarts(d.starts, snakes, 0))
	ch.shuffle(starts)
	for i := range snakes {
		addSnake(s, starts[i])
	}
	addHazards(s, d.hazard)
	return nil
}

func (m castleMap) update(_ *config, s *ouro.State, ch chance) {
	if s.Turn-1 < 10 || len(s.Food) == m.maxFood {
		return
	}
	ch.at(s.Turn - 1)
	var list [maxFoodPlaces]ouro.Cell
	for _, spot := range shuffled(&list, m.drawing().food, ch) {
		if !s.HasFood(spot) && !covered(s, spot) && !besideHeadOrFood(s, spot) {
			s.AddFood(spot)
			return
		}
	}
}

// besideHeadOrFood tells whether a neighbour of c, which is not at the edge, has
// food or the head of a snake, living or dead.
func besideHeadOrFood(s *ouro.State, c ouro.Cell) bool {
	for _, n := range s.Grid.Neighbours(c) {
		if s.HasFood(n) {
			return true
		}
		for seat := range s.Snakes {
			if s.Snakes[seat].Body.Head() == n {
				return true
			}
		}
	}
	return false
}

// riverMap is one of the maps of rivers or islands: the starts are drawn in one
// quadrant after the other, and food avoids the hazards.
type riverMap struct{ drawing func() *drawing }

var (
	rivers       = riverMap{drawn("hz_rivers_bridges")}
	riversLarge  = riverMap{drawn("hz_rivers_bridges_lg")}
	riversXLarge = riverMap{drawn("hz_rivers_bridges_xl")}
	islands      = riverMap{drawn("hz_islands_bridges")}
	islandsLarge = riverMap{drawn("hz_islands_bridges_lg")}
)

func (m riverMap) setup(_ *config, s *ouro.State, snakes int, ch chance) error {
	d := m.drawing()
	placeInQuadrants(s, snakes, quadrantsDrawn(d), ch)
	addHazards(s, d.hazard)
	if err := feedHeads(s, ch); err != nil {
		return err
	}
	feedCentre(s)
	return nil
}

// quadrantsDrawn are the starts of a drawing, by quadrant.
func quadrantsDrawn(d *drawing) [4][]ouro.Cell {
	var quads [4][]ouro.Cell
	size := len(d.starts) / 4
	for i := range quads {
		quads[i] = append(quads[i], d.starts[i*size:(i+1)*size]...)
	}
	return quads
}

func addHazards(s *ouro.State, cells []ouro.Cell) {
	for _, c := range cells {
		s.AddHazard(c)
	}
}

// maxFoodPlaces is the largest number of places for food on a drawing.
const maxFoodPlaces = 24

// shuffled are cells in random order, in list.
func shuffled(list *[maxFoodPlaces]ouro.Cell, cells []ouro.Cell, ch chance) []ouro.Cell {
	n := len(cells)
	if ch.replays() {
		for i, rank := range ch.seeded.Ranks(n, n) {
			list[i] = cells[rank]
		}
		return list[:n]
	}
	copy(list[:], cells)
	for i := n - 1; i > 0; i-- {
		j := ch.roll(i + 1)
		list[i], list[j] = list[j], list[i]
	}
	return list[:n]
}

// covered tells whether a snake, living or dead, lies on c.
func covered(s *ouro.State, c ouro.Cell) bool {
	for seat := range s.Snakes {
		body := &s.Snakes[seat].Body
		for i := range body.Len() {
			if body.At(i) == c {
				return true
			}
		}
	}
	return false
}

// arcadeCentre is where the first food of arcade_maze lies.
func arcadeCentre(g *ouro.Grid) ouro.Cell { return g.At(9, 11) }
