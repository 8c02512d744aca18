package spot

import (
	"ouro"
	"ouro/sim"
)

// node is a series of our moves with its result. It stores only the last step; parents have
// the others.
type node struct {
	score  float64
	value  float64 // of the best series that continues from here
	risk   float64 // probability that this step is fatal
	parent int32
	kids   int32 // index of the first child; the children are adjacent
	cell   ouro.Cell
	health int16
	meals  int16
	depth  int8
	dir    ouro.Dir
	moves  ouro.DirSet // valid moves from here
	state  state
}

// state is the state of a node.
type state uint8

const (
	waiting state = iota // in the queue
	scanned
	dead // the step itself kills
)

// scanner scans series of moves. Each worker has one.
type scanner struct {
	*scene
	*phantoms

	depth  int
	length int // length of our body, meals included
	health int
	path   [maxDepth + 1]ouro.Cell
	when   []int16 // by cell: the last step with which our head entered it; 0 if none
	until  []int16 // by cell: the first move with which it can be entered after this series
	gone   []bool  // by phantom: whether it is impossible in this series
	threat []float64
	marked []ouro.Cell // the cells whose threat is not 0
	floodMemory
}

func (s *scanner) prepare(sc *scene, f *phantoms) {
	s.scene, s.phantoms = sc, f
	if n := len(sc.free); len(s.when) != n {
		s.when, s.until = make([]int16, n), make([]int16, n)
		s.threat = make([]float64, n)
		s.marked = make([]ouro.Cell, 0, n)
		s.floodMemory.prepare(n)
	}
	if len(s.gone) < maxPhantoms {
		s.gone = make([]bool, maxPhantoms)
	}
}

// scan is the post's GetDeepScores: it moves the snake to the end of the series, scores possible
// collisions with enemies, makes the map, scores the sector, and finds the valid next moves.
func (s *scanner) scan(nodes []node, i int32) {
	n := &nodes[i]
	s.loadSeries(nodes, i)
	s.step(nodes, n)
	if n.state == dead {
		s.clearSeries()
		return
	}
	s.placeBody(n)
	kill := s.collide(n)
	s.makeMap()
	n.moves = s.validMoves()
	n.score = s.scanSector(n) + kill
	n.state = scanned
	s.clearMap()
	s.clearSeries()
}

// loadSeries sets path and when for the series of node i. clearSeries resets when.
func (s *scanner) loadSeries(nodes []node, i int32) {
	s.depth = int(nodes[i].depth)
	s.path[0] = s.head
	for t := s.depth; t > 0; t-- {
		n := &nodes[i]
		s.path[t] = n.cell
		if s.when[n.cell] == 0 {
			s.when[n.cell] = int16(t)
		}
		i = n.parent
	}
}

func (s *scanner) clearSeries() {
	for _, c := range s.path[1 : s.depth+1] {
		s.when[c] = 0
	}
}

// step applies hunger, hazards and food of the last step of the series.
func (s *scanner) step(nodes []node, n *node) {
	health, meals := s.scene.health, int16(0)
	if n.parent != none {
		health, meals = int(nodes[n.parent].health), nodes[n.parent].meals
	}
	if s.eats(n.cell, s.depth) {
		n.health, n.meals = sim.MaxHealth, meals+1
	} else {
		health = min(sim.MaxHealth, health-int(s.cost[n.cell]))
		n.health, n.meals = int16(max(-never, health)), meals
		if health <= 0 {
			n.state = dead
		}
	}
	s.health, s.length = int(n.health), s.scene.length+int(n.meals)
	if s.grows {
		s.length += s.depth
	}
}

// eats reports whether our head, when it enters c with this step, finds food that is still
// there.
func (s *scanner) eats(c ouro.Cell, step int) bool {
	if !s.food[c] {
		return false
	}
	for _, before := range s.path[1:step] {
		if before == c {
			return false
		}
	}
	return true
}

