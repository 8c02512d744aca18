package hunter

import (
	"context"
	"errors"
)

// A Player plays hunters by looking at the world. It must not change it.
type Player interface {
	// Act is what hunter h asks for in the next tick.
	Act(w *World, h int) Input
}

// Result is how a game ended.
type Result struct {
	Seed   uint64
	Phase  Phase // Won or Lost, unless it was cut short
	Level  int   // the level it ended in, from 1
	Ticks  int
	Score  int
	Kills  int // snakes
	Deaths int // lives lost by all hunters
	Faults int // decisions of snakes that were not their solvers'
}

// Won tells whether the hunters won all levels.
func (r Result) Won() bool { return r.Phase == Won }

// Result is the game so far.
func (w *World) Result() Result {
	r := Result{Seed: w.cfg.Seed, Phase: w.phase, Level: w.LevelNumber(), Ticks: w.tick, Score: w.Score(), Faults: w.faults}
	for h := range w.hunters {
		r.Kills += w.hunters[h].Kills
		r.Deaths += Lives - w.hunters[h].Lives
	}
	return r
}

// Run plays a whole game, players[h] for hunter h. The Record is nil unless cfg
// says Keep. When ctx ends first, the result and the record are of the game up
// to there, and the error is ctx's.
func Run(ctx context.Context, cfg Config, players []Player) (Result, *Record, error) {
	if len(players) != cfg.Hunters {
		return Result{}, nil, errors.New("hunter: want a player for each hunter")
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
