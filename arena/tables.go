package arena

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"ouro"
	"ouro/internal/english"
	"ouro/lab"
	"ouro/lab/sheet"
	"ouro/lab/stat"
)

// Brief returns the standings of a running tournament, in lines of at most width columns. It omits
// columns that do not fit. heads is the number of lines of headings, which come first.
func (r *Figures) Brief(width int) (heads int, lines []string) {
	var names, ratings, counts, scores, answers sheet.Columns
	for i := range r.Standings {
		s := &r.Standings[i]
		names.Row("snake", clip(r.label(i), width/3))
		ratings.Row("rating", ratingText(s.Rating), "LOS %", likelihood(s.LOS))
		counts.Row("won", strconv.Itoa(s.Won), "drawn", strconv.Itoa(s.Drawn), "lost", strconv.Itoa(s.Lost))
		scores.Row("score %", percent(s.Score.Value))
		answers.Row("faults", strconv.Itoa(s.Faults))
	}
	t := sheet.NewTable(names, ratings, counts, scores, answers)
	return 1, t.Lines(width)[:1+len(r.Standings)]
}

func clip(text string, most int) string {
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return text
}

// Tables returns the tables of the standings, the pairs, the causes of death, and the thinking
// times and faults.
func (k Kind) Tables(report *lab.Report) []sheet.Table {
	r := FiguresOf(report)
	tables := []sheet.Table{r.standingsTable()}
	if len(r.Pairs) > 0 {
		if len(r.Standings) > 2 {
			tables = append(tables, r.crossTable("score % of each row against each column", "score %", func(p *Pair) (string, float64) {
				return crossText(p.Score.Value, len(r.Standings)), p.Score.Value
			}))
		}
		if r.isCrowded() {
			tables = append(tables, r.crossTable("how likely each row is better than each column, in %", "LOS %", func(p *Pair) (string, float64) { return roundedLikelihood(p.LOS), p.LOS }))
		} else {
			tables = append(tables, r.pairsTable())
		}
	}
	if r.Games > 0 {
		tables = append(tables, r.endsTable(), r.answersTable())
	}
	return tables
}

// fewSnakes is the maximum number of snakes for which the tables have a row for every pair.
const fewSnakes = 6

// isCrowded reports whether there are too many pairs for a row each.
func (r *Figures) isCrowded() bool {
	return len(r.Standings) > fewSnakes && r.Tournament.Format != Gauntlet
}

// MorePairs returns the table of the pairs. ok is false if no snakes met, or if Tables already has
// this table.
func (r *Figures) MorePairs() (t sheet.Table, ok bool) {
	if len(r.Pairs) == 0 || !r.isCrowded() {
		return t, false
	}
	return r.pairsTable(), true
}

func (r *Figures) label(rank int) string {
	return fmt.Sprintf("%*d. %s", len(strconv.Itoa(len(r.Standings))), rank+1, r.Standings[rank].Name)
}

func (r *Figures) standingsTable() sheet.Table {
	var names, ratings, counts, wins, scores, means sheet.Columns
	for i := range r.Standings {
		s := &r.Standings[i]
		names.Row("snake", r.label(i))
		ratings.Row("rating", ratingText(s.Rating), "LOS %", likelihood(s.LOS))
		if r.Alone {
			counts.Row("games", strconv.Itoa(s.Games), "won", strconv.Itoa(s.Won), "lost", strconv.Itoa(s.Lost))
		} else {
			counts.Row("games", strconv.Itoa(s.Games), "won", strconv.Itoa(s.Won), "drawn", strconv.Itoa(s.Drawn), "lost", strconv.Itoa(s.Lost))
		}
		if len(r.Seats) > 2 { // with two seats, one score determines the other
			wins.Row("won %", percent(s.Wins.Value), "95 % interval", percentInterval(s.Wins))
		}
		scores.Row("score %", percent(s.Score.Value), "95 % interval", percentInterval(s.Score))
		means.Row("turns", sheet.Fixed(s.Turns, 1), "length", sheet.Fixed(s.Length, 1))
	}
	return sheet.NewTable(names, ratings, counts, wins, scores, means)
}

