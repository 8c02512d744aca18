package battlesnake_test

import (
	"fmt"
	"testing"

	"ouro"
	"ouro/rule/battlesnake"
)

// TestSymmetry: a game has the same result on all eight mirror images and rotations of the
// board, and with the seats reversed.
func TestSymmetry(t *testing.T) {
	for seed := range uint64(150) {
		dice := ouro.NewPCG(seed)
		ruleset := battlesnake.Rulesets()[seed%6].Name
		rules := newRules(t, ruleset+":food=0,minfood=0,damage=30")
		w, h := 4+dice.Roll(5), 4+dice.Roll(5)
		s, err := rules.Start(w, h, 1+dice.Roll(5), dice)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		for range 6 {
			addLitter(s, dice)
		}
		images := make([]*ouro.State, 8)
		for k := range images {
			images[k] = imageOf(t, rules, s, k)
		}
		n := len(s.Snakes)
		joint, mirrored := make([]ouro.Dir, n), make([]ouro.Dir, n)
		for range 40 {
			if _, over := rules.Over(s); over {
				break
			}
			randomMoves(s, joint, dice)
			rules.Step(s, joint)
			for k, image := range images {
				for seat := range joint {
					mirrored[n-1-seat] = imageDir(joint[seat], k)
				}
				rules.Step(image, mirrored)
				if err := compareImages(s, image, k); err != nil {
					t.Fatalf("seed %d %s image %d turn %d: %v", seed, ruleset, k, s.Turn, err)
				}
			}
		}
	}
}

// imageOf returns an image of a position, with the seats reversed. Bits 0 and 1 of k mirror
// the board; bit 2 swaps columns and rows.
func imageOf(t *testing.T, rules battlesnake.Rules, s *ouro.State, k int) *ouro.State {
	t.Helper()
	w, h := s.Grid.W, s.Grid.H
	if k&4 != 0 {
		w, h = h, w
	}
	g, err := rules.Grid(w, h)
	if err != nil {
		t.Fatal(err)
	}
	image := ouro.NewState(g)
	image.AlwaysGrow, image.HazardDamage = s.AlwaysGrow, s.HazardDamage
	for seat := len(s.Snakes) - 1; seat >= 0; seat-- {
		var cells []ouro.Cell
		for _, c := range s.Snakes[seat].Body.Append(nil) {
			cells = append(cells, imageCell(s.Grid, g, c, k))
		}
		to := image.AddSnake(cells...)
		image.Snakes[to].Health = s.Snakes[seat].Health
	}
	for _, c := range s.Food {
		image.AddFood(imageCell(s.Grid, g, c, k))
	}
	for _, c := range s.Hazards {
		image.AddHazard(imageCell(s.Grid, g, c, k))
	}
	return image
}

func imageCell(from, to *ouro.Grid, c ouro.Cell, k int) ouro.Cell {
	if c == ouro.NoCell {
		return c
	}
	x, y := from.XY(c)
	if k&1 != 0 {
		x = from.W - 1 - x
	}
	if k&2 != 0 {
		y = from.H - 1 - y
	}
	if k&4 != 0 {
		x, y = y, x
	}
	return to.At(x, y)
}

func imageDir(d ouro.Dir, k int) ouro.Dir {
	if d == ouro.NoDir {
		return d
	}
	if k&1 != 0 && (d == ouro.Left || d == ouro.Right) || k&2 != 0 && (d == ouro.Up || d == ouro.Down) {
		d = d.Opposite()
	}
	if k&4 != 0 {
		d = [4]ouro.Dir{ouro.Right, ouro.Up, ouro.Left, ouro.Down}[d]
	}
	return d
}

func compareImages(s, image *ouro.State, k int) error {
	n := len(s.Snakes)
	for seat := range s.Snakes {
		a, b := &s.Snakes[seat], &image.Snakes[n-1-seat]
		if a.Cause != b.Cause || a.Health != b.Health || a.Hunger != b.Hunger || a.Died != b.Died || a.Body.Len() != b.Body.Len() {
			return fmt.Errorf("seat %d: %+v, image %+v", seat, a, b)
		}
		if a.Killer != ouro.NoSeat && b.Killer != n-1-a.Killer && s.Snakes[a.Killer].Body.Len() != image.Snakes[b.Killer].Body.Len() {
			return fmt.Errorf("seat %d: killed by %d, image by %d", seat, a.Killer, b.Killer)
		}
		for i := range a.Body.Len() {
			if imageCell(s.Grid, image.Grid, a.Body.At(i), k) != b.Body.At(i) {
				return fmt.Errorf("seat %d: bodies differ at %d", seat, i)
			}
		}
	}
	return nil
}
