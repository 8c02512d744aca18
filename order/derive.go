package order

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ouro"
	"ouro/hunter"
	"ouro/lab"
	"ouro/play"
	"ouro/roster"
	"ouro/saved"
)

// Derive is what became of a game of the Order by the rules alone, from its record:
// nobody thinks again but the drivers of Snake Hunter, whose moves are no part of a
// record. A record of another game, or one that does not agree with the rules, is an
// error. What a record does not tell is left as it is in a zero tally: meals, and who
// sat where.
func (o *Order) Derive(ctx context.Context, group int, record []byte) (lab.Tally, error) {
	file, err := saved.Open(bytes.NewReader(record))
	if err != nil {
		return lab.Tally{}, fmt.Errorf("its record: %w", err)
	}
	seed := ouro.GameSeed(o.Seed, group)
	switch {
	case file.Record != nil && o.Kind != Hunter:
		if err := o.sameGame(file.Record, seed); err != nil {
			return lab.Tally{}, err
		}
		return derive(ctx, file.Record)
	case file.Hunter != nil && o.Kind == Hunter:
		return o.deriveHunter(ctx, file.Hunter, seed)
	}
	return lab.Tally{}, fmt.Errorf("its record is a %s", file.Kind)
}

// derive replays a record.
func derive(ctx context.Context, r *ouro.Record) (lab.Tally, error) {
	deal, err := roster.Deal(r.Game, r.Seed)
	if err != nil {
		return lab.Tally{}, err
	}
	var end *ouro.State
	if err := play.Replay(ctx, r, deal, func(s *ouro.State) { end = s }); err != nil {
		return lab.Tally{}, err
	}
	return lab.NewTally(end, r.Outcome, r.Incidents), nil
}

// sameGame wants a record to be of the game that was ordered.
func (o *Order) sameGame(r *ouro.Record, seed uint64) error {
	if r.Seed != seed {
		return fmt.Errorf("its record is of the seed %d, and the game has %d", r.Seed, seed)
	}
	if o.Kind == Arena {
		return nil // where it starts is for package arena to say
	}
	var of Order
	of.setGame(r.Game)
	if of.Rules != o.Rules || of.Board != o.Board || of.Level != o.Level || of.Position != o.Position || of.StartLength != o.StartLength {
		return errors.New("its record is of other rules or of another board")
	}
	return nil
}

// deriveHunter plays the record of a game of Snake Hunter again.
func (o *Order) deriveHunter(ctx context.Context, r *hunter.Record, seed uint64) (lab.Tally, error) {
	cfg, err := o.hunterConfig()
	if err != nil {
		return lab.Tally{}, err
	}
	drivers := func(specs []ouro.Spec) (all []string) {
		for _, s := range specs {
			all = append(all, s.String())
		}
		return all
	}
	switch {
	case r.Seed != seed:
		return lab.Tally{}, fmt.Errorf("its record is of the seed %d, and the game has %d", r.Seed, seed)
	case r.Hunters != o.Bots || r.Snakes != o.Snakes || r.Nodes != o.Nodes || !slices.Equal(drivers(r.Drivers), o.Solvers) || hunter.FormatLevels(r.Levels) != hunter.FormatLevels(cfg.Levels):
		return lab.Tally{}, errors.New("its record is of a game with other bots, snakes or levels")
	}
	if err := roster.FromElsewhere(r.Drivers...); err != nil {
		return lab.Tally{}, err
	}
	makers, err := roster.Makers(r.Drivers)
	if err != nil {
		return lab.Tally{}, err
	}
	var result hunter.Result
	if err := hunter.Replay(ctx, r, makers, func(w *hunter.World) { result = w.Result() }); err != nil {
		return lab.Tally{}, err
	}
	return o.hunterTally(result), nil
}

// maxTold bounds how many differences of a game are told.
const maxTold = 6

// Differences names what differs between a game that is kept and what it was derived
// to be from its record.
func Differences(kept *lab.Tally, derived *lab.Tally) (all []string) {
	say := func(what string, kept, derived any) {
		if kept != derived && len(all) < maxTold {
			all = append(all, fmt.Sprintf("%s %v is kept, and is %v", what, kept, derived))
		}
	}
	winner := func(t *lab.Tally) int {
		if t.Ending != ouro.Won {
			return -1
		}
		return int(t.Winner)
	}
	say("ending", kept.Ending, derived.Ending)
	say("winner", winner(kept), winner(derived))
	say("turns", kept.Turns, derived.Turns)
	say("number of seats", len(kept.Seats), len(derived.Seats))
	for i := range min(len(kept.Seats), len(derived.Seats)) {
		a, b, at := &kept.Seats[i], &derived.Seats[i], ""
		if len(kept.Seats) > 1 {
			at = fmt.Sprintf("seat %d: ", i)
		}
		say(at+"length", a.Length, b.Length)
		say(at+"cause of death", a.Cause, b.Cause)
		say(at+"turn of death", a.Died, b.Died)
		if a.Mishaps < b.Mishaps { // what went wrong before the first move and after the last is in no record
			say(at+"mishaps", a.Mishaps, b.Mishaps)
		}
	}
	say("number of measures", len(kept.Measures), len(derived.Measures))
	for i := range min(len(kept.Measures), len(derived.Measures)) {
		say(fmt.Sprintf("measure %d", i+1), kept.Measures[i], derived.Measures[i])
	}
	return all
}

// PlayedDifferences names what differs between a game that is kept and the same game
// played again. Times differ between any two runs and are left out.
func PlayedDifferences(kept, again *lab.Finished) (all []string, err error) {
	all = Differences(&kept.Tally, &again.Tally)
	for i := range min(len(kept.Tally.Seats), len(again.Tally.Seats)) {
		a, b := kept.Tally.Seats[i], again.Tally.Seats[i]
		if a.Mishaps != b.Mishaps || a.FirstMishap != b.FirstMishap {
			all = append(all, fmt.Sprintf("seat %d: mishaps %d (%s) are kept, and %d (%s) happen", i, a.Mishaps, a.FirstMishap, b.Mishaps, b.FirstMishap))
		}
		if a.Distance != b.Distance {
			all = append(all, fmt.Sprintf("distance %d is kept, and is %d", a.Distance, b.Distance))
		}
	}
	if !slices.Equal(kept.Meals, again.Meals) {
		all = append(all, "its meals are others")
	}
	where, err := recordDifference(kept, again)
	if where != "" {
		all = append(all, where)
	}
	return all, err
}

// recordDifference names the first line of the records that differs.
func recordDifference(kept, again *lab.Finished) (string, error) {
	if kept.Record == nil || again.Record == nil {
		return "", nil
	}
	a, errA := kept.Record.MarshalText()
	b, errB := again.Record.MarshalText()
	if err := errors.Join(errA, errB); err != nil || bytes.Equal(a, b) {
		return "", err
	}
	x, y := strings.Split(string(a), "\n"), strings.Split(string(b), "\n")
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return "its record differs, first in line " + fmt.Sprint(i+1) + firstMove(x[i], y[i]), nil
		}
	}
	return "its record is of another length", nil
}

// firstMove tells the turn, where two lines of moves begin alike.
func firstMove(a, b string) string {
	var turn, other int
	var x, y string
	if _, err := fmt.Sscanf(a, "turn %d %s", &turn, &x); err != nil {
		return ""
	}
	if _, err := fmt.Sscanf(b, "turn %d %s", &other, &y); err != nil || turn != other {
		return ""
	}
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return fmt.Sprintf(", in the moves from turn %d on, at the letter %d", turn, i+1)
		}
	}
	return ""
}
