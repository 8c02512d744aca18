package server

import (
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"ouro"
)

// metrics are what /metrics tells, in the format of Prometheus.
type metrics struct {
	http.Handler

	moves     *prometheus.CounterVec
	seconds   *prometheus.HistogramVec
	depth     *prometheus.HistogramVec
	nodes     *prometheus.CounterVec
	timeouts  *prometheus.CounterVec
	fallbacks *prometheus.CounterVec
	games     *prometheus.GaugeVec
	refused   *prometheus.CounterVec
}

func newMetrics(snakes []*Snake) *metrics {
	bySnake := []string{"snake"}
	m := &metrics{
		moves: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "ouro_moves_total", Help: "Moves answered."}, bySnake),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "ouro_move_seconds", Help: "Time from a request for a move to its answer.",
			Buckets: []float64{.001, .005, .01, .025, .05, .1, .2, .3, .35, .4, .425, .45, .46, .47, .48, .49, .5, .6, 1, 2.5, 5, 10, 30},
		}, bySnake),
		depth: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "ouro_move_depth", Help: "How many turns the solver looked ahead.", Buckets: []float64{0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 64},
		}, bySnake),
		nodes:     prometheus.NewCounterVec(prometheus.CounterOpts{Name: "ouro_nodes_total", Help: "Positions that solvers looked at."}, bySnake),
		timeouts:  prometheus.NewCounterVec(prometheus.CounterOpts{Name: "ouro_timeouts_total", Help: "Moves for which the solver was late."}, bySnake),
		fallbacks: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "ouro_fallbacks_total", Help: "Moves made for a solver that had none, by reason."}, []string{"snake", "reason"}),
		games:     prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: "ouro_games", Help: "Games in progress."}, bySnake),
		refused:   prometheus.NewCounterVec(prometheus.CounterOpts{Name: "ouro_refused_total", Help: "Requests refused, by HTTP status."}, []string{"status"}),
	}
	registry := prometheus.NewRegistry()
	registry.MustRegister(m.moves, m.seconds, m.depth, m.nodes, m.timeouts, m.fallbacks, m.games, m.refused,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	for _, snake := range snakes { // so that they are there, at 0, from the start
		for _, c := range []*prometheus.CounterVec{m.moves, m.nodes, m.timeouts} {
			c.WithLabelValues(snake.Name)
		}
		m.games.WithLabelValues(snake.Name)
		for mishap := ouro.Erred; mishap <= ouro.Invalid; mishap++ {
			m.fallbacks.WithLabelValues(snake.Name, mishap.String())
		}
	}
	m.Handler = promhttp.HandlerFor(registry, promhttp.HandlerOpts{})
	return m
}

// moved counts one answer.
func (m *metrics) moved(snake string, a *answer, took time.Duration) {
	m.moves.WithLabelValues(snake).Inc()
	m.seconds.WithLabelValues(snake).Observe(took.Seconds())
	if a.failure != nil {
		m.fallbacks.WithLabelValues(snake, a.failure.Kind.String()).Inc()
		if a.failure.Kind == ouro.Late {
			m.timeouts.WithLabelValues(snake).Inc()
		}
		return
	}
	m.depth.WithLabelValues(snake).Observe(float64(a.Depth))
	m.nodes.WithLabelValues(snake).Add(float64(a.Nodes))
}
