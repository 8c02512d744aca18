package atlas

// AlwaysWon reports whether a snake of length 1 wins for certain from every cell, wherever the food
// appears. For random food the answer is the same as for food that an adversary places, because
// food appears on every free cell with a positive probability. On a board of at least three cells,
// a win is not certain if a cell has fewer than two neighbours. If the first food is on that cell,
// the snake eats it and has length 2, and its neck is on the only cell that the head could enter.
func (b *Board) AlwaysWon() bool {
	return new(decider).starts(b) == b.all()
}

// decider finds the starts from which a win is certain. It reuses its memory for the next board.
//
// Method: retrograde analysis over the length of the snake, as in package solve/exact. Bodies are
// the nodes of a trie of paths from tail to head: child appends a head, suffix removes the tail. A
// move without a meal removes the tail and then appends a head, so the head may enter the tail's
// cell.
//
//   - A cell is a goal of a body if the snake can eat food there and then has a safe body.
//   - A body is safe if it fills the board, or if every free cell is a goal: then a win is certain
//     wherever the next food appears.
//
// Cost: a board of 18 cells without a Hamiltonian cycle has at most 30,000 bodies, and takes 0.1 ms
// on average.
type decider struct {
	board  *Board
	bodies []body
	first  [MaxCells + 2]int // the first body of each length; bodies are sorted by length
	onward []uint32          // see spread
}

type body struct {
	child  [4]int32 // by direction of the new head; 0 for none
	suffix int32    // the body without the tail; 0 for length 1
	parent int32    // the body without the head; 0 for length 1
	cells  uint32
	goals  uint32
	head   int8
	safe   bool
}

// starts returns the cells from which a win is certain.
func (d *decider) starts(b *Board) uint32 {
	d.board = b
	d.buildTrie()
	for length := b.n; length >= 1; length-- {
		if !d.settle(length) {
			return 0
		}
	}
	var set uint32
	for i := range b.n {
		if d.bodies[d.first[1]+i].safe {
			set |= 1 << i
		}
	}
	return set
}

// buildTrie builds the trie. bodies[0] means no body.
func (d *decider) buildTrie() {
	b := d.board
	d.bodies = append(d.bodies[:0], body{})
	d.first[1] = 1
	for i := range b.n {
		d.bodies = append(d.bodies, body{head: int8(i), cells: 1 << i})
	}
	for length := 1; length < b.n; length++ {
		d.first[length+1] = len(d.bodies)
		for at := d.first[length]; at < d.first[length+1]; at++ {
			parent := d.bodies[at]
			for dir, i := range b.next[parent.head] {
				if i < 0 || parent.cells>>i&1 != 0 {
					continue
				}
				suffix := int32(d.first[1] + int(i))
				if length > 1 {
					suffix = d.bodies[parent.suffix].child[dir]
				}
				d.bodies[at].child[dir] = int32(len(d.bodies))
				d.bodies = append(d.bodies, body{suffix: suffix, parent: int32(at), cells: parent.cells | 1<<i, head: i})
			}
		}
	}
	d.first[b.n+1] = len(d.bodies)
}

// settle computes the goals and the safety of the bodies of one length. It reports whether some
// body is safe.
func (d *decider) settle(length int) bool {
	bodies := d.bodies[d.first[length]:d.first[length+1]]
	if length == d.board.n {
		for i := range bodies {
			bodies[i].safe = true
		}
		return len(bodies) > 0
	}
	for i := range bodies {
		for _, c := range bodies[i].child {
			if c != 0 && d.bodies[c].safe {
				bodies[i].goals |= 1 << d.bodies[c].head
			}
		}
	}
	if length >= 3 {
		d.spread(length)
	} else {
		d.spreadShort(length)
	}
	some := false
	for i := range bodies {
		p := &bodies[i]
		p.safe = p.cells|p.goals == d.board.all()
		some = some || p.safe
	}
	return some
}

// spread adds the goals that bodies of this length reach by moves without a meal. A move turns a body
// into one of the children of its suffix; onward[m] has the goals of all children of m. A goal is in
// neither the body before the move nor the one after it, because food is not under a snake.
func (d *decider) spread(length int) {
	base := d.first[length-1]
	d.onward = append(d.onward[:0], make([]uint32, d.first[length]-base)...)
	bodies := d.bodies[d.first[length]:d.first[length+1]]
	for i := range bodies {
		p := &bodies[i]
		d.onward[int(p.parent)-base] |= p.goals
	}
	for changed := true; changed; {
		changed = false
		for i := range bodies {
			p := &bodies[i]
			goals := p.goals | d.onward[int(p.suffix)-base]&^p.cells
			if goals != p.goals {
				p.goals = goals
				d.onward[int(p.parent)-base] |= goals
				changed = true
			}
		}
	}
}

// spreadShort is spread for lengths 1 and 2. A snake of length 2 must not reverse, so its moves are
// the suffixes of its children.
func (d *decider) spreadShort(length int) {
	bodies := d.bodies[d.first[length]:d.first[length+1]]
	for changed := true; changed; {
		changed = false
		for i := range bodies {
			p := &bodies[i]
			goals := p.goals
			for _, c := range p.child {
				if c != 0 {
					goals |= d.bodies[d.bodies[c].suffix].goals &^ p.cells
				}
			}
			changed = changed || goals != p.goals
			p.goals = goals
		}
	}
}
