package spot

import (
	"slices"

	"ouro"
)

// The weights of the scores. The unit is the value of one free cell of the sector.
const (
	// Tiles of the map.
	tileFree      = 1.0
	tileFood      = 1.5  // food while the snake is neither hungry nor short
	tileFeed      = 4.0  // food while the snake wants to grow
	tileHungry    = 10.0 // food while the snake is hungry
	tileBigHead   = -8.0 // possible position of the head of a snake at least as long
	tileSmallHead = 3.0  // possible position of the head of a shorter snake
	tileBody      = -2.0 // possible position of a body
	tileBurn      = 0.02 // subtracted for each point of health that the tile costs
	couldHaveDied = 0.5  // factor for a snake that could have died by then

	// Modifiers of a sector.
	attackKill = 30.0  // the head of a shorter snake may be where ours is
	attackLast = 60.0  // the head of the last enemy, which is shorter, may be where ours is
	tooSmall   = -90.0 // the snake does not fit; times the fraction that does not fit
	noTail     = -10.0 // the snake fits but does not reach any cell of its body
	farFood    = -0.8  // for each step to the food, if the snake wants to grow
	starving   = -60.0 // no food within reach of the remaining health

	// Steps of a series.
	mealHungry = 45.0  // a meal of a hungry snake
	mealFeed   = 22.0  // a meal of a snake that wants to grow
	mealIdle   = 4.0   // any other meal
	hazardStep = -0.4  // for each point of health that a step costs beyond one
	death      = -300. // a series whose next step is death
	deathLater = 0.03  // fraction of death that each step of delay takes off

	// Weights of fold.
	faith = 0.85 // weight of the further steps of a series; its first step has 1-faith

	// Our own modifiers, which style=post turns off.
	theirSpace = -0.6 // for each cell that enemies reach first, divided by the number of enemies
	cutOff     = 40.0 // an enemy's sector is too small for it; times the fraction that does not fit
	longer     = 3.0  // for each segment of our lead over the longest enemy, up to twice leadWanted
	minContest = 0.5  // least risk where a snake at least as long may move next
)

// The owners of cells in a flood. Enemy i has the number firstEnemy+i.
const (
	noOwner = iota
	ours
	firstEnemy
)

// freeRun is the number of moves that the enemies make during a series: as many as phantoms look
// ahead. With more moves, the enemies would be everywhere at the end of a long series.
const freeRun = maxLevels

// floodMemory is scratch memory for the measurement of sectors.
type floodMemory struct {
	owner []uint8
	queue []ouro.Cell
	seen  []bool
	cells [firstEnemy + 16]int // by owner
}

func (f *floodMemory) prepare(n int) {
	f.owner, f.seen = make([]uint8, n), make([]bool, n)
	f.queue = make([]ouro.Cell, 0, 2*n)
}

// sector is our part of the board, as a flood measures it.
type sector struct {
	cells int
	sum   float64 // sum of the scores of its cells in the map
	food  int     // number of steps to the nearest food; 0 without food
	tail  bool    // whether the sector includes a cell that our body leaves
}

// scanSector returns the sum of the map over our sector, plus the modifiers. With style=post,
// the sector is everything that our head can reach.
func (s *scanner) scanSector(n *node) float64 {
	if s.post {
		all := s.reach(never)
		return all.sum + s.postScore(n, all, all)
	}
	sec := s.divide()
	all := sec
	if sec.cells < s.length && !s.grows {
		all = s.reach(s.length)
	}
	return sec.sum + s.postScore(n, sec, all) + s.competitionScore(sec)
}

// postScore returns the sum of the post's modifiers. reachable is the sector that our snake can
// reach if no enemy moves.
func (s *scanner) postScore(n *node, sec, reachable sector) (score float64) {
	if !s.grows {
		if reachable.cells < s.length && !reachable.tail {
			score += tooSmall * (1 - float64(reachable.cells)/float64(s.length))
		} else if !reachable.tail && !sec.tail {
			score += noTail
		}
		score += s.foodScore(n, sec)
	}
	return score
}

// foodScore returns the modifiers for the distance to the food.
func (s *scanner) foodScore(n *node, sec sector) (score float64) {
	switch {
	case n.meals > 0 || !s.feed:
	case sec.food > 0:
		score += farFood * float64(sec.food)
	default:
		score += farFood * float64(s.grid.W+s.grid.H)
	}
	if s.mortal && n.meals == 0 && s.hungry && (sec.food == 0 || sec.food > s.health) {
		score += starving
	}
	return score
}

