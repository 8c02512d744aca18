package arena

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"ouro"
	"ouro/hunter"
	"ouro/lab"
	"ouro/play"
	"ouro/roster"
)

// This file adds Snake Hunter to tournaments. In each game, one entrant controls all snakes, and
// bots hunt them. The bots and levels are the same for every entrant. The entrant wins if the bots
// lose all their lives.

// HuntName is the name of Snake Hunter among the rules.
const HuntName = "hunter"

// huntMeasures are the measures of a game of Snake Hunter. They describe how well the bots played:
// kills, for example, is the number of snakes that the bots killed.
var huntMeasures = []string{"level", "score", "lives_lost", "kills", "ticks"}

func (t *Tournament) isHunt() bool {
	name, _, _ := strings.Cut(t.Rules, ":")
	return name == HuntName
}

// HuntRules returns Snake Hunter as an entry of the rules.
func HuntRules() roster.RulesEntry {
	return roster.RulesEntry{
		Name: HuntName, Idea: "Snake Hunter: snakes in a maze, driven by one solver, against bots with bombs", Snakes: 1,
		Options: []roster.Option{
			{Key: "bots", Default: "1", Doc: "1 or 2: how many hunt the snakes"},
			{Key: "snakes", Default: "0", Doc: "1 to 4, or 0 for as many as each level says"},
			{Key: "level", Default: "1", Doc: "the level at which a game begins; later levels follow"},
		},
		Solvers: []ouro.Spec{roster.HunterSolver},
	}
}

// ReadHunt returns the configuration of games with these rules, without seed and drivers. If levels
// is nil, the games use the standard levels.
func ReadHunt(rules ouro.Spec, levels []*hunter.Level) (cfg hunter.Config, err error) {
	if levels == nil {
		levels = hunter.Levels()
	}
	o := rules.Options.Read()
	cfg.Hunters = o.Int("bots", 1, 1, hunter.MaxHunters)
	cfg.Snakes = o.Int("snakes", 0, 0, hunter.MaxSnakes)
	first := o.Int("level", 1, 1, len(levels))
	cfg.Levels = levels[first-1:]
	if err := o.Err(); err != nil {
		return cfg, fmt.Errorf("rules %s: %w", rules, err)
	}
	return cfg, nil
}

// setHunt sets the rules of a tournament of Snake Hunter, which has neither a board nor seats.
func (s *Setting) setHunt(rules ouro.Spec) error {
	t := s.Tournament
	cfg, err := ReadHunt(rules, nil)
	switch {
	case err != nil:
		return err
	case s.Guests:
		return fmt.Errorf("rules %s: remote snakes play only Battlesnake", rules)
	case t.Time > 0 || t.CPU > 0:
		return fmt.Errorf("rules %s: a tick of Snake Hunter does not wait for slow snakes; limit moves with nodes, or set no limit", rules)
	case t.Board != "" || t.Level != "" || t.StartLength != 0 || t.Openings != "":
		return fmt.Errorf("rules %s: Snake Hunter has its own levels; omit board, level, start_length and openings", rules)
	}
	cfg.Nodes = t.Nodes
	t.GuestTimeout = 0
	s.Rules, s.Hunt, s.Alone, s.Game.Rules = HuntRules(), &cfg, true, rules
	t.Rules = s.Rules.WithoutDefaults(rules).String()
	return nil
}

func (s *Setting) tryHunt(spec ouro.Spec) error {
	cfg := *s.Hunt
	makers, err := roster.Makers([]ouro.Spec{spec})
	if err != nil {
		return err
	}
	cfg.Drivers = []hunter.Driver{{Spec: spec, Make: makers[0]}}
	w, err := hunter.New(cfg)
	if err != nil {
		return err
	}
	return w.Close()
}

func (a *attempt) playHunt(ctx context.Context) (lab.Finished, error) {
	snake := a.task.Seats[0]
	return PlayHunt(ctx, *a.Hunt, a.Entrants[snake].Spec, a.makers[snake], a.task)
}

// PlayHunt plays a game of Snake Hunter in which one solver controls all snakes.
func PlayHunt(ctx context.Context, cfg hunter.Config, spec ouro.Spec, maker ouro.Maker, t lab.Task) (f lab.Finished, err error) {
	d := &driver{clock: t.Clock}
	cfg.Seed, cfg.Keep = t.Seed, true
	cfg.Drivers = []hunter.Driver{{Spec: spec, Make: d.timed(maker)}}
	result, record, err := hunter.Run(ctx, cfg, hunter.Bots(cfg.Seed, cfg.Hunters))
	if err != nil && (ctx.Err() != nil || record == nil) {
		return f, err
	}
	f.Tally = HuntTally(result)
	seat := &f.Tally.Seats[0]
	switch {
	case seat.Faults > 0:
		seat.FirstFault = cmp.Or(d.firstFault, "an impossible move")
	case err != nil: // the solver could not be closed
		seat.Faults, seat.FirstFault = 1, "at the end: "+err.Error()
	}
	f.Record = record
	return f, nil
}

// HuntTally returns the tally of a game for its solver, which wins if the bots lost all their
// lives.
func HuntTally(r hunter.Result) lab.Tally {
	t := lab.Tally{
		Ending: ouro.Won, Turns: int32(r.Ticks), Seats: []lab.Seat{{Faults: int32(r.Faults)}},
		Measures: []int{r.Level, r.Score, r.Deaths, r.Kills, r.Ticks},
	}
	if r.Phase == hunter.Won {
		t.Ending, t.Winner = ouro.Died, -1
	}
	return t
}

// driver records the times and the first fault of the solvers that control the snakes of a game.
type driver struct {
	clock      func(seat int, took time.Duration)
	firstFault string // "" without faults
}

// timed returns a Maker whose solvers record their times and faults in d.
func (d *driver) timed(maker ouro.Maker) ouro.Maker {
	return func(setup ouro.Setup) (ouro.Solver, error) {
		s, err := maker(setup)
		if err != nil {
			return nil, err
		}
		return &timedSolver{s, d}, nil
	}
}

type timedSolver struct {
	ouro.Solver
	driver *driver
}

func (s *timedSolver) Decide(ctx context.Context, t ouro.Turn) (d ouro.Decision, err error) {
	began := time.Now()
	err = errors.New("a panic")
	defer func() {
		if s.driver.clock != nil {
			s.driver.clock(0, time.Since(began))
		}
		switch {
		case s.driver.firstFault != "":
		case err != nil:
			s.driver.firstFault = quote(fmt.Sprintf("turn %d: %s", t.State.Turn+1, play.FaultOf(err)))
		case !slices.Contains(ouro.Dirs[:], d.Dir):
			s.driver.firstFault = fmt.Sprintf("turn %d: %s", t.State.Turn+1, d.Dir)
		}
	}()
	return s.Solver.Decide(ctx, t)
}

func (s *timedSolver) Close() error { return play.Close(s.Solver) }
