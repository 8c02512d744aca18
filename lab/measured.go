package lab

import (
	"fmt"
	"slices"

	"ouro/internal/english"
	"ouro/lab/stat"
)

// Measured is the kind of games that one party wins or loses as a whole, and that
// are told by measures of their own, such as the score.
type Measured struct {
	Measures []Measure
	Facts    []Fact   // of the experiment, for JSON and CSV
	Notes    []string // for people
	Verified bool     // every game was derived again from its record
}

// Measure is a figure of each game.
type Measure struct {
	Name   string // for people
	Key    string // in JSON and CSV
	Digits int    // decimals of its mean
}

func (Measured) check(p *Plan) error {
	if len(p.Entrants) != 1 {
		return fmt.Errorf("%d entrants: games that are won and lost as a whole want one", len(p.Entrants))
	}
	return nil
}

func (Measured) number(_ int, t *Tally) int { return int(t.Group) }

func (k Measured) sum(r *Report) {
	res := &r.Results[0]
	for i := range k.Measures {
		values := make([]float64, len(r.Games))
		for j := range r.Games {
			values[j] = float64(r.Games[j].Measures[i])
		}
		res.Measures = append(res.Measures, stat.Describe(values))
	}
}

func (Measured) title(e *Experiment) string { return e.Title + ", " + english.Count(e.Groups, "game") }

func (k Measured) tables(r *Report) []table {
	res := &r.Results[0]
	var names, counts, labels, figures columns
	names.row("against", res.Name)
	counts.row("games", fmt.Sprint(res.Games), "won", fmt.Sprint(res.Won), "lost", fmt.Sprint(res.Games-res.Won),
		"won %", rateText(res.Won, res.Games), "95 % interval", percentInterval(res.WonRate))
	for i, m := range k.Measures {
		s := &res.Measures[i]
		interval := none
		if iv := s.Interval(Confidence); s.N > 1 {
			interval = "[" + fixed(iv.Lo, m.Digits) + ", " + fixed(iv.Hi, m.Digits) + "]"
		}
		labels.row("measure", m.Name)
		figures.row("mean", fixed(s.Mean, m.Digits), "95 % interval", interval,
			"min", fixed(s.Min, 0), "median", fixed(s.Median, 0), "max", fixed(s.Max, 0))
	}
	return []table{newTable(names, counts), newTable(labels, figures)}
}

func (k Measured) notes(r *Report) []string {
	notes := []string{"Means have 95 % intervals (t); that for won is Wilson's."}
	if k.Verified {
		notes = append(notes, fmt.Sprintf("verified: %s derived again from their records.", english.Count(len(r.Games), "game")))
	}
	return append(notes, k.Notes...)
}

func (k Measured) played(r *Report) object {
	e := &r.Experiment
	return append(slices.Clip(k.Facts), object{
		{"games", inJSON{e.Games}}, {"first", sparse{e.First}}, {"seed", e.Seed}, {"partial", sparse{e.Partial}},
	}...)
}

func (k Measured) result(_ *Report, res *Result) object {
	o := object{{"games", res.Games}, {"won", res.Won}, {"lost", res.Games - res.Won}, {"won_ci95", interval(res.WonRate)}}
	for i, m := range k.Measures {
		o.add(m.Key, figure(&res.Measures[i]))
	}
	o.add("mishaps", res.Mishaps)
	return o
}

func (k Measured) games(r *Report, t *Tally) []object {
	decision, seed := "lost", r.gameSeed(t)
	if t.Won(0) {
		decision = "won"
	}
	row := object{{"game", inCSV{t.Group}}, {"seed", inCSV{seed}}, {"game_seed", inJSON{seed}}, {"decision", decision}}
	for i, m := range k.Measures {
		value := 0
		if t.Measures != nil { // else only names are asked for
			value = t.Measures[i]
		}
		row.add(m.Key, value)
	}
	row.add("mishaps", t.Seats[0].Mishaps)
	return []object{row}
}

func (k Measured) document(r *Report) object {
	doc := append(object{{"schema", schema}, {"experiment", k.played(r)}}, r.results()[0]...)
	if k.Verified {
		doc.add("verified", r.Results[0].Games)
	}
	doc.add("results", each(r.Games, func(t *Tally) object { return k.games(r, t)[0] }))
	return doc
}
