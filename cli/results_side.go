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
	spec    string // of the entrant; of games of one party, that of all
}

// version is which version of what plays it is: the build, and the programs that take
// part. The same solver of two versions can be compared.
func (s *side) version() string { return s.Build.Key() + " " + s.Programs }

// sidesOf are the entrants of an experiment that can be compared.
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

// games are the same text for sides that have played the same games, whoever played
// them, by which build and with what budget: game by game they have the same start and
// the same dice. Only if seed is true is it a part of them; else they are the same kind
// of games.
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

// tournamentGames is the text of a tournament without who plays it, and with what
// budget.
func tournamentGames(text string) string {
	t, err := arena.Parse(text)
	if err != nil {
		return text
	}
	t.Snakes, t.Nodes, t.Time, t.CPU, t.GuestTimeout, t.Retries = nil, 0, 0, 0, 0, 0
	return t.Text()
}

// same tells whether game by game both have the same start and the same dice.
func (s *side) same(o *side) bool { return s.games(true) == o.games(true) }

// kindOf is the kind of games, by which figures are chosen.
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

func playedBy(sides []side) string {
	s := &sides[0]
	text := fmt.Sprintf("%s has %s", s.spec, strings.TrimSpace(nameOf(s.Rules)+" "+s.Board))
	if len(sides) > 1 {
		text += " and others"
	}
	return text
}
