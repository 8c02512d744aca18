package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"ouro/arena"
	"ouro/internal/english"
	"ouro/lab"
	"ouro/lab/sheet"
	"ouro/lab/stat"
)

// answer is what the figures come to in a sentence or two; "" where they say nothing.
func (s *Section) answer() string {
	r := s.Report
	if r == nil {
		return s.Experiments[0].Found
	}
	if len(r.Games) == 0 {
		return ""
	}
	switch r.Experiment.Kind.(type) {
	case arena.Kind:
		return "" // the tables begin with it
	case lab.Measured:
		return measuredAnswer(r)
	}
	switch len(r.Results) {
	case 1:
		return soloAnswer(&r.Results[0])
	case 2:
		return pairAnswer(&r.Pairs[0])
	}
	return manyAnswer(r)
}

func soloAnswer(res *lab.Result) string {
	text := fmt.Sprintf("%s won %s %% of %s (95 %% interval %s)", res.Name, sheet.Rate(res.Won, res.Games), english.Count(res.Games, "game"), sheet.PercentInterval(res.WonRate))
	if res.Won > 0 {
		text += fmt.Sprintf(", in %s moves on average", averageMoves(res))
	}
	return text + "."
}

// averageMoves are those of won games, with their error where there is one.
func averageMoves(res *lab.Result) string {
	if math.IsNaN(res.MovesMean.Lo) {
		return sheet.Fixed(res.Moves.Mean, 1)
	}
	return sheet.Mean(res.Moves.Mean, res.MovesMean)
}

// pairAnswer says who of two is better, by winning and then by moves.
func pairAnswer(p *lab.Pair) string {
	won, moves := "", ""
	if p.Won.Clear() {
		won = fmt.Sprintf("%s wins more games than %s: %s points (95 %% interval %s)",
			either(p.Won.Mean > 0, p.A, p.B), either(p.Won.Mean > 0, p.B, p.A), sheet.Fixed(100*math.Abs(p.Won.Mean), 1), span(p.Won, 100, 1))
	}
	if p.Moves.Clear() && 2*p.BothWon >= p.Games { // else they are of the easy games alone
		digits := sheet.Digits(p.Moves.Interval)
		moves = fmt.Sprintf("%s needs %s moves fewer than %s in the %s that both won (95 %% interval %s)",
			either(p.Moves.Mean < 0, p.A, p.B), sheet.Fixed(math.Abs(p.Moves.Mean), digits), either(p.Moves.Mean < 0, p.B, p.A),
			english.Count(p.BothWon, "game"), span(p.Moves, 1, digits))
	}
	switch {
	case won != "" && moves != "":
		return won + ". " + moves + "."
	case won != "" || moves != "":
		return cmp.Or(won, moves) + "."
	}
	return fmt.Sprintf("No clear difference between %s and %s over %s.", p.A, p.B, english.Count(p.Games, "game"))
}

func either(is bool, a, b string) string {
	if is {
		return a
	}
	return b
}

// span is the interval of a difference without its sign.
func span(d lab.Difference, by float64, digits int) string {
	iv := stat.Interval{Lo: by * d.Interval.Lo, Hi: by * d.Interval.Hi}
	if d.Mean < 0 {
		iv = stat.Interval{Lo: -iv.Hi, Hi: -iv.Lo}
	}
	return "[" + sheet.Fixed(iv.Lo, digits) + ", " + sheet.Fixed(iv.Hi, digits) + "]"
}

// manyAnswer names the best of several and those that are not clearly behind it.
func manyAnswer(r *lab.Report) string {
	best := slices.MinFunc(r.Results, func(a, b lab.Result) int {
		return cmp.Or(cmp.Compare(b.Won*a.Games, a.Won*b.Games), compareMeans(a.Moves.Mean, b.Moves.Mean))
	})
	text := fmt.Sprintf("Of %d, %s wins most: %s %% of %s", len(r.Results), best.Name, sheet.Rate(best.Won, best.Games), english.Count(best.Games, "game"))
	if best.Won > 0 {
		text += fmt.Sprintf(", in %s moves on average", averageMoves(&best))
	}
	return text + near(r, best.Name)
}

// near ends a sentence about an entrant: who is not clearly different.
func near(r *lab.Report, name string) string {
	var near []string
	for _, p := range r.Pairs {
		if (p.A == name || p.B == name) && !p.Won.Clear() && !p.Moves.Clear() {
			near = append(near, either(p.A == name, p.B, p.A))
		}
	}
	switch {
	case len(near) == 0 && len(r.Results) == 2:
		return "; the difference is clear."
	case len(near) == 0:
		return "; its difference to each of the others is clear."
	case len(near) > 3:
		return fmt.Sprintf("; %d of the others are not clearly different.", len(near))
	}
	return "; not clearly different: " + join(near) + "."
}

func compareMeans(a, b float64) int {
	switch {
	case math.IsNaN(a) && math.IsNaN(b):
		return 0
	case math.IsNaN(a):
		return 1
	case math.IsNaN(b):
		return -1
	}
	return cmp.Compare(a, b)
}

// join are words with "and" before the last.
func join(words []string) (text string) {
	for i, w := range words {
		switch {
		case i > 0 && i == len(words)-1:
			text += " and "
		case i > 0:
			text += ", "
		}
		text += w
	}
	return text
}

func measuredAnswer(r *lab.Report) string {
	res := &r.Results[0]
	return fmt.Sprintf("Against %s, %s %% of %s were won (95 %% interval %s).", res.Name, sheet.Rate(res.Won, res.Games), english.Count(res.Games, "game"), sheet.PercentInterval(res.WonRate))
}
