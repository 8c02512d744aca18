package serve

import (
	"context"
	"errors"
	"io"

	"ouro"
	"ouro/engine/wire"
)

// asked is a question, or why there is none.
type asked struct {
	wire.Question
	wrong error // with this line
	ended error // what is read: io.EOF, or why it cannot be
}

// listen reads questions until there are no more, or nobody wants them.
func listen(ctx context.Context, in io.Reader, questions chan<- asked, transcript *wire.Transcript) {
	lines := wire.NewLines(in)
	var g *ouro.Grid
	for {
		var q asked
		line, err := lines.Next()
		var long *wire.LongError
		switch {
		case errors.As(err, &long):
			q.wrong = err
		case err != nil:
			q.ended = err
		default:
			transcript.Told(line)
			if q.Question, q.wrong = wire.ParseQuestion(line, g); q.wrong == nil && q.Kind == wire.IsNew {
				g = q.New.State.Grid
			}
		}
		select {
		case questions <- q:
		case <-ctx.Done():
			return
		}
		if q.ended != nil || q.wrong == nil && q.Kind == wire.IsQuit {
			return
		}
	}
}
