package link

import (
	"errors"
	"slices"
	"strings"

	"ouro"
	"ouro/roster"
	"ouro/rule/maze"
)

// OfCommand is what a command line asks for: watch with its solvers, game with its
// snakes, play with a person. The level of the game is drawn in the link, unless it
// comes with the program, so that it opens on every machine.
func OfCommand(c roster.CommandLine) (*Asked, error) {
	a := &Asked{Game: c.Game, Seed: c.Seed, Index: c.Index, Budget: c.Budget}
	a.Level, _ = roster.LevelName(c.Game.Level)
	if _, err := maze.Level(c.Level); c.Start != "" && err == nil {
		a.Level, a.Start = c.Level, c.Start
	}
	var err error
	switch c.Command {
	case "game":
		err = a.addSnakes(c.Snakes)
	case "play":
		a.Solvers = []ouro.Spec{{Name: Hand}}
	default:
		for _, text := range c.Snakes {
			var spec ouro.Spec
			if spec, err = ouro.ParseSpec(text); err != nil {
				break
			}
			a.Solvers = append(a.Solvers, spec)
		}
	}
	if err != nil {
		return nil, err
	}
	return a.again()
}

func (a *Asked) addSnakes(texts []string) error {
	for _, text := range texts {
		snake, err := parseSnake(text)
		if err != nil {
			return err
		}
		a.Snakes = append(a.Snakes, snake)
	}
	return nil
}

// again fills in what is usual, as whoever opens the link does, and so finds what a
// link cannot ask for.
func (a *Asked) again() (*Asked, error) {
	a.Play, a.Speed = true, a.usualSpeed()
	if p := a.Game.Position; p != nil {
		a.Turn = p.Turn
	}
	l := a.Link("")
	return l.Ask()
}

// CommandLine is what a user types to play the same game, or says why there is nothing.
func (a *Asked) CommandLine() (roster.CommandLine, error) {
	c := roster.CommandLine{Command: "watch", Game: a.Game, Level: a.Level, Start: a.Start, Seed: a.Seed, Index: a.Index, Budget: a.Budget}
	rules, err := roster.FindRules(a.Game.Rules.Name)
	hands := slices.ContainsFunc(a.Solvers, func(s ouro.Spec) bool { return s.Name == Hand }) ||
		slices.ContainsFunc(a.Snakes, func(s Snake) bool { return s.Spec.Name == Hand })
	switch {
	case err != nil:
		return c, err
	case a.Game.Position != nil:
		return c, errors.New("no command starts from a position")
	case strings.Contains(a.Level, "/"):
		return c, errors.New("the level is drawn in the link: save it in a file, for --level FILE")
	case hands && len(a.Solvers) == 1 && a.Budget == (ouro.Budget{}):
		c.Command = "play"
		return c, nil
	case hands:
		return c, errors.New("no command has a person play beside solvers")
	case len(a.Snakes) > 0 && !rules.Several():
		return c, errors.New("the seed is that of the game itself: ouro replay shows it from its record")
	}
	for _, spec := range a.Solvers {
		c.Snakes = append(c.Snakes, spec.String())
	}
	for _, snake := range a.Snakes {
		c.Command = "game"
		c.Snakes = append(c.Snakes, snake.String())
	}
	return c, nil
}
