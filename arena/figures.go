package arena

import (
	"hash/maphash"
	"math"
	"slices"
	"strings"

	"ouro"
	"ouro/arena/rating"
	"ouro/lab"
	"ouro/lab/chart"
	"ouro/lab/sheet"
	"ouro/lab/stat"
)

// Figures are what a tournament adds to a report. They do not depend on the order in which games
// finished.
type Figures struct {
	Lab        *lab.Report // the report that has these figures
	Tournament *Tournament
	Games      int  // counted games
	Planned    int  // planned games in whole groups; for SPRT the maximum
	Partial    bool // whether planned games are missing and no test has decided
	Groups     int  // number of complete groups
	GroupSize  int  // number of games in a complete group
	Alone      bool // whether every game has one snake

	Standings []Standing  // the best first
	Pairs     []Pair      // the pairs that met
	Seats     []Estimate  // score by seat over complete groups; nil if Alone
	Test      *Test       // nil unless the format is SPRT
	Turns     []int       // turns of each game, ascending
	Trend     []GroupMark // scores in the course of the tournament; at most trendMarks marks

	Alike      int     // number of groups equal to an earlier group
	Twins      [][]int // sets of snakes whose games are the same
	Components int     // more than one if games do not connect all snakes
}

// Estimate is a number with its interval.
type Estimate struct {
	Value    float64
	Interval stat.Interval
}

func unknown() Estimate {
	nan := math.NaN()
	return Estimate{nan, stat.Interval{Lo: nan, Hi: nan}}
}

// Standing is the result of one snake.
type Standing struct {
	Snake  int // index in the tournament
	Name   string
	Solver string   // spec, or address of a remote snake
	Rating Estimate // Elo; the mean of all snakes is 0
	LOS    float64  // probability that this snake is better than the next in the standings; NaN for the last

	Games            int
	Won, Drawn, Lost int      // number of games, which add up to Games; if Alone, the rules of the game decide what is won
	Wins             Estimate // share of won games; NaN if Alone
	Score            Estimate // mean share of opponents beaten in a bout; a tie counts half
	Turns, Length    float64  // means
	Deaths           [ouro.Burnt + 1]int
	Trapped, Looped  int       // numbers of games; only if Alone
	Measures         []float64 // means of the measures of Snake Hunter; nil for other games
	Faults, Offered  int       // Faults: moves without a valid answer; Offered: faults after which the solver's best move so far was played
	Late             int       // number of late answers, included in Faults
	FirstFault       string
}

// Pair compares two snakes that met.
type Pair struct {
	A, B             int      // indices in the tournament
	Games            int      // number of games, or of groups if Alone
	Won, Drawn, Lost int      // numbers of games that A won, drew and lost
	Score            Estimate // mean score of A
	Elo              Estimate // Elo of A relative to B
	LOS              float64  // probability that A is better
}

// GroupMark has the scores after the first groups; Groups is their number.
type GroupMark struct {
	Groups int
	Scores []float64 // by index of the snake; NaN without a bout
}

// FiguresOf returns the figures of a tournament's report. For a report of another kind it returns
// nil.
func FiguresOf(r *lab.Report) *Figures {
	f, ok := r.Figures.(*Figures)
	if !ok || f.Lab == r {
		return f
	}
	figures := *f // r is a copy of f.Lab, such as WithoutTimes makes
	figures.Lab = r
	return &figures
}

func newFigures(k Kind, report *lab.Report) *Figures {
	e, games := &report.Experiment, report.Games
	r := &Figures{
		Lab: report, Tournament: k.Tournament, Alone: k.Alone, GroupSize: e.Seatings,
		Games: len(games), Planned: e.Games, Partial: e.Partial,
	}
	if e.Sequential {
		r.Test = r.runTest(games)
	}
	bouts := r.Tournament.boutsOf(games)
	r.sumGames(games)
	r.Twins = twins(len(r.Tournament.Snakes), games)
	r.setStandings(games, bouts)
	r.setPairs(bouts)
	r.setSeatScores(games)
	r.setTrend(bouts)
	return r
}

// groupsOf splits games by group.
func groupsOf(games []lab.Tally) (groups [][]lab.Tally) {
	for len(games) > 0 {
		n := 1
		for n < len(games) && games[n].Group == games[0].Group {
			n++
		}
		groups, games = append(groups, games[:n]), games[n:]
	}
	return groups
}

// sumGames sums the figures that do not compare snakes.
func (r *Figures) sumGames(games []lab.Tally) {
	seed := maphash.MakeSeed()
	seen := map[uint64]bool{}
	for _, group := range groupsOf(games) {
		if len(group) < r.GroupSize {
			continue
		}
		r.Groups++
		if print := fingerprint(seed, group); seen[print] {
			r.Alike++
		} else {
			seen[print] = true
		}
	}
	for i := range games {
		r.Turns = append(r.Turns, int(games[i].Turns))
	}
	slices.Sort(r.Turns)
}

// maxQuotedLine is the maximum number of bytes of a name or fault in a report.
const maxQuotedLine = 300

// fingerprint returns a hash of the results of a group. Groups with equal results have equal
// hashes.
func fingerprint(seed maphash.Seed, group []lab.Tally) uint64 {
	var h maphash.Hash
	h.SetSeed(seed)
	for i := range group {
		g := &group[i]
		maphash.WriteComparable(&h, [3]int{int(g.Ending), g.WinnerSeat(), int(g.Turns)})
		for _, m := range g.Measures {
			maphash.WriteComparable(&h, m)
		}
		for j := range g.Seats {
			s := &g.Seats[j]
			maphash.WriteComparable(&h, [4]int32{s.Entrant, s.Length, int32(s.Cause), s.Died})
		}
	}
	return h.Sum64()
}

