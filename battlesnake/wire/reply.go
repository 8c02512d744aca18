package wire

import (
	"errors"
	"fmt"
	"regexp"
	"unicode/utf8"

	"ouro"
	"ouro/internal/jsonl"
)

// Info is the reply to GET: what a snake says of itself.
type Info struct {
	APIVersion string `json:"apiversion"`
	Author     string `json:"author,omitempty"`
	Color      string `json:"color,omitempty"` // "#RRGGBB"
	Head       string `json:"head,omitempty"`
	Tail       string `json:"tail,omitempty"`
	Version    string `json:"version,omitempty"`
}

// ParseInfo reads the reply to GET.
func ParseInfo(data []byte) (Info, error) {
	var info Info
	err := jsonl.Decode(data, &info)
	return info, err
}

var colorPattern = regexp.MustCompile(`^#[0-9A-Fa-f]{6}$`)

// CheckColor tells whether color is one that the board can show: "#RRGGBB".
func CheckColor(color string) error {
	if !colorPattern.MatchString(color) {
		return fmt.Errorf("color %q is not of the form #RRGGBB", color)
	}
	return nil
}

// MoveReply is the reply to POST /move.
type MoveReply struct {
	Move  ouro.Dir `json:"move"`
	Shout string   `json:"shout,omitempty"`
}

// MaxShout is how many characters of a shout are passed on.
const MaxShout = 256

// BadMoveError is a reply in good JSON that is none of the four moves.
type BadMoveError struct{ Move string }

func (e *BadMoveError) Error() string {
	if e.Move == "" {
		return "no move in the reply"
	}
	return fmt.Sprintf("move %q is not up, right, down or left", e.Move)
}

// ParseMoveReply reads the reply to POST /move. A move that is none of the four
// words is a [BadMoveError]. Of a long shout the first 256 characters are kept.
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

// cut is the first n characters of text.
func cut(text string, n int) string {
	if utf8.RuneCountInString(text) <= n {
		return text
	}
	return string([]rune(text)[:n])
}

// The causes of death by their names on the wire.
var causeNames = map[ouro.Cause]string{
	ouro.Alive:   "",
	ouro.HitWall: "wall-collision",
	ouro.HitSelf: "snake-self-collision",
	ouro.HitBody: "snake-collision",
	ouro.HeadOn:  "head-collision",
	ouro.Starved: "out-of-health",
	ouro.Burnt:   "hazard",
}

// CauseName is the name of a cause of death on the wire; of Alive it is empty.
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

// maxQuote is how much of a text that came by wire an error repeats.
const maxQuote = 40

func quote(s string) string { return fmt.Sprintf("%q", cut(s, maxQuote)) }
