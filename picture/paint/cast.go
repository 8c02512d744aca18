package paint

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"ouro/internal/english"
	"ouro/internal/printable"
	"ouro/picture"
)

// Cast writes a clip as a recording for asciinema, in the format asciicast version 2. It shows each
// turn as [picture.Text] does. Each event writes only the lines that change.
func Cast(ctx context.Context, w io.Writer, c Clip, st Style) error {
	if err := c.check(st); err != nil {
		return err
	}
	if n := c.To - c.From; n > MaxCastTurns {
		return fmt.Errorf("%w: a cast of %d turns; the limit is %d: choose fewer turns", ErrTooLong, n, MaxCastTurns)
	}
	out := json.NewEncoder(w) // writes one value per line
	out.SetEscapeHTML(false)
	var written []string
	for turn := c.From; turn <= c.To; turn++ {
		s, err := c.Scene(ctx, turn)
		if err != nil {
			return err
		}
		lines := append(strings.Split(picture.Text(s)+fmt.Sprintf("turn %d", turn), "\n"), castLegend(s)...)
		var text strings.Builder
		if turn == c.From {
			if err := out.Encode(castHeader{2, widest(lines), len(lines), st.Title}); err != nil {
				return err
			}
			text.WriteString("\x1b[?25l\x1b[2J") // hides the cursor and clears the screen
			written = make([]string, len(lines))
		}
		for i, line := range lines {
			if line != written[i] {
				fmt.Fprintf(&text, "\x1b[%dH%s\x1b[K", i+1, line)
			}
		}
		written = lines
		seconds := json.RawMessage(fmt.Sprintf("%.3f", float64(turn-c.From)/st.speed()))
		if err := out.Encode([]any{seconds, "o", text.String()}); err != nil {
			return err
		}
	}
	return nil
}

type castHeader struct {
	Version int    `json:"version"`
	Width   int    `json:"width"`
	Height  int    `json:"height"`
	Title   string `json:"title,omitempty"`
}

func widest(lines []string) (n int) {
	for _, line := range lines {
		n = max(n, utf8.RuneCountInString(line))
	}
	return n
}

// castLegend returns the lines below the board, with the names of the snakes.
func castLegend(s *picture.Scene) (lines []string) {
	for seat := range s.Snakes {
		if name := s.Snakes[seat].Name; name != "" {
			lines = append(lines, fmt.Sprintf("%c %s", english.Letter(seat), printable.Line(name)))
		}
	}
	return lines
}
