package lab

import (
	"fmt"
	"strings"

	"ouro"
	"ouro/internal/english"
	"ouro/lab/stat"
)

// Solo is the kind of games of one snake, which it wins or loses: who wins
// more of them, and in how few moves. Every entrant plays every group alone.
type Solo struct{}

func (Solo) check(p *Plan) error {
	if n := len(p.Seatings[0]); n != 1 {
		return fmt.Errorf("%d seats: games of one snake want one", n)
	}
	return nil
}

func (Solo) number(_ int, t *Tally) int { return int(t.Group) }

func (Solo) sum(r *Report) {
	for e := range r.Results {
		r.sumSolo(e)
	}
	r.compareAll(r.compareSolo)
}

func (r *Report) sumSolo(entrant int) {
	res := &r.Results[entrant]
	var moves []float64
	for t := range r.Of(entrant) {
		switch t.Ending {
		case ouro.Won:
			moves = append(moves, float64(t.Turns))
		case ouro.Died:
			res.Died++
		case ouro.Trapped:
			res.Trapped++
		case ouro.Looped:
			res.Looped++
		case ouro.Unfinished, ouro.Drawn: // games are tallied at their end, and of one snake
		}
	}
	res.Moves = stat.Describe(moves)
	res.MovesMean = res.Moves.Interval(Confidence)
}

// compareSolo goes through the groups that both have finished.
func (r *Report) compareSolo(a, b int) Pair {
	var p Pair
	var moves []float64
	onlyA, onlyB := 0, 0
	var last [2]*Tally // of a and of b
	for i := range r.Games {
		t := &r.Games[i]
		switch int(t.Seats[0].Entrant) {
		case a:
			last[0] = t
		case b:
			last[1] = t
		default:
			continue
		}
		x, y := last[0], last[1]
		if x == nil || y == nil || x.Group != y.Group {
			continue
		}
		p.Games++
		switch {
		case x.Won(0) && y.Won(0):
			moves = append(moves, float64(x.Turns-y.Turns))
		case x.Won(0):
			onlyA++
		case y.Won(0):
			onlyB++
		}
	}
	s := stat.Describe(moves)
	p.BothWon = s.N
	p.Moves = Difference{s.Mean, s.Interval(Confidence)}
	p.Won = Difference{float64(onlyA-onlyB) / float64(p.Games), stat.DiffRates(onlyA, onlyB, p.Games, Confidence)}
	return p
}

func (Solo) title(e *Experiment) string {
	what := e.Title
	if what == "" {
		what = fmt.Sprintf("%s %s", e.Game.Rules, boardText(e.Game))
		if e.Game.Level != nil {
			what += " with walls"
		}
		what += fmt.Sprintf(", start length %d", e.Game.StartLength)
	}
	return what + ", " + english.Count(e.Groups, "game")
}

func (Solo) tables(r *Report) []table {
	var solvers, counts, moves, times columns
	for i := range r.Results {
		res := &r.Results[i]
		solvers.row("solver", res.Name)
		counts.row("games", fmt.Sprint(res.Games), "won", fmt.Sprint(res.Won),
			"won %", rateText(res.Won, res.Games), "95 % interval", percentInterval(res.WonRate),
			"died", fmt.Sprint(res.Died), "trapped", fmt.Sprint(res.Trapped), "looped", fmt.Sprint(res.Looped))
		m := &res.Moves
		moves.row("moves", meanText(m.Mean, res.MovesMean), "sd", fixed(m.SD, 1), "median", fixed(m.Median, 1),
			"min..max", spanText(m), "length", fixed(res.Length.Mean, 1))
		if t := res.Times; t != nil {
			times.row("think mean", durationText(t.Mean), "p50", durationText(t.P50), "p99", durationText(t.P99), "games/s", significant(t.GamesPerSecond))
		}
	}
	return r.withPairs(true, newTable(solvers, counts, moves, r.excessColumns(), times))
}

func (Solo) notes(r *Report) []string {
	notes := []string{"moves are over won games: mean ± half of the 95 % interval (t); the interval for won is Wilson's. length is the mean at the end of all games."}
	notes = append(notes, r.excessNotes()...)
	return append(notes, r.pairNotes("between the same games, moves where both won")...)
}

func (Solo) played(r *Report) object {
	e := &r.Experiment
	o := object{{"game", e.Game.Rules}, {"board", boardText(e.Game)}}
	if l := e.Game.Level; l != nil { // the top row first
		o.add("level", inJSON{strings.Split(strings.TrimSuffix(l.String(), "\n"), "\n")})
	}
	return append(o, object{
		{"start_length", e.Game.StartLength},
		{"games", inJSON{e.Groups}},
		{"first", sparse{e.First}},
		{"seed", e.Seed},
		{"budget", budgetText(e.Budget)},
		{"partial", sparse{e.Partial}},
		{"optimum_moves", inJSON{sparse{number(r.Optimum)}}},
	}...)
}

func (Solo) result(_ *Report, res *Result) object {
	m := &res.Moves
	o := object{
		{"solver", res.Name},
		{"games", res.Games},
		{"won", res.Won},
		{"died", res.Died},
		{"trapped", res.Trapped},
		{"looped", res.Looped},
		{"won_ci95", interval(res.WonRate)},
		{"moves", object{
			{"n", m.N},
			{"mean", number(m.Mean)},
			{"ci95", interval(res.MovesMean)},
			{"sd", number(m.SD)},
			{"min", number(m.Min)},
			{"p25", number(m.P25)},
			{"median", number(m.Median)},
			{"p75", number(m.P75)},
			{"max", number(m.Max)},
		}},
	}
	for _, y := range yardsticks {
		if e := y.of(res); e != nil {
			o.add(y.name, object{{"percent", number(e.Percent)}, {"ci95", interval(e.Interval)}})
		}
	}
	o = append(o, res.facts()...)
	if t := res.Times; t != nil {
		o.add("games_per_second", number(t.GamesPerSecond))
	}
	return o
}

// games leave the distance empty where meals were not counted.
func (Solo) games(r *Report, t *Tally) []object {
	s := &t.Seats[0]
	res := &r.Results[s.Entrant]
	var distance any = ""
	if res.Meals != nil {
		distance = s.Distance
	}
	return []object{{
		{"game", t.Group},
		{"seed", r.gameSeed(t)},
		{"solver", res.Name},
		{"ending", t.Ending},
		{"moves", t.Turns},
		{"length", s.Length},
		{"distance", distance},
		{"mishaps", s.Mishaps},
	}}
}

func (Solo) document(r *Report) object {
	return object{
		{"schema", schema},
		{"experiment", Solo{}.played(r)},
		{"results", r.results()},
		// The moves in games that both won, n of them, and the rates of won games
		// over those that both finished.
		{"pairs", each(r.Pairs, func(p *Pair) object {
			return object{
				{"a", p.A},
				{"b", p.B},
				{"n", p.BothWon},
				{"diff_moves", meanFacts(p.Moves.Mean, p.Moves.Interval)},
				{"games", p.Games},
				{"diff_won", meanFacts(p.Won.Mean, p.Won.Interval)},
			}
		})},
	}
}
