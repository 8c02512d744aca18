package palette_test

import (
	"testing"

	"ouro/internal/palette"
)

func TestSnake(t *testing.T) {
	seen := map[string]bool{}
	for seat := range 8 {
		seen[palette.Snake(seat).String()] = true
	}
	if len(seen) != 8 || palette.Snake(8) != palette.Snake(0) {
		t.Errorf("the snakes of a game have the colours %v", seen)
	}
}

func TestRGB(t *testing.T) {
	if got := palette.Blue.String(); got != "#0072B2" {
		t.Error(got)
	}
	if r, g, b := palette.Orange.Parts(); r != 0xE6 || g != 0x9F || b != 0 {
		t.Error(r, g, b)
	}
}
