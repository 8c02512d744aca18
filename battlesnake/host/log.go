package host

import (
	"bufio"
	"errors"
	"io"

	"ouro/battlesnake/wire"
)

// Log writes the official log of a game while it is played. What is written of a
// game that was cut short is there.
type Log struct {
	game  *Game
	buf   *bufio.Writer
	lines *wire.LogWriter
}

// NewLog starts the log of this game on w.
func NewLog(w io.Writer, g *Game) *Log {
	buf := bufio.NewWriter(w)
	return &Log{g, buf, wire.NewLogWriter(buf, &g.match.Game)}
}

// Frame writes the position that the game has got to.
func (l *Log) Frame() error { return l.lines.Frame(l.game.match.Request(l.game.State(), 0)) }

// End writes the result, if there is one, and the rest of the log.
func (l *Log) End() error {
	var err error
	if outcome, over := l.game.Over(); over {
		err = l.lines.End(l.game.Result(outcome))
	}
	return errors.Join(err, l.buf.Flush())
}
