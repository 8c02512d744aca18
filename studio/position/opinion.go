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

// Opinion is the move that a solver would make.
type Opinion struct {
	Spec     ouro.Spec
	Seat     int
	Decision ouro.Decision
	Took     time.Duration
	Notes    []ouro.Note
	Err      error // why there is no move
}

const (
	maxAskTime  = 10 * time.Second
	defaultTime = time.Second
	maxAskNodes = 1 << 40
)

// Ask asks a new solver for the move of a seat, within nodes (0 is unlimited) and a time.
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
		limit = defaultTime
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
