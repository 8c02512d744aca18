package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"ouro/internal/jsonl"
)

// maxLogFrames is the maximum number of frames in a log.
const maxLogFrames = 1 << 20

type Result struct {
	WinnerID   string `json:"winnerId"`
	WinnerName string `json:"winnerName"`
	IsDraw     bool   `json:"isDraw"` // there were several snakes, and all died
}

// LogWriter writes a game log as the official engine does: a line with the game, a line for each
// turn from 0, and a line with the result. Each call writes one line. After an error, all later
// calls return that error.
type LogWriter struct {
	enc *json.Encoder
	err error
}

func NewLogWriter(w io.Writer, g *Game) *LogWriter {
	l := &LogWriter{enc: json.NewEncoder(w)}
	l.enc.SetEscapeHTML(false)
	l.err = l.enc.Encode(g)
	return l
}

// Frame writes the position of a turn. Request.You may be any snake.
func (l *LogWriter) Frame(r *Request) error { return l.write(r) }

func (l *LogWriter) End(r Result) error { return l.write(r) }

func (l *LogWriter) write(v any) error {
	if l.err == nil {
		l.err = l.enc.Encode(v)
	}
	return l.err
}

type LogReader struct {
	lines     *jsonl.Reader
	text      []byte // the last line
	game      Game
	frames    int
	lastFrame *Request
	result    *Result
}

// NewLogReader reads the first line of a log, which describes the game.
func NewLogReader(r io.Reader) (*LogReader, error) {
	l := &LogReader{lines: jsonl.NewReader(r, MaxRequest)}
	text, err := l.lines.Next()
	if errors.Is(err, io.EOF) {
		return nil, errors.New("the game log is empty")
	}
	if err != nil {
		return nil, fmt.Errorf("game log: %w", err)
	}
	l.text = text
	l.game = Game{Ruleset: Ruleset{Settings: DefaultSettings()}}
	if err = checkEntries(text); err == nil {
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

func (l *LogReader) Game() *Game { return &l.game }

// Next returns the next frame, a valid position (see [Request.Check]) one turn after the previous
// one. After the last frame it returns io.EOF, and has read the result, if there is one.
func (l *LogReader) Next() (*Request, error) {
	if l.result != nil {
		return nil, io.EOF
	}
	text, err := l.lines.Next()
	if errors.Is(err, io.EOF) && l.frames == 0 {
		return nil, errors.New("the game log has no frame")
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
	l.lastFrame = frame
	return frame, nil
}

// Result returns the result. Call it after the last frame. ok is false if the log has no result.
func (l *LogReader) Result() (result Result, ok bool) {
	if l.result == nil {
		return result, false
	}
	return *l.result, true
}

func (l *LogReader) Text() []byte { return l.text }

// Line returns the number of the last line, counted from 1.
func (l *LogReader) Line() int { return l.lines.Line() }

func (l *LogReader) checkFrame(frame *Request) error {
	if err := frame.Check(); err != nil {
		return err
	}
	if frame.Game.ID != l.game.ID {
		return fmt.Errorf("game.id: %s, but the log began with game %s", quote(frame.Game.ID), quote(l.game.ID))
	}
	if before := l.lastFrame; before != nil {
		if frame.Turn != before.Turn+1 {
			return fmt.Errorf("turn: %d follows turn %d; want turn %d", frame.Turn, before.Turn, before.Turn+1)
		}
		if frame.Board.Width != before.Board.Width || frame.Board.Height != before.Board.Height {
			return fmt.Errorf("board: %dx%d, but it was %dx%d", frame.Board.Width, frame.Board.Height, before.Board.Width, before.Board.Height)
		}
	}
	return nil
}

// isResult reports whether a line is the result, rather than a frame.
func (l *LogReader) isResult(text []byte) bool {
	var keys struct {
		IsDraw *json.RawMessage `json:"isDraw"`
		Board  *json.RawMessage `json:"board"`
	}
	return bytes.Contains(text, []byte(`"isDraw"`)) && json.Unmarshal(text, &keys) == nil && keys.IsDraw != nil && keys.Board == nil
}

func (l *LogReader) end(text []byte) error {
	if l.frames == 0 {
		return l.fail(errors.New("the result has no frame before it"))
	}
	var result Result
	if err := jsonl.Decode(text, &result); err != nil {
		return l.fail(err)
	}
	if _, err := l.lines.Next(); !errors.Is(err, io.EOF) {
		if err != nil {
			return fmt.Errorf("game log: %w", err)
		}
		return l.fail(errors.New("text follows the result"))
	}
	l.result = &result
	return io.EOF
}

func (l *LogReader) fail(err error) error { return fmt.Errorf("game log: %w", l.lines.Fail(err)) }
