package player

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
)

// written writes texts into new files in the current folder, which are named
// after them, and tells about it: what shows them is told once more when the
// person leaves.
func (j *Jobs) written(texts [][]byte, file func(i int) string) Notice {
	const command = "ouro replay --watch "
	var names []string
	for i, text := range texts {
		name, err := writeNew(file(i), text)
		if err != nil {
			return Notice{Text: "not saved: " + err.Error()}
		}
		names = append(names, name)
		j.tell("saved: " + command + name)
	}
	if len(names) == 1 {
		return Notice{"saved; " + command + names[0] + " shows it", true}
	}
	return Notice{"saved as " + strings.Join(names, ", "), true}
}

// writeNew writes a file that was not there before: base.ouro, or the first
// free one of base-2.ouro and so on.
func writeNew(base string, text []byte) (name string, err error) {
	for n := 1; ; n++ {
		name = base + ".ouro"
		if n > 1 {
			name = fmt.Sprintf("%s-%d.ouro", base, n)
		}
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return "", err
		}
		_, err = f.Write(text)
		if err = errors.Join(err, f.Close()); err != nil {
			return "", errors.Join(err, os.Remove(name))
		}
		return name, nil
	}
}
