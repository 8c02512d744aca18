package lab

import (
	"errors"
	"maps"
	"math"

	"ouro"
	"ouro/lab/stat"
)

// Regret tells where an entrant's moves beyond those of best play went. Between two
// meals nothing is left to chance, so what a choice of a way to the food costs is
// known: its steps, and what best play expects after its meal, less what best play
// expects before. And what is left to chance has a fair price, what best play expects
// with the food where it appeared less the mean over where it might have. So for each
// game
//
//	moves = expected moves of best play + regret of all choices + luck of start and foods
//
// exactly, no regret is below 0, and the mean of luck tends to 0.
//
// This is of games that were won, and in which a win was certain after each meal: in
// others best play has no number of moves. Summaries are over games.
type Regret struct {
	Games   int // that are split
	LeftOut int // finished ones that are not

	Choices int // of those games
	Perfect int // of them, those without regret
	Weighed int // the ways that the solver told that it had weighed for them
	Found   int // the ways that it told that it had found besides, without a proof
	Total   stat.Summary
	Luck    stat.Summary
	Kinds   RegretKinds
	ByFill  []FillRegret // tenths of the board in which there were choices
}

// RegretKinds split a regret by what the solver could choose from. They are not known
// of one that never tells of such ways: N is 0.
type RegretKinds struct {
	Lacking   stat.Summary // no way that was weighed was as good as the best one
	Unproven  stat.Summary // of that: one was found that was better than those, but no proof that it is safe
	Misjudged stat.Summary // one that was weighed was better than the one that was chosen
}

// FillRegret is the regret of the choices in one tenth of the board, by the length
// of the snake when the food appeared.
type FillRegret struct {
	Tenth            int // 0 is below 10 %
	Choices, Perfect int
	Total            stat.Summary
	Kinds            RegretKinds
}

// Values are the expected moves of best play, for snakes of one length on a board. They
// are NaN where a win is not certain.
type Values interface {
	Length() int
	// Position is with this food.
	Position(body []ouro.Cell, food ouro.Cell) float64
	// Fed is right after a meal, or at the start: before the next food appears.
	Fed(body []ouro.Cell) float64
}

// MeasureRegret adds Regret to every result, and AboveOptimum. The plan must have had
// choices kept. Visit shows the values of all lengths from that of the longest snake
// that can eat down to that of a start, and returns the expected moves of best play
// from there.
func (r *Report) MeasureRegret(visit func(least int, show func(Values)) (optimum float64, err error)) error {
	if len(r.choices) != len(r.Games) {
		return errors.New("regret: the choices of some games are not known")
	}
	g := ouro.MustGrid(r.Experiment.Game.W, r.Experiment.Game.H)
	games := make(map[*Tally]*regretGame)
	for i := range r.Games {
		if t := &r.Games[i]; t.Won(0) && len(r.choices[i]) > 0 {
			games[t] = newRegretGame(g, r.choices[i])
		}
	}
	optimum, err := visit(r.Experiment.Game.StartLength, func(v Values) {
		for _, game := range games {
			game.look(v)
		}
	})
	if err != nil {
		return err
	}
	r.AgainstOptimum(optimum)
	maps.DeleteFunc(games, func(_ *Tally, game *regretGame) bool { return !game.certain() })
	r.regrets = games
	for i := range r.Results {
		r.Results[i].Regret = r.regret(i)
	}
	return nil
}

// regretGame is a game of which the values are gathered.
type regretGame struct {
	grid    *ouro.Grid
	choices []choice
	costs   []choiceCosts
}

// choiceCosts are what best play expects about a choice, in moves to the end.
type choiceCosts struct {
	before float64 // the food appeared
	faced  float64 // with the food
	chosen float64 // the way that was chosen, and what follows
	least  float64 // the same of the best way that was chosen or weighed
	found  float64 // the same of the best way that was even found
}

func newRegretGame(g *ouro.Grid, choices []choice) *regretGame {
	game := &regretGame{grid: g, choices: choices, costs: make([]choiceCosts, len(choices))}
	full := len(choices) - 1 // after the last choice of a game that was won there is nothing
	game.follow(full, func([]ouro.Cell) float64 { return 0 })
	return game
}

// look takes in the values of the choices that begin or end with a snake of the length.
func (r *regretGame) look(v Values) {
	i := v.Length() - len(r.choices[0].body)
	c := &r.choices[i]
	r.costs[i].before, r.costs[i].faced = v.Fed(c.body), v.Position(c.body, c.food())
	if i > 0 {
		r.follow(i-1, v.Fed)
	}
}

