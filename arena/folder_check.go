package arena

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ouro"
	"ouro/hunter"
	"ouro/lab"
	"ouro/play"
	"ouro/roster"
	"ouro/saved"
)

// lostError says that a record is not there, or only a part of it.
type lostError struct {
	name string
	how  string
}

func (e *lostError) Error() string { return e.name + " " + e.how }

// readRecord reads the record of a game.
func readRecord(dir string, g *Game) (*saved.File, error) {
	name := filepath.Join(dir, recordsName, recordName(g.Group, g.Seating))
	text, err := os.ReadFile(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, &lostError{name, "is not there"}
	case err != nil:
		return nil, err
	case !whole(text):
		return nil, &lostError{name, "is not whole"}
	}
	file, err := saved.Open(bytes.NewReader(text))
	if err == nil && file.Record == nil && file.Hunter == nil {
		err = fmt.Errorf("a %s, want a record", file.Kind)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return file, nil
}

// whole tells whether the text of a record ends with its sum, and holds no zeros
// as files do that had not reached the disk.
func whole(text []byte) bool {
	end := bytes.LastIndexByte(bytes.TrimSuffix(text, []byte("\n")), '\n')
	return bytes.HasSuffix(text, []byte("\n")) && bytes.HasPrefix(text[end+1:], []byte("sum ")) && bytes.IndexByte(text, 0) < 0
}

// checkRecord compares a line of the index with what the record says of the seed
// and the end, without deriving the game again.
func (f *Folder) checkRecord(s *Setting, g *Game) error {
	if err := s.check(g); err != nil {
		return err
	}
	file, err := readRecord(f.dir, g)
	if err != nil {
		return err
	}
	if d := g.differences(endOf(file)); d != "" {
		return fmt.Errorf("%s: %s", recordName(g.Group, g.Seating), d)
	}
	return nil
}

// endOf is what a record says of its game without deriving it.
func endOf(file *saved.File) Game {
	if r := file.Hunter; r != nil {
		g := Game{Seed: r.Seed, Turns: r.Ticks(), Measures: []int{r.Score}}
		g.Ending, g.Winner = huntEnding(r.Phase)
		return g
	}
	r := file.Record
	return Game{Seed: r.Seed, Ending: r.Outcome.Ending, Winner: r.Outcome.Winner, Turns: r.End()}
}

// differences names what differs between a line of the index and what its record
// says, as far as that tells.
func (g *Game) differences(by Game) string {
	var all []string
	say := func(what string, index, record any) {
		if index != record {
			all = append(all, fmt.Sprintf("%s %v, by its record %v", what, index, record))
		}
	}
	say("seed", g.Seed, by.Seed)
	say("ending", g.Ending, by.Ending)
	say("winner", g.Winner, by.Winner)
	say("turns", g.Turns, by.Turns)
	if by.Seats == nil {
		return strings.Join(all, "; ")
	}
	say("number of seats", len(g.Seats), len(by.Seats))
	for seat := range min(len(g.Seats), len(by.Seats)) {
		a, b, at := g.Seats[seat], by.Seats[seat], fmt.Sprintf("seat %d: ", seat)
		say(at+"length", a.Length, b.Length)
		say(at+"cause", a.Cause, b.Cause)
		say(at+"died", a.Died, b.Died)
		// What went wrong before the first move and after the last is not in
		// the record.
		if a.Mishaps < b.Mishaps {
			say(at+"mishaps", a.Mishaps, b.Mishaps)
		}
		say(at+"offered", a.Offered, b.Offered)
	}
	for i := range min(len(g.Measures), len(by.Measures)) {
		say(fmt.Sprintf("measure %d", i+1), g.Measures[i], by.Measures[i])
	}
	return strings.Join(all, "; ")
}

// VerifyFolder derives every finished game of a folder again from its record, and
// compares it with its line of the index and with the tournament. What differs is
// told with its line, and is no error. It returns how many games there are.
func VerifyFolder(ctx context.Context, dir string, differs func(line int, what string)) (games int, err error) {
	t, err := ReadTournament(dir)
	if err != nil {
		return 0, err
	}
	s, err := t.Setting()
	if err != nil {
		return 0, fmt.Errorf("%s: %w", filepath.Join(dir, tournamentName), err)
	}
	x, err := readIndexOf(os.DirFS(dir), dir, t)
	if err != nil {
		return 0, err
	}
	v := verifier{s, dir, map[int]string{}}
	for i := range x.games {
		if err := v.verify(ctx, &x.games[i]); ctx.Err() != nil {
			return i, ctx.Err()
		} else if err != nil {
			differs(x.lines[i], err.Error())
		}
	}
	return len(x.games), nil
}

// verifier compares games with the tournament and with each other.
type verifier struct {
	*Setting
	dir    string
	starts map[int]string // of the groups so far, where the games start from openings
}

// verify derives a game again.
func (v *verifier) verify(ctx context.Context, g *Game) error {
	file, err := readRecord(v.dir, g)
	if err != nil {
		return err
	}
	name := recordName(g.Group, g.Seating)
	var derived Game
	if file.Hunter != nil {
		derived, err = deriveHunt(ctx, file.Hunter)
	} else {
		derived, err = derive(ctx, file.Record)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if d := g.differences(derived); d != "" {
		return errors.New(d)
	}
	if err := v.played(file, g); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return v.check(g)
}

// derive is what became of a recorded game, by the rules.
func derive(ctx context.Context, r *ouro.Record) (g Game, err error) {
	deal, err := roster.Deal(r.Game, r.Seed)
	if err != nil {
		return g, err
	}
	var end *ouro.State
	if err := play.Replay(ctx, r, deal, func(s *ouro.State) { end = s }); err != nil {
		return g, err
	}
	tally := lab.NewTally(end, r.Outcome, r.Incidents)
	g = Game{Seed: r.Seed, Ending: r.Outcome.Ending, Winner: r.Outcome.Winner, Turns: end.Turn, Seats: make([]Seat, len(tally.Seats))}
	for seat, s := range tally.Seats {
		g.Seats[seat] = Seat{Length: int(s.Length), Cause: s.Cause, Died: int(s.Died), Mishaps: int(s.Mishaps), Offered: int(s.Offered)}
	}
	return g, nil
}

// played compares who played what with the tournament.
func (v *verifier) played(file *saved.File, g *Game) error {
	specs := []ouro.Spec(nil)
	if r := file.Record; r != nil {
		specs = r.Seats
		if err := v.playedBy(r, g.Group); err != nil {
			return err
		}
	} else {
		specs = file.Hunter.Drivers
		if err := v.huntedBy(file.Hunter); err != nil {
			return err
		}
	}
	for seat, spec := range specs {
		if name := v.Tournament.Snakes[g.Seats[seat].Snake].Snake; spec.Name != "guest" && spec.String() != name {
			return fmt.Errorf("seat %d: snake %s, by its record %s", seat, name, spec)
		}
	}
	return nil
}

// differs is about something of the tournament that is another by a record.
func differs(what string, tournament, record any) error {
	if tournament == record {
		return nil
	}
	return fmt.Errorf("%s %v, by its record %v", what, tournament, record)
}

// playedBy compares the game of a record, and where it starts, with the tournament.
func (v *verifier) playedBy(r *ouro.Record, group int) error {
	game := &r.Game
	level := func(l *ouro.Level) string {
		if l == nil || game.Position != nil { // which has the board
			return "none"
		}
		return "\n" + l.String()
	}
	err := cmp.Or(
		differs("rules", v.Game.Rules.String(), game.Rules.String()),
		differs("board", fmt.Sprintf("%dx%d", v.Game.W, v.Game.H), fmt.Sprintf("%dx%d", game.W, game.H)),
		differs("level", level(v.Game.Level), level(game.Level)),
		differs("start length", v.Game.StartLength, game.StartLength),
		differs("budget", v.limits(r.Seats), limits(r.Budget)),
		differs("openings", !v.Tournament.byRules(), game.Position != nil),
	)
	if err != nil || game.Position == nil {
		return err
	}
	start := game.Position.String()
	if first, known := v.starts[group]; known && start != first {
		return fmt.Errorf("it starts from %s, and group %d from %s", start, group, first)
	}
	v.starts[group] = start
	return nil
}

// limits is the budget as the record of a game of these snakes says it: beside guests
// there is a time for everybody.
func (v *verifier) limits(seats []ouro.Spec) string {
	b := v.Budget
	if slices.ContainsFunc(seats, func(s ouro.Spec) bool { return s.Name == "guest" }) {
		b.Time = v.Tournament.GuestTimeout
	}
	return limits(b)
}

func limits(b ouro.Budget) string {
	return (&Tournament{Nodes: b.Nodes, Time: b.Time, CPU: b.CPU}).Budget()
}

// huntedBy compares the game of a record of Snake Hunter with the tournament.
func (v *verifier) huntedBy(r *hunter.Record) error {
	if v.Hunt == nil {
		return differs("rules", v.Tournament.Rules, huntName)
	}
	return cmp.Or(
		differs("bots", v.Hunt.Hunters, r.Hunters),
		differs("snakes", v.Hunt.Snakes, r.Snakes),
		differs("nodes", v.Hunt.Nodes, r.Nodes),
		differs("levels", hunter.FormatLevels(v.Hunt.Levels), hunter.FormatLevels(r.Levels)),
	)
}

// deriveHunt is what became of a recorded game of Snake Hunter.
func deriveHunt(ctx context.Context, r *hunter.Record) (g Game, err error) {
	makers, err := roster.MakersAgain(r.Drivers)
	if err != nil {
		return g, err
	}
	var result hunter.Result
	if err := hunter.Replay(ctx, r, makers, func(w *hunter.World) { result = w.Result() }); err != nil {
		return g, err
	}
	return huntGame(result), nil
}
