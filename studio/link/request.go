package link

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"ouro"
	"ouro/internal/english"
	"ouro/roster"
)

// Request describes a game and how to show it: the values of a link's fields, with defaults for the
// fields that the link lacks.
type Request struct {
	Game  ouro.GameSpec
	Level string // name of the level, or its rows as in the link; "" without a level
	Start string // COLUMN,ROW if the link has a start

	// Either Solvers or Snakes is set. Each of Solvers plays a lone snake in its own game (as in
	// ouro watch); Snakes play together in one game (as in ouro game).
	Solvers []ouro.Spec
	Snakes  []Snake

	Seed   uint64
	Index  int // number of the game within the seed; 0 for Snakes
	Budget ouro.Budget

	Turn  int      // turn to show, by default the first turn of the game
	Play  bool     // the game runs from Turn
	Speed float64  // turns a second; 0 is as fast as possible
	Show  []string // labels of the overlays to draw
	Seat  int      // snake whose overlays are drawn
}

type Snake struct {
	Name string // "" if it has no name
	Spec ouro.Spec
}

// String returns the snake in the form of links and command lines, NAME=SOLVER. It omits a name that
// this form cannot express.
func (s Snake) String() string {
	text := s.Name + "=" + s.Spec.String()
	if parsed, err := parseSnake(text); err != nil || parsed.Name != s.Name || s.Name == "" {
		return s.Spec.String()
	}
	return text
}

// Hand is the name of the solver if a person plays the snake.
const Hand = "hand"

// Lanes returns the snakes of each game, in order of their seats, with distinct names.
func (req *Request) Lanes() [][]Snake {
	if len(req.Solvers) == 0 {
		return [][]Snake{withNames(req.Snakes)}
	}
	lanes := make([][]Snake, len(req.Solvers))
	for i, spec := range req.Solvers {
		lanes[i] = withNames([]Snake{{Spec: spec}})
	}
	return lanes
}

// withNames gives names to snakes that have none, as ouro game does.
func withNames(snakes []Snake) []Snake {
	all := slices.Clone(snakes)
	for i, name := range english.Distinct(names(snakes)) {
		all[i].Name = name
	}
	return all
}

// names returns the names of snakes. A snake without a name has the name of its solver. isNamed
// reports whether the user has named snake i.
func names(snakes []Snake) (names []string, isNamed func(i int) bool) {
	for _, s := range snakes {
		names = append(names, cmp.Or(s.Name, s.Spec.String()))
	}
	return names, func(i int) bool { return snakes[i].Name != "" }
}

// GameSeed returns the seed from which the game is dealt. For Solvers it is derived from Seed and
// Index; for Snakes it is Seed.
func (req *Request) GameSeed() uint64 {
	if len(req.Solvers) == 0 {
		return req.Seed
	}
	return ouro.GameSeed(req.Seed, req.Index)
}

// defaultSpeed returns the default speed in turns a second, the same as in the terminal.
func (req *Request) defaultSpeed() float64 {
	if len(req.Solvers) == 0 {
		return 8
	}
	return 20
}

const (
	MaxLanes  = 4
	MaxThink  = time.Minute // longest time for a move
	maxTurn   = 1 << 26
	maxSpeed  = 1e6
	maxLabels = 16
	maxName   = 60 // most bytes of a snake's name or of a label
)

// Resolve parses the values of the link. It also checks that the game can be dealt and that every
// solver can play the game. Its errors name the field.
func (l *Link) Resolve() (*Request, error) {
	r := reader{link: l, req: &Request{}}
	for _, read := range []func() error{r.game, r.players, r.seedAndBudget, r.view} {
		if err := read(); err != nil {
			return nil, err
		}
	}
	return r.req, nil
}

type reader struct {
	link *Link
	req  *Request
}

