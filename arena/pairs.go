package arena

import (
	"slices"

	"ouro/arena/rating"
	"ouro/lab/stat"
)

// compare sets the pairs that met, in the order of the standings, or of the tournament if
// its format compares the first snake.
func (r *Figures) compare(bouts []rating.Bout) {
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

// pairOf compares entrants 0 and 1 of duels. Its Elo is the rating from these duels
// alone.
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
	p.Elo.Value, p.Elo.Interval = rated.Diff(0, 1, Confidence)
	p.Elo.bound(p.Score, 1)
	p.LOS = rated.LOS(0, 1)
	return p
}

// Other returns the pair with its snakes exchanged.
func (p Pair) Other() Pair {
	turned := func(e Estimate, sum float64) Estimate {
		return Estimate{sum - e.Value, stat.Interval{Lo: sum - e.Interval.Hi, Hi: sum - e.Interval.Lo}}
	}
	return Pair{
		A: p.B, B: p.A, Games: p.Games, Won: p.Lost, Drawn: p.Drawn, Lost: p.Won,
		Score: turned(p.Score, 1), Elo: turned(p.Elo, 0), LOS: 1 - p.LOS,
	}
}

// Pair returns the comparison of a with b, if they met.
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
