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
// about strength depend only on bouts.
//
// A game of several snakes is one bout: the winner is first, then the snakes in the reverse order
// of their deaths. Snakes tie if they died on the same turn, or lived when the game was stopped.
// Games of one snake are compared within their group, because they have the same start and food.
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

func soloBout(games []lab.Tally, better func(a, b *lab.Tally) int) rating.Bout {
	snakes := make([]int, len(games))
	order := make([]*lab.Tally, len(games))
	for i := range games {
		snakes[i], order[i] = int(games[i].Seats[0].Entrant), &games[i]
	}
	return rating.Bout{Group: int(games[0].Group), Snakes: snakes, Places: places(order, better)}
}

// ranksBySurvival reports whether a lone snake cannot win under these rules, as in Battlesnake.
// Then snakes are ranked by how long they live.
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

// byFinish orders games of a lone snake that can win, best first: won games by turns, then lost
// games by length. It orders games of Snake Hunter by the level and then the points that the bots
// reached; less is better.
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

// decidingMeasures is how many measures, from the start of huntMeasures, rank games.
const decidingMeasures = 2

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

// All duels share these entrants and places.
var (
	both  = []int{0, 1}
	ahead = []int{0, 1}
	level = []int{0, 0}
	after = []int{1, 0}
)

// duelsOf returns the bouts of all pairs. Element [a][b], for a < b, has those of a and b, as
// entrants 0 and 1.
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
		if at := slices.Index(bouts[i].Snakes, snake); at >= 0 {
			s.Add(bouts[i].Group, shareAhead(&bouts[i], at))
		}
	}
	return s.All
}

// shareAhead returns the share of the other entrants that an entrant beat. A tie counts half.
func shareAhead(b *rating.Bout, at int) float64 {
	ahead := 0 // twice the number of beaten entrants
	for i, place := range b.Places {
		if i != at {
			ahead += 1 + cmp.Compare(place, b.Places[at])
		}
	}
	return float64(ahead) / float64(2*(len(b.Snakes)-1))
}
