package battlesnake

import (
	"embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"ouro"
)

//go:embed levels/*.txt
var levels embed.FS

// drawing is a map drawn as text, the top row first: '.' is an empty cell, '1' and '2' are
// layers of hazard, '*' is a place for food, and letters are starts in alphabetical order.
// A small letter is also a place for food.
type drawing struct {
	w, h   int
	hazard []ouro.Cell // an entry for each layer
	starts []ouro.Cell
	food   []ouro.Cell // column by column
}

// loadDrawing returns a function that reads the drawing of a map once, at its first call.
func loadDrawing(name string) func() *drawing {
	return sync.OnceValue(func() *drawing {
		text, err := levels.ReadFile("levels/" + name + ".txt")
		if err != nil {
			panic(err)
		}
		d, err := parseDrawing(string(text))
		if err != nil {
			panic(fmt.Errorf("level %s: %w", name, err))
		}
		return d
	})
}

func parseDrawing(text string) (*drawing, error) {
	rows := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	d := &drawing{w: len(rows[0]), h: len(rows)}
	starts := map[byte]ouro.Cell{}
	for x := range d.w {
		for y := range d.h {
			row := rows[d.h-1-y]
			if len(row) != d.w {
				return nil, fmt.Errorf("row %d has %d columns, row 1 has %d", d.h-y, len(row), d.w)
			}
			here := ouro.Cell(y*d.w + x)
			switch sign := row[x]; {
			case sign == '.':
			case sign == '1' || sign == '2':
				d.hazard = append(d.hazard, slices.Repeat([]ouro.Cell{here}, int(sign-'0'))...)
			case sign == '*':
				d.food = append(d.food, here)
			case sign >= 'A' && sign <= 'P':
				starts[sign] = here
			case sign >= 'a' && sign <= 'p':
				d.food = append(d.food, here)
				starts[sign-'a'+'A'] = here
			default:
				return nil, fmt.Errorf("row %d column %d: unknown sign %q", d.h-y, x+1, sign)
			}
		}
	}
	for i := range len(starts) {
		here, ok := starts['A'+byte(i)]
		if !ok {
			return nil, fmt.Errorf("%d starts, but no %c", len(starts), 'A'+i)
		}
		d.starts = append(d.starts, here)
	}
	return d, nil
}
