package frames

import (
	"encoding/json"
	"math"
	"strconv"

	"ouro"
)

// appendField appends a prefix and a number.
func appendField(b []byte, before string, n int) []byte {
	return strconv.AppendInt(append(b, before...), int64(n), 10)
}

// appendText appends a string in JSON.
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

// digits is the precision of numbers, as much as a page can show.
const digits = 6

// Infinite represents infinity, which JSON lacks. No solver reports larger numbers.
const Infinite = math.MaxFloat64

// AppendNumber appends a number: NaN is null, infinity is [Infinite].
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

// Finite returns a number for encoding/json, null if it is not finite.
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
