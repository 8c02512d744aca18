package jsonl

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
)

// maxQuote is the number of bytes of a document in an error.
const maxQuote = 40

// Decode is json.Unmarshal with errors for authors of JSON.
func Decode(data []byte, v any) error {
	err := json.Unmarshal(data, v)
	var syntax *json.SyntaxError
	var wrong *json.UnmarshalTypeError
	switch {
	case err == nil:
		return nil
	case len(bytes.TrimSpace(data)) == 0:
		return errors.New("empty, want JSON")
	case errors.As(err, &wrong):
		where := wrong.Field
		if where != "" {
			where += ": "
		}
		got, _, isNumber := strings.Cut(wrong.Value, " ")
		if isNumber {
			got = wrong.Value // digits
			if n := len(got) - maxQuote; n > 0 {
				got = fmt.Sprintf("%s… (%d bytes more)", got[:maxQuote], n)
			}
		}
		return fmt.Errorf("%swant %s, not %s", where, jsonKind(wrong.Type), got)
	case errors.As(err, &syntax):
		return fmt.Errorf("not JSON: %w at byte %d", err, syntax.Offset)
	case errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("not JSON: it ends early")
	}
	return fmt.Errorf("not JSON: %w", err)
}

// jsonKind returns the JSON name for values of this type.
func jsonKind(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Int, reflect.Int32, reflect.Int64, reflect.Uint8, reflect.Uint64:
		return "a whole number"
	case reflect.String:
		return "a string"
	case reflect.Bool:
		return "true or false"
	case reflect.Slice:
		return "a list"
	default:
		return "an object"
	}
}
