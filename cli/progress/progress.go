// Package progress shows the progress of a command: [Bar] is for any work, [Game] for one game,
// [Film] for drawings and [Exact] for the computation of optimal play.
package progress

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"golang.org/x/term"

	"ouro"
	"ouro/cli/command"
	"ouro/internal/english"
	"ouro/internal/textwidth"
	"ouro/lab"
	"ouro/picture"
	"ouro/picture/paint"
	"ouro/solve/exact"
)

// Bar shows the progress of some work. On a terminal it redraws one line that fits the width;
// otherwise it prints a line every 10 seconds. It shows nothing in the first half second.
type Bar struct {
	w     io.Writer
	began time.Time
	width func() int      // current width of the terminal; nil without one
	More  func() []string // further figures of an experiment; may be nil

	mu      sync.Mutex
	above   func(width int) []string // lines above the bar; may be nil
	drawn   []int                    // widths of the lines on the terminal
	printed time.Duration            // when the last line was printed
}

// OnTerminal reports whether the bar is drawn on a terminal.
func (p *Bar) OnTerminal() bool { return p.width != nil }

// SetTable sets a function that returns the lines above the bar, for a width in columns.
func (p *Bar) SetTable(lines func(width int) []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.above = lines
}

const (
	showAfter    = 500 * time.Millisecond // before this time nothing is shown
	betweenLines = 10 * time.Second       // time between printed lines
	Every        = 100 * time.Millisecond // least time between two drawings of frequent progress
	widestBar    = 30                     // columns
	leastBar     = 5
)

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

// Count draws the progress of work that has finished n of total units since the bar was created.
// unit is a noun, such as "position".
func (p *Bar) Count(n, total int, unit string) {
	at := lab.Progress{Done: n, Total: total, Elapsed: time.Since(p.began)}
	p.Draw(at, fmt.Sprintf("%d of %s", n, english.Count(total, unit)), TimeLeft(at.Elapsed, n, total))
}

// Show draws the progress of an experiment.
func (p *Bar) Show(at lab.Progress) { p.Draw(at, p.With(OfGames(at))...) }

// With inserts the figures of More after the first two figures.
func (p *Bar) With(figures []string) []string {
	if p.More != nil {
		figures = slices.Insert(figures, min(2, len(figures)), p.More()...)
	}
	return figures
}

// Logf prints a line above the progress.
func (p *Bar) Logf(format string, values ...any) {
	p.Clear()
	p.mu.Lock()
	defer p.mu.Unlock()
	fmt.Fprintf(p.w, "ouro: "+format+"\n", values...)
}

// Draw shows a bar and as many of the first figures as fit.
func (p *Bar) Draw(at lab.Progress, figures ...string) {
	if at.Done != at.Total {
		p.put(at.Elapsed, float64(at.Done)/float64(max(at.Total, 1)), figures)
	}
}

// DrawOpen shows figures of work of unknown length, without a bar.
func (p *Bar) DrawOpen(elapsed time.Duration, figures ...string) { p.put(elapsed, -1, figures) }

// put prints or redraws the progress. done is the share of the work that is done, or negative if it
// is unknown.
func (p *Bar) put(elapsed time.Duration, done float64, figures []string) {
	if elapsed < showAfter {
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

// erase removes the drawn lines, even if a narrower terminal has wrapped them.
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

// Clear removes the bar and the lines above it from the terminal.
func (p *Bar) Clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.drawn) > 0 {
		p.erase(p.width())
	}
}

// progressLine returns a bar and as many of the first figures as fit. It omits the bar if share is
// negative.
func progressLine(share float64, figures []string, width int) string {
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
	if share < 0 || bar < leastBar {
		return text
	}
	full := min(bar, max(0, int(float64(bar)*share)))
	return strings.Repeat("█", full) + strings.Repeat("░", bar-full) + " " + text
}

