package play

import (
	"context"
	"time"
)

// WithoutDeadline returns ctx without its deadline; it still ends at the same time. It
// hides limits that are not part of a game from its solvers, which would otherwise think
// differently and play another game.
func WithoutDeadline(ctx context.Context) context.Context { return withoutDeadline{ctx} }

type withoutDeadline struct{ context.Context }

func (withoutDeadline) Deadline() (deadline time.Time, ok bool) { return time.Time{}, false }
