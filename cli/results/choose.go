package results

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ouro/arena"
	"ouro/cli/command"
	"ouro/cli/experiment"
	"ouro/cli/flags"
	"ouro/definition"
	"ouro/internal/shell"
	"ouro/lab"
	"ouro/results"
	"ouro/store"
)

// pairing is two sides to compare.
type pairing struct{ a, b side }

// byBuild orders experiments by the commit time of their builds or, if the time is unknown or equal,
// by their own time.
func byBuild(a, b *store.Experiment) int {
	if a.Build.Time != "" && b.Build.Time != "" {
		if c := strings.Compare(a.Build.Time, b.Build.Time); c != 0 {
			return c
		}
	}
	return a.Created.Compare(b.Created)
}

// chooser chooses the pairings to compare among the sides of a results file.
type chooser struct {
	store *store.Store
	sides []side // the oldest first
}

func newChooser(ctx context.Context, s *store.Store, q *query) (*chooser, error) {
	c := &chooser{store: s}
	found, err := q.find(ctx, s)
	if err != nil {
		return nil, err
	}
	for i := range found {
		sides, err := sidesOf(s, &found[i])
		if err != nil {
			return nil, err
		}
		for _, candidate := range sides {
			if len(q.solvers) == 0 || slices.ContainsFunc(q.solvers, func(part string) bool { return strings.Contains(candidate.spec, part) }) {
				c.sides = append(c.sides, candidate)
			}
		}
	}
	switch {
	case len(c.sides) > 0:
	case len(q.solvers) > 0:
		return nil, fmt.Errorf("%s: no games of %s match; ouro results list prints all experiments", s.File(), command.Excerpt(strings.Join(q.solvers, ", ")))
	default:
		return nil, fmt.Errorf("%s: no games to compare; ouro bench --store %s plays and stores games", s.File(), shell.Word(s.File()))
	}
	return c, nil
}

// errOneBuild means that all comparable games are of the same build.
var errOneBuild = errors.New("of one build")

// builds returns the pairings of two builds, for all definitions that both builds have played.
// older and newer are prefixes of builds, or "" for the last two builds. If there is only one build,
// the pairings compare the last two versions of the programs that took part.
func (c *chooser) builds(older, newer string) ([]pairing, error) {
	pairs, err := c.versions(older, newer, func(s *side) string { return s.Build.Key() })
	if !errors.Is(err, errOneBuild) {
		return pairs, err
	}
	if others, err := c.versions("", "", (*side).version); err == nil && older == "" && newer == "" {
		return others, nil
	}
	return nil, err
}

// versions returns the pairings of two versions. older and newer are prefixes of versions, or "" for
// the last two. version returns the version of a side.
func (c *chooser) versions(older, newer string, version func(*side) string) ([]pairing, error) {
	// A subject identifies sides that can be compared: they are the same entrant of the same
	// definition.
	type subject struct {
		definition string
		entrant    int
	}
	subjects := map[subject][]side{}
	var all []side
	for _, s := range c.sides {
		key := subject{s.definition.Text(), s.entrant}
		subjects[key] = append(subjects[key], s)
		all = append(all, s)
	}
	slices.SortStableFunc(all, func(a, b side) int { return byBuild(a.Experiment, b.Experiment) })
	var names []string // versions in the order of their first experiment
	for i := range all {
		if !slices.Contains(names, version(&all[i])) {
			names = append(names, version(&all[i]))
		}
	}
	choose := func(prefix string, other string) (string, error) {
		for i := len(names) - 1; i >= 0; i-- {
			matches := strings.HasPrefix(names[i], prefix) || strings.HasPrefix(strings.TrimPrefix(names[i], "sum-"), prefix)
			if names[i] != other && matches && (other == "" || c.share(names[i], other, version)) {
				return names[i], nil
			}
		}
		if prefix != "" {
			return "", fmt.Errorf("%s: no build %q has played the games to compare; want the first characters of one of these builds: %s", c.store.File(), prefix, shortNames(names))
		}
		return "", fmt.Errorf("%s: all comparable games are %w (%s); play the same games with another build, or name two solvers%s", c.store.File(), errOneBuild, shortNames(names), c.suggestion())
	}
	newVersion, err := choose(newer, "")
	if err != nil {
		return nil, err
	}
	oldVersion, err := choose(older, newVersion)
	if err != nil {
		return nil, err
	}
	var pairs []pairing
	for _, s := range c.sides {
		if version(&s) != newVersion {
			continue
		}
		for _, o := range subjects[subject{s.definition.Text(), s.entrant}] {
			if version(&o) == oldVersion {
				pairs = append(pairs, pairing{o, s})
			}
		}
	}
	return pairs, nil
}

