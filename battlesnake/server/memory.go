package server

import rtmetrics "runtime/metrics"

// memory tells when the games take too much. What is in use is known only after
// each collection of garbage, so games are forgotten once for each, an eighth of
// them, until it is enough.
type memory struct {
	limit   uint64
	cycle   uint64 // of the collection that was heard last
	samples [2]rtmetrics.Sample
}

// part of the games, 1/part, is forgotten for each collection.
const part = 8

func newMemory(limit int64) *memory {
	m := &memory{limit: uint64(limit)}
	m.samples[0].Name = "/gc/cycles/total:gc-cycles"
	m.samples[1].Name = "/gc/heap/live:bytes"
	return m
}

// excess is how many of n games are to be forgotten now.
func (m *memory) excess(n int) int {
	rtmetrics.Read(m.samples[:])
	cycle, live := m.samples[0].Value.Uint64(), m.samples[1].Value.Uint64()
	if cycle == m.cycle {
		return 0
	}
	m.cycle = cycle
	if live <= m.limit {
		return 0
	}
	return (n + part - 1) / part
}
