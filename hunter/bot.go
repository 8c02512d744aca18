package hunter

import "ouro"

// Bot plays hunters.
//
// Idea: for every cell, the bot computes when the cell will burn (a bomb explodes early if another
// blast reaches it), when a snake's head could enter it, and how likely a snake is there when a bomb
// laid now explodes. The hunter walks to the cell where a bomb promises the most hits, minus a cost
// per step, and lays a bomb there. If edible walls are between the hunter and the snakes, it bombs the
// walls. Before each action, the bot searches for an escape over cells and time. The hunter makes only
// steps after which it can reach a safe cell, and lays only bombs after which both hunters can reach
// one. In danger, it follows the escape.
//
// Guarantee: none, because the moves of the other hunter and the snakes are unknown. The bot's
// choices depend only on the world and on its own dice.
//
// Cost: a breadth-first fill from each snake and from the hunter, and the blast of a bomb on each
// reached cell. A Bot can play any hunter of any game, but only one hunter at a time and in one
// goroutine.
type Bot struct {
	dice *ouro.PCG
	forecast
	walk
}

// botStream separates the seeds of bots from other seeds that derive from the seed of a game.
const botStream = 3

// BotSeed returns the seed of the bot that plays hunter h of a game.
func BotSeed(game uint64, h int) uint64 {
	return ouro.Mix(ouro.Mix(game, botStream), uint64(h))
}

func NewBot(seed uint64) *Bot { return &Bot{dice: ouro.NewPCG(seed)} }

// Bots returns the bots that play all hunters of a game.
func Bots(game uint64, hunters int) []Player {
	players := make([]Player, hunters)
	for h := range players {
		players[h] = NewBot(BotSeed(game, h))
	}
	return players
}

// Thresholds of decisions, as promises; see certain.
const (
	minPromise     = certain / 6  // minimum promise, minus the cost of the path, of a cell for a bomb
	promisePerStep = certain / 40 // cost of each step of the path
)

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
	if _, ok := b.escapeFrom(w, &b.forecast, me, w.grid.Next(me.Cell, d), 1); ok {
		return Walk(d)
	}
	return b.escape(w, me)
}

// bestSpot returns the reachable cell where a bomb has the largest promise, minus promisePerStep for
// each step of the path. If no cell has at least minPromise, bestSpot returns the cell nearest to the
// snakes, as if there were no edible walls. It considers only cells from which the hunter can escape
// from its bomb. Without such a cell, it returns NoCell.
func (b *Bot) bestSpot(w *World) ouro.Cell {
	best, bestWorth := ouro.NoCell, minPromise
	for _, c := range b.walk.reached {
		worth := b.promise(w, c) - promisePerStep*b.walk.steps(c)
		if worth < bestWorth || worth == bestWorth && (best == ouro.NoCell || b.dice.Roll(2) == 0) {
			continue
		}
		if b.shelter.canEscape(c, w.ground, w.Walkable) {
			best, bestWorth = c, worth
		}
	}
	if best != ouro.NoCell {
		return best
	}
	b.findSnakes(w)
	nearest := 1 << 30
	for _, c := range b.walk.reached {
		if d := 4*b.toSnakes.At(c) + b.walk.steps(c); b.toSnakes.At(c) >= 0 && d < nearest && b.from[c] == neverTick && b.shelter.canEscape(c, w.ground, w.Walkable) {
			best, nearest = c, d
		}
	}
	return best
}

// bomb returns the input that lays a bomb and makes the first step of the escape. It returns false
// if one of the hunters could not escape from the bomb.
func (b *Bot) bomb(w *World, h int) (Input, bool) {
	me := &w.hunters[h]
	b.updateFlames(w, me.Cell)
	for o := range w.hunters {
		other := &w.hunters[o]
		if o == h || other.State != Active {
			continue
		}
		if _, ok := b.escapeFrom(w, &b.forecast, other, other.Cell, 0); !ok {
			b.updateFlames(w, ouro.NoCell)
			return Input{}, false
		}
	}
	in, ok := b.escapeFrom(w, &b.forecast, me, me.Cell, 0)
	in.Bomb = true
	if !ok {
		b.updateFlames(w, ouro.NoCell)
	}
	return in, ok
}

