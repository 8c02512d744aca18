package env

// Layout describes Memory.
func (v *Vec) Layout() Layout { return v.layout }

// Memory returns the memory with all results; see Layout. Reset and Step change it. The caller may
// write only the actions.
func (v *Vec) Memory() []byte { return v.mem }

// Masks returns the legal moves, four bytes for each board and seat.
func (v *Vec) Masks() []uint8 { return v.masks }
