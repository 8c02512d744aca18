// Package frames encodes positions and notes of solvers as JSON, for pages that draw them
// without knowing rules.
//
// A [Lane] is one game at one turn. A [Change] is the difference from that turn to a later one.
// [Change.Between] compares positions and needs no rules; the Change of a usual move is short.
// [Lane.Apply] applies a Change in the same way as the page's JavaScript. [AppendNote] encodes a
// note in a bounded size.
//
// Cells have the numbers of [ouro.Cell]: (0,0) is at the bottom left, and -1 is off the
// board, where the head of a dead snake may be. Directions have the numbers of
// [ouro.Dir].
package frames

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"

	"ouro"
	"ouro/internal/english"
)

type Lane struct {
	Turn    int         `json:"turn"` // the Turn of the position
	Walls   []ouro.Cell `json:"walls"`
	Hedges  []ouro.Cell `json:"hedges"`
	Food    []ouro.Cell `json:"food"`
	Hazards []ouro.Cell `json:"hazards"` // one entry for each layer
	Snakes  []Snake     `json:"snakes"`
	Ended   *Ended      `json:"ended,omitempty"`
	Hash    string      `json:"hash"` // hash of the position, the same on every machine
}

// Snake is a snake of a Lane. A dead snake keeps its last cells.
type Snake struct {
	Body   []ouro.Cell `json:"body"` // head first; a cell occurs once for each segment on it
	Health int         `json:"health"`
	Dead   string      `json:"dead,omitempty"` // cause of death in words
	Died   int         `json:"died,omitempty"` // turn of death, in games of several snakes
}

type Ended struct {
	Ending ouro.Ending `json:"ending"`
	Winner int         `json:"winner"` // seat of the winner, or -1
	Words  string      `json:"words"`
}

// Of returns the Lane of a position. names are the names of its snakes.
func Of(s *ouro.State, names english.Snakes) *Lane {
	l := &Lane{
		Turn: s.Turn, Walls: []ouro.Cell{}, Hedges: []ouro.Cell{},
		Food: append([]ouro.Cell{}, s.Food...), Hazards: append([]ouro.Cell{}, s.Hazards...),
		Snakes: make([]Snake, len(s.Snakes)), Hash: Hash(s),
	}
	for c := range ouro.Cell(s.Grid.Size()) {
		switch s.Terrain(c) {
		case ouro.Wall:
			l.Walls = append(l.Walls, c)
		case ouro.Hedge:
			l.Hedges = append(l.Hedges, c)
		case ouro.Open:
		}
	}
	for seat := range s.Snakes {
		sn := &s.Snakes[seat]
		body := make([]ouro.Cell, 0, sn.Body.Len())
		l.Snakes[seat] = Snake{Body: sn.Body.Append(body), Health: sn.Health, Dead: deathText(sn, names), Died: sn.Died}
	}
	return l
}

type Board struct {
	W     int  `json:"w"`
	H     int  `json:"h"`
	Wraps bool `json:"wraps"`
}

func BoardOf(g *ouro.Grid) Board { return Board{g.W, g.H, g.Wraps} }

func Hash(s *ouro.State) string { return fmt.Sprintf("%016x", s.Hash()) }

func deathText(sn *ouro.Snake, names english.Snakes) string {
	if sn.Cause == ouro.Alive {
		return ""
	}
	return names.Death(sn)
}

// AppendJSON appends the lane as encoding/json would write it, but without reflection.
func (l *Lane) AppendJSON(b []byte) []byte {
	b = appendField(b, `{"turn":`, l.Turn)
	b = appendCells(append(b, `,"walls":`...), l.Walls)
	b = appendCells(append(b, `,"hedges":`...), l.Hedges)
	b = appendCells(append(b, `,"food":`...), l.Food)
	b = appendCells(append(b, `,"hazards":`...), l.Hazards)
	b = append(b, `,"snakes":[`...)
	for i := range l.Snakes {
		if i > 0 {
			b = append(b, ',')
		}
		b = l.Snakes[i].appendJSON(b)
	}
	b = append(b, ']')
	if l.Ended != nil {
		b = l.Ended.appendJSON(append(b, `,"ended":`...))
	}
	b = appendText(append(b, `,"hash":`...), l.Hash)
	return append(b, '}')
}

func (l *Lane) MarshalJSON() ([]byte, error) { return l.AppendJSON(nil), nil }

func (sn *Snake) appendJSON(b []byte) []byte {
	b = appendCells(append(b, `{"body":`...), sn.Body)
	b = appendField(b, `,"health":`, sn.Health)
	if sn.Dead != "" {
		b = appendText(append(b, `,"dead":`...), sn.Dead)
	}
	if sn.Died != 0 {
		b = appendField(b, `,"died":`, sn.Died)
	}
	return append(b, '}')
}

func (e *Ended) appendJSON(b []byte) []byte {
	b = appendText(append(b, `{"ending":`...), e.Ending.String())
	b = appendField(b, `,"winner":`, e.Winner)
	b = appendText(append(b, `,"words":`...), e.Words)
	return append(b, '}')
}

// Limits of one note. The field "more" says how many items were omitted.
const (
	MaxNodes = 2000    // most nodes of a tree; those nearest to the root are kept
	MaxCells = 1 << 13 // twice the cells of the largest board
	maxLabel = 100     // most bytes of a label
)

