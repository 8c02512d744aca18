package exact

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"ouro"
)

// Answer is the result of [Ask] for one position.
type Answer struct {
	Figures
	Choices [4]Choice   // by direction
	Best    ouro.DirSet // directions of optimal play; empty if no win is possible
	Meal    int         // moves to the next meal along the first directions of Best; 0 if no win is possible
}

// Choice is the result of one step in some direction.
type Choice struct {
	Figures      // including this step
	Fatal   bool // the step runs into a wall or the body
	Eats    bool
}

// Ask computes the result of optimal play in a position with one snake and one food. It ignores the
// number of moves since the last meal, and it writes no files, whatever the options. With
// Options.Adversary, the moves are those that always suffice, and the probability is 0 if the
// adversary can prevent the win.
func Ask(ctx context.Context, s *ouro.State, o Options) (*Answer, error) {
	answers, err := AskAll(ctx, []*ouro.State{s}, o)
	if err != nil {
		return nil, err
	}
	return answers[0], nil
}

type question struct {
	body []ouro.Cell
	food ouro.Cell
}

// AskAll is [Ask] for several positions on one board. It takes as much time and memory as Ask
// for the position with the shortest snake, see [MeasureFrom].
func AskAll(ctx context.Context, states []*ouro.State, o Options) ([]*Answer, error) {
	if len(states) == 0 {
		return nil, nil
	}
	level := states[0].Level()
	questions, least := make([]question, len(states)), MaxCells
	for i, s := range states {
		body, food, err := readState(s)
		switch {
		case err != nil:
			return nil, err
		case !sameWalls(s.Level(), level):
			return nil, fmt.Errorf("positions of the boards %s and %s: want those of one board with the same walls", nameOf(level), nameOf(s.Level()))
		}
		questions[i], least = question{body, food}, min(least, len(body))
	}
	o.All, o.Checkpoint, o.Save = !o.Adversary, "", ""
	r, err := newRun(ctx, level, o, least)
	if err != nil {
		return nil, err
	}
	answers := make([]*Answer, len(states))
	for {
		stage, err := r.solve(ctx)
		if err != nil {
			return nil, err
		}
		for i, q := range questions {
			if len(q.body) == stage.length {
				answers[i] = r.answer(stage, q.body, q.food)
			}
		}
		if stage.length == least {
			return answers, nil
		}
		if err := r.advance(ctx, stage); err != nil {
			return nil, err
		}
	}
}

// readState returns the body, head first, and the food of a position, or an error if it is not a
// position of classic Snake before the end of the game.
func readState(s *ouro.State) (body []ouro.Cell, food ouro.Cell, err error) {
	switch {
	case len(s.Snakes) != 1 || s.Snakes[0].Cause != ouro.Alive || s.TurnBack || s.AlwaysGrow:
		return nil, 0, errors.New("want a position of classic Snake with one living snake")
	case s.Hedges() > 0:
		return nil, 0, errors.New("want a board without edible walls")
	case s.Snakes[0].Body.Len() == s.Room():
		return nil, 0, errors.New("the board is full: the game is won")
	case len(s.Food) != 1:
		return nil, 0, fmt.Errorf("want one food on the board, not %d", len(s.Food))
	}
	body = s.Snakes[0].Body.Append(nil)
	for i, c := range body {
		if s.Segments(c) != 1 {
			return nil, 0, errors.New("the body covers a cell twice")
		}
		if i > 0 {
			if _, ok := s.Grid.DirTo(body[i-1], c); !ok {
				return nil, 0, fmt.Errorf("segment %d of the body does not lie beside segment %d", i+1, i)
			}
		}
	}
	if s.Segments(s.Food[0]) > 0 {
		return nil, 0, errors.New("the food is on the body")
	}
	return body, s.Food[0], nil
}

// answer returns the answer for a position of s, which must be the last stage that r solved.
func (r *run) answer(s *stage, body []ouro.Cell, food ouro.Cell) *Answer {
	a := &Answer{Figures: s.figuresAt(body, food)}
	for _, d := range ouro.Dirs {
		a.Choices[d] = r.choice(s, body, food, d)
	}
	a.Best = r.best(s, body, food)
	for best := a.Best; best != 0; best = r.best(s, body, food) {
		a.Meal++
		next := r.trie.neighbour(body[0], best.At(0))
		if next == food {
			break
		}
		body = bodyAfterStep(body, next)
	}
	return a
}

func bodyAfterStep(body []ouro.Cell, next ouro.Cell) []ouro.Cell {
	return append([]ouro.Cell{next}, body[:len(body)-1]...)
}

