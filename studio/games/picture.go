package games

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"

	"ouro/internal/english"
	"ouro/internal/palette"
	"ouro/internal/printable"
	"ouro/picture/paint"
	"ouro/studio/session"
)

// pictures are what turns of a game can be drawn as.
var pictures = map[string]struct {
	mime string
	draw func(ctx context.Context, w io.Writer, f paint.Film, from, to int, st paint.Style) error
}{
	"png": {"image/png", func(ctx context.Context, w io.Writer, f paint.Film, _, to int, st paint.Style) error {
		return paint.PNG(ctx, w, f, to, st)
	}},
	"gif":  {"image/gif", paint.GIF},
	"svg":  {"image/svg+xml", paint.SVG},
	"cast": {"application/x-asciicast", paint.Cast},
}

// maxPicture bounds the file of a picture.
const maxPicture = 8 << 20

// takePicture makes a picture of a lane: of turns, or with png of the last of them.
func (g *game) takePicture(ctx context.Context, said request) error {
	p, ok := pictures[said.What]
	if !ok {
		return fmt.Errorf("nothing to take away is called %q%s", printable.Short(said.What, maxName), english.Known(said.What, []string{"record", "png", "gif", "svg", "cast"}))
	}
	l, from, to, err := g.drawn(ctx, said)
	if err != nil {
		return err
	}
	st := paint.Style{Speed: said.Speed, Size: said.Size, Title: l.title()}
	if said.Theme != "" {
		if st.Theme, err = paint.ParseTheme(said.Theme); err != nil {
			return fmt.Errorf("theme %q: %w", printable.Short(said.Theme, maxName), err)
		}
	}
	file := &bounded{left: maxPicture}
	if err := p.draw(ctx, file, l.film(), from, to, st); err != nil {
		return err
	}
	name := fmt.Sprintf("ouro-%s-%d.%s", l.nickname(), l.seed, said.What)
	return g.ch.Send(ctx, "file", session.File{Name: name, MIME: p.mime, Base64: file.Bytes()})
}

// drawn is the lane of a picture, and which turns of it. Of a file all turns can be
// had, of a game those that are played.
func (g *game) drawn(ctx context.Context, said request) (l *lane, from, to int, err error) {
	t := g.table
	if said.Lane < 0 || said.Lane >= len(t.lanes) {
		return nil, 0, 0, fmt.Errorf("there is no game %d of %d", said.Lane, len(t.lanes))
	}
	l = t.lanes[said.Lane]
	if err := t.playOut(ctx, l); err != nil {
		return nil, 0, 0, err
	}
	first, last := l.film().Turns()
	from, to = first, last
	if said.From != nil {
		from = min(max(first, *said.From), last)
	}
	if said.To != nil {
		to = max(first, min(last, *said.To))
	}
	if from > to {
		err = fmt.Errorf("turn %d comes after %d", from, to)
	}
	return l, from, to, err
}

// playOut gets all turns of a game that is in a file.
func (t *table) playOut(ctx context.Context, l *lane) error {
	for l.played.Turns() < l.length {
		before := l.played.Turns()
		shown, err := t.watch.Show(ctx, l.length, time.Second)
		if err != nil {
			return err
		}
		if shown.Err != nil && l.played.Turns() == before {
			return shown.Err
		}
	}
	return nil
}

// film is the game as it is drawn.
func (l *lane) film() paint.Film {
	var colors []palette.RGB
	for i := range l.seats {
		c, _ := palette.Parse(l.seats[i].Color) // which every seat has
		colors = append(colors, c)
	}
	return paint.Of(l.played, l.names, colors)
}

// title says what is seen to those who cannot see it.
func (l *lane) title() string {
	return printable.Line(fmt.Sprintf("%s on %dx%d, %s", strings.Join(l.names, ", "), l.spec.W, l.spec.H, l.spec.Rules.Name))
}

// nickname is for the names of files.
func (l *lane) nickname() string {
	if name := l.seats[0].solver.Name; name != "" {
		return name
	}
	return l.spec.Rules.Name
}

// bounded keeps what is written, up to so much.
type bounded struct {
	bytes.Buffer
	left int
}

var errPicture = fmt.Errorf("the picture has more than %d MiB: take fewer turns, or a smaller size", maxPicture>>20)

func (b *bounded) Write(p []byte) (int, error) {
	if b.left -= len(p); b.left < 0 {
		return 0, errPicture
	}
	return b.Buffer.Write(p)
}

type commandData struct {
	Command string `json:"command,omitempty"`
	Why     string `json:"why,omitempty"`
}

func (g *game) command(ctx context.Context, said request) error {
	text, err := g.commandLine(said)
	if err != nil {
		return g.ch.Send(ctx, "command", commandData{Why: err.Error()})
	}
	return g.ch.Send(ctx, "command", commandData{Command: text})
}

func (g *game) commandLine(said request) (string, error) {
	if _, ok := pictures[said.What]; !ok {
		return "", fmt.Errorf("no picture is called %q", printable.Short(said.What, maxName))
	}
	more := []string{"--" + said.What, "game." + said.What}
	if said.From != nil || said.To != nil {
		more = append(more, "--turns", turns(said.From, said.To))
	}
	if said.Speed > 0 {
		more = append(more, "--speed", strconv.FormatFloat(said.Speed, 'g', -1, 64))
	}
	if said.Theme != "" && said.Theme != paint.Dark.String() {
		more = append(more, "--theme", printable.Short(said.Theme, maxName))
	}
	if g.file != nil {
		return "ouro export FILE " + strings.Join(more, " "), nil
	}
	if g.table.tried != nil {
		return "", errors.New("no command makes another move")
	}
	a := *g.asked
	if len(a.Solvers) > 1 && said.Lane >= 0 && said.Lane < len(a.Solvers) {
		a.Solvers = a.Solvers[said.Lane : said.Lane+1]
	}
	c, err := a.CommandLine()
	if err != nil {
		return "", err
	}
	if c.Command == "play" {
		return "", errors.New("no command plays what a person played: save the record, and export that")
	}
	for _, s := range a.Snakes {
		c.More = append(c.More, "--solver", s.Spec.String())
	}
	for _, s := range a.Solvers {
		c.More = append(c.More, "--solver", s.String())
	}
	c.Command, c.Snakes, c.More = "export", nil, append(c.More, more...)
	return c.String(), nil
}

// turns is a range as --turns has it.
func turns(from, to *int) string {
	text := func(n *int) string {
		if n == nil {
			return ""
		}
		return strconv.Itoa(min(max(0, *n), math.MaxInt32))
	}
	if from != nil && to != nil && *from == *to {
		return text(to)
	}
	return text(from) + ".." + text(to)
}
