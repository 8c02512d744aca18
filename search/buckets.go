package search

// Buckets is a priority queue for small non-negative integer priorities. A push costs O(1).
// Popping all values of a search whose priorities never fall costs O(values + largest
// priority). Of equal priorities, the last pushed is popped first, so that A* extends the
// newest path. The zero value is ready to use.
type Buckets[V any] struct {
	first  []int32 // by priority: index in links of the last pushed value, or none
	links  []link[V]
	lowest int // all buckets below are empty
	n      int
}

type link[V any] struct {
	value V
	next  int32
}

const none = -1

// Push adds v. It allocates only for more pushes since Clear, or a higher priority, than
// ever before.
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

// Pop removes a value of the lowest priority; ok is false if the queue is empty.
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
