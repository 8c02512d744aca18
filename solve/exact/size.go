package exact

import "ouro"

// Size is the size of the computation for a board, estimated by sampling. It is accurate
// within a few percent for boards within reach, and to the order of magnitude for larger
// ones.
type Size struct {
	Bodies    float64 // up to symmetry
	Positions float64 // body and food, up to symmetry
	Bytes     float64 // of memory in use
	Table     float64 // bytes of a table file
}

// Measure estimates the size of the computation with Options.All or, if allPositions is not set,
// without it.
func Measure(l *ouro.Level, allPositions bool) Size { return sizeFrom(countBodies(l), 1, allPositions) }

// Sizes has, by the length of the shortest snake, the size of the computation of all positions with
// snakes of at least this length. [AskAll] needs only the positions from its shortest snake on.
type Sizes []Size

// Fit returns a [TooLargeError] if the computation of all lengths from shortest on needs more
// than budget bytes.
func (s Sizes) Fit(l *ouro.Level, shortest int, budget int64) error {
	if s[shortest].Bytes <= float64(budget) {
		return nil
	}
	e := &TooLargeError{Board: nameOf(l), Size: s[shortest], Free: budget}
	for length := len(s) - 2; length > shortest && s[length].Bytes <= float64(budget); length-- {
		e.From = length
	}
	return e
}

// MeasureFrom returns the sizes of the computations of all positions, by the length of the shortest
// snake. Each computation also lists shorter bodies, which take little memory.
func MeasureFrom(l *ouro.Level) Sizes {
	bodies := countBodies(l)
	sizes := make(Sizes, len(bodies))
	for least := 1; least < len(sizes); least++ {
		sizes[least] = sizeFrom(bodies, least, true)
	}
	return sizes
}

func sizeFrom(perLength []float64, least int, all bool) Size {
	cells := len(perLength) - 1
	var s Size
	var mostBodies, mostPositions, kept, reduced, listing float64
	for length, bodies := range perLength {
		positions := bodies * float64(cells-length)
		s.Bodies += bodies
		s.Table += bodies*recordBytes/recordBodies + positions/4
		if length >= least {
			s.Positions += positions
			mostBodies = max(mostBodies, bodies)
			mostPositions = max(mostPositions, positions)
		}
		kept += bodies * bytesPerBody
		if length < least {
			reduced += bodies * recordBytes / recordBodies
		}
		if length == least-1 {
			reduced += bodies * bytesPerStart
		}
		if before := length - 2; before > 0 && before < least { // their links are released first, then everything but the reduced levels
			kept -= perLength[before] * bytesPerLink
			listing = max(listing, kept+reduced-bodies*bytesPerStart)
			kept -= perLength[before] * (bytesPerBody - bytesPerLink)
		}
	}
	s.Bytes = kept + mostBodies*bytesPerBodyNow + mostPositions*bytesPerPosition
	if all {
		s.Bytes += mostBodies*bytesPerBodyAll + mostPositions*bytesPerPositionAll
	}
	s.Bytes = max(s.Bytes+reduced, listing)
	return s
}

// countBodies estimates the number of bodies of each length, up to symmetry, by Knuth's
// method (1975) for the size of a tree: random bodies grow at the tail until they are stuck,
// and each is weighted by the product of the numbers of its choices.
func countBodies(l *ouro.Level) []float64 {
	const probes = 50_000
	free := freeCells(l)
	cells := len(free)
	transforms, _ := symmetriesOf(l)
	perLength := make([]float64, cells+1)
	dice := ouro.NewPCG(1)
	taken := make([]int, l.Grid.Size()) // the last probe that visited the cell
	for probe := range probes {
		tail := free[dice.Roll(cells)]
		weight := float64(cells)
		for length := 1; ; length++ {
			taken[tail] = probe + 1
			perLength[length] += weight
			var ways ouro.DirSet
			for d, n := range l.Grid.Neighbours(tail) {
				if n != ouro.NoCell && l.Terrain[n] != ouro.Wall && taken[n] != probe+1 {
					ways |= 1 << d
				}
			}
			if ways == 0 {
				break
			}
			weight *= float64(ways.Len())
			tail = l.Grid.Next(tail, ways.At(dice.Roll(ways.Len())))
		}
	}
	for length := range perLength {
		perLength[length] /= probes * float64(len(transforms))
	}
	return perLength
}

// Bytes of memory by use.
const (
	bytesPerBody     = 16 // shape, link and start; kept for all lengths
	bytesPerStart    = 4
	bytesPerLink     = 4
	bytesPerBodyNow  = 24 // the arrays active, nextActive and queue, and the moves of meals
	bytesPerPosition = 4  // the moves

	bytesPerBodyAll     = 32 // in addition, with All: the chances of meals, and the distinct ones in order
	bytesPerPositionAll = 5  // in addition, with All: grades, and the directions for a table
)

// memory holds the arrays that all stages of a run share, so that stages produce no garbage.
// Each array is as large as the largest stage needs.
type memory struct {
	moves, grade       []uint32
	chances            []chance
	active, nextActive []uint64
	queue              []uint32
	stack              []place
	after              meals

	sets []uint32 // used only for tables, see bestSets
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
		moves:  make([]uint32, positions),
		active: make([]uint64, bodies), nextActive: make([]uint64, bodies),
		queue: make([]uint32, bodies),
	}
	m.after.moves = make([]uint32, bodies)
	if all {
		m.grade = make([]uint32, positions)
		m.chances = make([]chance, 0, bodies+1)
		m.after.chance = make([]chance, bodies)
	}
	return m
}

// meals returns arrays for this many bodies, in the memory of the arrays that the last call
// returned.
func (m *memory) meals(bodies int) meals {
	a := m.after
	a.moves = a.moves[:bodies]
	if a.chance != nil {
		a.chance = a.chance[:bodies]
	}
	return a
}

// tableRoom returns zeroed arrays for a table of this many positions: sets for all best directions
// of each, with four bits a position, and directions for one of them, with two bits.
func (m *memory) tableRoom(positions int) (sets []uint32, directions []byte) {
	if m.sets == nil {
		m.sets, m.best = make([]uint32, cap(m.moves)/8+1), make([]byte, cap(m.moves)/4+1)
	}
	sets, directions = m.sets[:(positions+7)/8], m.best[:(positions+3)/4]
	clear(sets)
	clear(directions)
	return sets, directions
}
