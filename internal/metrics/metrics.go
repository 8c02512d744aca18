// Package metrics counts events and measures values, and serves them as a page for Prometheus, in
// the text format 0.0.4.
//
// A [Set] has families of metrics. A [Family] has one metric for each combination of its labels'
// values. [Set.Func] adds families that are computed for each page, [Set.Process] those of the Go
// runtime and the process. All methods are safe for concurrent use.
package metrics

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

type Kind string

const (
	Counter   Kind = "counter"
	Gauge     Kind = "gauge"
	histogram Kind = "histogram"
	summary   Kind = "summary"
)

// Set is a set of families with distinct names. The zero Set is empty and ready for use.
type Set struct {
	mu       sync.Mutex
	families []*Family
	funcs    []func(*Page)
}

type Family struct {
	kind       Kind
	name, help string
	labels     []string
	buckets    []float64 // upper bounds of the buckets of a histogram, in ascending order

	mu     sync.RWMutex
	values map[string]*Value
}

// Counter adds a family of counters, which never decrease.
func (s *Set) Counter(name, help string, labels ...string) *Family {
	return s.add(&Family{kind: Counter, name: name, help: help, labels: labels})
}

// Gauge adds a family of gauges, which may decrease.
func (s *Set) Gauge(name, help string, labels ...string) *Family {
	return s.add(&Family{kind: Gauge, name: name, help: help, labels: labels})
}

// Histogram adds a family of histograms. buckets are upper bounds, in ascending order.
func (s *Set) Histogram(name, help string, buckets []float64, labels ...string) *Family {
	return s.add(&Family{kind: histogram, name: name, help: help, labels: labels, buckets: buckets})
}

func (s *Set) add(f *Family) *Family {
	f.values = map[string]*Value{}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.families = append(s.families, f)
	return f
}

// Func registers f, which is called for every page and adds families to it. Their names must differ
// from those of the set's families.
func (s *Set) Func(f func(*Page)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.funcs = append(s.funcs, f)
}

type Value struct {
	labels []string    // values of the family's labels
	number atomicFloat // value, or the sum of the observations

	buckets []float64
	counts  []atomic.Uint64 // observations by bucket; the last bucket has no upper bound
}

// With returns the metric with these values of the labels. A new metric is 0.
func (f *Family) With(labels ...string) *Value {
	if len(labels) != len(f.labels) {
		panic(fmt.Sprintf("metrics: %s has the labels %q, not the values %q", f.name, f.labels, labels))
	}
	key := strings.Join(labels, "\xff") // no valid text has this byte
	f.mu.RLock()
	v := f.values[key]
	f.mu.RUnlock()
	if v != nil {
		return v
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if v = f.values[key]; v == nil {
		v = &Value{labels: slices.Clone(labels)}
		if f.kind == histogram {
			v.buckets, v.counts = f.buckets, make([]atomic.Uint64, len(f.buckets)+1)
		}
		f.values[key] = v
	}
	return v
}

func (v *Value) Add(x float64) { v.number.add(x) }

func (v *Value) Inc() { v.Add(1) }

func (v *Value) Dec() { v.Add(-1) }

func (v *Value) Observe(x float64) {
	i, _ := slices.BinarySearch(v.buckets, x) // a bucket includes its upper bound
	if math.IsNaN(x) {
		i = len(v.buckets)
	}
	v.counts[i].Add(1)
	v.number.add(x)
}

type atomicFloat struct{ bits atomic.Uint64 }

func (a *atomicFloat) load() float64 { return math.Float64frombits(a.bits.Load()) }

func (a *atomicFloat) add(x float64) {
	for {
		old := a.bits.Load()
		if a.bits.CompareAndSwap(old, math.Float64bits(math.Float64frombits(old)+x)) {
			return
		}
	}
}
