package hydra

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unsafe"

	"ouro"
	"ouro/rule/battlesnake"
)

func setup(side int, options string) ouro.Setup {
	s := ouro.NewState(ouro.MustGrid(side, side))
	s.Snakes[s.AddSnake(s.Grid.At(1, 1), s.Grid.At(1, 0))].Health = 100
	s.Snakes[s.AddSnake(s.Grid.At(3, 3), s.Grid.At(3, 2))].Health = 100
	set := ouro.Setup{Start: s}
	if options != "" {
		spec, err := ouro.ParseSpec("hydra:" + options)
		if err != nil {
			panic(err)
		}
		set.Options = spec.Options
	}
	return set
}

func TestTableFits(t *testing.T) {
	if size := unsafe.Sizeof(slot{}); size != slotSize {
		t.Errorf("a slot has %d bytes, not %d", size, slotSize)
	}
	for _, mb := range []int{1, 2, 3, 16, 100, 4096} {
		o := options{hash: mb}
		size := slotSize << o.tableSize()
		if size > mb<<20 || 2*size <= mb<<20 {
			t.Errorf("%d MB: a table of %d bytes", mb, size)
		}
	}
}

func TestThreadsOption(t *testing.T) {
	for _, c := range []struct {
		options    string
		most, want int
	}{{"threads=3", 0, 3}, {"threads=3", 2, 2}, {"threads=1", 2, 1}, {"threads=0", 1, 1}} {
		set := setup(5, c.options)
		set.Threads = c.most
		solver, err := New(set)
		if err != nil {
			t.Fatal(err)
		}
		if got := ouro.Threads(solver); got != c.want {
			t.Errorf("%s of at most %d: %d threads, want %d", c.options, c.most, got, c.want)
		}
	}
}

// TestStyles: the more readily the snake of a style yields, the lower it scores a draw. If snakes
// grow with every move, the calm style yields more readily.
func TestStyles(t *testing.T) {
	worth := func(style string, grows bool) int32 {
		set := setup(5, "style="+style)
		opts, err := readOptions(set)
		if err != nil {
			t.Fatal(err)
		}
		return opts.draw(grows)
	}
	for _, grows := range []bool{false, true} {
		if b, c, s := worth("bold", grows), worth("calm", grows), worth("safe", grows); b != 0 || c >= b || s >= c || s <= -decided {
			t.Errorf("a draw is worth %d to the bold, %d to the calm, %d to the safe; all snakes grow: %v", b, c, s, grows)
		}
	}
	if worth("calm", true) >= worth("calm", false) {
		t.Error("a calm snake gives way as readily if all snakes grow")
	}
}

// TestMargin: the search ends before the deadline by the margin, which is capped at a part of
// the remaining time.
func TestMargin(t *testing.T) {
	for _, c := range []struct {
		margin, left, passed time.Duration
		want                 bool
	}{
		{0, 100, 99, true},
		{20, 100, 79, true},
		{20, 100, 81, false},
		{90, 100, 74, true},
		{90, 100, 76, false},
		{20, -5, 0, false},
	} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), c.left*time.Millisecond)
			defer cancel()
			o := options{margin: c.margin * time.Millisecond}
			m := o.meter(ctx, 0)
			time.Sleep(c.passed * time.Millisecond)
			if got := m.Tick(); got != c.want {
				t.Errorf("of %d ms, with a margin of %d, after %d: a node is allowed: %v", c.left, c.margin, c.passed, got)
			}
		})
	}
	o := options{margin: time.Hour}
	m := o.meter(t.Context(), 5)
	for m.Tick() {
	}
	if m.Nodes() != 5 {
		t.Errorf("without a deadline %d nodes of 5", m.Nodes())
	}
}

func TestRefuses(t *testing.T) {
	for options, want := range map[string]string{
		"hash=0": "from 1 to 4096", "style=wild": "bold", "time-margin=5": "a time such as", "nosuch=1": "known: threads, hash, depth, time-margin, style",
	} {
		if _, err := New(setup(5, options)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v does not contain %q", options, err, want)
		}
	}
	set := setup(9, "")
	for range 15 {
		set.Start.AddSnake(set.Start.Grid.At(8, 8))
	}
	if _, err := New(set); err == nil || !strings.Contains(err.Error(), "17 snakes") {
		t.Errorf("17 snakes: %v", err)
	}
}

// TestTrails: where tails leave trails, a snake that follows an enemy's tail through a
// corridor dies at the third step; without trails it survives that step.
func TestTrails(t *testing.T) {
	for rules, lost := range map[string]bool{"standard": false, "standard:map=snail_mode": true, "royale:map=snail_mode": false} {
		spec, err := ouro.ParseSpec(rules)
		if err != nil {
			t.Fatal(err)
		}
		set := ouro.Setup{Start: draw(7, 50, nil,
			[]xy{{0, 0}, {1, 0}, {2, 0}, {3, 0}}, []xy{{1, 6}, {0, 6}, {0, 5}, {0, 4}, {0, 3}})}
		set.Start.HazardDamage = 14
		for y := 1; y < 6; y++ {
			set.Start.SetTerrain(set.Start.Grid.At(1, y), ouro.Wall)
		}
		if set.Rules, err = battlesnake.New(spec.Name, spec.Options); err != nil {
			t.Fatal(err)
		}
		solver, err := New(set)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := solver.Decide(t.Context(), ouro.Turn{State: set.Start, Nodes: 3000}); err != nil {
			t.Fatal(err)
		}
		if v := solver.(*hydra).s.values[ouro.Up]; lost != (v <= -won+3) {
			t.Errorf("%s: the only move is worth %d", rules, v)
		}
	}
}

// TestHazardsThatCame: new hazards make a position different, so that the table's entries
// from earlier turns do not apply to it.
func TestHazardsThatCame(t *testing.T) {
	before := draw(7, 20, nil, []xy{{3, 3}, {3, 2}, {3, 1}, {2, 1}}, []xy{{5, 5}, {5, 4}, {5, 3}})
	before.HazardDamage = 14
	after := before.Clone()
	for y := range 7 {
		for x := range 3 {
			after.AddHazard(after.Grid.At(x, y))
		}
	}
	solver := func() ouro.Solver {
		s, err := New(ouro.Setup{Start: before, Options: ouro.Options{{Key: "depth", Value: "6"}}})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	// With a deadline the table is kept; the option depth ends the search long before the
	// deadline.
	ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
	defer cancel()
	decide := func(s ouro.Solver, state *ouro.State) ouro.Decision {
		d, err := s.Decide(ctx, ouro.Turn{State: state})
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	used := solver()
	first := decide(used, before)
	got, want := decide(used, after), decide(solver(), after)
	if got.Dir != want.Dir || got.Score != want.Score || want.Score == first.Score {
		t.Errorf("%v with a used table, want %v; %v without hazards", got, want, first)
	}
}
