package metrics

import (
	"fmt"
	"math"
	"math/rand/v2"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// both has a Set, and a registry of Prometheus' client with the same metrics.
type both struct {
	set      Set
	registry *prometheus.Registry
}

func (b *both) pages(t *testing.T) (ours, theirs string) {
	t.Helper()
	request := httptest.NewRequestWithContext(t.Context(), "GET", "/metrics", nil)
	w := httptest.NewRecorder()
	b.set.ServeHTTP(w, request)
	ours = w.Body.String()
	if kind, _, _ := strings.Cut(w.Header().Get("Content-Type"), "; charset"); kind != "text/plain; version=0.0.4" {
		t.Errorf("the page is of type %q", kind)
	}
	w = httptest.NewRecorder()
	promhttp.HandlerFor(b.registry, promhttp.HandlerOpts{}).ServeHTTP(w, request)
	return ours, w.Body.String()
}

func firstDifference(ours, theirs string) string {
	one, other := strings.Split(ours, "\n"), strings.Split(theirs, "\n")
	for i := range min(len(one), len(other)) {
		if one[i] != other[i] {
			return fmt.Sprintf("line %d is %q, that of Prometheus' client is %q", i+1, one[i], other[i])
		}
	}
	return fmt.Sprintf("the page has %d lines, that of Prometheus' client %d", len(one), len(other))
}

// TestTwin changes the same metrics here and in Prometheus' client, and compares the pages.
func TestTwin(t *testing.T) {
	dice := rand.New(rand.NewPCG(1, 1))
	strange := []string{"", "a", "b c", `quoted "x"`, `back\slash`, "two\nlines", "\x00", "é…", "{}=,", "a\xffb"[:1]}
	for range 50 {
		b := both{registry: prometheus.NewRegistry()}
		var change []func(at int, x float64)
		for _, labels := range [][]string{nil, {"one"}, {"zebra", "ant"}} {
			help := strange[dice.IntN(len(strange))] + "help"
			name := func(kind string) string { return fmt.Sprint("m_", dice.IntN(1000), "_", kind, len(labels)) }
			choose := func(at int) []string {
				var values []string
				for i := range labels {
					values = append(values, strange[(at*7+i*at)%len(strange)])
				}
				return values
			}
			n := name("counter")
			mine, twin := b.set.Counter(n, help, labels...), prometheus.NewCounterVec(prometheus.CounterOpts{Name: n, Help: help}, labels)
			n = name("gauge")
			gauge, gaugeTwin := b.set.Gauge(n, help, labels...), prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: n, Help: help}, labels)
			n, bounds := name("histogram"), []float64{-1, 0, 0.25, 1, 100}
			spread, spreadTwin := b.set.Histogram(n, help, bounds, labels...), prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: n, Help: help, Buckets: bounds}, labels)
			b.registry.MustRegister(twin, gaugeTwin, spreadTwin)
			change = append(change, func(at int, x float64) {
				mine.With(choose(at)...).Add(math.Abs(x))
				twin.WithLabelValues(choose(at)...).Add(math.Abs(x))
			}, func(at int, x float64) {
				gauge.With(choose(at)...).Add(x)
				gaugeTwin.WithLabelValues(choose(at)...).Add(x)
			}, func(at int, x float64) {
				spread.With(choose(at)...).Observe(x)
				spreadTwin.WithLabelValues(choose(at)...).Observe(x)
			}, func(at int, _ float64) {
				gauge.With(choose(at)...).Inc()
				gaugeTwin.WithLabelValues(choose(at)...).Inc()
			}, func(at int, _ float64) {
				gauge.With(choose(at)...).Dec()
				gaugeTwin.WithLabelValues(choose(at)...).Dec()
			})
		}
		for range dice.IntN(200) {
			x := []float64{-1, 0, 0.25, 1, 2, 100, 1e9, dice.NormFloat64(), dice.ExpFloat64() * 1e7}[dice.IntN(9)]
			change[dice.IntN(len(change))](dice.IntN(20), math.Round(x*1024)/1024) // so that sums are exact in any order
		}
		if ours, theirs := b.pages(t); ours != theirs {
			t.Fatal(firstDifference(ours, theirs))
		}
	}
}

// TestNumbers: numbers that are not finite have the same text as in Prometheus' client.
func TestNumbers(t *testing.T) {
	b := both{registry: prometheus.NewRegistry()}
	for i, x := range []float64{math.Inf(1), math.Inf(-1), math.NaN(), 1e21, 1e-7, math.MaxUint64, 0.1 + 0.2} {
		name := fmt.Sprint("m", i)
		b.set.Gauge(name, "Help.").With().Add(x)
		g := prometheus.NewGauge(prometheus.GaugeOpts{Name: name, Help: "Help."})
		g.Add(x)
		h := prometheus.NewHistogram(prometheus.HistogramOpts{Name: name + "h", Help: "Help.", Buckets: []float64{1}})
		b.set.Histogram(name+"h", "Help.", []float64{1}).With().Observe(x)
		h.Observe(x)
		b.registry.MustRegister(g, h)
	}
	if ours, theirs := b.pages(t); ours != theirs {
		t.Error(firstDifference(ours, theirs))
	}
}

