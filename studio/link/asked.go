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

// Asked is a game that a link asks for, and how it is shown, with all defaults filled in.
type Asked struct {
	Game  ouro.GameSpec
	Level string // the level's name, or its rows as the link has them; "" without one
	Start string // COLUMN,ROW, where the link says it

	// Either a lone snake, steered by each of these solvers in a game of its own, as
	// ouro watch has it, or the snakes of one game, as ouro game has it.
	Solvers []ouro.Spec
	Snakes  []Snake

	Seed   uint64
	Index  int // of the game of the seed, of lone snakes
	Budget ouro.Budget

	Turn  int     // that is shown; of a game from the start its first
	Play  bool    // it goes on from there
	Speed float64 // turns a second; 0 is as fast as it goes
	Show  []string
	Seat  int
}

// Snake is a snake of a game of several.
type Snake struct {
	Name string // "" where nobody named it
	Spec ouro.Spec
}

// String is the snake in links and command lines, without a name that they cannot hold.
func (s Snake) String() string {
	text := s.Name + "=" + s.Spec.String()
	if again, err := parseSnake(text); err != nil || again.Name != s.Name || s.Name == "" {
		return s.Spec.String()
	}
	return text
}

// Hand stands for a person in the place of a solver.
const Hand = "hand"

// Lanes are the games side by side, each with its seats. Their names differ.
func (a *Asked) Lanes() [][]Snake {
	if len(a.Solvers) == 0 {
		return [][]Snake{named(a.Snakes)}
	}
	lanes := make([][]Snake, len(a.Solvers))
	for i, spec := range a.Solvers {
		lanes[i] = named([]Snake{{Spec: spec}})
	}
	return lanes
}

// named gives names to those who have none, as ouro game does.
func named(snakes []Snake) []Snake {
	all := slices.Clone(snakes)
	for i, name := range english.Distinct(names(snakes)) {
		all[i].Name = name
	}
	return all
}

// names are those of snakes, by default their solvers, and which of them were given.
func names(snakes []Snake) (names []string, given func(i int) bool) {
	for _, s := range snakes {
		names = append(names, cmp.Or(s.Name, s.Spec.String()))
	}
	return names, func(i int) bool { return snakes[i].Name != "" }
}

func (a *Asked) GameSeed() uint64 {
	if len(a.Solvers) == 0 {
		return a.Seed
	}
	return ouro.GameSeed(a.Seed, a.Index)
}

// usualSpeed is the default number of turns a second, as in the terminal.
func (a *Asked) usualSpeed() float64 {
	if len(a.Solvers) == 0 {
		return 8
	}
	return 20
}

const (
	MaxLanes  = 4
	MaxThink  = time.Minute // for a move
	maxTurn   = 1 << 26
	maxSpeed  = 1e6
	maxLabels = 16
	maxName   = 60 // bytes of a snake's name or of a label
)

// Ask reads what the link asks for. Its errors name the field; a game that it
// returns can be dealt, and every solver can play it.
func (l *Link) Ask() (*Asked, error) {
	r := reader{link: l, a: &Asked{}}
	for _, read := range []func() error{r.game, r.players, r.chance, r.view} {
		if err := read(); err != nil {
			return nil, err
		}
	}
	return r.a, nil
}

// reader fills an Asked.
type reader struct {
	link *Link
	a    *Asked
}

// game reads what is played, by how many snakes.
func (r *reader) game() error {
	choice := roster.Choice{Level: r.link.Get("level"), Start: r.link.Get("start"), Snakes: len(r.link.All("snake"))}
	var err error
	if choice.Rules, err = ouro.ParseSpec(r.text("rules", roster.Rules()[0].Name)); err != nil {
		return wrong("rules", "rules %w", err)
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
			return wrong("position", "position: %w", err)
		}
		choice.Snakes = len(choice.Position.Snakes)
		if choice.Snakes == 0 {
			return wrong("position", "position: it has no snake")
		}
		r.a.Turn = choice.Position.Turn
	}
	var unread error
	choice.Open = func(level string) (l *ouro.Level, err error) {
		l, unread = openLevel(level)
		return l, unread
	}
	r.a.Game, err = choice.Game()
	r.a.Level, r.a.Start = choice.Level, choice.Start
	var said *roster.ChoiceError
	switch {
	case unread != nil:
		return &Error{"level", unread}
	case errors.As(err, &said):
		return &Error{said.Field, said}
	case err != nil && choice.Position != nil:
		return &Error{"position", err}
	case err != nil:
		return &Error{"rules", err}
	}
	return nil
}

// chance reads the seed and what limits the thinking.
func (r *reader) chance() (err error) {
	a := r.a
	if a.Seed, err = strconv.ParseUint(r.text("seed", "1"), 10, 64); err != nil {
		return wrong("seed", "seed %s: want a whole number from 0 to %d", quoted(r.link.Get("seed")), uint64(1<<64-1))
	}
	if a.Index, err = r.number("game", 0, 0, 1<<31-1); err != nil {
		return err
	}
	if a.Index > 0 && len(a.Solvers) == 0 {
		return wrong("game", "game %d: games of several snakes are counted by their seed", a.Index)
	}
	nodes, err := r.number("nodes", 0, 0, 1<<53)
	if err != nil {
		return err
	}
	a.Budget.Nodes = int64(nodes)
	if a.Budget.Time, err = r.duration("time"); err != nil {
		return err
	}
	a.Budget.CPU, err = r.duration("cpu")
	return err
}

func (r *reader) view() (err error) {
	a := r.a
	first := a.Turn
	if a.Turn, err = r.number("turn", first, first, maxTurn); err != nil {
		return err
	}
	switch text := r.link.Get("play"); text {
	case "true", "false":
		a.Play = text == "true"
	case "":
		a.Play = a.Turn == first
	default:
		return wrong("play", "play %s: want true or false", quoted(text))
	}
	a.Speed = a.usualSpeed()
	if text := r.link.Get("speed"); text != "" {
		a.Speed, err = strconv.ParseFloat(text, 64)
		if err != nil || !(a.Speed >= 0 && a.Speed <= maxSpeed) { // not even NaN
			return wrong("speed", "speed %s: want turns a second, at most %d; 0 is as fast as it goes", quoted(text), int(maxSpeed))
		}
	}
	if text := r.link.Get("show"); text != "" {
		a.Show = strings.Split(text, ",")
	}
	if len(a.Show) > maxLabels {
		return wrong("show", "show: %d labels, more than %d", len(a.Show), maxLabels)
	}
	for _, label := range a.Show {
		if label == "" || len(label) > maxName || !isShown(label) {
			return wrong("show", "show %s: want labels such as plan and scores, a comma between them", quoted(label))
		}
	}
	a.Seat, err = r.number("seat", 0, 0, max(1, a.Game.Snakes)-1)
	return err
}

// text is the value of a key, or what it is where it is not said.
func (r *reader) text(key, usual string) string {
	if text := r.link.Get(key); text != "" {
		return text
	}
	return usual
}

func (r *reader) number(key string, usual, least, most int) (int, error) {
	text := r.link.Get(key)
	if text == "" {
		return usual, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < least || n > most {
		return usual, wrong(key, "%s %s: want a whole number from %d to %d", key, quoted(text), least, most)
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
		return 0, wrong(key, "%s %s: want a time such as 20ms, at most %s", key, quoted(text), MaxThink)
	}
	return d, nil
}
