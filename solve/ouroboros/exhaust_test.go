package ouroboros

import (
	"fmt"
	"slices"
	"testing"

	"ouro"
	"ouro/internal/needs"
)

// ringsOf returns all rings of a board and their holes. It returns each ring once, from its lowest
// square on, in one of its two directions.
func ringsOf(g *ouro.Grid) (r *ring, orders [][]square, holes []square) {
	r = newRing(openBoard(g))
	for hole := range r.squares {
		from := r.squares[0]
		h, used := r.squares[hole], map[square]bool{}
		if len(r.squares)%2 == 0 {
			h = 0
		} else if hole == 0 {
			from = r.squares[1]
		}
		way := []square{from}
		used[from] = true
		var extend func()
		extend = func() {
			last := way[len(way)-1]
			if len(way) == g.Size()-g.Size()%2 {
				if r.areNeighbours(last, from) && way[1] < last {
					orders, holes = append(orders, slices.Clone(way)), append(holes, h)
				}
				return
			}
			for _, next := range r.neighbours(last) {
				if r.cells[next] != ouro.NoCell && next != h && !used[next] {
					used[next] = true
					way = append(way, next)
					extend()
					way = way[:len(way)-1]
					used[next] = false
				}
			}
		}
		extend()
		if h == 0 {
			break
		}
	}
	return r, orders, holes
}

// TestGuaranteeOnAllRings checks the guarantee on every ring with a twin on small boards, in both
// directions, with every body on the ring and every food: the meal comes within the bound and
// leaves the body without gaps on a ring with a twin. Every reachable state without gaps is among
// these, so ouroboros wins every game from them. On 5x5 the test checks one ring in 8; with -long,
// all of them.
func TestGuaranteeOnAllRings(t *testing.T) {
	for _, c := range []struct{ w, h, rings, every int }{{3, 3, 5, 1}, {3, 5, 14, 1}, {5, 3, 14, 1}, {3, 7, 36, 1}, {5, 5, 224, needs.Many(32, 8)}} {
		t.Run(fmt.Sprintf("%dx%d", c.w, c.h), func(t *testing.T) {
			t.Parallel()
			g := ouro.MustGrid(c.w, c.h)
			r, orders, holes := ringsOf(g)
			rings := 0
			o := &ouroboros{thinker: newThinker(openBoard(g), 1, 1)}
			for i, order := range orders {
				if len(twinsOf(g, r.cells, order, holes[i])) == 0 {
					continue
				}
				if rings++; *long == 1 && rings%c.every != 0 {
					continue
				}
				for range 2 {
					for range order {
						order = append(order[1:], order[0])
						if err := checkRingPlay(o, order, holes[i]); err != nil {
							t.Fatalf("ring %v with the hole %d: %v", order, holes[i], err)
						}
					}
					slices.Reverse(order)
				}
			}
			if rings != c.rings {
				t.Errorf("%d rings with a twin, want %d", rings, c.rings)
			}
		})
	}
}

// checkRingPlay puts snakes of all lengths on a ring, with the head at its beginning, and
// lets each eat food on every free square.
func checkRingPlay(o *ouroboros, order []square, hole square) error {
	n := len(order)
	for length := 1; length <= n; length++ {
		body := make([]square, length)
		for age := range body {
			body[age] = order[(n-age)%n]
		}
		for _, food := range o.squares {
			if slices.Contains(body, food) {
				continue
			}
			o.adopt(order, hole)
			if err := checkMeal(o, slices.Clone(body), food); err != nil {
				return fmt.Errorf("length %d, food on %d: %w", length, food, err)
			}
		}
	}
	return nil
}

// TestGuaranteeWithGaps checks the guarantee on all rings of small boards with an even number of
// squares, with every body that lies on the ring in order, even with gaps.
func TestGuaranteeWithGaps(t *testing.T) {
	for _, c := range []struct{ w, h, bodies int }{{2, 4, 216}, {3, 4, 1684}, {4, 4, 16344}} {
		g := ouro.MustGrid(c.w, c.h)
		_, orders, _ := ringsOf(g)
		o := &ouroboros{thinker: newThinker(openBoard(g), 1, 1)}
		bodies := 0
		for _, order := range orders {
			for range 2 {
				for range order {
					order = append(order[1:], order[0])
					o.adopt(order, 0)
					bodiesInOrder(o.ring, []square{order[0]}, len(order), func(body []square) {
						bodies++
						for _, food := range o.squares {
							if slices.Contains(body, food) {
								continue
							}
							o.adopt(order, 0)
							if err := checkMeal(o, slices.Clone(body), food); err != nil {
								t.Fatalf("board %s, ring %v, body %v, food on %d: %v", g, order, body, food, err)
							}
						}
						o.adopt(order, 0)
					})
				}
				slices.Reverse(order)
			}
		}
		if bodies != c.bodies {
			t.Errorf("board %s: %d bodies on %d rings, want %d", g, bodies, len(orders), c.bodies)
		}
	}
}

// bodiesInOrder calls visit with each extension of body whose added segments are at ever lower
// places of the ring, all of them below the place limit.
func bodiesInOrder(r *ring, body []square, limit int, visit func(body []square)) {
	if len(body) != 2 || limit != 1 { // otherwise the only step along the ring would reverse the snake
		visit(body)
	}
	for _, s := range r.neighbours(body[len(body)-1]) {
		if place := int(r.place[s]); place > 0 && place < limit {
			bodiesInOrder(r, append(body, s), place, visit)
		}
	}
}

func checkMeal(o *ouroboros, body []square, food square) error {
	for steps := 0; ; {
		if !o.turnTo(body) {
			return fmt.Errorf("the body %v does not lie on the ring in order", body)
		}
		o.begin(body, 1, len(body))
		o.safe = o.safe[:0]
		o.aim(o.cells[food])
		for _, next := range o.order[1 : o.meal+1] {
			if steps++; steps > 2*len(o.squares)-3 {
				return fmt.Errorf("no meal after %d steps", steps)
			}
			if !o.areNeighbours(next, body[0]) || slices.Contains(body[:len(body)-1], next) || len(body) == 2 && next == body[1] {
				return fmt.Errorf("step %d goes to the square %d with the body %v", steps, next, body)
			}
			if next == food {
				body = append(body, 0)
			}
			copy(body[1:], body)
			body[0] = next
		}
		if body[0] != food {
			continue
		}
		if len(body) == len(o.squares) {
			return nil
		}
		if err := checkRing(o.board.Grid, o.ring); err != nil {
			return err
		}
		above := len(o.order)
		for age, s := range body[1:] {
			place := (int(o.place[s]) - o.meal + len(o.order)) % len(o.order)
			if place >= above {
				return fmt.Errorf("after the meal the segment %d of the body %v is out of order", age+1, body)
			}
			above = place
		}
		return nil
	}
}
