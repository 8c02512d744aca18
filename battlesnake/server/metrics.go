package server

import (
	"time"

	"ouro"
	"ouro/internal/connlimit"
	exported "ouro/internal/metrics"
)

// metrics are the metrics of /metrics, in Prometheus' format.
type metrics struct {
	exported.Set

	moves     *exported.Family
	seconds   *exported.Family
	depth     *exported.Family
	nodes     *exported.Family
	timeouts  *exported.Family
	fallbacks *exported.Family
	offered   *exported.Family
	games     *exported.Family
	refused   *exported.Family
	reported  *exported.Family

	connections *exported.Value
	closed      *exported.Family
}

// newMetrics makes the metrics. droppedLines, unless nil, returns the number of log lines that were
// dropped.
func newMetrics(snakes []*Snake, droppedLines func() int64) *metrics {
	m := &metrics{}
	m.Process()
	seconds := []float64{.001, .005, .01, .025, .05, .1, .2, .3, .35, .4, .425, .45, .46, .47, .48, .49, .5, .6, 1, 2.5, 5, 10, 30}
	depths := []float64{0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 64}
	m.moves = m.Counter("ouro_moves_total", "Moves answered.", "snake")
	m.seconds = m.Histogram("ouro_move_seconds", "Time from a request for a move to its answer.", seconds, "snake")
	m.reported = m.Histogram("ouro_reported_seconds", "Time of an answer as the engine reports it, with transport.", seconds, "snake")
	m.depth = m.Histogram("ouro_move_depth", "How many turns the solver looked ahead.", depths, "snake")
	m.nodes = m.Counter("ouro_nodes_total", "Positions that solvers examined.", "snake")
	m.offered = m.Counter("ouro_offered_total", "Moves for which the solver was late or failed, and its best move so far was played.", "snake")
	m.timeouts = m.Counter("ouro_timeouts_total", "Moves for which the solver was late.", "snake")
	m.fallbacks = m.Counter("ouro_fallbacks_total", "Fallback moves, played because the solver had no move, by reason.", "snake", "reason")
	m.games = m.Gauge("ouro_games", "Games in progress.", "snake")
	m.refused = m.Counter("ouro_refused_total", "Requests refused, by HTTP status.", "status")
	m.connections = m.Gauge("ouro_connections", "Connections that are open.").With()
	m.closed = m.Counter("ouro_connections_closed_total", "Connections closed because there were too many: idle ones, or new ones if none was idle.", "reason")
	for _, snake := range snakes { // exports 0 from the start
		for _, f := range []*exported.Family{m.moves, m.nodes, m.timeouts, m.offered, m.games} {
			f.With(snake.Name)
		}
		for fault := ouro.Erred; fault <= ouro.Invalid; fault++ {
			m.fallbacks.With(snake.Name, fault.String())
		}
	}
	for _, reason := range []string{"idle", "full"} {
		m.closed.With(reason)
	}
	if droppedLines != nil {
		m.Func(func(p *exported.Page) {
			p.Number(exported.Counter, "ouro_log_dropped_total", "Lines of the log that were not written.", float64(droppedLines()))
		})
	}
	return m
}

func (m *metrics) countMove(snake string, a *answer, took time.Duration) {
	m.moves.With(snake).Inc()
	m.seconds.With(snake).Observe(took.Seconds())
	if a.failure != nil {
		if a.offered {
			m.offered.With(snake).Inc()
		} else {
			m.fallbacks.With(snake, a.failure.Kind.String()).Inc()
		}
		if a.failure.Kind == ouro.Late {
			m.timeouts.With(snake).Inc()
		}
		return
	}
	m.depth.With(snake).Observe(float64(a.Depth))
	m.nodes.With(snake).Add(float64(a.Nodes))
}

func (m *metrics) connectionEvents() connlimit.Events {
	return connlimit.Events{
		Open:   func(change int) { m.connections.Add(float64(change)) },
		Closed: func(why string) { m.closed.With(why).Inc() },
	}
}
