package spot

import (
	"math"

	"ouro"
	"ouro/sim"
)

// never is later than all moves of a search.
const never = 1 << 14

// scene is the position to decide in, prepared for the scans, which share it and only read it.
type scene struct {
	grid *ouro.Grid
	pos  *sim.Position
	off  ouro.Cell      // the cell number that stands for all places off the board
	near [][4]ouro.Cell // by cell: its four neighbours

	// By cell, including off.
	free      []int16 // the first move with which the cell can be entered, if no snake eats
	cost      []int16 // health that a step onto the cell costs, if it has no food
	food      []bool
	underBody []bool    // whether our body is on the cell
	tile      []float64 // score of the tile without snakes

	body    []ouro.Cell // the cells of our body, without duplicates
	seat    int
	head    ouro.Cell
	length  int
	health  int
	mortal  bool // the rules have health
	grows   bool // snakes grow with every move
	back    bool // whether a snake of two may turn back
	hungry  bool // whether health is below the option hungry
	feed    bool // whether the snake wants to grow
	longest int  // length of the longest enemy
	enemies []enemy
	post    bool // whether style=post: then our own modifiers are not used
	fade    float64
	faded   []float64 // by number of steps: the factor of a cell that far away
}

type enemy struct {
	head     ouro.Cell
	length   int
	distance int // number of steps between its head and ours
}

func (s *scene) prepare(g *ouro.Grid) {
	n := g.Size()
	s.grid, s.off = g, ouro.Cell(n)
	s.near = make([][4]ouro.Cell, n+1)
	for c := range s.near {
		for d := range s.near[c] {
			s.near[c][d] = s.off
			if c < n {
				if next := g.Next(ouro.Cell(c), ouro.Dir(d)); next != ouro.NoCell {
					s.near[c][d] = next
				}
			}
		}
	}
	s.free, s.cost = make([]int16, n+1), make([]int16, n+1)
	s.food, s.underBody = make([]bool, n+1), make([]bool, n+1)
	s.tile = make([]float64, n+1)
	s.faded = make([]float64, n+1)
	for k := range s.faded {
		s.faded[k] = math.Pow(s.fade, float64(max(0, k-1)))
	}
	s.body = make([]ouro.Cell, 0, n+1)
}

// load prepares the scene for a turn.
func (s *scene) load(t ouro.Turn, hungry int) {
	if s.grid != t.State.Grid {
		s.prepare(t.State.Grid)
	}
	s.pos.Load(t.State)
	p, sn := s.pos, t.Snake()
	s.seat, s.head, s.length, s.health = t.Seat, p.Head(t.Seat), p.Len(t.Seat), p.Health(t.Seat)
	s.grows, s.back = t.State.AlwaysGrow, t.State.TurnBack
	if s.mortal = sn.Health > 0 && !s.grows; !s.mortal {
		s.health = max(1, sim.MaxHealth-sn.Hunger)
	}
	s.loadEnemies()
	s.hungry = s.health < hungry && !s.grows
	s.feed = !s.grows && (s.hungry || s.length < s.longest+leadWanted || len(s.enemies) == 0 && !s.mortal)
	s.loadCells(t.State)
}

// leadWanted is the lead in length that spot wants to have over the longest enemy.
const leadWanted = 6

// loadEnemies lists the enemies, the longest first.
func (s *scene) loadEnemies() {
	p := s.pos
	s.enemies, s.longest = s.enemies[:0], 0
	for rest := p.Alive() &^ (1 << s.seat); rest != 0; rest = rest.Rest() {
		seat := rest.First()
		e := enemy{p.Head(seat), p.Len(seat), s.grid.Distance(s.head, p.Head(seat))}
		s.longest = max(s.longest, e.length)
		i := len(s.enemies)
		s.enemies = append(s.enemies, e)
		for ; i > 0 && s.enemies[i-1].length < e.length; i-- {
			s.enemies[i] = s.enemies[i-1]
		}
		s.enemies[i] = e
	}
}

func (s *scene) loadCells(state *ouro.State) {
	p := s.pos
	for c := range s.off {
		s.free[c] = int16(min(p.FreeAt(c), never))
		s.food[c] = p.Food(c)
		s.underBody[c] = s.free[c] > 0 && p.Owner(c) == s.seat
		cost := 0
		if s.mortal {
			cost = 1 + state.Hazard(c)*state.HazardDamage
		}
		s.cost[c] = int16(max(-never, min(cost, never)))
		s.tile[c] = s.score(c)
	}
	s.free[s.off] = never
	s.body = s.body[:0]
	for c, own := range s.underBody {
		if own {
			s.body = append(s.body, ouro.Cell(c))
		}
	}
	s.delayTails()
}

// delayTails delays the tail of each enemy by one move, from the first move with which the
// enemy's head can reach food.
func (s *scene) delayTails() {
	p := s.pos
	for rest := p.Alive() &^ (1 << s.seat); rest != 0; rest = rest.Rest() {
		seat, meal := rest.First(), int16(never)
		for c := range s.off {
			if s.food[c] {
				meal = min(meal, int16(s.grid.Distance(p.Head(seat), c)))
			}
		}
		if meal == never {
			continue
		}
		for c := range s.off {
			if s.free[c] > meal && s.free[c] < never && p.Owner(c) == seat {
				s.free[c]++
			}
		}
	}
}

