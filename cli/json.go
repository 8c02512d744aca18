package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode/utf16"

	"ouro"
)

// schema is the first field of every JSON document: the version of the format of all of
// them.
type schema struct{}

func (schema) MarshalJSON() ([]byte, error) { return []byte("1"), nil }

func encodeJSON(w io.Writer, doc any) error {
	text, err := json.MarshalIndent(doc, "", "  ")
	return writeJSON(w, text, err)
}

// writeJSON escapes control characters that a terminal would obey, of which encoding/json
// escapes only a part. The value of the document is the same.
func writeJSON(w io.Writer, text []byte, err error) error {
	if err != nil {
		return err
	}
	var b strings.Builder
	for _, r := range string(text) {
		switch {
		case r == '\n' || strconv.IsPrint(r):
			b.WriteRune(r)
		case r > 0xffff:
			hi, lo := utf16.EncodeRune(r)
			fmt.Fprintf(&b, `\u%04x\u%04x`, hi, lo)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	b.WriteByte('\n')
	_, err = io.WriteString(w, b.String())
	return err
}

// numberOrNull returns nil for NaN, which JSON lacks.
func numberOrNull(x float64) *float64 {
	if math.IsNaN(x) {
		return nil
	}
	return &x
}

// incident is a fault in JSON.
type incident struct {
	Turn    int        `json:"turn"`
	Seat    int        `json:"seat"`
	Fault   ouro.Fault `json:"mishap"`
	Detail  string     `json:"detail"`
	Offered bool       `json:"offered,omitempty"` // the snake's best move so far was played, not a fallback
}

// incidents returns a list that is never nil, so that JSON has an empty list.
func incidents(list []ouro.Incident) []incident {
	all := make([]incident, len(list))
	for i, in := range list {
		all[i] = incident(in)
	}
	return all
}
