package hunter

import (
	"context"
	"errors"
)

// A Player plays hunters. It must not change the world.
type Player interface {
	// Act returns the input of hunter h for the next tick.
	Act(w *World, h int) Input
}

// Result is the result of a game.
type Result struct {
	Seed   uint64
	Phase  Phase // Won or Lost, unless the game was stopped
	Level  int   // last level, from 1
	Ticks  int
	Score  int
	Kills  int // snakes
	Deaths int // lives lost by all hunters
	Faults int // decisions of snakes for which the solver failed
}

// Won reports whether the hunters won all levels.
func (r Result) Won() bool { return r.Phase == Won }

// Result returns the result of the game so far.
func (w *World) Result() Result {
	r := Result{Seed: w.cfg.Seed, Phase: w.phase, Level: w.LevelNumber(), Ticks: w.tick, Score: w.Score(), Faults: w.faults}
	for h := range w.hunters {
		r.Kills += w.hunters[h].Kills
		r.Deaths += Lives - w.hunters[h].Lives
	}
	return r
}

// Run plays a whole game, with players[h] for hunter h. The Record is nil without cfg.Keep.
// If ctx ends first, Run returns the result and the record so far, and the error of ctx.
func Run(ctx context.Context, cfg Config, players []Player) (Result, *Record, error) {
	if len(players) != cfg.Hunters {
		return Result{}, nil, errors.New("hunter: the numbers of players and hunters differ")
	}
	w, err := New(cfg)
	if err != nil {
		return Result{}, nil, err
	}
	inputs := make([]Input, len(players))
	for !w.Over() && err == nil {
		for h, p := range players {
			inputs[h] = p.Act(w, h)
		}
		w.Step(inputs)
		err = ctx.Err()
	}
	result, record := w.Result(), w.Record()
	return result, record, errors.Join(err, w.Close())
}