// TestProcess: the metrics of the runtime and of the process have the names, kinds and labels of
// Prometheus' client, and nearly its values.
func TestProcess(t *testing.T) {
	b := both{registry: prometheus.NewRegistry()}
	b.set.Process()
	b.registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	ours, theirs := b.pages(t)
	help, value := regexp.MustCompile(`(?m)^# HELP .*\n`), regexp.MustCompile(`(?m) [^ ]+$`)
	names := func(page string) string {
		var lines []string
		for line := range strings.Lines(help.ReplaceAllString(page, "")) {
			if !strings.HasPrefix(line, "#") {
				line = value.ReplaceAllString(line, "")
			}
			lines = append(lines, line)
		}
		return strings.Join(lines, "")
	}
	if names(ours) != names(theirs) {
		t.Error(firstDifference(names(ours), names(theirs)))
	}
	if n := len(help.FindAllString(ours, -1)); n < 30 {
		t.Errorf("only %d metrics", n)
	}
	// Only these figures cannot change between the two pages.
	for _, name := range []string{"go_gc_gogc_percent", "go_gc_gomemlimit_bytes", "go_sched_gomaxprocs_threads", "process_max_fds", "process_virtual_memory_max_bytes"} {
		same(t, name, ours, theirs, 0)
	}
	same(t, "process_start_time_seconds", ours, theirs, 1)
	for _, name := range []string{
		"go_memstats_sys_bytes", "go_memstats_heap_sys_bytes", "go_memstats_heap_inuse_bytes", "go_memstats_alloc_bytes_total", "go_memstats_mallocs_total",
		"go_memstats_stack_sys_bytes", "process_virtual_memory_bytes", "process_resident_memory_bytes",
	} {
		same(t, name, ours, theirs, 0.9)
	}
}

// same compares a metric on both pages. tolerance is relative to the larger value, or absolute if
// it is 1 or more.
func same(t *testing.T, name, ours, theirs string, tolerance float64) {
	t.Helper()
	line := regexp.MustCompile(`(?m)^` + name + ` (.*)$`)
	one, other := line.FindStringSubmatch(ours), line.FindStringSubmatch(theirs)
	if one == nil && other == nil { // this system does not provide it
		return
	}
	if one == nil || other == nil {
		t.Errorf("%s: %q, Prometheus' client has %q", name, one, other)
		return
	}
	var x, y float64
	if _, err := fmt.Sscan(one[1]+" "+other[1], &x, &y); err != nil {
		t.Fatal(err)
	}
	allowed := tolerance
	if tolerance < 1 {
		allowed *= max(math.Abs(x), math.Abs(y))
	}
	if !(math.Abs(x-y) <= allowed) {
		t.Errorf("%s: %v, Prometheus' client has %v", name, x, y)
	}
}

// TestWrongLabels: With panics if the number of labels is wrong.
func TestWrongLabels(t *testing.T) {
	var s Set
	defer func() {
		if text := fmt.Sprint(recover()); !strings.Contains(text, `m has the labels ["a"], not the values ["1" "2"]`) {
			t.Error(text)
		}
	}()
	s.Counter("m", "Help.", "a").With("1", "2")
}

// TestConcurrency: no count is lost if several goroutines count, while others read the page.
func TestConcurrency(t *testing.T) {
	var s Set
	count, spread := s.Counter("count", "Help.", "a"), s.Histogram("spread", "Help.", []float64{1}, "a")
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for i := range 1000 {
				count.With(fmt.Sprint(i % 3)).Inc()
				spread.With("x").Observe(float64(i % 2 * 2))
				if i%100 == 0 {
					s.text()
				}
			}
		})
	}
	all.Wait()
	lines := strings.Split(string(s.text()), "\n")
	for _, want := range []string{`count{a="0"} 1336`, `count{a="1"} 1332`, `spread_bucket{a="x",le="1"} 2000`, `spread_count{a="x"} 4000`, `spread_sum{a="x"} 4000`} {
		if !slices.Contains(lines, want) {
			t.Errorf("no line %s in %q", want, lines)
		}
	}
}

// BenchmarkObserve counts a move as the server does.
func BenchmarkObserve(b *testing.B) {
	var s Set
	spread := s.Histogram("spread", "Help.", []float64{.1, .2, .3, .4, .5, .6, 1, 2.5, 5, 10, 30}, "snake")
	b.ReportAllocs()
	for b.Loop() {
		spread.With("hydra").Observe(0.45)
	}
}
