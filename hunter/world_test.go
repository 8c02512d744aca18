package hunter

import (
	"context"
	"fmt"
	"testing"

	"ouro"
)

// checkWorld fails the test if a world violates an invariant.
func checkWorld(t testing.TB, w *World) {
	t.Helper()
	covered := make([]int, w.grid.Size())
	for c := range covered {
		covered[c] = noSnake
	}
	for i := range w.snakes {
		s := &w.snakes[i]
		if s.State == Dead {
			continue
		}
		for k := range s.Body.Len() {
			c := s.Body.At(k)
			if covered[c] != noSnake {
				t.Errorf("tick %d: snakes %d and %d on cell %d", w.tick, i, covered[c], c)
			}
			covered[c] = i
			if w.ground[c] != ouro.Open || w.bombOn[c] {
				t.Errorf("tick %d: snake %d in a wall or on a bomb", w.tick, i)
			}
			if k > 0 && w.grid.Distance(c, s.Body.At(k-1)) != 1 {
				t.Errorf("tick %d: snake %d is torn at %d", w.tick, i, k)
			}
		}
		most := w.Level().Step + MaxSnakes
		if s.State == Stunned {
			most = StunTicks
			if s.Body.Len() != 1 {
				t.Errorf("tick %d: a stunned figure of %d cells", w.tick, s.Body.Len())
			}
		}
		if s.Wait < 1 || s.Wait > most || s.Hurt < 0 || s.Hurt > HurtTicks {
			t.Errorf("tick %d: snake %d waits %d, hurt %d", w.tick, i, s.Wait, s.Hurt)
		}
		checkView(t, w, i)
	}
	for c := range ouro.Cell(w.grid.Size()) {
		if covered[c] != int(w.owner[c]) {
			t.Errorf("tick %d: owner of %d is %d, want %d", w.tick, c, w.owner[c], covered[c])
		}
	}
	var bombs [MaxHunters]int
	for _, b := range w.bombs {
		if bombs[b.Owner]++; b.Fuse < 1 || b.Fuse > FuseTicks || !w.bombOn[b.Cell] || w.ground[b.Cell] != ouro.Open || bombs[b.Owner] > MaxBombs {
			t.Errorf("tick %d: bomb %+v", w.tick, b)
		}
	}
	for _, c := range w.flames {
		if w.burn[c] < 1 || w.burn[c] > FlameTicks || w.ground[c] != ouro.Open {
			t.Errorf("tick %d: flame on %d for %d", w.tick, c, w.burn[c])
		}
	}
	for h := range w.hunters {
		p := &w.hunters[h]
		if p.Lives < 0 || p.Lives > Lives || (p.Lives == 0) != (p.State == Out) || p.Shield < 0 || p.Shield > ShieldTicks || p.Wait < 0 || p.Wait > DownTicks {
			t.Errorf("tick %d: hunter %+v", w.tick, *p)
		}
		if p.State != Active || w.phase != Playing {
			continue
		}
		if i := w.owner[p.Cell]; w.ground[p.Cell] != ouro.Open || p.Shield == 0 && (w.burn[p.Cell] > 0 || i != noSnake && w.snakes[i].State == Alive && w.snakes[i].Body.Head() == p.Cell) {
			t.Errorf("tick %d: hunter %d in a wall, or unharmed in a flame or before a head", w.tick, h)
		}
	}
	if w.tick > MaxTicks(w.cfg.Levels) || !w.Over() && w.left < 1 {
		t.Errorf("tick %d of %d, %d left", w.tick, MaxTicks(w.cfg.Levels), w.left)
	}
}

// checkView compares the State that snake i's solver sees with the world.
func checkView(t testing.TB, w *World, i int) {
	t.Helper()
	for c := range ouro.Cell(w.grid.Size()) {
		want, segments := w.ground[c], 0
		switch owner := int(w.owner[c]); {
		case owner == i:
			segments = 1
		case owner != noSnake, w.bombOn[c]:
			want = ouro.Wall
		}
		if v := w.snakes[i].view; v.Terrain(c) != want || v.Segments(c) != segments {
			t.Errorf("tick %d: snake %d sees terrain %d and %d segments on %d, want %d and %d", w.tick, i, v.Terrain(c), v.Segments(c), c, want, segments)
		}
	}
}

// random is a player with random inputs.
type random struct{ dice *ouro.PCG }

