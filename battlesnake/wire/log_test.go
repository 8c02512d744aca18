package wire_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"ouro"
	"ouro/battlesnake/wire"
)

// gameLog returns a log of a few turns that LogWriter wrote.
func gameLog(t testing.TB, seed uint64) string {
	t.Helper()
	m, s := position(seed)
	s.Turn = 0
	var b bytes.Buffer
	w := wire.NewLogWriter(&b, &m.Game)
	for range 4 {
		if err := w.Frame(m.Request(s, 0)); err != nil {
			t.Fatal(err)
		}
		s.Turn++
	}
	if err := w.End(wire.Result{WinnerID: "snake-0", WinnerName: "Name 0"}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestLogRoundTrip: reading a log and writing it again gives the same text.
func TestLogRoundTrip(t *testing.T) {
	for seed := range uint64(100) {
		text := gameLog(t, seed)
		again, frames, err := copyLog(t, strings.NewReader(text))
		if err != nil || frames != 4 || again != text {
			t.Fatalf("seed %d: %d frames, %v:\n%s\n%s", seed, frames, err, text, again)
		}
	}
}

func copyLog(t testing.TB, r io.Reader) (text string, frames int, err error) {
	t.Helper()
	l, err := wire.NewLogReader(r)
	if err != nil {
		return "", 0, err
	}
	var b bytes.Buffer
	w := wire.NewLogWriter(&b, l.Game())
	for {
		frame, err := l.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return "", frames, err
		}
		frames++
		if err := w.Frame(frame); err != nil {
			t.Fatal(err)
		}
	}
	if result, ended := l.Result(); ended {
		if err := w.End(result); err != nil {
			t.Fatal(err)
		}
	}
	return b.String(), frames, nil
}

func TestGoldenLog(t *testing.T) {
	text := readFile(t, "game.jsonl")
	again, frames, err := copyLog(t, bytes.NewReader(text))
	if err != nil || frames != 2 || again != string(text) {
		t.Errorf("%d frames, %v:\n%s", frames, err, again)
	}
	if !strings.HasPrefix(again, `{"id":"`) || !strings.HasSuffix(again, `{"winnerId":"0b9d","winnerName":"spot","isDraw":false}`+"\n") {
		t.Errorf("got %s", again)
	}
}

func TestLogErrors(t *testing.T) {
	lines := strings.SplitAfter(string(readFile(t, "game.jsonl")), "\n")
	game, first, second, end := lines[0], lines[1], lines[2], lines[3]
	for _, c := range []struct{ name, text, want string }{
		{"nothing", "", "the game log is empty"},
		{"blank lines", "\n \n", "the game log is empty"},
		{"no log", "hello\n", "game log: line 1: not JSON: invalid character 'h' looking for beginning of value at byte 1"},
		{"no game", first, "game log: line 1: game.id: missing"},
		{"no frames", game, "the game log has no frame"},
		{"no frame", game + end, "game log: line 2: the result has no frame before it"},
		{"two results", game + first + end + end, "game log: line 4: text follows the result"},
		{"cut off", game + first[:50], "game log: line 2: not JSON: unexpected end of JSON input at byte 50"},
		{"a turn left out", game + first + strings.Replace(second, `"turn":1`, `"turn":2`, 1) + end, "game log: line 3: turn: 2 follows turn 0; want turn 1"},
		{"another game", game + strings.Replace(first, `"game":{"id":"`, `"game":{"id":"x`, 1), `game log: line 2: game.id: "x7e2c9b1a-5f0e-4c53-9d3c-2f1b8f1d6a10", but the log began with game "7e2c9b1a-5f0e-4c53-9d3c-2f1b8f1d6a10"`},
		{"another board", game + first + strings.Replace(second, `"width":11`, `"width":12`, 1), "game log: line 3: board: 12x11, but it was 11x11"},
		{"no position", game + strings.Replace(first, `"x":1,`, `"x":-1,`, 1), "game log: line 2: board.snakes[0].body[0]: (-1,1) is off the 11x11 board"},
		{"a long line", game + strings.Repeat(" ", 17<<20), "game log: line 2: longer than 1048576 bytes"},
	} {
		_, _, err := copyLog(t, strings.NewReader(c.text))
		if err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
	}
	broken := io.MultiReader(strings.NewReader(game), readerFunc(func([]byte) (int, error) { return 0, errors.New("disk on fire") }))
	if _, _, err := copyLog(t, broken); err == nil || err.Error() != "game log: line 2: disk on fire" {
		t.Error(err)
	}
}

// TestCutLog: the log of a program that was stopped has no result.
func TestCutLog(t *testing.T) {
	lines := strings.SplitAfter(string(readFile(t, "game.jsonl")), "\n")
	text := strings.Join(lines[:3], "")
	if got, frames, err := copyLog(t, strings.NewReader(text)); err != nil || got != text || frames != 2 {
		t.Errorf("%d frames, %v", frames, err)
	}
	r, err := wire.NewLogReader(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	l, err := wire.ReadLog(r)
	if err != nil || !l.Cut || l.Turns() != 1 || l.Outcome().Ending != ouro.Unfinished {
		t.Errorf("%+v, %v", l, err)
	}
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// TestLogWriterKeepsError: nothing is written after an error.
func TestLogWriterKeepsError(t *testing.T) {
	full := errors.New("disk full")
	calls := 0
	w := wire.NewLogWriter(writerFunc(func([]byte) (int, error) { calls++; return 0, full }), &wire.Game{})
	m, s := position(1)
	if err := w.Frame(m.Request(s, 0)); !errors.Is(err, full) {
		t.Error(err)
	}
	if err := w.End(wire.Result{}); !errors.Is(err, full) || calls != 1 {
		t.Errorf("%v after %d writes", err, calls)
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

// FuzzLog: an invalid log gives an error with a reason. A valid log stays the same when it
// is written and read again.
func FuzzLog(f *testing.F) {
	f.Add(readFile(f, "game.jsonl"))
	f.Add([]byte(gameLog(f, 3)))
	f.Fuzz(func(t *testing.T, data []byte) {
		text, frames, err := copyLog(t, bytes.NewReader(data))
		if err != nil {
			wantOneLine(t, err)
			return
		}
		if l, err := readLog(text); err == nil {
			for i := range l.Turns() + 1 {
				l.At(i)
			}
		}
		again, framesAgain, err := copyLog(t, strings.NewReader(text))
		if err != nil || framesAgain != frames || again != text {
			t.Fatalf("%v, %d and %d frames:\n%s\n%s", err, frames, framesAgain, text, again)
		}
	})
}
