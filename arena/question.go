package arena

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"ouro/arena/sprt"
	"ouro/internal/english"
	"ouro/lab"
	"ouro/lab/chart"
	"ouro/lab/sheet"
	"ouro/lab/stat"
)

// question is the sequential test of format SPRT: is the first snake better than the second? Groups
// must be added in the order of their numbers.
type question struct {
	tournament *Tournament
	test       *sprt.Test
	scale      float64   // factor from the Elo of a group's score to the Elo between the snakes
	llrs       []float64 // log-likelihood ratio after each group
}

func newQuestion(t *Tournament, alone bool) *question {
	q := &question{tournament: t, scale: 1}
	games := 2 // both snakes play in both seats
	switch {
	case alone:
		games = 1 // one comparison of two games
	case t.among():
		games, q.scale = len(t.Format.seatings(len(t.Snakes), 0)), amongScale
	}
	test, err := sprt.New(sprt.Hypotheses{Elo0: t.Elo0 / q.scale, Elo1: t.Elo1 / q.scale, Alpha: t.Alpha, Beta: t.Beta, Games: games})
	if err != nil {
		panic(fmt.Sprintf("arena: a Setting has an invalid sequential test: %v", err))
	}
	q.test = test
	return q
}

// among reports whether the tournament has format SPRT and compares two snakes that never meet but
// play the same opponents.
func (t *Tournament) among() bool { return t.Format == SPRT && len(t.Snakes) > 2 }

// amongScale is the factor from the Elo of a group's score to the Elo between two snakes that never
// meet. Let the first snake be D Elo better than the second, let the opponents be midway between
// them, and let s(x) be the expected score of a snake that is x Elo better. The first snake beats
// the share s(D/2) of the opponents, the second beats 1-s(D/2). The score of the group is one half
// plus half of the difference of these shares, which is s(D/2). If the opponents are weaker or
// stronger, the score is nearer to one half, and D is larger than estimated.
const amongScale = 2

// Add adds the next group and reports whether the test has decided.
func (q *question) Add(group []lab.Tally) bool {
	if _, err := q.test.Add(q.score(group)); err != nil {
		panic(fmt.Sprintf("arena: a group without a score: %v", err)) // impossible: the group is complete
	}
	q.llrs = append(q.llrs, q.test.LLR())
	return q.test.Verdict() != sprt.Continue
}

// Share returns how near the log-likelihood ratio is to one of its bounds, from 0 to 1.
func (q *question) Share() float64 {
	lower, upper := q.test.Hypotheses().Bounds()
	return min(1, max(0, q.test.LLR()/lower, q.test.LLR()/upper))
}

// score returns the score of the first snake in a group, from 0 to 1. If the two snakes meet, it is
// the score against the second snake. Otherwise it compares the shares of opponents that the two
// snakes beat: it is one half if the shares are equal, and more if that of the first snake is
// larger.
func (q *question) score(group []lab.Tally) float64 {
	first := meanOf(q.tournament.Scores(0, group)).Value
	if !q.tournament.among() {
		return first
	}
	return (1 + first - meanOf(q.tournament.Scores(1, group)).Value) / 2
}

// Test is the state of the sequential test.
type Test struct {
	Elo0, Elo1, Alpha, Beta float64

	Verdict           string // "H1", "H0", or "" while undecided
	LLR, Lower, Upper float64
	Groups            int       // number of groups that were added
	Elo               Estimate  // Elo of the first snake relative to the second, corrected for the stopping rule
	Trend             []LLRMark // at most about trendMarks marks
}

// LLRMark is the log-likelihood ratio after the first groups; Groups is their number.
type LLRMark struct {
	Groups int
	LLR    float64
}

func (q *question) state() *Test {
	h := q.test.Hypotheses()
	t := &Test{Elo0: q.tournament.Elo0, Elo1: q.tournament.Elo1, Alpha: h.Alpha, Beta: h.Beta, LLR: q.test.LLR(), Groups: q.test.Groups()}
	t.Lower, t.Upper = h.Bounds()
	if t.Elo = unknown(); t.Groups > 0 {
		elo, iv := q.test.Elo(lab.Confidence)
		t.Elo = Estimate{q.scale * elo, stat.Interval{Lo: q.scale * iv.Lo, Hi: q.scale * iv.Hi}}
	}
	switch q.test.Verdict() {
	case sprt.AcceptH0:
		t.Verdict = "H0"
	case sprt.AcceptH1:
		t.Verdict = "H1"
	case sprt.Continue:
	}
	interval := (len(q.llrs) + trendMarks - 1) / trendMarks
	for i, llr := range q.llrs {
		if (i+1)%interval == 0 || i+1 == len(q.llrs) {
			t.Trend = append(t.Trend, LLRMark{i + 1, llr})
		}
	}
	return t
}

