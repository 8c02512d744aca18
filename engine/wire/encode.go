package wire

import (
	"encoding/json"
	"math"
	"strconv"

	"ouro"
)

// AppendHello appends the message that starts the conversation. Like all Append functions for
// messages, it also appends a newline.
func AppendHello(b []byte, h Hello) []byte { return appendMessage(b, "hello", h) }

func AppendIntro(b []byte, in Intro) []byte { return appendMessage(b, "hello", in) }

func AppendEnd(b []byte, e End) []byte { return appendMessage(b, "end", e) }

func AppendQuit(b []byte) []byte { return append(b, `{"type":"quit"}`+"\n"...) }

func AppendReady(b []byte) []byte { return append(b, `{"type":"ready"}`+"\n"...) }

// AppendError appends the reason why an engine cannot answer the turn with this id. With id
// 0, the error is about another message.
func AppendError(b []byte, id int64, message string) []byte {
	b = append(b, `{"type":"error",`...)
	if id != 0 {
		b = appendInt(b, `"id":`, id)
		b = append(b, ',')
	}
	b = appendText(append(b, `"message":`...), message)
	return append(b, "}\n"...)
}

// AppendStop appends the request to answer the turn at once.
func AppendStop(b []byte, id int64) []byte {
	b = appendInt(b, `{"type":"stop","id":`, id)
	return append(b, "}\n"...)
}

func AppendNew(b []byte, n *New) []byte {
	b = appendText(append(b, `{"type":"new","rules":`...), n.Rules.String())
	b = appendText(append(b, `,"game":`...), n.Game)
	b = appendInt(b, `,"board":{"width":`, int64(n.Board.Width))
	b = appendInt(b, `,"height":`, int64(n.Board.Height))
	b = append(b, `,"wraps":`...)
	b = strconv.AppendBool(b, n.Board.Wraps)
	b = appendInt(b, `},"seat":`, int64(n.Seat))
	b = appendInt(b, `,"seats":`, int64(n.Seats))
	b = append(b, `,"seed":"`...) // a string, because some languages lack integers of 64 bits
	b = strconv.AppendUint(b, n.Seed, 10)
	b = appendJSON(append(b, `","options":`...), n.Options, "{}")
	if n.State.TurnBack {
		b = append(b, `,"turn_back":true`...)
	}
	if n.State.AlwaysGrow {
		b = append(b, `,"always_grow":true`...)
	}
	if n.State.HazardDamage != 0 {
		b = appendInt(b, `,"hazard_damage":`, int64(n.State.HazardDamage))
	}
	b = AppendState(append(b, `,"state":`...), n.State)
	return append(b, "}\n"...)
}

func AppendTurn(b []byte, t *Turn) []byte {
	b = appendInt(b, `{"type":"turn","id":`, t.ID)
	b = AppendState(append(b, `,"state":`...), t.State)
	if t.Nodes > 0 {
		b = appendInt(b, `,"nodes":`, t.Nodes)
	}
	if t.Time > 0 {
		b = appendFloat(append(b, `,"time":`...), t.Time)
	}
	if t.Watched {
		b = append(b, `,"watched":true`...)
	}
	return append(b, "}\n"...)
}

func AppendBest(b []byte, best Best) []byte {
	b = appendInt(b, `{"type":"best","id":`, best.ID)
	b = append(b, `,"move":"`...)
	b = append(b, best.Dir.String()...)
	return append(b, "\"}\n"...)
}

// AppendMove appends an answer without its notes.
func AppendMove(b []byte, m *Move) []byte {
	b = appendInt(b, `{"type":"move","id":`, m.ID)
	b = append(b, `,"move":"`...)
	b = append(b, m.Dir.String()...)
	b = append(b, '"')
	if m.Score != 0 {
		b = appendFloat(append(b, `,"score":`...), m.Score)
	}
	if m.Depth != 0 {
		b = appendInt(b, `,"depth":`, int64(m.Depth))
	}
	if m.Nodes != 0 {
		b = appendInt(b, `,"nodes":`, m.Nodes)
	}
	return append(b, "}\n"...)
}

// AppendMoveWithNotes appends an answer with its notes, whose cells are cells of g. It omits trees,
// and notes that would make the line longer than MaxLine.
func AppendMoveWithNotes(b []byte, m *Move, g *ouro.Grid) []byte {
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
	b = appendText(append(b, `","label":`...), n.Label)
	switch n.Verb {
	case ouro.NotePath, ouro.NoteCells:
		b = appendCells(append(b, `,"cells":`...), g, n.Cells)
		if n.Value != 0 {
			b = appendFloat(append(b, `,"value":`...), n.Value)
		}
	case ouro.NoteHeat:
		b = appendFloats(append(b, `,"heat":`...), n.Heat)
	case ouro.NoteMoves:
		b = appendFloats(append(b, `,"moves":`...), n.Moves[:])
	case ouro.NoteValue:
		b = appendFloat(append(b, `,"value":`...), n.Value)
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

func appendInt(b []byte, before string, n int64) []byte {
	return strconv.AppendInt(append(b, before...), n, 10)
}

// appendFloat appends a number. JSON has neither NaN nor infinity: NaN becomes null, infinity the
// largest number.
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

func appendText(b []byte, s string) []byte { return appendJSON(b, s, `""`) }

// appendJSON appends v as encoding/json writes it. It appends nullText instead of null, and for a
// value that cannot be encoded.
func appendJSON(b []byte, v any, nullText string) []byte {
	text, err := json.Marshal(v)
	if err != nil || string(text) == "null" {
		return append(b, nullText...)
	}
	return append(b, text...)
}

func appendMessage(b []byte, kind string, v any) []byte {
	b = appendText(append(b, `{"type":`...), kind)
	if fields := appendJSON(nil, v, "{}"); len(fields) > len("{}") {
		b = append(b, ',')
		return append(append(b, fields[1:]...), '\n')
	}
	return append(b, "}\n"...)
}
