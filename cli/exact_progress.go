package cli

import (
	"fmt"
	"time"

	"ouro/lab"
	"ouro/solve/exact"
)

// exactProgress tells how far a computation is.
type exactProgress struct {
	*progress
	first exact.Progress // the first positions, which a checkpoint may have saved the work for
	since time.Duration
}

func (b *exactProgress) show(p exact.Progress, took time.Duration) {
	at := lab.Progress{Done: int(p.Done), Total: int(p.Total), Elapsed: took}
	if p.Listing {
		b.draw(at, fmt.Sprintf("listing bodies, length %d", p.Length))
		return
	}
	if b.first.Total == 0 {
		b.first, b.since = p, took
	}
	left := "?"
	if done := p.Done - b.first.Done; done > 0 {
		left = time.Duration(float64(took-b.since) * float64(p.Total-p.Done) / float64(done)).Round(time.Second).String()
	}
	b.draw(at, fmt.Sprintf("length %d, %.3g of %.3g positions, %s left", p.Length, float64(p.Done), float64(p.Total), left))
}
