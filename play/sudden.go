package play

import (
	"context"
	"time"
)

// Sudden is ctx, whose end nobody sees coming. A limit that is not part of a game is
// given to its solvers so: one that saw it would think in another way, and the game
// would be another one.
func Sudden(ctx context.Context) context.Context { return sudden{ctx} }

type sudden struct{ context.Context }

func (sudden) Deadline() (deadline time.Time, ok bool) { return time.Time{}, false }
