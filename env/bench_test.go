package env_test

import (
	"fmt"
	"testing"

	"ouro"
	"ouro/env"
)

// BenchmarkStep steps 256 boards with random legal moves, and reports the steps of all
// boards a second, choosing the moves and new games included.
func BenchmarkStep(b *testing.B) {
	for _, c := range []struct {
		name string
		game ouro.GameSpec
	}{
		{"classic", game(b, "classic", 10, 10, 1, 1, "")},
		{"maze", game(b, "maze", 0, 0, 0, 1, "lattice")},
		{"standard2", game(b, "standard", 11, 11, 0, 2, "")},
		{"standard4", game(b, "standard", 11, 11, 0, 4, "")},
	} {
		for _, wide := range []bool{false, true} {
			b.Run(fmt.Sprintf("%s/float32=%v", c.name, wide), func(b *testing.B) {
				benchmarkStep(b, env.Config{Game: c.game, Boards: 256, Seed: 1, Float32: wide, Reward: env.DefaultReward()})
			})
		}
	}
}

func benchmarkStep(b *testing.B, cfg env.Config) {
	v, err := env.New(cfg, nil)
	if err != nil {
		b.Fatal(err)
	}
	defer v.Close()
	if err := v.Reset(nil); err != nil {
		b.Fatal(err)
	}
	policy := newPolicy()
	b.ReportAllocs()
	b.ResetTimer()
	for range b.N {
		policy.act(v)
		if err := v.Step(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)*float64(cfg.Boards)/b.Elapsed().Seconds(), "steps/s")
}

// policy chooses among the legal moves at random, for little.
type policy struct {
	dice *ouro.PCG
	pick [16][16]uint8 // by the set of legal moves and four random bits
	bits uint64
	left int
}

func newPolicy() *policy {
	p := &policy{dice: ouro.NewPCG(1)}
	for set := range p.pick {
		if legal := ouro.DirSet(set); set > 0 {
			for r := range p.pick[set] {
				p.pick[set][r] = uint8(legal.At(r % legal.Len()))
			}
		}
	}
	return p
}

func (p *policy) act(v *env.Vec) { p.choose(v.Actions(), v.Masks()) }

func (p *policy) choose(actions, masks []uint8) {
	for i := range actions {
		if p.left == 0 {
			p.bits, p.left = p.dice.Uint64(), 16
		}
		m := masks[4*i : 4*i+4]
		actions[i] = p.pick[m[0]|m[1]<<1|m[2]<<2|m[3]<<3][p.bits&15]
		p.bits >>= 4
		p.left--
	}
}
