package memory_test

import (
	"strings"
	"testing"

	"ouro"
	"ouro/engine"
	"ouro/play"
	"ouro/roster"
	"ouro/studio/memory"
)

func spec(t *testing.T, text string) ouro.Spec {
	t.Helper()
	s, err := ouro.ParseSpec(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// among returns the setup of a solver in a game of a number of snakes.
func among(t *testing.T, snakes int) ouro.Setup {
	t.Helper()
	d, err := roster.Deal(ouro.GameSpec{Rules: spec(t, "standard"), W: 11, H: 11, Snakes: snakes, StartLength: 3}, 1)
	if err != nil {
		t.Fatal(err)
	}
	return ouro.Setup{Rules: d.Rules, Start: d.Start}
}

// TestSolversHaveRoom: the store counts a solver's memory before the solver is made, and frees it when
// the solver is closed.
func TestSolversHaveRoom(t *testing.T) {
	store := memory.New(100 << 20)
	duel, several := among(t, 2), among(t, 4)
	first, err := store.Make(spec(t, "hydra:hash=40"), several) // this solver has a search tree
	if err != nil {
		t.Fatal(err)
	}
	if _, err := store.Make(spec(t, "hydra:hash=30"), duel); err == nil || !strings.Contains(err.Error(), "close one, or try again") {
		t.Errorf("more than there is room for: %v", err)
	}
	if _, err := store.Make(spec(t, "hydra:hash=64"), several); err == nil || !strings.Contains(err.Error(), "needs 128 MiB") {
		t.Errorf("more than there will ever be room for: %v", err)
	}
	if err := play.Close(first); err != nil {
		t.Error(err)
	}
	if first, err = store.Make(spec(t, "hydra:hash=64"), duel); err != nil {
		t.Error(err)
	} else if err := play.Close(first); err != nil {
		t.Error(err)
	}
	if _, err := store.Make(spec(t, "hydra:hash=65"), duel); err == nil || !strings.Contains(err.Error(), "--solver") {
		t.Errorf("a larger table than pages have: %v", err)
	}
	for range 10 { // each solver must free its memory
		if _, err := store.Make(spec(t, "hydra:hash=64,depth=x"), duel); err == nil || strings.Contains(err.Error(), "close one") {
			t.Fatalf("depth x: %v", err)
		}
	}
}

// TestThreadsOfPages: a solver has at most as many threads as there are processors.
func TestThreadsOfPages(t *testing.T) {
	s, err := memory.New(memory.DefaultBytes).Make(spec(t, "spot:workers=64"), among(t, 2))
	if err != nil {
		t.Fatal(err)
	}
	if n, most := ouro.Threads(s), roster.AtMostProcessors(ouro.Setup{Threads: 64}).Threads; n != most || n == 64 {
		t.Errorf("it thinks on %d threads, want %d", n, most)
	}
	if err := play.Close(s); err != nil {
		t.Error(err)
	}
}

// TestProgramsArePlaces: at most memory.Programs programs play at the same time.
func TestProgramsArePlaces(t *testing.T) {
	roster.Trust("exec:/no/such/program")
	defer engine.Close()
	store := memory.New(memory.DefaultBytes)
	busy := store.Share()
	for range memory.Programs {
		if err := busy.Program(); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 {
		if _, err := store.Make(spec(t, "exec:/no/such/program"), among(t, 2)); err == nil || !strings.Contains(err.Error(), "which is the limit") {
			t.Errorf("one more program: %v", err)
		}
	}
	busy.Free()
	for range 2 * memory.Programs { // a program that does not start frees its place
		if _, err := store.Make(spec(t, "exec:/no/such/program"), among(t, 2)); err == nil || strings.Contains(err.Error(), "which is the limit") {
			t.Fatalf("with room for programs: %v", err)
		}
	}
}
