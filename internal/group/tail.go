package group

import (
	"io"
	"strings"
	"sync"

	"ouro/internal/printable"
)

// Tail is the end of what a process writes to standard error.
type Tail struct {
	mu   sync.Mutex
	text []byte
}

// Limits of what is kept of standard error, and of what errors show of it.
const (
	maxTail      = 4 << 10
	maxLastWords = 300
	maxLastLines = 4 // so that the place is among those of Python
)

// Read reads all that comes, and keeps the end of it.
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

// Last is the last lines, as one that can be printed.
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
