package cli

import (
	"fmt"
	"io"
	"os"

	"golang.org/x/term"

	"ouro"
	"ouro/tui/frame"
)

func isTerminal(f any) bool {
	file, ok := f.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}

// onTerminal reports whether input and output are a terminal that can be drawn on.
func onTerminal(stdio IO) bool {
	return isTerminal(stdio.In) && isTerminal(stdio.Out) && os.Getenv("TERM") != "dumb"
}

// onScreen sets the streams of a screen.
func onScreen(stdio IO, o frame.Options) frame.Options {
	o.In, o.Out, o.Talk, o.Interrupt = stdio.In, stdio.Out, stdio.Err, stdio.interrupt
	return o
}

// needTerminal returns an error without a terminal; instead is the advice in it.
func needTerminal(stdio IO, instead string) error {
	if !onTerminal(stdio) {
		return fmt.Errorf("this needs a terminal on standard input and output; %s", instead)
	}
	return nil
}

// needRoom returns an error if the terminal is too small for the board of this level.
func needRoom(stdio IO, level string, g *ouro.Grid) error {
	f, ok := stdio.Out.(*os.File)
	if !ok {
		return nil
	}
	cols, rows, err := term.GetSize(int(f.Fd()))
	if needCols, needRows := frame.Needs(g); err == nil && (cols < needCols || rows < needRows) {
		return fmt.Errorf("the terminal is %dx%d; the level %s of %s cells needs %dx%d", cols, rows, level, g, needCols, needRows)
	}
	return nil
}

// columns returns the width of a terminal, or of a page.
func columns(w io.Writer) int {
	if f, ok := w.(*os.File); ok {
		if width, _, err := term.GetSize(int(f.Fd())); err == nil {
			return max(width, 40)
		}
	}
	return 100
}