// AppendNote appends a note as JSON. It writes at most nodes nodes of a tree.
//
//	{"verb": "path", "label": "plan", "cells": [12, 13]}
//	{"verb": "path", "label": "candidates", "cells": [12, 13], "value": -9.5}
//	{"verb": "heat", "label": "food", "heat": [0, 1, null]}
//	{"verb": "moves", "label": "scores", "moves": [1, null, 2, 0.5]}
//	{"verb": "tree", "label": "calls", "tree": {"dir": 0, "score": 1, "kids": [...], "more": 3}}
//	{"verb": "value", "label": "fill", "value": 0.5}
//
// NaN is encoded as null. The field "more" of a node is the number of its omitted kids;
// "pruned" marks a node that was not searched.
func AppendNote(b []byte, n *ouro.Note, nodes int) []byte {
	b = appendText(append(b, `{"verb":`...), n.Verb.String())
	b = appendText(append(b, `,"label":`...), n.Label[:min(len(n.Label), maxLabel)])
	switch n.Verb {
	case ouro.NotePath, ouro.NoteCells:
		kept := n.Cells[:min(len(n.Cells), MaxCells)]
		b = appendCells(append(b, `,"cells":`...), kept)
		if more := len(n.Cells) - len(kept); more > 0 {
			b = appendField(b, `,"more":`, more)
		}
		if n.Value != 0 {
			b = AppendNumber(append(b, `,"value":`...), n.Value)
		}
	case ouro.NoteHeat:
		b = appendNumbers(append(b, `,"heat":`...), n.Heat[:min(len(n.Heat), MaxCells)])
	case ouro.NoteMoves:
		b = appendNumbers(append(b, `,"moves":`...), n.Moves[:])
	case ouro.NoteTree:
		b = appendTree(append(b, `,"tree":`...), n.Tree, nodes)
	case ouro.NoteValue:
		b = AppendNumber(append(b, `,"value":`...), n.Value)
	}
	return append(b, '}')
}

// treeNode is a node of a tree, in a list. The kids of a node are consecutive in the list.
type treeNode struct {
	node        *ouro.Node
	first, kids int
}

// appendTree appends a tree. If the tree has more than limit nodes, appendTree writes only the limit
// nodes nearest to the root.
func appendTree(b []byte, root *ouro.Node, limit int) []byte {
	if root == nil || limit < 1 {
		return append(b, "null"...)
	}
	nodes := []treeNode{{node: root}}
	for i := 0; i < len(nodes); i++ {
		kids := nodes[i].node.Kids
		nodes[i].first, nodes[i].kids = len(nodes), min(len(kids), limit-len(nodes))
		for _, kid := range kids[:nodes[i].kids] {
			nodes = append(nodes, treeNode{node: kid})
		}
	}
	return appendNode(b, nodes, 0)
}

func appendNode(b []byte, nodes []treeNode, i int) []byte {
	t := &nodes[i]
	b = strconv.AppendInt(append(b, `{"dir":`...), int64(t.node.Dir), 10)
	b = AppendNumber(append(b, `,"score":`...), t.node.Score)
	if t.node.Pruned {
		b = append(b, `,"pruned":true`...)
	}
	if t.kids > 0 {
		b = append(b, `,"kids":[`...)
		for k := range t.kids {
			if k > 0 {
				b = append(b, ',')
			}
			b = appendNode(b, nodes, t.first+k)
		}
		b = append(b, ']')
	}
	if more := len(t.node.Kids) - t.kids; more > 0 {
		b = appendField(b, `,"more":`, more)
	}
	return append(b, '}')
}

func appendField(b []byte, before string, n int) []byte {
	return strconv.AppendInt(append(b, before...), int64(n), 10)
}

func appendText(b []byte, text string) []byte {
	quoted, err := json.Marshal(text)
	if err != nil { // impossible for a string
		return append(b, `""`...)
	}
	return append(b, quoted...)
}

func appendCells(b []byte, cells []ouro.Cell) []byte {
	b = append(b, '[')
	for i, c := range cells {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, int64(c), 10)
	}
	return append(b, ']')
}

const digits = 6 // significant digits of a number; the page shows no more

// Infinite stands for infinity, which JSON cannot express.
const Infinite = math.MaxFloat64

// AppendNumber appends a number. It replaces NaN by null, and infinity by [Infinite].
func AppendNumber(b []byte, v float64) []byte {
	switch {
	case math.IsNaN(v):
		return append(b, "null"...)
	case math.IsInf(v, 0):
		return strconv.AppendFloat(b, math.Copysign(Infinite, v), 'g', -1, 64)
	case v == math.Trunc(v) && math.Abs(v) < 1e9:
		return strconv.AppendInt(b, int64(v), 10)
	}
	return strconv.AppendFloat(b, v, 'g', digits, 64)
}

// Finite returns v for encoding/json, or nil (null in JSON) if v is not finite.
func Finite(v float64) *float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	return &v
}

func appendNumbers(b []byte, all []float64) []byte {
	b = append(b, '[')
	for i, v := range all {
		if i > 0 {
			b = append(b, ',')
		}
		b = AppendNumber(b, v)
	}
	return append(b, ']')
}
