package ouro_test

import (
	"slices"
	"strings"
	"testing"

	"ouro"
)

// TestBest: a Best keeps only the direction that was offered last. A Turn without a Best ignores
// offers.
func TestBest(t *testing.T) {
	var best ouro.Best
	turn := ouro.Turn{Best: &best}
	if d, ok := best.Dir(); ok {
		t.Errorf("a new Best holds %v", d)
	}
	turn.Offer(ouro.NoDir)
	if d, ok := best.Dir(); ok {
		t.Errorf("after an offer of NoDir the Best holds %v", d)
	}
	for _, d := range ouro.Dirs {
		turn.Offer(d)
		turn.Offer(4)
		if got, ok := best.Dir(); !ok || got != d {
			t.Errorf("the Best holds %v, want %v", got, d)
		}
	}
	best.Clear()
	if _, ok := best.Dir(); ok {
		t.Error("the Best holds a move after Clear")
	}
	if !(ouro.Turn{}).Offer(ouro.Up) {
		t.Error("Offer returns false on a turn without a Best")
	}
	if _, ok := (ouro.Turn{}).Best.Dir(); ok {
		t.Error("a nil Best holds something")
	}
	if n := testing.AllocsPerRun(100, func() { turn.Offer(ouro.Up) }); n != 0 {
		t.Errorf("%g allocations", n)
	}
}

// TestBestTaken: Take ignores a fatal offer if another step is not fatal. Offers after Take
// have no effect.
func TestBestTaken(t *testing.T) {
	g := ouro.MustGrid(3, 3)
	s := ouro.NewState(g)
	s.AddSnake(g.At(0, 0), g.At(1, 0))
	var best ouro.Best
	for d, want := range map[ouro.Dir]bool{ouro.Up: true, ouro.Left: false, ouro.Down: false, ouro.Right: false} {
		best.Clear()
		best.Offer(d)
		if got, ok := best.Take(s, 0); ok != want || got != d {
			t.Errorf("%v: %v, %v", d, got, ok)
		}
		if kept := best.Offer(ouro.Right); kept {
			t.Error("an offer is kept after one was taken")
		}
		if got, _ := best.Dir(); got != d {
			t.Errorf("%v was taken, then the Best holds %v", d, got)
		}
	}
	best.Clear()
	s.AddSnake(g.At(0, 1), g.At(1, 1), g.At(2, 1))
	best.Offer(ouro.Left)
	if _, ok := best.Take(s, 0); !ok {
		t.Error("Take ignores a fatal offer although all steps are fatal")
	}
}

// TestRecordOfOffers: a record distinguishes offers from fallbacks. A record without offers has
// the same text as in versions that had no offers.
func TestRecordOfOffers(t *testing.T) {
	r := recordGame(t, goldenGame, 42)
	before := marshal(t, r)
	r.Incidents[1].Offered = true
	text := marshal(t, r)
	if want := strings.Replace(string(before), "\nincident 57 0 error", "\noffered 57 0 error", 1); withoutSum(string(text)) != withoutSum(want) {
		t.Errorf("written as\n%s\nwant\n%s", text, want)
	}
	var again ouro.Record
	if err := again.UnmarshalText(text); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(again.Incidents, r.Incidents) {
		t.Errorf("read as %+v, want %+v", again.Incidents, r.Incidents)
	}
	if err := readAndReplay(t, text); err != nil {
		t.Error(err)
	}
}

func withoutSum(text string) string {
	before, _, _ := strings.Cut(text, "\nsum ")
	return before
}