// figuresAt returns the figures of a position of the stage. Without All, a position that is
// not certainly won has probability 0.
func (s *stage) figuresAt(body []ouro.Cell, food ouro.Cell) Figures {
	moves, grade := s.lookUp(body, food)
	f := Figures{Moves: expected(moves)}
	switch {
	case s.grade != nil:
		f.Probability = s.chances[grade].probability()
	case moves != never:
		f.Probability = 1
	}
	return f
}

// lookUp returns the stored moves and grade of a position. The grade is 0 in a stage without
// grades.
func (s *stage) lookUp(body []ouro.Cell, food ouro.Cell) (moves, grade uint32) {
	w := s.trie.find(body)
	at := s.at(w.body, s.trie.sym[w.sym].cell[s.trie.number[food]])
	if s.grade != nil {
		grade = s.grade[at]
	}
	return s.moves[at], grade
}

// bodyAfterMeal returns the number of the body after a meal on a cell beside the head.
func (r *run) bodyAfterMeal(body []ouro.Cell, food ouro.Cell) uint32 {
	return r.trie.find(append([]ouro.Cell{food}, body...)).body
}

func (r *run) choice(s *stage, body []ouro.Cell, food ouro.Cell, d ouro.Dir) Choice {
	next := r.trie.neighbour(body[0], d)
	switch {
	case !enterable(body, next):
		return Choice{Figures: Figures{0, math.NaN()}, Fatal: true}
	case next == food:
		e := r.bodyAfterMeal(body, next)
		return Choice{Figures: Figures{r.after.chanceOf(e).probability(), expected(r.after.moves[e])}, Eats: true}
	}
	c := Choice{Figures: s.figuresAt(bodyAfterStep(body, next), food)}
	c.Moves++
	return c
}

// enterable reports whether the snake survives a step to c. A snake of two cannot enter the cell of
// its tail.
func enterable(body []ouro.Cell, c ouro.Cell) bool {
	i := slices.Index(body, c)
	return c != ouro.NoCell && (i < 0 || i == len(body)-1 && i > 1)
}

// best returns the directions of optimal play, or none if no win is possible.
func (r *run) best(s *stage, body []ouro.Cell, food ouro.Cell) (best ouro.DirSet) {
	moves, grade := s.lookUp(body, food)
	if moves == never {
		return 0
	}
	for _, d := range ouro.Dirs {
		next := r.trie.neighbour(body[0], d)
		if !enterable(body, next) {
			continue
		}
		if next == food {
			e := r.bodyAfterMeal(body, next)
			if r.after.moves[e] == moves && (s.grade == nil || r.after.chance[e] == s.chances[grade]) {
				best |= 1 << d
			}
		} else if m, g := s.lookUp(bodyAfterStep(body, next), food); g == grade && m == moves-oneMove {
			best |= 1 << d
		}
	}
	return best
}

// Values are the figures of all snakes of one length on a board. They are valid only during
// the call of visit.
type Values struct {
	run   *run
	stage *stage
}

// Visit computes the figures of a board and passes them to visit, one length at a time: first the
// longest snake that can still eat, last the length shortest. It holds no more than two lengths in
// memory. Without Options.All, only certainly won positions have figures; all others have the
// probability 0. Visit places food at random and writes no files, whatever the options.
func Visit(ctx context.Context, l *ouro.Level, shortest int, o Options, visit func(*Values)) error {
	o.Adversary, o.Checkpoint, o.Save = false, "", ""
	r, err := newRun(ctx, l, o, shortest)
	if err != nil {
		return err
	}
	for r.length > shortest {
		stage, err := r.solve(ctx)
		if err != nil {
			return err
		}
		if err := r.advance(ctx, stage); err != nil {
			return err
		}
		visit(&Values{r, stage})
	}
	return nil
}

func (v *Values) Length() int { return v.stage.length }

// Position returns the figures of a body, head first, and a food. The length of the body must
// be Length.
func (v *Values) Position(body []ouro.Cell, food ouro.Cell) Figures {
	return v.stage.figuresAt(body, food)
}

// AfterMeal returns the figures of a body right after a meal, before the next food appears: the
// mean of Position over all free cells, rounded to a multiple of 2^-22. The length of the
// body must be Length.
func (v *Values) AfterMeal(body []ouro.Cell) Figures {
	b := v.run.trie.find(body).body
	f := Figures{v.run.after.chanceOf(b).probability(), expected(v.run.after.moves[b])}
	f.Moves-- // the number in after includes the move of the meal
	return f
}

// Start returns the mean of AfterMeal over all placements of a straight snake: the figures of a
// game that starts with a straight snake.
func (v *Values) Start() Figures { return v.run.figures[v.stage.length] }
