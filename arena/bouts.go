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

// boutsOf returns the bouts that games contain. The games must be sorted by group. All figures
// about strength depend only on bouts. A game of several snakes is one bout: the winner is first,
// and the others follow in the reverse order of their deaths. Snakes tie if they died in the same
// turn, or were alive when the game was stopped. The games of one snake in a group are one bout
// together, because they have the same start and food.
func (t *Tournament) boutsOf(games []lab.Tally) []rating.Bout {
	var bouts []rating.Bout
	better := byFinish
	if t.ranksBySurvival() {
		better = bySurvival
	}
	for len(games) > 0 {
		n := 1
		if len(games[0].Seats) == 1 {
			for n < len(games) && games[n].Group == games[0].Group {
				n++
			}
			if n > 1 {
				bouts = append(bouts, soloBout(games[:n], better))
			}
		} else {
			bouts = append(bouts, sharedBout(&games[0]))
		}
		games = games[n:]
	}
	return bouts
}

// sharedBout returns the bout of a game of several snakes.
func sharedBout(g *lab.Tally) rating.Bout {
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

// soloBout returns the bout of the games of one snake in a group. better orders games, best first.
func soloBout(games []lab.Tally, better func(a, b *lab.Tally) int) rating.Bout {
	snakes := make([]int, len(games))
	order := make([]*lab.Tally, len(games))
	for i := range games {
		snakes[i], order[i] = int(games[i].Seats[0].Entrant), &games[i]
	}
	return rating.Bout{Group: int(games[0].Group), Snakes: snakes, Places: places(order, better)}
}

// ranksBySurvival reports whether games of one snake are ranked by how long it lives. That is so if
// a lone snake cannot win under the rules, as in Battlesnake.
func (t *Tournament) ranksBySurvival() bool {
	spec, err := ouro.ParseSpec(t.Rules)
	if err != nil {
		return false
	}
	entry, err := roster.FindRules(spec.Name) // FindRules does not know Snake Hunter
	return err == nil && !entry.WonAlone
}

// bySurvival orders games of a lone snake that cannot win, best first: by turns, then by length.
func bySurvival(a, b *lab.Tally) int {
	return int(cmp.Or(b.Turns-a.Turns, b.Seats[0].Length-a.Seats[0].Length))
}

// byFinish orders games of a lone snake that can win, best first: won games, the fewest turns
// first, then lost games, the longest snake first. It orders games of Snake Hunter with the same
// ending by the level and then by the points that the bots reached; fewer are better.
func byFinish(a, b *lab.Tally) int {
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
		return slices.Compare(a.Measures[:decidingMeasures], b.Measures[:decidingMeasures])
	case won(a) == 1:
		return int(a.Turns - b.Turns)
	}
	return int(b.Seats[0].Length - a.Seats[0].Length)
}

// decidingMeasures is the number of measures that rank games. They are the first of huntMeasures.
const decidingMeasures = 2

// places returns the place of every item: the number of items that are better.
func places[T any](items []T, order func(a, b T) int) []int {
	all := make([]int, len(items))
	for i := range items {
		for j := range items {
			if order(items[j], items[i]) < 0 {
				all[i]++
			}
		}
	}
	return all
}

// Every duel has the entrants both and one of these places. All duels share the slices.
var (
	both  = []int{0, 1}
	ahead = []int{0, 1}
	level = []int{0, 0}
	after = []int{1, 0}
)

// duelsOf splits bouts into duels of two entrants. Element [a][b], for a < b, has the duels of a
// and b, with a as entrant 0 and b as entrant 1.
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

// Scores returns the scores of a snake by group. The games must be sorted by group. The score in a
// game is the share of opponents that the snake beat; a tie counts half.
func (t *Tournament) Scores(snake int, games []lab.Tally) []stat.Group {
	return scoresOf(snake, t.boutsOf(games))
}

func scoresOf(snake int, bouts []rating.Bout) []stat.Group {
	var s stat.Groups
	for i := range bouts {
		if index := slices.Index(bouts[i].Snakes, snake); index >= 0 {
			s.Add(bouts[i].Group, shareAhead(&bouts[i], index))
		}
	}
	return s.All
}

// shareAhead returns the share of the other entrants that Snakes[index] beat. A tie counts half.
func shareAhead(b *rating.Bout, index int) float64 {
	ahead := 0 // twice the number of beaten entrants
	for i, place := range b.Places {
		if i != index {
			ahead += 1 + cmp.Compare(place, b.Places[index])
		}
	}
	return float64(ahead) / float64(2*(len(b.Snakes)-1))
}
