package ouro

import "slices"

// Verb is the kind of a Note.
type Verb uint8

// The verbs of notes.
const (
	NotePath  Verb = iota // the cells of a path, in order
	NoteCells             // cells in any order
	NoteHeat              // a number for every cell; NaN if a cell has none
	NoteMoves             // a number for every direction; NaN if a direction has none
	NoteTree              // a search tree
	NoteValue             // one number
)

var verbNames = [...]string{"path", "cells", "heat", "moves", "tree", "value"}

// String returns the name of the verb.
func (v Verb) String() string { return enumName(verbNames[:], v, "Verb") }

// MarshalText writes the verb's name.
func (v Verb) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// Labels that several solvers use and viewers know.
const (
	LabelPlan   = "plan"     // Path: the moves that the solver intends
	LabelFood   = "food"     // Heat: steps from each cell to the food
	LabelCycle  = "cycle"    // Heat: index of each cell in the cycle
	LabelScores = "scores"   // Moves: the evaluation of each direction
	LabelSearch = "searched" // Cells: the cells that the search visited
	LabelPaths  = "paths"    // Heat: the best score among the paths through each cell
	LabelCalls  = "calls"    // Tree: the calls of the search

	// LabelExpected is a Value: the number of moves that the solver expects to need to win,
	// including the next one.
	LabelExpected = "expected"

	// LabelCandidates is a Path, with its evaluation, for each path to the food that the solver
	// evaluated. The best comes first; one of them is the plan.
	LabelCandidates = "candidates"
	// LabelUnproven is a Path for each path to the food that the solver found but did not evaluate,
	// because it has no proof of safety for the path.
	LabelUnproven = "unproven"
)

// Note is one item of a Trace. Its Verb determines which field is set. The receiver owns the Note.
type Note struct {
	Verb  Verb
	Label string
	Cells []Cell
	Heat  []float64
	Moves [4]float64
	Tree  *Node
	Value float64 // for a path: its evaluation, or 0 if it has none
}

// Node is a node of a search tree.
type Node struct {
	Dir    Dir
	Score  float64
	Pruned bool
	Kids   []*Node
}

// Trace passes the notes of a solver to a viewer. A nil Trace ignores notes, so solvers can call
// its methods without a condition. Call On before computing something that only a viewer needs.
// All methods except Send and Tree copy their arguments. Only the goroutine that calls Decide uses
// a Trace.
type Trace struct{ sink func(Note) }

// NewTrace returns a Trace that calls sink with every note.
func NewTrace(sink func(Note)) *Trace { return &Trace{sink: sink} }

// maxPaths is the largest number of paths with the same label that a viewer draws.
const maxPaths = 5

// TraceFor returns a Trace that appends its notes to notes, for drawing. Of the notes labelled
// LabelCandidates, and of those labelled LabelUnproven, it keeps only the first maxPaths.
func TraceFor(notes *[]Note) *Trace {
	var candidates, unproven int
	return NewTrace(func(n Note) {
		switch n.Label {
		case LabelCandidates:
			candidates++
		case LabelUnproven:
			unproven++
		}
		if n.Label == LabelCandidates && candidates > maxPaths || n.Label == LabelUnproven && unproven > maxPaths {
			return
		}
		*notes = append(*notes, n)
	})
}

// On reports whether t has a viewer.
func (t *Trace) On() bool { return t != nil }

// Send passes n to the viewer, which then owns n.
func (t *Trace) Send(n Note) {
	if t != nil {
		t.sink(n)
	}
}

// Path sends a path.
func (t *Trace) Path(label string, cells []Cell) {
	if t != nil {
		t.sink(Note{Verb: NotePath, Label: label, Cells: slices.Clone(cells)})
	}
}

// ScoredPath sends a path with its evaluation, on the scale of Moves; higher is better.
func (t *Trace) ScoredPath(label string, cells []Cell, score float64) {
	if t != nil {
		t.sink(Note{Verb: NotePath, Label: label, Cells: slices.Clone(cells), Value: score})
	}
}

// Cells sends a set of cells.
func (t *Trace) Cells(label string, cells []Cell) {
	if t != nil {
		t.sink(Note{Verb: NoteCells, Label: label, Cells: slices.Clone(cells)})
	}
}

// Heat sends a number for every cell of the grid.
func (t *Trace) Heat(label string, heat []float64) {
	if t != nil {
		t.sink(Note{Verb: NoteHeat, Label: label, Heat: slices.Clone(heat)})
	}
}

// Moves sends a number for every direction.
func (t *Trace) Moves(label string, scores [4]float64) {
	if t != nil {
		t.sink(Note{Verb: NoteMoves, Label: label, Moves: scores})
	}
}

// Tree sends a search tree. The tree must not change afterwards.
func (t *Trace) Tree(label string, root *Node) {
	if t != nil {
		t.sink(Note{Verb: NoteTree, Label: label, Tree: root})
	}
}

// Value sends one number.
func (t *Trace) Value(label string, v float64) {
	if t != nil {
		t.sink(Note{Verb: NoteValue, Label: label, Value: v})
	}
}
