package server

import (
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promauto"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"ouro"
	"ouro/internal/door"
)

// metrics are the figures of /metrics, in the format of Prometheus.
type metrics struct {
	http.Handler

	moves     *prometheus.CounterVec
	seconds   *prometheus.HistogramVec
	depth     *prometheus.HistogramVec
	nodes     *prometheus.CounterVec
	timeouts  *prometheus.CounterVec
	fallbacks *prometheus.CounterVec
	offered   *prometheus.CounterVec
	games     *prometheus.GaugeVec
	refused   *prometheus.CounterVec
	reported  *prometheus.HistogramVec

	connections prometheus.Gauge
	closed      *prometheus.CounterVec
}

// newMetrics makes the metrics. dropped, unless nil, returns how many lines the log has
// dropped.
func newMetrics(snakes []*Snake, dropped func() int64) *metrics {
	registry := prometheus.NewRegistry()
	registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	registered := promauto.With(registry)
	counter := func(name, help string, labels ...string) *prometheus.CounterVec {
		return registered.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, labels)
	}
	histogram := func(name, help string, buckets ...float64) *prometheus.HistogramVec {
		return registered.NewHistogramVec(prometheus.HistogramOpts{Name: name, Help: help, Buckets: buckets}, []string{"snake"})
	}
	seconds := []float64{.001, .005, .01, .025, .05, .1, .2, .3, .35, .4, .425, .45, .46, .47, .48, .49, .5, .6, 1, 2.5, 5, 10, 30}
	m := &metrics{
		Handler:   promhttp.HandlerFor(registry, promhttp.HandlerOpts{}),
		moves:     counter("ouro_moves_total", "Moves answered.", "snake"),
		seconds:   histogram("ouro_move_seconds", "Time from a request for a move to its answer.", seconds...),
		reported:  histogram("ouro_reported_seconds", "Time of an answer as the engine reports it, with transport.", seconds...),
		depth:     histogram("ouro_move_depth", "How many turns the solver looked ahead.", 0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 64),
		nodes:     counter("ouro_nodes_total", "Positions that solvers examined.", "snake"),
		offered:   counter("ouro_offered_total", "Moves for which the solver was late or failed, and its best move so far was played.", "snake"),
		timeouts:  counter("ouro_timeouts_total", "Moves for which the solver was late.", "snake"),
		fallbacks: counter("ouro_fallbacks_total", "Fallback moves, for which the solver had none, by reason.", "snake", "reason"),
		games:     registered.NewGaugeVec(prometheus.GaugeOpts{Name: "ouro_games", Help: "Games in progress."}, []string{"snake"}),
		refused:   counter("ouro_refused_total", "Requests refused, by HTTP status.", "status"),

		connections: registered.NewGauge(prometheus.GaugeOpts{Name: "ouro_connections", Help: "Connections that are open."}),
		closed:      counter("ouro_connections_closed_total", "Connections closed because there were too many: idle ones, or new ones if none was idle.", "reason"),
	}
	for _, snake := range snakes { // so that they are exported as 0 from the start
		for _, c := range []*prometheus.CounterVec{m.moves, m.nodes, m.timeouts, m.offered} {
			c.WithLabelValues(snake.Name)
		}
		m.games.WithLabelValues(snake.Name)
		for fault := ouro.Erred; fault <= ouro.Invalid; fault++ {
			m.fallbacks.WithLabelValues(snake.Name, fault.String())
		}
	}
	for _, reason := range []string{"idle", "full"} {
		m.closed.WithLabelValues(reason)
	}
	if dropped != nil {
		lost := prometheus.CounterOpts{Name: "ouro_log_dropped_total", Help: "Lines of the log that were not written."}
		registered.NewCounterFunc(lost, func() float64 { return float64(dropped()) })
	}
	return m
}

func (m *metrics) countMove(snake string, a *answer, took time.Duration) {
	m.moves.WithLabelValues(snake).Inc()
	m.seconds.WithLabelValues(snake).Observe(took.Seconds())
	if a.failure != nil {
		if a.offered {
			m.offered.WithLabelValues(snake).Inc()
		} else {
			m.fallbacks.WithLabelValues(snake, a.failure.Kind.String()).Inc()
		}
		if a.failure.Kind == ouro.Late {
			m.timeouts.WithLabelValues(snake).Inc()
		}
		return
	}
	m.depth.WithLabelValues(snake).Observe(float64(a.Depth))
	m.nodes.WithLabelValues(snake).Add(float64(a.Nodes))
}

func (m *metrics) door() door.Events {
	return door.Events{
		Open:   func(change int) { m.connections.Add(float64(change)) },
		Closed: func(why string) { m.closed.WithLabelValues(why).Inc() },
	}
}
