package hunter

import "ouro"

// Bot plays hunters.
//
// Idea: for every cell it computes when the cell will burn (a bomb explodes early if the
// blast of another one reaches it), when a snake's head could enter it, and how likely a
// snake is there when a bomb laid now explodes. It walks to the cell where a bomb promises
// most for the way, and lays it there. If edible walls separate it from the snakes, it
// bombs the walls. Before each action, it searches an escape over cells and time: it makes
// no step and lays no bomb after which it, or for bombs the other hunter, could not reach a
// cell that never burns. In danger it follows that escape.
//
// Guarantee: none, because it knows neither the moves of the other hunter nor those of the
// snakes. Its choices depend only on the world and its own dice.
//
// Cost: a breadth-first fill from each snake, one from the hunter, and the blast of each
// reached cell. A Bot can play any hunter of any game, one at a time. Only one goroutine at
// a time may use it.
type Bot struct {
	dice *ouro.PCG
	forecast
	walk
}

const botStream = 3

// BotSeed returns the seed of the bot that plays hunter h of the game with this seed.
func BotSeed(game uint64, h int) uint64 {
	return ouro.Mix(ouro.Mix(game, botStream), uint64(h))
}

// NewBot returns a Bot with dice of this seed.
func NewBot(seed uint64) *Bot { return &Bot{dice: ouro.NewPCG(seed)} }

// Bots returns the bots that play all hunters of the game with this seed.
func Bots(game uint64, hunters int) []Player {
	players := make([]Player, hunters)
	for h := range players {
		players[h] = NewBot(BotSeed(game, h))
	}
	return players
}

// Thresholds of a bot's decisions, in units of promise.
const (
	least   = certain / 6  // least promise of a bomb
	perStep = certain / 40 // least gain of each step of the way
)

// Act returns the next input of hunter h.
func (b *Bot) Act(w *World, h int) Input {
	me := &w.hunters[h]
	if w.phase != Playing || me.State != Active || me.Wait > 1 {
		return Input{}
	}
	b.update(w)
	b.walk.fill(w, &b.forecast, me)

	spot := b.bestSpot(w)
	if spot == me.Cell && w.MayBomb(h) {
		if in, ok := b.bomb(w, h); ok {
			return in
		}
	}
	if spot == me.Cell || spot == ouro.NoCell {
		return b.escape(w, me)
	}
	d := b.walk.firstStep(spot)
	if _, ok := b.wayOut(w, &b.forecast, me, w.grid.Next(me.Cell, d), 1); ok {
		return Walk(d)
	}
	return b.escape(w, me)
}

// bestSpot returns the reachable cell where a bomb promises most for the way there. If none
// promises enough, it is the cell nearest to the snakes, ignoring edible walls. In both
// cases the hunter can escape from a bomb there. It returns NoCell if there is no such
// cell.
func (b *Bot) bestSpot(w *World) ouro.Cell {
	best, bestWorth := ouro.NoCell, least
	for _, c := range b.walk.reached {
		worth := b.promise(w, c) - perStep*b.walk.steps(c)
		if worth < bestWorth || worth == bestWorth && (best == ouro.NoCell || b.dice.Roll(2) == 0) {
			continue
		}
		if b.shelter.from(c, w.ground, w.Walkable) {
			best, bestWorth = c, worth
		}
	}
	if best != ouro.NoCell {
		return best
	}
	b.findSnakes(w)
	nearest := 1 << 30
	for _, c := range b.walk.reached {
		if d := 4*b.toSnakes.At(c) + b.walk.steps(c); b.toSnakes.At(c) >= 0 && d < nearest && b.from[c] == never && b.shelter.from(c, w.ground, w.Walkable) {
			best, nearest = c, d
		}
	}
	return best
}

// bomb lays a bomb here if all hunters can escape from it, and makes the first step of the
// escape.
func (b *Bot) bomb(w *World, h int) (Input, bool) {
	me := &w.hunters[h]
	b.updateFlames(w, me.Cell)
	for o := range w.hunters {
		other := &w.hunters[o]
		if o == h || other.State != Active {
			continue
		}
		if _, ok := b.wayOut(w, &b.forecast, other, other.Cell, 0); !ok {
			b.updateFlames(w, ouro.NoCell)
			return Input{}, false
		}
	}
	in, ok := b.wayOut(w, &b.forecast, me, me.Cell, 0)
	in.Bomb = true
	if !ok {
		b.updateFlames(w, ouro.NoCell)
	}
	return in, ok
}

// escape returns the first step to safety, or no step if the hunter is safe or cannot
// escape.
func (b *Bot) escape(w *World, me *Hunter) Input {
	in, _ := b.wayOut(w, &b.forecast, me, me.Cell, 0)
	return in
}
