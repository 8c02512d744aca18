package tui

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"ouro"
	"ouro/battlesnake/host"
	"ouro/hunter"
	"ouro/internal/infile"
	"ouro/internal/outfile"
	"ouro/roster"
	"ouro/tui/player"
	"ouro/tui/solo"
)

const settingsSchema = 1 // version of the file format; the program does not overwrite newer versions

const maxSettings = 64 << 10 // maximum size of the file in bytes

// settings is the content of the settings file. The menu ignores invalid values, so that it always
// opens.
type settings struct {
	Schema  int                `json:"schema"`
	Mode    string             `json:"mode"`
	Seed    uint64             `json:"seed"`
	Speed   map[string]float64 `json:"speed"` // turns per second by mode; 0 means as fast as possible
	Game    string             `json:"game"`  // the chosen rules
	Games   []gameMemory       `json:"games"`
	Compare []ouro.Spec        `json:"compare"`
	Hint    *ouro.Spec         `json:"hint"`
	Battle  battleMemory       `json:"battle"`
	Hunt    huntMemory         `json:"hunt"`
}

type gameMemory struct {
	Rules  ouro.Spec `json:"rules"`
	Board  string    `json:"board,omitempty"`
	Level  string    `json:"level,omitempty"` // replaces the board
	Solver ouro.Spec `json:"solver"`
}

type battleMemory struct {
	Rules  ouro.Spec `json:"rules"`
	Board  string    `json:"board"`
	Snakes []string  `json:"snakes"` // solvers and addresses, one for each seat
}

type huntMemory struct {
	Level   int `json:"level"` // counted from 1
	Players int `json:"players"`
}

// Errors for files that must not be overwritten.
var (
	errNewer  = errors.New("a newer version of ouro wrote the file")
	errNoFile = errors.New("not a regular file")
)

var errInvalid = errors.New("the content is invalid")

// readSettings reads a settings file. For a missing file, it returns the zero value.
func readSettings(name string) (s settings, err error) {
	info, err := os.Stat(name) // opening a pipe would block
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return s, nil
	case err != nil:
		return s, err
	case !info.Mode().IsRegular():
		return s, errNoFile
	}
	f, err := infile.Open(name)
	if err != nil {
		return s, err
	}
	defer func() { _ = f.Close() }() // the file was only read
	text, err := io.ReadAll(io.LimitReader(f, maxSettings+1))
	switch {
	case err != nil:
		return s, err
	case len(text) > maxSettings:
		return s, fmt.Errorf("larger than %d bytes", maxSettings)
	}
	var version struct{ Schema int }
	if err := json.Unmarshal(text, &version); err != nil || version.Schema < 1 {
		return s, errInvalid
	}
	if version.Schema > settingsSchema {
		return s, errNewer
	}
	if err := json.Unmarshal(text, &s); err != nil {
		return settings{}, errInvalid
	}
	return s, nil
}

// write replaces the settings file atomically. It makes the folder of the file if necessary.
func (s settings) write(name string) error {
	text, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return err
	}
	return outfile.In(nil, filepath.Dir(name), filepath.Base(name)).Write(func(w io.Writer) error {
		_, err := w.Write(append(text, '\n'))
		return err
	})
}

// settings returns the choices as the content of the settings file.
func (c *menuChoices) settings() settings {
	s := settings{
		Schema: settingsSchema, Mode: modes()[c.mode].name, Seed: c.seed, Speed: map[string]float64{},
		Game: menuGames[c.game].rules.Name, Hunt: huntMemory{c.level + 1, c.people},
		Battle: battleMemory{Rules: c.battle.Rules, Board: fmt.Sprintf("%dx%d", c.battle.W, c.battle.H), Snakes: append([]string{}, c.entrants()...)},
	}
	for i, choice := range modes() {
		switch pace := c.pace[i]; {
		case pace == player.AsFast:
			s.Speed[choice.name] = 0
		case pace > 0:
			s.Speed[choice.name] = float64(pace)
		}
	}
	for i, g := range c.games {
		m := gameMemory{Rules: g.Rules, Solver: c.specs[c.solver[i]], Level: solo.LevelName(g.Level)}
		if g.Level == nil {
			m.Board = fmt.Sprintf("%dx%d", g.W, g.H)
		}
		s.Games = append(s.Games, m)
	}
	for _, i := range c.compared {
		if c.proposed {
			break
		}
		s.Compare = append(s.Compare, c.specs[i])
	}
	if c.hint >= 0 {
		s.Hint = &c.specs[c.hint]
	}
	return s
}

