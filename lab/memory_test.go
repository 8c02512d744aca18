package lab_test

import (
	"context"
	"testing"
	"unsafe"

	"ouro/lab"
)

// TestNothingIsAllocatedPerMove: a longer game does not allocate more memory than a short one.
func TestNothingIsAllocatedPerMove(t *testing.T) {
	allocations := func(size int) (allocs float64, moves int) {
		plan := classicPlan(size, size, 10, winner)
		plan.Workers = 1
		allocs = testing.AllocsPerRun(3, func() {
			report, err := lab.Run(context.Background(), plan, nil)
			if err != nil {
				t.Fatal(err)
			}
			moves = 0
			for _, g := range report.Games {
				moves += int(g.Turns)
			}
		})
		return allocs, moves
	}
	small, few := allocations(4)
	large, many := allocations(14)
	if perMove := (large - small) / float64(many-few); perMove > 0.001 {
		t.Errorf("%v allocations in %d moves, %v in %d", small, few, large, many)
	}
}

// TestTalliesAreSmall: ten million games of one snake fit into about a gigabyte.
func TestTalliesAreSmall(t *testing.T) {
	if n := unsafe.Sizeof(lab.Tally{}) + unsafe.Sizeof(lab.Seat{}); n > 112 {
		t.Errorf("%d bytes for a game of one snake", n)
	}
}
