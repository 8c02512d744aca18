package wire

import (
	"encoding/json"
	"math"
	"strconv"

	"ouro"
)

// AppendHello writes the message that opens a conversation, with the end of its line
// as all Append functions.
func AppendHello(b []byte, h Hello) []byte { return appendMessage(b, "hello", h) }

// AppendIntro writes an engine's answer to it.
func AppendIntro(b []byte, in Intro) []byte { return appendMessage(b, "hello", in) }

// AppendEnd writes that a game is over.
func AppendEnd(b []byte, e End) []byte { return appendMessage(b, "end", e) }

// AppendQuit writes that the engine may end.
func AppendQuit(b []byte) []byte { return append(b, `{"type":"quit"}`+"\n"...) }

// AppendReady writes that an engine is ready for the game.
func AppendReady(b []byte) []byte { return append(b, `{"type":"ready"}`+"\n"...) }

// AppendError writes why an engine cannot do what it is asked: to answer this turn, or
// with 0 something else.
func AppendError(b []byte, id int64, message string) []byte {
	b = append(b, `{"type":"error",`...)
	if id != 0 {
		b = append(b, `"id":`...)
		b = strconv.AppendInt(b, id, 10)
		b = append(b, ',')
	}
	b = append(b, `"message":`...)
	b = appendText(b, message)
	return append(b, "}\n"...)
}

// AppendStop writes that the question is to be answered now.
func AppendStop(b []byte, id int64) []byte {
	b = append(b, `{"type":"stop","id":`...)
	b = strconv.AppendInt(b, id, 10)
	return append(b, "}\n"...)
}

// AppendNew writes what begins a game.
func AppendNew(b []byte, n *New) []byte {
	b = append(b, `{"type":"new","rules":`...)
	b = appendText(b, n.Rules.String())
	b = append(b, `,"game":`...)
	b = appendText(b, n.Game)
	b = append(b, `,"board":{"width":`...)
	b = strconv.AppendInt(b, int64(n.Board.Width), 10)
	b = append(b, `,"height":`...)
	b = strconv.AppendInt(b, int64(n.Board.Height), 10)
	b = append(b, `,"wraps":`...)
	b = strconv.AppendBool(b, n.Board.Wraps)
	b = append(b, `},"seat":`...)
	b = strconv.AppendInt(b, int64(n.Seat), 10)
	b = append(b, `,"seats":`...)
	b = strconv.AppendInt(b, int64(n.Seats), 10)
	b = append(b, `,"seed":"`...) // a text: some languages have no numbers that large
	b = strconv.AppendUint(b, n.Seed, 10)
	b = append(b, `","options":`...)
	b = appendJSON(b, n.Options, "{}")
	if n.State.TurnBack {
		b = append(b, `,"turn_back":true`...)
	}
	if n.State.AlwaysGrow {
		b = append(b, `,"always_grow":true`...)
	}
	if n.State.HazardDamage != 0 {
		b = append(b, `,"hazard_damage":`...)
		b = strconv.AppendInt(b, int64(n.State.HazardDamage), 10)
	}
	b = append(b, `,"state":`...)
	b = AppendState(b, n.State)
	return append(b, "}\n"...)
}

// AppendTurn writes a question.
func AppendTurn(b []byte, t *Turn) []byte {
	b = append(b, `{"type":"turn","id":`...)
	b = strconv.AppendInt(b, t.ID, 10)
	b = append(b, `,"state":`...)
	b = AppendState(b, t.State)
	if t.Nodes > 0 {
		b = append(b, `,"nodes":`...)
		b = strconv.AppendInt(b, t.Nodes, 10)
	}
	if t.Time > 0 {
		b = append(b, `,"time":`...)
		b = appendFloat(b, t.Time)
	}
	if t.Watched {
		b = append(b, `,"watched":true`...)
	}
	return append(b, "}\n"...)
}

// AppendBest writes the best move so far.
func AppendBest(b []byte, best Best) []byte {
	b = append(b, `{"type":"best","id":`...)
	b = strconv.AppendInt(b, best.ID, 10)
	b = append(b, `,"move":"`...)
	b = append(b, best.Dir.String()...)
	return append(b, "\"}\n"...)
}