// Given says which choices came from flags. These choices take precedence over the settings file.
type Given struct{ Game, Seed bool }

// restore makes the choices in s that are still valid, except choices that came from flags.
func (c *menuChoices) restore(s settings, fromFlags Given) {
	if s.Schema == 0 {
		return
	}
	if i := slices.Index(modeNames(), s.Mode); i >= 0 {
		c.mode = mode(i)
	}
	if !fromFlags.Seed {
		c.seed = s.Seed
	}
	for i, name := range modeNames() {
		speed, ok := s.Speed[name]
		switch {
		case !ok || c.pace[i] == 0: // the mode has no pace
		case speed == 0 && mode(i) != modePlay:
			c.pace[i] = player.AsFast
		case speed > 0 && (mode(i) != modePlay || player.Pace(speed) <= solo.FastestPlay):
			c.pace[i] = player.Pace(speed)
		}
	}
	for _, m := range s.Games {
		c.restoreGame(m, fromFlags)
	}
	if i := slices.Index(gameNames(), s.Game); i >= 0 && !fromFlags.Game {
		c.game = i
	}
	if len(s.Compare) > 0 {
		c.compare(s.Compare)
	}
	if s.Hint != nil && isKnownSolver(*s.Hint) {
		c.hint = c.entry(*s.Hint)
	}
	c.restoreBattle(s.Battle)
	if n := s.Hunt.Level; n >= 1 && n <= len(hunter.Levels()) {
		c.level = n - 1
	}
	if n := s.Hunt.Players; n >= 1 && n <= hunter.MaxHunters {
		c.people = n
	}
}

func isKnownSolver(spec ouro.Spec) bool {
	_, err := roster.FindSolver(spec.Name)
	return err == nil
}

func (c *menuChoices) restoreGame(m gameMemory, given Given) {
	i := slices.Index(gameNames(), m.Rules.Name)
	if i < 0 || given.Game && i == c.game {
		return
	}
	g := ouro.GameSpec{Rules: m.Rules, StartLength: 1}
	if w, h, err := ouro.ParseSize(m.Board); err == nil {
		g.W, g.H = w, h
	}
	menuGames[i].setLevel(&g, m.Level)
	if _, err := roster.Deal(g, 0); err == nil {
		c.games[i] = g
	}
	if roster.CanPlay(m.Solver, c.games[i]) == nil {
		c.solver[i] = c.entry(m.Solver)
	}
}

func (c *menuChoices) restoreBattle(m battleMemory) {
	g := ouro.GameSpec{Rules: m.Rules, StartLength: c.battle.StartLength, Snakes: 1}
	var err error
	if g.W, g.H, err = ouro.ParseSize(m.Board); err == nil && solo.RulesOf(g).Kind == roster.Battlesnake {
		if _, err := roster.Deal(g, 0); err == nil {
			c.battle = g
		}
	}
	if m.Snakes != nil && len(m.Snakes) <= maxSnakes {
		c.restoreSnakes(m.Snakes)
	}
}

// restoreSnakes gives a seat to each snake that still exists. If no snake exists, restoreSnakes changes
// nothing.
func (c *menuChoices) restoreSnakes(texts []string) {
	var known []host.Entrant
	var written []string
	for _, text := range texts {
		if e, err := host.ParseEntrant(text); err == nil && len(text) <= maxTyped && (e.Guest != nil || isKnownSolver(e.Spec)) {
			known, written = append(known, e), append(written, text)
		}
	}
	if len(texts) > 0 && len(known) == 0 {
		return
	}
	for i := range c.snakes {
		c.snakes[i].n = 0
	}
	for i, e := range known {
		if e.Guest != nil {
			c.addSeat(e, written[i])
			continue
		}
		i := c.entry(e.Spec)
		c.snakes[slices.IndexFunc(c.snakes, func(s seats) bool { return s.address == "" && s.solver == i })].n++
	}
}
