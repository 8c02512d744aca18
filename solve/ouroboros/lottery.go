package ouroboros

import "ouro/search"

// lottery computes, when few squares are free, the moves that fill the board with the highest
// probability. Between two meals it visits every body that the snake can reach.
type lottery struct {
	*ring
	known       map[bodyKey]float64 // by the body after a meal: probability that the board is filled
	meter       *search.Meter       // counts the visited bodies
	outOfBodies bool                // meter is used up
}

const (
	lotteryFree   = 4       // the search starts at this number of free squares
	lotteryBodies = 100_000 // limit of visited bodies for one meal
)

func newLottery(r *ring) *lottery { return &lottery{ring: r, known: map[bodyKey]float64{}} }

// visit is a body that the snake can reach, with the index of the body before it.
type visit struct {
	body []square
	from int
}

// solve returns the path to the food after which the board is filled with the highest probability,
// and that probability. Of several paths it takes the shortest. It returns nil if the probability
// is 0 or meter is used up first.
func (l *lottery) solve(body []square, food square, meter *search.Meter) (path []square, chance float64) {
	if len(l.known) > mostKnown {
		clear(l.known)
	}
	l.meter, l.outOfBodies = meter, false
	visits, last, chance := l.best(body, food)
	if l.outOfBodies || chance == 0 {
		return nil, 0
	}
	path = append(path, food)
	for i := last; i >= 0; i = visits[i].from {
		path = append(path, visits[i].body[0])
	}
	for i, j := 0, len(path)-1; i < j; i, j = i+1, j-1 {
		path[i], path[j] = path[j], path[i]
	}
	return path, chance
}

// best searches for the body from which the snake should eat the food on this square. It returns the
// bodies that it visited, the index of the best one, and the probability of filling the board after
// that meal.
func (l *lottery) best(body []square, food square) (visits []visit, last int, chance float64) {
	seen := map[bodyKey]bool{l.key(body): true}
	visits = append(visits, visit{body, -1})
	n := len(body)
	for i := 0; i < len(visits) && chance < 1; i++ {
		at := visits[i].body
		if !l.meter.Tick() {
			l.outOfBodies = true
		}
		if l.outOfBodies {
			return visits, last, 0
		}
		for _, next := range l.neighbours(at[0]) {
			if l.cells[next] < 0 || !canEnter(at, next) {
				continue
			}
			if next == food {
				if c := l.afterMeal(append([]square{food}, at...)); c > chance {
					chance, last = c, i
				}
				continue
			}
			moved := append(append(make([]square, 0, n), next), at[:n-1]...)
			if key := l.key(moved); !seen[key] {
				seen[key] = true
				visits = append(visits, visit{moved, i})
			}
		}
	}
	return visits, last, chance
}

// canEnter reports whether a snake with this body may step to a square: it has no segment there
// except the tail, which leaves.
func canEnter(body []square, s square) bool {
	for age, b := range body {
		if b == s {
			return age == len(body)-1 && age > 1
		}
	}
	return true
}

// afterMeal returns the probability that the board is filled, averaged over all squares where the
// next food may appear.
func (l *lottery) afterMeal(body []square) float64 {
	free := len(l.squares) - len(body)
	if free == 0 {
		return 1
	}
	key := l.key(body)
	if chance, ok := l.known[key]; ok {
		return chance
	}
	on := make(map[square]bool, len(body))
	for _, s := range body {
		on[s] = true
	}
	sum := 0.0
	for _, s := range l.squares {
		if !on[s] {
			_, _, chance := l.best(body, s)
			sum += chance
		}
	}
	if l.outOfBodies {
		return 0
	}
	l.known[key] = sum / float64(free)
	return l.known[key]
}
