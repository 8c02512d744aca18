package hunt

import (
	"fmt"
	"slices"

	"ouro"
	"ouro/hunter"
)

// Bounds of inputs that are told ahead of their time.
const (
	maxAhead  = 10 * hunter.TicksPerSecond
	maxInputs = 256
)

// seats are who plays the hunters.
type seats struct {
	controls hunter.Controls
	bots     []*hunter.Bot // nil: a person
	seed     uint64        // of the game
	waiting  []input       // in the order of their ticks
}

// input is what a person wants in a tick.
type input struct {
	tick   int
	hunter int
	do     string
	dir    ouro.Dir
}

func newSeats(seed uint64, hunters, bots int) *seats {
	s := &seats{seed: seed, bots: make([]*hunter.Bot, hunters)}
	s.controls.TellReleases(true)
	for h := hunters - bots; h < hunters; h++ {
		s.bots[h] = hunter.NewBot(hunter.BotSeed(seed, h))
	}
	return s
}

// players are they, as the game asks them.
func (s *seats) players() []hunter.Player {
	all := make([]hunter.Player, len(s.bots))
	for h := range all {
		all[h] = s
	}
	return all
}

func (s *seats) Act(w *hunter.World, h int) hunter.Input {
	if bot := s.bots[h]; bot != nil {
		return bot.Act(w, h)
	}
	return s.controls.Act(w, h)
}

func (s *seats) people() bool { return slices.Contains(s.bots, nil) }

func (s *seats) give(h int, bot bool) error {
	if h < 0 || h >= len(s.bots) {
		return fmt.Errorf("hunter %d: there are %d", h, len(s.bots))
	}
	s.controls.Stop(h)
	s.bots[h] = nil
	if bot {
		s.bots[h] = hunter.NewBot(hunter.BotSeed(s.seed, h))
	}
	return nil
}

// put keeps an input until its tick.
func (s *seats) put(in input) error {
	if len(s.waiting) >= maxInputs {
		return fmt.Errorf("more than %d inputs wait for their ticks", maxInputs)
	}
	at := len(s.waiting)
	for at > 0 && s.waiting[at-1].tick > in.tick {
		at--
	}
	s.waiting = slices.Insert(s.waiting, at, in)
	return nil
}

// apply hands on what was wanted up to this tick.
func (s *seats) apply(tick int) {
	n := 0
	for ; n < len(s.waiting) && s.waiting[n].tick <= tick; n++ {
		switch in := s.waiting[n]; in.do {
		case "press":
			s.controls.Press(in.hunter, in.dir)
		case "release":
			s.controls.Release(in.hunter, in.dir)
		case "bomb":
			s.controls.Bomb(in.hunter)
		case "stop":
			s.controls.Stop(in.hunter)
		}
	}
	s.waiting = slices.Delete(s.waiting, 0, n)
}
