//go:build !js

package engine_test

import (
	"context"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"ouro"
	"ouro/engine"
	"ouro/internal/needs"
	"ouro/internal/shell"
)

func midGame() *ouro.State {
	s := ouro.NewState(ouro.MustGrid(10, 10))
	var body []ouro.Cell
	for i := range 50 {
		x, y := i%10, i/10
		if y%2 == 1 {
			x = 9 - x
		}
		body = append(body, s.Grid.At(x, y))
	}
	slices.Reverse(body)
	s.AddSnake(body...)
	s.AddFood(s.Grid.At(9, 9))
	return s
}

// BenchmarkRoundTrip measures the messages to and from an engine that answers at once, in the
// midGame of a game on 10x10.
func BenchmarkRoundTrip(b *testing.B) {
	python := func(b *testing.B) string { return shell.Line(needs.Python(b), "testdata/up.py") }
	for _, c := range []struct {
		name    string
		command func(b *testing.B) string
	}{
		{"c", func(b *testing.B) string { return shell.Line(compiled(b)) }},
		{"go", func(b *testing.B) string { return command(b, "good") }},
		{"python", python},
	} {
		b.Run(c.name, func(b *testing.B) { roundTrips(b, c.command(b), context.Background()) })
		b.Run(c.name+"/timed", func(b *testing.B) {
			ctx, cancel := context.WithTimeout(context.Background(), time.Hour)
			defer cancel()
			roundTrips(b, c.command(b), ctx)
		})
	}
}

// roundTrips measures round trips. It also reports their median, on which other load on the machine
// has less effect than on the mean.
func roundTrips(b *testing.B, command string, ctx context.Context) {
	b.Helper()
	s := midGame()
	snake, err := pool(b, engine.Limits{}).Make(ouro.Setup{Start: s, Options: ouro.Options{{Value: command}}})
	if err != nil {
		b.Fatal(err)
	}
	turn := ouro.Turn{State: s, Nodes: 1000}
	took := make([]time.Duration, 0, 1<<16)
	b.ReportAllocs()
	for b.Loop() {
		began := time.Now()
		if _, err := snake.Decide(ctx, turn); err != nil {
			b.Fatal(err)
		}
		if len(took) < cap(took) {
			took = append(took, time.Since(began))
		}
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Nanoseconds())/1000, "µs-median")
}

func compiled(t testing.TB) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "up")
	if out, err := exec.CommandContext(t.Context(), needs.Program(t, "cc", "gcc"), "-O2", "-o", program, "testdata/up.c").CombinedOutput(); err != nil {
		t.Fatal(err, string(out))
	}
	return program
}
