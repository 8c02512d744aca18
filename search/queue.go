// Package search holds parts of searches that do not depend on the game. [Meter] is the budget
// of one decision, and [Threads] returns the number of threads. Two priority queues reuse their
// memory: [Buckets] for small integer priorities and [Heap] for priorities of any ordered type.
package search

import "cmp"

// Buckets is a priority queue for small non-negative integer priorities. A push costs O(1). If
// priorities never fall during a search, popping all its values costs O(values + largest
// priority). Of values with equal priorities, the last one pushed is popped first, so that A*
// extends the newest path. The zero value is ready to use.
type Buckets[V any] struct {
	first  []int32 // by priority: index in links of the value pushed last, or none
	links  []link[V]
	lowest int // no bucket below this priority has values
	n      int
}

type link[V any] struct {
	value V
	next  int32
}

const none = -1

// Push adds v. It allocates only if the number of pushes since Clear, or the priority, is larger
// than ever before.
func (b *Buckets[V]) Push(priority int, v V) {
	for priority >= len(b.first) {
		b.first = append(b.first, none)
	}
	b.links = append(b.links, link[V]{v, b.first[priority]})
	b.first[priority] = int32(len(b.links) - 1)
	if b.n == 0 || priority < b.lowest {
		b.lowest = priority
	}
	b.n++
}

// Pop removes and returns a value with the lowest priority; ok is false if the queue is empty.
func (b *Buckets[V]) Pop() (priority int, v V, ok bool) {
	if b.n == 0 {
		return 0, v, false
	}
	for b.first[b.lowest] == none {
		b.lowest++
	}
	l := &b.links[b.first[b.lowest]]
	b.first[b.lowest] = l.next
	b.n--
	return b.lowest, l.value, true
}

// Clear empties the queue and keeps its memory.
func (b *Buckets[V]) Clear() {
	for i := range b.first {
		b.first[i] = none
	}
	b.links, b.lowest, b.n = b.links[:0], 0, 0
}

// Heap is a priority queue for priorities of any ordered type. The order of values with equal
// priorities is the same in every run but otherwise unspecified. The zero value is ready to use.
type Heap[K cmp.Ordered, V any] struct{ items []item[K, V] }

type item[K cmp.Ordered, V any] struct {
	priority K
	value    V
}

// Push adds v. It allocates only if the heap becomes larger than ever before.
func (h *Heap[K, V]) Push(priority K, v V) {
	h.items = append(h.items, item[K, V]{priority, v})
	items, i := h.items, len(h.items)-1
	last := items[i]
	for i > 0 {
		up := (i - 1) / 2
		if items[up].priority <= last.priority {
			break
		}
		items[i] = items[up]
		i = up
	}
	items[i] = last
}

// Pop removes and returns a value with the lowest priority; ok is false if the heap is empty.
func (h *Heap[K, V]) Pop() (priority K, v V, ok bool) {
	n := len(h.items) - 1
	if n < 0 {
		return priority, v, false
	}
	top, last := h.items[0], h.items[n]
	h.items = h.items[:n]
	items, i := h.items, 0
	for {
		down := 2*i + 1
		if down >= n {
			break
		}
		if down+1 < n && items[down+1].priority < items[down].priority {
			down++
		}
		if last.priority <= items[down].priority {
			break
		}
		items[i] = items[down]
		i = down
	}
	if n > 0 {
		items[i] = last
	}
	return top.priority, top.value, true
}

func (h *Heap[K, V]) Clear() { h.items = h.items[:0] }