// follow finds what a choice costs, given what follows.
func (r *regretGame) follow(i int, fed func(body []ouro.Cell) float64) {
	c, costs := &r.choices[i], &r.costs[i]
	cost := func(way []ouro.Cell) float64 {
		body, ok := c.after(r.grid, way)
		if !ok {
			return math.NaN()
		}
		return float64(len(way)-1) + fed(body)
	}
	costs.chosen = cost(c.way)
	least := func(of float64, ways [][]ouro.Cell) float64 {
		for _, way := range ways {
			if other := cost(way); other < of { // not NaN
				of = other
			}
		}
		return of
	}
	costs.least = least(costs.chosen, c.weighed)
	costs.found = least(costs.least, c.unproven)
}

// certain tells whether a win was certain all the time.
func (r *regretGame) certain() bool {
	for _, c := range r.costs {
		if math.IsNaN(c.before + c.faced + c.chosen) {
			return false
		}
	}
	return true
}

// GameRegret is the regret of one game, and what luck added to its moves.
// Unproven is a part of Lacking.
type GameRegret struct{ Lacking, Unproven, Misjudged, Luck float64 }

// Total is the regret of all choices.
func (g *GameRegret) Total() float64 { return g.Lacking + g.Misjudged }

// RegretOf is the regret of one of Games. It is not ok where there is none: the game
// is left out, or regret was not measured.
func (r *Report) RegretOf(t *Tally) (g GameRegret, ok bool) {
	game, ok := r.regrets[t]
	if !ok {
		return g, false
	}
	g.Luck = game.costs[0].before - r.Optimum
	for j := range game.costs {
		g.add(&game.costs[j])
	}
	return g, true
}

func (g *GameRegret) add(c *choiceCosts) {
	g.Lacking += c.least - c.faced
	g.Unproven += c.least - c.found
	g.Misjudged += c.chosen - c.least
	g.Luck += c.faced - c.before
}

const tenths = 10

// regret sums up the games of one entrant.
func (r *Report) regret(entrant int) *Regret {
	g := &Regret{}
	var all []GameRegret
	var byTenth [tenths][]GameRegret
	var fill [tenths]FillRegret
	for t := range r.Of(entrant) {
		sum, ok := r.RegretOf(t)
		if !ok {
			g.LeftOut++
			continue
		}
		game := r.regrets[t]
		all = append(all, sum)
		for i, sum := range game.byTenth(&fill) {
			byTenth[i] = append(byTenth[i], sum)
		}
		for j := range game.choices {
			g.Weighed += len(game.choices[j].weighed)
			g.Found += len(game.choices[j].unproven)
		}
	}
	g.Games = len(all)
	g.Total, g.Kinds, g.Luck = describeRegret(all, g)
	for t := range fill {
		f := &fill[t]
		if f.Choices == 0 {
			continue
		}
		f.Tenth = t
		f.Total, f.Kinds, _ = describeRegret(byTenth[t], g)
		g.Choices, g.Perfect = g.Choices+f.Choices, g.Perfect+f.Perfect
		g.ByFill = append(g.ByFill, *f)
	}
	return g
}

// byTenth sums up the choices in each tenth of the board, and counts them.
func (r *regretGame) byTenth(count *[tenths]FillRegret) (sums [tenths]GameRegret) {
	for j := range r.costs {
		costs, t := &r.costs[j], tenths*len(r.choices[j].body)/r.grid.Size()
		sums[t].add(costs)
		count[t].Choices++
		if costs.chosen == costs.faced {
			count[t].Perfect++
		}
	}
	return sums
}

// describeRegret summarizes games, by the kinds that are known of the solver.
func describeRegret(games []GameRegret, of *Regret) (total stat.Summary, kinds RegretKinds, luck stat.Summary) {
	var totals, lacking, unproven, misjudged, lucks []float64
	for _, g := range games {
		totals, lucks = append(totals, g.Total()), append(lucks, g.Luck)
		if of.Weighed > 0 {
			lacking, misjudged = append(lacking, g.Lacking), append(misjudged, g.Misjudged)
		}
		if of.Found > 0 {
			unproven = append(unproven, g.Unproven)
		}
	}
	kinds = RegretKinds{Lacking: stat.Describe(lacking), Unproven: stat.Describe(unproven), Misjudged: stat.Describe(misjudged)}
	return stat.Describe(totals), kinds, stat.Describe(lucks)
}
