package arena

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"ouro"
	"ouro/lab"
	"ouro/lab/stat"
)

// duelCount counts the results of one snake against another, game by game.
type duelCount struct{ games, won, lost int }

// countDuels counts the duels of a tournament of several snakes in the slow way: for every two
// snakes of a game, it compares how long they lived.
func countDuels(games []lab.Finished) map[[2]int]duelCount {
	all := map[[2]int]duelCount{}
	for i := range games {
		g := &games[i].Tally
		for x, a := range g.Seats {
			for y, b := range g.Seats {
				if x == y {
					continue
				}
				m := all[[2]int{int(a.Entrant), int(b.Entrant)}]
				m.games++
				switch {
				case g.Ending == ouro.Won && int(g.Winner) == x:
					m.won++
				case g.Ending == ouro.Won && int(g.Winner) == y:
					m.lost++
				case a.Died == 0 && b.Died > 0, b.Died > 0 && a.Died > b.Died:
					m.won++
				case b.Died == 0 && a.Died > 0, a.Died > 0 && b.Died > a.Died:
					m.lost++
				}
				all[[2]int{int(a.Entrant), int(b.Entrant)}] = m
			}
		}
	}
	return all
}

// TestReportAgainstCounting compares the pairs and standings of random tournaments with
// slow counts.
func TestReportAgainstCounting(t *testing.T) {
	for seed := range uint64(60) {
		dice := rand.New(rand.NewPCG(seed, 3))
		tour := tourOf([]Format{RoundRobin, Gauntlet, FreeForAll}[seed%3], 1000, "a", "b", "c", "d", "e")
		tour.Seed = seed
		if tour.Format == FreeForAll {
			tour.Seats = 2 + dice.IntN(4)
		}
		games := randomGames(tour, 1+dice.IntN(4))
		games = games[:1+dice.IntN(len(games))]
		r := reportOf(t, tour, games)
		want := countDuels(games)
		pairs := 0
		for a := range tour.Snakes {
			score, others := 0.0, 0
			for b := range tour.Snakes {
				m := want[[2]int{a, b}]
				p, ok := r.Pair(a, b)
				if ok != (m.games > 0) || p.Games != m.games || p.Won != m.won || p.Lost != m.lost || p.Won+p.Drawn+p.Lost != p.Games {
					t.Errorf("seed %d: %d against %d: %+v, want %+v", seed, a, b, p, m)
				}
				if ok {
					pairs++
					near(t, fmt.Sprintf("seed %d: score of %d against %d", seed, a, b), p.Score.Value, (float64(m.won)+float64(m.games-m.won-m.lost)/2)/float64(m.games), 1e-12)
					score += float64(m.games) * p.Score.Value
					others += m.games
				}
			}
			checkStanding(t, seed, r, a, games)
			if others > 0 { // the number of seats is the same in all games, so each game has the same weight
				s := standingOf(r, a)
				near(t, fmt.Sprintf("seed %d: score of %d", seed, a), s.Score.Value, score/float64(others), 1e-12)
			}
		}
		if pairs != 2*len(r.Pairs) {
			t.Errorf("seed %d: %d pairs, want %d", seed, len(r.Pairs), pairs/2)
		}
	}
}

func standingOf(r *Figures, snake int) *Standing {
	for i := range r.Standings {
		if r.Standings[i].Snake == snake {
			return &r.Standings[i]
		}
	}
	panic("not in the standings")
}

// checkStanding compares the standing of a snake with counts of its games. It counts wins by
// group, because games from one start are correlated.
func checkStanding(t *testing.T, seed uint64, r *Figures, snake int, games []lab.Finished) {
	var want Standing
	var groups []stat.Group // by number
	for i := range games {
		g := &games[i].Tally
		for seat, s := range g.Seats {
			if int(s.Entrant) != snake {
				continue
			}
			want.Games++
			for len(groups) <= int(g.Group) {
				groups = append(groups, stat.Group{})
			}
			groups[g.Group].N++
			want.Deaths[s.Cause]++
			want.Faults += int(s.Faults)
			want.Late += int(s.Late)
			want.Offered += int(s.Offered)
			first := 0
			for _, o := range g.Seats {
				if o.Died == g.Turns {
					first++
				}
			}
			switch {
			case g.Ending == ouro.Won && int(g.Winner) == seat:
				want.Won++
				groups[g.Group].Sum++
			case g.Ending != ouro.Won && s.Died == g.Turns && first > 1:
				want.Drawn++
			default:
				want.Lost++
			}
		}
	}
	s := standingOf(r, snake)
	if s.Games != want.Games || s.Won != want.Won || s.Drawn != want.Drawn || s.Lost != want.Lost || s.Deaths != want.Deaths ||
		s.Faults != want.Faults || s.Late != want.Late || s.Offered != want.Offered {
		t.Errorf("seed %d: snake %d: %+v, want %+v", seed, snake, s, want)
	}
	groups = slices.DeleteFunc(groups, func(g stat.Group) bool { return g.N == 0 })
	if len(groups) == 0 {
		return
	}
	if want.Wins.Value, want.Wins.Interval = stat.GroupMean(groups, 0, 1, lab.Confidence); fmt.Sprint(s.Wins) != fmt.Sprint(want.Wins) { // NaN too
		t.Errorf("seed %d: snake %d has won %+v, want %+v", seed, snake, s.Wins, want.Wins)
	}
}
