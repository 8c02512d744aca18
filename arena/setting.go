package arena

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"time"

	"ouro"
	"ouro/arena/opening"
	"ouro/arena/sprt"
	"ouro/battlesnake/host"
	"ouro/battlesnake/wire"
	"ouro/hunter"
	"ouro/internal/english"
	"ouro/internal/printable"
	"ouro/lab"
	"ouro/play"
	"ouro/roster"
)

// Setting is a checked tournament with its defaults.
type Setting struct {
	Tournament *Tournament // with defaults

	Game     ouro.GameSpec     // Snakes is the number of seats
	Rules    roster.RulesEntry // rules of the game
	Hunt     *hunter.Config    // the game of Snake Hunter, without seed and drivers; nil for other games
	Alone    bool              // whether every game has one snake
	Entrants []host.Entrant    // each game opens new connections to remote snakes
	Guests   bool              // whether some snakes are remote
	Budget   ouro.Budget       // budget of solvers for a move
	Seatings [][]int           // the games of a group, as snakes by seat
	Groups   int               // number of planned groups

	openings *opening.Source // set by Open; nil means the start of the rules

	threads int // largest number of threads of a solver
}

const (
	defaultGames     = 200
	defaultMostGames = 20_000 // for SPRT
	defaultRules     = "standard"
)

// Setting checks the tournament and sets defaults. It sends no request to remote snakes.
func (t *Tournament) Setting() (*Setting, error) {
	c := *t
	s := &Setting{Tournament: &c}
	c.Format = cmp.Or(c.Format, RoundRobin)
	if c.byRules() {
		c.Openings, c.OpeningsSum = "", ""
	}
	if quote(c.Title) != c.Title {
		return nil, fmt.Errorf("title %s: want at most %d bytes of printable text", quote(c.Title), maxQuoted)
	}
	for _, step := range []func() error{
		func() error { return c.Format.check(len(c.Snakes)) }, s.readSnakes, c.checkNumbers, s.readRules, s.readBoard, s.chooseSeats, s.tryToPlay,
	} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	return s, nil
}

func (s *Setting) readSnakes() error {
	t := s.Tournament
	texts := make([]string, len(t.Snakes))
	for i, snake := range t.Snakes {
		e, err := host.ParseEntrant(snake.Snake)
		if err != nil {
			return err
		}
		if snake.Name != "" {
			e.Name = snake.Name
		}
		if quote(e.Name) != e.Name {
			return fmt.Errorf("snake %d: invalid name %s: want at most %d bytes of printable text", i+1, quote(e.Name), maxQuoted)
		}
		texts[i] = e.Name
		s.Guests = s.Guests || e.Guest != nil
		s.Entrants = append(s.Entrants, e)
	}
	given := func(i int) bool { return t.Snakes[i].Name != "" }
	if i, j, clash := english.Clash(texts, given); clash {
		return english.ClashError(quote(texts[i]), quote(t.Snakes[i].Snake), quote(t.Snakes[j].Snake))
	}
	all := make([]Snake, len(s.Entrants))
	for i, name := range english.Distinct(texts, given) {
		e := &s.Entrants[i]
		e.Name = name
		all[i] = Snake{Name: name, Snake: e.Address()}
	}
	t.Snakes = all // the caller's slice stays unchanged
	return nil
}

func quote(text string) string { return printable.Short(text, maxQuoted) }

func (t *Tournament) checkNumbers() error {
	if t.Games == 0 {
		t.Games = defaultGames
		if t.Format == SPRT {
			t.Games = defaultMostGames
		}
	}
	negative := func(name string, value any, isNegative bool) error {
		if isNegative {
			return fmt.Errorf("%s %v: must not be negative", name, value)
		}
		return nil
	}
	if err := cmp.Or(negative("games", t.Games, t.Games < 0), negative("seats", t.Seats, t.Seats < 0),
		negative("start_length", t.StartLength, t.StartLength < 0), negative("nodes", t.Nodes, t.Nodes < 0),
		negative("time", t.Time, t.Time < 0), negative("cpu", t.CPU, t.CPU < 0),
		negative("guest_timeout", t.GuestTimeout, t.GuestTimeout < 0), negative("retries", t.Retries, t.Retries < 0),
		negative("workers", t.Workers, t.Workers < 0)); err != nil {
		return err
	}
	if t.Retries > mostRetries {
		return fmt.Errorf("retries %d: want at most %d", t.Retries, mostRetries)
	}
	if t.Format == SPRT {
		return sprt.Hypotheses{Elo0: t.Elo0, Elo1: t.Elo1, Alpha: t.Alpha, Beta: t.Beta, Games: 1}.Check()
	}
	t.Elo0, t.Elo1, t.Alpha, t.Beta = 0, 0, 0, 0
	return nil
}

