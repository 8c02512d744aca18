package wire_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"ouro/engine/wire"
)

func readLines(r io.Reader) (lines []string, err error) {
	in := wire.NewLines(r)
	for {
		line, err := in.Next()
		var long *wire.LongError
		switch {
		case errors.As(err, &long):
			lines = append(lines, "long")
		case err != nil:
			return lines, err
		default:
			lines = append(lines, string(line))
		}
	}
}

// TestLines: lines up to the limit are read and longer ones are skipped. Text after the
// last newline is not a line.
func TestLines(t *testing.T) {
	most := strings.Repeat("x", wire.MaxLine)
	broken := errors.New("broken")
	for _, c := range []struct {
		from io.Reader
		want []string
		err  error
	}{
		{strings.NewReader(""), nil, io.EOF},
		{strings.NewReader("\n \r\n\n a\r\n\nb\nc"), []string{"a", "b"}, io.EOF},
		{strings.NewReader(most + "\na\n"), []string{most, "a"}, io.EOF},
		{strings.NewReader(most + "\r\na\n"), []string{most, "a"}, io.EOF},
		{strings.NewReader(most + "y\na\n"), []string{"long", "a"}, io.EOF},
		{strings.NewReader(strings.Repeat(most, 100) + "\na\n"), []string{"long", "a"}, io.EOF},
		{strings.NewReader(strings.Repeat(most, 3)), []string{"long"}, io.EOF},
		{iotest.OneByteReader(strings.NewReader("a\nbc\n")), []string{"a", "bc"}, io.EOF},
		{io.MultiReader(strings.NewReader("a\nb"), iotest.ErrReader(broken)), []string{"a"}, broken},
	} {
		if got, err := readLines(c.from); !slices.Equal(got, c.want) || !errors.Is(err, c.err) {
			t.Errorf("%.30q, %v; want %.30q, %v", got, err, c.want, c.err)
		}
	}
}

// TestLinesTakeNoMemory: lines beyond the limit take no more memory than a line at the
// limit.
func TestLinesTakeNoMemory(t *testing.T) {
	piece := bytes.Repeat([]byte("x"), 1<<16)
	var all []io.Reader
	for range 100 << 20 / len(piece) {
		all = append(all, bytes.NewReader(piece))
	}
	in := wire.NewLines(io.MultiReader(append(all, strings.NewReader("\n{}\n"))...))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, long := in.Next()
	line, err := in.Next()
	runtime.ReadMemStats(&after)
	if !errors.As(long, new(*wire.LongError)) || string(line) != "{}" {
		t.Errorf("%v, %q, %v", long, line, err)
	}
	if got := after.TotalAlloc - before.TotalAlloc; got > wire.MaxLine {
		t.Errorf("%d bytes", got)
	}
}

func FuzzLines(f *testing.F) {
	f.Add("a\nb\n\nc", 3)
	f.Add(" \r\n{}\r\n", 1)
	f.Fuzz(func(t *testing.T, text string, pad int) {
		long := ""
		if pad %= 2 * wire.MaxLine; pad > 0 {
			long = strings.Repeat("x", pad) + "\n"
		}
		got, err := readLines(strings.NewReader(long + text))
		var want []string
		for _, line := range strings.SplitAfter(long+text, "\n") {
			line, ended := strings.CutSuffix(line, "\n")
			if line = string(bytes.TrimSpace([]byte(line))); ended && len(line) > wire.MaxLine {
				want = append(want, "long")
			} else if ended && line != "" {
				want = append(want, line)
			}
		}
		if !errors.Is(err, io.EOF) || fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%q, %v; want %q", got, err, want)
		}
	})
}
