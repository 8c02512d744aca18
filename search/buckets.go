package search

// Buckets is a priority queue for small non-negative whole priorities: pushing
// costs O(1), and popping all of a search whose priorities never fall costs
// O(values + largest priority). Of equal priorities the last pushed leaves
// first, which lets A* run straight for the goal. The zero value is ready.
type Buckets[V any] struct {
	first  []int32 // by priority: the last pushed link, none if empty
	links  []link[V]
	lowest int // no bucket below holds anything
	n      int
}

type link[V any] struct {
	value V
	next  int32
}

const none = -1

// Push adds v. It allocates only while the queue sees more pushes since Clear,
// or a higher priority, than ever before.
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

// Pop removes a value of the lowest priority; ok is false when there is none.
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
