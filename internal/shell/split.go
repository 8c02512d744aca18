package shell

import (
	"errors"
	"strings"
)

// Split is the words of a command line, as a POSIX shell reads them: a backslash and
// quotes keep what is special from being that. Nothing is expanded, and nothing else
// is special: $HOME, *, ~, | and > are themselves.
func Split(line string) (words []string, err error) {
	var word strings.Builder
	begun := false // there is a word, if an empty one
	end := func() {
		if begun {
			words = append(words, word.String())
			word.Reset()
			begun = false
		}
	}
	for i := 0; i < len(line); i++ {
		switch c := line[i]; c {
		case ' ', '\t', '\n':
			end()
			continue
		case '\'':
			n := strings.IndexByte(line[i+1:], '\'')
			if n < 0 {
				return nil, errors.New("a ' is not closed")
			}
			word.WriteString(line[i+1 : i+1+n])
			i += 1 + n
		case '"':
			n, err := readDouble(&word, line[i+1:])
			if err != nil {
				return nil, err
			}
			i += n
		case '\\':
			if i++; i == len(line) {
				return nil, errors.New("nothing follows the \\ at the end")
			}
			if line[i] == '\n' { // the line goes on
				continue
			}
			word.WriteByte(line[i])
		default:
			word.WriteByte(c)
		}
		begun = true
	}
	end()
	return words, nil
}

// readDouble reads a text in double quotes from behind the first, and tells how much
// that is with the last.
func readDouble(word *strings.Builder, text string) (n int, err error) {
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '"':
			return i + 1, nil
		case text[i] == '\\' && i+1 < len(text) && strings.IndexByte("$`\"\\\n", text[i+1]) >= 0:
			if i++; text[i] != '\n' {
				word.WriteByte(text[i])
			}
		default:
			word.WriteByte(text[i])
		}
	}
	return 0, errors.New(`a " is not closed`)
}

// Again is a command line that was kept, perhaps by somebody else, in a form that can be
// pasted: its words, of which none means anything to a shell. Where it is no command of
// this program, it is "".
func Again(program, line string) string {
	words, err := Split(line)
	if err != nil || len(words) == 0 || words[0] != program {
		return ""
	}
	return Line(words...)
}
