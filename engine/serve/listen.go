package serve

import (
	"context"
	"errors"
	"io"

	"ouro"
	"ouro/engine/wire"
)

// question is a message to the engine, or the error instead of one.
type question struct {
	wire.Question
	wrong error // error of this line
	ended error // io.EOF, or the error of the reader
}

// listen reads questions until the input ends, the engine is asked to quit, or ctx ends.
func listen(ctx context.Context, in io.Reader, questions chan<- question, transcript *wire.Transcript) {
	lines := wire.NewLines(in)
	var g *ouro.Grid
	for {
		var q question
		line, err := lines.Next()
		var long *wire.LongError
		switch {
		case errors.As(err, &long):
			q.wrong = err
		case err != nil:
			q.ended = err
		default:
			transcript.AddQuestion(line)
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
