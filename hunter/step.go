package hunter

import (
	"ouro"
	"ouro/internal/cooperate"
)

// Step plays one tick. inputs[h] is what hunter h asks for; missing inputs ask
// for nothing, and inputs of hunters who cannot act are ignored. After the end
// Step does nothing. It allocates nothing, but for the start of a level, what the
// solvers do and what is kept.
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
		w.goOn()
	}
	if w.cfg.Keep {
		w.keep(inputs)
	}
}

// play is a tick that is not of a break.
func (w *World) play(inputs []Input) {
	w.dieDown()
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
	w.harm()
	w.regrow()
	w.judge()
}

// act lets hunter h do what he is asked.
func (w *World) act(h int, in Input) {
	hunter := &w.hunters[h]
	if hunter.State == Out {
		return
	}
	hunter.Wait = max(0, hunter.Wait-1)
	hunter.Shield = max(0, hunter.Shield-1)
	if hunter.State == Down {
		if hunter.Wait == 0 {
			w.bringBack(h)
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

// bringBack puts hunter h on a bare cell: rather on one that no bomb or flame
// will reach, then on one from which he can get out of the way of a bomb, then
// on the one farthest from the snakes on foot.
func (w *World) bringBack(h int) {
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
		w.blocked[c] = true // from here on: in the reach of a bomb
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
		if w.shelter.from(c, w.ground, w.Walkable) {
			worth += worthShelter
		}
		if worth > bestWorth {
			best, bestWorth = c, worth
		}
	}
	if best == ouro.NoCell {
		w.hunters[h].Wait = 1 // no bare cell: look again in the next tick
		return
	}
	hunter := &w.hunters[h]
	hunter.Cell, hunter.State, hunter.Wait, hunter.Shield = best, Active, 0, ShieldTicks
	e := event(HunterBack)
	e.Cell, e.Hunter = best, h
	w.tell(e)
}

// worthShelter is more than any distance from the snakes.
const worthShelter = 1 << 16

// harm lets flames and heads do their work.
func (w *World) harm() {
	if len(w.flames) > 0 {
		for i := range w.snakes {
			w.scorch(i)
		}
	}
	for h := range w.hunters {
		hunter := &w.hunters[h]
		if hunter.State != Active || hunter.Shield > 0 {
			continue
		}
		c := hunter.Cell
		if w.burn[c] > 0 {
			e := event(HunterBlasted)
			e.Cell, e.Hunter = c, h
			w.tell(e)
			w.loseLife(h)
			continue
		}
		if i := w.SnakeOn(c); i != noSnake && w.snakes[i].State == Alive && w.snakes[i].Body.Head() == c {
			e := event(HunterCaught)
			e.Cell, e.Hunter, e.Snake = c, h, i
			w.tell(e)
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
	e := event(HunterOut)
	e.Cell, e.Hunter = hunter.Cell, h
	w.tell(e)
}

// regrow lets an edible wall grow, by chance.
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
	e := event(HedgeGrown)
	e.Cell = bare[w.dice.Roll(len(bare))]
	w.setGround(e.Cell, ouro.Hedge)
	w.tell(e)
}

func (w *World) hunterOn(c ouro.Cell) bool {
	for h := range w.hunters {
		if w.hunters[h].State == Active && w.hunters[h].Cell == c {
			return true
		}
	}
	return false
}

// judge ends the level or the game if it is time.
func (w *World) judge() {
	living := 0
	for i := range w.snakes {
		if w.snakes[i].State != Dead {
			living++
		}
	}
	switch {
	case w.allOut():
		w.end(Lost)
	case living == 0:
		e := event(LevelWon)
		e.Count = LevelPoints + SecondPoints*(w.left/TicksPerSecond)
		w.bonus += e.Count
		w.tell(e)
		if w.number == len(w.cfg.Levels)-1 {
			w.end(Won)
			return
		}
		w.phase, w.left = Cleared, BreakTicks
	case w.left == 0:
		e := event(TimeOver)
		e.Count = w.LevelNumber()
		w.tell(e)
		for h := range w.hunters {
			if w.hunters[h].Lives > 0 {
				w.loseLife(h)
			}
		}
		if w.allOut() {
			w.end(Lost)
			return
		}
		w.phase, w.left = TimedOut, BreakTicks
	}
}

func (w *World) allOut() bool {
	for h := range w.hunters {
		if w.hunters[h].State != Out {
			return false
		}
	}
	return true
}

func (w *World) end(p Phase) {
	w.phase, w.left = p, 0
	e := event(GameWon)
	if p == Lost {
		e.Kind = GameLost
	}
	e.Count = w.Score()
	w.tell(e)
}

// goOn starts the next level, or the same again, after the break.
func (w *World) goOn() {
	if w.phase == Cleared {
		w.number++
	}
	if err := w.startLevel(); err != nil {
		return // the snakes without a solver have told so
	}
}