// AppendMove writes an answer.
func AppendMove(b []byte, m *Move) []byte {
	b = append(b, `{"type":"move","id":`...)
	b = strconv.AppendInt(b, m.ID, 10)
	b = append(b, `,"move":"`...)
	b = append(b, m.Dir.String()...)
	b = append(b, '"')
	if m.Score != 0 {
		b = append(b, `,"score":`...)
		b = appendFloat(b, m.Score)
	}
	if m.Depth != 0 {
		b = append(b, `,"depth":`...)
		b = strconv.AppendInt(b, int64(m.Depth), 10)
	}
	if m.Nodes != 0 {
		b = append(b, `,"nodes":`...)
		b = strconv.AppendInt(b, m.Nodes, 10)
	}
	return append(b, "}\n"...)
}

// AppendMoveOn writes an answer with its notes, whose cells are of this board. Notes
// that are trees are left out, and so are those that would make the line too long.
func AppendMoveOn(b []byte, m *Move, g *ouro.Grid) []byte {
	from := len(b)
	b = AppendMove(b, m)
	if len(m.Notes) == 0 {
		return b
	}
	b = append(b[:len(b)-len("}\n")], `,"notes":[`...)
	first := true
	for i := range m.Notes {
		if m.Notes[i].Verb == ouro.NoteTree {
			continue
		}
		before := len(b)
		if !first {
			b = append(b, ',')
		}
		if b = appendNote(b, &m.Notes[i], g); len(b)-from > MaxLine-8 {
			b = b[:before]
			continue
		}
		first = false
	}
	return append(b, "]}\n"...)
}

func appendNote(b []byte, n *ouro.Note, g *ouro.Grid) []byte {
	b = append(b, `{"verb":"`...)
	b = append(b, n.Verb.String()...)
	b = append(b, `","label":`...)
	b = appendText(b, n.Label)
	switch n.Verb {
	case ouro.NotePath, ouro.NoteCells:
		b = append(b, `,"cells":`...)
		b = appendCells(b, g, n.Cells)
		if n.Value != 0 {
			b = append(b, `,"value":`...)
			b = appendFloat(b, n.Value)
		}
	case ouro.NoteHeat:
		b = append(b, `,"heat":`...)
		b = appendFloats(b, n.Heat)
	case ouro.NoteMoves:
		b = append(b, `,"moves":`...)
		b = appendFloats(b, n.Moves[:])
	case ouro.NoteValue:
		b = append(b, `,"value":`...)
		b = appendFloat(b, n.Value)
	case ouro.NoteTree:
	}
	return append(b, '}')
}

func appendFloats(b []byte, all []float64) []byte {
	b = append(b, '[')
	for i, f := range all {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendFloat(b, f)
	}
	return append(b, ']')
}

// appendFloat writes a number, null where there is none, and the largest for what is
// infinite: JSON has neither.
func appendFloat(b []byte, f float64) []byte {
	switch {
	case math.IsNaN(f):
		return append(b, "null"...)
	case math.IsInf(f, 0):
		f = math.Copysign(math.MaxFloat64, f)
	case f == math.Trunc(f) && math.Abs(f) < 1<<53:
		return strconv.AppendInt(b, int64(f), 10)
	}
	return strconv.AppendFloat(b, f, 'g', -1, 64)
}

// appendText writes a string.
func appendText(b []byte, s string) []byte { return appendJSON(b, s, `""`) }

// appendJSON writes what encoding/json makes of v, or else what is given for it.
func appendJSON(b []byte, v any, otherwise string) []byte {
	text, err := json.Marshal(v)
	if err != nil || string(text) == "null" {
		return append(b, otherwise...)
	}
	return append(b, text...)
}

// appendMessage writes a message of this type with the fields of v.
func appendMessage(b []byte, kind string, v any) []byte {
	b = append(b, `{"type":`...)
	b = appendText(b, kind)
	if fields := appendJSON(nil, v, "{}"); len(fields) > len("{}") {
		b = append(b, ',')
		return append(append(b, fields[1:]...), '\n')
	}
	return append(b, "}\n"...)
}