func (r *reader) game() error {
	choice := roster.Choice{Level: r.link.Get("level"), Start: r.link.Get("start"), Snakes: len(r.link.All("snake"))}
	var err error
	if choice.Rules, err = ouro.ParseSpec(cmp.Or(r.link.Get("rules"), roster.Rules()[0].Name)); err != nil {
		return errorf("rules", "rules %w", err)
	}
	if text := r.link.Get("board"); text != "" {
		if choice.W, choice.H, err = ouro.ParseSize(text); err != nil {
			return &Error{"board", err}
		}
	}
	if choice.StartLength, err = r.number("start-length", 0, 1, ouro.MaxSide*ouro.MaxSide); err != nil {
		return err
	}
	if text := r.link.Get("position"); text != "" {
		if choice.Position, err = ouro.ParseState(text); err != nil {
			return errorf("position", "position: %w", err)
		}
		choice.Snakes = len(choice.Position.Snakes)
		if choice.Snakes == 0 {
			return errorf("position", "position: it has no snake; add one, such as s2.2 for a snake on column 2, row 2")
		}
		r.req.Turn = choice.Position.Turn
	}
	var levelErr error
	choice.Open = func(level string) (l *ouro.Level, err error) {
		l, levelErr = parseLevel(level)
		return l, levelErr
	}
	r.req.Game, err = choice.Game()
	r.req.Level, r.req.Start = choice.Level, choice.Start
	var choiceErr *roster.ChoiceError
	switch {
	case levelErr != nil:
		return &Error{"level", levelErr}
	case errors.As(err, &choiceErr):
		return &Error{choiceErr.Field, choiceErr}
	case err != nil && choice.Position != nil:
		return &Error{"position", err}
	case err != nil:
		return &Error{"rules", err}
	}
	return nil
}

func (r *reader) seedAndBudget() (err error) {
	req := r.req
	if req.Seed, err = strconv.ParseUint(cmp.Or(r.link.Get("seed"), "1"), 10, 64); err != nil {
		return errorf("seed", "seed %s: want a whole number from 0 to %d", quote(r.link.Get("seed")), uint64(1<<64-1))
	}
	if req.Index, err = r.number("game", 0, 0, 1<<31-1); err != nil {
		return err
	}
	if req.Index > 0 && len(req.Solvers) == 0 {
		return errorf("game", "game %d: games of several snakes have no number; choose another seed instead", req.Index)
	}
	nodes, err := r.number("nodes", 0, 0, 1<<53)
	if err != nil {
		return err
	}
	req.Budget.Nodes = int64(nodes)
	if req.Budget.Time, err = r.duration("time"); err != nil {
		return err
	}
	req.Budget.CPU, err = r.duration("cpu")
	return err
}

func (r *reader) view() (err error) {
	req := r.req
	first := req.Turn
	if req.Turn, err = r.number("turn", first, first, maxTurn); err != nil {
		return err
	}
	switch text := r.link.Get("play"); text {
	case "true", "false":
		req.Play = text == "true"
	case "":
		req.Play = req.Turn == first
	default:
		return errorf("play", "play %s: want true or false", quote(text))
	}
	req.Speed = req.defaultSpeed()
	if text := r.link.Get("speed"); text != "" {
		req.Speed, err = strconv.ParseFloat(text, 64)
		if err != nil || !(req.Speed >= 0 && req.Speed <= maxSpeed) { // the negation also excludes NaN
			return errorf("speed", "speed %s: want turns a second, at most %d; 0 is as fast as possible", quote(text), int(maxSpeed))
		}
	}
	if text := r.link.Get("show"); text != "" {
		req.Show = strings.Split(text, ",")
	}
	if len(req.Show) > maxLabels {
		return errorf("show", "show: %d labels; the limit is %d", len(req.Show), maxLabels)
	}
	for _, label := range req.Show {
		if label == "" || len(label) > maxName || !isPrintable(label) {
			return errorf("show", "show %s: want labels such as plan,scores", quote(label))
		}
	}
	req.Seat, err = r.number("seat", 0, 0, max(1, req.Game.Snakes)-1)
	return err
}

func (r *reader) number(key string, byDefault, least, most int) (int, error) {
	text := r.link.Get(key)
	if text == "" {
		return byDefault, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < least || n > most {
		return byDefault, errorf(key, "%s %s: want a whole number from %d to %d", key, quote(text), least, most)
	}
	return n, nil
}

func (r *reader) duration(key string) (time.Duration, error) {
	text := r.link.Get(key)
	if text == "" {
		return 0, nil
	}
	d, err := time.ParseDuration(text)
	if err != nil || d < 0 || d > MaxThink {
		return 0, errorf(key, "%s %s: want a time such as 20ms, at most %s", key, quote(text), MaxThink)
	}
	return d, nil
}
