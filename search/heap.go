package search

import "cmp"

// Heap is a priority queue for any ordered priorities. The order of equal priorities is the
// same in every run but otherwise unspecified. The zero value is ready to use.
type Heap[K cmp.Ordered, V any] struct{ items []item[K, V] }

type item[K cmp.Ordered, V any] struct {
	priority K
	value    V
}

// Push adds v. It allocates only if the heap is larger than ever before.
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

// Pop removes a value of the lowest priority; ok is false if the heap is empty.
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

// Clear empties the heap and keeps its memory.
func (h *Heap[K, V]) Clear() { h.items = h.items[:0] }
