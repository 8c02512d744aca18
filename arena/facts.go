package arena

import (
	"io"
	"math"
	"slices"
	"strconv"

	"ouro"
	"ouro/internal/printable"
	"ouro/lab"
	"ouro/lab/sheet"
	"ouro/lab/stat"
)

// schema is the version of the JSON document. It changes when a field disappears or gets another
// meaning.
const schema = 1

// Document returns the JSON of the report. Numbers have at most six decimals. Figures that need
// more games are null.
func (k Kind) Document(report *lab.Report) sheet.Facts {
	r := FiguresOf(report)
	doc := slices.Concat(sheet.FactsOf("schema", schema), r.played(), sheet.FactsOf(
		"groups", r.Groups,
		"group_games", r.GroupSize,
		"groups_alike", sheet.Sparse(r.Alike),
		"snakes_alike", sheet.Sparse(r.twinNames()),
		"discarded", sheet.Sparse(report.Discarded),
		"first_discarded", sheet.Sparse(printable.Short(report.FirstDiscarded, maxQuotedLine)),
		"turns", turnsFacts(r.Turns),
		"seats", sheet.Each(r.Seats, func(e *Estimate) sheet.Facts { return e.facts() }),
		"standings", r.standings(),
		"pairs", sheet.Each(r.Pairs, r.pairFacts),
	))
	if r.Test != nil {
		doc.Add("sprt", r.Test.Facts())
	}
	return doc
}

func (k Kind) Rows(r *lab.Report) []sheet.Facts { return FiguresOf(r).standings() }

func (k Kind) Played(r *lab.Report) sheet.Facts { return FiguresOf(r).played() }

// Games returns a row for each snake of a game. The value of "winner" is a seat, or "" without a
// winner.
func (k Kind) Games(r *lab.Report, t *lab.Tally) []sheet.Facts {
	seat := ""
	if t.Ending == ouro.Won {
		seat = strconv.Itoa(int(t.Winner))
	}
	rows := make([]sheet.Facts, len(t.Seats))
	for i := range t.Seats {
		s := &t.Seats[i]
		rows[i] = sheet.FactsOf(
			"game", k.Number(r.Experiment.Seatings, t),
			"start", t.Group,
			"seed", ouro.GameSeed(r.Experiment.Seed, int(t.Group)),
			"ending", t.Ending,
			"winner", seat,
			"turns", t.Turns,
			"seat", i,
			"snake", printable.Short(r.Results[s.Entrant].Name, maxQuotedLine),
			"length", s.Length,
			"cause", s.Cause,
			"died", s.Died,
			"mishaps", s.Faults,
		)
	}
	return rows
}

// WritePairsCSV writes a header and a line for each pair that met.
func WritePairsCSV(report *lab.Report, w io.Writer) error {
	r := FiguresOf(report)
	row := func(p *Pair) sheet.Facts { return slices.Concat(r.played(), r.pairFacts(p)) }
	return sheet.WriteCSV(w, row(&Pair{}), slices.Values(sheet.Each(r.Pairs, row)))
}

func (r *Figures) played() sheet.Facts {
	t := r.Tournament
	return sheet.FactsOf(
		"title", sheet.Sparse(printable.Line(t.Title)),
		"format", t.Format,
		"rules", t.Rules,
		"board", sheet.Sparse(t.Board),
		"level", sheet.Sparse(printable.Line(t.levelName())),
		"openings", sheet.Sparse(printable.Line(t.Openings)),
		"seed", t.Seed,
		"budget", t.Budget(),
		"games", sheet.InJSON(r.Games),
		"planned", r.Planned,
		"partial", r.Partial,
	)
}

func turnsFacts(sorted []int) sheet.Facts {
	s := stat.Describe(floats(sorted))
	return sheet.FactsOf("mean", sheet.Number(s.Mean), "min", sheet.Number(s.Min), "median", sheet.Number(s.Median), "max", sheet.Number(s.Max))
}

// facts returns the value and its interval. If only a bound is known, it returns the interval
// alone.
func (e *Estimate) facts() sheet.Facts {
	value := e.Value
	if e.Bound() {
		value = math.NaN()
	}
	return sheet.MeanFacts(value, e.Interval)
}

func (r *Figures) standings() []sheet.Facts {
	rank := 0
	return sheet.Each(r.Standings, func(s *Standing) sheet.Facts {
		rank++
		o := slices.Concat(sheet.FactsOf("rank", rank), s.facts(r.Alone))
		if t := r.Lab.Results[s.Snake].Times; t != nil {
			o = append(o, sheet.ThinkFacts(t.Mean, t.P50, t.P99, t.Max)...)
		}
		return o
	})
}

func (s *Standing) facts(alone bool) sheet.Facts {
	var deaths sheet.Facts
	for _, c := range causes {
		deaths.Add(c.String(), sheet.Sparse(s.Deaths[c]))
	}
	o := sheet.FactsOf(
		"snake", s.Name,
		"solver", s.Solver,
		"rating", s.Rating.facts(),
		"los_next", sheet.Number(s.LOS),
		"games", s.Games,
		"won", s.Won,
		"drawn", s.Drawn,
		"lost", s.Lost,
		"score", s.Score.facts(),
	)
	if !alone {
		o.Add("won_share", s.Wins.facts())
	}
	o = append(o, sheet.FactsOf(
		"turns_mean", sheet.Number(s.Turns),
		"length_mean", sheet.Number(s.Length),
		"deaths", sheet.InJSON(deaths),
		"died", sheet.InCSV(deaths),
	)...)
	if alone {
		o = append(o, sheet.FactsOf("trapped", s.Trapped, "looped", s.Looped)...)
	}
	for i, name := range huntMeasures {
		if s.Measures == nil {
			break
		}
		switch mean := sheet.Number(s.Measures[i]); {
		case name == "score": // in CSV, score_mean is the score against opponents
			o.Add("score_mean", sheet.InJSON(mean))
			o.Add("points_mean", sheet.InCSV(mean))
		default:
			o.Add(name+"_mean", mean)
		}
	}
	return append(o, sheet.FactsOf(
		"mishaps", s.Faults,
		"offered", s.Offered,
		"late", s.Late,
		"first_mishap", sheet.Sparse(s.FirstFault),
	)...)
}

func (r *Figures) pairFacts(p *Pair) sheet.Facts {
	return sheet.FactsOf(
		"a", r.name(p.A),
		"b", r.name(p.B),
		"games", p.Games,
		"won", p.Won,
		"drawn", p.Drawn,
		"lost", p.Lost,
		"score", p.Score.facts(),
		"elo", p.Elo.facts(),
		"los", sheet.Number(p.LOS),
	)
}
