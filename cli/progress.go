package cli

import (
	"fmt"
	"io"
	"strings"
	"time"

	"ouro/lab"
)

// progress draws how far an experiment is: a bar on a terminal, a line now and
// then elsewhere. What is over at once shows nothing.
type progress struct {
	w        io.Writer
	terminal bool
	drawn    bool
	said     time.Duration
}

const (
	progressAfter = 500 * time.Millisecond
	progressLines = 10 * time.Second // between lines where there is no terminal
	progressWidth = 30
)

func newProgress(w io.Writer) *progress { return &progress{w: w, terminal: isTerminal(w)} }

func (p *progress) show(at lab.Progress) { p.draw(at, progressText(at)) }

// draw shows how far it is, in these words.
func (p *progress) draw(at lab.Progress, text string) {
	if at.Elapsed < progressAfter || at.Done == at.Total {
		return
	}
	if p.terminal {
		full := progressWidth * at.Done / at.Total
		bar := strings.Repeat("█", full) + strings.Repeat("░", progressWidth-full)
		fmt.Fprintf(p.w, "\r\x1b[K%s %s", bar, text)
		p.drawn = true
		return
	}
	if at.Elapsed-p.said >= progressLines {
		p.said = at.Elapsed
		fmt.Fprintf(p.w, "ouro: %s\n", text)
	}
}

// clear removes the bar.
func (p *progress) clear() {
	if p.drawn {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
}

func progressText(at lab.Progress) string {
	seconds := at.Elapsed.Seconds()
	rate := float64(at.Done) / seconds
	left, moves := "?", ""
	if at.Done > 0 {
		left = time.Duration(float64(at.Total-at.Done) / rate * float64(time.Second)).Round(time.Second).String()
	}
	if at.Moves > 0 {
		moves = fmt.Sprintf(" %.2g moves/s,", float64(at.Moves)/seconds)
	}
	return fmt.Sprintf("%d of %d games, %.3g games/s,%s %s left", at.Done, at.Total, rate, moves, left)
}
