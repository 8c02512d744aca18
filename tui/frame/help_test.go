package frame

import (
	"fmt"
	"strings"
	"testing"

	"charm.land/bubbles/v2/key"

	"ouro/tui/canvas"
)

// TestAllOfTheHelpIsSeen: in windows of all sizes, no text of the help is cut, no text overlaps
// another one, and scrolling shows all texts.
func TestAllOfTheHelpIsSeen(t *testing.T) {
	var keys []key.Binding
	for i := range 20 {
		keys = append(keys, Binding(fmt.Sprintf("key%d", i), fmt.Sprintf("a meaning of some words %d", i)))
	}
	notes := []string{"A note that is longer than the narrowest of all windows is wide, and than others.", "Another one."}
	words := func(text string) string { return strings.Join(strings.Fields(text), " ") }
	for _, size := range [][2]int{{MinWidth, minHeight}, {60, 12}, {80, 24}, {79, 20}, {120, 40}, {200, 12}} {
		for n := range keys {
			p := newHelp(size[0], size[1], "help", keys[:n], notes)
			read := map[int]string{} // the text read in each column
			for _, row := range p.rows {
				end := 0
				for _, w := range row {
					if w.x < end || w.x+len([]rune(w.text)) > p.width {
						t.Fatalf("%v, %d keys: %q at %d of %d, after %d", size, n, w.text, w.x, p.width, end)
					}
					end = w.x + len([]rune(w.text)) + 1
					read[w.x] += w.text + " "
				}
			}
			var all string
			for _, text := range read {
				all += text
			}
			for _, want := range notes {
				if !strings.Contains(words(all), want) {
					t.Errorf("%v, %d keys: the help lacks %q:\n%s", size, n, want, all)
				}
			}
			for _, k := range keys[:n] {
				if !strings.Contains(words(all), k.Help().Desc) || !strings.Contains(all, k.Help().Key) {
					t.Errorf("%v, %d keys: the help lacks %v:\n%s", size, n, k.Help(), all)
				}
			}
			seen := ""
			for top := range p.below() + 1 {
				c := canvas.New(size[0], size[1])
				p.draw(c, canvas.NewTheme(true, true), top)
				seen += c.Plain()
			}
			if strings.Contains(seen, "…") {
				t.Errorf("%v, %d keys: a text is cut:\n%s", size, n, seen)
			}
			for _, row := range p.rows {
				for _, w := range row {
					if !strings.Contains(seen, w.text) {
						t.Errorf("%v, %d keys: %q is never seen", size, n, w.text)
					}
				}
			}
		}
	}
}