// share reports whether versions a and b have played games of the same definition.
func (c *chooser) share(a, b string, version func(*side) string) bool {
	played := map[string]bool{}
	for _, s := range c.sides {
		if version(&s) == a {
			played[s.definition.Text()] = true
		}
	}
	return slices.ContainsFunc(c.sides, func(s side) bool { return version(&s) == b && played[s.definition.Text()] })
}

// suggestion returns the end of an error: a command that compares two experiments with the same
// games.
func (c *chooser) suggestion() string {
	for i := range c.sides {
		for j := i + 1; j < len(c.sides); j++ {
			a, b := &c.sides[i], &c.sides[j]
			if a.ID != b.ID && a.games(true) == b.games(true) {
				return ": " + shell.Line("ouro", "results", "diff", a.Short(), b.Short(), "--store", c.store.File())
			}
		}
	}
	return ", such as: ouro results diff cell lookahead"
}

func shortNames(builds []string) string {
	var short []string
	for _, b := range builds {
		b = strings.TrimPrefix(b, "sum-")
		short = append(short, b[:min(7, len(b))])
	}
	return strings.Join(short, ", ")
}

// pairsOf returns the pairings of the sides that the words a and b name. Each word is an experiment,
// a solver, or SOLVER@BUILD.
func (c *chooser) pairsOf(ctx context.Context, a, b string) ([]pairing, error) {
	as, err := c.candidates(ctx, a)
	if err != nil {
		return nil, err
	}
	bs, err := c.candidates(ctx, b)
	if err != nil {
		return nil, err
	}
	best := map[string]pairing{} // the best pairing for each set of games
	var keys []string
	together := ""                             // an experiment in which a and b have played each other
	for _, seed := range []bool{true, false} { // first games with the same seed, then with any seeds
		for _, x := range as {
			for _, y := range bs {
				if x.ID == y.ID && x.entrant != y.entrant {
					together = x.Short()
				}
				if x.games(seed) != y.games(seed) || x.ID == y.ID || x.Key == a && y.Key == b && x.entrant != y.entrant {
					continue
				}
				key := fmt.Sprint(x.games(seed), x.definition.Kind == definition.Contest && x.entrant > 0, x.entrant)
				p := pairing{x, y}
				if before, there := best[key]; !there {
					best[key], keys = p, append(keys, key)
				} else if p.better(before) {
					best[key] = p
				}
			}
		}
		if len(best) > 0 {
			break
		}
	}
	if len(best) == 0 && together != "" {
		return nil, fmt.Errorf("%s and %s have played each other; ouro results show %s prints which is better", a, b, together)
	}
	if len(best) == 0 && len(as) == 1 && len(bs) == 1 && as[0].ID == bs[0].ID {
		return nil, fmt.Errorf("%s and %s are both in experiment %s; name another experiment or solver, or give no argument to compare two builds", a, b, as[0].Short())
	}
	if len(best) == 0 {
		return nil, fmt.Errorf("%s and %s have no comparable games: %s; %s", a, b, gamesText(as), gamesText(bs))
	}
	var pairs []pairing
	for _, key := range keys {
		pairs = append(pairs, best[key])
	}
	return pairs, nil
}

// better reports whether p is a better choice than o, a pairing with the same games. A pairing with
// one build is better than one with two builds, and newer builds are better than older builds.
func (p pairing) better(o pairing) bool {
	one := func(p pairing) int {
		if p.a.Build.Key() == p.b.Build.Key() {
			return 1
		}
		return 0
	}
	return cmp.Or(cmp.Compare(one(p), one(o)), byBuild(p.b.Experiment, o.b.Experiment), byBuild(p.a.Experiment, o.a.Experiment)) > 0
}

