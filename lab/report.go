package lab

import (
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"
	"time"

	"ouro"
	"ouro/internal/english"
	"ouro/lab/sheet"
	"ouro/lab/stat"
)

// Confidence is the confidence of each interval in a Report. Among twenty comparisons of equally
// good entrants, expect one to show a difference.
const Confidence = 0.95

// Report is the report of an experiment: its games, the results of its entrants and their
// differences.
type Report struct {
	Experiment Experiment
	Games      []Tally  // the finished games, group by group, in the order of the seatings
	Results    []Result // by entrant, in the order of the plan
	Pairs      []Pair   // each entrant with all later entrants

	// Discarded is the number of attempts at games that were discarded. FirstDiscarded is the error
	// of the first one.
	Discarded      int
	FirstDiscarded string

	Figures any // figures of a kind outside this package; nil for other kinds

	choices [][]choice             // by game; nil unless Plan.Choices
	regrets map[*Tally]*regretGame // of measured Games; nil until MeasureRegret

	Optimum float64 // expected moves of best play, see AgainstOptimum; 0 if unknown
}

// Experiment describes how the games were played.
type Experiment struct {
	Title    string // title of the report; "" means a title made from Game
	Kind     Kind
	Game     ouro.GameSpec
	Seatings int // number of games in a group
	Groups   int // planned groups
	First    int // number of the first group
	Games    int // number of planned games, of all entrants together
	Seed     uint64
	Budget   ouro.Budget
	Partial  bool // whether planned games are missing in the report

	Sequential bool // whether the plan has a Stop; Groups is then an upper limit
	Stopped    bool // whether the plan's Stop ended the experiment

	Remarks []string // remarks below the tables, besides the notes of the kind
}

// Result is the result of one entrant.
type Result struct {
	Name   string
	Solver string // spec of the solver, or address of the remote snake

	// For all kinds of games.
	Games      int // finished games
	Won        int
	WonRate    stat.Interval
	Length     stat.Summary // length at the end of all finished games; empty for Measured
	Faults     int
	Offered    int                 // faults after which the solver's best move so far was played
	Late       int                 // number of late answers
	FirstFault string              // first fault in the first game with faults, with game and turn
	Deaths     [ouro.Burnt + 1]int // number of deaths by cause
	Times      *Times              // nil in a report without times

	// For Solo.
	Died, Trapped, Looped int
	Moves                 stat.Summary // moves of won games; Moves.N is their number
	MovesMean             stat.Interval
	Turns                 stat.Summary // turns of all finished games
	// Percentages by which Moves.Mean exceeds a reference value; nil until set.
	AboveOptimum, AboveDistance *Excess
	Regret                      *Regret // nil until MeasureRegret
	Meals                       []Meals // by length, without empty ones; nil unless Plan.Meals

	// For Measured, by measure.
	Measures []stat.Summary
}

// Times are the figures that differ between runs.
type Times struct {
	Mean, P50, P99, Max time.Duration   // thinking time for one move
	GamesPerSecond      float64         // speed of one worker: finished games divided by their time
	Think               *stat.Histogram // thinking times of all moves; nil if not measured
}

// Pair compares two entrants that play alone, over the groups that both finished.
type Pair struct {
	A, B    string     // names of the entrants
	Games   int        // number of games that both finished
	Won     Difference // difference of the shares of won games, a - b
	BothWon int        // games won by both
	Fewer   int        // games of BothWon in which A needed fewer moves
	Same    int        // games of BothWon with equal moves
	Moves   Difference // difference of the moves in the games of BothWon, a - b
	Length  Difference // difference of the lengths at the end of all games, a - b
	Turns   Difference // difference of the turns of all games, a - b

	Measures []Difference // differences of the measures of Measured, a - b
}

// Difference is the mean of the differences within pairs. Its fields are NaN for too few pairs.
type Difference struct {
	Mean     float64
	Interval stat.Interval
}

func (d Difference) IsClear() bool { return d.Interval.Excludes(0) }

// Scale returns the difference multiplied by factor, for another unit.
func (d Difference) Scale(factor float64) Difference {
	return Difference{factor * d.Mean, stat.Interval{Lo: factor * d.Interval.Lo, Hi: factor * d.Interval.Hi}}
}

// Cells returns pairs of a heading and a cell for a table: the difference under head, and its
// interval. A * marks an interval without 0.
func (d Difference) Cells(head string, digits int) []string {
	interval := sheet.None
	if !math.IsNaN(d.Interval.Lo) {
		interval = sheet.SignedInterval(d.Interval, digits) + map[bool]string{true: "*", false: " "}[d.IsClear()]
	}
	return []string{head, sheet.Signed(d.Mean, digits), "95 % interval", interval}
}

