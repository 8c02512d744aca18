package link

import (
	"fmt"
	"strconv"
	"strings"

	"ouro"
	"ouro/internal/english"
	"ouro/roster"
)

// players reads who plays: solvers, or snakes, or those of the rules.
func (r *reader) players() error {
	a := r.a
	solvers, snakes := r.link.All("solver"), r.link.All("snake")
	if len(solvers) > 0 && len(snakes) > 0 {
		return wrong("snake", "snake and solver: a lone snake has a solver, a game of several has snakes; not both")
	}
	if len(solvers) > MaxLanes {
		return wrong("solver", "%d solvers: at most %d fit side by side", len(solvers), MaxLanes)
	}
	for _, text := range solvers {
		spec, err := ouro.ParseSpec(text)
		if err != nil {
			return wrong("solver", "solver %w", err)
		}
		a.Solvers = append(a.Solvers, spec)
	}
	for _, text := range snakes {
		snake, err := parseSnake(text)
		if err != nil {
			return &Error{"snake", err}
		}
		a.Snakes = append(a.Snakes, snake)
	}
	names, given := names(a.Snakes)
	if i, j, clash := english.Clash(names, given); clash {
		return &Error{"snake", english.ClashError(names[i], a.Snakes[i].String(), a.Snakes[j].String())}
	}
	if len(solvers)+len(snakes) == 0 {
		return r.usualPlayers()
	}
	return r.checkPlayers()
}

func (r *reader) usualPlayers() error {
	a := r.a
	rules, err := roster.FindRules(a.Game.Rules.Name)
	if err != nil {
		return &Error{"rules", err}
	}
	if !rules.Several() {
		solver, err := roster.DefaultSolver(a.Game)
		if err != nil {
			return &Error{"rules", err}
		}
		a.Solvers = []ouro.Spec{solver}
		return nil
	}
	specs, err := roster.DefaultSnakes(a.Game)
	if err != nil {
		return &Error{"rules", err}
	}
	if a.Game.Position != nil { // which has so many snakes
		for len(specs) < a.Game.Snakes {
			specs = append(specs, specs[len(specs)-1])
		}
		specs = specs[:a.Game.Snakes]
	}
	for _, spec := range specs {
		a.Snakes = append(a.Snakes, Snake{Spec: spec})
	}
	a.Game.Snakes = len(a.Snakes)
	return nil
}

// checkPlayers finds solvers that are unknown or cannot play this game.
func (r *reader) checkPlayers() error {
	a := r.a
	for _, spec := range a.Solvers {
		if a.Game.Snakes > 1 {
			return wrong("solver", "solver %s: the position has %d snakes; say snake=%s for each of them", spec, a.Game.Snakes, spec)
		}
		if err := canPlay(spec, a.Game); err != nil {
			return &Error{"solver", err}
		}
	}
	if n := a.Game.Snakes; len(a.Snakes) > 0 && len(a.Snakes) != n {
		return wrong("snake", "%s, and the position has %d", english.Count(len(a.Snakes), "snake"), n)
	}
	for _, snake := range a.Snakes {
		if err := canPlay(snake.Spec, a.Game); err != nil {
			return &Error{"snake", err}
		}
	}
	return nil
}

func canPlay(spec ouro.Spec, game ouro.GameSpec) error {
	if spec.Name == Hand {
		if len(spec.Options) > 0 {
			return fmt.Errorf("%s: a person has no options", spec)
		}
		return nil
	}
	return roster.CanPlayForPage(spec, game)
}

// parseSnake reads SOLVER or NAME=SOLVER.
func parseSnake(text string) (Snake, error) {
	name, solver := roster.CutName(text)
	if strings.HasPrefix(text, "=") || len(name) > maxName || !isShown(name) {
		return Snake{}, fmt.Errorf("snake %s: want SOLVER or NAME=SOLVER, the name of at most %d visible characters", quoted(text), maxName)
	}
	if strings.Contains(solver, "://") {
		return Snake{}, fmt.Errorf("snake %s: a snake elsewhere does not play in a link; ouro game asks it", quoted(text))
	}
	spec, err := ouro.ParseSpec(solver)
	if err != nil {
		return Snake{}, fmt.Errorf("snake %w", err)
	}
	return Snake{name, spec}, nil
}

// isShown tells whether all of a text can be seen.
func isShown(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return !strconv.IsPrint(r) })
}
