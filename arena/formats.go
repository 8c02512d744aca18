package arena

import (
	"fmt"
	"slices"

	"ouro/internal/english"
	"ouro/lab"
)

// Formats are all formats, with what they are.
func Formats() []struct{ Name, Idea string } {
	return []struct{ Name, Idea string }{
		{string(RoundRobin), "everybody against everybody"},
		{string(Gauntlet), "the first against each of the others"},
		{string(FreeForAll), "all in one game"},
		{string(SPRT), "the first against the second, until it is known whether it is better; others play beside either"},
	}
}

// check knows the formats and how many snakes they take.
func (f Format) check(snakes int) error {
	var known []string
	for _, k := range Formats() {
		known = append(known, k.Name)
	}
	switch {
	case !slices.Contains(known, string(f)):
		return fmt.Errorf("unknown format %q%s", f, english.Known(string(f), known))
	case snakes < 2:
		return fmt.Errorf("%s: a tournament takes two or more", english.Count(snakes, "snake"))
	}
	return nil
}

// seatings are the games of a group of so many snakes, with so many seats in a game
// of FreeForAll. In games of two every snake that meets another sits opposite it
// equally often in either order; every snake of FreeForAll sits equally often in each
// seat. Of SPRT more than two are those of [Among].
func (f Format) seatings(snakes, seats int) [][]int {
	var all [][]int
	switch {
	case f == Gauntlet:
		for b := 1; b < snakes; b++ {
			all = append(all, []int{0, b}, []int{b, 0})
		}
	case f == FreeForAll:
		return freeForAll(snakes, seats)
	case f == SPRT && snakes > 2:
		return Among(snakes - 2)
	default:
		for a := range snakes {
			for b := a + 1; b < snakes; b++ {
				all = append(all, []int{a, b}, []int{b, a})
			}
		}
	}
	return all
}

// Among are the games of a group in which snakes 0 and 1 never meet: each plays with so
// many others, who are those from 2 on, from every seat, and the second then in the
// place of the first.
func Among(others int) [][]int {
	var all [][]int
	for snake := range 2 {
		for _, seating := range lab.Rotations(1 + others) {
			for seat, i := range seating {
				if seating[seat] = snake; i > 0 {
					seating[seat] = 1 + i
				}
			}
			all = append(all, seating)
		}
	}
	return all
}

// mostSeatings is how many games a group of FreeForAll has at most where not all
// snakes fit in a game and the design is free; small groups tell more, since there
// are more of them.
const mostSeatings = 120

// freeForAll seats k of n snakes. With room for all these are the rotations; else
// those of every choice of k snakes where they are few; else of the choices that
// spread makes.
func freeForAll(n, k int) [][]int {
	var all [][]int
	if choices(n, k)*k <= mostSeatings {
		for _, chosen := range combinations(n, k) {
			for _, order := range lab.Rotations(k) {
				seating := make([]int, k)
				for seat, i := range order {
					seating[seat] = chosen[i]
				}
				all = append(all, seating)
			}
		}
		return all
	}
	for _, steps := range spread(n, k, max(1, mostSeatings/n)) {
		for first := range n {
			seating := make([]int, k)
			for seat, step := range steps {
				seating[seat] = (first + step) % n
			}
			all = append(all, seating)
		}
	}
	return all
}

// choices is how many ways there are to choose k of n, or a large number.
func choices(n, k int) int {
	c := 1
	for i := range k {
		c = c * (n - i) / (i + 1)
		if c > mostSeatings {
			return mostSeatings + 1
		}
	}
	return c
}

// combinations are all choices of k of n, in order.
func combinations(n, k int) (all [][]int) {
	var choose func(chosen []int, from int)
	choose = func(chosen []int, from int) {
		if len(chosen) == k {
			all = append(all, slices.Clone(chosen))
			return
		}
		for i := from; i < n; i++ {
			choose(append(chosen, i), i+1)
		}
	}
	choose(nil, 0)
	return all
}

// spread makes at most so many lists of k different steps below n, from each of
// which follow n games: game i seats i plus the steps, round the circle of the
// snakes. So everybody sits once in each seat. How often two meet is how often
// their distance on the circle is one between two steps; each step is chosen so
// that the distances that were rarest so far come up. It stops early once all
// came up equally often.
func spread(n, k, most int) (lists [][]int) {
	met := make([]int, n) // by distance
	for len(lists) < most {
		steps := []int{0}
		for len(steps) < k {
			best, least := -1, 0
			for step := 1; step < n; step++ {
				if slices.Contains(steps, step) {
					continue
				}
				cost := 0
				for _, s := range steps {
					cost += 2*met[(step-s+n)%n] + 1
				}
				if best < 0 || cost < least {
					best, least = step, cost
				}
			}
			for _, s := range steps {
				met[(best-s+n)%n]++
				met[(s-best+n)%n]++
			}
			steps = append(steps, best)
		}
		lists = append(lists, steps)
		if slices.Min(met[1:]) == slices.Max(met[1:]) {
			break
		}
	}
	return lists
}
