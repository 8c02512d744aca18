package arena

import (
	"hash/maphash"
	"math"
	"slices"

	"ouro"
	"ouro/arena/rating"
	"ouro/lab"
	"ouro/lab/stat"
)

// Confidence is the confidence of every interval in a Report. Each stands for
// itself: of twenty comparisons between equals, one is expected to miss.
const Confidence = 0.95

// Figures are what a tournament adds to the report of its games. They follow from the
// games alone, not from the order in which they were finished.
type Figures struct {
	Lab        *lab.Report // the report that has these figures
	Tournament *Tournament
	Games      int  // that count
	Planned    int  // in whole groups; of SPRT the most
	Partial    bool // more games are planned, and nothing is decided yet
	Groups     int  // that are complete
	GroupSize  int  // games of a complete one
	Alone      bool // every snake plays by itself

	Standings []Standing  // the best first
	Pairs     []Pair      // of those who met
	Seats     []Estimate  // score of each seat, in complete groups; nil of games alone
	Test      *Test       // of SPRT
	Turns     []int       // of each game, ascending
	Trend     []GroupMark // of the groups in which somebody was compared, at most trendMarks

	Alike  int     // groups that went exactly like an earlier one
	Twins  [][]int // sets of snakes that nothing tells apart
	Fields int     // more than one where not all snakes are connected by games
}

// Estimate is a figure and how sure it is. It is NaN where nothing is known.
type Estimate struct {
	Value    float64
	Interval stat.Interval
}

// unknown is the Estimate of nothing.
func unknown() Estimate {
	nan := math.NaN()
	return Estimate{nan, stat.Interval{Lo: nan, Hi: nan}}
}

// Standing is what one snake did.
type Standing struct {
	Snake  int // of the tournament's
	Name   string
	Solver string   // its spec, or a guest's address
	Rating Estimate // Elo; the mean of all is 0
	LOS    float64  // how likely it is better than the next in the standings; NaN of the last

	Games            int
	Won, Drawn, Lost int      // together Games; of games alone, as the rules say
	Wins             Estimate // the share of its games that it won; NaN of games alone
	Score            Estimate // in each bout, the share of the others that it was ahead of, level ones by half
	Turns, Length    float64  // means
	Deaths           [ouro.Burnt + 1]int
	Trapped, Looped  int       // of games alone
	Measures         []float64 // means of those of Snake Hunter; else nil
	Faults, Offered  int       // moves that were not its answer; of them, those where its best so far was made
	Late             int       // of the faults, those that were late
	FirstFault       string
}

// Pair compares two snakes by what they did to each other.
type Pair struct {
	A, B             int      // of the tournament's snakes
	Games            int      // or groups, of games alone
	Won, Drawn, Lost int      // of them, by a
	Score            Estimate // of a
	Elo              Estimate // how much better a is
	LOS              float64  // how likely a is better
}

// GroupMark is how things stood after a group.
type GroupMark struct {
	Groups int
	Scores []float64 // by snake of the tournament; NaN of one without a bout
}

// FiguresOf are the figures of the report of a tournament; nil of another report.
func FiguresOf(r *lab.Report) *Figures {
	f, ok := r.Figures.(*Figures)
	if !ok || f.Lab == r {
		return f
	}
	of := *f // of a report without times
	of.Lab = r
	return &of
}

// newFigures sums the games of a report up.
func newFigures(k Kind, report *lab.Report) *Figures {
	e, games := &report.Experiment, report.Games
	r := &Figures{
		Lab: report, Tournament: k.Tournament, Alone: k.Alone, GroupSize: e.Seatings,
		Games: len(games), Planned: e.Games, Partial: e.Partial,
	}
	if e.Sequential {
		r.Test = r.ask(games)
	}
	bouts := r.Tournament.boutsOf(games)
	r.sumGames(games)
	r.Twins = twins(len(r.Tournament.Snakes), games)
	r.stand(games, bouts)
	r.compare(bouts)
	r.seats(games)
	r.course(bouts)
	return r
}

// groupsOf are the games of each group, in order.
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

// sumGames counts what has nothing to do with who is better.
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
		g := &games[i]
		r.Turns = append(r.Turns, int(g.Turns))
	}
	slices.Sort(r.Turns)
}

// maxQuotedLine is how many bytes of a name or fault are shown.
const maxQuotedLine = 300

// fingerprint is the same for groups that went alike in all that is kept of them.
func fingerprint(seed maphash.Seed, group []lab.Tally) uint64 {
	var h maphash.Hash
	h.SetSeed(seed)
	for i := range group {
		g := &group[i]
		maphash.WriteComparable(&h, [3]int{int(g.Ending), winner(g), int(g.Turns)})
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

// seats says what each seat scored in complete groups, where everybody sits in it
// equally often.
func (r *Figures) seats(games []lab.Tally) {
	if r.Alone || len(games) == 0 {
		return
	}
	scores := make([]stat.Groups, len(games[0].Seats))
	for _, group := range groupsOf(games) {
		if len(group) < r.GroupSize {
			continue
		}
		for i := range group {
			bout := boutTogether(&group[i])
			for seat := range scores {
				scores[seat].Add(bout.Group, shareAhead(&bout, seat))
			}
		}
	}
	for i := range scores {
		r.Seats = append(r.Seats, meanOf(scores[i].All))
	}
}

// meanOf is the mean of scores.
func meanOf(groups []stat.Group) Estimate {
	if len(groups) == 0 {
		return unknown()
	}
	mean, iv := stat.GroupMean(groups, 0, 1, Confidence)
	return Estimate{mean, iv}
}

// trendMarks bounds how many marks a course has.
const trendMarks = 200

// course says how the scores went from group to group.
func (r *Figures) course(bouts []rating.Bout) {
	n := len(r.Tournament.Snakes)
	sums, counts := make([]float64, n), make([]float64, n)
	groups, all := 0, 0
	for i := range bouts {
		if i == 0 || bouts[i].Group != bouts[i-1].Group {
			all++
		}
	}
	every := max(1, (all+trendMarks-1)/trendMarks)
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
		if groups%every != 0 && len(bouts) > 0 {
			continue
		}
		mark := GroupMark{Groups: groups, Scores: make([]float64, n)}
		for i := range sums {
			mark.Scores[i] = sums[i] / counts[i]
		}
		r.Trend = append(r.Trend, mark)
	}
}
