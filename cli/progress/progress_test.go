package progress

import (
	"bytes"
	"context"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"ouro"
	"ouro/lab"
	"ouro/picture"
	"ouro/picture/paint"
	"ouro/solve/exact"
)

// escapes matches the sequences that move the cursor or clear the screen, which take no columns.
var escapes = regexp.MustCompile("\x1b\\[[0-9]*[AJK]|\r")

// TestProgressFits: on terminals of 20 to 200 columns, each kind of progress is one line that is
// shorter than the width and is redrawn in place.
func TestProgressFits(t *testing.T) {
	states := []lab.Progress{
		{Done: 0, Total: 100, Elapsed: time.Second},
		{Done: 1, Total: 2, Elapsed: 2 * time.Hour, Moves: 3},
		{Done: 999, Total: 1000, Elapsed: time.Minute, Moves: 123_456_789},
		{Done: 1, Total: 20_000_000, Elapsed: time.Hour, Moves: 1 << 40},
		{Done: 123_456, Total: 20_000_000, Elapsed: 9 * time.Hour, Moves: 987_654_321_000},
	}
	for width := 20; width <= 200; width++ {
		var out bytes.Buffer
		p := &Bar{w: &out, width: func() int { return width }}
		e := Exact{Bar: p}
		check := func(what string) {
			t.Helper()
			line := escapes.ReplaceAllString(out.String(), "")
			if n := utf8.RuneCountInString(line); n == 0 || n >= width || strings.Contains(out.String(), "\n") {
				t.Fatalf("%s at %d columns: %d columns: %q", what, width, n, out.String())
			}
			out.Reset()
		}
		for _, at := range states {
			p.Show(at)
			check("an experiment")
		}
		p.began = time.Now().Add(-time.Second)
		e.Show(exact.Progress{Listing: true, Length: 17, Done: 3, Total: 36})
		check("listing")
		p.began = time.Now().Add(-time.Second)
		e.Show(exact.Progress{Length: 17, Done: 1, Total: 1 << 40})
		check("the first positions")
		p.began = time.Now().Add(-time.Minute)
		e.Show(exact.Progress{Length: 18, Done: 1 << 39, Total: 1 << 40})
		check("positions")
		p.Clear()
		if out.String() != "\r\x1b[J" {
			t.Fatalf("cleared by %q", out.String())
		}
	}
}

// TestGameBar: for one game without a screen, the progress is the length of a single snake, or the
// number of moves. If the number of moves is limited, the bar shows the share of that limit.
func TestGameBar(t *testing.T) {
	snake := ouro.NewState(ouro.MustGrid(4, 4))
	snake.AddSnake(0, 1, 2, 3)
	snake.Turn = 7
	two := snake.Clone()
	two.AddSnake(8)
	var film noFilm
	for want, show := range map[string]func(*Game){
		"███████░░░░░░░░░░░░░░░░░░░░░░░ 7 moves, length 4 of 16, 7.0 moves/s": func(b *Game) { b.DrawState(snake) },
		"7 moves, 7.0 moves/s": func(b *Game) { b.DrawState(two) },
		"███████░░░░░░░░░░░░░░░░░░░░░░░ 5 of 20 moves, 3 s left, 5.0 moves/s": func(b *Game) { b.DrawMoves(5, 20) },
		"███████░░░░░░░░░░░░░░░░░░░░░░░ drawing turn 5 of 20":                 func(b *Game) { _, _ = (&Film{film, b, 0, 20}).Scene(t.Context(), 5) },
	} {
		var out bytes.Buffer
		bar := NewGame(&out)
		bar.width = func() int { return 100 }
		bar.began = time.Now().Add(-time.Second)
		show(bar)
		if out.String() != want {
			t.Errorf("%q, want %q", out.String(), want)
		}
	}
}

// noFilm is a film whose scenes are empty.
type noFilm struct{ paint.Film }

func (noFilm) Scene(context.Context, int) (*picture.Scene, error) { return nil, nil }

// TestProgressFollowsResizing: Bar removes a line completely even if a narrower terminal has
// wrapped the line.
func TestProgressFollowsResizing(t *testing.T) {
	var out bytes.Buffer
	width := 100
	p := &Bar{w: &out, width: func() int { return width }}
	at := lab.Progress{Done: 5, Total: 10, Elapsed: time.Second, Moves: 610}
	p.Show(at)
	if len(p.drawn) != 1 || p.drawn[0] < 60 {
		t.Fatalf("drew %q", out.String())
	}
	drawn := p.drawn[0]
	out.Reset()
	width = 30
	p.Show(at)
	if want := "\x1b[2A\r\x1b[J"; drawn/30 != 2 || !strings.HasPrefix(out.String(), want) || p.drawn[0] >= 30 {
		t.Errorf("for a line of %d columns on a terminal of 30, the bar writes %q", drawn, out.String())
	}
	out.Reset()
	p.SetTable(func(width int) []string { return []string{strings.Repeat("-", 29), "--"} })
	p.Show(at)
	p.Clear()
	if want := "\r\x1b[J" + strings.Repeat("-", 29) + "\n--\n"; !strings.HasPrefix(out.String(), want) || !strings.HasSuffix(out.String(), "\x1b[2A\r\x1b[J") {
		t.Errorf("with a table of two lines, the bar writes %q", out.String())
	}
}

// TestProgressWithoutTerminal: without a terminal, a line is printed every 10 seconds.
func TestProgressWithoutTerminal(t *testing.T) {
	var out bytes.Buffer
	p := New(&out)
	for i := range 300 {
		p.Show(lab.Progress{Done: i, Total: 300, Elapsed: time.Duration(i) * 100 * time.Millisecond, Moves: int64(61 * i)})
	}
	p.Clear()
	if want := "ouro: 100 of 300 games, 20 s left, 10 games/s, 610 moves/s\nouro: 200 of 300 games, 10 s left, 10 games/s, 610 moves/s\n"; out.String() != want {
		t.Errorf("wrote\n%s\nwant\n%s", out.String(), want)
	}
}

func TestFigures(t *testing.T) {
	for x, want := range map[float64]string{
		0: "0.0", 0.04: "0.0", 3.14: "3.1", 9.96: "10", 610: "610", 999.4: "999", 999.6: "1.0 k", 1234: "1.2 k", 99_949: "100 k", 1_234_567: "1.2 M", 2.5e9: "2.5 G", 7e12: "7.0 T", 9e15: "9000 T",
	} {
		if got := Figure(x); got != want {
			t.Errorf("%v is %s, want %s", x, got, want)
		}
	}
	for perSecond, want := range map[float64]string{610: "610 moves/s", 1.2e6: "1.2 M moves/s", 0.3: "18 moves/min", 0.5: "0.5 moves/s"} {
		if got := Rate(perSecond, "moves"); got != want {
			t.Errorf("%v is %s, want %s", perSecond, got, want)
		}
	}
	for total, want := range map[int]string{2: "60 s left", 4: "3 min left", 200: "3 h left", 10_000: "7 days left"} {
		if got := TimeLeft(time.Minute, 1, total); got != want {
			t.Errorf("1 of %d in a minute: %s, want %s", total, got, want)
		}
	}
	if got := TimeLeft(time.Minute, 0, 3); got != "? left" {
		t.Errorf("nothing done: %s", got)
	}
}
