package hunt

import (
	"fmt"
	"strconv"

	"ouro"
	"ouro/hunter"
	"ouro/roster"
	"ouro/studio/link"
	"ouro/studio/memory"
	"ouro/studio/session"
)

// Setup is the game of a link.
type Setup struct {
	Level   int // first level, from 1
	Hunters int
	Bots    int // the last of the hunters
	Snakes  int // in every level; 0 is the number of each level
	Solvers []ouro.Spec
	Nodes   int64
	Seed    uint64
	Game    int     // number of the game of the seed
	Speed   float64 // ticks a second
}

const (
	maxNodes  = 10_000_000
	maxGame   = 1 << 30
	minSpeed  = 3
	maxSpeed  = 3000 // with bots only, and in records
	maxPlayed = 2 * hunter.TicksPerSecond
)

// parseSetup parses the fields of a link and ignores those of other pages.
func parseSetup(l *link.Link) (s Setup, err error) {
	read := func(key string, lo, hi, def int) int {
		text := l.Get(key)
		if err != nil || text == "" {
			return def
		}
		n, e := ouro.Number(lo, hi)(text)
		if e != nil {
			err = &session.Error{Message: fmt.Sprintf("%s %v", key, e), Field: key}
		}
		return n
	}
	s.Level = read("start-level", 1, len(hunter.Levels()), 1)
	s.Bots = read("bots", 0, hunter.MaxHunters, 0)
	s.Hunters = read("hunters", 1, hunter.MaxHunters, max(1, s.Bots))
	s.Snakes = read("snakes", 0, hunter.MaxSnakes, 0)
	s.Nodes = int64(read("nodes", 0, maxNodes, hunter.DefaultNodes))
	s.Game = read("game", 0, maxGame, 0)
	s.Speed = float64(read("speed", minSpeed, maxSpeed, hunter.TicksPerSecond))
	if err != nil {
		return s, err
	}
	if text := l.Get("seed"); text != "" {
		if s.Seed, err = strconv.ParseUint(text, 10, 64); err != nil {
			return s, &session.Error{Message: fmt.Sprintf("seed %q: want a number from 0 to 18446744073709551615", text), Field: "seed"}
		}
	} else {
		s.Seed = 1
	}
	switch {
	case s.Bots > s.Hunters:
		return s, &session.Error{Message: fmt.Sprintf("%d bots of %d hunters", s.Bots, s.Hunters), Field: "bots"}
	case s.Bots < s.Hunters && s.Speed > maxPlayed:
		return s, &session.Error{Message: fmt.Sprintf("speed %g: at most %d if a person plays", s.Speed, maxPlayed), Field: "speed"}
	}
	s.Solvers, err = parseSolvers(l.All("solver"))
	return s, err
}

func parseSolvers(texts []string) ([]ouro.Spec, error) {
	fieldError := func(err error) error { return &session.Error{Message: err.Error(), Field: "solver"} }
	if len(texts) > hunter.MaxSnakes {
		return nil, fieldError(fmt.Errorf("%d solvers, but at most %d snakes", len(texts), hunter.MaxSnakes))
	}
	var specs []ouro.Spec
	for _, text := range texts {
		spec, err := roster.ParseFromPage(text)
		if err != nil {
			return nil, fieldError(err)
		}
		specs = append(specs, spec)
	}
	if len(specs) == 0 {
		specs = []ouro.Spec{roster.HunterSolver}
	}
	if _, err := roster.Makers(specs); err != nil {
		return nil, fieldError(err)
	}
	return specs, nil
}

// Query returns the link of the game, without fields that have their default.
func (s *Setup) Query() string {
	var l link.Link
	add := func(key, value, byDefault string) {
		if value != byDefault {
			l.Fields = append(l.Fields, link.Field{Key: key, Value: value})
		}
	}
	add("start-level", strconv.Itoa(s.Level), "1")
	add("hunters", strconv.Itoa(s.Hunters), strconv.Itoa(max(1, s.Bots)))
	add("bots", strconv.Itoa(s.Bots), "0")
	add("snakes", strconv.Itoa(s.Snakes), "0")
	if len(s.Solvers) != 1 || s.Solvers[0].String() != roster.HunterSolver.String() {
		for _, spec := range s.Solvers {
			add("solver", spec.String(), "")
		}
	}
	add("nodes", strconv.FormatInt(s.Nodes, 10), strconv.Itoa(hunter.DefaultNodes))
	add("seed", strconv.FormatUint(s.Seed, 10), "")
	add("game", strconv.Itoa(s.Game), "0")
	add("speed", strconv.FormatFloat(s.Speed, 'g', -1, 64), strconv.Itoa(hunter.TicksPerSecond))
	return l.String()
}

func (s *Setup) config(store *memory.Store) (hunter.Config, error) {
	cfg := hunter.Config{
		Seed: ouro.GameSeed(s.Seed, s.Game), Hunters: s.Hunters, Snakes: s.Snakes, Nodes: s.Nodes,
		Levels: hunter.Levels()[s.Level-1:], Keep: true,
	}
	var err error
	cfg.Drivers, err = drivers(store, s.Solvers)
	return cfg, err
}

func drivers(store *memory.Store, specs []ouro.Spec) ([]hunter.Driver, error) {
	_, err := roster.Makers(specs) // checks that all are known
	if err == nil {
		err = roster.CheckFromPage(specs...)
	}
	if err != nil {
		return nil, err
	}
	var all []hunter.Driver
	for _, spec := range specs {
		all = append(all, hunter.Driver{Spec: spec, Make: store.Maker(spec)})
	}
	return all, nil
}
