package bench

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"ouro"
	"ouro/internal/english"
	"ouro/internal/palette"
	"ouro/lab"
	"ouro/lab/stat"
	"ouro/studio/frames"
	"ouro/studio/session"
)

// Report is the state of a bench for the page. Unknown figures are null.
type Report struct {
	Games     int    `json:"games"` // games played by each solver
	Requested int    `json:"asked"` // number of games of each solver in the whole experiment
	First     int    `json:"first"` // number of the first game
	Running   bool   `json:"running"`
	Seed      uint64 `json:"seed,string"` // seed of the next game
	Command   string `json:"command"`     // the command line of the same experiment

	Bins    bins     `json:"bins"` // bins of moves, shared by all solvers
	Solvers []solver `json:"solvers,omitempty"`
	Pairs   []pair   `json:"pairs,omitempty"`
}

// bins describes bins of equal width. The first one starts at Start.
type bins struct {
	Start float64 `json:"start"`
	Width float64 `json:"width"`
}

// number is a figure, encoded as null if it is unknown.
type number = *float64

type mean struct {
	Mean number `json:"mean"`
	Lo   number `json:"lo"`
	Hi   number `json:"hi"`
}

func meanOf(x float64, iv stat.Interval) mean {
	return mean{frames.Finite(x), frames.Finite(iv.Lo), frames.Finite(iv.Hi)}
}

type solver struct {
	Won           int       `json:"won"`
	Died          int       `json:"died"`
	Trapped       int       `json:"trapped"`
	Looped        int       `json:"looped"`
	WonRate       mean      `json:"wonRate"`
	Moves         mean      `json:"moves"` // over won games
	Median        number    `json:"median"`
	Min           number    `json:"min"`
	Max           number    `json:"max"`
	Length        number    `json:"length"` // mean length at the end
	AboveOptimum  *mean     `json:"aboveOptimum,omitempty"`
	AboveDistance *mean     `json:"aboveDistance,omitempty"`
	Faults        int       `json:"mishaps,omitempty"`
	FirstFault    string    `json:"firstMishap,omitempty"`
	Bins          []int     `json:"bins,omitempty"`  // number of won games in each bin of moves
	Meals         []float64 `json:"meals,omitempty"` // triples: length of the snake, mean moves to a meal, mean distance to a meal
}

type pair struct {
	A        int    `json:"a"` // index of a solver
	B        int    `json:"b"`
	Both     int    `json:"both"`     // number of games that both solvers won
	Moves    mean   `json:"moves"`    // a - b
	Clear    bool   `json:"clear"`    // the interval of the moves excludes 0
	Won      mean   `json:"won"`      // difference of the rates of won games, a - b
	WonClear bool   `json:"wonClear"` // the interval of the rates excludes 0
	Bins     []int  `json:"bins,omitempty"`
	From     number `json:"from"` // start of the bins of the differences
	Width    number `json:"width"`
}

const (
	maxBins  = 40
	maxMeals = 128 // most points of a curve
)

func (report *Report) fill(r *lab.Report) {
	lo, hi := math.Inf(1), math.Inf(-1)
	for i := range r.Results {
		if m := &r.Results[i].Moves; m.N > 0 {
			lo, hi = min(lo, m.Min), max(hi, m.Max)
		}
	}
	if lo <= hi {
		report.Bins.Start, report.Bins.Width = scale(lo, hi)
	}
	for i := range r.Results {
		report.Solvers = append(report.Solvers, solverOf(r, i, report.Bins))
	}
	n := 0
	for a := range r.Results {
		for b := a + 1; b < len(r.Results); b++ {
			p := &r.Pairs[n]
			report.Pairs = append(report.Pairs, pairOf(r, a, b, p))
			n++
		}
	}
}

// scale returns the start and the width of at most maxBins bins for values from lo to hi. The width is
// 1, 2 or 5 times a power of ten.
func scale(lo, hi float64) (start, width float64) {
	width = 1
	steps := []float64{2, 2.5, 2} // factors that lead from 1 to 2, from 2 to 5 and from 5 to 10
	for i := 0; (hi-lo)/width > maxBins-1; i++ {
		width *= steps[i%len(steps)]
	}
	return math.Floor(lo/width) * width, width
}

// count returns the number of values in each bin.
func count(values []float64, start, width float64) (bins []int) {
	for _, x := range values {
		i := int((x - start) / width)
		for len(bins) <= i {
			bins = append(bins, 0)
		}
		bins[i]++
	}
	return bins
}

func solverOf(r *lab.Report, e int, b bins) solver {
	res := &r.Results[e]
	s := solver{
		Won: res.Won, Died: res.Died, Trapped: res.Trapped, Looped: res.Looped,
		WonRate: meanOf(float64(res.Won)/float64(res.Games), res.WonRate), Moves: meanOf(res.Moves.Mean, res.MovesMean),
		Median: frames.Finite(res.Moves.Median), Length: frames.Finite(res.Length.Mean), Faults: res.Faults, FirstFault: res.FirstFault,
	}
	if res.Moves.N > 0 {
		s.Min, s.Max = frames.Finite(res.Moves.Min), frames.Finite(res.Moves.Max)
	}
	for _, y := range []struct {
		from *lab.Excess
		to   **mean
	}{{res.AboveOptimum, &s.AboveOptimum}, {res.AboveDistance, &s.AboveDistance}} {
		if y.from != nil {
			m := meanOf(y.from.Percent, y.from.Interval)
			*y.to = &m
		}
	}
	var moves []float64
	for t := range r.Of(e) {
		if t.Ending == ouro.Won {
			moves = append(moves, float64(t.Turns))
		}
	}
	if moves != nil {
		s.Bins = count(moves, b.Start, b.Width)
	}
	for _, m := range mergeMeals(res.Meals) {
		s.Meals = append(s.Meals, float64(m.Length), round(m.MeanMoves()), round(m.MeanDistance()))
	}
	return s
}

