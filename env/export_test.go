package env

func (v *Vec) Layout() Layout { return v.layout }

// Memory returns the memory with all results; see Layout. Reset and Step change it. The caller may
// write only the actions.
func (v *Vec) Memory() []byte { return v.mem }

func (v *Vec) Masks() []uint8 { return v.masks }

const MaxRecorded = maxRecorded

func (v *Vec) AddTurns(n int) {
	b := &v.boards[0]
	for range n {
		b.history.add(b.state, b.joint)
	}
}
