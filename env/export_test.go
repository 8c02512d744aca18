package env

func (v *Vec) Layout() Layout { return v.layout }

// Memory returns the memory with all results; see Layout. Reset and Step change it. The caller may
// write only the actions.
func (v *Vec) Memory() []byte { return v.mem }

// Masks returns the legal moves, four bytes for each board and seat.
func (v *Vec) Masks() []uint8 { return v.masks }

const MaxRecorded = maxRecorded

// AddTurns adds turns to the history of board 0 without playing them.
func (v *Vec) AddTurns(n int) {
	b := &v.boards[0]
	for range n {
		b.history.add(b.state, b.joint)
	}
}