func round(x float64) float64 { return math.Round(x*1000) / 1000 }

// mergeMeals merges neighbouring lengths, so that at most maxMeals points remain.
func mergeMeals(meals []lab.Meals) []lab.Meals {
	each := (len(meals) + maxMeals - 1) / maxMeals
	if each <= 1 {
		return meals
	}
	var all []lab.Meals
	for chunk := range slices.Chunk(meals, each) {
		sum := lab.Meals{Length: chunk[len(chunk)/2].Length}
		for _, m := range chunk {
			sum.Add(m)
		}
		all = append(all, sum)
	}
	return all
}

func pairOf(r *lab.Report, a, b int, p *lab.Pair) pair {
	out := pair{
		A: a, B: b, Both: p.BothWon,
		Moves: meanOf(p.Moves.Mean, p.Moves.Interval), Clear: p.Moves.IsClear(),
		Won: meanOf(p.Won.Mean, p.Won.Interval), WonClear: p.Won.IsClear(),
	}
	won := map[int32]float64{} // moves of solver b in the games that it won, by group
	for t := range r.Of(b) {
		if t.Ending == ouro.Won {
			won[t.Group] = float64(t.Turns)
		}
	}
	var differences []float64
	for t := range r.Of(a) {
		if moves, both := won[t.Group]; both && t.Ending == ouro.Won {
			differences = append(differences, float64(t.Turns)-moves)
		}
	}
	if differences != nil {
		start, width := scale(slices.Min(differences), slices.Max(differences))
		out.Bins, out.From, out.Width = count(differences, start, width), frames.Finite(start), frames.Finite(width)
	}
	return out
}

type openedData struct {
	Link    string       `json:"link"` // link of the game, with one solver
	Title   string       `json:"title"`
	Games   int          `json:"games"`
	Most    int          `json:"most"`
	Solvers []solverData `json:"solvers"`
	Meals   bool         `json:"meals"` // the report will have figures about meals
	Optimum number       `json:"optimum"`
}

type solverData struct {
	Name  string `json:"name"`
	Color string `json:"color"`
}

func (b *bench) opened() openedData {
	d := openedData{Link: b.request.Link("").String(), Games: b.games, Most: MaxGames, Meals: b.bank.plan.Meals}
	d.Title = fmt.Sprintf("%s %dx%d", b.request.Game.Rules, b.request.Game.W, b.request.Game.H)
	for i, s := range b.solvers {
		d.Solvers = append(d.Solvers, solverData{s.String(), palette.Snake(i).String()})
	}
	if b.bank.optimum > 0 {
		d.Optimum = frames.Finite(b.bank.optimum)
	}
	return d
}

// command returns the command line of the same experiment, or "" if no command can play it.
func (b *bench) command() string {
	c, err := b.request.CommandLine()
	if err != nil {
		return ""
	}
	c.Command, c.Snakes, c.Index = "bench", nil, 0
	for _, s := range b.solvers {
		c.Snakes = append(c.Snakes, s.String())
	}
	games := b.bank.groups
	if games == 0 {
		games = b.games
	}
	c.More = []string{"--games", strconv.Itoa(games)}
	if b.request.Index > 0 {
		c.More = append(c.More, "--first", strconv.Itoa(b.request.Index))
	}
	if b.bank.optimum > 0 {
		c.More = append(c.More, "--vs-optimum")
	}
	if b.bank.plan.Meals {
		c.More = append(c.More, "--vs-distance")
	}
	c.More = append(c.More, "--no-times")
	return c.String()
}

var files = map[string]struct {
	name, mime string
	write      func(*lab.Report, io.Writer) error
}{
	"csv":       {"bench.csv", "text/csv", (*lab.Report).WriteCSV},
	"games-csv": {"games.csv", "text/csv", (*lab.Report).WriteGamesCSV},
	"meals-csv": {"meals.csv", "text/csv", (*lab.Report).WriteMealsCSV},
	"json":      {"bench.json", "application/json", (*lab.Report).WriteJSON},
	"markdown":  {"bench.md", "text/markdown", (*lab.Report).WriteMarkdown},
}

// take sends a file with the results. The file equals the one that ouro bench writes.
func (b *bench) take(ctx context.Context, what string) error {
	f, ok := files[what]
	if !ok {
		return fmt.Errorf("unknown file %q%s", what, english.Suggestion(what, []string{"csv", "games-csv", "meals-csv", "json", "markdown"}))
	}
	r, err := b.bank.fullReport()
	if err != nil {
		return err
	}
	if r == nil {
		return errors.New("no game is finished yet: start the experiment first")
	}
	var text bytes.Buffer
	if err := f.write(r, &text); err != nil {
		return err
	}
	return b.ch.Send(ctx, "file", session.File{Name: f.name, MIME: f.mime, Base64: text.Bytes()})
}
