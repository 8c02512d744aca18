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

// mode is what the menu leads to, an index of modes.
type mode int

const (
	modeWatch mode = iota
	modeCompare
	modePlay
	modeBattle
	modeHunt
)

const modeCount = int(modeHunt) + 1

// chosen is all that is chosen in the menu. The menu of an evening shares it, so
// that coming back finds it as it was, and it is what settings remember.
type chosen struct {
	mode     mode
	seed     uint64
	pace     [modeCount]player.Pace
	specs    []ouro.Spec // by solver of the roster, with the options they came with
	game     int         // of menuGames
	games    []ouro.GameSpec
	solver   []int // by menuGames: who is watched
	compared []int // solvers, in order
	hint     int   // solver that advises a player, or -1

	battle ouro.GameSpec
	snakes []seats

	level  int // of Snake Hunter, from 0
	people int
}

// seats are how many seats of a game of Battlesnake a snake takes.
type seats struct {
	solver  int    // of the roster, where there is no address
	address string // of a remote snake, after its name and = if it has one
	n       int
}

// maxSnakes is how many snakes the menu lets play.
const maxSnakes = 8

// Paces to begin with, in turns a second; that of Snake Hunter is its own.
const battlePace player.Pace = 8

// newChosen is what is chosen at first, by the options of the entry.
func newChosen(o frame.Options) *chosen {
	c := &chosen{
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
		spec := game.proposed()
		if game.rules.Home == solo.RulesOf(o.Game).Home {
			spec, c.game = o.Game, i
		}
		c.games = append(c.games, spec)
		c.solver = append(c.solver, 0)
		c.entry(game.rules.Solvers[0])
		c.propose(i)
	}
	c.compare(o.Solvers)
	if len(o.Solvers) == 1 && len(c.compared) == 1 {
		c.solver[c.game] = c.compared[0]
	}
	if o.Hint != nil {
		c.hint = c.entry(*o.Hint)
	}
	c.openBattle(o.Game)
	return c
}

// entry is the place of a solver in the roster, which keeps its options, or -1.
func (c *chosen) entry(spec ouro.Spec) int {
	i := slices.IndexFunc(c.specs, func(s ouro.Spec) bool { return s.Name == spec.Name })
	if i >= 0 {
		c.specs[i] = spec
	}
	return i
}

func (c *chosen) propose(game int) {
	spec, err := roster.DefaultSolver(c.games[game])
	if err != nil {
		return
	}
	i := slices.IndexFunc(c.specs, func(s ouro.Spec) bool { return s.Name == spec.Name })
	if c.solver[game] = max(0, i); len(c.specs[c.solver[game]].Options) == 0 {
		c.specs[c.solver[game]] = spec
	}
}

func (c *chosen) compare(specs []ouro.Spec) {
	c.compared = nil
	for _, spec := range specs {
		if i := c.entry(spec); i >= 0 && !slices.Contains(c.compared, i) && len(c.compared) < MaxCompared {
			c.compared = append(c.compared, i)
		}
	}
}

// openBattle chooses a game of Battlesnake: this one, if it is one, or what its
// first rules are about, with the snakes that play where nobody chose.
func (c *chosen) openBattle(game ouro.GameSpec) {
	if c.battle = game; solo.RulesOf(game).Home != roster.Battlesnake {
		c.battle = battleGame(battlesnake.Rulesets()[0].Name)
	}
	c.snakes = nil
	for _, home := range []bool{true, false} { // those made for it come first, the strongest before the others
		for i, e := range slices.Backward(roster.Solvers()) {
			if (e.Home == roster.Battlesnake) == home {
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

// battleGame is a game of Battlesnake on its usual board.
func battleGame(rules string) ouro.GameSpec {
	g := ouro.GameSpec{Rules: ouro.Spec{Name: rules}, StartLength: battlesnake.StartLength}
	g.W, g.H, _ = ouro.ParseSize(solo.RulesOf(g).Board)
	return g
}

func (c *chosen) seated() (n int) {
	for _, s := range c.snakes {
		n += s.n
	}
	return n
}

// seat gives a remote snake, written like text, one more seat, and returns its place.
func (c *chosen) seat(e host.Entrant, text string) (at int) {
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

// newPlayed is newChosen for who begins with playing.
func newPlayed(o frame.Options) *chosen {
	pace := player.Pace(o.Speed)
	o.Speed = 0
	c := newChosen(o)
	if c.mode = modePlay; pace > 0 {
		c.pace[modePlay] = pace
	}
	return c
}
