package position

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"ouro"
	"ouro/internal/needs"
	"ouro/play"
	"ouro/solve/exact"
)

// allPositions returns a game in which the snake follows a Hamiltonian cycle. It also returns
// the game's positions.
func allPositions(t *testing.T, w, h int) (p *Game, all []Position) {
	t.Helper()
	p, _ = recorded(t, "hamilton", w, h, 1)
	err := p.walk(t.Context(), func(_ int, _ play.Deal, s *ouro.State) error {
		all = append(all, Position{p.Rules, s.Clone()})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return p, all
}

// TestLateExact: if memory is too small for the positions of all lengths, positions of long
// snakes still have exact values. For shorter snakes, the error names the shortest possible
// length.
func TestLateExact(t *testing.T) {
	const from = 17
	game, positions := allPositions(t, 4, 5)
	little := newComputer(int64(exact.MeasureFrom(positions[0].State.Level())[from].Bytes) + 1)
	from17 := slices.IndexFunc(positions, func(p Position) bool { return p.length() == from })
	some := positions[from17:]
	have, err := little.values(t.Context(), some, nil)
	if err != nil {
		t.Fatal(err)
	}
	want, err := shared.values(t.Context(), append([]Position{positions[0]}, some...), nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := range some {
		if fmt.Sprint(*have[i]) != fmt.Sprint(*want[i+1]) { // NaN is not equal to itself
			t.Errorf("%s: %+v, with the whole board %+v", some[i].Text(), *have[i], *want[i+1])
		}
	}

	early := little.checkExact(positions[0])
	var large *exact.TooLargeError
	if !errors.As(early, &large) || large.From > from || !strings.Contains(early.Error(), fmt.Sprintf("a snake of %d or more cells needs less; ouro studio --exact-memory", large.From)) {
		t.Errorf("a snake of one: %v", early)
	}

	line := ""
	for _, d := range game.Moves[from17:] {
		line += string(d.Letter())
	}
	foods := map[int]ouro.Cell{}
	for i := range some[:len(some)-1] {
		if some[i+1].length() > some[i].length() {
			foods[i] = some[i+1].State.Food[0]
		}
	}
	judged := func(x *computer) (list []Cost) {
		p, err := GameFrom(some[0], line, foods)
		if err != nil {
			t.Fatal(err)
		}
		how, err := x.judge(t.Context(), p, defaultEstimate, func(c Cost) error { list = append(list, c); return nil }, nil)
		if err != nil || !how.Exact {
			t.Errorf("exact %v, %v", how.Exact, err)
		}
		return list
	}
	if a, b := fmt.Sprint(judged(little)), fmt.Sprint(judged(shared)); a != b {
		t.Errorf("costs of the moves from length %d on:\n%s\nwith the whole board:\n%s", from, a, b)
	}
	if _, err := little.values(t.Context(), append(some, positions[0]), nil); err == nil {
		t.Error("a line that begins early was computed")
	}
}

// TestUsualMemory: the default memory suffices for long snakes on boards of 35 or 36 cells,
// and for all snakes on a board of 30 cells.
func TestUsualMemory(t *testing.T) {
	usual, plenty := newComputer(600e6), newComputer(4e9)
	for _, size := range [][2]int{{6, 6}, {5, 7}, {4, 9}, {5, 6}} {
		_, positions := allPositions(t, size[0], size[1])
		least := 0 // shortest length with exact values
		for _, b := range positions {
			if err := plenty.checkExact(b); err != nil {
				t.Fatal(err)
			}
			if usual.checkExact(b) == nil && least == 0 {
				least = b.length()
			} else if usual.checkExact(b) != nil && least != 0 {
				t.Errorf("length %d can be computed, length %d cannot", least, b.length())
			}
		}
		t.Logf("%dx%d: from length %d on", size[0], size[1], least)
		if cells := size[0] * size[1]; least == 0 || least > 32 || cells == 30 && least != 1 {
			t.Errorf("%dx%d: from length %d on", size[0], size[1], least)
		}
	}
}

// TestLateAgainstSearch: if only one cell is free, the exact value is the number of moves
// that a search finds.
func TestLateAgainstSearch(t *testing.T) {
	needs.Trial(t)
	x := newComputer(80e6)
	_, positions := allPositions(t, 5, 6)
	if x.checkExact(positions[0]) == nil {
		t.Error("all of 5x6 in 80 MB")
	}
	positions = slices.DeleteFunc(positions, func(p Position) bool { return p.length() < 29 })
	answers, err := x.values(t.Context(), positions, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, b := range positions {
		s := b.State
		body := s.Snakes[0].Body.Append(nil)
		if want := movesToEat(s.Grid, body, s.Food[0]); answers[i].Moves != float64(want) || answers[i].Meal != want || answers[i].Probability != 1 {
			t.Errorf("%s: %+v, a search finds %d moves", b.Text(), *answers[i], want)
		}
		for _, d := range ouro.Dirs {
			c := answers[i].Choices[d]
			next := s.Grid.Next(body[0], d)
			if next == ouro.NoCell || slices.Contains(body[:len(body)-1], next) {
				if !c.Fatal {
					t.Errorf("%s: %v is not fatal", b.Text(), d)
				}
				continue
			}
			want := 1
			if next != s.Food[0] {
				want += movesToEat(s.Grid, slices.Concat([]ouro.Cell{next}, body[:len(body)-1]), s.Food[0])
			}
			if c.Moves != float64(want) {
				t.Errorf("%s: %v takes %+v, a search finds %d moves", b.Text(), d, c, want)
			}
		}
	}
}

// movesToEat returns the number of moves to the next meal, found by breadth-first search.
func movesToEat(g *ouro.Grid, body []ouro.Cell, food ouro.Cell) int {
	seen := map[string]bool{fmt.Sprint(body): true}
	now := [][]ouro.Cell{body}
	for moves := 1; len(now) > 0; moves++ {
		var then [][]ouro.Cell
		for _, b := range now {
			for _, next := range g.Neighbours(b[0]) {
				if next == food {
					return moves
				}
				if next == ouro.NoCell || slices.Contains(b[:len(b)-1], next) {
					continue
				}
				to := slices.Concat([]ouro.Cell{next}, b[:len(b)-1])
				if key := fmt.Sprint(to); !seen[key] {
					seen[key] = true
					then = append(then, to)
				}
			}
		}
		now = then
	}
	return -1
}
