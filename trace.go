package ouro

import "slices"

// Verb is the kind of a Note.
type Verb uint8

// The verbs of a Trace.
const (
	NotePath  Verb = iota // cells in order of a walk
	NoteCells             // cells without order
	NoteHeat              // a number for every cell, NaN for none
	NoteMoves             // a number for every direction, NaN for none
	NoteTree              // a search tree
	NoteValue             // one number
)

var verbNames = [...]string{"path", "cells", "heat", "moves", "tree", "value"}

// String is the verb's name.
func (v Verb) String() string { return enumName(verbNames[:], v, "Verb") }

// MarshalText writes the verb's name.
func (v Verb) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// Labels that several solvers share; viewers have a place for each.
const (
	LabelPlan   = "plan"     // Path: where the snake means to go
	LabelFood   = "food"     // Heat: steps from each cell to the food
	LabelCycle  = "cycle"    // Heat: place of each cell in the cycle
	LabelScores = "scores"   // Moves: what each direction is worth
	LabelSearch = "searched" // Cells: what the search has looked at
	LabelPaths  = "paths"    // Heat: the best score among the paths through each cell
	LabelCalls  = "calls"    // Tree: the calls of the search

	// LabelExpected is the Value of the moves that the solver expects to the end of the game
	// that it means to win, the next one included.
	LabelExpected = "expected"

	// LabelCandidates is a Path for each way to the food that was weighed, the plan
	// among them, with what it is worth. All are told, and the best first, so that
	// who examines a solver has them all and who watches it takes the first few.
	LabelCandidates = "candidates"
	// LabelUnproven is a Path for each way to the food that was found, but not weighed
	// for want of a proof that it is safe.
	LabelUnproven = "unproven"
)

// Note is one thing that a solver tells about its thinking. Which field is set
// follows from the Verb. A note belongs to whoever receives it.
type Note struct {
	Verb  Verb
	Label string
	Cells []Cell
	Heat  []float64
	Moves [4]float64
	Tree  *Node
	Value float64 // of a path what it is worth, if that is told; 0 if not
}

// Node is a node of a search tree.
type Node struct {
	Dir    Dir
	Score  float64
	Pruned bool
	Kids   []*Node
}

// Trace carries a solver's notes to whoever watches. A nil Trace swallows
// them, so solvers call it without asking; ask On before computing something
// only for it. Notes copy what they are given. A Trace is used only by the
// goroutine that calls Decide.
type Trace struct{ sink func(Note) }

// NewTrace hands every note to sink.
func NewTrace(sink func(Note)) *Trace { return &Trace{sink: sink} }

// shownWays are as many as a person takes in.
const shownWays = 5

// TraceFor keeps the notes for a person: of LabelCandidates and of LabelUnproven the
// first few alone.
func TraceFor(notes *[]Note) *Trace {
	var candidates, unproven int
	return NewTrace(func(n Note) {
		switch n.Label {
		case LabelCandidates:
			candidates++
		case LabelUnproven:
			unproven++
		}
		if n.Label == LabelCandidates && candidates > shownWays || n.Label == LabelUnproven && unproven > shownWays {
			return
		}
		*notes = append(*notes, n)
	})
}

// On tells whether anybody watches.
func (t *Trace) On() bool { return t != nil }

// Send passes on a note that another Trace has received.
func (t *Trace) Send(n Note) {
	if t != nil {
		t.sink(n)
	}
}

// Path notes a walk.
func (t *Trace) Path(label string, cells []Cell) {
	if t != nil {
		t.sink(Note{Verb: NotePath, Label: label, Cells: slices.Clone(cells)})
	}
}

// Way notes a walk and what it is worth, as the scores of moves are: more is better.
func (t *Trace) Way(label string, cells []Cell, worth float64) {
	if t != nil {
		t.sink(Note{Verb: NotePath, Label: label, Cells: slices.Clone(cells), Value: worth})
	}
}

// Cells notes a set of cells.
func (t *Trace) Cells(label string, cells []Cell) {
	if t != nil {
		t.sink(Note{Verb: NoteCells, Label: label, Cells: slices.Clone(cells)})
	}
}

// Heat notes a number for every cell of the grid.
func (t *Trace) Heat(label string, heat []float64) {
	if t != nil {
		t.sink(Note{Verb: NoteHeat, Label: label, Heat: slices.Clone(heat)})
	}
}

// Moves notes a number for every direction.
func (t *Trace) Moves(label string, scores [4]float64) {
	if t != nil {
		t.sink(Note{Verb: NoteMoves, Label: label, Moves: scores})
	}
}

// Tree notes a search tree. The tree must not change afterwards.
func (t *Trace) Tree(label string, root *Node) {
	if t != nil {
		t.sink(Note{Verb: NoteTree, Label: label, Tree: root})
	}
}

// Value notes one number.
func (t *Trace) Value(label string, v float64) {
	if t != nil {
		t.sink(Note{Verb: NoteValue, Label: label, Value: v})
	}
}
