package fleet

import (
	"net/http/httptest"
	"strings"
	"testing"

	"ouro/fleet/schedule"
)

// TestMetrics: the page has exactly these lines. Dashboards depend on the names.
func TestMetrics(t *testing.T) {
	s := Status{Bytes: 1 << 30, Limit: 5e9, Workers: []schedule.WorkerStatus{
		{State: schedule.Playing}, {State: schedule.Playing}, {State: schedule.Excluded}, {State: schedule.Playing, Worker: schedule.Worker{Referee: true}},
	}}
	s.Experiments = []ExperimentFacts{{ExperimentStatus: schedule.ExperimentStatus{ID: "b0", Games: 10, Done: 7, Held: 1, Checked: 2, Rate: 0.5}}}
	w := httptest.NewRecorder()
	newMetrics(func() Status { return s }).ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), "GET", "/metrics", nil))
	var lines []string
	for line := range strings.Lines(w.Body.String()) {
		if !strings.HasPrefix(line, "# HELP") {
			lines = append(lines, line)
		}
	}
	const want = `# TYPE ouro_fleet_bytes gauge
ouro_fleet_bytes 1.073741824e+09
# TYPE ouro_fleet_bytes_limit gauge
ouro_fleet_bytes_limit 5e+09
# TYPE ouro_fleet_checked gauge
ouro_fleet_checked{experiment="b0"} 2
# TYPE ouro_fleet_games gauge
ouro_fleet_games{experiment="b0",state="done"} 7
ouro_fleet_games{experiment="b0",state="held"} 1
ouro_fleet_games{experiment="b0",state="open"} 2
# TYPE ouro_fleet_games_per_second gauge
ouro_fleet_games_per_second{experiment="b0"} 0.5
# TYPE ouro_fleet_workers gauge
ouro_fleet_workers{state="gone"} 0
ouro_fleet_workers{state="hangs"} 0
ouro_fleet_workers{state="idle"} 0
ouro_fleet_workers{state="out"} 1
ouro_fleet_workers{state="playing"} 2
`
	if got := strings.Join(lines, ""); got != want {
		t.Errorf("the page is\n%swant\n%s", got, want)
	}
}