// mostRetries limits Retries, because the reason for each retry is stored.
const mostRetries = 100

func (s *Setting) readRules() error {
	t := s.Tournament
	spec, err := ouro.ParseSpec(cmp.Or(t.Rules, defaultRules))
	if err != nil {
		return fmt.Errorf("rules %w", err)
	}
	if spec.Name == HuntName {
		return s.setHunt(spec)
	}
	if s.Rules, err = roster.FindRules(spec.Name); err != nil {
		return err
	}
	if s.Rules.Kind == roster.Battlesnake { // make every option explicit
		full, err := wire.NewGame("", spec, 0)
		if err != nil {
			return err
		}
		spec = full.Spec()
	}
	s.Game.Rules = spec
	chosen := s.Rules.WithoutDefaults(spec)
	t.Rules = chosen.String()
	s.Alone = !s.Rules.HasSeveralSnakes() || len(s.Rules.Partners) == 0
	return s.readBudget()
}

func (s *Setting) readBudget() error {
	t := s.Tournament
	var limits []string
	for _, l := range []struct {
		name  string
		isSet bool
	}{{"nodes", t.Nodes > 0}, {"time", t.Time > 0}, {"cpu", t.CPU > 0}} {
		if l.isSet {
			limits = append(limits, l.name)
		}
	}
	if len(limits) > 1 {
		return fmt.Errorf("%s: give only one of them to limit each move", strings.Join(limits, " and "))
	}
	s.Budget = ouro.Budget{Nodes: t.Nodes, Time: t.Time, CPU: t.CPU}
	if err := play.CanLimit(s.Budget); err != nil {
		return fmt.Errorf("cpu %v: %w; use nodes or time", t.CPU, err)
	}
	switch {
	case s.Guests && s.Rules.Kind != roster.Battlesnake:
		return fmt.Errorf("rules %s: remote snakes play only Battlesnake", t.Rules)
	case !s.Guests:
		t.GuestTimeout = 0
	case t.GuestTimeout == 0:
		t.GuestTimeout = wire.DefaultTimeout
	case t.GuestTimeout < time.Millisecond:
		return fmt.Errorf("guest_timeout %v: must be at least 1ms", t.GuestTimeout)
	}
	return nil
}

func (s *Setting) readBoard() error {
	t := s.Tournament
	if s.Hunt != nil { // Snake Hunter has its own levels
		return nil
	}
	if t.Level != "" && t.Board != "" {
		return fmt.Errorf("level and board: a level has its own size; give only one of them")
	}
	if t.Board != "" && s.Rules.Level != "" {
		return fmt.Errorf("board %s: rules %s are played in a level, which has its own size", quote(t.Board), s.Rules.Name)
	}
	if t.Board == "" && t.Level == "" {
		t.Board, t.Level = s.Rules.Board, s.Rules.Level
	}
	var err error
	if t.Level != "" {
		if s.Game.Level, err = readLevel(t.Level); err != nil {
			return err
		}
		s.Game.W, s.Game.H = s.Game.Level.Grid.W, s.Game.Level.Grid.H
	} else {
		if s.Game.W, s.Game.H, err = ouro.ParseSize(strings.ToLower(t.Board)); err != nil {
			return err
		}
		t.Board = fmt.Sprintf("%dx%d", s.Game.W, s.Game.H)
	}
	if n := s.Rules.StartLength; n > 0 && t.StartLength != 0 && t.StartLength != n {
		return fmt.Errorf("start_length %d: rules %s always start with length %d", t.StartLength, s.Rules.Name, n)
	}
	t.StartLength = cmp.Or(s.Rules.StartLength, t.StartLength, 1)
	s.Game.StartLength = t.StartLength
	return nil
}

func readLevel(text string) (*ouro.Level, error) {
	if strings.Contains(text, "\n") {
		return ouro.ParseLevel(text)
	}
	level, err := roster.Level(text)
	if err != nil {
		return nil, errors.New(quote(err.Error()))
	}
	return level, nil
}