// candidates returns the sides that a word names: an experiment, a solver, or SOLVER@BUILD.
func (c *chooser) candidates(ctx context.Context, word string) (found []side, err error) {
	spec, build, ofBuild := strings.Cut(word, "@")
	if !ofBuild {
		if named, err := experiment.Find(ctx, c.store, []string{word}); err == nil {
			return sidesOf(c.store, &named[0])
		}
	}
	for _, exact := range []bool{true, false} {
		for _, s := range c.sides {
			if ofBuild && !strings.HasPrefix(s.Build.Commit, build) && !strings.HasPrefix(s.Build.Sum, build) && s.Build.Version != build {
				continue
			}
			if s.spec == spec || !exact && flags.NameOf(s.spec) == spec {
				found = append(found, s)
			}
		}
		if found != nil {
			return found, nil
		}
	}
	return nil, fmt.Errorf("%s: no experiment or solver %q; want an id, a solver, or SOLVER@BUILD (solvers: %s)", c.store.File(), word, strings.Join(c.solvers(), ", "))
}

// maxListed is the largest number of solvers that an error lists.
const maxListed = 12

func (c *chooser) solvers() (specs []string) {
	for _, s := range c.sides {
		if !slices.Contains(specs, s.spec) {
			specs = append(specs, s.spec)
		}
	}
	if len(specs) > maxListed {
		specs = append(specs[:maxListed], "...")
	}
	return specs
}

// narrow keeps only the sides whose spec is solver. If there is none, it keeps only the sides whose
// solver has this name. If there is none of these either, it keeps all sides.
func (c *chooser) narrow(solver string) {
	for _, matches := range []func(s side) bool{
		func(s side) bool { return s.spec == solver },
		func(s side) bool { return flags.NameOf(s.spec) == solver },
	} {
		if slices.ContainsFunc(c.sides, matches) {
			c.sides = slices.DeleteFunc(c.sides, func(s side) bool { return !matches(s) })
			return
		}
	}
}

// side is one side of a comparison: an entrant of an experiment.
type side struct {
	*store.Experiment
	definition definition.Definition
	entrant    int
	spec       string // spec of the entrant, or the specs of all entrants if they play as one party
}

// version identifies the build and the other programs of a side, so that versions of the same
// solver can be compared.
func (s *side) version() string { return s.Build.Key() + " " + s.Programs }

func sidesOf(s *store.Store, e *store.Experiment) (all []side, err error) {
	if e.Kind == string(definition.Exact) || e.Games == 0 {
		return nil, nil
	}
	d, err := results.Definition(s, e)
	if err != nil {
		return nil, err
	}
	if d.Kind == definition.Hunter {
		return []side{{e, d, 0, strings.Join(e.Solvers, ",")}}, nil
	}
	for i, spec := range e.Solvers {
		all = append(all, side{e, d, i, spec})
	}
	return all, nil
}

// games returns a text that is the same for two sides if and only if they have played the same games,
// with the same start and dice in each game. Solvers, builds and budgets may differ; if seed is
// false, seeds may differ too.
func (s *side) games(seed bool) string {
	d := s.definition
	d.Nodes, d.Time, d.CPU, d.GuestTimeout, d.Names = 0, 0, 0, 0, nil
	if !seed {
		d.Seed = 0
	}
	entrants := len(d.Solvers)
	d.Solvers = nil
	if d.Kind == definition.Arena {
		d.Tournament = tournamentGames(d.Tournament)
		if t, err := arena.Parse(s.definition.Tournament); err == nil && !seed {
			t.Seed = 0
			d.Tournament = tournamentGames(t.Text())
		}
	}
	if d.Kind != definition.Contest && d.Kind != definition.Arena {
		entrants = 0
	}
	return fmt.Sprintf("%s %d", d.Text(), entrants)
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

func (s *side) hasSameGames(o *side) bool { return s.games(true) == o.games(true) }

// kindOf returns the kind of a side's games, which determines the figures to compare.
func kindOf(s *store.Store, e *side) (lab.Kind, error) {
	plan, err := e.definition.Plan()
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
	text := fmt.Sprintf("%s has %s", s.spec, strings.TrimSpace(flags.NameOf(s.Rules)+" "+s.Board))
	if len(sides) > 1 {
		text += " and others"
	}
	return text
}
