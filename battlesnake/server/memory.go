package server

import (
	"math"
	rtmetrics "runtime/metrics"
)

// memory limits the number of games by the memory in use. That is known only after each garbage
// collection, and until the next one the heap may grow to twice the size. Above half the limit,
// room therefore allows only the number of games that would fill the limit at their present
// average size.
type memory struct {
	limit   uint64
	cycle   uint64 // number of the last collection that was seen
	most    int    // games allowed since then
	samples [2]rtmetrics.Sample

	setGrowth func(percent int) int // or nil
	growth    int                   // of the heap, as last set
}

func newMemory(limit int64, setGrowth func(int) int) *memory {
	m := &memory{limit: uint64(limit), most: math.MaxInt, setGrowth: setGrowth}
	m.grow(leastHeap)
	m.samples[0].Name = "/gc/cycles/total:gc-cycles"
	m.samples[1].Name = "/gc/heap/live:bytes"
	return m
}

// room returns how many games may be kept; n is the present number.
func (m *memory) room(n int) int {
	rtmetrics.Read(m.samples[:])
	cycle, live := m.samples[0].Value.Uint64(), m.samples[1].Value.Uint64()
	if cycle == m.cycle {
		return m.most
	}
	m.cycle, m.most = cycle, math.MaxInt
	m.grow(live)
	if live > m.limit/2 {
		m.most = max(1, int(uint64(n)*m.limit/live))
	}
	return m.most
}

const (
	leastHeap   = 4 << 20 // of Go
	leastGrowth = 20      // percent
)

// grow sets the growth of the heap, unless it changes little: that stops all threads.
func (m *memory) grow(live uint64) {
	growth := max(leastGrowth, int(100*(m.limit/4)/max(live, leastHeap)))
	if m.setGrowth != nil && max(growth, m.growth) > min(growth, m.growth)*5/4 {
		m.setGrowth(growth)
		m.growth = growth
	}
}