// OfGames returns the progress figures of an experiment.
func OfGames(at lab.Progress) []string {
	seconds := at.Elapsed.Seconds()
	now := at.Done - at.Known
	preposition := "of"
	if at.About {
		preposition = "of about"
	}
	figures := []string{fmt.Sprintf("%d %s %s", at.Done, preposition, english.Count(at.Total, "game")), TimeLeft(at.Elapsed, now, at.Total-at.Known)}
	if now > 0 {
		figures = append(figures, Rate(float64(now)/seconds, "games"))
	}
	if at.Moves > 0 {
		figures = append(figures, Rate(float64(at.Moves)/seconds, "moves"))
	}
	return figures
}

// TimeLeft returns a rounded estimate of the remaining time.
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

// Rate formats a rate per second, or per minute if it is small: 610 moves/s, 1.2 M moves/s,
// 18 games/min. units is a noun in the plural.
func Rate(perSecond float64, units string) string {
	if perSecond < 0.5 {
		return Figure(60*perSecond) + " " + units + "/min"
	}
	return Figure(perSecond) + " " + units + "/s"
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

// Game shows the progress of one game without a screen, or of a drawing.
type Game struct {
	*Bar
	began, drawn time.Time
}

func NewGame(stderr io.Writer) *Game {
	return &Game{Bar: New(stderr), began: time.Now()}
}

// Due reports whether the time Every has passed since Due last returned true. The caller then draws
// the bar.
func (b *Game) Due() bool {
	now := time.Now()
	if now.Sub(b.drawn) < Every {
		return false
	}
	b.drawn = now
	return true
}

// DrawState draws the progress of a game whose number of moves is not fixed. Call it after each
// move. In a game of one snake without edible walls, the bar shows the length of the snake.
func (b *Game) DrawState(s *ouro.State) {
	if !b.Due() {
		return
	}
	elapsed := time.Since(b.began)
	figures := []string{english.Count(s.Turn, "move")}
	speed := Rate(float64(s.Turn)/elapsed.Seconds(), "moves")
	if len(s.Snakes) > 1 || s.Hedges() > 0 {
		b.DrawOpen(elapsed, append(figures, speed)...)
		return
	}
	length, room := s.Snakes[0].Body.Len(), s.Room()
	b.Draw(lab.Progress{Done: length, Total: room, Elapsed: elapsed}, append(figures, fmt.Sprintf("length %d of %d", length, room), speed)...)
}

// DrawMoves draws how many of the moves have been made. Callers check Due first.
func (b *Game) DrawMoves(made, moves int) {
	elapsed := time.Since(b.began)
	b.Draw(lab.Progress{Done: made, Total: moves, Elapsed: elapsed}, fmt.Sprintf("%d of %s", made, english.Count(moves, "move")),
		TimeLeft(elapsed, made, moves), Rate(float64(made)/elapsed.Seconds(), "moves"))
}

// Film is a film that shows the progress of drawing its turns From to To.
type Film struct {
	paint.Film
	Bar      *Game
	From, To int
}

// Scene draws the progress and returns the scene of a turn.
func (f *Film) Scene(ctx context.Context, turn int) (*picture.Scene, error) {
	if f.Bar.Due() {
		f.Bar.Draw(lab.Progress{Done: turn - f.From, Total: f.To - f.From, Elapsed: time.Since(f.Bar.began)}, fmt.Sprintf("drawing turn %d of %d", turn, f.To))
	}
	return f.Film.Scene(ctx, turn)
}

// Exact shows the progress of a computation of optimal play. It estimates the remaining time from
// the work since the first report, because earlier work may come from a checkpoint.
type Exact struct {
	*Bar
	first exact.Progress
	since time.Duration
}

func NewExact(w io.Writer) *Exact { return &Exact{Bar: New(w)} }

func (b *Exact) Show(p exact.Progress) {
	took := time.Since(b.began)
	at := lab.Progress{Done: int(p.Done), Total: int(p.Total), Elapsed: took}
	if p.Listing {
		b.Draw(at, fmt.Sprintf("listing bodies, length %d", p.Length))
		return
	}
	if b.first.Total == 0 {
		b.first, b.since = p, took
	}
	b.Draw(at, fmt.Sprintf("length %d", p.Length), TimeLeft(took-b.since, int(p.Done-b.first.Done), int(p.Total-b.first.Done)),
		fmt.Sprintf("%s of %s positions", Figure(float64(p.Done)), Figure(float64(p.Total))))
}
