package server

import (
	"math"
	rtmetrics "runtime/metrics"
)

// memory tells how many games may be kept. What is in use is known only after each
// collection of garbage, and until the next one the heap may grow to twice of that.
// So from half the limit on there may be only as many games as would fill it, were
// all like those that are there.
type memory struct {
	limit   uint64
	cycle   uint64 // of the collection that was heard last
	most    int    // games since then
	samples [2]rtmetrics.Sample
}

func newMemory(limit int64) *memory {
	m := &memory{limit: uint64(limit), most: math.MaxInt}
	m.samples[0].Name = "/gc/cycles/total:gc-cycles"
	m.samples[1].Name = "/gc/heap/live:bytes"
	return m
}

// room is how many games may be kept, where there are n.
func (m *memory) room(n int) int {
	rtmetrics.Read(m.samples[:])
	cycle, live := m.samples[0].Value.Uint64(), m.samples[1].Value.Uint64()
	if cycle == m.cycle {
		return m.most
	}
	m.cycle, m.most = cycle, math.MaxInt
	if live > m.limit/2 {
		m.most = max(1, int(uint64(n)*m.limit/live))
	}
	return m.most
}
