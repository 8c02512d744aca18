package compare

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ouro/internal/english"
	"ouro/lab/stat"
)

// Verdict is the answer of a comparison.
type Verdict string

const (
	Same    Verdict = "same"    // both sides made the same moves in every game
	Better  Verdict = "better"  // B is better than A
	Worse   Verdict = "worse"   // B is worse than A
	Unclear Verdict = "unclear" // no clear difference
)

// Verdict returns the verdict of the first deciding figure that clearly differs. So an entrant that
// wins more games is better, even if it needs more moves.
func (c *Comparison) Verdict() Verdict {
	if c.AllSame() {
		return Same
	}
	for _, f := range c.Deciding() {
		switch {
		case !f.Change.IsClear():
		case (f.Change.Mean > 0) == (f.Good > 0):
			return Better
		default:
			return Worse
		}
	}
	return Unclear
}

// AllSame reports whether the two games of every pair are known to have the same moves.
func (c *Comparison) AllSame() bool { return c.Pairs > 0 && c.Same == c.Pairs }

// Differing returns the interval of the share of pairs whose moves differ, computed from the pairs
// with known moves.
func (c *Comparison) Differing(confidence float64) stat.Interval {
	return stat.Wilson(c.Known-c.Same, c.Known, confidence)
}

// Deciding returns the deciding figures that are not empty.
func (c *Comparison) Deciding() (all []*Figure) {
	for i := range c.Figures {
		if f := &c.Figures[i]; f.Decides && !f.Empty() {
			all = append(all, f)
		}
	}
	return all
}

// Limits are the largest accepted losses in percent (see [Figure.Percent]), by the key of a
// figure. The key "" means all deciding figures.
type Limits map[string]float64

// ParseLimits parses "1%", or "moves=1%,won=0.5%". The percent sign is optional.
func ParseLimits(text string) (Limits, error) {
	limits := Limits{}
	for part := range strings.SplitSeq(text, ",") {
		key, number, named := strings.Cut(part, "=")
		if !named {
			key, number = "", part
		}
		percent, err := strconv.ParseFloat(strings.TrimSuffix(strings.TrimSpace(number), "%"), 64)
		if key = strings.TrimSpace(key); err != nil || percent < 0 || percent > 1e6 || percent != percent || named && key == "" {
			return nil, fmt.Errorf("%q: want a percentage such as 1%%, or one for each figure, such as moves=1%%,won=0.5%%", part)
		}
		if _, twice := limits[key]; twice {
			return nil, fmt.Errorf("%q: two limits for one figure", part)
		}
		limits[key] = percent
	}
	if _, all := limits[""]; all && len(limits) > 1 {
		return nil, fmt.Errorf("%q: either one percentage for all figures, or one for each", text)
	}
	return limits, nil
}

// each calls visit for every figure with a limit. A limit is an error if no figure has its key, or
// if the figure's Good is 0.
func (c *Comparison) each(limits Limits, visit func(f *Figure, limit float64)) error {
	if limit, every := limits[""]; every {
		for _, f := range c.Deciding() {
			visit(f, limit)
		}
		return nil
	}
	var known []string
	for i := range c.Figures {
		f := &c.Figures[i]
		if f.Good == 0 {
			continue
		}
		known = append(known, f.Key)
		if limit, has := limits[f.Key]; has { // the limit counts as checked even if the figure has no games
			visit(f, limit)
		}
	}
	for key := range limits {
		if !slices.Contains(known, key) {
			return fmt.Errorf("no figure %q can be better or worse here%s", key, english.Suggestion(key, known))
		}
	}
	return nil
}

// Limited returns the number of figures with limits; see [Confidence].
func (c *Comparison) Limited(limits Limits) (n int, err error) {
	err = c.each(limits, func(*Figure, float64) { n++ })
	return n, err
}

// loss returns the interval of the percentage by which B is worse than A in this figure.
func (f *Figure) loss() stat.Interval {
	iv := f.Percent().Interval
	if f.Good > 0 {
		iv = stat.Interval{Lo: -iv.Hi, Hi: -iv.Lo}
	}
	return iv
}

// Beyond returns the figures whose loss clearly exceeds the limit: the whole interval is above it.
func (c *Comparison) Beyond(limits Limits) (figures []*Figure, err error) {
	err = c.each(limits, func(f *Figure, limit float64) {
		if f.loss().Lo > limit {
			figures = append(figures, f)
		}
	})
	return figures, err
}

// Open returns the figures whose loss is not clearly within the limit: some part of the interval is
// above the limit, or the interval is unknown. If all pairs have the same moves, Open returns nil.
func (c *Comparison) Open(limits Limits) (figures []*Figure, err error) {
	err = c.each(limits, func(f *Figure, limit float64) {
		if within := f.loss().Hi <= limit; !within && !c.AllSame() { // within is false for NaN
			figures = append(figures, f)
		}
	})
	return figures, err
}

// Confidence returns the confidence of intervals that are compared with limits. figures is the
// number of figures with limits in all comparisons. By chance, at most 5 of 100 runs then report
// a figure beyond its limit. For one or two figures the confidence is 0.95, as in reports.
func Confidence(figures int) float64 { return 1 - 2*min(0.025, 0.05/float64(max(1, figures))) }
