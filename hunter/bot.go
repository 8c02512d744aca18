package hunter

import "ouro"

// Bot plays hunters.
//
// Idea: for every cell it works out when it will burn (a fuse is cut short where
// another bomb's blast reaches it first) and when a snake's head could enter it,
// and how likely a snake will be there when a bomb laid now goes off. It walks to
// where a bomb promises most for the way and lays it there; where edible walls
// are in its way to the snakes it bombs those. Before anything that it does, it
// searches a way out over cells and time: no bomb is laid and no step made from
// which it would not get to a cell that never burns, nor a bomb that would leave
// the other hunter without a way out. If a danger comes up, it takes that way.
//
// Guarantee: none; it knows neither what the other hunter will do nor where the
// snakes will go. Its choices depend on the world and its own dice alone.
//
// Cost: a breadth-first fill from each snake, one from the hunter, and a look at
// the blast of each cell reached. A Bot plays any hunter of any game, one at a
// time; it is used by one goroutine at a time.
type Bot struct {
	dice *ouro.PCG
	forecast
	walk
}

const botStream = 3

// BotSeed is the seed of the bot that plays hunter h of the game with this
// seed.
func BotSeed(game uint64, h int) uint64 {
	return ouro.Mix(ouro.Mix(game, botStream), uint64(h))
}

// NewBot is a Bot with dice of this seed.
func NewBot(seed uint64) *Bot { return &Bot{dice: ouro.NewPCG(seed)} }

// Bots are the bots that play all hunters of the game with this seed.
func Bots(game uint64, hunters int) []Player {
	players := make([]Player, hunters)
	for h := range players {
		players[h] = NewBot(BotSeed(game, h))
	}
	return players
}

// What a bot finds worth while, in parts of promise.
const (
	least   = certain / 6  // of a bomb
	perStep = certain / 40 // what a step of the way must gain
)

// Act is what hunter h does next.
func (b *Bot) Act(w *World, h int) Input {
	me := &w.hunters[h]
	if w.phase != Playing || me.State != Active || me.Wait > 1 {
		return Input{}
	}
	b.look(w)
	b.walk.fill(w, &b.forecast, me)

	spot := b.bestSpot(w)
	if spot == me.Cell && w.MayBomb(h) {
		if in, ok := b.bomb(w, h); ok {
			return in
		}
	}
	if spot == me.Cell || spot == ouro.NoCell {
		return b.getOut(w, me)
	}
	d := b.walk.firstStep(spot)
	if _, ok := b.wayOut(w, &b.forecast, me, w.grid.Next(me.Cell, d), 1); ok {
		return Walk(d)
	}
	return b.getOut(w, me)
}

// bestSpot is the cell in reach on which a bomb promises most for the way
// there. Where none promises enough, it is the one nearest to the snakes, edible
// walls not minded. Either way it is one from which there is a way out of a
// bomb, or NoCell.
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

// bomb lays a bomb here if there is a way out of it for everybody, and takes
// the first step of it.
func (b *Bot) bomb(w *World, h int) (Input, bool) {
	me := &w.hunters[h]
	b.lookForFlames(w, me.Cell)
	for o := range w.hunters {
		other := &w.hunters[o]
		if o == h || other.State != Active {
			continue
		}
		if _, ok := b.wayOut(w, &b.forecast, other, other.Cell, 0); !ok {
			b.lookForFlames(w, ouro.NoCell)
			return Input{}, false
		}
	}
	in, ok := b.wayOut(w, &b.forecast, me, me.Cell, 0)
	in.Bomb = true
	if !ok {
		b.lookForFlames(w, ouro.NoCell)
	}
	return in, ok
}

// getOut is the first step to safety; none if the hunter is safe where he
// stands or nowhere.
func (b *Bot) getOut(w *World, me *Hunter) Input {
	in, _ := b.wayOut(w, &b.forecast, me, me.Cell, 0)
	return in
}
