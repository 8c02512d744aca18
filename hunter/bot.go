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
	d := b.walk.first[spot]
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

// horizon is the number of steps that the search for an escape looks ahead: until the
// flames of a bomb laid now have ended.
const horizon = (newFuse+FlameTicks)/HunterStep + 1

// farthest is the largest number of steps that a bot walks to lay a bomb.
const farthest = 24

// walk searches ways of a hunter. Time is divided into slots of HunterStep ticks: slot k
// begins at time 1+k*HunterStep with a step or with staying, and the hunter stays on the
// cell until the next slot.
type walk struct {
	dist    []int8     // by fill: 1 + number of steps; 0 if not reached
	first   []ouro.Dir // by fill: first step to a reached cell other than the hunter's
	reached []ouro.Cell

	// For the search over cells and time: the stamp of the search and slot that last
	// visited each cell, and the current and next places.
	visited []uint32
	stamp   uint32
	front   []place
	next    []place
}

// place is a cell at the end of a slot, with the first input of the way there.
type place struct {
	cell  ouro.Cell
	first Input
}

func (k *walk) resize(n int) {
	if len(k.dist) == n {
		return
	}
	*k = walk{dist: make([]int8, n), first: make([]ouro.Dir, n), visited: make([]uint32, n)}
}

// fill finds the cells that the hunter can walk to without standing in flames, or in front
// of a snake's head in the first two slots. Later heads are ignored: they are considered
// when they are near, and changes of a distant one would make the hunter turn back each
// time.
func (k *walk) fill(w *World, f *forecast, me *Hunter) {
	k.resize(w.grid.Size())
	for _, c := range k.reached {
		k.dist[c] = 0
	}
	k.reached = append(k.reached[:0], me.Cell)
	k.dist[me.Cell] = 1
	for i := 0; i < len(k.reached); i++ {
		at := k.reached[i]
		if k.dist[at] > farthest {
			break
		}
		slot := int(k.dist[at]) - 1
		for d, c := range w.grid.Neighbours(at) {
			if c == ouro.NoCell || k.dist[c] != 0 || !w.Walkable(c) || f.flameOn(me, c, slot) || slot < 2 && f.headComes(me, c, slot) {
				continue
			}
			k.dist[c], k.first[c] = k.dist[at]+1, k.first[at]
			if at == me.Cell {
				k.first[c] = ouro.Dir(d)
			}
			k.reached = append(k.reached, c)
		}
	}
}

// steps returns the number of steps to a reached cell.
func (k *walk) steps(c ouro.Cell) int { return int(k.dist[c]) - 1 }

// isSafe reports whether the hunter is not harmed on c in a slot.
func (f *forecast) isSafe(me *Hunter, c ouro.Cell, slot int) bool {
	return !f.flameOn(me, c, slot) && !f.headComes(me, c, slot)
}

// flameOn reports whether c burns in a slot while the hunter has no shield.
func (f *forecast) flameOn(me *Hunter, c ouro.Cell, slot int) bool {
	begin, end := unshielded(me, slot)
	return begin <= end && end >= f.from[c] && begin <= f.to[c]
}

// headComes reports whether a snake's head may enter c in a slot while the hunter has no
// shield.
func (f *forecast) headComes(me *Hunter, c ouro.Cell, slot int) bool {
	begin, end := unshielded(me, slot)
	return begin <= end && end >= f.headFrom[c] && begin <= f.headTo[c]
}

// unshielded returns the part of a slot in which the hunter has no shield: none if begin is
// after end.
func unshielded(me *Hunter, slot int) (begin, end int16) {
	return int16(max(1+slot*HunterStep, me.Shield)), int16((slot + 1) * HunterStep)
}

// wayOut searches the shortest way from c to a cell where the hunter can stay, and returns
// its first input, or false without such a way. slot is 0 if the hunter is on c, or 1 if it
// steps to c in the first slot.
func (k *walk) wayOut(w *World, f *forecast, me *Hunter, c ouro.Cell, slot int) (Input, bool) {
	k.resize(w.grid.Size())
	if slot > 0 && !f.isSafe(me, c, 0) {
		return Input{}, false
	}
	k.front = append(k.front[:0], place{cell: c})
	for ; slot <= horizon; slot++ {
		k.stamp++
		k.next = k.next[:0]
		for _, p := range k.front {
			if in, ok := k.spread(w, f, me, p, slot); ok {
				return in, true
			}
		}
		k.front, k.next = k.next, k.front
	}
	return Input{}, false
}

// spread adds the places that can be reached from p in a slot. If the hunter can stay on
// one of them, it returns the input and true.
func (k *walk) spread(w *World, f *forecast, me *Hunter, p place, slot int) (Input, bool) {
	for way := range 5 {
		to, in := p.cell, p.first
		if way > 0 { // 0 is staying
			d := ouro.Dirs[way-1]
			if to = w.grid.Next(p.cell, d); to == ouro.NoCell || !w.Walkable(to) {
				continue
			}
			if slot == 0 {
				in = Walk(d)
			}
		}
		if k.visited[to] == k.stamp || !f.isSafe(me, to, slot) {
			continue
		}
		k.visited[to] = k.stamp
		if f.lasting(to, slot) {
			return in, true
		}
		k.next = append(k.next, place{to, in})
	}
	return Input{}, false
}

// lasting reports whether, after this slot, c does not burn and no snake is expected on it.
func (f *forecast) lasting(c ouro.Cell, slot int) bool {
	after := int16(slot*HunterStep + 1)
	return after > f.to[c] && after > f.headTo[c]
}
