package lab

import (
	"fmt"
	"slices"

	"ouro/internal/english"
	"ouro/lab/sheet"
	"ouro/lab/stat"
)

// Measured is the kind of games that one party wins or loses as a whole, and that
// are told by measures of their own, such as the score.
type Measured struct {
	Measures []Measure
	Facts    sheet.Facts // of the experiment, for JSON and CSV
	Remarks  []string    // for people
	Verified bool        // every game was derived again from its record
}

// Measure is a figure of each game.
type Measure struct {
	Name   string // for people
	Key    string // in JSON and CSV
	Digits int    // decimals of its mean

	Least, Most int // that a game can have; a Most of 0 is one that nobody knows

	// For who compares experiments: 1 where more is better for the party, -1 where
	// less is, 0 where neither; and whether it decides about better and worse, as won
	// games do.
	Good    int
	Decides bool
}

// interval is that of the mean, within what is possible: Student's knows no bounds, and
// a few games give it no value to end at.
func (m *Measure) interval(s *stat.Summary) stat.Interval {
	iv := s.Interval(Confidence)
	iv.Lo = max(iv.Lo, float64(m.Least))
	if m.Most > 0 {
		iv.Hi = min(iv.Hi, float64(m.Most))
	}
	return iv
}

func (Measured) Check(p *Plan) error {
	if len(p.Entrants) != 1 {
		return fmt.Errorf("%d entrants: games that are won and lost as a whole want one", len(p.Entrants))
	}
	return nil
}

func (k Measured) CheckTally(t *Tally) error {
	if len(t.Measures) != len(k.Measures) {
		return fmt.Errorf("its tally has %s, want %d", english.Count(len(t.Measures), "measure"), len(k.Measures))
	}
	return nil
}

func (Measured) Number(_ int, t *Tally) int { return int(t.Group) }

func (k Measured) Sum(r *Report) {
	res := &r.Results[0]
	for i := range k.Measures {
		values := make([]float64, len(r.Games))
		for j := range r.Games {
			values[j] = float64(r.Games[j].Measures[i])
		}
		res.Measures = append(res.Measures, stat.Describe(values))
	}
}

func (Measured) Title(r *Report) string {
	e := &r.Experiment
	return e.extent(e.Title + ", " + english.Count(e.Groups, "game"))
}

// Lead is empty: one party plays.
func (Measured) Lead(*Report) string { return "" }

func (k Measured) Tables(r *Report) []sheet.Table {
	res := &r.Results[0]
	var names, counts, labels, figures sheet.Columns
	names.Row("against", res.Name)
	counts.Row("games", fmt.Sprint(res.Games), "won", fmt.Sprint(res.Won), "lost", fmt.Sprint(res.Games-res.Won),
		"won %", sheet.Rate(res.Won, res.Games), "95 % interval", sheet.PercentInterval(res.WonRate))
	for i, m := range k.Measures {
		s := &res.Measures[i]
		interval := sheet.None
		if iv := m.interval(s); s.N > 1 {
			interval = "[" + sheet.Fixed(iv.Lo, m.Digits) + ", " + sheet.Fixed(iv.Hi, m.Digits) + "]"
		}
		labels.Row("measure", m.Name)
		figures.Row("mean", sheet.Fixed(s.Mean, m.Digits), "95 % interval", interval,
			"min", sheet.Fixed(s.Min, 0), "median", sheet.Fixed(s.Median, 0), "max", sheet.Fixed(s.Max, 0))
	}
	return []sheet.Table{sheet.NewTable(names, counts), sheet.NewTable(labels, figures)}
}

func (k Measured) Notes(r *Report) []string {
	notes := []string{"Means have 95 % intervals (t), within what is possible; that for won is Wilson's."}
	if k.Verified {
		notes = append(notes, fmt.Sprintf("verified: %s derived again from their records.", english.Count(len(r.Games), "game")))
	}
	return r.notes(append(notes, k.Remarks...)...)
}

func (k Measured) Played(r *Report) sheet.Facts {
	e := &r.Experiment
	return append(slices.Clip(k.Facts), sheet.FactsOf(
		"games", sheet.InJSON(e.Games), "first", sheet.Sparse(e.First), "seed", e.Seed, "partial", sheet.Sparse(e.Partial),
	)...)
}

// Rows has one for each entrant.
func (k Measured) Rows(r *Report) []sheet.Facts { return sheet.Each(r.Results, k.row) }

func (k Measured) row(res *Result) sheet.Facts {
	o := sheet.FactsOf("games", res.Games, "won", res.Won, "lost", res.Games-res.Won, "won_ci95", sheet.Interval(res.WonRate))
	for i, m := range k.Measures {
		o.Add(m.Key, figure(&res.Measures[i], m.interval(&res.Measures[i])))
	}
	o.Add("mishaps", res.Mishaps)
	return o
}

func (k Measured) Games(r *Report, t *Tally) []sheet.Facts {
	decision, seed := "lost", r.gameSeed(t)
	if t.Won(0) {
		decision = "won"
	}
	row := sheet.FactsOf("game", sheet.InCSV(t.Group), "seed", sheet.InCSV(seed), "game_seed", sheet.InJSON(seed), "decision", decision)
	for i, m := range k.Measures {
		value := 0
		if t.Measures != nil { // else only names are asked for
			value = t.Measures[i]
		}
		row.Add(m.Key, value)
	}
	row.Add("mishaps", t.Seats[0].Mishaps)
	return []sheet.Facts{row}
}

func (k Measured) Document(r *Report) sheet.Facts {
	doc := append(sheet.FactsOf("schema", schema, "experiment", k.Played(r)), k.Rows(r)[0]...)
	if k.Verified {
		doc.Add("verified", r.Results[0].Games)
	}
	doc.Add("results", sheet.Each(r.Games, func(t *Tally) sheet.Facts { return k.Games(r, t)[0] }))
	return doc
}
