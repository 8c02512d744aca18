package lab

import (
	"fmt"
	"iter"
	"strings"

	"ouro"
	"ouro/internal/english"
	"ouro/lab/sheet"
	"ouro/lab/stat"
)

// Solo is the kind of games in which one snake wins or loses. Every entrant plays every group
// alone. Won games and moves decide comparisons.
type Solo struct {
	Survive bool // whether no snake can win under these rules; more turns are then better
}

func (Solo) Check(p *Plan) error {
	if n := len(p.Seatings[0]); n != 1 {
		return fmt.Errorf("%d seats: games of one snake want one", n)
	}
	return nil
}

func (Solo) CheckTally(*Tally) error { return nil }

func (Solo) Number(_ int, t *Tally) int { return int(t.Group) }

func (Solo) Sum(r *Report) {
	for e := range r.Results {
		r.sumSolo(e)
	}
	r.compareAll(compareSolo)
}

func compareSolo(p *Pair, both iter.Seq2[*Tally, *Tally]) {
	var moves, lengths, turns []float64
	for x, y := range both {
		lengths = append(lengths, float64(x.Seats[0].Length-y.Seats[0].Length))
		turns = append(turns, float64(x.Turns-y.Turns))
		if !x.Won(0) || !y.Won(0) {
			continue
		}
		moves = append(moves, float64(x.Turns-y.Turns))
		if x.Turns < y.Turns {
			p.Fewer++
		} else if x.Turns == y.Turns {
			p.Same++
		}
	}
	p.BothWon = len(moves)
	p.Moves, p.Length, p.Turns = differenceOf(moves), differenceOf(lengths), differenceOf(turns)
}

func (r *Report) sumSolo(entrant int) {
	res := &r.Results[entrant]
	var moves, turns []float64
	for t := range r.Of(entrant) {
		turns = append(turns, float64(t.Turns))
		switch t.Ending {
		case ouro.Won:
			moves = append(moves, float64(t.Turns))
		case ouro.Died:
			res.Died++
		case ouro.Trapped:
			res.Trapped++
		case ouro.Looped:
			res.Looped++
		case ouro.Unfinished, ouro.Drawn: // a finished game of one snake never has these endings
		}
	}
	res.Moves = stat.Describe(moves)
	res.MovesMean = res.Moves.Interval(Confidence)
	res.Turns = stat.Describe(turns)
}

func (Solo) Title(r *Report) string {
	e := &r.Experiment
	title := e.Title
	if title == "" {
		title = fmt.Sprintf("%s %s", e.Game.Rules, boardText(e.Game))
		if e.Game.Level != nil {
			title += " with walls"
		}
		title += fmt.Sprintf(", start length %d", e.Game.StartLength)
	}
	groups := e.Groups
	if e.Sequential {
		groups = len(r.Games) / max(1, e.Seatings)
	}
	return e.extent(title + ", " + english.Count(groups, "game"))
}

func (Solo) Tables(r *Report) []sheet.Table {
	var solvers, counts, moves, more, times sheet.Columns
	for i := range r.Results {
		res := &r.Results[i]
		solvers.Row("solver", res.Name)
		counts.Row("games", fmt.Sprint(res.Games), "won", fmt.Sprint(res.Won),
			"won %", sheet.Rate(res.Won, res.Games), "95 % interval", sheet.PercentInterval(res.WonRate),
			"died", fmt.Sprint(res.Died), "trapped", fmt.Sprint(res.Trapped), "looped", fmt.Sprint(res.Looped))
		m := &res.Moves
		moves.Row("moves", sheet.Mean(m.Mean, res.MovesMean), "sd", sheet.Fixed(m.SD, 1), "median", sheet.Fixed(m.Median, 1),
			"min..max", sheet.Span(m))
		var cells []string
		for _, c := range r.columns() {
			cells = append(cells, c.head, c.text(res))
		}
		more.Row(cells...)
		if t := res.Times; t != nil {
			times.Row("think mean", sheet.Duration(t.Mean), "p50", sheet.Duration(t.P50), "p99", sheet.Duration(t.P99), "games/s", sheet.Significant(t.GamesPerSecond))
		}
	}
	tables := r.withPairs(sheet.NewTable(solvers, counts, moves, more, times))
	return append(tables, r.regretTables()...)
}

