package hunt

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"ouro"
	"ouro/hunter"
	"ouro/play"
	"ouro/roster"
	"ouro/studio/link"
	"ouro/studio/memory"
	"ouro/studio/session"
)

type Setup struct {
	Level   int // first level, from 1
	Hunters int
	Bots    int // number of bots, which are the last hunters
	Snakes  int // snakes in every level; 0 means each level's own number
	Solvers []ouro.Spec
	Nodes   int64
	Seed    uint64
	Game    int     // number of the game within the seed
	Speed   float64 // ticks a second
}

const (
	maxNodes  = 10_000_000
	maxGame   = 1 << 30
	minSpeed  = 3
	maxSpeed  = 3000                      // limit for games of bots and for records
	maxPlayed = 2 * hunter.TicksPerSecond // limit if a person plays
)

// parseSetup parses the fields of a link. It ignores fields that other pages use.
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
	seed := cmp.Or(l.Get("seed"), "1")
	if s.Seed, err = strconv.ParseUint(seed, 10, 64); err != nil {
		return s, &session.Error{Message: fmt.Sprintf("seed %q: want a number from 0 to 18446744073709551615", seed), Field: "seed"}
	}
	switch {
	case s.Bots > s.Hunters:
		return s, &session.Error{Message: fmt.Sprintf("bots %d: want at most %d, the number of hunters", s.Bots, s.Hunters), Field: "bots"}
	case s.Bots < s.Hunters && s.Speed > maxPlayed:
		return s, &session.Error{Message: fmt.Sprintf("speed %g: want at most %d if a person plays", s.Speed, maxPlayed), Field: "speed"}
	}
	s.Solvers, err = parseSolvers(l.All("solver"))
	return s, err
}

func parseSolvers(texts []string) ([]ouro.Spec, error) {
	fieldError := func(err error) error { return &session.Error{Message: err.Error(), Field: "solver"} }
	if len(texts) > hunter.MaxSnakes {
		return nil, fieldError(fmt.Errorf("%d solvers: want at most %d, one for each snake", len(texts), hunter.MaxSnakes))
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

// Query returns the link of the game, without fields that have their default value.
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
	_, err := roster.Makers(specs) // checks that all solvers are known
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

// Limits of inputs for later ticks.
const (
	maxAhead  = 10 * hunter.TicksPerSecond // most ticks from the current tick to that of an input
	maxInputs = 256                        // most inputs that wait for their tick
)

type seats struct {
	controls hunter.Controls
	bots     []*hunter.Bot // by hunter; nil if a person plays the hunter
	seed     uint64        // seed of the game
	pending  []input       // sorted by tick
}

type input struct {
	tick   int
	hunter int
	do     string
	dir    ouro.Dir
}

func newSeats(seed uint64, hunters, bots int) *seats {
	s := &seats{seed: seed, bots: make([]*hunter.Bot, hunters)}
	s.controls.SetReleases(true)
	for h := hunters - bots; h < hunters; h++ {
		s.bots[h] = hunter.NewBot(hunter.BotSeed(seed, h))
	}
	return s
}

func (s *seats) players() []hunter.Player {
	all := make([]hunter.Player, len(s.bots))
	for h := range all {
		all[h] = s
	}
	return all
}

func (s *seats) Act(w *hunter.World, h int) hunter.Input {
	if bot := s.bots[h]; bot != nil {
		return bot.Act(w, h)
	}
	return s.controls.Act(w, h)
}

func (s *seats) hasPerson() bool { return slices.Contains(s.bots, nil) }

func (s *seats) setBot(h int, bot bool) error {
	if h < 0 || h >= len(s.bots) {
		return fmt.Errorf("hunter %d: want 0 to %d", h, len(s.bots)-1)
	}
	s.controls.Stop(h)
	s.bots[h] = nil
	if bot {
		s.bots[h] = hunter.NewBot(hunter.BotSeed(s.seed, h))
	}
	return nil
}

func (s *seats) add(in input) error {
	if len(s.pending) >= maxInputs {
		return fmt.Errorf("more than %d inputs wait for their ticks", maxInputs)
	}
	at := len(s.pending)
	for at > 0 && s.pending[at-1].tick > in.tick {
		at--
	}
	s.pending = slices.Insert(s.pending, at, in)
	return nil
}

func (s *seats) apply(tick int) {
	n := 0
	for ; n < len(s.pending) && s.pending[n].tick <= tick; n++ {
		switch in := s.pending[n]; in.do {
		case "press":
			s.controls.Press(in.hunter, in.dir)
		case "release":
			s.controls.Release(in.hunter, in.dir)
		case "bomb":
			s.controls.Bomb(in.hunter)
		case "stop":
			s.controls.Stop(in.hunter)
		}
	}
	s.pending = slices.Delete(s.pending, 0, n)
}

// DecisionTime is the longest time for one decision of a snake.
const DecisionTime = 2 * time.Second

// deadline stops a snake's decision after DecisionTime, or when the channel ends. A stopped
// decision is an error that ends the game.
type deadline struct {
	ctx context.Context
	err error
}

func (d *deadline) wrap(drivers []hunter.Driver) []hunter.Driver {
	wrapped := slices.Clone(drivers)
	for i, one := range drivers {
		wrapped[i].Make = func(setup ouro.Setup) (ouro.Solver, error) {
			setup.Threads = 1
			s, err := one.Make(setup)
			if err != nil {
				return nil, err
			}
			return &limitedSolver{s, d, one.Spec}, nil
		}
	}
	return wrapped
}

// limitedSolver is a solver whose decisions end at the deadline.
type limitedSolver struct {
	ouro.Solver
	deadline *deadline
	spec     ouro.Spec
}

func (h *limitedSolver) Decide(_ context.Context, t ouro.Turn) (ouro.Decision, error) {
	ctx, cancel := context.WithTimeout(h.deadline.ctx, DecisionTime)
	defer cancel()
	d, err := h.Solver.Decide(ctx, t)
	if ctx.Err() != nil && h.deadline.err == nil {
		h.deadline.err = fmt.Errorf("solver %s: no decision within %v; give it fewer nodes", h.spec, DecisionTime)
	}
	return d, err
}

func (h *limitedSolver) Close() error { return play.Close(h.Solver) }
