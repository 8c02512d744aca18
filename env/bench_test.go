package env_test

import (
	"bytes"
	"fmt"
	"testing"

	"ouro"
	"ouro/env"
)

// BenchmarkStep steps 256 boards with random legal moves and reports steps a second, summed over
// all boards. The time includes choosing moves and starting new games.
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

// BenchmarkLongSnakes plays classic Snake on 10x10 with snakes that grow until they fill
// the board, almost as under a trained policy.
func BenchmarkLongSnakes(b *testing.B) {
	v, err := env.New(env.Config{Game: game(b, "classic", 10, 10, 1, 1, ""), Boards: 256, Seed: 1, Reward: env.DefaultReward()}, nil)
	if err != nil {
		b.Fatal(err)
	}
	defer v.Close()
	if err := v.Reset(nil); err != nil {
		b.Fatal(err)
	}
	step := func() {
		walk(v)
		if err := v.Step(); err != nil {
			b.Fatal(err)
		}
	}
	for range 10_000 { // after this, games end at different times
		step()
	}
	b.ReportAllocs()
	b.ResetTimer()
	for range b.N {
		step()
	}
	b.ReportMetric(float64(b.N)*256/b.Elapsed().Seconds(), "steps/s")
}

// walk moves the snakes of classic Snake on 10x10 around all cells: down the left column,
// and row by row back up.
func walk(v *env.Vec) {
	planes := len(v.Config().Planes)
	for i := range v.Actions() {
		head := v.Memory()[(i*planes+1)*100:][:100]
		row, col := max(0, bytes.IndexByte(head, 1))/10, max(0, bytes.IndexByte(head, 1))%10
		d := ouro.Right
		switch {
		case col == 0 && row < 9:
			d = ouro.Down
		case row%2 == 1 && col == 9, row%2 == 0 && col == 1 && row > 0:
			d = ouro.Up
		case row%2 == 0:
			d = ouro.Left
		}
		v.Actions()[i] = uint8(d)
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

type policy struct {
	dice *ouro.PCG
	pick [16][16]uint8 // by the set of legal moves and by four random bits
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
