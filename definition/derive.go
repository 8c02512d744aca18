package definition

import (
	"bytes"
	"cmp"
	"context"
	"encoding"
	"fmt"
	"time"

	"ouro"
	"ouro/arena"
	"ouro/derive"
	"ouro/hunter"
	"ouro/lab"
	"ouro/saved"
)

// Deriver replays games of a definition from their records, by the rules alone. It is not safe for
// concurrent use.
type Deriver struct {
	plan     lab.Plan
	openings bool          // whether each group has its own start position
	timeout  time.Duration // time limit of remote snakes for an answer

	// Only for games of Snake Hunter.
	hunt    *hunter.Config // the game of Snake Hunter; nil for other games
	drivers []string       // drivers of every game, by seat; nil if the entrants drive
	tally   func(hunter.Result) lab.Tally

	group int    // group of the last game with an opening
	start string // start position of that group
}

// Deriver returns a Deriver for the games of the definition.
func (d *Definition) Deriver() (*Deriver, error) {
	plan, err := d.Plan()
	if err != nil {
		return nil, err
	}
	if plan.Seatings == nil {
		plan.Seatings = lab.Alone(len(plan.Entrants))
	}
	deriver := &Deriver{plan: plan}
	if k, ok := plan.Kind.(arena.Kind); ok {
		deriver.openings, deriver.timeout = k.Tournament.Openings != "", k.Tournament.GuestTimeout
	}
	deriver.tally = arena.HuntTally
	switch {
	case d.Kind == Hunter:
		cfg, err := d.hunterConfig()
		deriver.hunt, deriver.drivers, deriver.tally = &cfg, d.Solvers, d.hunterTally
		return deriver, err
	case d.Kind == Bench && d.isHunt():
		cfg, err := d.huntConfig()
		deriver.hunt = &cfg
		return deriver, err
	case d.Kind == Arena:
		s, err := d.Setting()
		if err != nil {
			return nil, err
		}
		deriver.hunt = s.Hunt
	}
	return deriver, nil
}

// Derive replays a game from its record and returns it without meals and times. The record must
// be of this game and follow the rules. Pass the records of a group one after the other, because
// Derive compares their starts.
func (d *Deriver) Derive(ctx context.Context, group, seating int, record encoding.TextMarshaler) (*lab.Finished, error) {
	text, err := record.MarshalText()
	if err != nil {
		return nil, err
	}
	file, err := saved.Open(bytes.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("the record: %w", err)
	}
	if err := d.check(group, seating, file); err != nil {
		return nil, err
	}
	f := &lab.Finished{Record: lab.Text(text)}
	if file.Hunter != nil {
		var result hunter.Result
		result, err = derive.Hunter(ctx, file.Hunter)
		f.Tally = d.tally(result)
	} else {
		f.Tally, err = derive.Record(ctx, file.Record)
	}
	if err != nil {
		return nil, err
	}
	f.Tally.Group, f.Tally.Seating = int32(group), int32(seating)
	for seat, e := range d.plan.Seatings[seating] {
		f.Tally.Seats[seat].Entrant = int32(e)
	}
	f.Moves, err = f.KnownMoves()
	return f, err
}

// check compares a record with the definition.
func (d *Deriver) check(group, seating int, f *saved.File) error {
	if seating < 0 || seating >= len(d.plan.Seatings) {
		return fmt.Errorf("seating %d: the definition has only %d seatings", seating, len(d.plan.Seatings))
	}
	seed := ouro.GameSeed(d.plan.Seed, group)
	switch {
	case d.hunt == nil && f.Record != nil:
		r := f.Record
		return cmp.Or(differs("seed", seed, r.Seed), d.checkSeats(seating, r.Seats), d.checkNames(seating, r.Players), d.checkGame(r), d.checkStart(group, r))
	case d.hunt != nil && f.Hunter != nil:
		r := f.Hunter
		return cmp.Or(differs("seed", seed, r.Seed), d.checkSeats(seating, r.Drivers), d.checkHunter(r))
	}
	return fmt.Errorf("want a record of this game, not the %s of another kind of game", f.Kind)
}

func differs(what string, definition, record any) error {
	if definition == record {
		return nil
	}
	return fmt.Errorf("%s %v in the definition, %v in the record", what, definition, record)
}

// remote is the spec of a remote snake in records.
const remote = "guest"

func (d *Deriver) checkSeats(seating int, specs []ouro.Spec) error {
	want := d.drivers
	if want == nil {
		for _, e := range d.plan.Seatings[seating] {
			spec := d.plan.Entrants[e].Spec.String()
			if d.plan.Entrants[e].Address != "" {
				spec = remote
			}
			want = append(want, spec)
		}
	}
	if err := differs("number of solvers", len(want), len(specs)); err != nil {
		return err
	}
	for seat, spec := range specs {
		if err := differs(fmt.Sprintf("seat %d: solver", seat), want[seat], spec.String()); err != nil {
			return err
		}
	}
	return nil
}

// checkNames compares the names of the seats, by which records distinguish remote snakes.
func (d *Deriver) checkNames(seating int, players []ouro.Player) error {
	for seat, p := range players {
		if name := d.plan.Entrants[d.plan.Seatings[seating][seat]].Name; p.Name != "" && name != "" && p.Name != name {
			return differs(fmt.Sprintf("seat %d: name", seat), name, p.Name)
		}
	}
	return nil
}

func (d *Deriver) checkGame(r *ouro.Record) error {
	level := func(l *ouro.Level) string {
		if l == nil || r.Game.Position != nil { // a position contains the board
			return "none"
		}
		return "\n" + l.String()
	}
	budget := d.plan.Budget
	for _, spec := range r.Seats {
		if spec.Name == remote { // the budget of every seat is then the timeout of the remote snake
			budget.Time = d.timeout
		}
	}
	want, has := &d.plan.Game, &r.Game
	return cmp.Or(
		differs("rules", want.Rules.String(), has.Rules.String()),
		differs("board", fmt.Sprintf("%dx%d", want.W, want.H), fmt.Sprintf("%dx%d", has.W, has.H)),
		differs("level", level(want.Level), level(has.Level)),
		differs("start length", want.StartLength, has.StartLength),
		differs("budget", lab.BudgetText(budget), lab.BudgetText(r.Budget)),
	)
}

// checkStart compares the start of a game with the definition and with the other games of its
// group.
func (d *Deriver) checkStart(group int, r *ouro.Record) error {
	const ofRules = "that of the rules"
	text := func(s *ouro.State) string {
		if s == nil {
			return ofRules
		}
		return s.String()
	}
	start := text(r.Game.Position)
	switch {
	case !d.openings:
		return differs("start", text(d.plan.Game.Position), start)
	case start == ofRules:
		return differs("start", "an opening", start)
	case d.start != "" && d.group == group:
		return differs(fmt.Sprintf("start of group %d", group), d.start, start)
	}
	d.group, d.start = group, start
	return nil
}

// checkHunter compares the bots, snakes and levels of a game of Snake Hunter.
func (d *Deriver) checkHunter(r *hunter.Record) error {
	return cmp.Or(
		differs("bots", d.hunt.Hunters, r.Hunters),
		differs("snakes", d.hunt.Snakes, r.Snakes),
		differs("nodes", d.hunt.Nodes, r.Nodes),
		differs("levels", hunter.FormatLevels(d.hunt.Levels), hunter.FormatLevels(r.Levels)),
	)
}
