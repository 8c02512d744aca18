package link

import (
	"fmt"
	"strings"

	"ouro"
	"ouro/rule/maze"
)

// A level in a link is the name of one that comes with the program, or is drawn: its
// rows as in a file, from the top, with "/" between them.

func openLevel(text string) (*ouro.Level, error) {
	if !strings.Contains(text, "/") {
		level, err := maze.Level(text)
		if err != nil {
			return nil, fmt.Errorf("%w; or rows of X wall, . edible wall, space floor and S start, a / between them", err)
		}
		return level, nil
	}
	return ouro.ParseLevel(strings.ReplaceAll(text, "/", "\n"))
}

// drawnLevel is a level as links draw it.
func drawnLevel(l *ouro.Level) string {
	return strings.ReplaceAll(strings.TrimSuffix(l.String(), "\n"), "\n", "/")
}
