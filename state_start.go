package ouro

import (
	"errors"
	"fmt"
)

// CheckStart returns an error unless a game can continue from here under some rules: all
// snakes must be alive, their segments connected, no snake may lie across another or a wall,
// all open cells must be connected, and food must not lie under a snake.
func (s *State) CheckStart() error {
	if len(s.Snakes) == 0 {
		return errors.New("there is no snake")
	}
	if s.Turn < 0 || s.Turn > maxStateTurn {
		return fmt.Errorf("turn %d is not 0 to %d", s.Turn, maxStateTurn)
	}
	if s.room < s.Grid.Size() {
		ground := Level{Grid: s.Grid, Terrain: s.terrain()}
		if err := ground.checkConnected(); err != nil {
			return err
		}
	}
	owner := make([]int, s.Grid.Size()) // the snake on each cell, from 1
	for seat := range s.Snakes {
		if err := s.checkBody(seat, owner); err != nil {
			return fmt.Errorf("snake %d %w", seat+1, err)
		}
	}
	for _, c := range s.Food {
		x, y := s.Grid.XY(c)
		switch {
		case s.Terrain(c) != Open:
			return fmt.Errorf("food at %d.%d lies in a wall", x, y)
		case owner[c] != 0:
			return fmt.Errorf("food at %d.%d lies under snake %d", x, y, owner[c])
		}
	}
	return nil
}

// terrain returns the ground of all cells.
func (s *State) terrain() []Terrain {
	all := make([]Terrain, s.Grid.Size())
	for c := range all {
		all[c] = s.Terrain(Cell(c))
	}
	return all
}

// checkBody returns an error unless a snake is valid, and marks its cells.
func (s *State) checkBody(seat int, owner []int) error {
	sn := &s.Snakes[seat]
	if sn.Cause != Alive {
		return fmt.Errorf("is dead (%s): omit it", sn.Cause)
	}
	for i := range sn.Body.Len() {
		c := sn.Body.At(i)
		if c == NoCell {
			return fmt.Errorf("is not on the board with segment %d", i+1)
		}
		x, y := s.Grid.XY(c)
		if i > 0 && c == sn.Body.At(i-1) {
			continue
		}
		switch {
		case s.Terrain(c) == Wall:
			return fmt.Errorf("lies in the wall at %d.%d", x, y)
		case owner[c] == seat+1:
			return fmt.Errorf("lies across itself at %d.%d", x, y)
		case owner[c] != 0:
			return fmt.Errorf("lies across snake %d at %d.%d", owner[c], x, y)
		case i > 0 && s.Grid.stepLetter(sn.Body.At(i-1), c) == 0:
			return fmt.Errorf("is torn: %d.%d is not beside the segment before it", x, y)
		}
		owner[c] = seat + 1
	}
	if sn.Body.Len() == 0 {
		return errors.New("has no body")
	}
	return nil
}
