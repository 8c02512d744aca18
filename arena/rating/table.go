package rating

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
)

// check returns an error for the first invalid bout.
func check(n int, bouts []Bout) error {
	last := make([]int, max(n, 0)) // by entrant: number of its last bout, counted from 1
	for i, b := range bouts {
		if len(b.Snakes) < 2 || len(b.Snakes) != len(b.Places) {
			return fmt.Errorf("bout %d: %d entrants and %d places; want two or more entrants, and a place for each", i, len(b.Snakes), len(b.Places))
		}
		for _, s := range b.Snakes {
			switch {
			case s < 0 || s >= n:
				return fmt.Errorf("bout %d: entrant %d is not one of the %d entrants", i, s, n)
			case last[s] == i+1:
				return fmt.Errorf("bout %d: entrant %d takes part twice", i, s)
			}
			last[s] = i + 1
		}
	}
	return nil
}

// table holds the bouts. It stores equal outcomes once.
type table struct {
	outcomes []outcome
	counts   []float64 // how often each outcome occurred
	byGroup  [][]int   // by group: indices of the outcomes of its bouts

	bouts, groups []int   // numbers of bouts and groups, by entrant
	components    [][]int // see Ratings.Components
	component     []int   // index of the component, by entrant
}

// outcome is the result of a bout. snakes has the entrants from best to worst. Entrants with the
// same place are adjacent; ends has the index after the last entrant of each place.
type outcome struct{ snakes, ends []int }

// tabulate counts the outcomes of bouts. In byGroup, the groups are in the order of their numbers.
func tabulate(n int, bouts []Bout) *table {
	t := &table{bouts: make([]int, n)}
	known := map[string]int{}
	group := map[int]int{}
	for _, b := range bouts {
		group[b.Group] = 0
	}
	for i, g := range slices.Sorted(maps.Keys(group)) {
		group[g] = i
	}
	t.byGroup = make([][]int, len(group))

	var order []int
	var key []byte
	for _, b := range bouts {
		order = order[:0]
		for i := range b.Snakes {
			order = append(order, i)
		}
		slices.SortFunc(order, func(i, j int) int {
			return cmp.Or(cmp.Compare(b.Places[i], b.Places[j]), cmp.Compare(b.Snakes[i], b.Snakes[j]))
		})
		key = key[:0]
		for rank, i := range order {
			tied := uint64(0)
			if rank > 0 && b.Places[order[rank-1]] == b.Places[i] {
				tied = 1
			}
			key = binary.AppendUvarint(key, uint64(b.Snakes[i])<<1|tied)
			t.bouts[b.Snakes[i]]++
		}
		o, ok := known[string(key)]
		if !ok {
			o = len(t.outcomes)
			known[string(key)] = o
			t.outcomes = append(t.outcomes, outcomeOf(b, order))
			t.counts = append(t.counts, 0)
		}
		t.counts[o]++
		g := group[b.Group]
		t.byGroup[g] = append(t.byGroup[g], o)
	}
	t.countGroups(n)
	t.connect(n)
	return t
}

func outcomeOf(b Bout, order []int) outcome {
	var o outcome
	for rank, i := range order {
		o.snakes = append(o.snakes, b.Snakes[i])
		if rank+1 == len(order) || b.Places[order[rank+1]] != b.Places[i] {
			o.ends = append(o.ends, rank+1)
		}
	}
	return o
}

// countGroups sets the number of groups of each entrant.
func (t *table) countGroups(n int) {
	t.groups = make([]int, n)
	last := slices.Repeat([]int{-1}, n)
	for g, outcomes := range t.byGroup {
		for _, o := range outcomes {
			for _, s := range t.outcomes[o].snakes {
				if last[s] != g {
					last[s] = g
					t.groups[s]++
				}
			}
		}
	}
}

// connect finds the components, with a disjoint-set forest.
func (t *table) connect(n int) {
	parent := make([]int, n)
	for i := range parent {
		parent[i] = i
	}
	root := func(i int) int {
		for parent[i] != i {
			parent[i] = parent[parent[i]]
			i = parent[i]
		}
		return i
	}
	for _, o := range t.outcomes {
		for _, s := range o.snakes {
			parent[root(s)] = root(o.snakes[0])
		}
	}
	t.component = make([]int, n)
	number := map[int]int{}
	for i := range n {
		f, ok := number[root(i)]
		if !ok {
			f = len(t.components)
			number[root(i)] = f
			t.components = append(t.components, nil)
		}
		t.component[i] = f
		t.components[f] = append(t.components[f], i)
	}
}