// score returns the score of the tile c without snakes.
func (s *scene) score(c ouro.Cell) float64 {
	if s.food[c] {
		switch {
		case s.hungry:
			return tileHungry
		case s.feed:
			return tileFeed
		}
		return tileFood
	}
	if s.cost[c] > 1 {
		return max(0.1, tileFree-tileBurn*float64(s.cost[c]-1))
	}
	return tileFree
}

// The enemies' moves are expanded once for each turn: 3 positions of a head after the first
// move, 9 after the second and so on. The expansion goes level by level, the nearest enemy
// first, up to maxPhantoms. When it stops for an enemy, that enemy stays at its last possible
// positions.
const (
	maxPhantoms = 160
	maxLevels   = 4
)

// phantom is a possible position of an enemy's head after some moves.
type phantom struct {
	cell   ouro.Cell
	parent int16 // index of its position one move before; none at the first move
	same   int16 // index of the previous phantom on the same cell
	time   int16 // number of moves made
	enemy  int16
	length int16
	leaf   bool    // whether it has no successors
	died   bool    // the enemy could have died on the way, by the head of another enemy
	weight float64 // the fraction of the enemy's possible moves that leads here
}

// none means that there is no phantom or no node.
const none = -1

// phantoms are all possible positions of the enemies' heads.
type phantoms struct {
	all    []phantom
	at     []int16 // by cell: the last phantom on it
	order  []int16 // the enemies, the nearest first
	levels []span  // by enemy: its phantoms of the last level
}

// span is the range of indices from from to to-1.
type span struct{ from, to int16 }

// expand computes the phantoms of a scene.
func (f *phantoms) expand(s *scene) {
	for _, p := range f.all {
		if int(p.cell) < len(f.at) {
			f.at[p.cell] = none
		}
	}
	if len(f.at) != len(s.free) {
		f.at = make([]int16, len(s.free))
		for c := range f.at {
			f.at[c] = none
		}
	}
	f.all = f.all[:0]
	f.sort(s)
	for level := range maxLevels {
		grown := false
		for i, e := range f.order {
			if level == 0 || f.levels[i].from < f.levels[i].to {
				grown = f.grow(s, i, e, level) || grown
			}
		}
		if !grown {
			return
		}
		f.markMeetings()
	}
}

func (f *phantoms) sort(s *scene) {
	f.order, f.levels = f.order[:0], f.levels[:0]
	for e := range s.enemies {
		i := len(f.order)
		f.order = append(f.order, int16(e))
		f.levels = append(f.levels, span{})
		for ; i > 0 && s.enemies[f.order[i-1]].distance > s.enemies[e].distance; i-- {
			f.order[i] = f.order[i-1]
		}
		f.order[i] = int16(e)
	}
}

// grow expands an enemy's phantoms of the last level if there is room for all their successors.
func (f *phantoms) grow(s *scene, i int, e int16, level int) bool {
	last := f.levels[i]
	f.levels[i] = span{}
	if len(f.all)+3*max(1, int(last.to-last.from)) > maxPhantoms {
		return false
	}
	from := int16(len(f.all))
	if level == 0 {
		f.move(s, phantom{cell: s.enemies[e].head, enemy: e, length: int16(s.enemies[e].length), weight: 1}, none)
	}
	for parent := last.from; parent < last.to; parent++ {
		f.move(s, f.all[parent], parent)
	}
	f.levels[i] = span{from, int16(len(f.all))}
	return int(from) < len(f.all)
}

// move adds the phantoms that follow p, which has this index, or none for the head of an enemy.
func (f *phantoms) move(s *scene, p phantom, parent int16) {
	first := len(f.all)
	for _, c := range s.near[p.cell] {
		if s.free[c] > p.time+1 || f.hasPassed(parent, c) {
			continue
		}
		next := phantom{
			cell: c, parent: parent, same: f.at[c], time: p.time + 1, enemy: p.enemy,
			length: p.length, leaf: true, died: p.died,
		}
		if s.food[c] || s.grows {
			next.length++
		}
		f.all = append(f.all, next)
	}
	for i := first; i < len(f.all); i++ {
		f.all[i].weight = p.weight / float64(len(f.all)-first)
		f.at[f.all[i].cell] = int16(i)
	}
	if parent != none && first < len(f.all) {
		f.all[parent].leaf = false
	}
}

// hasPassed reports whether phantom i, or a phantom that it follows, is on c.
func (f *phantoms) hasPassed(i int16, c ouro.Cell) bool {
	for ; i != none; i = f.all[i].parent {
		if f.all[i].cell == c {
			return true
		}
	}
	return false
}

// markMeetings marks the phantoms that could have died because they may meet the head of another
// enemy that is at least as long.
func (f *phantoms) markMeetings() {
	for i := range f.all {
		p := &f.all[i]
		for j := f.at[p.cell]; j != none && !p.died; j = f.all[j].same {
			q := &f.all[j]
			p.died = q.enemy != p.enemy && q.time == p.time && q.length >= p.length
		}
	}
}
