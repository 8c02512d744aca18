// Package progress shows how far a command is: [Bar] for any work, [Game] for one game, [Film]
// for drawings and [Exact] for the computation of optimal play.
package progress

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"golang.org/x/term"

	"ouro/cli/command"
	"ouro/internal/english"
	"ouro/internal/textwidth"
	"ouro/lab"
)

// Bar shows the progress of some work. On a terminal it redraws one line of the
// terminal's width, otherwise it prints a line now and then. Work that ends soon shows
// nothing.
type Bar struct {
	w     io.Writer
	began time.Time
	width func() int      // current width of the terminal; nil without one
	More  func() []string // more figures of an experiment; may be nil

	mu      sync.Mutex
	above   func(width int) []string // lines above the bar; may be nil
	drawn   []int                    // widths of the lines on the terminal
	printed time.Duration            // when the last line was printed
}

// OnTerminal reports whether the progress is redrawn on a terminal.
func (p *Bar) OnTerminal() bool { return p.width != nil }

// SetTable sets the lines above the bar.
func (p *Bar) SetTable(lines func(width int) []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.above = lines
}

const (
	after        = 500 * time.Millisecond
	betweenLines = 10 * time.Second       // between printed lines
	Every        = 100 * time.Millisecond // between calls that would come more often
	widestBar    = 30
	leastBar     = 5
)

// New returns a progress that is printed to w.
func New(w io.Writer) *Bar {
	p := &Bar{w: w, began: time.Now()}
	if f, ok := w.(*os.File); ok && command.IsTerminal(w) {
		p.width = func() int {
			if width, _, err := term.GetSize(int(f.Fd())); err == nil && width > 0 {
				return width
			}
			return 80
		}
	}
	return p
}

// Count draws that done of total things are done, since the progress began.
func (p *Bar) Count(done, total int, thing string) {
	at := lab.Progress{Done: done, Total: total, Elapsed: time.Since(p.began)}
	p.Draw(at, fmt.Sprintf("%d of %s", done, english.Count(total, thing)), TimeLeft(at.Elapsed, done, total))
}

// Show draws the progress of an experiment.
func (p *Bar) Show(at lab.Progress) { p.Draw(at, p.With(OfGames(at))...) }

// With returns these figures and those of more.
func (p *Bar) With(figures []string) []string {
	if p.More != nil {
		figures = slices.Insert(figures, min(2, len(figures)), p.More()...)
	}
	return figures
}

// Say prints a line.
func (p *Bar) Say(format string, values ...any) {
	p.Clear()
	p.mu.Lock()
	defer p.mu.Unlock()
	fmt.Fprintf(p.w, "ouro: "+format+"\n", values...)
}

// Draw shows a bar and these figures, the most important first; those that do not fit are
// omitted.
func (p *Bar) Draw(at lab.Progress, figures ...string) {
	if at.Done != at.Total {
		p.put(at.Elapsed, float64(at.Done)/float64(max(at.Total, 1)), figures)
	}
}

// DrawOpen shows figures of work without a known end, and no bar.
func (p *Bar) DrawOpen(elapsed time.Duration, figures ...string) { p.put(elapsed, -1, figures) }

func (p *Bar) put(elapsed time.Duration, done float64, figures []string) {
	if elapsed < after {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.width == nil {
		if elapsed-p.printed >= betweenLines {
			p.printed = elapsed
			fmt.Fprintf(p.w, "ouro: %s\n", strings.Join(figures, ", "))
		}
		return
	}
	width := p.width()
	var lines []string
	if p.above != nil {
		lines = p.above(width - 1) // a full line would wrap
	}
	lines = append(lines, progressLine(done, figures, width-1))
	p.erase(width)
	fmt.Fprint(p.w, strings.Join(lines, "\n"))
	for _, line := range lines {
		p.drawn = append(p.drawn, textwidth.Of(line))
	}
}

// erase removes the drawn lines, even if the terminal has become narrower and wrapped
// them.
func (p *Bar) erase(width int) {
	if len(p.drawn) == 0 {
		return
	}
	rows := len(p.drawn) - 1
	for _, columns := range p.drawn {
		rows += max(0, columns-1) / max(width, 1)
	}
	if rows > 0 {
		fmt.Fprintf(p.w, "\x1b[%dA", rows)
	}
	fmt.Fprint(p.w, "\r\x1b[J")
	p.drawn = p.drawn[:0]
}

// Clear removes what is drawn.
func (p *Bar) Clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.drawn) > 0 {
		p.erase(p.width())
	}
}

// progressLine returns a bar, unless done is negative, and the figures that fit.
func progressLine(done float64, figures []string, width int) string {
	text := ""
	for i, f := range figures {
		if i > 0 {
			f = ", " + f
		}
		if utf8.RuneCountInString(text+f) > width {
			break
		}
		text += f
	}
	bar := min(widestBar, width-utf8.RuneCountInString(text)-1)
	if done < 0 || bar < leastBar {
		return text
	}
	full := min(bar, max(0, int(float64(bar)*done)))
	return strings.Repeat("█", full) + strings.Repeat("░", bar-full) + " " + text
}

// OfGames returns the progress figures of an experiment.
func OfGames(at lab.Progress) []string {
	seconds := at.Elapsed.Seconds()
	now := at.Done - at.Known
	of := "of"
	if at.About {
		of = "of about"
	}
	figures := []string{fmt.Sprintf("%d %s %s", at.Done, of, english.Count(at.Total, "game")), TimeLeft(at.Elapsed, now, at.Total-at.Known)}
	if now > 0 {
		figures = append(figures, Rate(float64(now)/seconds, "games"))
	}
	if at.Moves > 0 {
		figures = append(figures, Rate(float64(at.Moves)/seconds, "moves"))
	}
	return figures
}

// TimeLeft returns a rounded estimate.
func TimeLeft(elapsed time.Duration, done, total int) string {
	if done <= 0 {
		return "? left"
	}
	d := time.Duration(float64(elapsed) / float64(done) * float64(total-done))
	switch {
	case d < 100*time.Second:
		return fmt.Sprintf("%.0f s left", d.Seconds())
	case d < 100*time.Minute:
		return fmt.Sprintf("%.0f min left", d.Minutes())
	case d < 48*time.Hour:
		return fmt.Sprintf("%.0f h left", d.Hours())
	}
	return fmt.Sprintf("%.0f days left", d.Hours()/24)
}

// Rate formats a rate a second, or a minute if it is small: 610 moves/s, 1.2 M moves/s,
// 18 games/min.
func Rate(perSecond float64, what string) string {
	if perSecond < 0.5 {
		return Figure(60*perSecond) + " " + what + "/min"
	}
	return Figure(perSecond) + " " + what + "/s"
}

// Figure formats a number with two or three significant digits.
func Figure(x float64) string {
	unit := ""
	for _, u := range []string{" k", " M", " G", " T"} {
		if x < 999.5 {
			break
		}
		x, unit = x/1000, u
	}
	if x < 9.95 {
		return fmt.Sprintf("%.1f%s", x, unit)
	}
	return fmt.Sprintf("%.0f%s", x, unit)
}
