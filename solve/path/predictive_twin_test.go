package path_test

import (
	"math"
	"slices"
	"strings"

	"ouro"
)

// listing is a plain version of Predictive: the logic of the paper's listing, with its lists,
// dictionaries, copies and names. A tail is a list of cells without the head, the end of the
// tail first.
type listing struct {
	s *ouro.State

	deviate, homestretch            float64
	follow, sorted, always, leaving bool

	path []ouro.Cell // the rest of the walk
	food ouro.Cell   // the food when path was made
}

func newListing(options ouro.Options) *listing {
	r := options.Read()
	return &listing{
		deviate:     r.Float("deviate", 0.8, 0, 1),
		homestretch: r.Float("homestretch", 0.9, 0, 1),
		follow:      r.Choice("detour", "deviate", "deviate", "follow") == "follow",
		sorted:      r.Choice("open", "listing", "listing", "sorted") == "sorted",
		always:      r.Choice("check", "listing", "listing", "always") == "always",
		leaving:     r.Choice("tip", "stays", "stays", "leaves") == "leaves",
	}
}

func (l *listing) plan(s *ouro.State) []ouro.Cell {
	l.s = s
	head, tail := l.snake()
	goal := ouro.NoCell
	if len(s.Food) > 0 {
		goal = s.Food[0]
	}
	way, _ := l.AStarSearch(head, goal, tail, head, tail, false, false)
	return way
}

func (l *listing) snake() (head ouro.Cell, tail []ouro.Cell) {
	cells := l.s.Snakes[0].Body.Append(nil)
	slices.Reverse(cells)
	return cells[len(cells)-1], cells[:len(cells)-1]
}

func (l *listing) GetOpenNeighbors(c ouro.Cell, tail []ouro.Cell) []ouro.Cell {
	var neighbors []ouro.Cell
	for _, d := range []ouro.Dir{ouro.Right, ouro.Left, ouro.Up, ouro.Down} {
		n := l.s.Grid.Next(c, d)
		if n != ouro.NoCell && l.s.Terrain(n) != ouro.Wall && !slices.Contains(tail, n) {
			neighbors = append(neighbors, n)
		}
	}
	return neighbors
}

func (l *listing) Heuristic(a, b ouro.Cell) float32 {
	if b == ouro.NoCell {
		return 0
	}
	ax, ay := l.s.Grid.XY(a)
	bx, by := l.s.Grid.XY(b)
	return float32(math.Hypot(float64(ax-bx), float64(ay-by)))
}

func ReconstructPath(cameFrom map[ouro.Cell]ouro.Cell, current ouro.Cell) []ouro.Cell {
	total := []ouro.Cell{current}
	for {
		previous, ok := cameFrom[current]
		if !ok {
			return total[1:]
		}
		current = previous
		total = slices.Insert(total, 0, current)
	}
}

// RemoveUnreachableTail removes the cells that the tail has left when the snake is at
// current. If the rules let the tail leave as the head moves, it also removes the cell that
// the tail leaves with the next step, unless the snake has length 2.
func (l *listing) RemoveUnreachableTail(cameFrom map[ouro.Cell]ouro.Cell, current ouro.Cell, tail []ouro.Cell) []ouro.Cell {
	k := len(ReconstructPath(cameFrom, current))
	if l.leaving && !(k == 0 && len(tail) == 1) {
		k++
	}
	return tail[min(k, len(tail)):]
}

func (l *listing) CollectAllOpenMoves(head ouro.Cell, tail []ouro.Cell) []ouro.Cell {
	tip := head // the published program throws an error here
	if len(tail) > 0 {
		tip = tail[0]
	}
	moves := l.GetOpenNeighbors(head, l.RemoveUnreachableTail(nil, head, tail))
	slices.SortStableFunc(moves, func(a, b ouro.Cell) int {
		switch da, db := l.Heuristic(a, tip), l.Heuristic(b, tip); {
		case da > db:
			return -1
		case da < db:
			return 1
		}
		return 0
	})
	for _, v := range moves {
		if l.CheckIfTailIsReachableFromGoalPosition([]ouro.Cell{v}, tail, head) {
			return []ouro.Cell{v}
		}
	}
	return nil
}

func (l *listing) CheckIfTailIsReachableFromGoalPosition(newPath, tail []ouro.Cell, head ouro.Cell) bool {
	goal := newPath[len(newPath)-1]
	tail = slices.Clone(tail)
	for _, c := range newPath { // the listing's SimulateSnake
		tail = append(tail, head)
		head = c
		if head != goal {
			tail = tail[1:]
		}
	}
	way, _ := l.AStarSearch(head, tail[0], tail, head, tail, false, true)
	return len(way) != 0
}

