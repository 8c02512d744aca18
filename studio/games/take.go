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

	"ouro"
	"ouro/internal/english"
	"ouro/internal/palette"
	"ouro/internal/printable"
	"ouro/picture/paint"
	"ouro/play"
	"ouro/roster"
	"ouro/studio/link"
	"ouro/studio/session"
)

func (g *game) take(ctx context.Context, args arguments) error {
	switch args.What {
	case "record":
	case pageFile:
		return g.takePage(ctx, args)
	default:
		return g.takePicture(ctx, args)
	}
	if err := g.table.awaitIdle(ctx); err != nil {
		return err
	}
	texts, err := g.table.watch.Records(math.MaxInt32)
	if errors.Is(err, play.ErrRecorded) {
		return errors.New("this game was opened from a file, and that file is its record")
	}
	if err != nil {
		return err
	}
	lane := min(max(0, args.Lane), len(texts)-1)
	l := g.table.lanes[lane]
	name := fmt.Sprintf("ouro-%s-%d.ouro", l.seats[0].solver.Name, l.seed)
	return g.ch.Send(ctx, "file", session.File{Name: name, MIME: "text/plain", Base64: texts[lane]})
}

type positionData struct {
	Turn int    `json:"turn"`
	Lane int    `json:"lane"`
	Text string `json:"text"`
	Link string `json:"link"` // link that opens the position without its dead snakes
}

func (g *game) position(ctx context.Context, turn int) error {
	t := g.table
	for i, l := range t.lanes {
		s := l.stateAt(t.turnsSinceStart(turn)).Clone()
		data := positionData{Turn: s.Turn, Lane: i, Text: s.String(), Link: l.link(s)}
		if err := g.ch.Send(ctx, "position", data); err != nil {
			return err
		}
	}
	return nil
}

// link returns the link that opens position s, without its dead snakes, on the page Position.
func (l *lane) link(s *ouro.State) string {
	living := ouro.NewState(s.Grid)
	request := link.Request{Game: l.spec, Seed: l.seed}
	for seat := range s.Snakes {
		sn := &s.Snakes[seat]
		if sn.Cause != ouro.Alive {
			continue
		}
		i := living.AddSnake(sn.Body.Append(nil)...)
		to := &living.Snakes[i]
		to.Health, to.Hunger, to.Vacated = sn.Health, sn.Hunger, sn.Vacated
		if _, known := l.solver(seat); !known {
			continue
		}
		if len(s.Snakes) == 1 {
			request.Solvers = append(request.Solvers, l.seats[seat].solver)
		} else {
			request.Snakes = append(request.Snakes, link.Snake{Name: l.seats[seat].Name, Spec: l.seats[seat].solver})
		}
	}
	if len(request.Snakes) < len(living.Snakes) { // this program has no solver for some snake
		request.Snakes = nil
	}
	for c := range ouro.Cell(s.Grid.Size()) {
		living.SetTerrain(c, s.Terrain(c))
	}
	for _, c := range s.Food {
		living.AddFood(c)
	}
	for _, c := range s.Hazards {
		living.AddHazard(c)
	}
	living.Turn = s.Turn
	request.Play, request.Speed = true, battleSpeed // these are the defaults, which a link omits
	if len(request.Solvers) > 0 {
		request.Speed = soloSpeed
	}
	request.Game.Level, request.Game.Position, request.Game.Snakes, request.Turn = nil, living, len(living.Snakes), s.Turn
	text := request.Link("position")
	return text.String()
}

// solver returns the solver of a seat. ok is false if the program does not have this solver, or if a
// page may not use it, for example because the solver opens a file.
func (l *lane) solver(seat int) (spec ouro.Spec, ok bool) {
	spec = l.seats[seat].solver
	return spec, roster.CheckFromPage(spec) == nil && (l.seats[seat].Hand || l.seats[seat].Idea != "")
}

var pictures = map[string]struct {
	mime string
	draw func(ctx context.Context, w io.Writer, c paint.Clip, st paint.Style) error
}{
	"png": {"image/png", func(ctx context.Context, w io.Writer, c paint.Clip, st paint.Style) error {
		return paint.PNG(ctx, w, c.Film, c.To, st)
	}},
	"gif":  {"image/gif", paint.GIF},
	"svg":  {"image/svg+xml", paint.SVG},
	"cast": {"application/x-asciicast", paint.Cast},
}

const maxPicture = 8 << 20 // most bytes of a picture

// takePicture sends a picture of a range of a lane's turns. A png shows only the last of these turns.
func (g *game) takePicture(ctx context.Context, args arguments) error {
	p, ok := pictures[args.What]
	if !ok {
		return fmt.Errorf("unknown file %q%s", printable.Short(args.What, maxName), english.Suggestion(args.What, []string{"record", pageFile, "png", "gif", "svg", "cast"}))
	}
	l, from, to, err := g.pictureRange(ctx, args)
	if err != nil {
		return err
	}
	st := paint.Style{Speed: args.Speed, Size: args.Size, Title: l.title()}
	if args.Theme != "" {
		if st.Theme, err = paint.ParseTheme(args.Theme); err != nil {
			return fmt.Errorf("theme %q: %w", printable.Short(args.Theme, maxName), err)
		}
	}
	file := &limitedBuffer{left: maxPicture}
	if err := p.draw(ctx, file, paint.Clip{Film: l.film(), From: from, To: to}, st); err != nil {
		return err
	}
	name := fmt.Sprintf("ouro-%s-%d.%s", l.nickname(), l.seed, args.What)
	return g.ch.Send(ctx, "file", session.File{Name: name, MIME: p.mime, Base64: file.Bytes()})
}

