package wire

import (
	"errors"
	"fmt"
	"unicode/utf8"

	"ouro"
	"ouro/internal/jsonl"
	"ouro/internal/palette"
)

// Info is the reply to GET: a snake's description of itself.
type Info struct {
	APIVersion string `json:"apiversion"`
	Author     string `json:"author,omitempty"`
	Color      string `json:"color,omitempty"` // "#RRGGBB"
	Head       string `json:"head,omitempty"`
	Tail       string `json:"tail,omitempty"`
	Version    string `json:"version,omitempty"`
}

// ParseInfo parses the reply to GET.
func ParseInfo(data []byte) (Info, error) {
	var info Info
	err := jsonl.Decode(data, &info)
	return info, err
}

// CheckColor returns an error unless color has the form "#RRGGBB".
func CheckColor(color string) error {
	if _, ok := palette.Parse(color); !ok {
		return fmt.Errorf("color %q is not of the form #RRGGBB", color)
	}
	return nil
}

// MoveReply is the reply to POST /move.
type MoveReply struct {
	Move  ouro.Dir `json:"move"`
	Shout string   `json:"shout,omitempty"`
}

// MaxShout is the number of characters of a shout that are kept.
const MaxShout = 256

// BadMoveError is the error for a reply in valid JSON without one of the four moves.
type BadMoveError struct{ Move string }

func (e *BadMoveError) Error() string {
	if e.Move == "" {
		return "no move in the reply"
	}
	return fmt.Sprintf("move %q is not up, right, down or left", e.Move)
}

// ParseMoveReply parses the reply to POST /move. A move that is not one of the four words is a
// [BadMoveError]. Only the first MaxShout characters of a shout are kept.
func ParseMoveReply(data []byte) (MoveReply, error) {
	var wire struct {
		Move  string `json:"move"`
		Shout string `json:"shout"`
	}
	if err := jsonl.Decode(data, &wire); err != nil {
		return MoveReply{}, err
	}
	var r MoveReply
	if r.Move.UnmarshalText([]byte(wire.Move)) != nil {
		return MoveReply{}, &BadMoveError{Move: cut(wire.Move, maxQuote)}
	}
	r.Shout = cut(wire.Shout, MaxShout)
	return r, nil
}

// cut returns the first n characters of text.
func cut(text string, n int) string {
	if utf8.RuneCountInString(text) <= n {
		return text
	}
	return string([]rune(text)[:n])
}

// causeNames are the names of causes of death in messages.
var causeNames = map[ouro.Cause]string{
	ouro.Alive:   "",
	ouro.HitWall: "wall-collision",
	ouro.HitSelf: "snake-self-collision",
	ouro.HitBody: "snake-collision",
	ouro.HeadOn:  "head-collision",
	ouro.Starved: "out-of-health",
	ouro.Burnt:   "hazard",
}

// CauseName returns the name of a cause of death in messages; that of Alive is empty.
func CauseName(c ouro.Cause) string { return causeNames[c] }

// ParseCause is the inverse of [CauseName].
func ParseCause(name string) (ouro.Cause, error) {
	for c, n := range causeNames {
		if n == name {
			return c, nil
		}
	}
	return 0, errors.New("unknown cause of death " + quote(name))
}

// maxQuote is the number of characters of foreign text in an error.
const maxQuote = 40

func quote(s string) string { return fmt.Sprintf("%q", cut(s, maxQuote)) }