func (s *Setting) chooseSeats() error {
	t := s.Tournament
	n := len(t.Snakes)
	switch {
	case t.Seats > 0 && t.Format != FreeForAll:
		return fmt.Errorf("seats %d: format %s determines the number of seats; only format ffa lets you choose it", t.Seats, t.Format)
	case t.Seats > 0 && s.Alone:
		return fmt.Errorf("seats %d: by the rules %s every snake plays alone", t.Seats, s.Rules.Name)
	case t.Format == SPRT && s.Alone && n > 2:
		return fmt.Errorf("%s: by the rules %s every snake plays alone, so format sprt compares exactly two", english.Count(n, "snake"), s.Rules.Name)
	case t.Seats > n || t.Seats == 1:
		return fmt.Errorf("seats %d: want 2 to %d, the number of snakes", t.Seats, n)
	}
	if s.Alone {
		s.Seatings = lab.Alone(n)
	} else {
		seats := 2
		if t.Format == FreeForAll {
			seats = cmp.Or(t.Seats, n)
			t.Seats = seats
		}
		s.Seatings = t.Format.seatings(n, seats)
	}
	s.Game.Snakes = len(s.Seatings[0])
	s.Groups = (t.Games-1)/len(s.Seatings) + 1
	if s.Groups > lab.MaxGroups {
		return fmt.Errorf("games %d: want at most %d", t.Games, lab.MaxGroups*len(s.Seatings))
	}
	return nil
}

// tryToPlay checks that the games can be played: it deals a game and makes every solver that is not
// a program. It starts no programs, because the tournament can come from an untrusted folder.
func (s *Setting) tryToPlay() error {
	if s.Hunt == nil {
		if _, err := roster.Deal(s.Game, 0); err != nil {
			return err
		}
	}
	return s.try(false)
}

// try makes the solvers, to check that they can play. If programs is true, it makes only those that
// are programs, else only the others.
func (s *Setting) try(programs bool) error {
	for _, e := range s.Entrants {
		switch program := e.Spec.Name == roster.Exec().Name; {
		case e.Guest != nil || program != programs:
			continue
		case s.Hunt != nil:
			if err := s.tryHunt(e.Spec); err != nil {
				return err
			}
			continue
		}
		threads, err := roster.Threads(e.Spec, s.Game)
		if err != nil {
			return err
		}
		s.threads = max(s.threads, threads)
	}
	return nil
}

func (s *Setting) Games() int { return s.Groups * len(s.Seatings) }

// isTimed reports whether moves have a limit of wall time. Games that are played at once then
// affect each other.
func (s *Setting) isTimed() bool { return s.Guests || s.Tournament.Time > 0 }

// inTurn reports whether the snakes of a game think one after the other. Remote snakes think at the
// same time, because they may run on several machines.
func (s *Setting) inTurn() bool { return !s.Guests }

// Workers returns how many games are played at once: Tournament.Workers or, if that is 0, the
// number that fair returns.
func (s *Setting) Workers() int {
	if n := s.Tournament.Workers; n > 0 {
		return n
	}
	n, _ := s.fair()
	return n
}

// fair returns how many games can run at once without delaying each other, and the reason.
func (s *Setting) fair() (games int, why string) {
	if s.Guests {
		return lab.Fair(ouro.Budget{Time: s.Tournament.GuestTimeout}, max(1, s.threads)*s.Game.Snakes)
	}
	return lab.Fair(s.Budget, s.threads)
}

// Warnings returns the properties of the tournament that make its result less reliable.
func (s *Setting) Warnings() (all []string) {
	t := s.Tournament
	if fair, why := s.fair(); s.isTimed() && t.Workers > fair {
		text := fmt.Sprintf("with %d games at once, moves also wait for processors; at most %s at once avoids this (%s)", t.Workers, english.Count(fair, "game"), why)
		if !s.Guests {
			text += "; so does a limit of cpu instead of time"
		}
		all = append(all, text)
	}
	if s.Guests && t.CPU > 0 {
		all = append(all, "cpu limits only the snakes of this program; guest_timeout limits remote snakes")
	}
	if s.Guests && (t.Nodes > 0 || t.Time > 0) && t.Time != t.GuestTimeout {
		all = append(all, fmt.Sprintf("solvers and remote snakes do not have the same time: remote snakes have %v for an answer", t.GuestTimeout))
	}
	if s.openings != nil && 0 < s.openings.Different() && s.openings.Different() < s.Groups {
		all = append(all, fmt.Sprintf("only %s for %s: some positions start several groups, each time with other food", english.Count(s.openings.Different(), "opening"), english.Count(s.Groups, "group")))
	}
	if s.Groups == 1 {
		all = append(all, fmt.Sprintf("%s with the same start and food are only one group: the intervals are unreliable, because one group does not show how much groups differ", english.Count(s.Games(), "game")))
	}
	return all
}
