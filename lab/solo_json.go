package lab

func (Solo) document(r *Report) any {
	e := &r.Experiment
	experiment := object{{"game", e.Game.Rules.String()}, {"board", boardText(e.Game)}}
	experiment.addIf(e.Game.Level != nil, "level", levelRows(e.Game)) // the top one first
	experiment.add("start_length", e.Game.StartLength)
	experiment.add("games", e.Groups)
	experiment.addIf(e.First > 0, "first", e.First)
	experiment.add("seed", e.Seed)
	experiment.add("budget", budgetText(e.Budget))
	experiment.addIf(e.Partial, "partial", true)
	experiment.addIf(r.Optimum > 0, "optimum_moves", jsonNumber(r.Optimum))
	results, pairs := make([]object, len(r.Results)), make([]object, len(r.Pairs))
	for i := range r.Results {
		results[i] = soloResult(&r.Results[i])
	}
	for i, p := range r.Pairs {
		// The moves in games that both won, n of them, and the rates of won games
		// over those that both finished.
		pairs[i] = object{
			{"a", p.A}, {"b", p.B},
			{"n", p.BothWon}, {"diff_moves", jsonDifference(p.Moves)},
			{"games", p.Games}, {"diff_won", jsonDifference(p.Won)},
		}
	}
	return object{{"schema", schema}, {"experiment", experiment}, {"results", results}, {"pairs", pairs}}
}

func soloResult(r *Result) object {
	m := &r.Moves
	o := object{
		{"solver", r.Name}, {"games", r.Games},
		{"won", r.Won}, {"died", r.Died}, {"trapped", r.Trapped}, {"looped", r.Looped},
		{"won_ci95", jsonInterval(r.WonRate)},
		{"moves", object{
			{"n", m.N}, {"mean", jsonNumber(m.Mean)}, {"ci95", jsonInterval(r.MovesMean)}, {"sd", jsonNumber(m.SD)},
			{"min", jsonNumber(m.Min)}, {"p25", jsonNumber(m.P25)}, {"median", jsonNumber(m.Median)},
			{"p75", jsonNumber(m.P75)}, {"max", jsonNumber(m.Max)},
		}},
	}
	for _, y := range yardsticks {
		if e := y.of(r); e != nil {
			o.add(y.name, object{{"percent", jsonNumber(e.Percent)}, {"ci95", jsonInterval(e.Interval)}})
		}
	}
	o.add("length", jsonLength(r))
	if len(r.Meals) > 0 {
		meals := make([]object, len(r.Meals))
		for i, m := range r.Meals { // with means over count meals
			meals[i] = object{
				{"length", m.Length}, {"count", m.Count},
				{"moves_mean", jsonNumber(m.MeanMoves())}, {"distance_mean", jsonNumber(m.MeanDistance())},
			}
		}
		o.add("meals", meals)
	}
	o.add("mishaps", r.Mishaps)
	o.addIf(r.FirstMishap != "", "first_mishap", r.FirstMishap)
	o.think(r.Times)
	if t := r.Times; t != nil {
		o.add("games_per_second", jsonNumber(t.GamesPerSecond))
	}
	return o
}

func jsonLength(r *Result) object {
	return object{{"mean", jsonNumber(r.Length.Mean)}, {"min", jsonNumber(r.Length.Min)}}
}
