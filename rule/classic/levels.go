package classic

import (
	"fmt"
	"strings"

	"ouro"
)

// Named is a level with its name, and with its special feature in a few words.
type Named struct {
	Name, Idea string
	Level      *ouro.Level
}

var drawings = [...]struct {
	name, idea string
	rows       []string
}{
	{"ell", "a cycle visits all cells", []string{
		"      ",
		"      ",
		"    XX",
		"    XX",
		"    XX",
		"    XX",
	}},
	{"cross", "no cycle", []string{
		"            ",
		"    XXXX    ",
		"   S        ",
		"     XX     ",
		"            ",
	}},
	{"frame", "a cycle around a block of walls", []string{
		"            ",
		"            ",
		"  XXXXXXXX  ",
		"  XXXXXXXX  ",
		"  XXXXXXXX  ",
		"            ",
		"            ",
	}},
	{"diamond", "no cycle", []string{
		"XXXX  XXXX",
		"XXX    XXX",
		"XX      XX",
		"X        X",
		"          ",
		"          ",
		"X        X",
		"XX      XX",
		"XXX    XXX",
		"XXXX  XXXX",
	}},
	{"pillars", "a cycle visits all cells but one", []string{
		"           ",
		" X  X  X   ",
		"           ",
		"           ",
		" X  X  X   ",
		"           ",
		"           ",
	}},
}

func Levels() []Named {
	var all []Named
	for _, d := range drawings {
		level, err := ouro.ParseLevel(strings.Join(d.rows, "\n"))
		if err != nil {
			panic(fmt.Sprintf("classic: level %s: %v", d.name, err))
		}
		all = append(all, Named{d.name, d.idea, level})
	}
	return all
}
