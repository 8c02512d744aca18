package hunter

import (
	"context"
	"fmt"

	"ouro"
	"ouro/play"
	"ouro/rule/maze"
)

// newSnake returns snake i of a level on its start cell. Snake i makes its first step one tick after
// snake i-1, so that not all snakes decide in the same tick.
func newSnake(l *Level, i int) Snake {
	view := ouro.NewState(l.Grid)
	for c, t := range l.Terrain {
		view.SetTerrain(ouro.Cell(c), t)
	}
	view.TurnBack = true
	view.AddSnake(l.Snakes[i])
	for range MaxHunters { // reserve memory for food
		view.AddFood(l.Snakes[i])
		view.RemoveFood(l.Snakes[i])
	}
	return Snake{Body: &view.Snakes[0].Body, Wait: l.Step + i, view: view}
}

// makeSolver makes the solver of snake i. If the Maker fails, the snake moves without a solver, and
// makeSolver returns the reason.
func (w *World) makeSolver(i int) error {
	driver := w.cfg.Drivers[i%len(w.cfg.Drivers)]
	rules := maze.Rules{}
	if w.Level().Regrow > 0 {
		rules.Regrow = maze.Floor
	}
	solver, err := play.Make(driver.Make, ouro.Setup{
		Rules: rules, Start: w.snakes[i].view, Seat: 0, Options: driver.Spec.Options,
		Seed: ouro.SolverSeed(ouro.Mix(w.cfg.Seed, uint64(w.starts)), i),
	})
	if err != nil {
		w.recordFault(i, play.FaultOf(err).Kind)
		return fmt.Errorf("hunter: snake %d, solver %s: %w", i+1, driver.Spec, err)
	}
	w.snakes[i].solver = play.NewAsker(solver)
	return nil
}

// actSnake plays a tick of snake i.
func (w *World) actSnake(i int) {
	s := &w.snakes[i]
	if s.State == Dead {
		return
	}
	s.Hurt = max(0, s.Hurt-1)
	if s.Wait--; s.Wait > 0 {
		return
	}
	s.Wait = w.Level().Step
	if s.State == Stunned {
		s.State = Alive
		w.emit(SnakeWoke, s.Body.Head(), noHunter, i, 0)
	}
	w.showHunters(s.view)
	legal := s.view.Legal(0)
	if legal.Len() == 0 {
		w.stun(i)
		return
	}
	w.move(i, w.steer(i, legal))
}

// showHunters puts food into the view of a snake, on the cells of hunters that the snake can catch.
func (w *World) showHunters(view *ouro.State) {
	for len(view.Food) > 0 {
		view.RemoveFood(view.Food[0])
	}
	for h := range w.hunters {
		hunter := &w.hunters[h]
		if c := hunter.Cell; hunter.State == Active && hunter.Shield == 0 && !w.bombOn[c] && w.owner[c] == noSnake && !view.HasFood(c) {
			view.AddFood(c)
		}
	}
}

// steer returns a legal step for snake i. The context of its solver never ends, because an
// interrupted decision could not be replayed.
func (w *World) steer(i int, legal ouro.DirSet) ouro.Dir {
	if legal.Len() == 1 {
		return legal.At(0)
	}
	s := &w.snakes[i]
	if s.solver == nil {
		w.recordFault(i, ouro.Erred)
		return play.FirstLegal(s.view, 0)
	}
	turn := ouro.Turn{State: s.view, Nodes: w.cfg.Nodes}
	if w.cfg.Trace != nil {
		turn.Trace = w.cfg.Trace(i)
	}
	d, fault := s.solver.Ask(context.Background(), turn)
	switch {
	case fault != nil:
		w.recordFault(i, fault.Kind)
	case !legal.Has(d.Dir):
		w.recordFault(i, ouro.Invalid)
	default:
		return d.Dir
	}
	return play.FirstLegal(s.view, 0)
}

func (w *World) recordFault(i int, f ouro.Fault) {
	w.faults++
	w.emit(SolverFailed, w.snakes[i].Body.Head(), noHunter, i, int(f))
}

// move makes a step of snake i.
func (w *World) move(i int, d ouro.Dir) {
	s := &w.snakes[i]
	c := w.grid.Next(s.Body.Head(), d)
	meal := w.ground[c] == ouro.Hedge
	s.view.Turn++
	if meal {
		w.setGround(c, ouro.Open)
		s.view.Snakes[0].Hunger = 0
		w.emit(HedgeEaten, c, noHunter, i, 0)
	} else {
		s.view.Snakes[0].Hunger++
		tip := s.Body.Tail()
		w.owner[tip] = noSnake
		w.show(tip, ouro.Open, i)
	}
	s.view.Advance(0, c, meal)
	w.owner[c] = int8(i)
	w.show(c, ouro.Wall, i)
}

// stun turns the trapped snake i into a stunned figure.
func (w *World) stun(i int) {
	s := &w.snakes[i]
	w.emit(SnakeStunned, s.Body.Head(), noHunter, i, s.Body.Len()-1)
	w.cut(i, 1)
	s.State, s.Wait = Stunned, StunTicks
}

// hitByFlames hits snake i if any of its cells burns. The hunter who owns the flame nearest to the
// head gets the points.
func (w *World) hitByFlames(i int) {
	s := &w.snakes[i]
	if s.State == Dead || s.Hurt > 0 {
		return
	}
	n := s.Body.Len()
	for k := range n {
		c := s.Body.At(k)
		if w.burn[c] == 0 {
			continue
		}
		head, h, kind, count := s.Body.Head(), int(w.burnBy[c]), SnakeHit, n-n/2
		owner := &w.hunters[h]
		if n <= DeadlyLength {
			kind, count = SnakeDied, n
			owner.Kills++
			owner.Score += KillPoints
			s.State, s.Wait = Dead, 0
			w.freeTail(i, 0)
		} else {
			w.cut(i, n/2)
			s.Hurt = HurtTicks
		}
		owner.Score += CellPoints * count
		w.emit(kind, head, h, i, count)
		return
	}
}

// cut removes all cells of snake i except the first n.
func (w *World) cut(i, n int) {
	w.freeTail(i, n)
	w.snakes[i].view.Cut(0, n)
}

// freeTail marks all cells of snake i except the first n as free.
func (w *World) freeTail(i, n int) {
	body := w.snakes[i].Body
	for k := n; k < body.Len(); k++ {
		w.owner[body.At(k)] = noSnake
		w.show(body.At(k), ouro.Open, i)
	}
}

// setGround changes the ground of c. There must be neither a bomb nor a snake on c.
func (w *World) setGround(c ouro.Cell, t ouro.Terrain) {
	w.ground[c] = t
	w.show(c, t, noSnake)
}

// show sets the terrain of c in the views of all snakes except one. Solvers see bombs and other snakes
// as walls.
func (w *World) show(c ouro.Cell, t ouro.Terrain, except int) {
	for i := range w.snakes {
		if i != except {
			w.snakes[i].view.SetTerrain(c, t)
		}
	}
}
