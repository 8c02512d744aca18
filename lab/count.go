package lab

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"
	"sync"
	"time"

	"ouro/internal/english"
	"ouro/lab/stat"
)

// Count sums the finished games of a plan. Games can be added in any order. It is safe for
// concurrent use.
type Count struct {
	plan Plan

	mu      sync.Mutex  // guards the fields below
	tallies []Tally     // by task
	seats   []Seat      // backing memory for the seats of all tallies
	done    []bool      // by task
	choices [][]choice  // by task; nil unless Plan.Choices
	games   int         // number of counted games
	queue   *groupQueue // nil unless the plan has a Stop

	// Sums over the games that the report counts.

	think       []stat.Histogram // by entrant: thinking times of moves
	spent       []time.Duration  // by entrant: duration of the games with a known duration
	timed       []int            // by entrant: number of games with a known duration
	meals       [][]Meals        // by entrant and length; nil unless Plan.Meals
	discarded   int              // number of discarded attempts at games
	firstFailed map[int]string   // by task: the error of the first discarded attempt
}

// NewCount returns a Count without games. Of the plan's functions, it calls only Stop.
func NewCount(plan Plan) (*Count, error) {
	plan = plan.withDefaults()
	if err := plan.checkNumbers(); err != nil {
		return nil, err
	}
	return newCount(plan), nil
}

func newCount(plan Plan) *Count {
	n, entrants := plan.tasks(), len(plan.Entrants)
	c := &Count{
		plan: plan, tallies: make([]Tally, n), seats: make([]Seat, n*len(plan.Seatings[0])), done: make([]bool, n),
		think: make([]stat.Histogram, entrants), spent: make([]time.Duration, entrants), timed: make([]int, entrants),
	}
	if plan.Choices {
		c.choices = make([][]choice, n)
	}
	if plan.Meals {
		for range entrants {
			c.meals = append(c.meals, make([]Meals, plan.Game.W*plan.Game.H+1))
		}
	}
	if plan.Stop != nil {
		c.queue = &groupQueue{stopper: plan.Stop(), waiting: map[int]Finished{}}
	}
	return c
}

// NewReport returns the report of a plan and its games, in any order. An invalid game ends the
// report: NewReport returns its error with the report of the earlier games.
func NewReport(plan Plan, games iter.Seq2[*Finished, error]) (*Report, error) {
	c, err := NewCount(plan)
	if err != nil {
		return nil, err
	}
	for f, err := range games {
		if err == nil {
			err = c.Add(f)
		}
		if err != nil {
			return c.Report(), err
		}
	}
	return c.Report(), nil
}

// index returns the number of a game in the plan.
func (p *Plan) index(group, seating int) (int, error) {
	i := (group-p.First)*len(p.Seatings) + seating
	if group < p.First || seating < 0 || seating >= len(p.Seatings) || i >= p.tasks() {
		return 0, fmt.Errorf("game %d of group %d is not in the plan", seating, group)
	}
	return i, nil
}

// Add counts a finished game. It ignores games that are counted already, and games after the
// group at which the plan's Stop ended the experiment. It keeps none of the slices of f.
func (c *Count) Add(f *Finished) error {
	i, err := c.plan.index(int(f.Tally.Group), int(f.Tally.Seating))
	if err != nil {
		return err
	}
	t := c.plan.task(i)
	if err := c.plan.checkGameOf(t, f); err != nil {
		return c.plan.where(t, err)
	}
	if err := checkSeats(t, &f.Tally); err != nil {
		return c.plan.where(t, err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.done[i] {
		return nil
	}
	n := len(t.Seats)
	seats := c.seats[i*n:][:n:n]
	copy(seats, f.Tally.Seats)
	tally := &c.tallies[i]
	*tally = f.Tally
	tally.Seats, tally.Measures = seats, slices.Clone(f.Tally.Measures)
	c.done[i] = true
	c.games++
	if c.choices != nil {
		c.choices[i] = f.choices
	}
	if c.queue == nil {
		c.sum(i, f)
	} else {
		c.queueGame(i, f)
		c.passGroups()
	}
	return nil
}

// sum adds the figures of a game that are not in its tally.
func (c *Count) sum(i int, f *Finished) {
	for seat := range f.Tally.Seats {
		e := c.tallies[i].Seats[seat].Entrant
		if seat < len(f.Think) {
			c.think[e].MergeSparse(f.Think[seat])
		}
		if f.Took > 0 {
			c.spent[e] += f.Took
			c.timed[e]++
		}
		if c.meals != nil {
			addMeals(c.meals[e], f.Meals, int(f.Tally.Seats[seat].Length))
		}
	}
	if len(f.Discarded) > 0 {
		if c.firstFailed == nil {
			c.firstFailed = map[int]string{}
		}
		c.discarded += len(f.Discarded)
		c.firstFailed[i] = f.Discarded[0]
	}
}

// checkGameOf returns an error if f cannot be the game of the task.
func (p *Plan) checkGameOf(t Task, f *Finished) error {
	if len(f.Tally.Seats) != len(t.Seats) {
		return fmt.Errorf("the tally of the game has %s, want %d", english.Count(len(f.Tally.Seats), "seat"), len(t.Seats))
	}
	if err := p.Kind.CheckTally(&f.Tally); err != nil {
		return err
	}
	if !p.Meals {
		return nil
	}
	length, cells := int(f.Tally.Seats[0].Length), p.Game.W*p.Game.H
	switch {
	case length > cells:
		return fmt.Errorf("a snake has length %d on a board of %d cells", length, cells)
	case length < len(f.Meals):
		return fmt.Errorf("a snake of length %d has had %d meals", length, len(f.Meals))
	}
	return nil
}

func checkSeats(t Task, tally *Tally) error {
	for seat, e := range t.Seats {
		if got := tally.Seats[seat].Entrant; int(got) != e {
			return fmt.Errorf("entrant %d is in seat %d, want entrant %d", got, seat, e)
		}
	}
	return nil
}

// Has reports whether the game of this task is counted.
func (c *Count) Has(t Task) bool {
	i, err := c.plan.index(t.Group, t.Seating)
	if err != nil {
		return false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.done[i]
}

// Games returns the number of counted games.
func (c *Count) Games() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.games
}

// Total returns the number of games of the plan.
func (c *Count) Total() int { return len(c.tallies) }

// SetExecutor sets the Executor that plays the games. Do not call it while games are played.
func (c *Count) SetExecutor(x Executor) { c.plan.Executor = x }

// SetPlay replaces the function that plays a game. Do not call it while games are played.
func (c *Count) SetPlay(play func(ctx context.Context, t Task) (Finished, error)) { c.plan.Play = play }

// Stopped reports whether the plan's Stop has ended the experiment.
func (c *Count) Stopped() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.queue != nil && c.queue.stopped
}

// total returns the number of games at the end of the experiment. isEstimate means that the number
// is an estimate, because the plan has a Stop.
func (c *Count) total() (n int, isEstimate bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	n = len(c.tallies)
	if c.queue == nil {
		return n, false
	}
	if share := c.queue.stopper.Share(); share > 0 {
		n = min(n, max(c.games, int(float64(c.games)/share)))
	}
	return n, true
}

// Complete reports whether no further games are to be played.
func (c *Count) Complete() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.games == len(c.tallies) || c.queue != nil && c.queue.stopped
}

