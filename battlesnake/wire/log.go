package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"ouro/internal/jsonl"
)

// maxLogFrames limits a game log that is read.
const maxLogFrames = 1 << 20

// Result is the last line of a game log.
type Result struct {
	WinnerID   string `json:"winnerId"`
	WinnerName string `json:"winnerName"`
	IsDraw     bool   `json:"isDraw"` // of several snakes none is left
}

// LogWriter writes a game log as the official engine does: a line with the
// game, one for each turn from 0, and one with the result. Lines are written as
// they come; the first error is kept and returned by every call after it.
type LogWriter struct {
	enc *json.Encoder
	err error
}

// NewLogWriter starts the log of this game on w.
func NewLogWriter(w io.Writer, g *Game) *LogWriter {
	l := &LogWriter{enc: json.NewEncoder(w)}
	l.enc.SetEscapeHTML(false)
	l.err = l.enc.Encode(g)
	return l
}

// Frame writes the position of a turn; whose you it has does not matter.
func (l *LogWriter) Frame(r *Request) error { return l.write(r) }

// End writes the result.
func (l *LogWriter) End(r Result) error { return l.write(r) }

func (l *LogWriter) write(v any) error {
	if l.err == nil {
		l.err = l.enc.Encode(v)
	}
	return l.err
}

// LogReader reads a game log, one frame at a time.
type LogReader struct {
	lines  *jsonl.Reader
	text   []byte // of the line that was read last
	game   Game
	frames int
	next   *Request // the frame before the line that was read last
	result *Result
}

// NewLogReader reads the game of a log.
func NewLogReader(r io.Reader) (*LogReader, error) {
	l := &LogReader{lines: jsonl.NewReader(r, MaxRequest)}
	text, err := l.lines.Next()
	if errors.Is(err, io.EOF) {
		return nil, errors.New("game log: empty")
	}
	if err != nil {
		return nil, fmt.Errorf("game log: %w", err)
	}
	l.text = text
	l.game = Game{Ruleset: Ruleset{Settings: DefaultSettings()}}
	if err = count(text); err == nil {
		err = jsonl.Decode(text, &l.game)
	}
	if err == nil {
		err = l.game.check()
	}
	if err != nil {
		return nil, l.fail(err)
	}
	return l, nil
}

// Game is the game that the log is of.
func (l *LogReader) Game() *Game { return &l.game }

// Next is the next frame, which makes a position (see [Request.Check]). After
// the last one it is io.EOF, and the result has been read if there is one. Frames
// come turn by turn.
func (l *LogReader) Next() (*Request, error) {
	if l.result != nil {
		return nil, io.EOF
	}
	text, err := l.lines.Next()
	if errors.Is(err, io.EOF) && l.frames == 0 {
		return nil, errors.New("game log: no frame")
	}
	if errors.Is(err, io.EOF) {
		return nil, io.EOF
	}
	if err != nil {
		return nil, fmt.Errorf("game log: %w", err)
	}
	l.text = text
	if l.isResult(text) {
		return nil, l.end(text)
	}
	if l.frames == maxLogFrames {
		return nil, l.fail(fmt.Errorf("more than %d frames", maxLogFrames))
	}
	frame, err := ParseRequest(text)
	if err == nil {
		err = l.checkFrame(frame)
	}
	if err != nil {
		return nil, l.fail(err)
	}
	l.frames++
	l.next = frame
	return frame, nil
}

// Result is how the game ended; call it after the last frame. A log that was cut
// short has none.
func (l *LogReader) Result() (result Result, ok bool) {
	if l.result == nil {
		return result, false
	}
	return *l.result, true
}

// Text is the line that was read last.
func (l *LogReader) Text() []byte { return l.text }

// Line is the number of the line that was read last, from 1.
func (l *LogReader) Line() int { return l.lines.Line() }

func (l *LogReader) checkFrame(frame *Request) error {
	if err := frame.Check(); err != nil {
		return err
	}
	if frame.Game.ID != l.game.ID {
		return fmt.Errorf("game.id: %s, but the log is of %s", quote(frame.Game.ID), quote(l.game.ID))
	}
	if before := l.next; before != nil {
		if frame.Turn != before.Turn+1 {
			return fmt.Errorf("turn: %d after %d", frame.Turn, before.Turn)
		}
		if frame.Board.Width != before.Board.Width || frame.Board.Height != before.Board.Height {
			return fmt.Errorf("board: %dx%d, but it was %dx%d", frame.Board.Width, frame.Board.Height, before.Board.Width, before.Board.Height)
		}
	}
	return nil
}

// isResult tells the last line from a frame.
func (l *LogReader) isResult(text []byte) bool {
	var keys struct {
		IsDraw *json.RawMessage `json:"isDraw"`
		Board  *json.RawMessage `json:"board"`
	}
	return bytes.Contains(text, []byte(`"isDraw"`)) && json.Unmarshal(text, &keys) == nil && keys.IsDraw != nil && keys.Board == nil
}

// end reads the result, after which nothing may follow.
func (l *LogReader) end(text []byte) error {
	if l.frames == 0 {
		return l.fail(errors.New("a result without a frame before it"))
	}
	var result Result
	if err := jsonl.Decode(text, &result); err != nil {
		return l.fail(err)
	}
	if _, err := l.lines.Next(); !errors.Is(err, io.EOF) {
		if err != nil {
			return fmt.Errorf("game log: %w", err)
		}
		return l.fail(errors.New("more after the result"))
	}
	l.result = &result
	return io.EOF
}

func (l *LogReader) fail(err error) error { return fmt.Errorf("game log: %w", l.lines.Fail(err)) }
