package lab

import (
	"errors"
	"maps"
	"math"

	"ouro"
	"ouro/lab/stat"
)

// Regret is the number of moves, beyond those of best play, that an entrant's choices caused.
// Nothing between two meals is random, so the regret of a path to a food is exact: its steps, plus
// the expected moves of best play after the meal, minus the expected moves of best play before the
// path. Luck is also exact: the expected moves of best play with the food on its cell, minus their
// mean over all cells on which it could have appeared. Therefore each game has exactly
//
//	moves = expected moves of best play + regret of all choices + luck of start and foods
//
// No regret is below 0, and the mean of luck tends to 0. Regret is measured only for won games in
// which a win was certain after each meal. Otherwise best play has no expected number of moves.
// Summaries are over games.
type Regret struct {
	Games      int // number of measured games
	Unmeasured int // finished games that are not measured

	Choices    int // number of choices in these games
	Perfect    int // number of choices without regret
	Considered int // paths that the solver evaluated
	Found      int // further paths that the solver found but did not evaluate, without a safety proof
	Total      stat.Summary
	Luck       stat.Summary
	Kinds      RegretKinds
	ByFill     []FillRegret // regret by tenths of the board; tenths without choices are omitted
}

// RegretKinds splits a regret by the alternatives that the solver reported. If the solver reported
// none, the parts are unknown and their N is 0.
type RegretKinds struct {
	Lacking   stat.Summary // regret because no considered path was as good as best play
	Unproven  stat.Summary // part of Lacking because the solver found a better path but did not prove it safe
	Misjudged stat.Summary // regret because a better path was considered but not chosen
}

// FillRegret is the regret of choices by how much of the board the snake filled when the food
// appeared, in tenths.
type FillRegret struct {
	Tenth            int // 0 means below 10 %, 9 means at least 90 %
	Choices, Perfect int
	Total            stat.Summary
	Kinds            RegretKinds
}

// Values returns the expected moves of best play for snakes of one length, or NaN if a win is not
// certain.
type Values interface {
	Length() int
	// Position returns the expected moves with this food.
	Position(body []ouro.Cell, food ouro.Cell) float64
	// AfterMeal returns the expected moves at the start or after a meal, before the next food
	// appears.
	AfterMeal(body []ouro.Cell) float64
}

// MeasureRegret sets Regret and AboveOptimum of every result. The plan must have had Choices. For
// every length of the snake, MeasureRegret needs its Values: visit must call show with them in
// descending order, from the longest snake that can eat to shortest, the length at the start. visit
// must return the expected moves of best play from the start.
func (r *Report) MeasureRegret(visit func(shortest int, show func(Values)) (optimum float64, err error)) error {
	if len(r.choices) != len(r.Games) {
		return errors.New("regret: the choices of some games are not known")
	}
	g := ouro.MustGrid(r.Experiment.Game.W, r.Experiment.Game.H)
	room := g.Size()
	if level := r.Experiment.Game.Level; level != nil {
		g, room = level.Grid, level.State().Room()
	}
	games := make(map[*Tally]*regretGame)
	for i := range r.Games {
		if t := &r.Games[i]; t.Won(0) && len(r.choices[i]) > 0 {
			games[t] = newRegretGame(g, room, r.choices[i])
		}
	}
	optimum, err := visit(r.Experiment.Game.StartLength, func(v Values) {
		for _, game := range games {
			game.addValues(v)
		}
	})
	if err != nil {
		return err
	}
	r.AgainstOptimum(optimum)
	maps.DeleteFunc(games, func(_ *Tally, game *regretGame) bool { return !game.isCertain() })
	r.regrets = games
	for i := range r.Results {
		r.Results[i].Regret = r.regret(i)
	}
	return nil
}

// regretGame is a won game with the costs of its choices.
type regretGame struct {
	grid    *ouro.Grid
	room    int // number of free cells
	choices []choice
	costs   []choiceCosts
}

// choiceCosts has, for one choice, the expected moves of best play to the end of the game.
type choiceCosts struct {
	before float64 // expected moves before the food appeared
	faced  float64 // expected moves after the food appeared
	chosen float64 // expected moves on the chosen path
	least  float64 // expected moves on the best considered or chosen path
	found  float64 // expected moves on the best considered, chosen or unproven path
}

