package env_test

import (
	"encoding/binary"
	"math"
	"testing"

	"go.uber.org/goleak"

	"ouro"
	"ouro/env"
	"ouro/roster"
	"ouro/rule/maze"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func game(t testing.TB, rules string, w, h, length, snakes int, level string) ouro.GameSpec {
	t.Helper()
	spec, err := ouro.ParseSpec(rules)
	if err != nil {
		t.Fatal(err)
	}
	c := roster.Choice{Rules: spec, W: w, H: h, StartLength: length, Snakes: snakes, Level: level, Open: func(name string) (*ouro.Level, error) {
		if l, err := maze.Level(name); err == nil {
			return l, nil
		}
		return ouro.ParseLevel(name)
	}}
	g, err := c.Game()
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func games(t testing.TB) map[string]ouro.GameSpec {
	return map[string]ouro.GameSpec{
		"classic":           game(t, "classic", 5, 4, 1, 1, ""),
		"classic, long":     game(t, "classic", 7, 6, 3, 1, ""),
		"classic, walls":    game(t, "classic", 0, 0, 2, 1, "      \n XX X \n    X \n X    \n"),
		"classic, wrap":     game(t, "classic:wrap=true", 4, 5, 2, 1, ""),
		"classic, food":     game(t, "classic:food=3", 5, 4, 1, 1, ""),
		"classic, grow":     game(t, "classic:grow=3", 5, 5, 1, 1, ""),
		"classic, full":     game(t, "classic:food=2,grow=4", 3, 2, 1, 1, ""),
		"classic, options":  game(t, "classic:wrap=true,food=4,grow=2", 0, 0, 1, 1, "      \n XX X \n    X \n X    \n"),
		"maze":              game(t, "maze", 0, 0, 0, 1, "nook"),
		"maze, floor":       game(t, "maze:regrow=floor", 0, 0, 0, 1, "nook"),
		"maze, original":    game(t, "maze:regrow=original", 0, 0, 0, 1, "ring"),
		"standard":          game(t, "standard", 7, 7, 0, 4, ""),
		"standard, oblong":  game(t, "standard", 9, 6, 0, 3, ""),
		"royale":            game(t, "royale:shrink=3", 7, 7, 0, 2, ""),
		"wrapped":           game(t, "wrapped", 7, 7, 0, 2, ""),
		"constrictor":       game(t, "constrictor", 7, 7, 0, 3, ""),
		"wrapped, spiral":   game(t, "wrapped:map=hz_spiral", 11, 11, 0, 2, ""),
		"solo":              game(t, "solo", 7, 7, 0, 1, ""),
		"solo, maze":        game(t, "solo:map=solo_maze", 11, 11, 0, 1, ""),
		"standard, snails":  game(t, "standard:map=snail_mode", 7, 7, 0, 2, ""),
		"standard, layered": game(t, "standard:map=hz_islands_bridges", 11, 11, 0, 4, ""),
	}
}

type results struct {
	t        testing.TB
	sections map[string]env.Section
	mem      []byte
}

func show(t testing.TB, v *env.Vec) results {
	s := results{t, map[string]env.Section{}, v.Memory()}
	for _, sec := range v.Layout().Sections {
		s.sections[sec.Name] = sec
	}
	return s
}

func (s results) at(name string, index ...int) float64 {
	sec, ok := s.sections[name]
	if !ok || len(index) != len(sec.Shape) {
		s.t.Fatalf("section %q: %v, index %v", name, sec, index)
	}
	n := 0
	for i, side := range sec.Shape {
		if index[i] < 0 || index[i] >= side {
			s.t.Fatalf("%s: index %v of %v", name, index, sec.Shape)
		}
		n = n*side + index[i]
	}
	m := s.mem[sec.Offset:]
	switch sec.Type {
	case "uint8":
		return float64(m[n])
	case "uint16":
		return float64(binary.LittleEndian.Uint16(m[2*n:]))
	case "uint32":
		return float64(binary.LittleEndian.Uint32(m[4*n:]))
	case "uint64":
		return float64(binary.LittleEndian.Uint64(m[8*n:]))
	case "float32":
		return float64(math.Float32frombits(binary.LittleEndian.Uint32(m[4*n:])))
	}
	s.t.Fatalf("%s has the type %s", name, sec.Type)
	return 0
}
