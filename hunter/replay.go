package hunter

import (
	"context"
	"errors"
	"fmt"

	"ouro"
)

// ErrChanged is the error of a record whose checksum is wrong although every tick can be
// derived.
var ErrChanged = errors.New("the record was changed outside its inputs (its checksum is wrong)")

// Replay plays a record again, with a Maker for each of its drivers, and compares it with
// the record's digests after each line of inputs and at the end. visit, if it is not nil,
// receives the world at the start and after each tick.
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

// Check compares a world that replays the record with the record, after any tick: with a
// digest after each line of inputs, and completely at the end.
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
