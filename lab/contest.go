package lab

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"ouro"
	"ouro/internal/english"
	"ouro/lab/sheet"
	"ouro/lab/stat"
)

// Contest is the kind of games that several snakes play against each other: who
// survives more of them. A game that nobody won is a draw.
type Contest struct{}

func (Contest) check(p *Plan) error {
	if p.Meals {
		return errors.New("meals are counted in games of one snake alone")
	}
	return nil
}

func (Contest) number(seatings int, t *Tally) int { return int(t.Group)*seatings + int(t.Seating) }

func (Contest) sum(r *Report) {
	var turns []float64
	for i := range r.Games {
		turns = append(turns, float64(r.Games[i].Turns))
		if r.Games[i].Ending != ouro.Won {
			r.Draws++
		}
	}
	r.Turns = stat.Describe(turns)
	for e := range r.Results {
		r.sumContest(e)
	}
	r.compareAll(r.compareContest)
}

func (r *Report) sumContest(entrant int) {
	res := &r.Results[entrant]
	var won, score stat.Groups
	for t, seat := range r.Of(entrant) {
		if t.Ending != ouro.Won {
			res.Draws++
		}
		res.Deaths[t.Seats[seat].Cause]++
		win := 0.0
		if t.Won(seat) {
			win = 1
		}
		won.Add(int(t.Group), win)
		score.Add(int(t.Group), t.Score(seat))
	}
	_, res.WonRate = stat.GroupMean(won.All, 0, 1, Confidence)
	res.Score, res.ScoreMean = stat.GroupMean(score.All, 0, 1, Confidence)
}

// compareContest goes through the games in which both sat.
func (r *Report) compareContest(a, b int) Pair {
	var p Pair
	var won stat.Groups
	for i := range r.Games {
		t := &r.Games[i]
		both, diff := 0, 0.0
		for seat := range t.Seats {
			sign := 0.0
			switch int(t.Seats[seat].Entrant) {
			case a:
				sign = 1
			case b:
				sign = -1
			default:
				continue
			}
			both++
			if t.Won(seat) {
				diff = sign
			}
		}
		if both == 2 {
			p.Games++
			won.Add(int(t.Group), diff)
		}
	}
	p.Won.Mean, p.Won.Interval = stat.GroupMean(won.All, -1, 1, Confidence)
	return p
}

func (Contest) title(e *Experiment) string {
	return cmp.Or(e.Title, fmt.Sprintf("%s %s", e.Game.Rules, boardText(e.Game))) + ", " + english.Count(e.Games, "game")
}

// causes are those of death.
var causes = []ouro.Cause{ouro.HitWall, ouro.HitSelf, ouro.HitBody, ouro.HeadOn, ouro.Starved, ouro.Burnt}

func (Contest) tables(r *Report) []sheet.Table {
	var snakes, counts, deaths, ends, times sheet.Columns
	for i := range r.Results {
		res := &r.Results[i]
		snakes.Row("snake", res.Name)
		counts.Row("games", fmt.Sprint(res.Games), "won", fmt.Sprint(res.Won),
			"won %", sheet.Rate(res.Won, res.Games), "95 % interval", sheet.PercentInterval(res.WonRate),
			"no winner", fmt.Sprint(res.Draws), "score %", sheet.Fixed(100*res.Score, 1), "95 % interval", sheet.PercentInterval(res.ScoreMean))
		var died []string
		for _, c := range causes {
			died = append(died, c.String(), fmt.Sprint(res.Deaths[c]))
		}
		deaths.Row(died...)
		ends.Row("length", sheet.Fixed(res.Length.Mean, 1), "mishaps", fmt.Sprint(res.Mishaps))
		if t := res.Times; t != nil {
			times.Row("think mean", sheet.Duration(t.Mean), "p50", sheet.Duration(t.P50), "p99", sheet.Duration(t.P99), "max", sheet.Duration(t.Max))
		}
	}
	if len(r.Results) == 1 {
		counts = counts[:1] // alone, nobody wins
	}
	return r.withPairs(false, sheet.NewTable(snakes, counts, deaths, ends, times))
}

