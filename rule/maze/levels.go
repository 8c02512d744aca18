package maze

import (
	"embed"
	"fmt"
	"path"
	"strings"

	"ouro"
)

// Named is a level with its name.
type Named struct {
	Name  string
	Level *ouro.Level
}

//go:embed levels/*.txt
var levelFiles embed.FS

// levelNames are the levels, the smallest first.
var levelNames = [...]string{"nook", "lattice", "brickyard", "orchard", "rooms", "ring", "garden", "labyrinth"}

// Levels returns the levels of this package, the smallest first.
func Levels() []Named {
	var all []Named
	for _, name := range levelNames {
		text, err := levelFiles.ReadFile(path.Join("levels", name+".txt"))
		var level *ouro.Level
		if err == nil {
			level, err = ouro.ParseLevel(string(text))
		}
		if err != nil {
			panic(fmt.Sprintf("maze: embedded level %s: %v", name, err))
		}
		all = append(all, Named{name, level})
	}
	return all
}

// Level returns the level with this name; the error lists the known names.
func Level(name string) (*ouro.Level, error) {
	for _, n := range Levels() {
		if n.Name == name {
			return n.Level, nil
		}
	}
	return nil, fmt.Errorf("unknown level %q (known: %s)", name, strings.Join(levelNames[:], ", "))
}
