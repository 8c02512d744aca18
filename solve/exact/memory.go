package exact

// memory holds the arrays that all stages of a run share, each as large as the largest stage
// needs, so that they produce no garbage.
type memory struct {
	moves, grade []uint32
	chances      []uint64
	now, then    []uint64
	queue        []uint32
	stack        []place
	after        [2]meals // one is read, the other written
	turn         int

	sets []uint32 // for tables only, see bestSets
	best []byte
}

func newMemory(t *trie, all bool) memory {
	bodies, positions := 0, 0
	for length := range t.levels {
		n := t.levels[length].bodies()
		bodies = max(bodies, n)
		positions = max(positions, n*(t.cells-length))
	}
	m := memory{
		moves: make([]uint32, positions),
		now:   make([]uint64, bodies), then: make([]uint64, bodies),
		queue: make([]uint32, bodies),
	}
	for i := range m.after {
		m.after[i].moves = make([]uint32, bodies)
	}
	if all {
		m.grade = make([]uint32, positions)
		m.chances = make([]uint64, 0, bodies+1)
		for i := range m.after {
			m.after[i].chance = make([]uint64, bodies)
		}
	}
	return m
}

// meals returns arrays for this many bodies; they replace those of the call before last.
func (m *memory) meals(bodies int) meals {
	m.turn ^= 1
	a := m.after[m.turn]
	a.moves = a.moves[:bodies]
	if a.chance != nil {
		a.chance = a.chance[:bodies]
	}
	return a
}

// tableRoom returns zeroed arrays for the best directions of this many positions.
func (m *memory) tableRoom(positions int) (sets []uint32, best []byte) {
	if m.sets == nil {
		m.sets, m.best = make([]uint32, cap(m.moves)/8+1), make([]byte, cap(m.moves)/4+1)
	}
	sets, best = m.sets[:(positions+7)/8], m.best[:(positions+3)/4]
	clear(sets)
	clear(best)
	return sets, best
}
