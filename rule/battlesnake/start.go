package battlesnake

import (
	"errors"
	"fmt"

	"ouro"
)

// The smallest sides of square boards with special starts.
const (
	smallBoard  = 7
	mediumBoard = 11
)

// Start returns the position before the first move on a board of w columns and h rows, as the
// map sets it up. The error states which boards and numbers of snakes the map allows.
func (r Rules) Start(w, h, snakes int, d ouro.Dice) (*ouro.State, error) {
	if err := r.c.board.allows(w, h, snakes, MaxSide); err != nil {
		return nil, err
	}
	g, err := r.Grid(w, h)
	if err != nil {
		return nil, err
	}
	s := ouro.NewState(g)
	s.HazardDamage, s.AlwaysGrow, s.TurnBack = r.c.Damage, r.c.ruleset.Grows, true
	ch := newChance(d)
	ch.beginTurn(0)
	if err := r.c.board.setup(r.c, s, snakes, ch); err != nil {
		return nil, fmt.Errorf("map %s: %w", r.c.board.Name, err)
	}
	if r.c.ruleset.Grows {
		removeFood(r.c, s, nil)
		growAll(r.c, s, nil)
	}
	return s, nil
}

func addSnake(s *ouro.State, c ouro.Cell) {
	seat := s.AddSnake(c, c, c)
	s.Snakes[seat].Health = MaxHealth
}

func addSnakes(s *ouro.State, cells []ouro.Cell) {
	for _, c := range cells {
		addSnake(s, c)
	}
}

func placeSnakes(s *ouro.State, n int, ch chance) error {
	g := s.Grid
	switch {
	case g.W == g.H && g.W >= smallBoard && n <= 8:
		placeFixed(s, n, ch)
	case g.W == g.H && g.W >= mediumBoard:
		placeInQuadrants(s, n, quadrantsOf(g), ch)
	default:
		return placeAnywhere(s, n, ch)
	}
	return nil
}

// placeFixed puts up to eight snakes near the corners and the middles of the sides. A draw
// decides which of the two groups is used first.
func placeFixed(s *ouro.State, n int, ch chance) {
	starts := fixedStarts(s.Grid)
	ch.shuffle(starts[:4])
	ch.shuffle(starts[4:])
	first := 4 * ch.roll(2)
	for i := range n {
		addSnake(s, starts[(first+i)%8])
	}
}

// fixedStarts returns four starts near the corners, then four near the middles of the
// sides.
func fixedStarts(g *ouro.Grid) [8]ouro.Cell {
	lo, mid, hi := 1, (g.W-1)/2, g.W-2
	return [8]ouro.Cell{
		g.At(lo, lo), g.At(lo, hi), g.At(hi, lo), g.At(hi, hi),
		g.At(lo, mid), g.At(mid, lo), g.At(mid, hi), g.At(hi, mid),
	}
}

// quadrantsOf returns four starts in each quadrant of a board.
func quadrantsOf(g *ouro.Grid) [4][]ouro.Cell {
	midX, midY := g.W/2, g.H/2
	insetX, insetY := midX/3, midY/3
	var quads [4][]ouro.Cell
	for _, y := range [2]int{insetY, midY - insetY} {
		for _, x := range [2]int{insetX, midX - insetX} {
			mirrorX, mirrorY := g.W-1-x, g.H-1-y
			quads[0] = append(quads[0], g.At(x, y))
			quads[1] = append(quads[1], g.At(mirrorX, y))
			quads[2] = append(quads[2], g.At(x, mirrorY))
			quads[3] = append(quads[3], g.At(mirrorX, mirrorY))
		}
	}
	return quads
}

// placeInQuadrants puts each snake on a random start in the next quadrant. It removes used
// starts from quads.
func placeInQuadrants(s *ouro.State, n int, quads [4][]ouro.Cell, ch chance) {
	first := ch.roll(4)
	for i := range n {
		addSnake(s, ch.take(&quads[(first+i)%4]))
	}
}

// placeAnywhere puts snakes on random cells of one colour of a chessboard, so that their
// distances are even. It does not use the centre.
func placeAnywhere(s *ouro.State, n int, ch chance) error {
	g := s.Grid
	for range n {
		p := freeCells(s)
		p.removeCells(s, []ouro.Cell{centre(g)})
		for x := range p.w {
			p.taken[x] |= 0xaaaaaaaaaaaaaaaa >> (x & 1)
		}
		room := p.count()
		if room == 0 {
			return fmt.Errorf("board %s: no room for %d snakes; the limit here is %d", g, n, len(s.Snakes))
		}
		addSnake(s, p.cell(ch.roll(room)))
	}
	return nil
}

// Resume returns the state in which a game starts from the given position. Results that the map
// draws before the first move, such as where a spiral begins, are read from the hazards of the
// position, so do not use [Dice] in this game. The error explains why no game can start from the
// position.
func (r Rules) Resume(position *ouro.State) (*ouro.State, error) {
	g := position.Grid
	if err := r.c.board.allows(g.W, g.H, len(position.Snakes), MaxSide); err != nil {
		return nil, err
	}
	if g.Wraps != r.c.ruleset.Wraps {
		want := "without"
		if r.c.ruleset.Wraps {
			want = "with"
		}
		return nil, fmt.Errorf("board %s: the ruleset %s needs a board %s joined edges", g, r.Ruleset(), want)
	}
	if position.Room() != g.Size() || position.Hedges() > 0 {
		return nil, errors.New("games of Battlesnake have no walls inside the board")
	}
	if err := position.CheckStart(); err != nil {
		return nil, err
	}
	for seat := range position.Snakes {
		if h := position.Snakes[seat].Health; h < 1 || h > MaxHealth {
			return nil, fmt.Errorf("snake %d has health %d, want 1 to %d", seat+1, h, MaxHealth)
		}
	}
	if err := r.checkLevel(position); err != nil {
		return nil, err
	}
	s := position.Clone()
	s.HazardDamage, s.AlwaysGrow, s.TurnBack = r.c.Damage, r.c.ruleset.Grows, true
	return s, nil
}

// checkLevel returns an error unless a snake of solo_maze has the length for the level in the
// bottom row. The ruleset royale erases that row, so under it checkLevel accepts any length.
func (r Rules) checkLevel(s *ouro.State) error {
	if r.c.board.Name != soloMaze || r.c.ruleset.shrinks {
		return nil
	}
	if have, want := s.Snakes[0].Body.Len(), StartLength+readLevel(s); have != want {
		return fmt.Errorf("the snake has %d segments; want %d, as in the level of %s that the bottom row encodes", have, want, soloMaze)
	}
	return nil
}
