package frames

import (
	"strconv"

	"ouro"
)

// Limits of one note. The number of omitted items is in "more".
const (
	MaxNodes = 2000    // of a tree; the nodes nearest to the root are kept
	MaxCells = 1 << 13 // twice the cells of the largest board
	maxLabel = 100     // bytes
)

// AppendNote writes a note with at most this many nodes of its tree.
//
//	{"verb": "path", "label": "plan", "cells": [12, 13]}
//	{"verb": "path", "label": "candidates", "cells": [12, 13], "value": -9.5}
//	{"verb": "heat", "label": "food", "heat": [0, 1, null]}
//	{"verb": "moves", "label": "scores", "moves": [1, null, 2, 0.5]}
//	{"verb": "tree", "label": "calls", "tree": {"dir": 0, "score": 1, "kids": [...], "more": 3}}
//	{"verb": "value", "label": "fill", "value": 0.5}
//
// NaN is null. A node has the number of its omitted kids as more; an unsearched node is
// pruned.
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

// treeNode is a node of a tree with its first kids, which are consecutive in a list.
type treeNode struct {
	node        *ouro.Node
	first, kids int
}

// appendTree appends the nodes nearest to the root.
func appendTree(b []byte, root *ouro.Node, most int) []byte {
	if root == nil || most < 1 {
		return append(b, "null"...)
	}
	nodes := []treeNode{{node: root}}
	for i := 0; i < len(nodes); i++ {
		kids := nodes[i].node.Kids
		nodes[i].first, nodes[i].kids = len(nodes), min(len(kids), most-len(nodes))
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
