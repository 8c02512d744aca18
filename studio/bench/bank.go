package bench

import (
	"context"
	"runtime"
	"slices"
	"sync"

	"ouro"
	"ouro/lab"
	"ouro/roster"
	"ouro/solve/exact"
	"ouro/studio/link"
	"ouro/studio/memory"
)

// A bank plays the games of an experiment and keeps their results.
type bank struct {
	plan    lab.Plan
	mu      sync.Mutex                 // guards games and share
	games   map[[2]int32]*lab.Finished // keyed by group and seating
	share   memory.Share               // memory for games
	groups  int                        // number of finished groups
	optimum float64                    // expected moves of optimal play, 0 if unknown
}

// Estimates of memory, in bytes.
const (
	perGame = 500
	perMeal = 8
)

func newBank(request *link.Request, specs []ouro.Spec, store *memory.Store) (*bank, error) {
	rules, err := roster.RulesEntryOf(request.Game.Rules)
	if err != nil {
		return nil, err
	}
	b := &bank{games: map[[2]int32]*lab.Finished{}, share: store.Share(), plan: lab.Plan{
		Game: request.Game, Deal: roster.Dealer(request.Game), Seed: request.Seed, Budget: request.Budget, First: request.Index, Meals: rules.OneFood, Workers: workers(),
	}}
	for _, spec := range specs {
		b.plan.Entrants = append(b.plan.Entrants, lab.Entrant{Spec: spec, Make: store.Maker(spec)})
	}
	if rules.OneFood {
		b.optimum, _ = exact.KnownOf(&request.Game)
	}
	return b, nil
}

// workers returns how many games to play at once. It leaves half the processors for other channels.
func workers() int { return min(4, max(1, runtime.NumCPU()/2)) }

func (b *bank) close() { b.share.Free() }

// play plays more groups. If ctx ends before all these groups are finished, none of them counts.
func (b *bank) play(ctx context.Context, groups int) error {
	plan := b.plan
	plan.First, plan.Groups = b.plan.First+b.groups, groups
	plan.Keep = func(f *lab.Finished) error {
		b.mu.Lock()
		defer b.mu.Unlock()
		place := [2]int32{f.Tally.Group, f.Tally.Seating}
		if b.games[place] == nil { // otherwise an interrupted run has already reserved memory for this game
			if err := b.share.Add(perGame + int64(len(f.Meals))*perMeal); err != nil {
				return err
			}
		}
		b.games[place] = &lab.Finished{Tally: f.Tally, Meals: slices.Clone(f.Meals)}
		return nil
	}
	if _, err := lab.Run(ctx, plan, nil); err != nil {
		return err
	}
	b.groups += groups
	return nil
}

// report returns the report of all finished groups, without times, or nil if no group is
// finished.
func (b *bank) report() (*lab.Report, error) {
	if b.groups == 0 {
		return nil, nil
	}
	plan := b.plan
	plan.Groups = b.groups
	r, err := lab.NewReport(plan, func(yield func(*lab.Finished, error) bool) {
		for _, f := range b.games {
			if int(f.Tally.Group) < plan.First+plan.Groups && !yield(f, nil) { // games of later groups are from an interrupted run
				return
			}
		}
	})
	if err != nil {
		return nil, err
	}
	return r.WithoutTimes(), nil
}

// fullReport returns the report with the columns of the flags --vs-optimum and --vs-distance.
func (b *bank) fullReport() (*lab.Report, error) {
	r, err := b.report()
	if err != nil || r == nil {
		return r, err
	}
	if b.optimum > 0 {
		r.AgainstOptimum(b.optimum)
	}
	if b.plan.Meals {
		r.AgainstDistance()
	}
	return r, nil
}
