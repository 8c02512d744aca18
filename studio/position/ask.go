package position

import (
	"context"
	"fmt"
	"time"

	"ouro"
	"ouro/play"
	"ouro/studio/memory"
	"ouro/studio/solvers"
)

// Opinion is what a solver would do.
type Opinion struct {
	Spec     ouro.Spec
	Seat     int
	Decision ouro.Decision
	Took     time.Duration
	Notes    []ouro.Note
	Err      error // why there is none
}

const (
	maxAskTime  = 10 * time.Second
	usualTime   = time.Second
	maxAskNodes = 1 << 40
)

// Ask asks a solver, made for a game that starts here, what the snake in this seat
// should do. It has so many nodes, 0 being no limit, and so much time.
func (b Board) Ask(ctx context.Context, store *memory.Store, spec ouro.Spec, seat int, nodes int64, limit time.Duration) (o Opinion) {
	o = Opinion{Spec: spec, Seat: seat}
	d, err := b.Deal(0)
	if err != nil {
		o.Err = err
		return o
	}
	if seat < 0 || seat >= len(d.Start.Snakes) || d.Start.Snakes[seat].Cause != ouro.Alive {
		o.Err = fmt.Errorf("seat %d: no snake lives there", seat)
		return o
	}
	if limit <= 0 {
		limit = usualTime
	}
	solver, err := solvers.Make(store, spec, ouro.Setup{Rules: d.Rules, Start: d.Start, Seat: seat, Seed: ouro.SolverSeed(1, seat), Threads: 1})
	if err != nil {
		o.Err = err
		return o
	}
	asker := play.NewAsker(solver)
	ctx, cancel := context.WithTimeout(ctx, min(limit, maxAskTime))
	defer cancel()
	trace := ouro.TraceFor(&o.Notes)
	began := time.Now()
	var fault *play.Fault
	o.Decision, fault = asker.Ask(ctx, ouro.Turn{State: d.Start, Seat: seat, Nodes: min(max(0, nodes), maxAskNodes), Trace: trace})
	o.Took = time.Since(began)
	if fault != nil {
		o.Err = fault
	}
	if err := asker.Close(); err != nil && o.Err == nil {
		o.Err = err
	}
	return o
}
