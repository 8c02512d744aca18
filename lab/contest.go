package lab

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"

	"ouro"
	"ouro/internal/english"
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
	for a := range r.Results {
		for b := a + 1; b < len(r.Results); b++ {
			r.Pairs = append(r.Pairs, r.compareContest(a, b))
		}
	}
}

func (r *Report) sumContest(entrant int) {
	res := &r.Results[entrant]
	var won, score groups
	for t, seat := range r.Of(entrant) {
		if t.Ending != ouro.Won {
			res.Draws++
		}
		res.Deaths[t.Seats[seat].Cause]++
		win := 0.0
		if t.Won(seat) {
			win = 1
		}
		won.add(t, win)
		score.add(t, t.score(seat))
	}
	_, res.WonRate = stat.GroupMean(won.all, 0, 1, Confidence)
	res.Score, res.ScoreMean = stat.GroupMean(score.all, 0, 1, Confidence)
}

// compareContest goes through the games in which both sat.
func (r *Report) compareContest(a, b int) Pair {
	p := Pair{A: r.Results[a].Name, B: r.Results[b].Name}
	var won groups
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
			won.add(t, diff)
		}
	}
	p.Won.Mean, p.Won.Interval = stat.GroupMean(won.all, -1, 1, Confidence)
	return p
}

// groups adds games up by groups, in whose order they come.
type groups struct {
	all  []stat.Group
	last int32 // number of the last group
}

func (g *groups) add(t *Tally, x float64) {
	if len(g.all) == 0 || g.last != t.Group {
		g.all, g.last = append(g.all, stat.Group{}), t.Group
	}
	group := &g.all[len(g.all)-1]
	group.Sum += x
	group.N++
}

func (Contest) title(e *Experiment) string {
	return cmp.Or(e.Title, fmt.Sprintf("%s %s", e.Game.Rules, boardText(e.Game))) + ", " + english.Count(e.Games, "game")
}

// causes are those of death.
var causes = []ouro.Cause{ouro.HitWall, ouro.HitSelf, ouro.HitBody, ouro.HeadOn, ouro.Starved, ouro.Burnt}

func (Contest) tables(r *Report) []table {
	snakes := columns("snake")
	counts := columns("games", "won", "won %", "95 % interval", "no winner", "score %", "95 % interval")
	var deaths []column
	for _, c := range causes {
		deaths = append(deaths, columns(c.String())...)
	}
	ends := columns("length", "mishaps")
	times := columns("think mean", "p50", "p99", "max")
	for i := range r.Results {
		res := &r.Results[i]
		addRow(snakes, res.Name)
		addRow(counts, fmt.Sprint(res.Games), fmt.Sprint(res.Won), rateText(res.Won, res.Games), percentInterval(res.WonRate),
			fmt.Sprint(res.Draws), fixed(100*res.Score, 1), percentInterval(res.ScoreMean))
		for j, c := range causes {
			addRow(deaths[j:], fmt.Sprint(res.Deaths[c]))
		}
		addRow(ends, fixed(res.Length.Mean, 1), fmt.Sprint(res.Mishaps))
		if t := res.Times; t != nil {
			addRow(times, durationText(t.Mean), durationText(t.P50), durationText(t.P99), durationText(t.Max))
		}
	}
	if len(r.Results) == 1 {
		counts = counts[:1] // alone, nobody wins
	}
	groups := [][]column{counts, deaths, ends}
	if len(times[0].cells) > 0 {
		groups = append(groups, times)
	}
	tables := []table{{snakes, groups}}
	if pairs := r.shownPairs(); len(pairs) > 0 {
		tables = append(tables, pairTable(pairs, [][]column{wonColumns(pairs)}))
	}
	return tables
}

func (Contest) notes(r *Report) []string {
	t := &r.Turns
	notes := []string{
		fmt.Sprintf("turns %s, %s.", meanText(t.Mean, t.Interval(Confidence)), spanText(t)),
		"wall to hazard: deaths by cause. length is the mean at the end of all games.",
	}
	if len(r.Results) > 1 {
		notes[0] = fmt.Sprintf("no winner in %s; ", english.Count(r.Draws, "game")) + notes[0]
		notes = append(notes, fmt.Sprintf("Every start is played %d times, with the snakes in other seats, and counts as one: intervals are from starts, not from games. "+
			"score: 1 for a game won, and where nobody won an equal share of 1.", r.Experiment.Seatings))
	}
	if len(r.Pairs) > 0 {
		notes = append(notes, "Differences are a - b in the same games; * marks an interval without 0. "+
			"Each interval stands for itself: of twenty between equals, one is expected to miss.")
	}
	return append(notes, r.pairNotes()...)
}

