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

// onTerminal tells whether in and out are a terminal that can be drawn on.
func onTerminal(stdio IO) bool {
	return isTerminal(stdio.In) && isTerminal(stdio.Out) && os.Getenv("TERM") != "dumb"
}

// onScreen shows what o says where the command reads and writes.
func onScreen(stdio IO, o frame.Options) frame.Options {
	o.In, o.Out, o.Talk, o.Interrupt = stdio.In, stdio.Out, stdio.Err, stdio.interrupt
	return o
}

// needTerminal is an error where there is no terminal; it says what can be done
// instead.
func needTerminal(stdio IO, instead string) error {
	if !onTerminal(stdio) {
		return fmt.Errorf("this needs a terminal on standard input and output; %s", instead)
	}
	return nil
}

// needRoom is an error unless the terminal is large enough for the board of this
// level.
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

// columns is the width of the terminal that w is, or of a page.
func columns(w io.Writer) int {
	if f, ok := w.(*os.File); ok {
		if width, _, err := term.GetSize(int(f.Fd())); err == nil {
			return max(width, 40)
		}
	}
	return 100
}