// maxHalfWidth is the largest half width of an interval, in Elo, with which a rating is shown.
// After one or two games the half width is several thousand, but readers would look only at the
// rating.
const maxHalfWidth = 1000

// Vague reports whether the interval of a rating is too wide to show it.
func (e *Estimate) Vague() bool { return !e.Bound() && e.Interval.Half() > maxHalfWidth }

// Bound reports whether only one end of the interval is known, because the snake won or lost
// everything.
func (e *Estimate) Bound() bool { return math.IsInf(e.Interval.Lo, -1) != math.IsInf(e.Interval.Hi, 1) }

// bound replaces the interval of a snake that won or lost every game by a bound: part times the Elo
// of the end of the score's interval.
func (e *Estimate) bound(score Estimate, part float64) {
	elo := func(s float64) float64 { return -400 * part * math.Log10(1/s-1) }
	switch lo, hi := score.Interval.Lo, score.Interval.Hi; {
	case score.Value == 1 && lo > 0:
		e.Interval = stat.Interval{Lo: elo(lo), Hi: math.Inf(1)}
	case score.Value == 0 && hi < 1:
		e.Interval = stat.Interval{Lo: math.Inf(-1), Hi: elo(hi)}
	}
}

// ratingText formats a rating and half the width of its interval. If only a bound is known, it
// formats the bound.
func ratingText(e Estimate) string {
	switch {
	case math.IsNaN(e.Value) || e.Vague():
		return sheet.None
	case math.IsInf(e.Interval.Hi, 1):
		return "above " + sheet.Signed(e.Interval.Lo, 0)
	case math.IsInf(e.Interval.Lo, -1):
		return "below " + sheet.Signed(e.Interval.Hi, 0)
	}
	return sheet.Signed(e.Value, 0) + " ± " + sheet.Fixed(e.Interval.Half(), 0)
}

func percent(x float64) string { return sheet.Fixed(100*x, 1) }

func percentInterval(e Estimate) string {
	if math.IsNaN(e.Value) {
		return sheet.None
	}
	return sheet.PercentInterval(e.Interval)
}

// likelihood formats a likelihood in percent, but never as 0 or 100.
func likelihood(p float64) string {
	switch {
	case math.IsNaN(p):
		return sheet.None
	case p > 0.9995:
		return ">99.9"
	case p < 0.0005:
		return "<0.1"
	}
	return percent(p)
}

func roundedLikelihood(p float64) string {
	switch {
	case p > 0.995:
		return ">99"
	case p < 0.005:
		return "<1"
	}
	return sheet.Fixed(100*p, 0)
}

// crossTable returns a table with a row and a column for every snake. The headings of the columns
// are the ranks. The function cell returns the text of a cell and a share; the tint shows how far
// the share is from one half.
func (r *Figures) crossTable(title, head string, cell func(*Pair) (string, float64)) sheet.Table {
	var names sheet.Columns
	groups := make([]sheet.Columns, len(r.Standings))
	tints := make([][]sheet.Tint, len(r.Standings))
	for i := range r.Standings {
		names.Row(head, r.label(i))
		tints[i] = make([]sheet.Tint, len(r.Standings))
		for j := range r.Standings {
			text := "·"
			if i != j {
				text = sheet.None
				if p, met := r.Pair(r.Standings[i].Snake, r.Standings[j].Snake); met {
					share := 0.0
					text, share = cell(&p)
					tints[i][j] = sheet.Tint{By: 2*share - 1, Hint: r.pairText(&p)}
				}
			}
			groups[j].Row(strconv.Itoa(j+1), text)
		}
	}
	t := sheet.NewTable(names, groups...)
	t.Title, t.Tints = title, tints
	return t
}

func (r *Figures) pairText(p *Pair) string {
	return fmt.Sprintf("%s against %s: %s %% in %s, 95 %% interval %s, LOS %s %%", r.name(p.A), r.name(p.B),
		percent(p.Score.Value), english.Count(p.Games, strings.TrimSuffix(r.unit(), "s")), percentInterval(p.Score), likelihood(p.LOS))
}

