package lab

import (
	"encoding/csv"
	"io"
	"strconv"

	"ouro"
)

// WriteCSV writes one line for each entrant under a header. Every line says
// what was played, so that files of several experiments can be joined; what
// the sample is too small to tell is empty.
func (r *Report) WriteCSV(w io.Writer) error {
	c := csv.NewWriter(w)
	var rows [][]string
	for i := range r.Results {
		head, row := r.csvRow(&r.Results[i])
		if i == 0 {
			rows = append(rows, head)
		}
		rows = append(rows, row)
	}
	return c.WriteAll(rows)
}

func (r *Report) csvRow(res *Result) (head, row []string) {
	put := func(name, value string) {
		head, row = append(head, name), append(row, value)
	}
	count := func(name string, n int) { put(name, strconv.Itoa(n)) }
	number := func(name string, x float64) { put(name, decimals(x)) }

	e, m := &r.Experiment, &res.Moves
	put("game", e.Game.Rules.String())
	put("board", boardText(e.Game))
	count("start_length", e.Game.StartLength)
	count("first", e.First)
	put("seed", strconv.FormatUint(e.Seed, 10))
	put("budget", budgetText(e.Budget))
	put("partial", strconv.FormatBool(e.Partial))
	put("solver", res.Spec.String())
	count("games", len(res.Games))
	count("won", res.Won)
	count("died", res.Died)
	count("trapped", res.Trapped)
	count("looped", res.Looped)
	number("won_lo95", res.WonRate.Lo)
	number("won_hi95", res.WonRate.Hi)
	count("moves_n", m.N)
	number("moves_mean", m.Mean)
	number("moves_lo95", res.MovesMean.Lo)
	number("moves_hi95", res.MovesMean.Hi)
	number("moves_sd", m.SD)
	number("moves_min", m.Min)
	number("moves_p25", m.P25)
	number("moves_median", m.Median)
	number("moves_p75", m.P75)
	number("moves_max", m.Max)
	for _, y := range yardsticks {
		if e := y.of(res); e != nil {
			number(y.name+"_percent", e.Percent)
			number(y.name+"_lo95", e.Interval.Lo)
			number(y.name+"_hi95", e.Interval.Hi)
		}
	}
	number("length_mean", res.Length.Mean)
	number("length_min", res.Length.Min)
	count("mishaps", res.Mishaps)
	if t := res.Times; t != nil {
		count("think_mean_ns", int(t.Mean))
		count("think_p50_ns", int(t.P50))
		count("think_p99_ns", int(t.P99))
		count("think_max_ns", int(t.Max))
		number("games_per_second", t.GamesPerSecond)
	}
	return head, row
}

// WriteGamesCSV writes one line for each finished game of each entrant, for
// analyses of one's own: game by game, the entrants in their order. The seed
// is the game's own, and the distance is empty where meals were not counted.
func (r *Report) WriteGamesCSV(w io.Writer) error {
	c := csv.NewWriter(w)
	if err := c.Write([]string{"game", "seed", "solver", "ending", "moves", "length", "distance", "mishaps"}); err != nil {
		return err
	}
	at := make([]int, len(r.Results)) // next game of each entrant
	for game := r.Experiment.First; game < r.Experiment.First+r.Experiment.Games; game++ {
		for i := range r.Results {
			res := &r.Results[i]
			if at[i] == len(res.Games) || res.Games[at[i]].Game != game {
				continue
			}
			t := &res.Games[at[i]]
			at[i]++
			err := c.Write([]string{
				strconv.Itoa(t.Game),
				strconv.FormatUint(ouro.GameSeed(r.Experiment.Seed, t.Game), 10),
				res.Spec.String(),
				t.Ending.String(),
				strconv.Itoa(t.Moves),
				strconv.Itoa(t.Length),
				distanceText(res, t),
				strconv.Itoa(t.Mishaps),
			})
			if err != nil {
				return err
			}
		}
	}
	c.Flush()
	return c.Error()
}

func distanceText(r *Result, t *Tally) string {
	if r.Meals == nil {
		return ""
	}
	return strconv.Itoa(t.Distance)
}