func (r random) Act(*World, int) Input {
	return Input{Bomb: r.dice.Roll(12) == 0, Go: r.dice.Roll(8) > 0, Dir: ouro.Dirs[r.dice.Roll(4)]}
}

// checkingPlayer is a player that checks the world before it acts.
type checkingPlayer struct {
	t testing.TB
	Player
}

func (c checkingPlayer) Act(w *World, h int) Input {
	if h == 0 {
		checkWorld(c.t, w)
	}
	return c.Player.Act(w, h)
}

// TestInvariants: the invariants of a world hold in every tick of games with random inputs and of
// games of bots, with every number of hunters and snakes.
func TestInvariants(t *testing.T) {
	for seed := range uint64(16) {
		cfg := Config{Seed: seed, Hunters: 1 + int(seed)%2, Snakes: int(seed) % 5, Drivers: grazers, Levels: Levels()[seed%4 : seed%4+2]}
		players := Bots(seed, cfg.Hunters)
		if seed%2 == 0 || seed%8 == 1 {
			for h := range players {
				players[h] = random{ouro.NewPCG(seed + uint64(h))}
			}
		}
		players[0] = checkingPlayer{t, players[0]}
		r, _, err := Run(t.Context(), cfg, players)
		if err != nil || r.Phase != Won && r.Phase != Lost || t.Failed() {
			t.Fatalf("seed %d: %+v, %v", seed, r, err)
		}
	}
}

func TestWorldAllocatesNothing(t *testing.T) {
	w, err := New(Config{Seed: 1, Hunters: 2, Snakes: 4, Drivers: grazers, Levels: Levels()[7:]})
	if err != nil {
		t.Fatal(err)
	}
	dice := ouro.NewPCG(1)
	in := make([]Input, 2)
	n := testing.AllocsPerRun(2000, func() {
		for h := range in {
			in[h] = Input{Bomb: dice.Roll(20) == 0, Go: true, Dir: ouro.Dirs[dice.Roll(4)]}
			w.hunters[h].Lives = Lives
		}
		w.Step(in)
	})
	if n != 0 || w.Over() || w.starts != 1 {
		t.Errorf("%v allocations a tick, phase %s", n, w.Phase())
	}
}

// TestSeedIsTheSameGame: a seed always gives the same game. Records depend on this, so do not
// change the digests.
func TestSeedIsTheSameGame(t *testing.T) {
	want := [4]string{"bf894d8c4158965a", "0bfef7d037e4727e", "3e1de87048be7781", "10b9e4c79c38158f"}
	for i := range want {
		seed := uint64(i)
		cfg := Config{Seed: seed, Hunters: 1 + i%2, Snakes: 1 + i, Drivers: grazers}
		w, err := New(cfg)
		if err != nil {
			t.Fatal(err)
		}
		player := random{ouro.NewPCG(seed)}
		in := make([]Input, cfg.Hunters)
		for range 600 {
			for h := range in {
				in[h] = player.Act(w, h)
			}
			w.Step(in)
		}
		if got := fmt.Sprintf("%016x", w.Hash()); got != want[i] {
			t.Errorf("seed %d: %s, want %s", seed, got, want[i])
		}
	}
}

// BenchmarkStep measures Step with snakes whose decisions take almost no time.
func BenchmarkStep(b *testing.B) {
	cfg := Config{Seed: 1, Hunters: 2, Snakes: 4, Drivers: grazers}
	w, err := New(cfg)
	if err != nil {
		b.Fatal(err)
	}
	player := random{ouro.NewPCG(1)}
	in := make([]Input, 2)
	b.ReportAllocs()
	for b.Loop() {
		for h := range in {
			in[h] = player.Act(w, h)
		}
		if w.Step(in); w.Over() {
			cfg.Seed++
			if w, err = New(cfg); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "ticks/s")
}

// BenchmarkBots measures whole games of two bots against four snakes.
func BenchmarkBots(b *testing.B) {
	ticks, seed := 0, uint64(0)
	b.ReportAllocs()
	for b.Loop() {
		seed++
		r, _, err := Run(context.Background(), Config{Seed: seed, Hunters: 2, Snakes: 4, Drivers: grazers}, Bots(seed, 2))
		if err != nil {
			b.Fatal(err)
		}
		ticks += r.Ticks
	}
	b.ReportMetric(float64(ticks)/b.Elapsed().Seconds(), "ticks/s")
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
}
