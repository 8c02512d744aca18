package link

import (
	"fmt"
	"strings"

	"ouro"
	"ouro/rule/maze"
)

// A level in a link is the name of a built-in level, or its rows as in a file, from the
// top, separated by "/".

func parseLevel(text string) (*ouro.Level, error) {
	if !strings.Contains(text, "/") {
		level, err := maze.Level(text)
		if err != nil {
			return nil, fmt.Errorf("%w; or rows of X wall, . edible wall, space floor and S start, separated by /", err)
		}
		return level, nil
	}
	return ouro.ParseLevel(strings.ReplaceAll(text, "/", "\n"))
}

// levelText returns the rows of a level as links have them.
func levelText(l *ouro.Level) string {
	return strings.ReplaceAll(strings.TrimSuffix(l.String(), "\n"), "\n", "/")
}
