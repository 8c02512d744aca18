// Package maze implements Snake among edible walls, the game from the magazine article.
//
// A cell is floor, a solid block ([ouro.Wall]) or an edible wall ([ouro.Hedge]). A head that
// enters an edible wall eats it: the cell becomes floor, the tail stays, and the snake is one
// longer at once. On floor, the tail leaves its cell in the same move. So moving onto the cell
// of the tail is legal, even for a snake of two, which turns back on the spot, as in the program
// of the article. There is no other food. A move into a solid block or the body kills the snake,
// which then stays where it was. A living snake without a legal move is trapped. The game is won
// when no edible wall is left and none can regrow, or when the snake fills the board. A game in
// which the snake has not eaten for 3·W·H moves has looped.
//
// [Start] makes the first position and [Rules] plays it. [Levels] returns the boards of this
// package.
package maze

import (
	"embed"
	"errors"
	"fmt"
	"path"
	"slices"

	"ouro"
	"ouro/internal/english"
)

// Regrow is the place where edible walls regrow.
type Regrow uint8

// The kinds of regrowth. Except with None, an edible wall regrows with a chance of 1 in 20 after
// each move, on a cell inside the outermost ring.
const (
	None     Regrow = iota // no regrowth
	Floor                  // on a uniformly drawn cell of bare floor, if there is one
	Original               // on any uniformly drawn cell, also on solid blocks and under the snake
)

var regrowNames = [...]string{"none", "floor", "original"}

// chance is the mean number of moves for one regrowth.
const chance = 20

// Rules are the rules of the maze. The zero value is ready to use and has no regrowth.
type Rules struct{ Regrow Regrow }

// New makes the rules. Their only option is regrow.
func New(options ouro.Options) (Rules, error) {
	r := options.Read()
	word := r.Choice("regrow", regrowNames[None], regrowNames[:]...)
	if err := r.Err(); err != nil {
		return Rules{}, err
	}
	return Rules{Regrow(slices.Index(regrowNames[:], word))}, nil
}

func (r Rules) Spec() ouro.Spec {
	spec := ouro.Spec{Name: "maze"}
	if r.Regrow != None {
		spec.Options = ouro.Options{{Key: "regrow", Value: regrowNames[r.Regrow]}}
	}
	return spec
}

// HungerLimit returns the number of moves without a meal after which a game has looped.
func HungerLimit(g *ouro.Grid) int { return 3 * g.Size() }

// Step moves the snake. It does not allocate.
func (Rules) Step(s *ouro.State, joint []ouro.Dir) {
	s.Turn++
	for seat := range s.Snakes {
		if s.Snakes[seat].Cause == ouro.Alive {
			step(s, seat, joint[seat])
		}
	}
}

func step(s *ouro.State, seat int, d ouro.Dir) {
	snake := &s.Snakes[seat]
	c := s.Grid.Next(snake.Body.Head(), d)
	if !s.Enterable(seat, c) {
		cause := ouro.HitSelf
		if s.Terrain(c) == ouro.Wall {
			cause = ouro.HitWall
		}
		s.Kill(seat, cause)
		return
	}
	meal := s.Terrain(c) == ouro.Hedge
	if meal {
		s.SetTerrain(c, ouro.Open)
		snake.Hunger = 0
	} else {
		snake.Hunger++
	}
	s.Advance(seat, c, meal)
}

