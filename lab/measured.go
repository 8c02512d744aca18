package lab

import (
	"fmt"
	"iter"
	"slices"

	"ouro/internal/english"
	"ouro/lab/sheet"
	"ouro/lab/stat"
)

// Measured is the kind of games that each entrant plays alone and that have measures, such as a
// score.
type Measured struct {
	Measures []Measure
	Facts    sheet.Facts // facts of the experiment, for JSON and CSV
	Remarks  []string    // remarks below the tables
}

// Measure describes a figure that every game has.
type Measure struct {
	Name   string // name in tables
	Key    string // name of the measure in JSON and CSV
	Digits int    // decimals of its mean

	Least, Most int // range of possible values; a Most of 0 means unknown

	// Good is 1 if more is better for the entrant, -1 if less is better, else 0. Decides is true
	// for the measure by which verdicts compare entrants.
	Good    int
	Decides bool
}

// interval returns Student's interval of the mean, cut to the possible values: for few games, the
// interval could extend beyond them.
func (m *Measure) interval(s *stat.Summary) stat.Interval {
	iv := s.Interval(Confidence)
	iv.Lo = max(iv.Lo, float64(m.Least))
	if m.Most > 0 {
		iv.Hi = min(iv.Hi, float64(m.Most))
	}
	return iv
}

// Check accepts plans with one seat.
func (Measured) Check(p *Plan) error { return Solo{}.Check(p) }

func (k Measured) CheckTally(t *Tally) error {
	if len(t.Measures) != len(k.Measures) {
		return fmt.Errorf("the tally of the game has %s, want %d", english.Count(len(t.Measures), "measure"), len(k.Measures))
	}
	return nil
}

func (Measured) Number(_ int, t *Tally) int { return int(t.Group) }

// Sum summarizes every measure of every entrant, and compares the entrants group by group.
func (k Measured) Sum(r *Report) {
	for e := range r.Results {
		res := &r.Results[e]
		for i := range k.Measures {
			var values []float64
			for t := range r.Of(e) {
				values = append(values, float64(t.Measures[i]))
			}
			res.Measures = append(res.Measures, stat.Describe(values))
		}
	}
	r.compareAll(func(p *Pair, both iter.Seq2[*Tally, *Tally]) {
		for i := range k.Measures {
			var diffs []float64
			for x, y := range both {
				diffs = append(diffs, float64(x.Measures[i]-y.Measures[i]))
			}
			p.Measures = append(p.Measures, differenceOf(diffs))
		}
	})
}

func (Measured) Title(r *Report) string {
	e := &r.Experiment
	return e.extent(e.Title + ", " + english.Count(e.Groups, "game"))
}

// Lead compares two entrants by the measure that decides. It returns "" for other numbers of
// entrants.
func (k Measured) Lead(r *Report) string {
	at := slices.IndexFunc(k.Measures, func(m Measure) bool { return m.Decides })
	if len(r.Results) != 2 || len(r.Games) == 0 || at < 0 {
		return ""
	}
	m, p := &k.Measures[at], r.Pairs[0]
	d := p.Measures[at]
	if !d.IsClear() {
		return p.sentenceOrUnclear("", m.Name, d) + "."
	}
	if p.betterName(float64(m.Good)*d.Mean) != p.A {
		p = p.exchanged()
		d = p.Measures[at]
	}
	digits := max(m.Digits, sheet.Digits(d.Interval))
	return fmt.Sprintf("%s is better than %s: %s %s %s.", p.A, p.B, m.Name, sheet.Signed(d.Mean, digits), sheet.SignedInterval(d.Interval, digits))
}

