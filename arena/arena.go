// Package arena has the formats, questions and ratings of tournaments.
//
// A [Tournament] describes entrants and format: every pair, one against all, all in one game, or
// two until a sequential test decides. A [Setting] is a checked tournament with its defaults. It
// makes a plan of package lab: groups of games with the same start and food, in which every snake
// takes every seat once. The group is the unit of all statistics.
//
// [Kind] is the kind of these games. It adds ratings, pairs and the result of the test to the
// report of a plan; see [Figures]. Package lab plays, counts, reports and stores.
package arena

import (
	"context"
	"fmt"
	"slices"
	"time"

	"ouro/arena/opening"
	"ouro/internal/english"
	"ouro/lab"
)

// Format determines which entrants play each other.
type Format string

const (
	RoundRobin Format = "roundrobin" // every pair of entrants
	Gauntlet   Format = "gauntlet"   // the first against all others
	FreeForAll Format = "ffa"        // all in one game
	SPRT       Format = "sprt"       // the first against the second, until a sequential test decides which is better; for more entrants, see Among
)

// Tournament describes a tournament. Parse reads it from a text. Setting replaces zero fields by
// defaults.
type Tournament struct {
	Title  string // shown to users
	Format Format
	Games  int // number of planned games, rounded up to whole groups; for SPRT the maximum
	Seed   uint64
	Snakes []Snake

	// The game:
	Rules       string // rules with their options
	Board       string // WxH
	Level       string // name or drawing of a level, for rules that need one
	StartLength int    // length of every snake at the start, unless the rules determine it
	Seats       int    // number of seats in a game of FreeForAll
	Openings    string // start positions, see package opening; "" means that the rules determine them
	OpeningsSum string // digest of the positions of Openings, set by Open

	// Limits of a move. GuestTimeout limits remote snakes. The others limit solvers; at most one of
	// them is set.
	Nodes        int64
	Time         time.Duration
	CPU          time.Duration
	GuestTimeout time.Duration

	// Retries is the maximum number of replays of a game with faults. The last attempt counts.
	Retries int

	// For SPRT.
	Elo0, Elo1, Alpha, Beta float64

	Workers int // number of games that are played at once
}

// Snake is an entrant of a tournament.
type Snake struct {
	Name  string
	Snake string // spec of a solver, or address of a remote snake
}

// Open returns the Setting of a tournament that will be played. Unlike Setting, Open also reads the
// openings, and starts the snakes that are programs.
func (t *Tournament) Open(ctx context.Context) (*Setting, error) {
	c := *t
	var book *opening.Book // nil means that the rules determine the start
	if !c.byRules() {
		var err error
		if book, err = opening.Read(ctx, c.Openings); err != nil {
			return nil, err
		}
		if c.Board == "" && c.Level == "" {
			c.Board = book.Board()
		}
	}
	s, err := c.Setting()
	if err == nil && book != nil {
		err = s.useBook(book)
	}
	if err == nil {
		err = s.try(true)
	}
	if err != nil {
		return nil, err
	}
	return s, nil
}

// byRules reports whether the rules determine the start of games.
func (t *Tournament) byRules() bool { return t.Openings == "" || t.Openings == "rules" }

func Formats() []struct{ Name, Idea string } {
	return []struct{ Name, Idea string }{
		{string(RoundRobin), "everybody against everybody"},
		{string(Gauntlet), "the first against each of the others"},
		{string(FreeForAll), "all in one game"},
		{string(SPRT), "the first against the second, until it is known whether it is better; others play beside either"},
	}
}

func (f Format) check(snakes int) error {
	var known []string
	for _, k := range Formats() {
		known = append(known, k.Name)
	}
	switch {
	case !slices.Contains(known, string(f)):
		return fmt.Errorf("unknown format %q%s", f, english.Suggestion(string(f), known))
	case snakes < 2:
		return fmt.Errorf("%s: a tournament needs two snakes or more", english.Count(snakes, "snake"))
	}
	return nil
}

// seatings returns the games of a group, each as a list of snakes by seat. Every pair of snakes
// that plays a game of two plays it in both orders. A game of FreeForAll has the given number of
// seats, and every snake takes each seat equally often. SPRT with more than two snakes has the
// games of [Among].
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

// Among returns the games of a group in which snakes 0 and 1 never meet. Snake 0 plays the others
// from every seat; then snake 1 replaces it in the same games.
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

// mostSeatings is the maximum number of games in a group of FreeForAll, unless every snake has a
// seat in every game. Smaller groups are better: the same number of games then has more groups, and
// intervals are computed from groups.
const mostSeatings = 120

// freeForAll returns the games of a group in which k of n snakes play. If k is n, the snakes
// rotate. Otherwise the group has every choice of k snakes or, if that makes too many games, the
// choices of spread.
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

// choices returns the number of ways to choose k of n, or mostSeatings+1 if that number exceeds
// mostSeatings.
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

// combinations returns every choice of k numbers below n.
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

// spread returns at most the given number of lists of k different steps below n. Each list makes n
// games. In game i, the snake in a seat is i plus the step of that seat, modulo n, so every snake
// takes each seat once. Two snakes meet if two steps of a list differ by the difference of the
// snakes, modulo n. So spread always adds the step whose differences are rarest. It ends early when
// all differences are equally frequent.
func spread(n, k, most int) (lists [][]int) {
	met := make([]int, n) // how often two snakes meet, by their difference modulo n
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