// AStarSearch is the listing's search, which also chooses between the path that it finds, a
// deviation and a path to the tail. As in the listing, a tail is all of a snake but its head; real
// is that of the real snake.
func (l *listing) AStarSearch(start, goal ouro.Cell, tailOriginal []ouro.Cell, head ouro.Cell, real []ouro.Cell, isChasingTail, isTailCheck bool) ([]ouro.Cell, bool) {
	size := float64(l.s.Room())
	openSet := []ouro.Cell{start}
	cameFrom := map[ouro.Cell]ouro.Cell{}
	gScore := map[ouro.Cell]float32{start: 0}
	fScore := map[ouro.Cell]float32{start: l.Heuristic(start, goal)}
	for len(openSet) > 0 {
		current := openSet[0]
		if l.sorted {
			for _, c := range openSet {
				if fScore[c] < fScore[current] {
					current = c
				}
			}
		}
		tail := l.RemoveUnreachableTail(cameFrom, current, tailOriginal)
		if current == goal {
			newPath := ReconstructPath(cameFrom, current)
			left := len(tailOriginal) - len(newPath)
			isTailReachable := true
			if !isChasingTail && !isTailCheck && (left > 0 || l.always) {
				isTailReachable = l.CheckIfTailIsReachableFromGoalPosition(newPath, tailOriginal, head)
			}
			if !isTailReachable {
				return l.detour(head, tailOriginal)
			}
			if !isTailCheck {
				fill := float64(len(real)) / size
				if fill > l.homestretch || !isChasingTail && fill > l.deviate && !l.direct(start, goal, tailOriginal) {
					if deviation := l.CollectAllOpenMoves(head, tailOriginal); len(deviation) > 0 {
						return deviation, true
					}
				}
			}
			return newPath, isChasingTail
		}
		openSet = slices.Delete(openSet, slices.Index(openSet, current), slices.Index(openSet, current)+1)
		for _, neighbor := range l.GetOpenNeighbors(current, tail) {
			tentative := gScore[current] + 1
			if g, ok := gScore[neighbor]; ok && tentative >= g {
				continue
			}
			cameFrom[neighbor] = current
			gScore[neighbor] = tentative
			fScore[neighbor] = tentative + l.Heuristic(neighbor, goal)
			if !slices.Contains(openSet, neighbor) {
				openSet = append(openSet, neighbor)
			}
		}
	}
	switch {
	case isTailCheck:
		return nil, false
	case isChasingTail: // the published program would call itself for ever
		return l.CollectAllOpenMoves(head, tailOriginal), true
	}
	return l.detour(head, tailOriginal)
}

func (l *listing) detour(head ouro.Cell, tail []ouro.Cell) ([]ouro.Cell, bool) {
	if !l.follow {
		if deviation := l.CollectAllOpenMoves(head, tail); len(deviation) > 0 {
			return deviation, true
		}
	}
	if len(tail) == 0 {
		return l.CollectAllOpenMoves(head, tail), true
	}
	return l.AStarSearch(head, tail[0], tail, head, tail, true, false)
}

// direct reports whether the food can be reached even if the tail does not move.
func (l *listing) direct(start, goal ouro.Cell, tail []ouro.Cell) bool {
	reached := []ouro.Cell{start}
	for i := 0; i < len(reached); i++ {
		for _, n := range l.GetOpenNeighbors(reached[i], tail) {
			if !slices.Contains(reached, n) {
				reached = append(reached, n)
			}
		}
	}
	return slices.Contains(reached, goal)
}

// next returns the next cell of a snake that plays alone, or NoCell once it has failed. The
// snake follows its path to the end, or to a meal, and then makes a new one.
func (l *listing) next(s *ouro.State) ouro.Cell {
	if len(l.path) == 0 || s.Food[0] != l.food {
		l.path, l.food = l.plan(s), s.Food[0]
	}
	if len(l.path) == 0 {
		return ouro.NoCell
	}
	c := l.path[0]
	l.path = l.path[1:]
	return c
}

func optionsOf(text string) ouro.Options {
	var options ouro.Options
	for part := range strings.SplitSeq(text, ",") {
		if key, value, ok := strings.Cut(part, "="); ok {
			options = append(options, ouro.Option{Key: key, Value: value})
		}
	}
	return options
}
