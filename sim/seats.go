package sim

import "math/bits"

// SeatSet is a set of seats: bit s for seat s. To visit all of them:
//
//	for rest := set; rest != 0; rest = rest.Rest() {
//		seat := rest.First()
//	}
type SeatSet uint16

// Has reports whether the seat is in the set.
func (s SeatSet) Has(seat int) bool { return s>>seat&1 != 0 }

// Len returns the number of seats in the set.
func (s SeatSet) Len() int { return bits.OnesCount16(uint16(s)) }

// First returns the lowest seat of the set, which must not be empty.
func (s SeatSet) First() int { return bits.TrailingZeros16(uint16(s)) }

// Rest returns the set without its First.
func (s SeatSet) Rest() SeatSet { return s & (s - 1) }
