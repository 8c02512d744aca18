package host

import (
	"io"

	"ouro/battlesnake/wire"
)

// Log writes the official log of a game while it is played, with one write for each line.
type Log struct {
	game  *Game
	lines *wire.LogWriter
}

// NewLog starts the log of this game on w.
func NewLog(w io.Writer, g *Game) *Log {
	return &Log{g, wire.NewLogWriter(w, &g.match.Game)}
}

// Frame writes the present position.
func (l *Log) Frame() error { return l.lines.Frame(l.game.match.Request(l.game.State(), 0)) }

// End writes the result, if the game is over.
func (l *Log) End() error {
	if outcome, over := l.game.Over(); over {
		return l.lines.End(l.game.Result(outcome))
	}
	return nil
}
