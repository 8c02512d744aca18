package arena

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
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
	return Game{Seed: r.Seed, Ending: r.Outcome.Ending, Winner: r.Outcome.Winner, Turns: r.Turns()}
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
	x, err := readIndexOf(dir, t)
	if err != nil {
		return 0, err
	}
	for i := range x.games {
		g := &x.games[i]
		what := ""
		if err := t.verify(ctx, dir, g); ctx.Err() != nil {
			return i, ctx.Err()
		} else if err != nil {
			what = err.Error()
		}
		if what != "" {
			differs(x.lines[i], what)
		}
	}
	return len(x.games), nil
}

// verify derives a game again.
func (t *Tournament) verify(ctx context.Context, dir string, g *Game) error {
	file, err := readRecord(dir, g)
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
	return t.played(file, g)
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
func (t *Tournament) played(file *saved.File, g *Game) error {
	specs := []ouro.Spec(nil)
	if r := file.Record; r != nil {
		specs = r.Seats
		if r.Budget.Nodes != t.Nodes {
			return fmt.Errorf("its record is of a game with %d nodes a move, the tournament has %d", r.Budget.Nodes, t.Nodes)
		}
	} else {
		specs = file.Hunter.Drivers
	}
	for seat, spec := range specs {
		if name := t.Snakes[g.Seats[seat].Snake].Snake; spec.Name != "guest" && spec.String() != name {
			return fmt.Errorf("seat %d: snake %s, by its record %s", seat, name, spec)
		}
	}
	return nil
}

// deriveHunt is what became of a recorded game of Snake Hunter.
func deriveHunt(ctx context.Context, r *hunter.Record) (g Game, err error) {
	makers, err := roster.Makers(r.Drivers)
	if err != nil {
		return g, err
	}
	var result hunter.Result
	if err := hunter.Replay(ctx, r, makers, func(w *hunter.World) { result = w.Result() }); err != nil {
		return g, err
	}
	return huntGame(result), nil
}
