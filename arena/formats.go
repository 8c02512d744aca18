package arena

import (
	"fmt"
	"slices"

	"ouro/internal/english"
	"ouro/lab"
)

// Formats returns all formats with their descriptions.
func Formats() []struct{ Name, Idea string } {
	return []struct{ Name, Idea string }{
		{string(RoundRobin), "everybody against everybody"},
		{string(Gauntlet), "the first against each of the others"},
		{string(FreeForAll), "all in one game"},
		{string(SPRT), "the first against the second, until it is known whether it is better; others play beside either"},
	}
}

// check returns an error for an unknown format or too few snakes.
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

// seatings returns the games of a group, with so many seats in a game of FreeForAll. In
// games of two both orders occur equally often; in FreeForAll every snake takes each seat
// equally often. SPRT with more than two snakes has the games of [Among].
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

// Among returns the games of a group in which snakes 0 and 1 never meet: snake 0 plays
// the others from every seat, and snake 1 plays the same games in its place.
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

// mostSeatings is the largest number of games of a group of FreeForAll that does not seat
// all snakes in each game. Small groups give more information, as there are more of them.
const mostSeatings = 120

// freeForAll seats k of n snakes: all of them in rotation, or else every choice of k
// snakes if these are few, or else the choices of spread.
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

// choices returns the number of ways to choose k of n, or a large number.
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

// combinations returns all choices of k of n, in order.
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

// spread returns at most so many lists of k different steps below n. Each list gives n
// games: game i seats i plus the steps, modulo n, so every snake takes each seat once.
// Two snakes meet as often as their distance modulo n is one between two steps; each step
// is chosen to add the rarest distances. It stops early when all distances are equally
// frequent.
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
