package flags

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"

	"ouro"
)

// SeedValue is a flag for a 64-bit number.
type SeedValue uint64

func (s *SeedValue) String() string { return strconv.FormatUint(uint64(*s), 10) }

func (s *SeedValue) Type() string { return "seed" }

func (s *SeedValue) Set(text string) error {
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return fmt.Errorf("want a whole number from 0 to %d", uint64(math.MaxUint64))
	}
	*s = SeedValue(n)
	return nil
}

// Size is a flag for the size of a board or grid, in columns x rows. least and most
// replace the limits of a board's side unless they are 0.
type Size struct {
	W, H        int
	Least, Most int
}

// Set parses "10x10" or "10X10".
func (s *Size) Set(text string) error {
	least, most := cmp.Or(s.Least, ouro.MinSide), cmp.Or(s.Most, ouro.MaxSide)
	ws, hs, _ := strings.Cut(strings.ToLower(text), "x")
	w, errW := strconv.Atoi(ws)
	h, errH := strconv.Atoi(hs)
	if errW != nil || errH != nil {
		return fmt.Errorf("want a size such as 10x10, columns x rows")
	}
	if min(w, h) < least || max(w, h) > most {
		return fmt.Errorf("each side must be %d to %d", least, most)
	}
	s.W, s.H = w, h
	return nil
}

// String returns the size in the syntax of Set, or "" without one.
func (s *Size) String() string {
	if s.W == 0 {
		return ""
	}
	return fmt.Sprintf("%dx%d", s.W, s.H)
}

func (s *Size) Type() string { return "size" }

// Bytes is a flag for an amount of memory.
type Bytes int64

var byteUnits = []struct {
	name string
	n    float64
}{{"TB", 1e12}, {"GB", 1e9}, {"MB", 1e6}, {"kB", 1e3}}

// Set parses "500MB", "8GB" or a number of bytes.
func (b *Bytes) Set(text string) error {
	number, unit := text, 1.0
	for _, u := range byteUnits {
		if rest, ok := strings.CutSuffix(text, u.name); ok {
			number, unit = rest, u.n
			break
		}
	}
	x, err := strconv.ParseFloat(number, 64)
	if err != nil || !(x > 0 && x*unit < 1<<62) {
		return fmt.Errorf("want a size such as 500MB or 8GB")
	}
	*b = Bytes(x * unit)
	return nil
}

func (b *Bytes) String() string {
	for _, u := range byteUnits {
		if x := float64(*b) / u.n; x >= 1 {
			return strconv.FormatFloat(x, 'g', 3, 64) + u.name
		}
	}
	return strconv.FormatInt(int64(*b), 10)
}

func (b *Bytes) Type() string { return "bytes" }
