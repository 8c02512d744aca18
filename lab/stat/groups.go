package stat

// Groups sums figures of games by groups. Games must be added group by group. The zero
// Groups is empty.
type Groups struct {
	All  []Group
	last int // number of the last group
}

// Add adds the figure of a game of the group with this number.
func (g *Groups) Add(group int, x float64) {
	if len(g.All) == 0 || g.last != group {
		g.All, g.last = append(g.All, Group{}), group
	}
	at := &g.All[len(g.All)-1]
	at.Sum += x
	at.N++
}