func (Solo) Notes(r *Report) []string {
	notes := []string{"moves are over won games: mean ± half of the 95 % interval (t); the interval for won is Wilson's."}
	for _, c := range r.columns() {
		notes = append(notes, c.note)
	}
	notes = append(notes, r.excessNotes()...)
	notes = append(notes, r.regretNotes()...)
	notes = append(notes, r.pairNotes("in the same games; moves are compared in games that both won")...)
	if r.Experiment.Stopped {
		notes = append(notes, "The number of games follows from the precision requested with --within: intervals are a little too narrow.")
	}
	return r.notes(notes...)
}

func (Solo) Played(r *Report) sheet.Facts {
	e := &r.Experiment
	o := sheet.FactsOf("game", e.Game.Rules, "board", boardText(e.Game))
	if l := e.Game.Level; l != nil { // the top row comes first
		o.Add("level", sheet.InJSON(strings.Split(strings.TrimSuffix(l.String(), "\n"), "\n")))
	}
	return append(o, sheet.FactsOf(
		"start_length", e.Game.StartLength,
		"games", sheet.InJSON(e.Groups),
		"first", sheet.Sparse(e.First),
		"seed", e.Seed,
		"budget", BudgetText(e.Budget),
		"partial", sheet.Sparse(e.Partial),
		"optimum_moves", sheet.InJSON(sheet.Sparse(sheet.Number(r.Optimum))),
	)...)
}

func (Solo) Rows(r *Report) []sheet.Facts { return sheet.Each(r.Results, r.soloFacts) }

func (r *Report) soloFacts(res *Result) sheet.Facts {
	m := &res.Moves
	o := sheet.FactsOf(
		"solver", res.Name,
		"spec", res.nameFact(),
		"games", res.Games,
		"won", res.Won,
		"died", res.Died,
		"trapped", res.Trapped,
		"looped", res.Looped,
		"won_ci95", sheet.Interval(res.WonRate),
		"moves", sheet.FactsOf(
			"n", m.N,
			"mean", sheet.Number(m.Mean),
			"ci95", sheet.Interval(res.MovesMean),
			"sd", sheet.Number(m.SD),
			"min", sheet.Number(m.Min),
			"p25", sheet.Number(m.P25),
			"median", sheet.Number(m.Median),
			"p75", sheet.Number(m.P75),
			"max", sheet.Number(m.Max),
		),
	)
	for _, c := range r.columns() {
		o.Add(c.key, c.facts(res))
	}
	if res.Regret != nil {
		o.Add("regret", res.Regret.facts())
	}
	o = append(o, res.facts()...)
	if t := res.Times; t != nil {
		o.Add("games_per_second", sheet.Number(t.GamesPerSecond))
	}
	return o
}

// Games returns the row of a game. The distance is empty if meals were not counted.
func (Solo) Games(r *Report, t *Tally) []sheet.Facts {
	s := &t.Seats[0]
	res := &r.Results[s.Entrant]
	var distance any = ""
	if res.Meals != nil {
		distance = s.Distance
	}
	row := sheet.FactsOf(
		"game", t.Group,
		"seed", r.gameSeed(t),
		"solver", res.Name,
		"ending", t.Ending,
		"moves", t.Turns,
		"length", s.Length,
		"distance", distance,
		"mishaps", s.Faults,
	)
	return []sheet.Facts{append(row, r.gameRegretFacts(t)...)}
}

func (k Solo) Document(r *Report) sheet.Facts {
	// n counts the games that both won. diff_won compares all games that both finished.
	return document(k, r, func(p *Pair) sheet.Facts {
		return sheet.FactsOf("a", p.A, "b", p.B, "n", p.BothWon, "diff_moves", p.Moves.facts(),
			"games", p.Games, "diff_won", p.Won.facts(), "diff_length", p.Length.facts())
	})
}