// Tables returns the games won, the measures and the differences between entrants.
func (k Measured) Tables(r *Report) []sheet.Table {
	var names, counts, labels, figures, pairs sheet.Columns
	diffs := make([]sheet.Columns, len(k.Measures))
	for e := range r.Results {
		res := &r.Results[e]
		names.Row("solver", res.Name)
		counts.Row("games", fmt.Sprint(res.Games), "won", fmt.Sprint(res.Won), "lost", fmt.Sprint(res.Games-res.Won),
			"won %", sheet.Rate(res.Won, res.Games), "95 % interval", sheet.PercentInterval(res.WonRate))
	}
	for i := range k.Measures {
		m := &k.Measures[i]
		for e := range r.Results {
			s := &r.Results[e].Measures[i]
			interval := sheet.None
			if s.N > 1 {
				interval = sheet.FixedInterval(m.interval(s), m.Digits)
			}
			if len(r.Results) > 1 {
				labels.Row("measure", m.Name, "solver", r.Results[e].Name)
			} else {
				labels.Row("measure", m.Name)
			}
			figures.Row("mean", sheet.Fixed(s.Mean, m.Digits), "95 % interval", interval,
				"min", sheet.Fixed(s.Min, 0), "median", sheet.Fixed(s.Median, 0), "max", sheet.Fixed(s.Max, 0))
		}
	}
	for _, p := range r.TablePairs() {
		pairs.Row("a", p.A, "b", p.B)
		for i := range k.Measures {
			d := p.Measures[i]
			diffs[i].Row(d.Cells(k.Measures[i].Name, max(k.Measures[i].Digits, sheet.Digits(d.Interval)))...)
		}
	}
	tables := []sheet.Table{sheet.NewTable(names, counts), sheet.NewTable(labels, figures)}
	if pairs != nil {
		tables = append(tables, sheet.NewTable(pairs, diffs...))
	}
	return tables
}

func (k Measured) Notes(r *Report) []string {
	notes := []string{"Means have 95 % intervals (t), cut to possible values; the interval for won is Wilson's."}
	notes = append(notes, r.pairNotes("in the same games")...)
	return r.notes(append(notes, k.Remarks...)...)
}

func (k Measured) Played(r *Report) sheet.Facts {
	e := &r.Experiment
	return append(slices.Clip(k.Facts), sheet.FactsOf(
		"games", sheet.InJSON(e.Groups), "first", sheet.Sparse(e.First), "seed", e.Seed, "partial", sheet.Sparse(e.Partial),
	)...)
}

func (k Measured) Rows(r *Report) []sheet.Facts { return sheet.Each(r.Results, k.row) }

func (k Measured) row(res *Result) sheet.Facts {
	o := sheet.FactsOf("solver", res.Name, "spec", res.nameFact(), "games", res.Games, "won", res.Won, "lost", res.Games-res.Won, "won_ci95", sheet.Interval(res.WonRate))
	for i, m := range k.Measures {
		o.Add(m.Key, figure(&res.Measures[i], m.interval(&res.Measures[i])))
	}
	o.Add("mishaps", res.Faults)
	return o
}

func (k Measured) Games(r *Report, t *Tally) []sheet.Facts {
	decision, seed := "lost", r.gameSeed(t)
	if t.Won(0) {
		decision = "won"
	}
	row := sheet.FactsOf("game", t.Group, "seed", seed, "solver", r.Results[t.Seats[0].Entrant].Name, "decision", decision)
	for i, m := range k.Measures {
		value := 0
		if t.Measures != nil { // the sample for the header has no measures
			value = t.Measures[i]
		}
		row.Add(m.Key, value)
	}
	row.Add("mishaps", t.Seats[0].Faults)
	return []sheet.Facts{row}
}

// Document returns the document of Solo, with measures instead of moves.
func (k Measured) Document(r *Report) sheet.Facts {
	return document(k, r, func(p *Pair) sheet.Facts {
		o := sheet.FactsOf("a", p.A, "b", p.B, "games", p.Games, "diff_won", p.Won.facts())
		for i, m := range k.Measures {
			o.Add("diff_"+m.Key, p.Measures[i].facts())
		}
		return o
	})
}
