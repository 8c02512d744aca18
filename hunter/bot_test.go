package hunter

import (
	"fmt"
	"testing"

	"ouro"
)

// TestBotGetsOutOfItsBombs: a bot is never in the flames of the bombs that it lays. The snakes do
// not move, so that no snake blocks the bot's path unexpectedly.
func TestBotGetsOutOfItsBombs(t *testing.T) {
	for i, standard := range Levels() {
		level := *standard
		level.Regrow = 0
		bombs := 0
		for seed := range uint64(1 + i%2) {
			w, err := New(Config{Seed: seed, Hunters: 1, Snakes: 4, Drivers: grazers, Levels: []*Level{&level}})
			if err != nil {
				t.Fatal(err)
			}
			bot := NewBot(seed)
			for w.Phase() == Playing {
				for k := range w.snakes {
					w.snakes[k].Wait = level.Step
				}
				w.Step([]Input{bot.Act(w, 0)})
				bombs += count(w.Events(), BombLaid)
				if count(w.Events(), HunterBlasted) > 0 {
					t.Fatalf("%s, seed %d, tick %d: %v", level.Name, seed, w.Tick(), w.Events())
				}
			}
		}
		if bombs == 0 {
			t.Errorf("%s: no bomb was laid", level.Name)
		}
	}
}

// TestForecastOfFlames: cells burn exactly when the bot expects them to, even after chain
// reactions and destroyed walls.
func TestForecastOfFlames(t *testing.T) {
	for seed := range uint64(200) {
		w := stage(t, 2, 1, idle, grazers, room...)
		dice := ouro.NewPCG(seed)
		for range 20 {
			if c := w.grid.At(1+dice.Roll(17), 1+dice.Roll(4)); w.Walkable(c) {
				w.setGround(c, ouro.Hedge)
			}
		}
		w.hunters[0].Shield, w.hunters[1].Shield, w.snakes[0].Hurt = 1<<20, 1<<20, 1<<20
		for range 3 {
			for h := range w.hunters {
				c := w.grid.At(1+dice.Roll(17), 1+dice.Roll(4))
				w.setGround(c, ouro.Open)
				w.hunters[h].Cell = c
			}
			w.Step([]Input{{Bomb: true}, {Bomb: true}})
			w.snakes[0].Wait = 1 << 20
			w.pass(dice.Roll(20))
		}
		var f forecast
		f.update(w)
		for tick := int16(1); tick <= newFuse+FlameTicks; tick++ {
			w.snakes[0].Wait = idle
			w.Step(nil)
			for c := range ouro.Cell(w.grid.Size()) {
				burns := w.Burning(c) > 0
				if expected := f.from[c] <= tick && tick <= f.to[c]; burns && !expected {
					t.Errorf("seed %d: cell %d burns in %d ticks, expected from %d to %d", seed, c, tick, f.from[c], f.to[c])
				}
				if burns != (tick == f.from[c]) && tick == f.from[c] {
					t.Errorf("seed %d: cell %d does not begin to burn in %d ticks", seed, c, tick)
				}
			}
		}
	}
}

// TestBotSeeds: hunters and games have different seeds.
func TestBotSeeds(t *testing.T) {
	seen := map[uint64]string{}
	for game := range uint64(50) {
		for h := range MaxHunters {
			name := fmt.Sprintf("game %d hunter %d", game, h)
			if other, twice := seen[BotSeed(game, h)]; twice {
				t.Errorf("%s has the seed of %s", name, other)
			}
			seen[BotSeed(game, h)] = name
		}
	}
}
