package fleet

import (
	"maps"
	"net/http"
	"slices"

	"ouro/fleet/schedule"
	"ouro/internal/metrics"
)

// newMetrics returns a handler that serves a status as Prometheus metrics.
func newMetrics(status func() Status) http.Handler {
	set := &metrics.Set{}
	set.Func(func(p *metrics.Page) {
		s := status()
		writeExperiments(p, s.Experiments)
		states := map[string]int{schedule.Playing: 0, schedule.Idle: 0, schedule.Hangs: 0, schedule.Gone: 0, schedule.Excluded: 0}
		for _, w := range s.Workers {
			if !w.Referee {
				states[w.State]++
			}
		}
		p.Write(metrics.Gauge, "ouro_fleet_workers", "Workers, by state.", []string{"state"}, func(add func(float64, ...string)) {
			for _, state := range slices.Sorted(maps.Keys(states)) {
				add(float64(states[state]), state)
			}
		})
		p.Number(metrics.Gauge, "ouro_fleet_bytes", "Bytes of the stored stream.", float64(s.Bytes))
		p.Number(metrics.Gauge, "ouro_fleet_bytes_limit", "Limit of the bytes of the stored stream.", float64(s.Limit))
	})
	return set
}

func writeExperiments(p *metrics.Page, all []ExperimentFacts) {
	p.Write(metrics.Gauge, "ouro_fleet_games", "Games of experiments, by state: done, held or open.", []string{"experiment", "state"}, func(add func(float64, ...string)) {
		for i := range all {
			e := &all[i]
			add(float64(e.Done), e.ID, "done")
			add(float64(e.Held), e.ID, "held")
			add(float64(e.Games-e.Done-e.Held), e.ID, "open")
		}
	})
	experiment := []string{"experiment"}
	p.Write(metrics.Gauge, "ouro_fleet_checked", "Games that two workers have played and that were compared.", experiment, func(add func(float64, ...string)) {
		for i := range all {
			add(float64(all[i].Checked), all[i].ID)
		}
	})
	p.Write(metrics.Gauge, "ouro_fleet_games_per_second", "Games played for an experiment per second.", experiment, func(add func(float64, ...string)) {
		for i := range all {
			add(all[i].Rate, all[i].ID)
		}
	})
}