// pictureRange returns the lane of a picture and the range of turns, limited to the turns of the
// lane. If the game is from a file, pictureRange first derives all its turns.
func (g *game) pictureRange(ctx context.Context, args arguments) (l *lane, from, to int, err error) {
	t := g.table
	if args.Lane < 0 || args.Lane >= len(t.lanes) {
		return nil, 0, 0, fmt.Errorf("lane %d: the games have lanes 0 to %d", args.Lane, len(t.lanes)-1)
	}
	l = t.lanes[args.Lane]
	if err := t.playAll(ctx, l); err != nil {
		return nil, 0, 0, err
	}
	first, last := l.film().Turns()
	from, to = first, last
	if args.From != nil {
		from = min(max(first, *args.From), last)
	}
	if args.To != nil {
		to = max(first, min(last, *args.To))
	}
	if from > to {
		err = fmt.Errorf("turns %d to %d: the first turn must not come after the last", from, to)
	}
	return l, from, to, err
}

func (t *table) playAll(ctx context.Context, l *lane) error {
	for l.played.Turns() < l.length {
		before := l.played.Turns()
		view, err := t.watch.Show(ctx, l.length, time.Second)
		if err != nil {
			return err
		}
		if view.Err != nil && l.played.Turns() == before {
			return view.Err
		}
	}
	return nil
}

func (l *lane) film() paint.Film {
	var colors []palette.RGB
	for i := range l.seats {
		c, _ := palette.Parse(l.seats[i].Color) // every seat has a valid colour
		colors = append(colors, c)
	}
	return paint.Of(l.played, l.names, colors)
}

func (l *lane) title() string {
	return printable.Line(fmt.Sprintf("%s on %dx%d, %s", strings.Join(l.names, ", "), l.spec.W, l.spec.H, l.spec.Rules.Name))
}

func (l *lane) nickname() string {
	if name := l.seats[0].solver.Name; name != "" {
		return name
	}
	return l.spec.Rules.Name
}

type limitedBuffer struct {
	bytes.Buffer
	left int
}

var errPicture = fmt.Errorf("the picture has more than %d MiB: take fewer turns, or a smaller size", maxPicture>>20)

func (b *limitedBuffer) Write(p []byte) (int, error) {
	if b.left -= len(p); b.left < 0 {
		return 0, errPicture
	}
	return b.Buffer.Write(p)
}

type commandData struct {
	Command string `json:"command,omitempty"`
	Why     string `json:"why,omitempty"`
}

func (g *game) command(ctx context.Context, args arguments) error {
	text, err := g.commandLine(args)
	if err != nil {
		return g.ch.Send(ctx, "command", commandData{Why: err.Error()})
	}
	return g.ch.Send(ctx, "command", commandData{Command: text})
}

func (g *game) commandLine(args arguments) (string, error) {
	if args.What == pageFile {
		return g.commandOf("share", args, []string{"--out", "game.html"})
	}
	if _, ok := pictures[args.What]; !ok {
		return "", fmt.Errorf("unknown picture %q%s", printable.Short(args.What, maxName), english.Suggestion(args.What, []string{pageFile, "png", "gif", "svg", "cast"}))
	}
	more := []string{"--" + args.What, "game." + args.What}
	if args.From != nil || args.To != nil {
		more = append(more, "--turns", turns(args.From, args.To))
	}
	if args.Speed > 0 {
		more = append(more, "--speed", strconv.FormatFloat(args.Speed, 'g', -1, 64))
	}
	if args.Theme != "" && args.Theme != paint.Dark.String() {
		more = append(more, "--theme", printable.Short(args.Theme, maxName))
	}
	return g.commandOf("export", args, more)
}

// commandOf returns the line of a command that reads or plays the game of a lane.
func (g *game) commandOf(command string, args arguments, more []string) (string, error) {
	if g.file != nil {
		return fmt.Sprintf("ouro %s FILE %s", command, strings.Join(more, " ")), nil
	}
	if g.table.alternative != nil {
		return "", errors.New("no command makes this file, because one move was changed: save the record and use its file")
	}
	request := *g.request
	if len(request.Solvers) > 1 && args.Lane >= 0 && args.Lane < len(request.Solvers) {
		request.Solvers = request.Solvers[args.Lane : args.Lane+1]
	}
	c, err := request.CommandLine()
	if err != nil {
		return "", err
	}
	if c.Command == "play" {
		return "", errors.New("no command repeats the moves of a person: save the record and export it")
	}
	for _, s := range request.Snakes {
		c.More = append(c.More, "--solver", s.Spec.String())
	}
	for _, s := range request.Solvers {
		c.More = append(c.More, "--solver", s.String())
	}
	c.Command, c.Snakes, c.More = command, nil, append(c.More, more...)
	return c.String(), nil
}

// turns returns a range of turns in the syntax of the flag --turns.
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
