package lab

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
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
	r.compareAll(r.compareContest)
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
	var p Pair
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
	var snakes, counts, deaths, ends, times columns
	for i := range r.Results {
		res := &r.Results[i]
		snakes.row("snake", res.Name)
		counts.row("games", fmt.Sprint(res.Games), "won", fmt.Sprint(res.Won),
			"won %", rateText(res.Won, res.Games), "95 % interval", percentInterval(res.WonRate),
			"no winner", fmt.Sprint(res.Draws), "score %", fixed(100*res.Score, 1), "95 % interval", percentInterval(res.ScoreMean))
		var died []string
		for _, c := range causes {
			died = append(died, c.String(), fmt.Sprint(res.Deaths[c]))
		}
		deaths.row(died...)
		ends.row("length", fixed(res.Length.Mean, 1), "mishaps", fmt.Sprint(res.Mishaps))
		if t := res.Times; t != nil {
			times.row("think mean", durationText(t.Mean), "p50", durationText(t.P50), "p99", durationText(t.P99), "max", durationText(t.Max))
		}
	}
	if len(r.Results) == 1 {
		counts = counts[:1] // alone, nobody wins
	}
	return r.withPairs(false, newTable(snakes, counts, deaths, ends, times))
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
	return append(notes, r.pairNotes("in the same games")...)
}

func (Contest) played(r *Report) object {
	e := &r.Experiment
	return object{
		{"game", e.Game.Rules},
		{"board", boardText(e.Game)},
		{"first", e.First * e.Seatings},
		{"seed", e.Seed},
		{"budget", budgetText(e.Budget)},
		{"partial", e.Partial},
	}
}

func (Contest) result(r *Report, res *Result) object {
	var deaths object
	for _, c := range causes {
		deaths.add(c.String(), sparse{res.Deaths[c]})
	}
	return slices.Concat(object{
		{"name", inJSON{res.Name}},
		{"snake", inCSV{res.Name}},
		{"solver", res.Solver},
		{"games", res.Games},
		{"won", res.Won},
		{"won_ci95", interval(res.WonRate)},
		{"no_winner", res.Draws},
		{"score", inJSON{meanFacts(res.Score, res.ScoreMean)}},
		{"score", inCSV{number(res.Score)}},
		{"score_ci95", inCSV{interval(res.ScoreMean)}},
		{"deaths", inJSON{deaths}},
		{"died", inCSV{deaths}},
		{"turns_mean", inCSV{number(r.Turns.Mean)}},
	}, res.facts())
}

// games have a line for each snake; the winner is a seat, or none.
func (Contest) games(r *Report, t *Tally) []object {
	winner := ""
	if t.Ending == ouro.Won {
		winner = strconv.Itoa(int(t.Winner))
	}
	rows := make([]object, len(t.Seats))
	for seat := range t.Seats {
		s := &t.Seats[seat]
		rows[seat] = object{
			{"game", Contest{}.number(r.Experiment.Seatings, t)},
			{"start", t.Group},
			{"seed", r.gameSeed(t)},
			{"ending", t.Ending},
			{"winner", winner},
			{"turns", t.Turns},
			{"seat", seat},
			{"snake", r.Results[s.Entrant].Name},
			{"length", s.Length},
			{"cause", s.Cause},
			{"died", s.Died},
			{"mishaps", s.Mishaps},
		}
	}
	return rows
}

func (Contest) document(r *Report) object {
	e := &r.Experiment
	mishaps, planned := 0, 0
	for i := range r.Results {
		mishaps += r.Results[i].Mishaps
	}
	if e.Partial {
		planned = e.Games
	}
	return object{
		{"schema", schema},
		{"rules", e.Game.Rules},
		{"board", boardText(e.Game)},
		{"seed", e.Seed},
		{"budget", budgetText(e.Budget)},
		{"first", sparse{e.First * e.Seatings}},
		{"games", len(r.Games)},
		{"planned", sparse{planned}},
		{"partial", sparse{e.Partial}},
		{"no_winner", r.Draws},
		{"mishaps", mishaps},
		{"turns_mean", number(r.Turns.Mean)},
		{"turns", figure(&r.Turns)},
		{"snakes", r.results()},
		{"pairs", each(r.Pairs, func(p *Pair) object {
			return object{{"a", p.A}, {"b", p.B}, {"games", p.Games}, {"diff_won", meanFacts(p.Won.Mean, p.Won.Interval)}}
		})},
	}
}
