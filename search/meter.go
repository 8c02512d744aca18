package search

import (
	"context"
	"math"
	"runtime"
	"time"

	"ouro"
	"ouro/internal/cooperate"
)

// checkInterval is the number of nodes between two checks of the context. A check costs several
// times as much as counting a node.
const checkInterval = 256

// Meter is the budget of one decision: a number of nodes and a context. Each call of Decide makes
// a Meter on its stack; the Meter must not outlive the call. Each search defines what it counts
// as a node. Once a Meter has refused a node, it refuses every further node.
type Meter struct {
	ctx   context.Context
	nodes int64
	limit int64

	nextCheck int64     // number of nodes at which the meter next checks ctx
	deadline  time.Time // the earlier of ctx's deadline and Until's; zero means no deadline
}

// NewMeter returns a Meter that allows this many nodes, or any number if nodes is 0. If ctx has
// already ended, the Meter allows no node.
func NewMeter(ctx context.Context, nodes int64) Meter {
	if nodes <= 0 {
		nodes = math.MaxInt64
	}
	deadline, _ := ctx.Deadline()
	return Meter{ctx: ctx, limit: nodes, deadline: deadline}
}

// Until adds a deadline. Unlike a context with this deadline, the Meter stops on time even when
// all processors are busy.
func (m *Meter) Until(deadline time.Time) {
	if m.deadline.IsZero() || deadline.Before(m.deadline) {
		m.deadline = deadline
	}
}

// Tick reports whether the search may visit another node, and if so counts that node.
func (m *Meter) Tick() bool {
	if m.nodes >= m.nextCheck && !m.alive() || m.nodes >= m.limit {
		return false
	}
	m.nodes++
	return true
}

// Allow reports whether n more nodes fit into the budget, without counting them. Use it for work
// that cannot be interrupted and is counted with Add afterwards. After Allow has returned false,
// the budget is used up.
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

// alive reports whether the budget, the context and the deadline allow more nodes, and sets
// nextCheck. alive reads the clock because a context reports its deadline milliseconds late when
// all processors are busy.
func (m *Meter) alive() bool {
	if m.limit <= m.nodes {
		return false
	}
	cooperate.Yield()
	if m.ctx.Err() != nil || !m.deadline.IsZero() && time.Now().After(m.deadline) {
		m.limit = m.nodes
		return false
	}
	m.nextCheck = m.nodes + checkInterval
	return true
}

func (m *Meter) Nodes() int64 { return m.nodes }

const maxThreads = 64

// processors is GOMAXPROCS at the start of the program. A server raises GOMAXPROCS later,
// so that it can answer while all solvers are busy.
var processors = runtime.GOMAXPROCS(0)

// Threads returns the number of threads of a search. It reads the number from the option with
// this key. The default is 1, and 0 means one thread per processor. Threads never returns more
// than setup allows.
func Threads(setup ouro.Setup, r *ouro.OptionReader, key string) int {
	n := r.Int(key, 1, 0, maxThreads)
	if n == 0 {
		n = processors
	}
	return setup.AtMost(n)
}
