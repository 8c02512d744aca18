package tune

import (
	"bytes"
	"strings"
	"testing"

	"ouro/arena"
	"ouro/order"
)

// TestOrder: the order of a tuning makes the same tuning again, and another number, step
// or board is another order; what changes no step is not in it.
func TestOrder(t *testing.T) {
	of := func(text string, steps int, change func(e *Experiment)) order.Order {
		t.Helper()
		e, err := NewExperiment(small("me=floodfill", "hungry"), Plan{Params: params(t, text), Steps: steps, Groups: 3})
		if err != nil {
			t.Fatal(err)
		}
		if change != nil {
			change(e)
		}
		return e.Order()
	}
	first := of("hungry=0..100", 2, nil)
	read, err := order.Parse(first.Text())
	if err != nil {
		t.Fatal(err)
	}
	again, err := Open(&read)
	if err != nil {
		t.Fatal(err)
	}
	if o := again.Order(); o.Text() != first.Text() {
		t.Errorf("%s\nis read as\n%s", first.Text(), o.Text())
	}
	same := of("hungry=0..100", 2, func(e *Experiment) { e.Tournament.Workers, e.Tournament.Title, e.Tournament.Elo1 = 3, "title", 99 })
	if same.Text() != first.Text() {
		t.Errorf("%s\nis another order than\n%s", same.Text(), first.Text())
	}
	for _, other := range []order.Order{
		of("hungry=0..90", 2, nil), of("hungry=0..100", 3, nil), of("hungry=0..100", 2, func(e *Experiment) { e.Tournament.Board = "9x9" }),
	} {
		if other.Text() == first.Text() {
			t.Errorf("%s is the same", other.Text())
		}
	}
	for _, damage := range []string{`"params":["hungry"]`, `"params":[]`, `"params":7`} {
		o := first
		o.Tuning = strings.Replace(o.Tuning, `"params":["hungry=0..100@50:linear"]`, damage, 1)
		if o.Tuning == first.Tuning {
			t.Fatalf("%s: there is nothing to damage", o.Tuning)
		}
		if _, err := Open(&o); err == nil {
			t.Errorf("%s was read", o.Tuning)
		}
	}
}

// TestResumedAnywhere: a course that goes on from any of its steps ends as one that was
// not stopped, and a log that was changed is refused.
func TestResumedAnywhere(t *testing.T) {
	e, err := NewExperiment(small("floodfill"), Plan{Params: params(t, "hungry=0..100"), Steps: 5, Groups: 2})
	if err != nil {
		t.Fatal(err)
	}
	var whole Memory
	want, err := Run(t.Context(), e.Plan, &whole, e.Play(nil), nil)
	if err != nil {
		t.Fatal(err)
	}
	for n := range whole.lines {
		part := Memory{lines: whole.lines[:n:n]}
		got, err := Run(t.Context(), e.Plan, &part, e.Play(nil), nil)
		if err != nil || len(part.lines) != len(whole.lines) || got.Params[0].End != want.Params[0].End {
			t.Fatalf("from step %d: %v, %+v", n, err, got)
		}
		for i := range part.lines {
			if !bytes.Equal(part.lines[i], whole.lines[i]) {
				t.Errorf("from step %d: step %d is %s, want %s", n, i, part.lines[i], whole.lines[i])
			}
		}
		soFar, err := e.SoFar(whole.lines[:n])
		if err != nil || len(soFar.Steps) != n {
			t.Errorf("%d steps: %v", n, err)
		}
	}
	for i := range whole.lines {
		changed := append([][]byte(nil), whole.lines...)
		changed[i] = bytes.Replace(changed[i], []byte(`"step":`), []byte(`"step":1`), 1)
		if _, err := e.SoFar(changed); err == nil {
			t.Errorf("step %d was changed, and nobody saw it", i)
		}
	}
	if _, err := e.SoFar(append(whole.lines, whole.lines[0])); err == nil {
		t.Error("more than all steps were taken")
	}
}

// experiment is a small tuning, which change may change.
func experiment(t *testing.T, change func(*arena.Tournament, *Plan)) *Experiment {
	t.Helper()
	tour := small("spot", "hungry")
	plan := Plan{Params: params(t, "depth=1..4@2"), Steps: 3, Groups: 2}
	if change != nil {
		change(tour, &plan)
	}
	e, err := NewExperiment(tour, plan)
	if err != nil {
		t.Fatal(err)
	}
	return e
}
