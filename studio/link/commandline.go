package link

import (
	"errors"
	"slices"
	"strings"

	"ouro"
	"ouro/roster"
	"ouro/rule/maze"
)

// OfCommand returns the request of a command line: watch with its solvers, game with its
// snakes, play with a person. The link contains the rows of a level that is not built in,
// so that it opens on every machine.
func OfCommand(c roster.CommandLine) (*Request, error) {
	req := &Request{Game: c.Game, Seed: c.Seed, Index: c.Index, Budget: c.Budget}
	req.Level, _ = roster.LevelName(c.Game.Level)
	if _, err := maze.Level(c.Level); c.Start != "" && err == nil {
		req.Level, req.Start = c.Level, c.Start
	}
	var err error
	switch c.Command {
	case "game":
		err = req.addSnakes(c.Snakes)
	case "play":
		req.Solvers = []ouro.Spec{{Name: Hand}}
	default:
		for _, text := range c.Snakes {
			var spec ouro.Spec
			if spec, err = ouro.ParseSpec(text); err != nil {
				break
			}
			req.Solvers = append(req.Solvers, spec)
		}
	}
	if err != nil {
		return nil, err
	}
	return req.resolved()
}

func (req *Request) addSnakes(texts []string) error {
	for _, text := range texts {
		snake, err := parseSnake(text)
		if err != nil {
			return err
		}
		req.Snakes = append(req.Snakes, snake)
	}
	return nil
}

// resolved fills in the defaults by resolving the request's own link, and returns an
// error if no link can express the request.
func (req *Request) resolved() (*Request, error) {
	req.Play, req.Speed = true, req.defaultSpeed()
	if p := req.Game.Position; p != nil {
		req.Turn = p.Turn
	}
	l := req.Link("")
	return l.Resolve()
}

// CommandLine returns the command that plays the same game, or an error with the reason
// why no command does.
func (req *Request) CommandLine() (roster.CommandLine, error) {
	c := roster.CommandLine{Command: "watch", Game: req.Game, Level: req.Level, Start: req.Start, Seed: req.Seed, Index: req.Index, Budget: req.Budget}
	rules, err := roster.FindRules(req.Game.Rules.Name)
	hasPerson := slices.ContainsFunc(req.Solvers, func(s ouro.Spec) bool { return s.Name == Hand }) ||
		slices.ContainsFunc(req.Snakes, func(s Snake) bool { return s.Spec.Name == Hand })
	switch {
	case err != nil:
		return c, err
	case req.Game.Position != nil:
		return c, errors.New("no command starts from a position")
	case strings.Contains(req.Level, "/"):
		return c, errors.New("the link contains the rows of the level: save them in a file and use --level FILE")
	case hasPerson && len(req.Solvers) == 1 && req.Budget == (ouro.Budget{}):
		c.Command = "play"
		return c, nil
	case hasPerson:
		return c, errors.New("no command lets a person play with solvers")
	case len(req.Snakes) > 0 && !rules.Several():
		return c, errors.New("no command takes the seed of a single game: save the record and use ouro replay")
	}
	for _, spec := range req.Solvers {
		c.Snakes = append(c.Snakes, spec.String())
	}
	for _, snake := range req.Snakes {
		c.Command = "game"
		c.Snakes = append(c.Snakes, snake.String())
	}
	return c, nil
}
