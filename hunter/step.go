package hunter

import (
	"slices"

	"ouro"
	"ouro/internal/cooperate"
)

// Step plays one tick. inputs[h] is the input of hunter h; a missing element means the zero Input. Step
// ignores the inputs of hunters that cannot act, and does nothing after the end of the game. It
// allocates only at the start of a level, in solvers, and for a Record.
func (w *World) Step(inputs []Input) {
	cooperate.Yield()
	w.events = w.events[:0]
	if w.Over() {
		return
	}
	w.tick++
	w.left--
	if w.phase == Playing {
		w.play(inputs)
	} else if w.left == 0 {
		w.resume()
	}
	if w.cfg.Keep {
		w.keep(inputs)
	}
}

// play plays a tick of a level, outside of breaks.
func (w *World) play(inputs []Input) {
	w.ageFlames()
	w.explode()
	for h := range w.hunters {
		var in Input
		if h < len(inputs) {
			in = inputs[h]
		}
		w.act(h, in)
	}
	for i := range w.snakes {
		w.actSnake(i)
	}
	w.applyDamage()
	w.regrow()
	w.checkEnd()
}

// act plays a tick of hunter h.
func (w *World) act(h int, in Input) {
	hunter := &w.hunters[h]
	if hunter.State == Out {
		return
	}
	hunter.Wait = max(0, hunter.Wait-1)
	hunter.Shield = max(0, hunter.Shield-1)
	if hunter.State == Down {
		if hunter.Wait == 0 {
			w.respawn(h)
		}
		return
	}
	if in.Bomb {
		w.layBomb(h)
	}
	if !in.Go || hunter.Wait > 0 {
		return
	}
	if c := w.grid.Next(hunter.Cell, in.Dir); w.Walkable(c) {
		hunter.Cell, hunter.Wait = c, HunterStep
	}
}

// respawn puts hunter h on a walkable cell. It prefers cells that do not burn and that no bomb will
// reach. Among these, it prefers cells from which the hunter can escape from a bomb that it
// lays there, and then cells that are far from the snakes.
func (w *World) respawn(h int) {
	for c := range w.blocked {
		w.blocked[c] = w.ground[c] == ouro.Wall
	}
	w.heads = w.heads[:0]
	for i := range w.snakes {
		if w.snakes[i].State != Dead {
			w.heads = append(w.heads, w.snakes[i].Body.Head())
		}
	}
	w.reach.Fill(w.blocked, w.heads...)
	w.hit = w.hit[:0]
	for _, b := range w.bombs {
		w.hit = w.AppendBlast(w.hit, b.Cell)
	}
	for _, c := range w.hit {
		w.blocked[c] = true // from here on, blocked marks the cells that a bomb reaches
	}
	best, bestWorth := ouro.NoCell, -1
	for c := range ouro.Cell(w.grid.Size()) {
		if !w.Walkable(c) {
			continue
		}
		worth := w.reach.At(c) + 1
		if !w.blocked[c] && w.burn[c] == 0 {
			const safe = 1 << 20
			worth += safe
		}
		if worth+worthShelter <= bestWorth {
			continue
		}
		if w.shelter.canEscape(c, w.ground, w.Walkable) {
			worth += worthShelter
		}
		if worth > bestWorth {
			best, bestWorth = c, worth
		}
	}
	if best == ouro.NoCell {
		w.hunters[h].Wait = 1 // no cell is walkable: try again in the next tick
		return
	}
	hunter := &w.hunters[h]
	hunter.Cell, hunter.State, hunter.Wait, hunter.Shield = best, Active, 0, ShieldTicks
	w.emit(HunterBack, best, h, noSnake, 0)
}

// worthShelter is more than any distance from the snakes.
const worthShelter = 1 << 16

// applyDamage applies the damage of flames and heads in this tick.
func (w *World) applyDamage() {
	if len(w.flames) > 0 {
		for i := range w.snakes {
			w.hitByFlames(i)
		}
	}
	for h := range w.hunters {
		hunter := &w.hunters[h]
		if hunter.State != Active || hunter.Shield > 0 {
			continue
		}
		c := hunter.Cell
		if w.burn[c] > 0 {
			w.emit(HunterBlasted, c, h, noSnake, 0)
			w.loseLife(h)
			continue
		}
		if i := w.SnakeOn(c); i != noSnake && w.snakes[i].State == Alive && w.snakes[i].Body.Head() == c {
			w.emit(HunterCaught, c, h, i, 0)
			w.loseLife(h)
		}
	}
}

func (w *World) loseLife(h int) {
	hunter := &w.hunters[h]
	hunter.Shield = 0
	if hunter.Lives--; hunter.Lives > 0 {
		hunter.State, hunter.Wait = Down, DownTicks
		return
	}
	hunter.State, hunter.Wait = Out, 0
	w.emit(HunterOut, hunter.Cell, h, noSnake, 0)
}

// regrow adds an edible wall with a chance of 1 in Level.Regrow.
func (w *World) regrow() {
	every := w.Level().Regrow
	if every == 0 || w.dice.Roll(every) != 0 {
		return
	}
	bare := w.hit[:0]
	for c := range ouro.Cell(w.grid.Size()) {
		if w.Walkable(c) && w.burn[c] == 0 && !w.hunterOn(c) {
			bare = append(bare, c)
		}
	}
	if len(bare) == 0 {
		return
	}
	c := bare[w.dice.Roll(len(bare))]
	w.setGround(c, ouro.Hedge)
	w.emit(HedgeGrown, c, noHunter, noSnake, 0)
}

func (w *World) hunterOn(c ouro.Cell) bool {
	return slices.ContainsFunc(w.hunters, func(h Hunter) bool { return h.State == Active && h.Cell == c })
}

// checkEnd ends the level or the game if its conditions are met.
func (w *World) checkEnd() {
	switch {
	case w.areAllOut():
		w.end(Lost)
	case !slices.ContainsFunc(w.snakes, func(s Snake) bool { return s.State != Dead }):
		points := LevelPoints + SecondPoints*(w.left/TicksPerSecond)
		w.bonus += points
		w.emitCount(LevelWon, points)
		if w.number == len(w.cfg.Levels)-1 {
			w.end(Won)
			return
		}
		w.phase, w.left = Cleared, BreakTicks
	case w.left == 0:
		w.emitCount(TimeOver, w.LevelNumber())
		for h := range w.hunters {
			if w.hunters[h].Lives > 0 {
				w.loseLife(h)
			}
		}
		if w.areAllOut() {
			w.end(Lost)
			return
		}
		w.phase, w.left = TimedOut, BreakTicks
	}
}

func (w *World) areAllOut() bool {
	return !slices.ContainsFunc(w.hunters, func(h Hunter) bool { return h.State != Out })
}

func (w *World) end(p Phase) {
	w.phase, w.left = p, 0
	kind := GameWon
	if p == Lost {
		kind = GameLost
	}
	w.emitCount(kind, w.Score())
}

// resume starts the next level after a break, or the same level again if its time ran out.
func (w *World) resume() {
	if w.phase == Cleared {
		w.number++
	}
	_ = w.startLevel() // startLevel has emitted SolverFailed for each snake without a solver
}