func newRegretGame(g *ouro.Grid, room int, choices []choice) *regretGame {
	game := &regretGame{grid: g, room: room, choices: choices, costs: make([]choiceCosts, len(choices))}
	full := len(choices) - 1 // after the last choice of a won game no moves follow
	game.addPathCosts(full, func([]ouro.Cell) float64 { return 0 })
	return game
}

// addValues adds the costs of the choices that begin or end with a snake of this length.
func (r *regretGame) addValues(v Values) {
	i := v.Length() - len(r.choices[0].body)
	c := &r.choices[i]
	r.costs[i].before, r.costs[i].faced = v.AfterMeal(c.body), v.Position(c.body, c.food())
	if i > 0 {
		r.addPathCosts(i-1, v.AfterMeal)
	}
}

// addPathCosts computes the costs of the paths of choice i. expectedAfter returns the expected
// moves after a meal.
func (r *regretGame) addPathCosts(i int, expectedAfter func(body []ouro.Cell) float64) {
	c, costs := &r.choices[i], &r.costs[i]
	cost := func(path []ouro.Cell) float64 {
		body, ok := c.bodyAfter(r.grid, path)
		if !ok {
			return math.NaN()
		}
		return float64(len(path)-1) + expectedAfter(body)
	}
	costs.chosen = cost(c.path)
	least := func(bound float64, paths [][]ouro.Cell) float64 {
		for _, path := range paths {
			if c := cost(path); c < bound { // false if either is NaN
				bound = c
			}
		}
		return bound
	}
	costs.least = least(costs.chosen, c.considered)
	costs.found = least(costs.least, c.unproven)
}

// isCertain reports whether a win was certain after each meal.
func (r *regretGame) isCertain() bool {
	for _, c := range r.costs {
		if math.IsNaN(c.before + c.faced + c.chosen) {
			return false
		}
	}
	return true
}

// GameRegret is the regret of one game by kind, and its luck, in moves. Lacking includes
// Unproven.
type GameRegret struct{ Lacking, Unproven, Misjudged, Luck float64 }

func (g *GameRegret) Total() float64 { return g.Lacking + g.Misjudged }

// RegretOf returns the regret of an element of Games. ok is false if the game was not measured.
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

func (r *Report) regret(entrant int) *Regret {
	g := &Regret{}
	var all []GameRegret
	var byTenth [tenths][]GameRegret
	var fill [tenths]FillRegret
	for t := range r.Of(entrant) {
		sum, ok := r.RegretOf(t)
		if !ok {
			g.Unmeasured++
			continue
		}
		game := r.regrets[t]
		all = append(all, sum)
		for i, sum := range game.byTenth(&fill) {
			byTenth[i] = append(byTenth[i], sum)
		}
		for j := range game.choices {
			g.Considered += len(game.choices[j].considered)
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

// byTenth returns the regret of the choices in each tenth of the board, and adds the numbers of
// choices to count.
func (r *regretGame) byTenth(count *[tenths]FillRegret) (sums [tenths]GameRegret) {
	for j := range r.costs {
		costs, t := &r.costs[j], tenths*len(r.choices[j].body)/r.room
		sums[t].add(costs)
		count[t].Choices++
		if costs.chosen == costs.faced {
			count[t].Perfect++
		}
	}
	return sums
}

// describeRegret summarizes games. It includes only the parts that are known for the solver of g.
func describeRegret(games []GameRegret, solver *Regret) (total stat.Summary, kinds RegretKinds, luck stat.Summary) {
	var totals, lacking, unproven, misjudged, lucks []float64
	for _, g := range games {
		totals, lucks = append(totals, g.Total()), append(lucks, g.Luck)
		if solver.Considered > 0 {
			lacking, misjudged = append(lacking, g.Lacking), append(misjudged, g.Misjudged)
		}
		if solver.Found > 0 {
			unproven = append(unproven, g.Unproven)
		}
	}
	kinds = RegretKinds{Lacking: stat.Describe(lacking), Unproven: stat.Describe(unproven), Misjudged: stat.Describe(misjudged)}
	return stat.Describe(totals), kinds, stat.Describe(lucks)
}
