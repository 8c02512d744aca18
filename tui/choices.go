package tui

import (
	"slices"

	"ouro"
	"ouro/battlesnake/host"
	"ouro/roster"
	"ouro/rule/battlesnake"
	"ouro/tui/frame"
	"ouro/tui/player"
	"ouro/tui/solo"
)

// mode is an index into modes.
type mode int

const (
	modeWatch mode = iota
	modeCompare
	modePlay
	modeBattle
	modeHunt
)

const modeCount = int(modeHunt) + 1

// menuChoices holds all choices made in the menu. All menus of a run share one value, and the
// settings file stores it.
type menuChoices struct {
	mode     mode
	seed     uint64
	pace     [modeCount]player.Pace
	specs    []ouro.Spec // all solvers of the roster, each with the chosen options
	game     int         // index in menuGames
	games    []ouro.GameSpec
	solver   []int // solver to watch, by index in menuGames
	compared []int // solvers to compare, in the order of the boards
	proposed bool  // whether the program chose compared, not the user
	hint     int   // the solver that gives hints, or -1

	battle ouro.GameSpec
	snakes []seats

	level  int // level of Snake Hunter, from 0
	people int // number of players of Snake Hunter
}

// seats holds a solver or remote snake that can play a game of Battlesnake, and its number of seats.
type seats struct {
	solver  int    // index in the roster; unused if address is set
	address string // URL of a remote snake, or NAME=URL; "" for a solver
	n       int    // number of seats, or 0
}

const maxSnakes = 8 // maximum number of snakes in a game from the menu

const battlePace player.Pace = 8 // initial turns per second of Battlesnake; Snake Hunter has its own pace

func newChoices(o frame.Options) *menuChoices {
	c := &menuChoices{
		seed: o.Seed, hint: -1, people: 1,
		pace: [modeCount]player.Pace{solo.WatchPace, solo.WatchPace, solo.PlayPace, battlePace, 0},
	}
	if p := player.Pace(o.Speed); p > 0 {
		c.pace[modeWatch], c.pace[modeCompare] = p, p
	}
	for _, entry := range roster.Solvers() {
		c.specs = append(c.specs, ouro.Spec{Name: entry.Name})
	}
	for i, game := range menuGames {
		spec := game.defaultGame()
		if game.rules.Kind == solo.RulesOf(o.Game).Kind {
			spec, c.game = o.Game, i
		}
		c.games = append(c.games, spec)
		c.solver = append(c.solver, 0)
		c.entry(game.rules.Solvers[0])
		c.propose(i)
	}
	if c.compare(o.Solvers); len(c.compared) == 0 {
		c.proposeCompared()
	}
	if len(o.Solvers) == 1 && len(c.compared) == 1 && !c.proposed {
		c.solver[c.game] = c.compared[0]
	}
	if o.Hint != nil {
		c.hint = c.entry(*o.Hint)
	}
	c.openBattle(o.Game)
	return c
}

// entry returns the index of a solver in the roster, or -1, and stores the options of spec for that
// solver.
func (c *menuChoices) entry(spec ouro.Spec) int {
	i := slices.IndexFunc(c.specs, func(s ouro.Spec) bool { return s.Name == spec.Name })
	if i >= 0 {
		c.specs[i] = spec
	}
	return i
}

// propose chooses the default solver of a game, with its options unless the user has chosen options.
func (c *menuChoices) propose(game int) {
	spec, err := roster.DefaultSolver(c.games[game])
	if err != nil {
		return
	}
	i := slices.IndexFunc(c.specs, func(s ouro.Spec) bool { return s.Name == spec.Name })
	if c.solver[game] = max(0, i); len(c.specs[c.solver[game]].Options) == 0 {
		c.specs[c.solver[game]] = spec
	}
}

// proposeCompared chooses two solvers to compare: the solver chosen for the game, and the strongest
// other solver that can play the game. Solvers made for the kind of game come first.
func (c *menuChoices) proposeCompared() {
	game := c.games[c.game]
	c.compared, c.proposed = []int{c.solver[c.game]}, true
	all := roster.Solvers()
	for _, madeForIt := range []bool{true, false} {
		for i, e := range slices.Backward(all) {
			fits := e.Kind == menuGames[c.game].rules.Kind == madeForIt && e.Kind != roster.Battlesnake
			if fits && len(c.compared) < 2 && i != c.compared[0] && roster.CanPlay(c.specs[i], game) == nil {
				c.compared = append(c.compared, i)
			}
		}
	}
}

// compare chooses the solvers to compare, at most MaxCompared.
func (c *menuChoices) compare(specs []ouro.Spec) {
	c.compared, c.proposed = nil, false
	for _, spec := range specs {
		if i := c.entry(spec); i >= 0 && !slices.Contains(c.compared, i) && len(c.compared) < MaxCompared {
			c.compared = append(c.compared, i)
		}
	}
}

// openBattle chooses a game of Battlesnake and its default snakes. If game is not Battlesnake,
// openBattle chooses the first rules of Battlesnake.
func (c *menuChoices) openBattle(game ouro.GameSpec) {
	if c.battle = game; solo.RulesOf(game).Kind != roster.Battlesnake {
		c.battle = battleGame(battlesnake.Rulesets()[0].Name)
	}
	c.snakes = nil
	for _, madeForIt := range []bool{true, false} { // solvers made for Battlesnake come first, from the strongest to the weakest
		for i, e := range slices.Backward(roster.Solvers()) {
			if (e.Kind == roster.Battlesnake) == madeForIt {
				c.snakes = append(c.snakes, seats{solver: i})
			}
		}
	}
	defaults, err := roster.DefaultSnakes(c.battle)
	if err != nil {
		return
	}
	for _, spec := range defaults {
		i := c.entry(spec)
		c.snakes[slices.IndexFunc(c.snakes, func(s seats) bool { return s.solver == i })].n++
	}
}

func battleGame(rules string) ouro.GameSpec {
	g := ouro.GameSpec{Rules: ouro.Spec{Name: rules}, StartLength: battlesnake.StartLength}
	g.W, g.H, _ = ouro.ParseSize(solo.RulesOf(g).Board)
	return g
}

func (c *menuChoices) seatCount() (n int) {
	for _, s := range c.snakes {
		n += s.n
	}
	return n
}

// addSeat adds a seat for a remote snake and returns the snake's index in snakes. text is URL or
// NAME=URL.
func (c *menuChoices) addSeat(e host.Entrant, text string) (at int) {
	address := e.Address()
	if name, _ := roster.CutName(text); name != "" {
		address = name + "=" + address
	}
	at = slices.IndexFunc(c.snakes, func(s seats) bool { return s.address == address })
	if at < 0 {
		c.snakes, at = slices.Insert(c.snakes, 0, seats{address: address}), 0
	}
	c.snakes[at].n++
	return at
}

// newPlayChoices returns the initial choices of the command play.
func newPlayChoices(o frame.Options) *menuChoices {
	pace := player.Pace(o.Speed)
	o.Speed = 0
	c := newChoices(o)
	if c.mode = modePlay; pace > 0 {
		c.pace[modePlay] = pace
	}
	return c
}