// crossText formats a share in percent. With many snakes it omits decimals.
func crossText(x float64, snakes int) string {
	if snakes > 8 {
		return sheet.Fixed(100*x, 0)
	}
	return percent(x)
}

func (r *Figures) pairsTable() sheet.Table {
	var names, counts, scores, elos sheet.Columns
	for i := range r.Pairs {
		p := &r.Pairs[i]
		names.Row("a", r.name(p.A), "b", r.name(p.B))
		counts.Row(r.unit(), strconv.Itoa(p.Games), "won", strconv.Itoa(p.Won), "drawn", strconv.Itoa(p.Drawn), "lost", strconv.Itoa(p.Lost))
		scores.Row("score %", percent(p.Score.Value), "95 % interval", percentInterval(p.Score))
		elos.Row("Elo", ratingText(p.Elo), "LOS %", likelihood(p.LOS))
	}
	return sheet.NewTable(names, counts, scores, elos)
}

// unit returns the unit in which comparisons of two snakes are counted.
func (r *Figures) unit() string {
	if r.Alone {
		return "groups"
	}
	return "games"
}

func (r *Figures) name(snake int) string {
	i := slices.IndexFunc(r.Standings, func(s Standing) bool { return s.Snake == snake })
	return r.Standings[i].Name
}

var causes = []ouro.Cause{ouro.HitWall, ouro.HitSelf, ouro.HitBody, ouro.HeadOn, ouro.Starved, ouro.Burnt}

// endsTable returns a table of how often each cause of death occurred. For Snake Hunter, it returns
// the mean measures of the bots.
func (r *Figures) endsTable() sheet.Table {
	var names, deaths sheet.Columns
	if r.Tournament.isHunt() {
		for i := range r.Standings {
			names.Row("means of bots", r.label(i))
			var row []string
			for j, name := range huntMeasures {
				mean := sheet.None // a snake without games has None
				if s := &r.Standings[i]; s.Measures != nil {
					mean = sheet.Fixed(s.Measures[j], 1)
				}
				row = append(row, strings.ReplaceAll(name, "_", " "), mean)
			}
			deaths.Row(row...)
		}
		return sheet.NewTable(names, deaths)
	}
	for i := range r.Standings {
		s := &r.Standings[i]
		names.Row("died of", r.label(i))
		var row []string
		for _, c := range causes {
			if slices.ContainsFunc(r.Standings, func(s Standing) bool { return s.Deaths[c] > 0 }) {
				row = append(row, c.String(), strconv.Itoa(s.Deaths[c]))
			}
		}
		if r.Alone {
			row = append(row, "trapped", strconv.Itoa(s.Trapped), "looped", strconv.Itoa(s.Looped))
		}
		deaths.Row(append(row, "alive", strconv.Itoa(s.Deaths[ouro.Alive]-s.Trapped-s.Looped))...)
	}
	return sheet.NewTable(names, deaths)
}

func (r *Figures) answersTable() sheet.Table {
	var names, times, faults sheet.Columns
	for i := range r.Standings {
		s := &r.Standings[i]
		names.Row("answers", r.label(i))
		if t := r.Lab.Results[s.Snake].Times; t != nil {
			row := [4]string{sheet.None, sheet.None, sheet.None, sheet.None}
			if t.Max > 0 {
				row = [4]string{sheet.Duration(t.Mean), sheet.Duration(t.P50), sheet.Duration(t.P99), sheet.Duration(t.Max)}
			}
			times.Row("mean", row[0], "p50", row[1], "p99", row[2], "max", row[3])
		}
		faults.Row("faults", strconv.Itoa(s.Faults), "late", strconv.Itoa(s.Late), "best so far", strconv.Itoa(s.Offered), "fallback", strconv.Itoa(s.Faults-s.Offered))
	}
	return sheet.NewTable(names, times, faults)
}