func (Contest) notes(r *Report) []string {
	t := &r.Turns
	notes := []string{
		fmt.Sprintf("turns %s, %s.", sheet.Mean(t.Mean, t.Interval(Confidence)), sheet.Span(t)),
		"wall to hazard: deaths by cause. length is the mean at the end of all games.",
	}
	if len(r.Results) > 1 {
		notes[0] = fmt.Sprintf("no winner in %s; ", english.Count(r.Draws, "game")) + notes[0]
		notes = append(notes, fmt.Sprintf("Every start is played %d times, with the snakes in other seats, and counts as one: intervals are from starts, not from games. "+
			"score: 1 for a game won, and where nobody won an equal share of 1.", r.Experiment.Seatings))
	}
	return append(notes, r.pairNotes("in the same games")...)
}

func (Contest) played(r *Report) sheet.Facts {
	e := &r.Experiment
	return sheet.FactsOf(
		"game", e.Game.Rules,
		"board", boardText(e.Game),
		"first", e.First*e.Seatings,
		"seed", e.Seed,
		"budget", BudgetText(e.Budget),
		"partial", e.Partial,
	)
}

func (Contest) result(r *Report, res *Result) sheet.Facts {
	var deaths sheet.Facts
	for _, c := range causes {
		deaths.Add(c.String(), sheet.Sparse(res.Deaths[c]))
	}
	return slices.Concat(sheet.FactsOf(
		"name", sheet.InJSON(res.Name),
		"snake", sheet.InCSV(res.Name),
		"solver", res.Solver,
		"games", res.Games,
		"won", res.Won,
		"won_ci95", sheet.Interval(res.WonRate),
		"no_winner", res.Draws,
		"score", sheet.InJSON(sheet.MeanFacts(res.Score, res.ScoreMean)),
		"score", sheet.InCSV(sheet.Number(res.Score)),
		"score_ci95", sheet.InCSV(sheet.Interval(res.ScoreMean)),
		"deaths", sheet.InJSON(deaths),
		"died", sheet.InCSV(deaths),
		"turns_mean", sheet.InCSV(sheet.Number(r.Turns.Mean)),
	), res.facts())
}

// games have a line for each snake; the winner is a seat, or none.
func (Contest) games(r *Report, t *Tally) []sheet.Facts {
	winner := ""
	if t.Ending == ouro.Won {
		winner = strconv.Itoa(int(t.Winner))
	}
	rows := make([]sheet.Facts, len(t.Seats))
	for seat := range t.Seats {
		s := &t.Seats[seat]
		rows[seat] = sheet.FactsOf(
			"game", Contest{}.number(r.Experiment.Seatings, t),
			"start", t.Group,
			"seed", r.gameSeed(t),
			"ending", t.Ending,
			"winner", winner,
			"turns", t.Turns,
			"seat", seat,
			"snake", r.Results[s.Entrant].Name,
			"length", s.Length,
			"cause", s.Cause,
			"died", s.Died,
			"mishaps", s.Mishaps,
		)
	}
	return rows
}

func (Contest) document(r *Report) sheet.Facts {
	e := &r.Experiment
	mishaps, planned := 0, 0
	for i := range r.Results {
		mishaps += r.Results[i].Mishaps
	}
	if e.Partial {
		planned = e.Games
	}
	return sheet.FactsOf(
		"schema", schema,
		"rules", e.Game.Rules,
		"board", boardText(e.Game),
		"seed", e.Seed,
		"budget", BudgetText(e.Budget),
		"first", sheet.Sparse(e.First*e.Seatings),
		"games", len(r.Games),
		"planned", sheet.Sparse(planned),
		"partial", sheet.Sparse(e.Partial),
		"no_winner", r.Draws,
		"mishaps", mishaps,
		"turns_mean", sheet.Number(r.Turns.Mean),
		"turns", figure(&r.Turns, r.Turns.Interval(Confidence)),
		"snakes", r.results(),
		"pairs", sheet.Each(r.Pairs, func(p *Pair) sheet.Facts {
			return sheet.FactsOf("a", p.A, "b", p.B, "games", p.Games, "diff_won", sheet.MeanFacts(p.Won.Mean, p.Won.Interval))
		}),
	)
}
