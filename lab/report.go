package lab

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"ouro"
	"ouro/lab/stat"
)

// Confidence is the confidence of every interval in a Report. Each interval
// stands for itself: of twenty comparisons between equals, one is expected to
// miss.
const Confidence = 0.95

// Report is what an experiment found.
type Report struct {
	Experiment Experiment
	Results    []Result // by entrant, in the order of the plan
	Pairs      []Pair   // every entrant with every later one

	Optimum float64 // expected moves of best play, see AgainstOptimum; 0 if not given
}

// Experiment says how the figures were made.
type Experiment struct {
	Game    ouro.GameSpec
	Games   int // planned for each entrant
	First   int
	Seed    uint64
	Budget  ouro.Budget
	Partial bool // not all planned games are in the report
}

// Result is what one entrant did.
type Result struct {
	Spec  ouro.Spec
	Games []Tally // the finished ones, by number

	Won, Died, Trapped, Looped int
	WonRate                    stat.Interval

	Moves     stat.Summary // over won games; Moves.N says how many
	MovesMean stat.Interval
	Length    stat.Summary // over all finished games

	// How far Moves.Mean is above yardsticks; nil until the report is measured.
	AboveOptimum, AboveDistance *Excess

	Meals []Meals // by length, those that there were; nil unless the plan has them counted

	Mishaps     int
	FirstMishap string // of the first game with one, with game and turn

	Times *Times // nil in a report without times
}

// Times are the figures that differ from one run to the next.
type Times struct {
	Mean, P50, P99, Max time.Duration // thinking for one move
	GamesPerSecond      float64       // of one worker: finished games by the time spent in them
}

// Pair compares two entrants over the games that both have finished.
type Pair struct {
	A, B    ouro.Spec
	Games   int        // finished by both
	Won     Difference // of the rates of won games, a - b
	BothWon int        // games won by both
	Moves   Difference // of the moves in those, a - b
}

// Difference is the mean of the differences within pairs. Its fields are NaN
// when there are too few pairs to tell.
type Difference struct {
	Mean     float64
	Interval stat.Interval
}

// Clear tells whether the interval excludes that there is no difference.
func (d Difference) Clear() bool { return d.Interval.Excludes(0) }

// WithoutTimes is the report without the figures that differ from one run to
// the next: with a budget that is no time, two runs of one plan then agree
// byte for byte in every format.
func (r *Report) WithoutTimes() *Report {
	c := *r
	c.Results = slices.Clone(r.Results)
	for i := range c.Results {
		c.Results[i].Times = nil
	}
	return &c
}

// Complete is how many games, counted from the first one, every entrant has
// finished without a gap: an interrupted experiment goes on at First plus
// Complete and then misses nothing. Some later games may be in the report too.
func (r *Report) Complete() int {
	complete := r.Experiment.Games
	for i := range r.Results {
		n := 0
		for _, t := range r.Results[i].Games {
			if t.Game != r.Experiment.First+n {
				break
			}
			n++
		}
		complete = min(complete, n)
	}
	return complete
}

// report sums up the tasks that are done.
func (r *run) report() *Report {
	p := &r.plan
	rep := &Report{Experiment: Experiment{
		Game: p.Game, Games: p.Games, First: p.First, Seed: p.Seed, Budget: p.Budget,
		Partial: slices.Contains(r.done, false),
	}}
	for e := range p.Entrants {
		rep.Results = append(rep.Results, r.result(e))
	}
	for a := range rep.Results {
		for b := a + 1; b < len(rep.Results); b++ {
			rep.Pairs = append(rep.Pairs, compare(&rep.Results[a], &rep.Results[b]))
		}
	}
	return rep
}

func (r *run) result(e int) Result {
	res := Result{Spec: r.plan.Entrants[e].Spec}
	for task := e; task < len(r.tallies); task += len(r.plan.Entrants) {
		if r.done[task] {
			res.Games = append(res.Games, r.tallies[task])
		}
	}
	var moves, lengths []float64
	for _, t := range res.Games {
		lengths = append(lengths, float64(t.Length))
		switch t.Ending {
		case ouro.Won:
			res.Won++
			moves = append(moves, float64(t.Moves))
		case ouro.Died:
			res.Died++
		case ouro.Trapped:
			res.Trapped++
		case ouro.Looped:
			res.Looped++
		case ouro.Unfinished, ouro.Drawn: // games are tallied at their end, and of one snake
		}
		if res.Mishaps += t.Mishaps; t.Mishaps > 0 && res.FirstMishap == "" {
			res.FirstMishap = fmt.Sprintf("game %d %s", t.Game, t.FirstMishap)
		}
	}
	res.WonRate = stat.Wilson(res.Won, len(res.Games), Confidence)
	res.Moves, res.Length = stat.Describe(moves), stat.Describe(lengths)
	res.MovesMean = res.Moves.Interval(Confidence)
	res.Meals = r.meals(e)
	res.Times = r.times(e, len(res.Games))
	return res
}

// meals adds up what the workers have counted. Sums of whole numbers do not
// depend on who played which game.
func (r *run) meals(e int) []Meals {
	if !r.plan.Meals {
		return nil
	}
	sums := []Meals{}
	for length := range r.plan.Game.W*r.plan.Game.H + 1 {
		sum := Meals{Length: length}
		for _, w := range r.workers {
			m := &w.meals[e][length]
			sum.Count += m.Count
			sum.Moves += m.Moves
			sum.Distance += m.Distance
		}
		if sum.Count > 0 {
			sums = append(sums, sum)
		}
	}
	return sums
}

func (r *run) times(e, games int) *Times {
	var think stat.Histogram
	var spent time.Duration
	for _, w := range r.workers {
		think.Merge(&w.think[e])
		spent += w.spent[e]
	}
	t := &Times{Mean: think.Mean(), P50: think.Quantile(0.5), P99: think.Quantile(0.99), Max: think.Max()}
	if spent > 0 {
		t.GamesPerSecond = float64(games) / spent.Seconds()
	}
	return t
}

// compare walks through the games of both, which are sorted by number.
func compare(a, b *Result) Pair {
	p := Pair{A: a.Spec, B: b.Spec}
	var moves []float64
	onlyA, onlyB := 0, 0
	for i, j := 0, 0; i < len(a.Games) && j < len(b.Games); {
		x, y := &a.Games[i], &b.Games[j]
		switch {
		case x.Game < y.Game:
			i++
			continue
		case x.Game > y.Game:
			j++
			continue
		case x.Ending == ouro.Won && y.Ending == ouro.Won:
			moves = append(moves, float64(x.Moves-y.Moves))
		case x.Ending == ouro.Won:
			onlyA++
		case y.Ending == ouro.Won:
			onlyB++
		}
		p.Games++
		i++
		j++
	}
	s := stat.Describe(moves)
	p.BothWon = s.N
	p.Moves = Difference{s.Mean, s.Interval(Confidence)}
	p.Won = Difference{float64(onlyA-onlyB) / float64(p.Games), stat.DiffRates(onlyA, onlyB, p.Games, Confidence)}
	return p
}

// budgetText is "none", or the limits as key=value.
func budgetText(b ouro.Budget) string {
	var limits []string
	if b.Nodes != 0 {
		limits = append(limits, fmt.Sprintf("nodes=%d", b.Nodes))
	}
	if b.Time != 0 {
		limits = append(limits, fmt.Sprintf("time=%s", b.Time))
	}
	if limits == nil {
		return "none"
	}
	return strings.Join(limits, ",")
}
