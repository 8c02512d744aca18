package hunter

import (
	"context"
	"errors"
	"fmt"

	"ouro"
)

// Driver makes the solvers of snakes. Spec names the solver in records, and Make makes that solver with
// the options of Spec.
type Driver struct {
	Spec ouro.Spec
	Make ouro.Maker
}

// DefaultNodes is the default limit of nodes for a snake's decision: no limit. Solvers such as
// backtrack limit their depth, and are faster if they need not check a limit of nodes.
const DefaultNodes = 0

type Config struct {
	Seed    uint64
	Hunters int      // 1 or 2
	Snakes  int      // number of snakes in every level; 0 means the default number of each level
	Drivers []Driver // snake i has driver i modulo len(Drivers)
	Levels  []*Level // in playing order; nil means Levels()
	Nodes   int64    // limit of nodes for a decision of a snake; 0 means none
	Keep    bool     // whether to store the inputs for a Record

	// Trace, unless nil, returns the Trace for the next decision of a snake.
	Trace func(snake int) *ouro.Trace
}

// withDefaults returns c with defaults for fields that are not set. It returns an error if a field is
// invalid.
func (c Config) withDefaults() (Config, error) {
	if c.Levels == nil {
		c.Levels = Levels()
	}
	switch {
	case c.Hunters < 1 || c.Hunters > MaxHunters:
		return c, fmt.Errorf("hunter: %d hunters: want 1 to %d", c.Hunters, MaxHunters)
	case c.Snakes < 0 || c.Snakes > MaxSnakes:
		return c, fmt.Errorf("hunter: %d snakes: want 1 to %d, or 0 for the number of each level", c.Snakes, MaxSnakes)
	case len(c.Drivers) < 1 || len(c.Drivers) > MaxSnakes:
		return c, fmt.Errorf("hunter: %d drivers: want 1 to %d", len(c.Drivers), MaxSnakes)
	case len(c.Levels) < 1 || len(c.Levels) > maxLevels:
		return c, fmt.Errorf("hunter: %d levels: want 1 to %d", len(c.Levels), maxLevels)
	case c.Nodes < 0:
		return c, errors.New("hunter: the node budget must not be negative")
	}
	return c, nil
}

// MaxTicks returns an upper bound of the ticks of a game with these levels: each level is won at
// most once, and time runs out at most Lives times.
func MaxTicks(levels []*Level) int {
	ticks, longest := 0, 0
	for _, l := range levels {
		n := l.Seconds*TicksPerSecond + BreakTicks
		ticks, longest = ticks+n, max(longest, n)
	}
	return ticks + Lives*longest
}

// Player plays hunters. It must not change the world.
type Player interface {
	// Act returns the input of hunter h for the next tick.
	Act(w *World, h int) Input
}

type Result struct {
	Seed   uint64
	Phase  Phase // Won or Lost, unless the game was stopped
	Level  int   // last level, counted from 1
	Ticks  int
	Score  int
	Kills  int // snakes killed
	Deaths int // lives lost by all hunters
	Faults int // decisions of snakes for which the solver failed
}

func (r Result) Won() bool { return r.Phase == Won }

func (w *World) Result() Result {
	r := Result{Seed: w.cfg.Seed, Phase: w.phase, Level: w.LevelNumber(), Ticks: w.tick, Score: w.Score(), Faults: w.faults}
	for h := range w.hunters {
		r.Kills += w.hunters[h].Kills
		r.Deaths += Lives - w.hunters[h].Lives
	}
	return r
}

// Run plays a whole game; players[h] plays hunter h. Without cfg.Keep, the Record is nil. If ctx
// ends first, Run returns the result and the record so far, and the error of ctx.
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

// ErrChanged is the error for a record whose checksum is wrong although all its ticks agree with the
// replay.
var ErrChanged = errors.New("the checksum of the record is wrong although all its ticks are right; another part of the record was changed")

// Replay plays a record again, with a Maker for each driver. It compares the game with the record's
// digests after each line of inputs and at the end. visit, unless nil, receives the world at the
// start and after each tick.
func Replay(ctx context.Context, r *Record, makers []ouro.Maker, visit func(*World)) error {
	cfg, err := r.Config(makers)
	if err != nil {
		return err
	}
	w, err := New(cfg)
	if err != nil {
		return err
	}
	if err := replay(ctx, r, w, visit); err != nil {
		return errors.Join(fmt.Errorf("replay: %w", err), w.Close())
	}
	return w.Close()
}

func replay(ctx context.Context, r *Record, w *World, visit func(*World)) error {
	if visit != nil {
		visit(w)
	}
	for tick := 1; tick <= r.Ticks(); tick++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		if w.Over() {
			return fmt.Errorf("tick %d: an input after the game's end (%s)", tick, w.Phase())
		}
		w.Step(r.At(tick))
		if visit != nil {
			visit(w)
		}
		if err := r.Check(w); err != nil {
			return err
		}
	}
	if r.Ticks() == 0 {
		return r.checkEnd(w)
	}
	return nil
}

// Check compares w, a world that replays r, with r. After the last tick of a line of inputs, it
// compares the digest; at the end, it also compares the result. After other ticks, Check compares
// nothing.
func (r *Record) Check(w *World) error {
	tick := w.Tick()
	if tick == 0 || tick%checkTicks != 0 && tick != r.Ticks() {
		return nil
	}
	if line := (tick - 1) / checkTicks; w.Hash() != r.Checks[line] {
		return fmt.Errorf("ticks %d to %d: the game differs from the record", line*checkTicks+1, tick)
	}
	if tick == r.Ticks() {
		return r.checkEnd(w)
	}
	return nil
}

func (r *Record) checkEnd(w *World) error {
	if w.Hash() != r.Final || w.Phase() != r.Phase || w.Score() != r.Score {
		return fmt.Errorf("tick %d: the end differs from the record: %s with %d points by replay, %s with %d recorded", w.Tick(), w.Phase(), w.Score(), r.Phase, r.Score)
	}
	if r.Changed {
		return ErrChanged
	}
	return nil
}
