package search

import (
	"context"
	"math"
	"time"

	"ouro/internal/cooperate"
)

// pace is the number of nodes between two looks at the context: a look costs
// several times as much as counting a node.
const pace = 256

// Meter is the budget of one decision: a number of nodes and a context. Make
// one in each Decide, on the stack; it must not outlive the call. What a node
// is, the search says. Once a Meter has said no it says no for ever.
type Meter struct {
	ctx   context.Context
	nodes int64
	limit int64
	look  int64 // the count at which to look at ctx again

	deadline time.Time // of ctx, or an earlier one; zero if there is none
}

// NewMeter is a Meter for this many nodes, or any number of them if nodes is
// 0. Its first answer is no if ctx has already ended.
func NewMeter(ctx context.Context, nodes int64) Meter {
	if nodes <= 0 {
		nodes = math.MaxInt64
	}
	deadline, _ := ctx.Deadline()
	return Meter{ctx: ctx, limit: nodes, deadline: deadline}
}

// Until ends the budget at this time as well. A context that is made for that ends
// later than its parent, where all processors think.
func (m *Meter) Until(deadline time.Time) {
	if m.deadline.IsZero() || deadline.Before(m.deadline) {
		m.deadline = deadline
	}
}

// Tick counts one node and tells whether the search may look at it. A refused
// node is not counted.
func (m *Meter) Tick() bool {
	if m.nodes >= m.look && !m.alive() || m.nodes >= m.limit {
		return false
	}
	m.nodes++
	return true
}

// Allow tells whether n more nodes fit in the budget, without counting them:
// for a piece of work that is done as a whole and then counted with Add. A
// refusal ends the budget.
func (m *Meter) Allow(n int) bool {
	if !m.alive() {
		return false
	}
	if int64(n) > m.limit-m.nodes {
		m.limit = m.nodes
		return false
	}
	return true
}

// Add counts n nodes that Allow has granted.
func (m *Meter) Add(n int) { m.nodes += int64(n) }

// alive looks at the context and plans the next look. It looks at the clock too:
// while all processors think, a context hears of its deadline milliseconds late.
func (m *Meter) alive() bool {
	if m.limit <= m.nodes {
		return false
	}
	cooperate.Yield()
	if m.ctx.Err() != nil || !m.deadline.IsZero() && time.Now().After(m.deadline) {
		m.limit = m.nodes
		return false
	}
	m.look = m.nodes + pace
	return true
}

// Nodes is the number of nodes counted.
func (m *Meter) Nodes() int64 { return m.nodes }
