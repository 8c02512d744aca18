package lab

import (
	"fmt"
	"strconv"
	"strings"

	"ouro"
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
	names, counts := columns("against"), columns("games", "won", "lost", "won %", "95 % interval")
	addRow(names, res.Name)
	addRow(counts, fmt.Sprint(res.Games), fmt.Sprint(res.Won), fmt.Sprint(res.Games-res.Won), rateText(res.Won, res.Games), percentInterval(res.WonRate))
	labels, figures := columns("measure"), columns("mean", "95 % interval", "min", "median", "max")
	for i, m := range k.Measures {
		s := &res.Measures[i]
		addRow(labels, m.Name)
		interval := none
		if iv := s.Interval(Confidence); s.N > 1 {
			interval = "[" + fixed(iv.Lo, m.Digits) + ", " + fixed(iv.Hi, m.Digits) + "]"
		}
		addRow(figures, fixed(s.Mean, m.Digits), interval, fixed(s.Min, 0), fixed(s.Median, 0), fixed(s.Max, 0))
	}
	return []table{{names, [][]column{counts}}, {labels, [][]column{figures}}}
}

func (k Measured) notes(r *Report) []string {
	notes := []string{"Means have 95 % intervals (t); that for won is Wilson's."}
	if k.Verified {
		notes = append(notes, fmt.Sprintf("verified: %s derived again from their records.", english.Count(len(r.Games), "game")))
	}
	return append(notes, k.Notes...)
}

func (k Measured) row(r *Report, res *Result) (row record) {
	e := &r.Experiment
	for _, f := range k.Facts {
		row.put(f.Name, strings.Trim(fmt.Sprint(f.Value), "[]")) // a list without its brackets
	}
	row.count("first", e.First)
	row.put("seed", strconv.FormatUint(e.Seed, 10))
	row.put("partial", strconv.FormatBool(e.Partial))
	row.count("games", res.Games)
	row.count("won", res.Won)
	row.count("lost", res.Games-res.Won)
	row.number("won_lo95", res.WonRate.Lo)
	row.number("won_hi95", res.WonRate.Hi)
	for i, m := range k.Measures {
		s := &res.Measures[i]
		iv := s.Interval(Confidence)
		row.number(m.Key+"_mean", s.Mean)
		row.number(m.Key+"_lo95", iv.Lo)
		row.number(m.Key+"_hi95", iv.Hi)
		row.number(m.Key+"_min", s.Min)
		row.number(m.Key+"_median", s.Median)
		row.number(m.Key+"_max", s.Max)
	}
	row.count("mishaps", res.Mishaps)
	return row
}

// decision is what became of a game.
func decision(t *Tally) string {
	if t.Won(0) {
		return "won"
	}
	return "lost"
}

func (k Measured) games(r *Report, t *Tally) []record {
	row := record{{"game", whole(t.Group)}, {"seed", r.gameSeed(t)}, {"decision", decision(t)}}
	for i, m := range k.Measures {
		value := 0
		if t.Measures != nil { // else only names are asked for
			value = t.Measures[i]
		}
		row.count(m.Key, value)
	}
	row.count("mishaps", int(t.Seats[0].Mishaps))
	return []record{row}
}

func (k Measured) document(r *Report) any {
	e, res := &r.Experiment, &r.Results[0]
	experiment := append(object{}, k.Facts...)
	experiment.add("games", e.Games)
	experiment.addIf(e.First > 0, "first", e.First)
	experiment.add("seed", e.Seed)
	experiment.addIf(e.Partial, "partial", true)
	doc := object{
		{"schema", schema}, {"experiment", experiment},
		{"games", res.Games}, {"won", res.Won}, {"lost", res.Games - res.Won}, {"won_ci95", jsonInterval(res.WonRate)},
	}
	for i, m := range k.Measures {
		doc.add(m.Key, jsonFigure(res.Measures[i]))
	}
	doc.add("mishaps", res.Mishaps)
	doc.addIf(k.Verified, "verified", res.Games)
	games := make([]object, len(r.Games))
	for i := range r.Games {
		t := &r.Games[i]
		games[i] = object{{"game_seed", ouro.GameSeed(e.Seed, int(t.Group))}, {"decision", decision(t)}}
		for j, m := range k.Measures {
			games[i].add(m.Key, t.Measures[j])
		}
		games[i].add("mishaps", t.Seats[0].Mishaps)
	}
	doc.add("results", games)
	return doc
}
