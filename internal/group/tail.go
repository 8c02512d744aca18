package group

import (
	"io"
	"strings"
	"sync"

	"ouro/internal/printable"
)

// Tail is the end of the standard error of a process.
type Tail struct {
	mu   sync.Mutex
	text []byte
}

// Limits of the stored standard error, and of the part in errors.
const (
	maxTail      = 4 << 10
	maxLastWords = 300
	maxLastLines = 4 // enough for the line number in a Python error
)

// Read reads everything, and stores the end.
func (t *Tail) Read(from io.Reader) {
	buf := make([]byte, maxTail)
	for {
		n, err := from.Read(buf)
		t.mu.Lock()
		t.text = append(t.text, buf[:n]...)
		if drop := len(t.text) - maxTail; drop > 0 {
			t.text = append(t.text[:0], t.text[drop:]...)
		}
		t.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// Last returns the last lines as one printable line.
func (t *Tail) Last() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	var lines []string
	for line := range strings.Lines(string(t.text)) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, printable.Line(line))
		}
	}
	text := strings.Join(lines[max(0, len(lines)-maxLastLines):], " | ")
	if drop := len(text) - maxLastWords; drop > 0 {
		text = "… " + strings.ToValidUTF8(text[drop:], "")
	}
	return text
}