func (r *Figures) runTest(games []lab.Tally) *Test {
	q := newQuestion(r.Tournament, r.Alone)
	for _, group := range groupsOf(games) {
		q.Add(group)
	}
	return q.state()
}

// Left returns an estimate of the number of groups until a decision, or 0 if no estimate is
// possible.
func (t *Test) Left() int {
	const enough = 10 // groups before the first estimate
	if t.Verdict != "" || t.Groups < enough {
		return 0
	}
	bound := t.Upper
	if t.LLR < 0 {
		bound = t.Lower
	}
	left := math.Ceil((bound - t.LLR) / (t.LLR / float64(t.Groups)))
	if !(left < 1e6) {
		return 0
	}
	return int(left)
}

func (r *Figures) testText() string {
	t := r.Test
	text := "Not known yet"
	switch t.Verdict {
	case "H1":
		text = "Yes (H1)"
	case "H0":
		text = "No (H0)"
	}
	text = fmt.Sprintf("Is %s better than %s%s? %s, after %s", r.name(0), r.name(1), r.opponentNames(), text, r.extent(t.Groups))
	if t.Groups > 0 {
		text += ": " + t.EloText()
	}
	text += fmt.Sprintf(". LLR %s, bounds %s and %s.", sheet.Signed(t.LLR, 2), sheet.Signed(t.Lower, 2), sheet.Signed(t.Upper, 2))
	if left := t.Left(); left > 0 {
		text += fmt.Sprintf(" At this rate, the answer needs about %s more.", r.extent(left))
	}
	return text
}

// EloText returns the estimate of the Elo difference with its interval. It needs a finished group.
func (t *Test) EloText() string {
	return fmt.Sprintf("Elo %s, 95 %% interval %s", sheet.Signed(t.Elo.Value, 0), sheet.SignedInterval(t.Elo.Interval, 0))
}

// opponentNames names the opponents of the two compared snakes.
func (r *Figures) opponentNames() string {
	var names []string
	for snake := 2; snake < len(r.Tournament.Snakes); snake++ {
		names = append(names, r.name(snake))
	}
	if len(names) == 0 {
		return ""
	}
	return " in games with " + strings.Join(names, " and ")
}

// extent formats a number of groups with the number of their games.
func (r *Figures) extent(groups int) string {
	return fmt.Sprintf("%s (%s)", english.Count(groups, "group"), english.Count(groups*r.GroupSize, "game"))
}

func (t *Test) meaning() string {
	return fmt.Sprintf("sprt: H1 says that the Elo difference is %v or more, H0 that it is %v or less. If H0 is true, %v %% of such tournaments answer H1; if H1 is true, %v %% answer H0. "+
		"If neither is true, both answers are possible. The test compares groups, not single games. The Elo beside the answer allows for the moment at which the tournament ended. The Elo in the tables does not: on average it is too far from 0.",
		t.Elo1, t.Elo0, 100*t.Alpha, 100*t.Beta)
}

// Facts returns the object sprt of the JSON document.
func (t *Test) Facts() sheet.Facts {
	return sheet.FactsOf(
		"elo0", sheet.Number(t.Elo0),
		"elo1", sheet.Number(t.Elo1),
		"alpha", sheet.Number(t.Alpha),
		"beta", sheet.Number(t.Beta),
		"llr", sheet.Number(t.LLR),
		"lower", sheet.Number(t.Lower),
		"upper", sheet.Number(t.Upper),
		"groups", t.Groups,
		"elo", t.Elo.facts(),
		"verdict", cmp.Or(t.Verdict, "none"),
	)
}

// Chart draws the log-likelihood ratio after each group, and the bounds.
func (t *Test) Chart() chart.Chart {
	c := chart.Chart{
		Title: "log-likelihood ratio of H1 against H0, and its bounds",
		X:     chart.Axis{Name: "groups", Hi: max(1, float64(t.Groups))}.WithWholeTicks(6, chart.Whole),
		Y:     chart.Axis{Lo: 1.15 * t.Lower, Hi: 1.15 * t.Upper},
	}
	line := chart.Line{Points: []chart.Point{{}}}
	for _, m := range t.Trend {
		c.Y.Lo, c.Y.Hi = min(c.Y.Lo, m.LLR), max(c.Y.Hi, m.LLR)
		line.Points = append(line.Points, chart.Point{X: float64(m.Groups), Y: m.LLR})
	}
	c.Y.Ticks = []chart.Tick{{At: t.Lower, Text: "H0", Mark: true}, {At: 0, Text: "0"}, {At: t.Upper, Text: "H1", Mark: true}}
	c.Lines = []chart.Line{line}
	return c
}
