package link

import (
	"fmt"
	"strconv"
	"strings"

	"ouro"
	"ouro/internal/english"
	"ouro/roster"
)

// players reads the solvers or the snakes of the link. If the link has neither, it takes the default
// players of the rules.
func (r *reader) players() error {
	req := r.req
	solvers, snakes := r.link.All("solver"), r.link.All("snake")
	if len(solvers) > 0 && len(snakes) > 0 {
		return errorf("snake", "snake and solver: use solver for a lone snake or snake for a game of several, not both")
	}
	if len(solvers) > MaxLanes {
		return errorf("solver", "%d solvers: at most %d fit side by side", len(solvers), MaxLanes)
	}
	for _, text := range solvers {
		spec, err := ouro.ParseSpec(text)
		if err != nil {
			return errorf("solver", "solver %w", err)
		}
		req.Solvers = append(req.Solvers, spec)
	}
	for _, text := range snakes {
		snake, err := parseSnake(text)
		if err != nil {
			return &Error{"snake", err}
		}
		req.Snakes = append(req.Snakes, snake)
	}
	names, given := names(req.Snakes)
	if i, j, clash := english.Clash(names, given); clash {
		return &Error{"snake", english.ClashError(names[i], req.Snakes[i].String(), req.Snakes[j].String())}
	}
	if len(solvers)+len(snakes) == 0 {
		return r.defaultPlayers()
	}
	return r.checkPlayers()
}

func (r *reader) defaultPlayers() error {
	req := r.req
	rules, err := roster.FindRules(req.Game.Rules.Name)
	if err != nil {
		return &Error{"rules", err}
	}
	if !rules.HasSeveralSnakes() {
		solver, err := roster.DefaultSolver(req.Game)
		if err != nil {
			return &Error{"rules", err}
		}
		req.Solvers = []ouro.Spec{solver}
		return nil
	}
	specs, err := roster.DefaultSnakes(req.Game)
	if err != nil {
		return &Error{"rules", err}
	}
	if req.Game.Position != nil { // the position fixes the number of snakes
		for len(specs) < req.Game.Snakes {
			specs = append(specs, specs[len(specs)-1])
		}
		specs = specs[:req.Game.Snakes]
	}
	for _, spec := range specs {
		req.Snakes = append(req.Snakes, Snake{Spec: spec})
	}
	req.Game.Snakes = len(req.Snakes)
	return nil
}

func (r *reader) checkPlayers() error {
	req := r.req
	for _, spec := range req.Solvers {
		if req.Game.Snakes > 1 {
			return errorf("solver", "solver %s: the position has %d snakes; use snake=%s for each of them", spec, req.Game.Snakes, spec)
		}
		if err := canPlay(spec, req.Game); err != nil {
			return &Error{"solver", err}
		}
	}
	if n := req.Game.Snakes; len(req.Snakes) > 0 && len(req.Snakes) != n {
		return errorf("snake", "%s, and the position has %d", english.Count(len(req.Snakes), "snake"), n)
	}
	for _, snake := range req.Snakes {
		if err := canPlay(snake.Spec, req.Game); err != nil {
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

func parseSnake(text string) (Snake, error) {
	name, solver := roster.CutName(text)
	if strings.HasPrefix(text, "=") || len(name) > maxName || !isPrintable(name) {
		return Snake{}, fmt.Errorf("snake %s: want SOLVER or NAME=SOLVER, with a name of at most %d visible characters", quote(text), maxName)
	}
	if strings.Contains(solver, "://") {
		return Snake{}, fmt.Errorf("snake %s: a link cannot contain a remote snake; use ouro game", quote(text))
	}
	spec, err := ouro.ParseSpec(solver)
	if err != nil {
		return Snake{}, fmt.Errorf("snake %w", err)
	}
	return Snake{name, spec}, nil
}

func isPrintable(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return !strconv.IsPrint(r) })
}

// A level in a link is the name of a built-in level, or its rows. The rows are those of a
// file, from the top, separated by "/".

func parseLevel(text string) (*ouro.Level, error) {
	if !strings.Contains(text, "/") {
		level, err := roster.Level(text)
		if err != nil {
			return nil, fmt.Errorf("%w; or rows of X wall, . edible wall, space floor and S start, separated by /", err)
		}
		return level, nil
	}
	return ouro.ParseLevel(strings.ReplaceAll(text, "/", "\n"))
}

func levelText(l *ouro.Level) string {
	return strings.ReplaceAll(strings.TrimSuffix(l.String(), "\n"), "\n", "/")
}