// WithoutTimes returns the report without thinking times. If the plan has no time limit, two runs
// of the plan then give the same bytes in every format.
func (r *Report) WithoutTimes() *Report {
	c := *r
	c.Results = slices.Clone(r.Results)
	for i := range c.Results {
		c.Results[i].Times = nil
	}
	return &c
}

// Complete returns the number of groups before the first missing game. An interrupted experiment
// can resume at group First plus Complete. The report can also have later games.
func (r *Report) Complete() int {
	e := &r.Experiment
	games := 0
	for i := range r.Games {
		if t := &r.Games[i]; (int(t.Group)-e.First)*e.Seatings+int(t.Seating) != games {
			break
		}
		games++
	}
	if games == e.Games {
		return e.Groups
	}
	return games / e.Seatings
}

// Of iterates over the games of an entrant, with its seat in each.
func (r *Report) Of(entrant int) iter.Seq2[*Tally, int] {
	return func(yield func(*Tally, int) bool) {
		for i := range r.Games {
			t := &r.Games[i]
			for seat := range t.Seats {
				if int(t.Seats[seat].Entrant) == entrant && !yield(t, seat) {
					return
				}
			}
		}
	}
}

// count computes the figures that all kinds of games have.
func (r *Report) count(entrant int) {
	res := &r.Results[entrant]
	lengths := make([]float64, 0, len(r.Games)/len(r.Results)+1)
	for t, seat := range r.Of(entrant) {
		res.Games++
		if t.Won(seat) {
			res.Won++
		}
		s := &t.Seats[seat]
		lengths = append(lengths, float64(s.Length))
		res.Offered += int(s.Offered)
		res.Late += int(s.Late)
		res.Deaths[s.Cause]++
		if res.Faults += int(s.Faults); s.Faults > 0 && res.FirstFault == "" {
			e := &r.Experiment
			res.FirstFault = strings.TrimSpace(fmt.Sprintf("game %d %s", e.kind().Number(e.Seatings, t), s.FirstFault))
		}
	}
	res.WonRate = stat.Wilson(res.Won, res.Games, Confidence)
	res.Length = stat.Describe(lengths)
}

func (e *Experiment) kind() Kind {
	if e.Kind == nil {
		return Solo{}
	}
	return e.Kind
}

// extent adds the seed, the first game and the budget to a title.
func (e *Experiment) extent(title string) string {
	text := title + fmt.Sprintf(", seed %d", e.Seed)
	if e.First > 0 {
		text += fmt.Sprintf(", from game %d", e.kind().Number(e.Seatings, &Tally{Group: int32(e.First)}))
	}
	if e.Budget != (ouro.Budget{}) {
		text += ", budget " + BudgetText(e.Budget)
	}
	return text
}

// notes returns the notes of the report: the notes that every kind of game has, and kind, the
// notes of the report's own kind.
func (r *Report) notes(kind ...string) []string {
	var notes []string
	if r.Experiment.Partial {
		notes = append(notes, "PARTIAL: not all planned games were finished, and the report omits games that were being played.")
	}
	notes = append(append(notes, kind...), r.Experiment.Remarks...)
	switch b := r.Experiment.Budget; {
	case b.CPU > 0:
		notes = append(notes, "Budget and thinking times are processor times: the results will differ in another run or on another machine.")
	case b.Time > 0:
		notes = append(notes, "The budget is a time: the results will differ in another run or on another machine.")
	}
	for i := range r.Results {
		if res := &r.Results[i]; res.Faults > 0 {
			note := fmt.Sprintf("%s had no valid answer for %s (%s)", res.Name, english.Count(res.Faults, "move"), res.replacementText())
			if res.FirstFault != "" {
				note += "; first: " + res.FirstFault
			}
			notes = append(notes, note+".")
		}
	}
	return notes
}

// replacementText describes the moves that were played after faults.
func (r *Result) replacementText() string {
	switch r.Offered {
	case 0:
		return "fallback move"
	case r.Faults:
		return "its best move so far was played"
	}
	return fmt.Sprintf("its best move so far was played for %d, a fallback move for the others", r.Offered)
}

// BudgetText returns the limits as key=value, or "none".
func BudgetText(b ouro.Budget) string {
	var limits []string
	if b.Nodes != 0 {
		limits = append(limits, fmt.Sprintf("nodes=%d", b.Nodes))
	}
	if b.Time != 0 {
		limits = append(limits, fmt.Sprintf("time=%s", b.Time))
	}
	if b.CPU != 0 {
		limits = append(limits, fmt.Sprintf("cpu=%s", b.CPU))
	}
	if limits == nil {
		return "none"
	}
	return strings.Join(limits, ",")
}

func boardText(g ouro.GameSpec) string { return fmt.Sprintf("%dx%d", g.W, g.H) }
