package ouroboros

import "math"

// Traits of the position after a plan's meal. A weight is the number of later moves for one
// unit of the trait; see [weightsOf].
const (
	lookTrait   = iota // mean steps to the next food along the ring, as edits shorten it
	nearTrait          // mean steps to a free square by any path, as soon as the body has left it
	apartTrait         // mean distance between two free squares
	borderTrait        // free squares beside the body, weighted by how long the body stays
	layersTrait        // parts of the body side by side, weighted by their distance along it
	placeTrait         // mean place of the free squares on the ring
	beyondTrait        // the same, counted beyond the number of free squares
	traitCount
)

// traits are those of one position.
type traits [traitCount]float64

// weightsOf returns the weights for a snake of this length, interpolated from the learned
// ones.
func weightsOf(length, cells int) (w traits) {
	size, bySize := between(learnedSizes[:], max(learnedSizes[0], math.Log(float64(cells))))
	fill, byFill := between(learnedFills[:], max(learnedFills[0], float64(length)/float64(cells)))
	for i := range w {
		at := func(size int) float64 {
			by := &learned[size][i]
			return (1-byFill)*float64(by[fill]) + byFill*float64(by[fill+1])
		}
		w[i] = (1-bySize)*at(size) + bySize*at(size+1)
	}
	w[lookTrait] = max(0.01, w[lookTrait])
	return w
}

// shape computes all traits of the position after the meal except lookTrait.
func (a *ahead) shape(t *traits) {
	*t = traits{}
	a.again()
	width, height := int(a.stride-1), len(a.squares)/int(a.stride-1)
	columns, rows := a.columns[:width], a.rows[:height]
	clear(columns)
	clear(rows)
	free, near, place, beyond, border, layers := 0, 0, 0, 0, 0, 0
	far := 3 * width // steps to an unreachable square
	a.explorer.spread(a.planner, 0)
	room := len(a.squares) - len(a.after)
	x, y := 0, 0
	for _, s := range a.squares {
		leaves := int(a.leaves[s])
		for _, beside := range a.around(s) {
			switch later := int(a.leaves[beside]); {
			case later <= leaves:
			case leaves == 0:
				border += later * later
			default:
				layers += (later - leaves) * (later - leaves)
			}
		}
		if leaves == 0 {
			free++
			near += min(far, int(a.explorer.steps[s]))
			p := int(a.place[s])
			if s == a.hole {
				p = a.entry(1)
			}
			place += p
			beyond += max(0, p-room)
			columns[x]++
			rows[y]++
		}
		if x++; x == width {
			x, y = 0, y+1
		}
	}
	if free == 0 {
		return
	}
	each, length := 1/float64(free), float64(len(a.after))
	t[nearTrait] = each * float64(near)
	t[apartTrait] = 2 * each * each * float64(spreadOf(columns, free)+spreadOf(rows, free))
	t[borderTrait] = float64(border) / (length * length)
	t[layersTrait] = float64(layers) / (length * length)
	t[placeTrait] = each * float64(place)
	t[beyondTrait] = each * float64(beyond)
}

// spreadOf returns the sum of the distances between all pairs of count things in lines.
func spreadOf(lines []int, count int) (sum int) {
	before := 0
	for _, n := range lines {
		before += n
		sum += before * (count - before)
	}
	return sum
}
