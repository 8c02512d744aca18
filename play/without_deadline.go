package play

import (
	"context"
	"time"
)

// WithoutDeadline is ctx, whose end nobody sees coming. A limit that is not part of a game is
// given to its solvers so: one that saw it would think in another way, and the game
// would be another one.
func WithoutDeadline(ctx context.Context) context.Context { return withoutDeadline{ctx} }

type withoutDeadline struct{ context.Context }

func (withoutDeadline) Deadline() (deadline time.Time, ok bool) { return time.Time{}, false }
