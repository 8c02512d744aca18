package lab

import "context"

// Play plays those games of a plan for which isKnown returns false, and passes each to sink. It
// is like Count.Play, but neither counts nor keeps games.
func Play(ctx context.Context, plan Plan, isKnown func(Task) bool, sink func(*Finished) error) error {
	plan = plan.withDefaults()
	if err := plan.check(); err != nil {
		return err
	}
	return newRun(&plan, isKnown, sink).play(ctx)
}
