package lab

import (
	"fmt"
	"strconv"

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
	for a := range r.Results {
		for b := a + 1; b < len(r.Results); b++ {
			r.Pairs = append(r.Pairs, r.compareSolo(a, b))
		}
	}
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
	p := Pair{A: r.Results[a].Name, B: r.Results[b].Name}
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
	solvers := columns("solver")
	for i := range r.Results {
		addRow(solvers, r.Results[i].Name)
	}
	tables := []table{{solvers, r.soloColumns()}}
	if pairs := r.shownPairs(); len(pairs) > 0 {
		tables = append(tables, pairTable(pairs, soloPairColumns(pairs)))
	}
	return tables
}

// soloColumns are the figures of the results.
func (r *Report) soloColumns() [][]column {
	counts := columns("games", "won", "won %", "95 % interval", "died", "trapped", "looped")
	moves := columns("moves", "sd", "median", "min..max", "length")
	times := columns("think mean", "p50", "p99", "games/s")
	for i := range r.Results {
		res := &r.Results[i]
		addRow(counts, fmt.Sprint(res.Games), fmt.Sprint(res.Won), rateText(res.Won, res.Games), percentInterval(res.WonRate),
			fmt.Sprint(res.Died), fmt.Sprint(res.Trapped), fmt.Sprint(res.Looped))
		m := &res.Moves
		addRow(moves, meanText(m.Mean, res.MovesMean), fixed(m.SD, 1), fixed(m.Median, 1), spanText(m), fixed(res.Length.Mean, 1))
		if t := res.Times; t != nil {
			addRow(times, durationText(t.Mean), durationText(t.P50), durationText(t.P99), significant(t.GamesPerSecond))
		}
	}
	groups := [][]column{counts, moves}
	if above := r.excessColumns(); above != nil {
		groups = append(groups, above)
	}
	if len(times[0].cells) > 0 {
		groups = append(groups, times)
	}
	return groups
}

// soloPairColumns are the figures of paired differences.
func soloPairColumns(pairs []Pair) [][]column {
	moves := columns("both won", "moves", "95 % interval")
	for i := range pairs {
		p := &pairs[i]
		digits := digitsFor(p.Moves.Interval)
		addRow(moves, fmt.Sprint(p.BothWon), signed(p.Moves.Mean, digits), marked(p.Moves, func(x float64) string { return signed(x, digits) }))
	}
	return [][]column{moves, wonColumns(pairs)}
}

func (Solo) notes(r *Report) []string {
	notes := []string{"moves are over won games: mean ± half of the 95 % interval (t); the interval for won is Wilson's. length is the mean at the end of all games."}
	notes = append(notes, r.excessNotes()...)
	if len(r.Pairs) > 0 {
		notes = append(notes, "Differences are a - b between the same games, moves where both won; * marks an interval without 0. "+
			"Each interval stands for itself: of twenty between equals, one is expected to miss.")
	}
	return append(notes, r.pairNotes()...)
}

func (Solo) row(r *Report, res *Result) (row record) {
	e, m := &r.Experiment, &res.Moves
	row.put("game", e.Game.Rules.String())
	row.put("board", boardText(e.Game))
	row.count("start_length", e.Game.StartLength)
	row.count("first", e.First)
	row.put("seed", strconv.FormatUint(e.Seed, 10))
	row.put("budget", budgetText(e.Budget))
	row.put("partial", strconv.FormatBool(e.Partial))
	row.put("solver", res.Name)
	row.count("games", res.Games)
	row.count("won", res.Won)
	row.count("died", res.Died)
	row.count("trapped", res.Trapped)
	row.count("looped", res.Looped)
	row.number("won_lo95", res.WonRate.Lo)
	row.number("won_hi95", res.WonRate.Hi)
	row.count("moves_n", m.N)
	row.number("moves_mean", m.Mean)
	row.number("moves_lo95", res.MovesMean.Lo)
	row.number("moves_hi95", res.MovesMean.Hi)
	row.number("moves_sd", m.SD)
	row.number("moves_min", m.Min)
	row.number("moves_p25", m.P25)
	row.number("moves_median", m.Median)
	row.number("moves_p75", m.P75)
	row.number("moves_max", m.Max)
	for _, y := range yardsticks {
		if e := y.of(res); e != nil {
			row.number(y.name+"_percent", e.Percent)
			row.number(y.name+"_lo95", e.Interval.Lo)
			row.number(y.name+"_hi95", e.Interval.Hi)
		}
	}
	row.number("length_mean", res.Length.Mean)
	row.number("length_min", res.Length.Min)
	row.count("mishaps", res.Mishaps)
	row.times(res.Times)
	if t := res.Times; t != nil {
		row.number("games_per_second", t.GamesPerSecond)
	}
	return row
}

// games leave the distance empty where meals were not counted.
func (Solo) games(r *Report, t *Tally) []record {
	s := &t.Seats[0]
	res := &r.Results[s.Entrant]
	distance := ""
	if res.Meals != nil {
		distance = whole(s.Distance)
	}
	return []record{{
		{"game", whole(t.Group)},
		{"seed", r.gameSeed(t)},
		{"solver", res.Name},
		{"ending", t.Ending.String()},
		{"moves", whole(t.Turns)},
		{"length", whole(s.Length)},
		{"distance", distance},
		{"mishaps", whole(s.Mishaps)},
	}}
}
