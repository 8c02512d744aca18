package player

import (
	"fmt"
	"strings"

	"ouro/internal/outfile"
)

// written writes texts into new files in the current folder and returns a notice. The
// commands that show them are printed again after the user leaves.
func (j *Jobs) written(texts [][]byte, file func(i int) string) Notice {
	const command = "ouro replay --watch "
	var names []string
	for i, text := range texts {
		name, err := outfile.WriteNew(nil, numbered(file(i)), text)
		if err != nil {
			return Notice{Text: "not saved: " + err.Error()}
		}
		names = append(names, name)
		j.addMessage("saved: " + command + name)
	}
	if len(names) == 1 {
		return Notice{"saved; " + command + names[0] + " shows it", true}
	}
	return Notice{"saved as " + strings.Join(names, ", "), true}
}

// numbered returns the names for saving a game: base.ouro, base-2.ouro and so on.
func numbered(base string) func(n int) string {
	return func(n int) string {
		if n == 1 {
			return base + ".ouro"
		}
		return fmt.Sprintf("%s-%d.ouro", base, n)
	}
}