// setSeatScores sets the score of each seat. It counts only complete groups, in which every snake
// takes each seat equally often.
func (r *Figures) setSeatScores(games []lab.Tally) {
	if r.Alone || len(games) == 0 {
		return
	}
	scores := make([]stat.Groups, len(games[0].Seats))
	for _, group := range groupsOf(games) {
		if len(group) < r.GroupSize {
			continue
		}
		for i := range group {
			bout := sharedBout(&group[i])
			for seat := range scores {
				scores[seat].Add(bout.Group, shareAhead(&bout, seat))
			}
		}
	}
	for i := range scores {
		r.Seats = append(r.Seats, meanOf(scores[i].All))
	}
}

func meanOf(groups []stat.Group) Estimate {
	if len(groups) == 0 {
		return unknown()
	}
	mean, iv := stat.GroupMean(groups, 0, 1, lab.Confidence)
	return Estimate{mean, iv}
}

// trendMarks is the maximum number of marks in Trend.
const trendMarks = 200

// setTrend sets Trend: the scores after every group, or after every few groups if there are many.
func (r *Figures) setTrend(bouts []rating.Bout) {
	n := len(r.Tournament.Snakes)
	sums, counts := make([]float64, n), make([]float64, n)
	groups, total := 0, 0
	for i := range bouts {
		if i == 0 || bouts[i].Group != bouts[i-1].Group {
			total++
		}
	}
	interval := max(1, (total+trendMarks-1)/trendMarks)
	for len(bouts) > 0 {
		group := bouts[0].Group
		for len(bouts) > 0 && bouts[0].Group == group {
			b := &bouts[0]
			for i, snake := range b.Snakes {
				sums[snake] += shareAhead(b, i)
				counts[snake]++
			}
			bouts = bouts[1:]
		}
		groups++
		if groups%interval != 0 && len(bouts) > 0 {
			continue
		}
		mark := GroupMark{Groups: groups, Scores: make([]float64, n)}
		for i := range sums {
			mark.Scores[i] = sums[i] / counts[i]
		}
		r.Trend = append(r.Trend, mark)
	}
}

// RatingsChart draws the ratings with their intervals, one row per snake. For a snake that won or
// lost every game, the interval continues to the edge. RatingsChart returns false if no rating is
// known.
func (r *Figures) RatingsChart() (*chart.Chart, bool) {
	c := &chart.Chart{Form: chart.Rows, Spoken: "ratings with their intervals; the table has the figures", X: chart.Axis{Name: "Elo", Lo: -50, Hi: 50}}
	var rows []chart.Tick
	for i := range r.Standings {
		e := &r.Standings[i].Rating
		if !e.isTooVague() {
			for _, x := range []float64{e.Interval.Lo, e.Interval.Hi} {
				if !math.IsInf(x, 0) {
					c.X.Lo, c.X.Hi = min(c.X.Lo, x), max(c.X.Hi, x)
				}
			}
		}
		rows = append(rows, chart.Tick{Text: strings.TrimSpace(r.label(i)), Note: ratingText(*e)})
	}
	room := (c.X.Hi - c.X.Lo) / 20
	c.X.Lo, c.X.Hi = c.X.Lo-room, c.X.Hi+room
	c.X, c.Y = c.X.WithTicks(4, func(x float64) string { return sheet.Signed(x, 0) }), chart.RowAxis(rows...)
	line := chart.Line{Shape: chart.Dots}
	for i := range r.Standings {
		if e := &r.Standings[i].Rating; !e.isTooVague() {
			line.Points = append(line.Points, chart.Point{X: e.drawnValue(), Y: c.Y.Ticks[i].At}.Within(e.Interval))
		}
	}
	c.Lines = []chart.Line{line}
	return c, line.Points != nil
}

// isTooVague reports whether a rating is unknown, or too uncertain to be drawn.
func (e *Estimate) isTooVague() bool { return math.IsNaN(e.Value) || e.Vague() }

// drawnValue returns the value at which a chart draws e: the value or, if only a bound is known,
// the bound.
func (e *Estimate) drawnValue() float64 {
	switch {
	case math.IsInf(e.Interval.Hi, 1):
		return e.Interval.Lo
	case math.IsInf(e.Interval.Lo, -1):
		return e.Interval.Hi
	}
	return e.Value
}

// TrendChart draws the score of each snake against the number of groups.
func (r *Figures) TrendChart() chart.Chart {
	x, y := chart.Axis{Name: "groups", Hi: 1}, chart.Axis{Lo: 50, Hi: 50}
	c := chart.Chart{Title: "score in %, over all games so far"}
	for i := range r.Standings {
		s := &r.Standings[i]
		line := chart.Styled(i, s.Name)
		for _, m := range r.Trend {
			x.Hi = max(x.Hi, float64(m.Groups))
			if score := 100 * m.Scores[s.Snake]; !math.IsNaN(score) {
				y.Lo, y.Hi = min(y.Lo, score), max(y.Hi, score)
				line.Points = append(line.Points, chart.Point{X: float64(m.Groups), Y: score})
			}
		}
		c.Lines = append(c.Lines, line)
	}
	y.Lo, y.Hi = max(0, 10*math.Floor(y.Lo/10)), min(100, 10*math.Ceil(y.Hi/10))
	if y.Lo == y.Hi {
		y.Lo, y.Hi = 0, 100
	}
	c.X, c.Y = x.WithWholeTicks(6, chart.Whole), y.WithTicks(6, chart.Whole)
	return c
}
