package cli

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

	"ouro/internal/english"
	"ouro/internal/textwidth"
	"ouro/lab"
)

// progress shows the progress of some work. On a terminal it redraws one line of the
// terminal's width, otherwise it prints a line now and then. Work that ends soon shows
// nothing.
type progress struct {
	w     io.Writer
	began time.Time
	width func() int      // current width of the terminal; nil without one
	more  func() []string // more figures of an experiment; may be nil

	mu      sync.Mutex
	above   func(width int) []string // lines above the bar; may be nil
	drawn   []int                    // widths of the lines on the terminal
	printed time.Duration            // when the last line was printed
}

// onTerminal reports whether the progress is redrawn on a terminal.
func (p *progress) onTerminal() bool { return p.width != nil }

// table sets the lines above the bar.
func (p *progress) table(lines func(width int) []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.above = lines
}

const (
	progressAfter = 500 * time.Millisecond
	progressLines = 10 * time.Second       // between printed lines
	progressEvery = 100 * time.Millisecond // between calls that would come more often
	widestBar     = 30
	leastBar      = 5
)

func newProgress(w io.Writer) *progress {
	p := &progress{w: w, began: time.Now()}
	if f, ok := w.(*os.File); ok && isTerminal(w) {
		p.width = func() int {
			if width, _, err := term.GetSize(int(f.Fd())); err == nil && width > 0 {
				return width
			}
			return 80
		}
	}
	return p
}

// count draws that done of total things are done, since the progress began.
func (p *progress) count(done, total int, thing string) {
	at := lab.Progress{Done: done, Total: total, Elapsed: time.Since(p.began)}
	p.draw(at, fmt.Sprintf("%d of %s", done, english.Count(total, thing)), timeLeft(at.Elapsed, done, total))
}

// show draws the progress of an experiment.
func (p *progress) show(at lab.Progress) { p.draw(at, p.with(gameFigures(at))...) }

// with returns these figures and those of more.
func (p *progress) with(figures []string) []string {
	if p.more != nil {
		figures = slices.Insert(figures, min(2, len(figures)), p.more()...)
	}
	return figures
}

// say prints a line.
func (p *progress) say(format string, values ...any) {
	p.clear()
	p.mu.Lock()
	defer p.mu.Unlock()
	fmt.Fprintf(p.w, "ouro: "+format+"\n", values...)
}

// draw shows a bar and these figures, the most important first; those that do not fit are
// omitted.
func (p *progress) draw(at lab.Progress, figures ...string) {
	if at.Done != at.Total {
		p.put(at.Elapsed, float64(at.Done)/float64(max(at.Total, 1)), figures)
	}
}

// drawOpen shows figures of work without a known end, and no bar.
func (p *progress) drawOpen(elapsed time.Duration, figures ...string) { p.put(elapsed, -1, figures) }

func (p *progress) put(elapsed time.Duration, done float64, figures []string) {
	if elapsed < progressAfter {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.width == nil {
		if elapsed-p.printed >= progressLines {
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
func (p *progress) erase(width int) {
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

func (p *progress) clear() {
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

// gameFigures returns the progress figures of an experiment.
func gameFigures(at lab.Progress) []string {
	seconds := at.Elapsed.Seconds()
	now := at.Done - at.Known
	of := "of"
	if at.About {
		of = "of about"
	}
	figures := []string{fmt.Sprintf("%d %s %s", at.Done, of, english.Count(at.Total, "game")), timeLeft(at.Elapsed, now, at.Total-at.Known)}
	if now > 0 {
		figures = append(figures, rate(float64(now)/seconds, "games"))
	}
	if at.Moves > 0 {
		figures = append(figures, rate(float64(at.Moves)/seconds, "moves"))
	}
	return figures
}

// timeLeft returns a rounded estimate.
func timeLeft(elapsed time.Duration, done, total int) string {
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

// rate formats a rate a second, or a minute if it is small: 610 moves/s, 1.2 M moves/s,
// 18 games/min.
func rate(perSecond float64, what string) string {
	if perSecond < 0.5 {
		return figure(60*perSecond) + " " + what + "/min"
	}
	return figure(perSecond) + " " + what + "/s"
}

// figure formats a number with two or three significant digits.
func figure(x float64) string {
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
