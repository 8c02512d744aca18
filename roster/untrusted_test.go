package roster_test

import (
	"runtime"
	"strings"
	"testing"

	"ouro"
	"ouro/engine"
	"ouro/play"
	"ouro/roster"
)

func TestCheckUntrusted(t *testing.T) {
	files := 0
	for _, e := range roster.Solvers() {
		for _, o := range e.Options {
			if !strings.Contains(o.Doc, "file") && o.Key != "file" && !strings.Contains(o.Doc, "--save") {
				continue
			}
			files++
			if _, err := parseUntrusted(e.Name + ":" + o.Key + "=x"); err == nil {
				t.Errorf("%s:%s=x is accepted", e.Name, o.Key)
			}
		}
		if _, err := parseUntrusted(e.Name); err != nil {
			t.Errorf("%s: %v", e.Name, err)
		}
	}
	for _, text := range []string{"exec:snake", "exec:snake,depth=3", "exec"} {
		if _, err := parseUntrusted(text); err == nil || !strings.Contains(err.Error(), "only the command line may name") {
			t.Errorf("%s is accepted: %v", text, err)
		}
	}
	if files == 0 {
		t.Error("no solver has such an option")
	}
	if _, err := parseUntrusted("?"); err == nil {
		t.Error("that is no spec")
	}
}

// TestTrust: CheckUntrusted accepts a program only if the command line named it with the same
// options. It never accepts a file.
func TestTrust(t *testing.T) {
	parse := func(text string) ouro.Spec {
		spec, err := ouro.ParseSpec(text)
		if err != nil {
			t.Fatal(err)
		}
		return spec
	}
	named := parse("exec:snake,depth=3")
	roster.Trust("me="+named.String(), "cell", "tablebase:file=x", "?")
	for text, trusted := range map[string]bool{
		"exec:snake,depth=3": true, "exec:snake": false, "exec:snake,depth=4": false, "exec:snake -x,depth=3": false, "exec:snake,depth=3,file=x": false,
		"tablebase:file=x": false,
	} {
		if _, err := parseUntrusted(text); (err == nil) != trusted {
			t.Errorf("%s: %v", text, err)
		}
	}
	if _, err := roster.ReplayMakers([]ouro.Spec{named}); err != nil {
		t.Error(err)
	}
	engine.Close()
	if _, err := roster.ReplayMakers([]ouro.Spec{parse("cell"), named}); err == nil {
		t.Error("a record starts programs")
	}
	if roster.CheckUntrusted(named) == nil {
		t.Error("CheckUntrusted accepts a program after engine.Close")
	}
}

// TestFromPage: a page can use a large table only if the command line named it.
// CanPlayForPage needs almost no memory.
func TestFromPage(t *testing.T) {
	for text, fits := range map[string]bool{
		"hydra": true, "hydra:hash=64": true, "hydra:hash=65": false, "hydra:hash=4096,threads=64": false, "tablebase:file=x": false, "exec:snake": false,
		"hydra:hash=72": true, "hydra:hash=72,threads=2": false, // the command line named the first
	} {
		roster.Trust("me=hydra:hash=72")
		if _, err := roster.ParseFromPage(text); (err == nil) != fits {
			t.Errorf("%s: %v", text, err)
		}
	}
	if _, err := roster.ParseFromPage("hydra:hash=4096"); err == nil || !strings.Contains(err.Error(), "start the program with --solver") {
		t.Errorf("the error is %v", err)
	}
	if _, err := parseUntrusted("hydra:hash=4096"); err != nil {
		t.Errorf("without a page: %v", err)
	}
	game := ouro.GameSpec{Rules: ouro.Spec{Name: "standard"}, W: 11, H: 11, Snakes: 4, StartLength: 3}
	for _, text := range []string{"hydra", "hydra:depth=8,hash=64"} {
		spec, err := ouro.ParseSpec(text)
		if err != nil {
			t.Fatal(err)
		}
		const runs = 50
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for range runs {
			if err := roster.CanPlayForPage(spec, game); err != nil {
				t.Fatal(err)
			}
		}
		runtime.ReadMemStats(&after)
		took := (after.TotalAlloc - before.TotalAlloc) / runs
		if took > 2<<20 {
			t.Errorf("%s: finding out that it can play takes %d bytes", text, took)
		}
		if got, _ := spec.Options.Get("hash"); text != "hydra" && got != "64" {
			t.Errorf("its options are changed: %s", spec)
		}
	}
	for _, text := range []string{"hydra:hash=0", "hydra:hash=-1", "hydra:hash=x", "hydra:has=1"} {
		spec, err := ouro.ParseSpec(text)
		if err == nil && roster.CanPlayForPage(spec, game) == nil {
			t.Errorf("%s can play", text)
		}
	}
}

func TestMemoryOfSolvers(t *testing.T) {
	held := func() int64 {
		runtime.GC()
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	const perCell = 400 // studio/games counts these bytes for every board
	for _, c := range []struct {
		solver, rules string
		side, snakes  int
	}{
		{"hydra:hash=16,threads=2", "standard", 11, 2},
		{"hydra:hash=16,threads=2", "standard", 11, 4},
		{"hydra:hash=1", "classic", 64, 1},
		{"spot:workers=2,depth=60", "standard", 19, 4},
		{"ouroboros", "classic", 64, 1},
		{"ouroboros:nodes=1000000", "classic", 64, 1},
		{"backtrack:depth=auto,threads=2", "classic", 20, 1},
		{"cell:ways=16", "classic", 64, 1},
		{"repair", "classic", 64, 1},
		{"tablebase", "classic", 4, 1},
	} {
		spec, err := ouro.ParseSpec(c.solver)
		if err != nil {
			t.Fatal(err)
		}
		length := 1
		if c.snakes > 1 {
			length = 3
		}
		d, err := roster.Deal(ouro.GameSpec{Rules: ouro.Spec{Name: c.rules}, W: c.side, H: c.side, Snakes: c.snakes, StartLength: length}, 1)
		if err != nil {
			t.Fatal(err)
		}
		setup := ouro.Setup{Rules: d.Rules, Start: d.Start, Seed: 1}
		before := held()
		s, err := roster.Make(spec, setup)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Decide(t.Context(), ouro.Turn{State: d.Start, Nodes: 20_000}); err != nil {
			t.Errorf("%s: %v", c.solver, err)
		}
		took, counted := held()-before, roster.Memory(spec, setup)+int64(c.side*c.side)*perCell
		if took > counted+counted/8+256<<10 {
			t.Errorf("%s on %dx%d: %d bytes are taken, and %d counted", c.solver, c.side, c.side, took, counted)
		}
		if err := play.Close(s); err != nil {
			t.Error(err)
		}
	}
}

func parseUntrusted(text string) (ouro.Spec, error) {
	spec, err := ouro.ParseSpec(text)
	if err == nil {
		err = roster.CheckUntrusted(spec)
	}
	return spec, err
}