// placeBody sets until for the body at the end of the series.
func (s *scanner) placeBody(n *node) {
	copy(s.until, s.free)
	if s.grows {
		for _, c := range s.path[1 : s.depth+1] {
			s.until[c] = never
		}
		return
	}
	if n.meals > 0 {
		for _, c := range s.body {
			s.until[c] += n.meals
		}
	}
	for _, c := range s.path[1 : s.depth+1] {
		s.until[c] = s.when[c] + int16(s.length)
	}
}

// validMoves returns the moves that lead neither off the board, nor into a body, nor to death by
// hunger or hazards.
func (s *scanner) validMoves() (moves ouro.DirSet) {
	at := s.path[s.depth]
	for d, c := range s.near[at] {
		if int(s.until[c]) > s.depth+1 || !s.back && s.length == 2 && c == s.path[s.depth-1] {
			continue
		}
		if s.health > int(s.cost[c]) || s.eats(c, s.depth+1) {
			moves |= 1 << d
		}
	}
	return moves
}

// collide sets the risk that the last step hits an enemy. It returns a reward for enemies that
// may run into us.
func (s *scanner) collide(n *node) (kill float64) {
	for i := s.at[n.cell]; i != none; i = s.all[i].same {
		p := &s.all[i]
		if int(p.time) > s.depth || s.impossible(p.parent) {
			continue
		}
		weight := p.weight
		if p.died {
			weight *= couldHaveDied
		}
		switch {
		case int(p.time) < s.depth:
			if s.depth-int(p.time) < int(p.length) { // the enemy's body still covers the cell
				n.risk += weight
			}
		case int(p.length) >= s.length:
			n.risk += weight
			if p.time == 1 && !s.post {
				n.risk = max(n.risk, minContest)
			}
		case len(s.enemies) == 1:
			kill += weight * attackLast
		default:
			kill += weight * attackKill
		}
	}
	n.risk = min(n.risk, 1)
	return kill
}

// impossible reports whether a phantom cannot occur in this series, because its head would have
// entered our body, or met our head although its snake is shorter.
func (s *scanner) impossible(i int16) bool {
	for ; i != none; i = s.all[i].parent {
		if s.contradicts(&s.all[i]) {
			return true
		}
	}
	return false
}

// contradicts reports whether our path contradicts the phantom: our body was on its cell before it,
// or our head met its head although its snake is shorter.
func (s *scanner) contradicts(p *phantom) bool {
	w := s.when[p.cell]
	return w != 0 && (w < p.time || w == p.time && int(p.length) < s.length)
}

// makeMap puts the enemies on the map, which is tile plus threat: their heads at all possible
// positions, and their bodies behind them.
func (s *scanner) makeMap() {
	for i := range s.all {
		p := &s.all[i]
		s.gone[i] = p.parent != none && s.gone[p.parent] || s.contradicts(p)
		if int(p.time) > s.depth {
			break
		}
		if s.gone[i] {
			continue
		}
		weight := p.weight
		if p.died {
			weight *= couldHaveDied
		}
		switch {
		case !p.leaf && int(p.time) < s.depth:
			s.mark(p.cell, weight*tileBody)
		case int(p.length) >= s.length:
			s.mark(p.cell, weight*tileBigHead)
		default:
			s.mark(p.cell, weight*tileSmallHead)
		}
	}
}

// mark adds a score to the threat of a cell. Negative scores add up; otherwise the lowest counts.
func (s *scanner) mark(c ouro.Cell, score float64) {
	switch t := s.threat[c]; {
	case t == 0:
		s.marked = append(s.marked, c)
		s.threat[c] = score
	case t < 0 && score < 0:
		s.threat[c] = t + score
	default:
		s.threat[c] = min(t, score)
	}
}

func (s *scanner) clearMap() {
	for _, c := range s.marked {
		s.threat[c] = 0
	}
	s.marked = s.marked[:0]
}