// Spawn may make an edible wall regrow, by chance. Before the first move it does nothing.
func (r Rules) Spawn(s *ouro.State, d ouro.Dice) {
	w, h := s.Grid.W-2, s.Grid.H-2 // inside the outermost ring
	if r.Regrow == None || s.Turn == 0 || w < 1 || h < 1 || d.Roll(chance) != 0 {
		return
	}
	if r.Regrow == Original {
		y := 1 + d.Roll(h)
		x := 1 + d.Roll(w)
		s.SetTerrain(s.Grid.At(x, y), ouro.Hedge)
		return
	}
	bare := 0
	for y := 1; y <= h; y++ {
		for x := 1; x <= w; x++ {
			if isBare(s, s.Grid.At(x, y)) {
				bare++
			}
		}
	}
	if bare == 0 {
		return
	}
	k := d.Roll(bare)
	for y := 1; y <= h; y++ {
		for x := 1; x <= w; x++ {
			c := s.Grid.At(x, y)
			if !isBare(s, c) {
				continue
			}
			if k == 0 {
				s.SetTerrain(c, ouro.Hedge)
				return
			}
			k--
		}
	}
}

func isBare(s *ouro.State, c ouro.Cell) bool {
	return s.Free(c) && s.Terrain(c) == ouro.Open
}

// Over reports whether the game has ended, and how.
func (r Rules) Over(s *ouro.State) (ouro.Outcome, bool) {
	snake := &s.Snakes[0]
	switch {
	case snake.Cause != ouro.Alive:
		return ouro.Outcome{Ending: ouro.Died, Winner: -1}, true
	case r.Regrow == None && s.Hedges() == 0, snake.Body.Len() == s.Room():
		return ouro.Outcome{Ending: ouro.Won, Winner: 0}, true
	case snake.Hunger >= HungerLimit(s.Grid):
		return ouro.Outcome{Ending: ouro.Looped, Winner: -1}, true
	case s.Legal(0).Len() == 0:
		return ouro.Outcome{Ending: ouro.Trapped, Winner: -1}, true
	}
	return ouro.Outcome{Winner: -1}, false
}

var ErrNoStart = errors.New("level: no start: draw it as S on floor, or s on an edible wall")

// Start returns the position before the first move: a snake of length 1 on the level's
// start.
func Start(level *ouro.Level, length int) (*ouro.State, error) {
	if level.Start == ouro.NoCell {
		return nil, ErrNoStart
	}
	if length != 1 {
		return nil, fmt.Errorf("start length %d: in the maze a snake starts with length 1", length)
	}
	s := level.State()
	s.TurnBack = true
	s.AddSnake(level.Start)
	return s, nil
}

// Resume returns the state in which a game starts from the given position. The error explains why
// no game can start from it.
func Resume(position *ouro.State) (*ouro.State, error) {
	if err := position.CheckStart(); err != nil {
		return nil, err
	}
	switch {
	case len(position.Food) > 0:
		return nil, errors.New("the maze has no food except edible walls")
	case len(position.Hazards) > 0:
		return nil, errors.New("the maze has no hazards")
	case len(position.Snakes) != 1:
		return nil, fmt.Errorf("%d snakes; the maze has 1", len(position.Snakes))
	case position.Snakes[0].Health != 0:
		return nil, errors.New("a snake of the maze has no health")
	}
	s := position.Clone()
	s.TurnBack = true
	return s, nil
}

type Named struct {
	Name  string
	Level *ouro.Level
}

//go:embed levels/*.txt
var levelFiles embed.FS

var levelNames = [...]string{"nook", "lattice", "brickyard", "orchard", "rooms", "ring", "garden", "labyrinth"}

// Levels returns the levels of this package, the smallest first.
func Levels() []Named {
	var all []Named
	for _, name := range levelNames {
		text, err := levelFiles.ReadFile(path.Join("levels", name+".txt"))
		var level *ouro.Level
		if err == nil {
			level, err = ouro.ParseLevel(string(text))
		}
		if err != nil {
			panic(fmt.Sprintf("maze: embedded level %s: %v", name, err))
		}
		all = append(all, Named{name, level})
	}
	return all
}

// Level returns the level with this name; the error lists the known names.
func Level(name string) (*ouro.Level, error) {
	for _, n := range Levels() {
		if n.Name == name {
			return n.Level, nil
		}
	}
	return nil, fmt.Errorf("unknown level %q%s", name, english.Suggestion(name, levelNames[:]))
}
