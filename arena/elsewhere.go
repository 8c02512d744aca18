package arena

import (
	"context"
	"encoding"
	"errors"
	"fmt"

	"ouro/lab"
)

// Elsewhere plays games of a tournament on other machines.
type Elsewhere interface {
	// Execute plays these games in any order, and gives each to put as soon as it is
	// finished, from several goroutines at once. Otherwise it is as an Executor of
	// package lab.
	Execute(ctx context.Context, games []lab.Task, put func(Played) error) error
}

// RunElsewhere is Run where the games are played elsewhere.
func (c *Course) RunElsewhere(ctx context.Context, far Elsewhere, progress func(lab.Progress)) error {
	return c.run(ctx, func(plan *lab.Plan) {
		plan.Executor = executor{c, far}
		plan.Play = func(context.Context, lab.Task) (lab.Tally, encoding.TextMarshaler, error) {
			return lab.Tally{}, nil, errors.New("this tournament is not played here")
		}
	}, progress)
}

// executor has the games of a course played elsewhere.
type executor struct {
	course *Course
	far    Elsewhere
}

func (x executor) Execute(ctx context.Context, games []int, put func(int, *lab.Finished) error) error {
	size := len(x.course.setting.Seatings)
	tasks := make([]lab.Task, len(games))
	wanted := make(map[place]int, len(games))
	for i, n := range games {
		tasks[i] = x.course.setting.task(n)
		wanted[place{n / size, n % size}] = n
	}
	return x.far.Execute(ctx, tasks, func(p Played) error {
		n, ok := wanted[place{p.Game.Group, p.Game.Seating}]
		if !ok {
			return fmt.Errorf("game %d of group %d was played, and nobody has asked for it", p.Game.Seating, p.Game.Group)
		}
		if x.course.has(p.Game.Group, p.Game.Seating) {
			return nil
		}
		if err := x.course.finish(p); err != nil {
			return err
		}
		return put(n, &lab.Finished{Tally: p.Game.tally()})
	})
}
