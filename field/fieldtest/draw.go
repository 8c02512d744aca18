// Package fieldtest reads positions from drawings, for readable tests.
package fieldtest

import (
	"fmt"
	"strings"
	"testing"

	"ouro"
)

// Position reads a position from its rows, the top row first. 'X' is a wall, ' ' floor, '*' food,
// and '@' the head of the snake in seat 0. Each further segment is '^', '>', 'v' or '<', which
// points to the segment before it. The example is a snake with five segments below the food:
//
//	fieldtest.Position(t,
//		"  * ",
//		">>@ ",
//		"^<  ")
func Position(t testing.TB, rows ...string) *ouro.State {
	t.Helper()
	s, err := draw(rows)
	if err != nil {
		t.Fatalf("position:\n%s\n%v", strings.Join(rows, "\n"), err)
	}
	return s
}

func draw(rows []string) (*ouro.State, error) {
	g, err := ouro.NewGrid(len(rows[0]), len(rows))
	if err != nil {
		return nil, err
	}
	s := ouro.NewState(g)
	head, segments := ouro.NoCell, 0
	points := make(map[ouro.Cell]ouro.Dir)
	for i, row := range rows {
		if len(row) != g.W {
			return nil, fmt.Errorf("row %d has %d columns, row 1 has %d", i+1, len(row), g.W)
		}
		for x, ch := range []byte(row) {
			c := g.At(x, g.H-1-i)
			switch ch {
			case ' ':
			case 'X':
				s.SetTerrain(c, ouro.Wall)
			case '*':
				s.AddFood(c)
			case '@':
				head = c
				segments++
			case '^', '>', 'v', '<':
				points[c] = ouro.Dir(strings.IndexByte("^>v<", ch))
				segments++
			default:
				return nil, fmt.Errorf("row %d column %d: unknown character %q", i+1, x+1, ch)
			}
		}
	}
	if head == ouro.NoCell {
		return nil, fmt.Errorf("no head '@'")
	}
	body := []ouro.Cell{head}
	for len(body) <= segments {
		next := ouro.NoCell
		for d, c := range g.Neighbours(body[len(body)-1]) {
			if back, ok := points[c]; ok && back == ouro.Dir(d).Opposite() {
				if next != ouro.NoCell {
					return nil, fmt.Errorf("two segments point to the same cell")
				}
				next = c
			}
		}
		if next == ouro.NoCell {
			break
		}
		body = append(body, next)
	}
	if len(body) != segments {
		return nil, fmt.Errorf("%d of %d segments are connected to the head", len(body), segments)
	}
	s.AddSnake(body...)
	return s, nil
}
