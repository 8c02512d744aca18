package cli

import (
	"fmt"
	"io"
	"time"

	"ouro/lab"
	"ouro/solve/exact"
)

// exactProgress shows the progress of a computation. The time left is estimated from the
// first report on, because a checkpoint may have saved the work before it.
type exactProgress struct {
	*progress
	first exact.Progress
	since time.Duration
}

func newExactProgress(w io.Writer) *exactProgress { return &exactProgress{progress: newProgress(w)} }

func (b *exactProgress) show(p exact.Progress, took time.Duration) {
	at := lab.Progress{Done: int(p.Done), Total: int(p.Total), Elapsed: took}
	if p.Listing {
		b.draw(at, fmt.Sprintf("listing bodies, length %d", p.Length))
		return
	}
	if b.first.Total == 0 {
		b.first, b.since = p, took
	}
	b.draw(at, fmt.Sprintf("length %d", p.Length), timeLeft(took-b.since, int(p.Done-b.first.Done), int(p.Total-b.first.Done)),
		fmt.Sprintf("%s of %s positions", figure(float64(p.Done)), figure(float64(p.Total))))
}