func (Contest) row(r *Report, res *Result) (row record) {
	e := &r.Experiment
	row.put("game", e.Game.Rules.String())
	row.put("board", boardText(e.Game))
	row.count("first", e.First*e.Seatings)
	row.put("seed", strconv.FormatUint(e.Seed, 10))
	row.put("budget", budgetText(e.Budget))
	row.put("partial", strconv.FormatBool(e.Partial))
	row.put("snake", res.Name)
	row.put("solver", res.Solver)
	row.count("games", res.Games)
	row.count("won", res.Won)
	row.number("won_lo95", res.WonRate.Lo)
	row.number("won_hi95", res.WonRate.Hi)
	row.count("no_winner", res.Draws)
	row.number("score", res.Score)
	row.number("score_lo95", res.ScoreMean.Lo)
	row.number("score_hi95", res.ScoreMean.Hi)
	for _, c := range causes {
		row.count("died_"+c.String(), res.Deaths[c])
	}
	row.number("turns_mean", r.Turns.Mean)
	row.number("length_mean", res.Length.Mean)
	row.number("length_min", res.Length.Min)
	row.count("mishaps", res.Mishaps)
	row.times(res.Times)
	return row
}

// games have a line for each snake; the winner is a seat, or none.
func (Contest) games(r *Report, t *Tally) []record {
	winner := ""
	if t.Ending == ouro.Won {
		winner = strconv.Itoa(int(t.Winner))
	}
	rows := make([]record, len(t.Seats))
	for seat := range t.Seats {
		s := &t.Seats[seat]
		rows[seat] = record{
			{"game", strconv.Itoa(Contest{}.number(r.Experiment.Seatings, t))},
			{"start", whole(t.Group)},
			{"seed", r.gameSeed(t)},
			{"ending", t.Ending.String()},
			{"winner", winner},
			{"turns", whole(t.Turns)},
			{"seat", strconv.Itoa(seat)},
			{"snake", r.Results[s.Entrant].Name},
			{"length", whole(s.Length)},
			{"cause", s.Cause.String()},
			{"died", whole(s.Died)},
			{"mishaps", whole(s.Mishaps)},
		}
	}
	return rows
}

func (Contest) document(r *Report) any {
	e := &r.Experiment
	mishaps := 0
	snakes, pairs := make([]object, len(r.Results)), make([]object, len(r.Pairs))
	for i := range r.Results {
		res := &r.Results[i]
		mishaps += res.Mishaps
		deaths := object{}
		for _, c := range causes {
			deaths.addIf(res.Deaths[c] > 0, c.String(), res.Deaths[c])
		}
		snakes[i] = object{
			{"name", res.Name}, {"solver", res.Solver}, {"games", res.Games},
			{"won", res.Won}, {"won_ci95", jsonInterval(res.WonRate)}, {"no_winner", res.Draws},
			{"score", object{{"mean", jsonNumber(res.Score)}, {"ci95", jsonInterval(res.ScoreMean)}}},
			{"deaths", deaths}, {"length", jsonLength(res)}, {"mishaps", res.Mishaps},
		}
		snakes[i].addIf(res.FirstMishap != "", "first_mishap", res.FirstMishap)
		snakes[i].think(res.Times)
	}
	for i, p := range r.Pairs {
		pairs[i] = object{{"a", p.A}, {"b", p.B}, {"games", p.Games}, {"diff_won", jsonDifference(p.Won)}}
	}
	doc := object{{"schema", schema}, {"rules", e.Game.Rules}, {"board", boardText(e.Game)}, {"seed", e.Seed}, {"budget", budgetText(e.Budget)}}
	doc.addIf(e.First > 0, "first", e.First*e.Seatings)
	doc.add("games", len(r.Games))
	doc.addIf(e.Partial, "planned", e.Games)
	doc.addIf(e.Partial, "partial", true)
	doc.add("no_winner", r.Draws)
	doc.add("mishaps", mishaps)
	doc.add("turns_mean", jsonNumber(r.Turns.Mean))
	doc.add("turns", jsonFigure(r.Turns))
	doc.add("snakes", snakes)
	doc.add("pairs", pairs)
	return doc
}
