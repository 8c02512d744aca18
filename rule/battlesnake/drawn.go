package battlesnake

import (
	"embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"ouro"
)

//go:embed levels/*.txt
var levels embed.FS

// drawing is a map drawn as text, the top row first: '.' is an empty cell, '1' and '2' are
// layers of hazard, '*' is a place for food, and letters are starts in alphabetical order. A
// small letter is also a place for food.
type drawing struct {
	w, h   int
	hazard []ouro.Cell // an entry for each layer
	starts []ouro.Cell
	food   []ouro.Cell // cells of food, column by column
}

// loadDrawing returns a function that reads the drawing of a map. Only its first call reads
// the file.
func loadDrawing(name string) func() *drawing {
	return sync.OnceValue(func() *drawing {
		text, err := levels.ReadFile("levels/" + name + ".txt")
		if err != nil {
			panic(err)
		}
		d, err := parseDrawing(string(text))
		if err != nil {
			panic(fmt.Errorf("level %s: %w", name, err))
		}
		return d
	})
}

func parseDrawing(text string) (*drawing, error) {
	rows := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	d := &drawing{w: len(rows[0]), h: len(rows)}
	starts := map[byte]ouro.Cell{}
	for x := range d.w {
		for y := range d.h {
			row := rows[d.h-1-y]
			if len(row) != d.w {
				return nil, fmt.Errorf("row %d has %d columns, row 1 has %d", d.h-y, len(row), d.w)
			}
			here := ouro.Cell(y*d.w + x)
			switch sign := row[x]; {
			case sign == '.':
			case sign == '1' || sign == '2':
				d.hazard = append(d.hazard, slices.Repeat([]ouro.Cell{here}, int(sign-'0'))...)
			case sign == '*':
				d.food = append(d.food, here)
			case sign >= 'A' && sign <= 'P':
				starts[sign] = here
			case sign >= 'a' && sign <= 'p':
				d.food = append(d.food, here)
				starts[sign-'a'+'A'] = here
			default:
				return nil, fmt.Errorf("row %d column %d: unknown sign %q", d.h-y, x+1, sign)
			}
		}
	}
	for i := range len(starts) {
		here, ok := starts['A'+byte(i)]
		if !ok {
			return nil, fmt.Errorf("%d starts, but no %c", len(starts), 'A'+i)
		}
		d.starts = append(d.starts, here)
	}
	return d, nil
}

// mazeMap is arcade_maze: the first four snakes start on four cells in random order, and food appears
// on fixed cells.
type mazeMap struct{ drawing func() *drawing }

var arcade = mazeMap{loadDrawing("arcade_maze")}

func (m mazeMap) start() start {
	return start{m.setup, checkAll(onDrawnStarts(m.drawing, arcadeStarts), withHazardsOf(drawnHazards(m.drawing)), withFoodAt(arcadeFood))}
}

func (m mazeMap) setup(c *config, s *ouro.State, snakes int, ch chance) error {
	d := m.drawing()
	starts := slices.Clone(d.starts)
	ch.shuffle(starts[:4])
	addSnakes(s, starts[:snakes])
	addHazards(s, d.hazard)
	for _, cell := range arcadeFood(c, s.Grid) {
		s.AddFood(cell)
	}
	return nil
}

// arcadeStarts returns the possible starts of a seat. Seats 0 to 3 share four starts; each
// other seat has one.
func arcadeStarts(starts []ouro.Cell, _, seat int) []ouro.Cell {
	if seat < 4 {
		return starts[:4]
	}
	return starts[seat : seat+1]
}

func arcadeFood(c *config, g *ouro.Grid) []ouro.Cell {
	if c.MinFood == 0 {
		return nil
	}
	return []ouro.Cell{g.At(9, 11)}
}

// change adds food with a chance of FoodChance+1 percent. No food appears on a dead snake, but an
// observed position does not show snakes that died long ago. So the follow function accepts every
// turn without new food.
func (m mazeMap) change() change {
	return change{func(c *config, s *ouro.State, ch chance) {
		ch.beginTurn(s.Turn - 1)
		if c.FoodChance > 0 && ch.roll(100) <= c.FoodChance {
			feedSpot(s, m.drawing().food, ch, isBareSpot)
		}
	}, func(f *Follower, s, seen *ouro.State) error {
		if f.rules.c.FoodChance == 0 {
			return nil
		}
		return followSpot(s, seen, m.drawing().food, isBareSpot)
	}}
}

// castleMap is one of the maps of castle walls. Its starts are in groups of four, and n snakes use
// the first (n+3)/4 groups. Before turn 10 there is no food, later at most maxFood.
type castleMap struct {
	drawing func() *drawing
	maxFood int
}

var (
	castle       = castleMap{loadDrawing("hz_castle_wall"), 2}
	castleLarge  = castleMap{loadDrawing("hz_castle_wall_lg"), 2}
	castleXLarge = castleMap{loadDrawing("hz_castle_wall_xl"), 4}
)

