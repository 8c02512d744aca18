package compare

import (
	"math"

	"ouro/lab"
	"ouro/lab/stat"
)

// soloFigures returns the figures of games of one snake: games won and moves.
func (s *sides) soloFigures() []Figure {
	return []Figure{
		s.rate(),
		s.mean(Figure{Key: "moves", Name: "moves", Digits: 1, Good: -1, Decides: true}, func(p played) float64 {
			if !p.won() {
				return math.NaN()
			}
			return turns(p)
		}),
		s.mean(Figure{Key: "length", Name: "length", Digits: 1}, length),
	}
}

// measuredFigures returns the figures of games with measures: games won and every measure.
func (s *sides) measuredFigures(k lab.Measured) []Figure {
	all := []Figure{s.rate()}
	for i, m := range k.Measures {
		f := Figure{Key: m.Key, Name: m.Name, Digits: max(1, m.Digits), Good: m.Good, Decides: m.Decides}
		all = append(all, s.mean(f, func(p played) float64 { return float64(p.Tally.Measures[i]) }))
	}
	return all
}

// contestFigures returns the figures of games of several snakes: means over groups, because
// games from one start are correlated.
func (s *sides) contestFigures(k Scorer) []Figure {
	return []Figure{
		s.share(Figure{Key: "score", Name: "score %", Share: true, Good: 1, Decides: true}, func(p played) float64 { return k.Score(&p.Tally, p.seat) }),
		s.share(Figure{Key: "won", Name: "won %", Share: true, Good: 1}, func(p played) float64 {
			if p.won() {
				return 1
			}
			return 0
		}),
		s.groupMean(Figure{Key: "turns", Name: "turns", Digits: 1}, turns),
		s.groupMean(Figure{Key: "length", Name: "length", Digits: 1}, length),
	}
}

// won reports whether the compared entrant won.
func (p played) won() bool { return p.Tally.Won(p.seat) }

func turns(p played) float64 { return float64(p.Tally.Turns) }

func length(p played) float64 { return float64(p.Tally.Seats[p.seat].Length) }

// rate compares the shares of won games.
func (s *sides) rate() Figure {
	f := Figure{Key: "won", Name: "won %", Share: true, Good: 1, Decides: true, N: [2]int{len(s.a), len(s.b)}}
	count := func(games, others []played) (won, onlyWon int) {
		for i, p := range games {
			if p.won() {
				won++
				if s.paired && !others[i].won() {
					onlyWon++
				}
			}
		}
		return won, onlyWon
	}
	wonA, onlyA := count(s.a, s.b)
	wonB, onlyB := count(s.b, s.a)
	f.A, f.B = float64(wonA)/float64(len(s.a)), float64(wonB)/float64(len(s.b))
	f.Change.Mean, f.OfA = f.B-f.A, stat.Wilson(wonA, len(s.a), s.confidence)
	if s.paired {
		f.Pairs, f.Change.Interval = len(s.a), stat.DiffRates(onlyB, onlyA, len(s.a), s.confidence)
	} else {
		f.Change.Interval = stat.DiffApart(f.B, stat.Wilson(wonB, len(s.b), s.confidence), f.A, f.OfA)
	}
	return f
}

// mean compares the means of a value over the games. value returns NaN for a game that lacks the
// value. A pair counts only if both games have the value.
func (s *sides) mean(f Figure, value func(played) float64) Figure {
	a, b := values(s.a, value), values(s.b, value)
	if !s.paired {
		return s.means(f, withoutNaN(a, a), withoutNaN(b, b))
	}
	return s.means(f, withoutNaN(a, b), withoutNaN(b, a))
}

// groupMean compares the means of a value over the groups.
func (s *sides) groupMean(f Figure, value func(played) float64) Figure {
	return s.means(f, groupMeans(s.a, value), groupMeans(s.b, value))
}

// means compares the means of two lists of values, in pairs if the sides are paired.
func (s *sides) means(f Figure, a, b []float64) Figure {
	x, y := stat.Describe(a), stat.Describe(b)
	f.A, f.B, f.N, f.OfA = x.Mean, y.Mean, [2]int{x.N, y.N}, x.Interval(s.confidence)
	if !s.paired {
		f.Change = lab.Difference{Mean: y.Mean - x.Mean, Interval: stat.Welch(&y, &x, s.confidence)}
		return f
	}
	diffs := make([]float64, len(a))
	for i := range a {
		diffs[i] = b[i] - a[i]
	}
	f.Pairs = len(a)
	f.Change.Mean, f.Change.Interval = stat.PairedMean(diffs, s.confidence)
	return f
}

// share compares the means of a value from 0 to 1 over all games, with intervals over groups.
func (s *sides) share(f Figure, value func(played) float64) Figure {
	a, b := groupsOf(s.a, value), groupsOf(s.b, value)
	f.N = [2]int{len(a), len(b)}
	var ofB stat.Interval
	f.A, f.OfA = stat.GroupMean(a, 0, 1, s.confidence)
	f.B, ofB = stat.GroupMean(b, 0, 1, s.confidence)
	f.Change.Mean = f.B - f.A
	if !s.paired {
		f.Change.Interval = stat.DiffApart(f.B, ofB, f.A, f.OfA)
		return f
	}
	var groups stat.Groups
	for i, p := range s.a {
		groups.Add(int(p.Tally.Group), value(s.b[i])-value(p))
	}
	f.Pairs = len(groups.All)
	_, f.Change.Interval = stat.GroupMean(groups.All, -1, 1, s.confidence)
	return f
}

func values(games []played, value func(played) float64) []float64 {
	all := make([]float64, len(games))
	for i, p := range games {
		all[i] = value(p)
	}
	return all
}

// withoutNaN returns the values of xs, except where x or the value of ys with the same index is
// NaN.
func withoutNaN(xs, ys []float64) (some []float64) {
	for i, x := range xs {
		if !math.IsNaN(x) && !math.IsNaN(ys[i]) {
			some = append(some, x)
		}
	}
	return some
}

// groupsOf returns the sums of a value over the games of each group.
func groupsOf(games []played, value func(played) float64) []stat.Group {
	var groups stat.Groups
	for _, p := range games {
		groups.Add(int(p.Tally.Group), value(p))
	}
	return groups.All
}

func groupMeans(games []played, value func(played) float64) (all []float64) {
	for _, g := range groupsOf(games, value) {
		all = append(all, g.Sum/float64(g.N))
	}
	return all
}
