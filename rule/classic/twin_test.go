package classic_test

import (
	"fmt"
	"slices"
	"testing"

	"ouro"
	"ouro/rule/classic"
)

type point struct{ x, y int }

// twin is the slow twin of classic Snake, written only from the text of the rules, with points,
// maps and slices.
type twin struct {
	rules  classic.Rules
	w, h   int
	walls  map[point]bool
	snake  []point // head first
	food   []point
	hunger int
	turns  int
	dead   string // "", "wall" or "self"
}

var steps = map[ouro.Dir]point{ouro.Up: {0, 1}, ouro.Right: {1, 0}, ouro.Down: {0, -1}, ouro.Left: {-1, 0}}

func (w *twin) fate(d ouro.Dir) (head point, fate string) {
	head = point{w.snake[0].x + steps[d].x, w.snake[0].y + steps[d].y}
	if w.rules.Wrap {
		head = point{(head.x + w.w) % w.w, (head.y + w.h) % w.h}
	}
	if head.x < 0 || head.y < 0 || head.x >= w.w || head.y >= w.h || w.walls[head] {
		return head, "wall"
	}
	if slices.Contains(w.food, head) {
		return head, "eat"
	}
	obstacles := w.snake[:len(w.snake)-1] // the tail leaves in the same move
	if len(w.snake) == 2 {
		obstacles = w.snake // moving onto the tail would be turning back
	}
	if slices.Contains(obstacles, head) { // includes a tail on which several segments lie
		return head, "self"
	}
	return head, "move"
}

func (w *twin) step(d ouro.Dir) {
	w.turns++
	head, fate := w.fate(d)
	switch fate {
	case "eat":
		tail := w.snake[len(w.snake)-1]
		w.snake = append([]point{head}, w.snake[:len(w.snake)-1]...)
		for range max(1, w.rules.Grow) { // the segments still to come lie on the tail
			if len(w.snake) < w.w*w.h-len(w.walls) {
				w.snake = append(w.snake, tail)
			}
		}
		w.food = slices.DeleteFunc(w.food, func(p point) bool { return p == head })
		w.hunger = 0
	case "move":
		w.snake = append([]point{head}, w.snake[:len(w.snake)-1]...)
		w.hunger++
	default:
		w.dead = fate
	}
}

// spawn puts the next food on one of the free places, counted row by row from the bottom.
func (w *twin) spawn(dice ouro.Dice) {
	for len(w.food) < max(1, w.rules.Food) {
		var free []point
		for y := range w.h {
			for x := range w.w {
				p := point{x, y}
				if !w.walls[p] && !slices.Contains(w.food, p) && (w.dead != "" || !slices.Contains(w.snake, p)) {
					free = append(free, p)
				}
			}
		}
		if len(free) == 0 {
			return
		}
		w.food = append(w.food, free[dice.Roll(len(free))])
	}
}

func (w *twin) isFull() bool {
	cells := map[point]bool{}
	for _, p := range w.snake {
		cells[p] = true
	}
	return len(cells) == w.w*w.h-len(w.walls)
}

func (w *twin) ending() string {
	if w.dead != "" {
		return "died"
	}
	if w.isFull() {
		return "won"
	}
	if w.hunger >= 3*w.w*w.h {
		return "looped"
	}
	for d := range steps {
		if _, fate := w.fate(d); fate == "eat" || fate == "move" {
			return "unfinished"
		}
	}
	return "trapped"
}

func (w *twin) differs(s *ouro.State) string {
	at := func(c ouro.Cell) point { x, y := s.Grid.XY(c); return point{x, y} }
	var snake, food []point
	body := &s.Snakes[0].Body
	for i := range body.Len() {
		snake = append(snake, at(body.At(i)))
	}
	for _, c := range s.Food {
		food = append(food, at(c))
	}
	cause := w.dead
	if cause == "" {
		cause = "alive"
	}
	switch {
	case !slices.Equal(snake, w.snake):
		return fmt.Sprintf("snake %v, twin %v", snake, w.snake)
	case !slices.Equal(food, w.food):
		return fmt.Sprintf("food %v, twin %v", food, w.food)
	case s.Turn != w.turns || s.Snakes[0].Hunger != w.hunger:
		return fmt.Sprintf("turn %d and hunger %d, twin %d and %d", s.Turn, s.Snakes[0].Hunger, w.turns, w.hunger)
	case s.Snakes[0].Cause.String() != cause:
		return fmt.Sprintf("cause %v, twin %v", s.Snakes[0].Cause, cause)
	}
	for c := range ouro.Cell(s.Grid.Size()) {
		p := at(c)
		lies := w.dead == "" && slices.Contains(w.snake, p)
		if (s.Segments(c) > 0) != lies || s.HasFood(c) != slices.Contains(w.food, p) || (s.Terrain(c) == ouro.Wall) != w.walls[p] {
			return fmt.Sprintf("cell %v: %d segments, food %v, terrain %v", p, s.Segments(c), s.HasFood(c), s.Terrain(c))
		}
		if free := !lies && !w.walls[p] && !slices.Contains(w.food, p); s.Free(c) != free {
			return fmt.Sprintf("cell %v: free is %v", p, s.Free(c))
		}
	}
	if outcome, over := w.rules.Over(s); outcome.Ending.String() != w.ending() || over != (w.ending() != "unfinished") {
		return fmt.Sprintf("outcome %v %v, twin %s", outcome.Ending, over, w.ending())
	}
	return ""
}

