package arena

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"ouro"
	"ouro/arena/rating"
	"ouro/internal/printable"
	"ouro/lab"
	"ouro/lab/stat"
)

// setStandings sets the standing of every snake.
func (r *Figures) setStandings(games []lab.Tally, bouts []rating.Bout) {
	t := r.Tournament
	all := make([]Standing, len(t.Snakes))
	for i := range all {
		res := &r.Lab.Results[i]
		all[i] = Standing{
			Snake: i, Name: printable.Short(t.Snakes[i].Name, maxQuotedLine), Solver: printable.Short(t.Snakes[i].Snake, maxQuotedLine),
			Score: meanOf(scoresOf(i, bouts)),
			Games: res.Games, Length: res.Length.Mean, Deaths: res.Deaths,
			Faults: res.Faults, Offered: res.Offered, Late: res.Late, FirstFault: printable.Short(res.FirstFault, maxQuotedLine),
		}
	}
	turns := make([]int, len(all))
	for i := range games {
		g := &games[i]
		for seat := range g.Seats {
			snake := g.Seats[seat].Entrant
			all[snake].count(g)
			turns[snake] += int(g.Turns)
		}
	}
	wins := make([]stat.Groups, len(all))
	if !r.Alone {
		for i := range bouts {
			countBout(all, wins, &bouts[i])
		}
	}
	for i := range all {
		all[i].Wins = meanOf(wins[i].All)
		all[i].Turns = float64(turns[i]) / float64(all[i].Games)
		for j := range all[i].Measures {
			all[i].Measures[j] /= float64(all[i].Games)
		}
	}
	rated := ratingsOf(len(t.Snakes), bouts)
	for i := range all {
		all[i].Rating = Estimate{rated.Elo[i], rated.Interval(i, lab.Confidence)}
		if math.IsNaN(all[i].Rating.Interval.Lo) {
			all[i].Rating = unknown()
		}
		all[i].Rating.bound(all[i].Score, float64(len(all)-1)/float64(len(all)))
	}
	r.Components = len(rated.Components)
	slices.SortFunc(all, byRank)
	for i := range all {
		all[i].LOS = math.NaN()
		if i+1 < len(all) && rated.Compared(all[i].Snake, all[i+1].Snake) {
			all[i].LOS = rated.LOS(all[i].Snake, all[i+1].Snake)
		}
	}
	r.Standings = all
}

// byRank orders standings by rating, then by score, then as in the tournament. Unknown values are
// last. It rounds ratings, because their last digits differ between processors.
func byRank(a, b Standing) int {
	descending := func(x, y float64) int { return cmp.Compare(math.Round(y*1e6), math.Round(x*1e6)) } // NaN is least
	return cmp.Or(descending(a.Rating.Value, b.Rating.Value), descending(a.Score.Value, b.Score.Value), a.Snake-b.Snake)
}

func ratingsOf(snakes int, bouts []rating.Bout) *rating.Ratings {
	rated, err := rating.PlackettLuce(snakes, bouts)
	if err != nil {
		panic(fmt.Sprintf("arena: bouts that cannot be rated: %v", err)) // impossible: this package made the bouts
	}
	return rated
}

func (s *Standing) count(g *lab.Tally) {
	if len(g.Seats) == 1 {
		s.countAlone(g)
	}
	for i, m := range g.Measures {
		if i == len(s.Measures) {
			s.Measures = append(s.Measures, 0)
		}
		s.Measures[i] += float64(m)
	}
}

// countBout adds the bout of a game of several snakes to their standings and wins. A snake that is
// alone in first place wins; several snakes in first place draw.
func countBout(all []Standing, wins []stat.Groups, b *rating.Bout) {
	first := 0
	for _, place := range b.Places {
		if place == 0 {
			first++
		}
	}
	for i, snake := range b.Snakes {
		won := 0.0
		switch {
		case b.Places[i] > 0:
			all[snake].Lost++
		case first > 1:
			all[snake].Drawn++
		default:
			all[snake].Won++
			won = 1
		}
		wins[snake].Add(b.Group, won)
	}
}

func (s *Standing) countAlone(g *lab.Tally) {
	if g.Ending == ouro.Won {
		s.Won++
		return
	}
	s.Lost++
	if g.Ending == ouro.Trapped {
		s.Trapped++
	}
	if g.Ending == ouro.Looped {
		s.Looped++
	}
}

// setPairs sets the pairs that met. Their order is that of the standings or, if the format compares
// the first snake with the others, that of the tournament.
func (r *Figures) setPairs(bouts []rating.Bout) {
	n := len(r.Tournament.Snakes)
	order := make([]int, n)
	for i := range order {
		order[i] = i
		if f := r.Tournament.Format; f != Gauntlet && f != SPRT {
			order[i] = r.Standings[i].Snake
		}
	}
	all := duelsOf(n, bouts)
	for i, a := range order {
		for _, b := range order[i+1:] {
			if duels := all[min(a, b)][max(a, b)]; len(duels) > 0 {
				p := pairOf(duels)
				p.A, p.B = min(a, b), max(a, b)
				if p.A != a {
					p = p.Other()
				}
				r.Pairs = append(r.Pairs, p)
			}
		}
	}
}

// pairOf compares entrants 0 and 1 of duels. Its Elo depends only on these duels.
func pairOf(duels []rating.Bout) Pair {
	p := Pair{Games: len(duels)}
	var scores stat.Groups
	for i := range duels {
		share := shareAhead(&duels[i], 0)
		switch share {
		case 1:
			p.Won++
		case 0:
			p.Lost++
		default:
			p.Drawn++
		}
		scores.Add(duels[i].Group, share)
	}
	p.Score = meanOf(scores.All)
	rated := ratingsOf(2, duels)
	p.Elo.Value, p.Elo.Interval = rated.Diff(0, 1, lab.Confidence)
	p.Elo.bound(p.Score, 1)
	p.LOS = rated.LOS(0, 1)
	return p
}

// Other returns the pair with A and B exchanged.
func (p Pair) Other() Pair {
	exchanged := func(e Estimate, sum float64) Estimate {
		return Estimate{sum - e.Value, stat.Interval{Lo: sum - e.Interval.Hi, Hi: sum - e.Interval.Lo}}
	}
	return Pair{
		A: p.B, B: p.A, Games: p.Games, Won: p.Lost, Drawn: p.Drawn, Lost: p.Won,
		Score: exchanged(p.Score, 1), Elo: exchanged(p.Elo, 0), LOS: 1 - p.LOS,
	}
}

// Pair returns the comparison of a with b. It returns false if they did not meet.
func (r *Figures) Pair(a, b int) (Pair, bool) {
	i := slices.IndexFunc(r.Pairs, func(p Pair) bool { return p.A == a && p.B == b || p.A == b && p.B == a })
	switch {
	case i < 0:
		return Pair{}, false
	case r.Pairs[i].A == a:
		return r.Pairs[i], true
	}
	return r.Pairs[i].Other(), true
}