// escape returns the first step to a safe cell, or no step if the hunter is safe or cannot escape.
func (b *Bot) escape(w *World, me *Hunter) Input {
	in, _ := b.escapeFrom(w, &b.forecast, me, me.Cell, 0)
	return in
}

// horizon is the number of steps that the search for an escape looks ahead. It reaches beyond the end
// of the flames of a bomb that is laid now.
const horizon = (newFuse+FlameTicks)/HunterStep + 1

// farthest is the maximum number of steps to a cell where the bot considers a bomb.
const farthest = 24

// walk searches for paths of a hunter. Time is divided into slots of HunterStep ticks; slot k
// begins at time 1+k*HunterStep. At the beginning of a slot, the hunter makes a step or stays. For the
// rest of the slot, it remains on its cell.
type walk struct {
	// Results of fill.
	dist    []int8      // by cell: 1 + number of steps to the cell; 0 if not reached
	first   []ouro.Dir  // by cell: first step to a reached cell; undefined for the hunter's cell
	reached []ouro.Cell // in order of distance

	// For the search over cells and time.
	visited []uint32 // by cell: stamp of the last visit
	stamp   uint32   // number of the slot, counted over all slots of all searches
	front   []place  // places of the current slot
	next    []place  // places of the following slot
}

// place is a cell where the hunter can be at the end of a slot, with the first input of the path to
// the cell.
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

// fill finds the cells to which the hunter can walk without entering flames. In the first two slots,
// fill also avoids cells that a snake's head may enter. It ignores heads in later slots, because their
// forecasts change so often that the hunter would turn back all the time.
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

// steps returns the number of steps to a cell that k.fill has reached.
func (k *walk) steps(c ouro.Cell) int { return int(k.dist[c]) - 1 }

// isSafe reports whether neither flames nor heads are expected to harm the hunter on c during a
// slot.
func (f *forecast) isSafe(me *Hunter, c ouro.Cell, slot int) bool {
	return !f.flameOn(me, c, slot) && !f.headComes(me, c, slot)
}

// flameOn reports whether c burns during a slot while the hunter has no shield.
func (f *forecast) flameOn(me *Hunter, c ouro.Cell, slot int) bool {
	begin, end := unshieldedTime(me, slot)
	return begin <= end && end >= f.from[c] && begin <= f.to[c]
}

// headComes reports whether a snake's head may enter c during a slot while the hunter has no
// shield.
func (f *forecast) headComes(me *Hunter, c ouro.Cell, slot int) bool {
	begin, end := unshieldedTime(me, slot)
	return begin <= end && end >= f.headFrom[c] && begin <= f.headTo[c]
}

// unshieldedTime returns the part of a slot without the hunter's shield. If it is empty, begin is after
// end.
func unshieldedTime(me *Hunter, slot int) (begin, end int16) {
	return int16(max(1+slot*HunterStep, me.Shield)), int16((slot + 1) * HunterStep)
}

// escapeFrom returns the first input of the shortest path from c to a cell where the hunter can stay,
// or false if it finds none. slot is 0 if the hunter is on c, and 1 if it steps to c in slot 0.
func (k *walk) escapeFrom(w *World, f *forecast, me *Hunter, c ouro.Cell, slot int) (Input, bool) {
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

// spread adds to k.next the places that can be reached from p in this slot. If the hunter can stay
// on one of them, spread returns the first input of the path to that place, and true.
func (k *walk) spread(w *World, f *forecast, me *Hunter, p place, slot int) (Input, bool) {
	for i := range 1 + len(ouro.Dirs) { // no step, or a step in each direction
		to, in := p.cell, p.first
		if i > 0 {
			d := ouro.Dirs[i-1]
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
		if f.staysSafe(to, slot) {
			return in, true
		}
		k.next = append(k.next, place{to, in})
	}
	return Input{}, false
}

// staysSafe reports whether c is safe from this slot on: no flames and no heads are expected on c.
func (f *forecast) staysSafe(c ouro.Cell, slot int) bool {
	after := int16(slot*HunterStep + 1)
	return after > f.to[c] && after > f.headTo[c]
}