func twinOf(s *ouro.State) *twin {
	w := &twin{w: s.Grid.W, h: s.Grid.H, walls: map[point]bool{}}
	for c := range ouro.Cell(s.Grid.Size()) {
		if s.Terrain(c) == ouro.Wall {
			x, y := s.Grid.XY(c)
			w.walls[point{x, y}] = true
		}
	}
	body := &s.Snakes[0].Body
	for i := range body.Len() {
		x, y := s.Grid.XY(body.At(i))
		w.snake = append(w.snake, point{x, y})
	}
	return w
}

var levels = []string{
	"      \n XX X \n    X \n X    \n",
	"XXXXX\nX   X\nX X X\nX   X\nXXXXX\n",
	"  X  \n  X  \n     \n",
}

// TestAgainstTwin plays random games and compares every state with the twin. In most games,
// most moves are legal, so that snakes become long.
func TestAgainstTwin(t *testing.T) {
	endings := map[string]int{}
	var longest int
	for seed := range uint64(9000) {
		chance := ouro.NewPCG(seed)
		rules := variants[seed%uint64(len(variants))]
		level, err := rules.Board(randomLevel(t, chance))
		if err != nil {
			t.Fatal(err)
		}
		dice, twinDice := ouro.GameDice(seed), ouro.GameDice(seed)
		length := 1 + chance.Roll(3)
		start, err := classic.Start(level, length, dice)
		if err != nil {
			continue
		}
		if _, err := classic.Start(level, length, twinDice); err != nil {
			t.Fatal(err)
		}
		s, w := start, twinOf(start)
		w.rules = rules
		rules.Spawn(s, dice)
		w.spawn(twinDice)
		reckless := chance.Roll(40)
		for {
			if text := w.differs(s); text != "" {
				t.Fatalf("seed %d turn %d: %s", seed, s.Turn, text)
			}
			if w.ending() != "unfinished" {
				break
			}
			d := ouro.Dir(chance.Roll(4))
			if legal := s.Legal(0); chance.Roll(40) >= reckless {
				d = legal.At(chance.Roll(legal.Len()))
			}
			for _, d := range ouro.Dirs {
				_, fate := w.fate(d)
				want := fate == "eat" || fate == "move"
				next := s.Grid.Next(s.Snakes[0].Body.Head(), d)
				if s.Enterable(0, next) != want || s.Legal(0).Has(d) != want {
					t.Fatalf("seed %d turn %d: %v would %s; Enterable %v, Legal %v", seed, s.Turn, d, fate, s.Enterable(0, next), s.Legal(0).Has(d))
				}
			}
			rules.Step(s, []ouro.Dir{d})
			w.step(d)
			rules.Spawn(s, dice)
			w.spawn(twinDice)
		}
		endings[w.ending()]++
		longest = max(longest, len(w.snake))
	}
	for _, ending := range []string{"won", "died", "trapped", "looped"} {
		if endings[ending] == 0 {
			t.Errorf("no game %s: %v", ending, endings)
		}
	}
	if longest < 12 {
		t.Errorf("the longest snake had only %d cells", longest)
	}
}

// randomLevel usually returns a small open board, and sometimes a large board or one with walls.
func randomLevel(t *testing.T, chance *ouro.PCG) *ouro.Level {
	t.Helper()
	w, h := 2+chance.Roll(5), 2+chance.Roll(5)
	switch chance.Roll(10) {
	case 0:
		level, err := ouro.ParseLevel(levels[chance.Roll(len(levels))])
		if err != nil {
			t.Fatal(err)
		}
		return level
	case 1:
		w, h = 2+chance.Roll(15), 2+chance.Roll(15)
	}
	level, err := classic.OpenLevel(w, h)
	if err != nil {
		t.Fatal(err)
	}
	return level
}
