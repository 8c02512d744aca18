package arena

import (
	"cmp"
	"math"
	"slices"

	"ouro"
	"ouro/arena/rating"
	"ouro/lab"
	"ouro/lab/stat"
	"ouro/roster"
)

// boutsOf are the comparisons that games make, in the order of the games, which are
// sorted by group. All figures about who is better are of them.
//
// A game of several snakes is one: the winner is first, then who lived longer; who
// died on the same turn, or was alive when the game was stopped, is level. Of games
// that each plays alone, those of one group are compared, which have the same start
// and the same food.
func (t *Tournament) boutsOf(games []lab.Tally) []rating.Bout {
	var bouts []rating.Bout
	better := finishes
	if t.survival() {
		better = survives
	}
	for len(games) > 0 {
		n := 1
		if len(games[0].Seats) == 1 {
			for n < len(games) && games[n].Group == games[0].Group {
				n++
			}
			if n > 1 {
				bouts = append(bouts, boutAlone(games[:n], better))
			}
		} else {
			bouts = append(bouts, boutTogether(&games[0]))
		}
		games = games[n:]
	}
	return bouts
}

// boutTogether compares the snakes of one game.
func boutTogether(g *lab.Tally) rating.Bout {
	lived := make([]int, len(g.Seats))
	snakes := make([]int, len(g.Seats))
	for seat := range g.Seats {
		s := &g.Seats[seat]
		snakes[seat], lived[seat] = int(s.Entrant), int(s.Died)
		switch {
		case g.Won(seat):
			lived[seat] = math.MaxInt
		case s.Died == 0:
			lived[seat] = math.MaxInt - 1
		}
	}
	return rating.Bout{Group: int(g.Group), Snakes: snakes, Places: places(lived, func(a, b int) int { return b - a })}
}

// boutAlone compares the games that snakes played alone.
func boutAlone(games []lab.Tally, better func(a, b *lab.Tally) int) rating.Bout {
	snakes := make([]int, len(games))
	order := make([]*lab.Tally, len(games))
	for i := range games {
		snakes[i], order[i] = int(games[i].Seats[0].Entrant), &games[i]
	}
	return rating.Bout{Group: int(games[0].Group), Snakes: snakes, Places: places(order, better)}
}

// survival tells whether a snake alone cannot win by these rules, as in Battlesnake: it
// does well by living on.
func (t *Tournament) survival() bool {
	spec, err := ouro.ParseSpec(t.Rules)
	if err != nil {
		return false
	}
	entry, err := roster.FindRules(spec.Name) // which does not have Snake Hunter
	return err == nil && !entry.WonAlone
}

// survives orders games of one snake that cannot be won, the better first: that in which
// it lived longer; of two as long, that with the longer snake.
func survives(a, b *lab.Tally) int {
	return int(cmp.Or(b.Turns-a.Turns, b.Seats[0].Length-a.Seats[0].Length))
}

// finishes orders games of one snake that can be won, the better first: a game won is
// better than one that was not; of two that were won, that with fewer turns; of two that
// were not, that with the longer snake. In games of Snake Hunter the snakes did the
// better the less far the bots came, and then the fewer points these have.
func finishes(a, b *lab.Tally) int {
	won := func(g *lab.Tally) int {
		if g.Ending == ouro.Won {
			return 1
		}
		return 0
	}
	switch {
	case won(a) != won(b):
		return won(b) - won(a)
	case a.Measures != nil:
		return slices.Compare(a.Measures[:measured], b.Measures[:measured])
	case won(a) == 1:
		return int(a.Turns - b.Turns)
	}
	return int(b.Seats[0].Length - a.Seats[0].Length)
}

// measured is how many of huntMeasures tell who did better.
const measured = 2

// places are those of things in an order: how many are before each.
func places[T any](things []T, order func(a, b T) int) []int {
	all := make([]int, len(things))
	for i := range things {
		for j := range things {
			if order(things[j], things[i]) < 0 {
				all[i]++
			}
		}
	}
	return all
}

// Who is in a duel, and the places; all share them.
var (
	both  = []int{0, 1}
	ahead = []int{0, 1}
	level = []int{0, 0}
	after = []int{1, 0}
)

// duelsOf are the bouts of all pairs: those of a and b, a < b, at [a][b], each as one
// of entrants 0 and 1.
func duelsOf(n int, bouts []rating.Bout) [][][]rating.Bout {
	all := make([][][]rating.Bout, n)
	for a := range all {
		all[a] = make([][]rating.Bout, n)
	}
	for _, b := range bouts {
		for i, x := range b.Snakes {
			for j, y := range b.Snakes {
				if x >= y {
					continue
				}
				places := level
				switch {
				case b.Places[i] < b.Places[j]:
					places = ahead
				case b.Places[i] > b.Places[j]:
					places = after
				}
				all[x][y] = append(all[x][y], rating.Bout{Group: b.Group, Snakes: both, Places: places})
			}
		}
	}
	return all
}

// Scores are those of a snake by groups, of games that are sorted by group: for each
// game the share of the others that it is ahead of, level ones by half.
func (t *Tournament) Scores(snake int, games []lab.Tally) []stat.Group {
	return scoresOf(snake, t.boutsOf(games))
}

// scoresOf are the scores of a snake by groups.
func scoresOf(snake int, bouts []rating.Bout) []stat.Group {
	var s stat.Groups
	for i := range bouts {
		if at := slices.Index(bouts[i].Snakes, snake); at >= 0 {
			s.Add(bouts[i].Group, shareAhead(&bouts[i], at))
		}
	}
	return s.All
}

// shareAhead is the share of the others that one in a bout is ahead of, level ones by
// half.
func shareAhead(b *rating.Bout, at int) float64 {
	ahead := 0 // doubled
	for i, place := range b.Places {
		if i != at {
			ahead += 1 + cmp.Compare(place, b.Places[at])
		}
	}
	return float64(ahead) / float64(2*(len(b.Snakes)-1))
}
