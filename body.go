package ouro

// Body holds the cells of a snake, head first, in a ring buffer. A step of the snake therefore
// writes one cell and copies none. The zero Body is empty.
type Body struct {
	ring []Cell // its length is a power of two
	head int
	n    int
}

// NewBody returns a body of the given cells, head first.
func NewBody(cells ...Cell) Body {
	var b Body
	for i := len(cells) - 1; i >= 0; i-- {
		b.PushHead(cells[i])
	}
	return b
}

// Len returns the number of segments.
func (b *Body) Len() int { return b.n }

// At returns the cell of segment i: 0 is the head, Len()-1 the tip of the tail.
func (b *Body) At(i int) Cell { return b.ring[(b.head+i)&(len(b.ring)-1)] }

// Head returns the first segment. The body must not be empty.
func (b *Body) Head() Cell { return b.ring[b.head] }

// Tail returns the last segment. The body must not be empty.
func (b *Body) Tail() Cell { return b.At(b.n - 1) }

// PushHead adds a segment before the head.
func (b *Body) PushHead(c Cell) {
	if b.n == len(b.ring) {
		b.grow()
	}
	b.head = (b.head - 1) & (len(b.ring) - 1)
	b.ring[b.head] = c
	b.n++
}

// PushTail adds a segment behind the tail.
func (b *Body) PushTail(c Cell) {
	if b.n == len(b.ring) {
		b.grow()
	}
	b.ring[(b.head+b.n)&(len(b.ring)-1)] = c
	b.n++
}

// PopTail removes the last segment and returns it.
func (b *Body) PopTail() Cell {
	c := b.Tail()
	b.n--
	return c
}

// Shift moves the head to c without growing, like PushHead followed by PopTail, and returns the
// cell that the tail left. The body must not be empty.
func (b *Body) Shift(c Cell) Cell {
	mask := len(b.ring) - 1
	left := b.ring[(b.head+b.n-1)&mask]
	b.head = (b.head - 1) & mask
	b.ring[b.head] = c
	return left
}

// Append appends the segments to dst, head first, and returns the extended slice.
func (b *Body) Append(dst []Cell) []Cell {
	for i := range b.n {
		dst = append(dst, b.At(i))
	}
	return dst
}

// CopyFrom makes b equal to src. It reuses b's memory if both ring buffers have the same length.
func (b *Body) CopyFrom(src *Body) {
	if len(b.ring) != len(src.ring) {
		b.ring = make([]Cell, len(src.ring))
	}
	b.head, b.n = src.head, src.n
	front := src.ring[src.head:min(src.head+src.n, len(src.ring))]
	copy(b.ring[src.head:], front)
	copy(b.ring, src.ring[:src.n-len(front)]) // the part beyond the end of the ring
}

func (b *Body) grow() {
	size := max(8, 2*len(b.ring))
	ring := make([]Cell, size)
	for i := range b.n {
		ring[i] = b.At(i)
	}
	b.ring, b.head = ring, 0
}

// reserve makes room for n segments, so that growing to n does not allocate.
func (b *Body) reserve(n int) {
	for len(b.ring) < n {
		b.grow()
	}
}
