package share

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"ouro"
	"ouro/internal/english"
	"ouro/play"
	"ouro/roster"
)

// panel asks the solvers of a record again about each position of the game.
type panel struct {
	record  *ouro.Record
	askers  []*play.Asker // by seat; nil for a solver that cannot be asked
	answers int           // valid answers so far
	other   int           // answers that differ from the recorded moves
}

// newPanel makes the solvers of a record. A seat has no solver if its solver would start a program
// or open a file, which a record must not cause, or if a person or a remote snake played it.
func newPanel(r *ouro.Record) (panel, error) {
	p := panel{record: r, askers: make([]*play.Asker, len(r.Seats))}
	deal, err := roster.Deal(r.Game, r.Seed)
	if err != nil {
		return p, err
	}
	for seat, spec := range r.Seats {
		if roster.CheckFromPage(spec) != nil {
			continue
		}
		if e, err := roster.FindSolver(spec.Name); err != nil || e.Name == roster.Exec().Name {
			continue
		}
		setup := ouro.Setup{Rules: deal.Rules, Start: deal.Start, Seat: seat, Seed: ouro.SolverSeed(r.Seed, seat), Threads: r.Budget.Threads()}
		solver, err := roster.Make(spec, setup)
		if err != nil {
			continue
		}
		p.askers[seat] = play.NewAsker(solver)
	}
	return p, nil
}

// think asks all solvers about a position and calls addNotes with the notes of each. After a fault,
// a solver is not asked again.
func (p *panel) think(ctx context.Context, s *ouro.State, addNotes func(seat int, notes []ouro.Note)) error {
	for seat, asker := range p.askers {
		if asker == nil {
			continue
		}
		var notes []ouro.Note
		if s.Snakes[seat].Cause == ouro.Alive {
			d, fault := p.ask(ctx, asker, ouro.Turn{State: s, Seat: seat, Nodes: p.record.Budget.Nodes, Trace: ouro.TraceFor(&notes)})
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if fault != nil {
				p.askers[seat] = nil
				notes = nil
				if err := asker.Close(); err != nil {
					return err
				}
			} else if p.answers++; d.Dir != p.record.Joint(s.Turn + 1)[seat] {
				p.other++
			}
		}
		addNotes(seat, notes)
	}
	return nil
}

func (p *panel) ask(ctx context.Context, asker *play.Asker, t ouro.Turn) (ouro.Decision, *play.Fault) {
	limit := cmp.Or(p.record.Budget.Time, p.record.Budget.CPU)
	if limit == 0 {
		return asker.Ask(play.WithoutDeadline(ctx), t)
	}
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	return asker.Ask(ctx, t)
}

func (p *panel) close() error {
	var err error
	for _, asker := range p.askers {
		if asker != nil {
			err = errors.Join(err, asker.Close())
		}
	}
	return err
}

func (p *panel) words() string {
	words := "the solvers were asked again about each position"
	if p.other > 0 {
		words += fmt.Sprintf("; %d of %s differ from the recorded moves", p.other, english.Count(p.answers, "answer"))
	}
	return words
}

// Think derives the game of a record and asks its solvers again about each position. It
// calls visit with each position and the notes of all solvers, by seat; visit must not keep or
// change them.
func Think(ctx context.Context, r *ouro.Record, visit func(s *ouro.State, notes [][]ouro.Note)) error {
	deal, err := roster.Deal(r.Game, r.Seed)
	if err != nil {
		return err
	}
	p, err := newPanel(r)
	if err != nil {
		return err
	}
	var failed error
	err = play.Replay(ctx, r, deal, func(s *ouro.State) {
		notes := make([][]ouro.Note, len(r.Seats))
		if failed == nil && s.Turn < r.End() {
			failed = p.think(ctx, s, func(seat int, all []ouro.Note) { notes[seat] = all })
		}
		visit(s, notes)
	})
	return errors.Join(err, failed, p.close())
}
