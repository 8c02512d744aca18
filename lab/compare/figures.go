package compare

import (
	"math"

	"ouro/lab"
	"ouro/lab/stat"
)

// solo are the figures of games of one snake: who wins more of them, and in how few
// moves.
func (s *sides) solo() []Figure {
	won, moves, length := wonFigure(), Figure{Key: "moves", Name: "moves", Digits: 1, Good: -1, Decides: true}, Figure{Key: "length", Name: "length", Digits: 1}
	s.rate(&won)
	s.mean(&moves, func(p played) float64 {
		if !p.won() {
			return math.NaN()
		}
		return float64(p.Tally.Turns)
	})
	s.mean(&length, length32)
	return []Figure{won, moves, length}
}

// measured are the figures of games that one party wins or loses as a whole.
func (s *sides) measured(k lab.Measured) []Figure {
	won := wonFigure()
	s.rate(&won)
	all := []Figure{won}
	for i, m := range k.Measures {
		f := Figure{Key: m.Key, Name: m.Name, Digits: max(1, m.Digits), Good: m.Good, Decides: m.Decides}
		s.mean(&f, func(p played) float64 { return float64(p.Tally.Measures[i]) })
		all = append(all, f)
	}
	return all
}

// contest are the figures of games that several snakes play against each other.
// Games of one start go together, so that groups are what is counted.
func (s *sides) contest(k Scorer) []Figure {
	score := Figure{Key: "score", Name: "score %", Share: true, Good: 1, Decides: true}
	won := wonFigure()
	won.Decides = false
	turns, length := Figure{Key: "turns", Name: "turns", Digits: 1}, Figure{Key: "length", Name: "length", Digits: 1}
	s.share(&score, func(p played) float64 { return k.Score(&p.Tally, p.seat) })
	s.share(&won, func(p played) float64 {
		if p.won() {
			return 1
		}
		return 0
	})
	s.groupMean(&turns, func(p played) float64 { return float64(p.Tally.Turns) })
	s.groupMean(&length, length32)
	return []Figure{score, won, turns, length}
}

func wonFigure() Figure {
	return Figure{Key: "won", Name: "won %", Share: true, Good: 1, Decides: true}
}

// won tells whether the entrant won; where the party of a seat wins as a whole that
// seat is the first.
func (p played) won() bool { return p.Tally.Won(p.seat) }

func length32(p played) float64 { return float64(p.Tally.Seats[p.seat].Length) }

// rate compares how many games were won.
func (s *sides) rate(f *Figure) {
	count := func(games []played) (k int) {
		for _, p := range games {
			if p.won() {
				k++
			}
		}
		return k
	}
	a, b := s.both()
	f.N = [2]int{len(a), len(b)}
	ka, kb := count(a), count(b)
	f.A, f.B = float64(ka)/float64(len(a)), float64(kb)/float64(len(b))
	f.Change.Mean, f.OfA = f.B-f.A, stat.Wilson(ka, len(a), s.confidence)
	if s.pairs == nil {
		f.Change.Interval = stat.DiffApart(f.B, stat.Wilson(kb, len(b), s.confidence), f.A, f.OfA)
		return
	}
	onlyA, onlyB := 0, 0
	for _, p := range s.pairs {
		switch x, y := p[0].won(), p[1].won(); {
		case x && !y:
			onlyA++
		case y && !x:
			onlyB++
		}
	}
	f.Pairs, f.Change.Interval = len(s.pairs), stat.DiffRates(onlyB, onlyA, len(s.pairs), s.confidence)
}

// both are the games that figures are of: those of the pairs, or all.
func (s *sides) both() (a, b []played) {
	if s.pairs == nil {
		return s.a, s.b
	}
	for _, p := range s.pairs {
		a, b = append(a, p[0]), append(b, p[1])
	}
	return a, b
}

// mean compares the means of a value of each game, which is NaN for games that have
// none; of a pair both must have it.
func (s *sides) mean(f *Figure, value func(played) float64) {
	if s.pairs == nil {
		f.apart(values(s.a, value), values(s.b, value), s.confidence)
		return
	}
	var a, b []float64
	for _, p := range s.pairs {
		if x, y := value(p[0]), value(p[1]); !math.IsNaN(x) && !math.IsNaN(y) {
			a, b = append(a, x), append(b, y)
		}
	}
	f.paired(a, b, s.confidence)
}

// groupMean compares the means of the groups' means of a value.
func (s *sides) groupMean(f *Figure, value func(played) float64) {
	a, b := s.both()
	x, y := groupMeans(a, value), groupMeans(b, value)
	if s.pairs == nil {
		f.apart(x, y, s.confidence)
	} else {
		f.paired(x, y, s.confidence)
	}
}

// share compares the means of a value between 0 and 1.
func (s *sides) share(f *Figure, value func(played) float64) {
	a, b := s.both()
	mean := func(games []played) (float64, stat.Interval, int) {
		var groups stat.Groups
		for _, p := range games {
			groups.Add(int(p.Tally.Group), value(p))
		}
		mean, iv := stat.GroupMean(groups.All, 0, 1, s.confidence)
		return mean, iv, len(groups.All)
	}
	var ofB stat.Interval
	f.A, f.OfA, f.N[0] = mean(a)
	f.B, ofB, f.N[1] = mean(b)
	f.Change.Mean = f.B - f.A
	if s.pairs == nil {
		f.Change.Interval = stat.DiffApart(f.B, ofB, f.A, f.OfA)
		return
	}
	var groups stat.Groups
	for _, p := range s.pairs {
		groups.Add(int(p[0].Tally.Group), value(p[1])-value(p[0]))
	}
	f.Pairs = len(groups.All)
	_, f.Change.Interval = stat.GroupMean(groups.All, -1, 1, s.confidence)
}

func (f *Figure) paired(a, b []float64, confidence float64) {
	diffs := make([]float64, len(a))
	for i := range a {
		diffs[i] = b[i] - a[i]
	}
	of := stat.Describe(a)
	f.A, f.B, f.N, f.Pairs, f.OfA = of.Mean, stat.Describe(b).Mean, [2]int{len(a), len(b)}, len(a), of.Interval(confidence)
	f.Change.Mean, f.Change.Interval = stat.PairedMean(diffs, confidence)
}

func (f *Figure) apart(a, b []float64, confidence float64) {
	x, y := stat.Describe(a), stat.Describe(b)
	f.A, f.B, f.N, f.OfA = x.Mean, y.Mean, [2]int{x.N, y.N}, x.Interval(confidence)
	f.Change = lab.Difference{Mean: y.Mean - x.Mean, Interval: stat.Welch(&y, &x, confidence)}
}

// values are those of the games that have one.
func values(games []played, value func(played) float64) (all []float64) {
	for _, p := range games {
		if x := value(p); !math.IsNaN(x) {
			all = append(all, x)
		}
	}
	return all
}

// groupMeans are the means of a value over the games of each group.
func groupMeans(games []played, value func(played) float64) (all []float64) {
	var groups stat.Groups
	for _, p := range games {
		groups.Add(int(p.Tally.Group), value(p))
	}
	for _, g := range groups.All {
		all = append(all, g.Sum/float64(g.N))
	}
	return all
}