// competitionScore returns the sum of the modifiers that are not in the post.
func (s *scanner) competitionScore(sec sector) (score float64) {
	if len(s.enemies) == 0 {
		return 0
	}
	theirs := 0
	for e := range s.enemies {
		cells := s.cells[firstEnemy+e]
		theirs += cells
		if need := s.enemies[e].length; cells < need && cells < sec.cells {
			score += cutOff * (1 - float64(cells)/float64(need)) / float64(len(s.enemies))
		}
	}
	score += theirSpace * float64(theirs) / float64(len(s.enemies))
	return score + longer*float64(min(s.length-s.longest, 2*leadWanted))
}

// divide gives each cell of the board to the snake that reaches it first; of several, to the
// longest; of equally long snakes, to the enemy. The enemies start now and make freeRun moves
// during our series. Then all snakes continue together.
func (s *scanner) divide() (sec sector) {
	clear(s.owner)
	clear(s.cells[:firstEnemy+len(s.enemies)])
	q := s.queue[:0]
	for e := range s.enemies {
		s.owner[s.enemies[e].head] = firstEnemy + uint8(e)
		q = append(q, s.enemies[e].head)
	}
	from := 0
	for t := int16(1); t <= int16(min(s.depth, freeRun)); t++ {
		for to := len(q); from < to; from++ {
			who := s.owner[q[from]]
			for _, c := range s.near[q[from]] {
				if s.owner[c] == noOwner && s.canEnemyEnter(who, c, t) {
					s.owner[c] = who
					s.cells[who]++
					q = append(q, c)
				}
			}
		}
	}
	q = s.insertHead(q, from)
	for r := 1; from < len(q); r++ {
		now := int16(s.depth + r)
		for to := len(q); from < to; from++ {
			at := q[from]
			who := s.owner[at]
			for _, c := range s.near[at] {
				switch {
				case s.owner[c] != noOwner:
					if who == ours && s.owner[c] >= firstEnemy && !s.seen[c] && s.threat[c] != 0 {
						s.seen[c] = true
						sec.sum += s.threat[c] * s.faded[r]
					}
				case s.until[c] <= now:
					s.owner[c] = who
					s.cells[who]++
					q = append(q, c)
					if who == ours {
						s.addCell(&sec, c, r)
					}
				}
			}
		}
	}
	for _, c := range s.marked {
		s.seen[c] = false
	}
	sec.cells = s.cells[ours]
	s.queue = q
	return sec
}

// canEnemyEnter reports whether enemy number who can be at c after t moves, before our series ends.
func (s *scanner) canEnemyEnter(who uint8, c ouro.Cell, t int16) bool {
	if s.free[c] > t {
		return false
	}
	w := s.when[c]
	return w == 0 || w > t || w == t && s.enemies[who-firstEnemy].length >= s.length
}

// insertHead inserts our head into the queue before the heads of shorter snakes. A cell that
// several snakes reach at the same time belongs to the first of them in the queue.
func (s *scanner) insertHead(q []ouro.Cell, from int) []ouro.Cell {
	head := s.path[s.depth]
	if who := s.owner[head]; who != noOwner { // an enemy may arrive before us
		s.cells[who]--
		if k := slices.Index(q[from:], head); k >= 0 {
			q = slices.Delete(q, from+k, from+k+1)
		}
	}
	s.owner[head] = ours
	i := from
	for i < len(q) && s.enemies[s.owner[q[i]]-firstEnemy].length >= s.length {
		i++
	}
	q = append(q, head)
	copy(q[i+1:], q[i:])
	q[i] = head
	return q
}

// addCell adds c to sec, a cell that we reach in this many steps.
func (s *scanner) addCell(sec *sector, c ouro.Cell, steps int) {
	sec.cells++
	sec.tail = sec.tail || s.when[c] != 0 || s.underBody[c]
	switch {
	case s.when[c] != 0:
		sec.sum += tileFree * s.faded[steps]
		return
	case s.food[c] && sec.food == 0:
		sec.food = steps
	}
	sec.sum += (s.tile[c] + s.threat[c]) * s.faded[steps]
}

// reach returns the sector that our head can reach if no other head moves. It stops once it has
// this many cells.
func (s *scanner) reach(enough int) (sec sector) {
	head := s.path[s.depth]
	q := append(s.queue[:0], head)
	s.seen[head] = true
	from := 0
	for r := 1; from < len(q) && len(q) <= enough; r++ {
		now := int16(s.depth + r)
		for to := len(q); from < to; from++ {
			for _, c := range s.near[q[from]] {
				if !s.seen[c] && s.until[c] <= now {
					s.seen[c] = true
					q = append(q, c)
					s.addCell(&sec, c, r)
				}
			}
		}
	}
	for _, c := range q {
		s.seen[c] = false
	}
	s.queue = q
	return sec
}
