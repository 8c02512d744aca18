package exact

import (
	"context"
	"sync"
	"sync/atomic"

	"ouro/internal/cooperate"
)

// workers is the number of goroutines that share loops over flat arrays.
type workers int

// chunk is the number of elements that a worker takes at once: large enough to make taking
// free, small enough to balance the load, and a multiple of the elements in a word of any
// packed array.
const chunk = 1 << 14

// each calls do concurrently for ranges that cover 0 to n-1. It returns when all have ended,
// with the error of ctx if that has ended before.
func (w workers) each(ctx context.Context, n int, do func(lo, hi int)) error {
	var next atomic.Int64
	work := func() {
		for ctx.Err() == nil {
			cooperate.Yield()
			lo := int(next.Add(chunk)) - chunk
			if lo >= n {
				return
			}
			do(lo, min(lo+chunk, n))
		}
	}
	var others sync.WaitGroup
	for range min(int(w), (n+chunk-1)/chunk) - 1 {
		others.Go(work)
	}
	work()
	others.Wait()
	return ctx.Err()
}
