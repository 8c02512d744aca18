package exact

import "ouro"

// Size is how large the computation for a board is. It is found by sampling, in
// a moment and hardly any memory, and right within a few percent; for boards far
// out of reach only the order of magnitude is.
type Size struct {
	Bodies    float64 // up to symmetry
	Positions float64 // body and food, up to symmetry
	Bytes     float64 // of memory
	Table     float64 // bytes of a table file
}

// Measure estimates the size of the computation, for all positions or only for
// those that are won with certainty.
//
// It is the estimate of Knuth (1975) for the size of a tree: random bodies that
// grow at the tail until they are stuck, each weighted by the product of the
// choices it had.
func Measure(g *ouro.Grid, all bool) Size {
	const probes = 50_000
	cells := g.Size()
	symmetries := 4
	if g.W == g.H {
		symmetries = 8
	}
	perLength := make([]float64, cells+1)
	dice := ouro.NewPCG(1)
	taken := make([]int, cells) // the last probe that was there
	for probe := range probes {
		tail := ouro.Cell(dice.Roll(cells))
		weight := float64(cells)
		for length := 1; ; length++ {
			taken[tail] = probe + 1
			perLength[length] += weight
			var ways ouro.DirSet
			for d, n := range g.Neighbours(tail) {
				if n != ouro.NoCell && taken[n] != probe+1 {
					ways |= 1 << d
				}
			}
			if ways == 0 {
				break
			}
			weight *= float64(ways.Len())
			tail = g.Next(tail, ways.At(dice.Roll(ways.Len())))
		}
	}
	var s Size
	var mostBodies, mostPositions float64
	for length, sum := range perLength {
		bodies := sum / probes / float64(symmetries)
		positions := bodies * float64(cells-length)
		s.Bodies += bodies
		s.Positions += positions
		mostBodies = max(mostBodies, bodies)
		mostPositions = max(mostPositions, positions)
	}
	s.Bytes = s.Bodies*bytesPerBody + mostBodies*bytesPerBodyNow + mostPositions*bytesPerPosition
	if all {
		s.Bytes += mostBodies*bytesPerBodyAll + mostPositions*bytesPerPositionAll
	}
	s.Table = s.Bodies*recordBytes/recordBodies + s.Positions/4
	return s
}

// Memory by what it is for.
const (
	bytesPerBody     = 16 // shape, link and start, for all lengths
	bytesPerBodyNow  = 28 // now and then, meals before and after, the queue
	bytesPerPosition = 4  // moves

	bytesPerBodyAll     = 24 // for all positions besides: probabilities before and after, and their order
	bytesPerPositionAll = 5  // grades, and directions for a table
)
