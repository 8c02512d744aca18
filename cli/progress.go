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

// progress draws how far some work is: one line that is written anew on a
// terminal, as wide as that is, a line now and then elsewhere. What is over at
// once shows nothing.
type progress struct {
	w     io.Writer
	began time.Time
	width func() int      // of the terminal, which may change; nil where there is none
	more  func() []string // unless nil, figures of experiments besides

	mu    sync.Mutex
	above func(width int) []string // unless nil, lines above the bar
	drawn []int                    // columns of the lines that stand there
	said  time.Duration
}

// onTerminal returns whether it is drawn anew again and again.
func (p *progress) onTerminal() bool { return p.width != nil }

// table has these lines drawn above the bar.
func (p *progress) table(lines func(width int) []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.above = lines
}

const (
	progressAfter = 500 * time.Millisecond
	progressLines = 10 * time.Second       // between lines where there is no terminal
	progressEvery = 100 * time.Millisecond // of what could be told more often
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

// count is draw for so many of a number of things, since the progress began.
func (p *progress) count(done, total int, thing string) {
	at := lab.Progress{Done: done, Total: total, Elapsed: time.Since(p.began)}
	p.draw(at, fmt.Sprintf("%d of %s", done, english.Count(total, thing)), timeLeft(at.Elapsed, done, total))
}

// show is draw for an experiment.
func (p *progress) show(at lab.Progress) { p.draw(at, p.with(gameFigures(at))...) }

// with are these figures and those besides.
func (p *progress) with(figures []string) []string {
	if p.more != nil {
		figures = slices.Insert(figures, min(2, len(figures)), p.more()...)
	}
	return figures
}

// say says something in a line of its own.
func (p *progress) say(format string, values ...any) {
	p.clear()
	p.mu.Lock()
	defer p.mu.Unlock()
	fmt.Fprintf(p.w, "ouro: "+format+"\n", values...)
}

// draw shows how far it is and these figures, the most important first: those that
// do not fit are left out.
func (p *progress) draw(at lab.Progress, figures ...string) {
	if at.Done != at.Total {
		p.put(at.Elapsed, float64(at.Done)/float64(max(at.Total, 1)), figures)
	}
}

// tell is draw for what has no end that is known: there is no bar.
func (p *progress) tell(elapsed time.Duration, figures ...string) { p.put(elapsed, -1, figures) }

func (p *progress) put(elapsed time.Duration, done float64, figures []string) {
	if elapsed < progressAfter {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.width == nil {
		if elapsed-p.said >= progressLines {
			p.said = elapsed
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

// erase removes what stands there, also when the terminal has become narrower and
// wrapped it.
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

// progressLine is a bar, unless done is negative, and as many figures as fit in width.
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

// gameFigures tell how far an experiment is.
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

// timeLeft is an estimate, rounded as one may be.
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

// rate is so many a second, or a minute where that is few: 610 moves/s, 1.2 M
// moves/s, 18 games/min.
func rate(perSecond float64, what string) string {
	if perSecond < 0.5 {
		return figure(60*perSecond) + " " + what + "/min"
	}
	return figure(perSecond) + " " + what + "/s"
}

// figure is a number with two or three digits that count.
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
