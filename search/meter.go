package search

import (
	"context"
	"math"
	"runtime"
	"time"

	"ouro"
	"ouro/internal/cooperate"
)

// pace is the number of nodes between two checks of the context. A check costs several
// times as much as counting a node.
const pace = 256

// Meter is the budget of one decision: a number of nodes and a context. Make one in each
// Decide, on the stack; it must not outlive the call. Each search defines what a node is.
// Once the budget is used up, it stays so.
type Meter struct {
	ctx   context.Context
	nodes int64
	limit int64
	check int64 // number of nodes at the next check of ctx

	deadline time.Time // of ctx or Until, the earlier one; zero without one
}

// NewMeter returns a Meter for this many nodes, or any number if nodes is 0. If ctx has
// already ended, the Meter allows nothing.
func NewMeter(ctx context.Context, nodes int64) Meter {
	if nodes <= 0 {
		nodes = math.MaxInt64
	}
	deadline, _ := ctx.Deadline()
	return Meter{ctx: ctx, limit: nodes, deadline: deadline}
}

// Until adds a deadline. Unlike a context derived for it, it is kept on time when all
// processors are busy.
func (m *Meter) Until(deadline time.Time) {
	if m.deadline.IsZero() || deadline.Before(m.deadline) {
		m.deadline = deadline
	}
}

// Tick reports whether the search may visit another node, and counts it if so.
func (m *Meter) Tick() bool {
	if m.nodes >= m.check && !m.alive() || m.nodes >= m.limit {
		return false
	}
	m.nodes++
	return true
}

// Allow reports whether n more nodes fit in the budget, without counting them. It is for
// work that is done as a whole and then counted with Add. If Allow reports false, the
// budget is used up.
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

// Add counts n nodes that Allow has allowed.
func (m *Meter) Add(n int) { m.nodes += int64(n) }

// alive checks the context and the clock, and plans the next check. The clock is necessary
// because a context reports its deadline milliseconds late when all processors are busy.
func (m *Meter) alive() bool {
	if m.limit <= m.nodes {
		return false
	}
	cooperate.Yield()
	if m.ctx.Err() != nil || !m.deadline.IsZero() && time.Now().After(m.deadline) {
		m.limit = m.nodes
		return false
	}
	m.check = m.nodes + pace
	return true
}

// Nodes returns the number of nodes counted.
func (m *Meter) Nodes() int64 { return m.nodes }

// maxThreads is the limit of the option.
const maxThreads = 64

// processors is the GOMAXPROCS at the start of the program. A server raises GOMAXPROCS
// later, so that it can answer while all solvers are busy.
var processors = runtime.GOMAXPROCS(0)

// Threads returns the number of threads of a search, from an option with default 1; 0 means
// one for each processor. It is never more than setup allows.
func Threads(setup ouro.Setup, r *ouro.OptionReader, key string) int {
	n := r.Int(key, 1, 0, maxThreads)
	if n == 0 {
		n = processors
	}
	return setup.AtMost(n)
}