// gamesToReport returns the finished games or, if the plan has a Stop, the games of the groups that
// the Stop has received.
func (c *Count) gamesToReport() (games []Tally, choices [][]choice) {
	n := len(c.tallies)
	if c.queue != nil {
		n = min(n, c.queue.groups*len(c.plan.Seatings))
	}
	if !slices.Contains(c.done[:n], false) {
		if c.choices != nil {
			choices = c.choices[:n]
		}
		return c.tallies[:n:n], choices
	}
	for i := range n {
		if c.done[i] {
			games = append(games, c.tallies[i])
			if c.choices != nil {
				choices = append(choices, c.choices[i])
			}
		}
	}
	return games, choices
}

// Report returns the report of the games counted so far.
func (c *Count) Report() *Report {
	c.mu.Lock()
	p := &c.plan
	r := &Report{Experiment: Experiment{
		Title: p.Title, Kind: p.Kind, Game: p.Game, Seatings: len(p.Seatings), Groups: p.Groups, First: p.First,
		Games: p.tasks(), Seed: p.Seed, Budget: p.Budget, Sequential: p.Stop != nil,
	}}
	r.Games, r.choices = c.gamesToReport()
	r.Discarded = c.discarded
	if c.discarded > 0 {
		r.FirstDiscarded = c.firstFailed[slices.Min(slices.Collect(maps.Keys(c.firstFailed)))]
	}
	r.Experiment.Stopped = c.queue != nil && c.queue.stopped
	r.Experiment.Partial = len(r.Games) < p.tasks() && !r.Experiment.Stopped
	r.Results = make([]Result, len(p.Entrants))
	for e := range r.Results {
		entrant, res := &p.Entrants[e], &r.Results[e]
		res.Name, res.Solver = entrant.label(), entrant.solver()
		res.Meals, res.Times = c.mealsOf(e), c.timesOf(e)
	}
	c.mu.Unlock()
	for e := range r.Results {
		r.count(e)
	}
	p.Kind.Sum(r)
	return r
}

// mealsOf returns the meals of entrant e by length, without empty ones.
func (c *Count) mealsOf(e int) []Meals {
	if c.meals == nil {
		return nil
	}
	all := []Meals{}
	for length, m := range c.meals[e] {
		if m.Count > 0 {
			m.Length = length
			all = append(all, m)
		}
	}
	return all
}

func (c *Count) timesOf(e int) *Times {
	think := &c.think[e]
	t := &Times{Mean: think.Mean(), P50: think.Quantile(0.5), P99: think.Quantile(0.99), Max: think.Max()}
	if t.Max > 0 {
		all := *think
		t.Think = &all
	}
	if c.spent[e] > 0 {
		t.GamesPerSecond = float64(c.timed[e]) / c.spent[e].Seconds()
	}
	return t
}

// Latest is the report of a running experiment. Making a report delays the games, so Latest makes
// at most one report a second, and spends at most a twentieth of the time on reports. It is safe
// for concurrent use.
type Latest struct {
	Count *Count

	mu     sync.Mutex
	report *Report
	games  int       // number of games in report
	next   time.Time // earliest time of the next report
}

// Limits on how often reports are made.
const (
	latestEvery = time.Second
	latestShare = 20 // a new report waits this many times as long as making the last one took
)

// Report returns the latest report. It makes a new one only if that is due.
func (l *Latest) Report() *Report {
	l.mu.Lock()
	defer l.mu.Unlock()
	began := time.Now()
	if l.report != nil && began.Before(l.next) {
		return l.report
	}
	if n := l.Count.Games(); l.report == nil || n != l.games {
		l.report, l.games = l.Count.Report(), n
	}
	ended := time.Now()
	l.next = ended.Add(max(latestEvery, latestShare*ended.Sub(began)))
	return l.report
}
