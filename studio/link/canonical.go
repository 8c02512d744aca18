package link

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"ouro"
	"ouro/roster"
)

// Page returns the default page of the request. studio/web/store/address.js chooses the
// same page.
func (req *Request) Page() string {
	if len(req.Solvers) > 1 {
		return "compare"
	}
	return "watch"
}

// Link returns the link that resolves to the request. The link always has the fields whose default
// may change in a later version, such as solver and board. It has another field only if its value
// differs from the default. Equal requests have equal links.
func (req *Request) Link(page string) Link {
	w := writer{link: Link{Page: page}}
	rules, err := roster.FindRules(req.Game.Rules.Name)
	if spec := rules.WithoutDefaults(req.Game.Rules); err != nil || spec.String() != roster.Rules()[0].Name {
		w.add("rules", spec.String())
	}
	switch {
	case req.Game.Position != nil:
		w.add("position", req.Game.Position.String())
	case req.Game.Level != nil:
		w.level(req)
	default:
		w.add("board", fmt.Sprintf("%dx%d", req.Game.W, req.Game.H))
	}
	if n := req.Game.StartLength; n > 1 && rules.StartLength == 0 && req.Game.Position == nil {
		w.add("start-length", strconv.Itoa(n))
	}
	for _, spec := range req.Solvers {
		w.add("solver", spec.String())
	}
	for _, snake := range req.Snakes {
		w.add("snake", snake.String())
	}
	w.add("seed", strconv.FormatUint(req.Seed, 10))
	w.number("game", int64(req.Index), 0)
	w.number("nodes", req.Budget.Nodes, 0)
	w.duration("time", req.Budget.Time)
	w.duration("cpu", req.Budget.CPU)
	w.view(req)
	return w.link
}

type writer struct{ link Link }

func (w *writer) add(key, value string) { w.link.Fields = append(w.link.Fields, Field{key, value}) }

// level adds the name and the start of a built-in level, or the rows of any other level.
func (w *writer) level(req *Request) {
	if strings.Contains(req.Level, "/") || req.Level == "" {
		w.add("level", levelText(req.Game.Level))
		return
	}
	w.add("level", req.Level)
	if withNames, err := parseLevel(req.Level); req.Start != "" && err == nil && withNames.Start != req.Game.Level.Start {
		w.add("start", startText(req.Game.Level))
	}
}

func startText(l *ouro.Level) string {
	x, y := l.Grid.XY(l.Start)
	return fmt.Sprintf("%d,%d", x, l.Grid.H-1-y)
}

func (w *writer) view(req *Request) {
	first := 0
	if p := req.Game.Position; p != nil {
		first = p.Turn
	}
	w.number("turn", int64(req.Turn), int64(first))
	if req.Play != (req.Turn == first) {
		w.add("play", strconv.FormatBool(req.Play))
	}
	if req.Speed != req.defaultSpeed() {
		w.add("speed", strconv.FormatFloat(req.Speed, 'g', -1, 64))
	}
	if len(req.Show) > 0 {
		w.add("show", strings.Join(req.Show, ","))
	}
	w.number("seat", int64(req.Seat), 0)
}

func (w *writer) number(key string, n, byDefault int64) {
	if n != byDefault {
		w.add(key, strconv.FormatInt(n, 10))
	}
}

func (w *writer) duration(key string, d time.Duration) {
	if d != 0 {
		w.add(key, d.String())
	}
}

// OfCommand returns the request for the game of a command line: of ouro watch with its solvers, of
// ouro game with its snakes, or of ouro play with a person. The link of the request contains the
// rows of a level that is not built in, so the link works on every machine.
func OfCommand(c roster.CommandLine) (*Request, error) {
	req := &Request{Game: c.Game, Seed: c.Seed, Index: c.Index, Budget: c.Budget}
	req.Level, _ = roster.LevelName(c.Game.Level)
	if _, err := roster.Level(c.Level); c.Start != "" && err == nil {
		req.Level, req.Start = c.Level, c.Start
	}
	var err error
	switch c.Command {
	case "game":
		err = req.addSnakes(c.Snakes)
	case "play":
		req.Solvers = []ouro.Spec{{Name: Hand}}
	default:
		for _, text := range c.Snakes {
			var spec ouro.Spec
			if spec, err = ouro.ParseSpec(text); err != nil {
				break
			}
			req.Solvers = append(req.Solvers, spec)
		}
	}
	if err != nil {
		return nil, err
	}
	return req.resolve()
}

func (req *Request) addSnakes(texts []string) error {
	for _, text := range texts {
		snake, err := parseSnake(text)
		if err != nil {
			return err
		}
		req.Snakes = append(req.Snakes, snake)
	}
	return nil
}

// resolve fills in defaults by resolving the request's own link. If no link can express
// the request, it returns an error.
func (req *Request) resolve() (*Request, error) {
	req.Play, req.Speed = true, req.defaultSpeed()
	if p := req.Game.Position; p != nil {
		req.Turn = p.Turn
	}
	l := req.Link("")
	return l.Resolve()
}

// CommandLine returns the command that plays the same game. If there is no such command,
// the error says why.
func (req *Request) CommandLine() (roster.CommandLine, error) {
	c := roster.CommandLine{Command: "watch", Game: req.Game, Level: req.Level, Start: req.Start, Seed: req.Seed, Index: req.Index, Budget: req.Budget}
	rules, err := roster.FindRules(req.Game.Rules.Name)
	hasPerson := slices.ContainsFunc(req.Solvers, func(s ouro.Spec) bool { return s.Name == Hand }) ||
		slices.ContainsFunc(req.Snakes, func(s Snake) bool { return s.Spec.Name == Hand })
	switch {
	case err != nil:
		return c, err
	case req.Game.Position != nil:
		return c, errors.New("no command starts from a position")
	case strings.Contains(req.Level, "/"):
		return c, errors.New("the link contains the rows of the level: save them in a file and use --level FILE")
	case hasPerson && len(req.Solvers) == 1 && req.Budget == (ouro.Budget{}):
		c.Command = "play"
		return c, nil
	case hasPerson:
		return c, errors.New("no command lets a person play with solvers")
	case len(req.Snakes) > 0 && !rules.HasSeveralSnakes():
		return c, errors.New("no command takes the seed of a single game: save the record and use ouro replay")
	}
	for _, spec := range req.Solvers {
		c.Snakes = append(c.Snakes, spec.String())
	}
	for _, snake := range req.Snakes {
		c.Command = "game"
		c.Snakes = append(c.Snakes, snake.String())
	}
	return c, nil
}
