package measure

import (
	"context"
	"fmt"
	"io"
	"time"

	"ouro"
	"ouro/cli/command"
	"ouro/cli/progress"
	"ouro/internal/english"
	"ouro/lab/sheet"
	"ouro/solve/exact"
)

// worstResult is the result against an adversary, and its cost.
type worstResult struct {
	*exact.AdversaryReport
	took   time.Duration
	memory uint64
}

// worst computes and prints the result of the worst food: how many moves suffice if an adversary
// places it.
func (o *exactOptions) worst(ctx context.Context, stdio command.IO, bar *progress.Exact, l *ouro.Level, options exact.Options) error {
	began := time.Now()
	report, err := exact.SolveAdversary(ctx, l, o.startLength, options)
	bar.Clear()
	if err != nil {
		return usageIfRefused(err)
	}
	r := &worstResult{report, time.Since(began), memoryTaken()}
	write := o.writeWorst
	if o.json {
		write = o.writeWorstJSON
	}
	if err := write(stdio.Out, l, r); err != nil {
		return err
	}
	if r.Won == 0 {
		return command.ErrNo
	}
	return nil
}

func (o *exactOptions) writeWorst(w io.Writer, l *ouro.Level, r *worstResult) error {
	at := func(s exact.Start) string {
		x, y := l.Grid.XY(s.Body[0])
		return fmt.Sprintf("%d,%d", x, y)
	}
	fmt.Fprintf(w, "%s, food placed by an adversary\n", o.boardText(l))
	switch r.Won {
	case r.Starts:
		fmt.Fprintf(w, "  won from              every start (%d)\n", r.Starts)
	case 0:
		fmt.Fprintf(w, "  won from              no start (of %d)\n", r.Starts)
	default:
		fmt.Fprintf(w, "  won from              %d of %s\n", r.Won, english.Count(r.Starts, "start"))
	}
	if r.Won > 0 {
		fmt.Fprintf(w, "  moves that suffice    %d from the best start (head on %s), %d from the worst (%s)\n", r.Least.Moves, at(r.Least), r.Most.Moves, at(r.Most))
	}
	if r.Lost.Body != nil {
		fmt.Fprintf(w, "  kept from winning     for ever, for example from the start with the head on %s\n", at(r.Lost))
	}
	_, err := fmt.Fprintf(w, "%d bodies, %d positions up to symmetry, %.2f s, %.0f MB\n", r.Bodies, r.Positions, r.took.Seconds(), float64(r.memory)/1e6)
	return err
}

func (o *exactOptions) writeWorstJSON(w io.Writer, l *ouro.Level, r *worstResult) error {
	start := func(s exact.Start, moves bool) any {
		if s.Body == nil {
			return nil
		}
		x, y := l.Grid.XY(s.Body[0])
		facts := sheet.FactsOf("head", []int{x, y})
		if moves {
			facts.Add("moves", s.Moves)
		}
		return facts
	}
	return command.WriteJSON(w, sheet.FactsOf("schema", command.SchemaVersion{}, "rules", sheet.Sparse(o.rulesText()), "board", l.Grid.String(), "level", sheet.Sparse(o.rowsOf(l)), "start_length", o.startLength,
		"starts", r.Starts, "won_starts", r.Won, "best_start", start(r.Least, true), "worst_start", start(r.Most, true), "lost_start", start(r.Lost, false),
		"bodies", r.Bodies, "positions", r.Positions, "seconds", r.took.Seconds(), "memory_bytes", r.memory))
}
