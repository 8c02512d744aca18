package compare

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ouro/internal/english"
	"ouro/lab/stat"
)

// Verdict is what a comparison comes to.
type Verdict string

// The verdicts.
const (
	Same    Verdict = "same"    // every game of both sides went the same way, move for move
	Better  Verdict = "better"  // the second side
	Worse   Verdict = "worse"   // the second side
	Unclear Verdict = "unclear" // there may be a difference, and these games do not show it
)

// Verdict is made of the figures that decide, one after the other: the first that is
// clearly different decides. So who wins more games is better, however many moves
// that takes.
func (c *Comparison) Verdict() Verdict {
	if c.AllSame() {
		return Same
	}
	for _, f := range c.Deciding() {
		switch {
		case !f.Change.Clear():
		case (f.Change.Mean > 0) == (f.Good > 0):
			return Better
		default:
			return Worse
		}
	}
	return Unclear
}

// AllSame tells whether all pairs are known to be the same game.
func (c *Comparison) AllSame() bool { return c.Pairs > 0 && c.Same == c.Pairs }

// Differing is the share of games that go another way, in pairs of which that is
// known.
func (c *Comparison) Differing(confidence float64) stat.Interval {
	return stat.Wilson(c.Known-c.Same, c.Known, confidence)
}

// Deciding are the figures that decide and that there is something to tell of.
func (c *Comparison) Deciding() (all []*Figure) {
	for i := range c.Figures {
		if f := &c.Figures[i]; f.Decides && !f.Empty() {
			all = append(all, f)
		}
	}
	return all
}

// Limits are how much worse the second side may be, in percent, see
// [Figure.Percent]: by the key of a figure, or with the key "" every one that
// decides.
type Limits map[string]float64

// ParseLimits reads "1%", or "moves=1%,won=0.5%". The sign of percent may be missing.
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

// each calls do for every figure that has a limit. A limit for a figure that is not there,
// or of which neither more nor less is better, is an error.
func (c *Comparison) each(limits Limits, do func(f *Figure, limit float64)) error {
	if limit, every := limits[""]; every {
		for _, f := range c.Deciding() {
			do(f, limit)
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
		if limit, has := limits[f.Key]; has { // also without games: those show nothing
			do(f, limit)
		}
	}
	for key := range limits {
		if !slices.Contains(known, key) {
			return fmt.Errorf("no figure %q can be better or worse here%s", key, english.Known(key, known))
		}
	}
	return nil
}

// Limited is how many figures have limits, see [Confidence].
func (c *Comparison) Limited(limits Limits) (n int, err error) {
	err = c.each(limits, func(*Figure, float64) { n++ })
	return n, err
}

// loss is by how many percent the figure is worse, as an interval.
func (f *Figure) loss() stat.Interval {
	iv := f.Percent().Interval
	if f.Good > 0 {
		iv = stat.Interval{Lo: -iv.Hi, Hi: -iv.Lo}
	}
	return iv
}

// Beyond returns the figures that are clearly worse than the limits allow: all of their
// interval lies beyond.
func (c *Comparison) Beyond(limits Limits) (figures []*Figure, err error) {
	err = c.each(limits, func(f *Figure, limit float64) {
		if f.loss().Lo > limit {
			figures = append(figures, f)
		}
	})
	return figures, err
}

// Open returns the figures that are not shown to be within the limits: a part of their
// interval lies beyond, or there are too few games for one. Games that are all the
// same leave none open.
func (c *Comparison) Open(limits Limits) (figures []*Figure, err error) {
	err = c.each(limits, func(f *Figure, limit float64) {
		if within := f.loss().Hi <= limit; !within && !c.AllSame() { // NaN is not within
			figures = append(figures, f)
		}
	})
	return figures, err
}

// Confidence is that of the intervals by which so many figures are held to limits,
// of all comparisons that are made together, so that in at most 5 of 100 cases one of
// them is beyond its limit by chance. For one or two figures it is 0.95, that of the
// intervals which people are shown.
func Confidence(figures int) float64 { return 1 - 2*min(0.025, 0.05/float64(max(1, figures))) }