func (m castleMap) start() start {
	return start{m.setup, checkAll(onDrawnStarts(m.drawing, castleStarts), withHazardsOf(drawnHazards(m.drawing)), withFoodAt(nil))}
}

func (m castleMap) setup(_ *config, s *ouro.State, snakes int, ch chance) error {
	d := m.drawing()
	starts := slices.Clone(castleStarts(d.starts, snakes, 0))
	ch.shuffle(starts)
	addSnakes(s, starts[:snakes])
	addHazards(s, d.hazard)
	return nil
}

// castleStarts returns the groups of four starts that this number of snakes needs.
func castleStarts(starts []ouro.Cell, snakes, _ int) []ouro.Cell { return starts[:(snakes+3)/4*4] }

// change adds food. As for arcade_maze, the follow function accepts every turn without new food.
func (m castleMap) change() change {
	full := func(s *ouro.State) bool { return s.Turn-1 < 10 || len(s.Food) == m.maxFood }
	allowed := func(s *ouro.State, spot ouro.Cell) bool { return isBareSpot(s, spot) && !isBesideHeadOrFood(s, spot) }
	return change{func(_ *config, s *ouro.State, ch chance) {
		if !full(s) {
			ch.beginTurn(s.Turn - 1)
			feedSpot(s, m.drawing().food, ch, allowed)
		}
	}, func(_ *Follower, s, seen *ouro.State) error {
		if full(s) {
			return nil
		}
		return followSpot(s, seen, m.drawing().food, allowed)
	}}
}

// feedSpot puts food on one of the allowed spots, at random.
func feedSpot(s *ouro.State, spots []ouro.Cell, ch chance, allowed func(*ouro.State, ouro.Cell) bool) {
	var list [maxFoodPlaces]ouro.Cell
	for _, spot := range shuffledCopy(&list, spots, ch) {
		if allowed(s, spot) {
			s.AddFood(spot)
			return
		}
	}
}

func followSpot(s, seen *ouro.State, spots []ouro.Cell, allowed func(*ouro.State, ouro.Cell) bool) error {
	return addFood(s, seen, 0, 1, func(spot ouro.Cell) bool { return slices.Contains(spots, spot) && allowed(s, spot) })
}

// isBareSpot reports whether neither food nor a snake, living or dead, is on c.
func isBareSpot(s *ouro.State, c ouro.Cell) bool { return !s.HasFood(c) && !isCovered(s, c) }

// isBesideHeadOrFood reports whether a neighbour of c has food or the head of a snake, living
// or dead. c must not be at the edge.
func isBesideHeadOrFood(s *ouro.State, c ouro.Cell) bool {
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

// riverMap is one of the maps of rivers or islands. Each snake starts in the quadrant after that of
// the previous snake, and food avoids the hazards.
type riverMap struct{ drawing func() *drawing }

var (
	rivers       = riverMap{loadDrawing("hz_rivers_bridges")}
	riversLarge  = riverMap{loadDrawing("hz_rivers_bridges_lg")}
	riversXLarge = riverMap{loadDrawing("hz_rivers_bridges_xl")}
	islands      = riverMap{loadDrawing("hz_islands_bridges")}
	islandsLarge = riverMap{loadDrawing("hz_islands_bridges_lg")}
)

func (m riverMap) start() start {
	return start{m.setup, checkAll(inDrawnQuadrants(m.drawing), withHazardsOf(drawnHazards(m.drawing)), withFoodBeside(true))}
}

func (m riverMap) setup(_ *config, s *ouro.State, snakes int, ch chance) error {
	d := m.drawing()
	placeInQuadrants(s, snakes, drawnQuadrants(d), ch)
	addHazards(s, d.hazard)
	return feedHeadsAndCentre(s, ch)
}

func drawnQuadrants(d *drawing) [4][]ouro.Cell {
	var quads [4][]ouro.Cell
	size := len(d.starts) / 4
	for i := range quads {
		quads[i] = slices.Clone(d.starts[i*size : (i+1)*size])
	}
	return quads
}

func addHazards(s *ouro.State, cells []ouro.Cell) {
	for _, c := range cells {
		s.AddHazard(c)
	}
}

const maxFoodPlaces = 24

func shuffledCopy(list *[maxFoodPlaces]ouro.Cell, cells []ouro.Cell, ch chance) []ouro.Cell {
	n := copy(list[:], cells)
	if ch.canRepeat() {
		for i, rank := range ch.seeded.Ranks(n, n) {
			list[i] = cells[rank]
		}
		return list[:n]
	}
	for i := n - 1; i > 0; i-- {
		j := ch.roll(i + 1)
		list[i], list[j] = list[j], list[i]
	}
	return list[:n]
}

func isCovered(s *ouro.State, c ouro.Cell) bool {
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
