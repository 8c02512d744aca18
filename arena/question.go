package arena

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"ouro/arena/sprt"
	"ouro/internal/english"
	"ouro/lab"
	"ouro/lab/sheet"
	"ouro/lab/stat"
)

// question is that of format SPRT: is the first snake better than the second? It is
// asked group by group, in the order of their numbers.
type question struct {
	tournament *Tournament
	test       *sprt.Test
	scale      float64   // of its Elo
	llrs       []float64 // after each group
}

func newQuestion(t *Tournament, alone bool) *question {
	q := &question{tournament: t, scale: 1}
	games := 2 // each in both seats
	switch {
	case alone:
		games = 1 // one comparison of the two games
	case t.among():
		games, q.scale = len(t.Format.seatings(len(t.Snakes), 0)), amongScale
	}
	test, err := sprt.New(sprt.Hypotheses{Elo0: t.Elo0 / q.scale, Elo1: t.Elo1 / q.scale, Alpha: t.Alpha, Beta: t.Beta, Games: games})
	if err != nil {
		panic(fmt.Sprintf("arena: a question that no Setting asks: %v", err))
	}
	q.test = test
	return q
}

// among tells whether a tournament of format SPRT has the two play with others, and not
// with each other.
func (t *Tournament) among() bool { return t.Format == SPRT && len(t.Snakes) > 2 }

// amongScale is how many times farther apart two snakes are who do not meet than the
// score of a group is from one half. If the one is D Elo better, and the others are as
// strong as the middle of the two, the one is ahead of the share s(D/2) of them, where s
// is what Elo expects, and the other of 1-s(D/2): half of the difference is as far from
// 0 as s(D/2) from one half. Where the others are weaker or stronger it is less far, and
// D is more than is told.
const amongScale = 2

// Add takes the next group, and returns whether the question is answered.
func (q *question) Add(group []lab.Tally) bool {
	if _, err := q.test.Add(q.score(group)); err != nil {
		panic(fmt.Sprintf("arena: a group without a score: %v", err)) // it is complete
	}
	q.llrs = append(q.llrs, q.test.LLR())
	return q.test.Verdict() != sprt.Continue
}

// Share is how near the log-likelihood ratio is to one of its bounds.
func (q *question) Share() float64 {
	lower, upper := q.test.Hypotheses().Bounds()
	return min(1, max(0, q.test.LLR()/lower, q.test.LLR()/upper))
}

// score is that of the first snake in a group, from 0 to 1: against the second, or, with
// others, by how much larger a share of these it was ahead of than the second in its
// place.
func (q *question) score(group []lab.Tally) float64 {
	first := meanOf(q.tournament.Scores(0, group)).Value
	if !q.tournament.among() {
		return first
	}
	return (1 + first - meanOf(q.tournament.Scores(1, group)).Value) / 2
}

// Test is how far the question of format SPRT is answered.
type Test struct {
	Elo0, Elo1, Alpha, Beta float64

	Verdict           string // "H1", "H0", or "" as long as nobody knows
	LLR, Lower, Upper float64
	Groups            int       // that were looked at
	Elo               Estimate  // how much better the first is; it takes account of when the test stopped
	Trend             []LLRMark // at most trendMarks and a few
}

// LLRMark is the log-likelihood ratio after so many groups.
type LLRMark struct {
	Groups int
	LLR    float64
}

// state is how far the question is answered now.
func (q *question) state() *Test {
	h := q.test.Hypotheses()
	t := &Test{Elo0: q.tournament.Elo0, Elo1: q.tournament.Elo1, Alpha: h.Alpha, Beta: h.Beta, LLR: q.test.LLR(), Groups: q.test.Groups()}
	t.Lower, t.Upper = h.Bounds()
	if t.Elo = unknown(); t.Groups > 0 {
		elo, iv := q.test.Elo(Confidence)
		t.Elo = Estimate{q.scale * elo, stat.Interval{Lo: q.scale * iv.Lo, Hi: q.scale * iv.Hi}}
	}
	switch q.test.Verdict() {
	case sprt.AcceptH0:
		t.Verdict = "H0"
	case sprt.AcceptH1:
		t.Verdict = "H1"
	case sprt.Continue:
	}
	every := (len(q.llrs) + trendMarks - 1) / trendMarks
	for i, llr := range q.llrs {
		if (i+1)%every == 0 || i+1 == len(q.llrs) {
			t.Trend = append(t.Trend, LLRMark{i + 1, llr})
		}
	}
	return t
}

// ask asks the question of whole groups of games, in their order.
func (r *Figures) ask(games []lab.Tally) *Test {
	q := newQuestion(r.Tournament, r.Alone)
	for _, group := range groupsOf(games) {
		q.Add(group)
	}
	return q.state()
}

// Left is about how many groups more it takes at the pace so far, or 0 where that
// cannot be told.
func (t *Test) Left() int {
	const enough = 10 // groups for there to be a pace
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

// answer says how far the question of SPRT is answered.
func (r *Figures) answer() string {
	t := r.Test
	text := "Not known yet"
	switch t.Verdict {
	case "H1":
		text = "Yes (H1)"
	case "H0":
		text = "No (H0)"
	}
	text = fmt.Sprintf("Is %s better than %s%s? %s, after %s", r.name(0), r.name(1), r.company(), text, r.extent(t.Groups))
	if e := t.Elo; t.Groups > 0 {
		text += fmt.Sprintf(": Elo %s, 95 %% interval %s", sheet.Signed(e.Value, 0), sheet.SignedInterval(e.Interval, 0))
	}
	text += fmt.Sprintf(". LLR %s, bounds %s and %s.", sheet.Signed(t.LLR, 2), sheet.Signed(t.Lower, 2), sheet.Signed(t.Upper, 2))
	if left := t.Left(); left > 0 {
		text += fmt.Sprintf(" At this pace about %s more.", r.extent(left))
	}
	return text
}

// company are the others with whom the two play whom the question is about.
func (r *Figures) company() string {
	var names []string
	for snake := 2; snake < len(r.Tournament.Snakes); snake++ {
		names = append(names, r.name(snake))
	}
	if len(names) == 0 {
		return ""
	}
	return " in games with " + strings.Join(names, " and ")
}

// extent is how much so many groups are.
func (r *Figures) extent(groups int) string {
	return fmt.Sprintf("%s (%s)", english.Count(groups, "group"), english.Count(groups*r.GroupSize, "game"))
}

// meaning says what the question is.
func (t *Test) meaning() string {
	return fmt.Sprintf("sprt: H1 is Elo %v or more, H0 Elo %v or less. Where H0 is true the answer is H1 in %v %% of such tournaments, where H1 is true H0 in %v %%; "+
		"in between either may be. What is asked about are groups, not games. The Elo beside the answer takes account of when the tournament ended; that of the tables does not, and is too far off on average.",
		t.Elo1, t.Elo0, 100*t.Alpha, 100*t.Beta)
}

// Facts are those of the object sprt in JSON.
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
