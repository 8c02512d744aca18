package fleet

import (
	"net/http"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"ouro/fleet/schedule"
)

// newMetrics returns a handler that serves a status as Prometheus metrics.
func newMetrics(status func() Status) http.Handler {
	registry := prometheus.NewRegistry()
	registry.MustRegister(gauges(status))
	return promhttp.HandlerFor(registry, promhttp.HandlerOpts{})
}

type gauges func() Status

var (
	descGames   = prometheus.NewDesc("ouro_fleet_games", "Games of experiments, by how far they are: done, held or open.", []string{"experiment", "state"}, nil)
	descChecked = prometheus.NewDesc("ouro_fleet_checked", "Games that two workers have played and that were compared.", []string{"experiment"}, nil)
	descRate    = prometheus.NewDesc("ouro_fleet_games_per_second", "Games that are played for an experiment.", []string{"experiment"}, nil)
	descWorkers = prometheus.NewDesc("ouro_fleet_workers", "Workers, by state.", []string{"state"}, nil)
	descBytes   = prometheus.NewDesc("ouro_fleet_bytes", "Bytes that are kept.", nil, nil)
	descLimit   = prometheus.NewDesc("ouro_fleet_bytes_limit", "Most bytes that are kept.", nil, nil)
)

// Describe sends the descriptions of all metrics.
func (gauges) Describe(all chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{descGames, descChecked, descRate, descWorkers, descBytes, descLimit} {
		all <- d
	}
}

// Collect sends all metrics.
func (g gauges) Collect(all chan<- prometheus.Metric) {
	s := g()
	tell := func(d *prometheus.Desc, value float64, labels ...string) {
		all <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, value, labels...)
	}
	for _, e := range s.Experiments {
		tell(descGames, float64(e.Done), e.ID, "done")
		tell(descGames, float64(e.Held), e.ID, "held")
		tell(descGames, float64(e.Games-e.Done-e.Held), e.ID, "open")
		tell(descChecked, float64(e.Checked), e.ID)
		tell(descRate, e.Rate, e.ID)
	}
	states := map[string]int{schedule.Playing: 0, schedule.Idle: 0, schedule.Hangs: 0, schedule.Gone: 0, schedule.Excluded: 0}
	for _, w := range s.Workers {
		if !w.Referee {
			states[w.State]++
		}
	}
	for state, n := range states {
		tell(descWorkers, float64(n), state)
	}
	tell(descBytes, float64(s.Bytes))
	tell(descLimit, float64(s.Limit))
}
