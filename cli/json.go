package cli

import (
	"encoding/json"
	"io"
	"math"

	"ouro"
)

// schema is the first field of every JSON document: the number of the manner in
// which all of them are written.
type schema struct{}

// MarshalJSON is the number.
func (schema) MarshalJSON() ([]byte, error) { return []byte("1"), nil }

// encodeJSON prints a JSON document.
func encodeJSON(w io.Writer, doc any) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(doc)
}

// encodeJSONLine prints a JSON document in one line.
func encodeJSONLine(w io.Writer, doc any) error { return json.NewEncoder(w).Encode(doc) }

// numberOrNull is what JSON has for a number: it knows no NaN.
func numberOrNull(x float64) *float64 {
	if math.IsNaN(x) {
		return nil
	}
	return &x
}

// incident is a mishap in JSON.
type incident struct {
	Turn    int         `json:"turn"`
	Seat    int         `json:"seat"`
	Mishap  ouro.Mishap `json:"mishap"`
	Detail  string      `json:"detail"`
	Offered bool        `json:"offered,omitempty"` // the snake's best so far was made, and no fallback
}

// incidents never is nil, so that none is an empty list.
func incidents(list []ouro.Incident) []incident {
	all := make([]incident, len(list))
	for i, in := range list {
		all[i] = incident(in)
	}
	return all
}
