package cli

import (
	"fmt"
	"strings"

	"ouro/arena"
	"ouro/lab"
	"ouro/order"
	"ouro/results"
	"ouro/store"
)

// side is one side of a comparison: an entrant of an experiment.
type side struct {
	*store.Experiment
	order   order.Order
	entrant int
	spec    string // spec of the entrant; in games of one party, of all
}

// version returns the version of everything that plays: the build and other programs.
// Versions of the same solver can be compared.
func (s *side) version() string { return s.Build.Key() + " " + s.Programs }

// sidesOf returns the entrants of an experiment that can be compared.
func sidesOf(s *store.Store, e *store.Experiment) (all []side, err error) {
	if e.Kind == string(order.Exact) || e.Games == 0 {
		return nil, nil
	}
	o, err := results.Order(s, e)
	if err != nil {
		return nil, err
	}
	if o.Kind == order.Hunter {
		return []side{{e, o, 0, strings.Join(e.Solvers, ",")}}, nil
	}
	for i, spec := range e.Solvers {
		all = append(all, side{e, o, i, spec})
	}
	return all, nil
}

// games returns a text that is equal for sides that have played the same games, with any
// solver, build and budget: game by game the same start and the same dice. Without seed it
// is equal for the same kind of games.
func (s *side) games(seed bool) string {
	o := s.order
	o.Nodes, o.Time, o.CPU, o.GuestTimeout, o.Names = 0, 0, 0, 0, nil
	if !seed {
		o.Seed = 0
	}
	entrants := len(o.Solvers)
	o.Solvers = nil
	if o.Kind == order.Arena {
		o.Tournament = tournamentGames(o.Tournament)
		if t, err := arena.Parse(s.order.Tournament); err == nil && !seed {
			t.Seed = 0
			o.Tournament = tournamentGames(t.Text())
		}
	}
	if o.Kind != order.Contest && o.Kind != order.Arena {
		entrants = 0
	}
	return fmt.Sprintf("%s %d", o.Text(), entrants)
}

// tournamentGames returns the text of a tournament without entrants and budget.
func tournamentGames(text string) string {
	t, err := arena.Parse(text)
	if err != nil {
		return text
	}
	t.Snakes, t.Nodes, t.Time, t.CPU, t.GuestTimeout, t.Retries = nil, 0, 0, 0, 0, 0
	return t.Text()
}

// same reports whether both have played the same games.
func (s *side) same(o *side) bool { return s.games(true) == o.games(true) }

// kindOf returns the kind of games, which selects the figures.
func kindOf(s *store.Store, e *side) (lab.Kind, error) {
	plan, err := e.order.Plan()
	if err != nil {
		return nil, fmt.Errorf("%s: experiment %s: %w", s.File(), e.Short(), err)
	}
	if k, ok := plan.Kind.(arena.Kind); plan.Kind == nil || ok && k.Alone {
		return lab.Solo{}, nil
	}
	return plan.Kind, nil
}

func gamesText(sides []side) string {
	s := &sides[0]
	text := fmt.Sprintf("%s has %s", s.spec, strings.TrimSpace(nameOf(s.Rules)+" "+s.Board))
	if len(sides) > 1 {
		text += " and others"
	}
	return text
}
