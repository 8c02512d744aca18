package field

import (
	"math"

	"ouro"
)

// FillInTime computes the number of steps in which the head of a living snake can reach each cell
// while all bodies move, and returns the number of reached cells. The grid of s must equal the grid
// of f.
//
//   - A cell of a body opens when the body has left it. If a snake has n segments, segment i, where
//     0 is the head, leaves with step n-i. A cell with several segments opens with the last of them.
//   - The head can enter a cell in the step with which the cell opens. State.Enterable has the
//     exceptions for the tip of the snake's own tail, whose cell then opens one step later.
//   - Walls never open. If snakes grow with every move, the only cell of a body that opens is the
//     cell of the tip.
//   - The head can wait beside a cell until the cell opens.
//
// The distance of a cell is a lower bound of the moves of this snake to the cell, also if snakes
// eat on the way, but not if another snake dies. Proof by induction over the cells of the snake's
// path: the snake enters a cell at least one move after the cell before, and not before the cell
// opens. The fill requires nothing else. Meals only keep cells closed longer.
//
// The cost grows with the number of cells and segments.
func (f *Field) FillInTime(s *ouro.State, seat int) int {
	f.fillInTime(ouro.NoCell, s, seat)
	return len(f.queue)
}

// StepsInTime returns the distance of target by FillInTime, or Unreached. It is faster, because it
// first looks for a path without a detour, and otherwise fills f only until target is reached.
// Afterwards, f must be filled again before its distances are used.
func (f *Field) StepsInTime(target ouro.Cell, s *ouro.State, seat int) int {
	if steps, ok := directSteps(target, s, seat); ok {
		return steps
	}
	f.fillInTime(target, s, seat)
	return f.At(target)
}

// directSteps returns the number of steps to target without a detour, if all cells of a path are
// open at first. It tries two of the paths.
func directSteps(target ouro.Cell, s *ouro.State, seat int) (steps int, ok bool) {
	g, head := s.Grid, s.Snakes[seat].Body.Head()
	x, y := g.XY(head)
	tx, ty := g.XY(target)
	dirs, apart := [2]ouro.Dir{ouro.Right, ouro.Up}, [2]int{tx - x, ty - y}
	for axis := range apart {
		if apart[axis] < 0 {
			dirs[axis], apart[axis] = dirs[axis].Opposite(), -apart[axis]
		}
	}
	if steps = apart[0] + apart[1]; steps != g.Distance(head, target) {
		return 0, false // across the edges of the board it is nearer
	}
	for preferred := range apart {
		c, left := head, apart
		for step := 0; ; step++ {
			if step == steps {
				return steps, true
			}
			next, axis := g.Next(c, dirs[preferred]), preferred
			if left[axis] == 0 || !s.Enterable(seat, next) {
				axis = 1 - preferred
				if next = g.Next(c, dirs[axis]); left[axis] == 0 || !s.Enterable(seat, next) {
					break
				}
			}
			c = next
			left[axis]--
		}
	}
	return 0, false
}

// fillInTime is like FillInTime, but stops when it reaches target. Cells nearer than target then
// have their distance; other cells may be Unreached.
func (f *Field) fillInTime(target ouro.Cell, s *ouro.State, seat int) {
	f.clear()
	last := f.closeCells(s, seat)
	me := &s.Snakes[seat].Body
	if f.reach(me.Head(), 0); me.Head() == target {
		return
	}
	dist, opens := f.dist, f.opens[:len(f.dist)]
	for next, step := 0, 1; next < len(f.queue) || step <= last; step++ {
		n := len(f.queue) // number of cells that earlier steps reached
		f.enterOpened(s, me.Tail(), step)
		if target != ouro.NoCell && dist[target] != Unreached {
			return
		}
		for ; next < n; next++ {
			for _, c := range s.Grid.Neighbours(f.queue[next]) {
				// The first comparison also excludes NoCell, as in FillTo.
				if uint(c) >= uint(len(dist)) || dist[c] >= 0 || int(opens[c]) > step {
					continue
				}
				if f.reach(c, step); c == target {
					return
				}
			}
		}
	}
}

// never is in Field.opens for a cell that never opens.
const never = math.MaxInt16

// closeCells sets Field.opens, and returns the last step that opens a cell.
func (f *Field) closeCells(s *ouro.State, seat int) (last int) {
	clear(f.opens)
	if s.Room() < len(f.opens) {
		for c := range f.opens {
			if s.Terrain(ouro.Cell(c)) == ouro.Wall {
				f.opens[c] = never
			}
		}
	}
	for i := range s.Snakes {
		body := &s.Snakes[i].Body
		if s.Snakes[i].Cause != ouro.Alive {
			continue
		}
		last = max(last, body.Len())
		for segment := range body.Len() {
			step := int16(body.Len() - segment)
			if s.AlwaysGrow && step > 1 {
				step = never
			}
			c := body.At(segment)
			f.opens[c] = max(f.opens[c], step)
		}
	}
	if tip := s.Snakes[seat].Body.Tail(); f.opens[tip] == 1 && !s.Enterable(seat, tip) {
		f.opens[tip], last = 2, max(last, 2)
	}
	return last
}

// enterOpened reaches the cells that open with this step and are beside a cell that an earlier step
// reached. tip is the cell of the snake's own tail, which may open with step 2.
func (f *Field) enterOpened(s *ouro.State, tip ouro.Cell, step int) {
	if step == 2 {
		f.enter(s.Grid, tip, step)
	}
	for i := range s.Snakes {
		body := &s.Snakes[i].Body
		if s.Snakes[i].Cause == ouro.Alive && step <= body.Len() {
			f.enter(s.Grid, body.At(body.Len()-step), step)
		}
	}
}

// enter reaches c if the cell opens with this step and an earlier step reached a cell beside it.
func (f *Field) enter(g *ouro.Grid, c ouro.Cell, step int) {
	if int(f.opens[c]) != step || f.dist[c] >= 0 {
		return
	}
	for _, n := range g.Neighbours(c) {
		if d := f.At(n); d >= 0 && d < step {
			f.reach(c, step)
			return
		}
	}
}

func (f *Field) reach(c ouro.Cell, step int) {
	f.dist[c] = int16(step)
	f.queue = append(f.queue, c)
}
