package fleet

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ouro"
	"ouro/arena"
	"ouro/battlesnake/host"
	"ouro/fleet/desk"
	"ouro/lab"
	"ouro/order"
	"ouro/roster"
)

// player plays games of an order by number, one at a time.
type player interface {
	play(ctx context.Context, game int) ([]byte, error)
}

// newPlayer is a player of an order that came from elsewhere. allow are the programs
// and addresses that it may name.
func newPlayer(ctx context.Context, o *order.Order, records bool, allow []string) (player, error) {
	if err := permitted(o, allow); err != nil {
		return nil, err
	}
	if o.Kind == order.Arena {
		s, err := o.Setting(ctx)
		if err != nil {
			return nil, err
		}
		p, err := arena.NewPlayer(ctx, s)
		return &arenaPlayer{s, p}, err
	}
	plan, err := o.Plan()
	if err != nil {
		return nil, err
	}
	plan.First, plan.Groups, plan.Short = 0, lab.MaxGroups, 0
	p, err := lab.NewPlayer(plan)
	if err == nil && !records { // which cost more than many a game
		p.WithoutRecords()
	}
	return labPlayer{p, records}, err
}

// permitted finds what an order from elsewhere may not have this machine do.
func permitted(o *order.Order, allow []string) error {
	names := slices.Clone(o.Solvers)
	if o.Kind == order.Arena { // which plays those of its text
		t, err := arena.Parse(o.Tournament)
		if err != nil {
			return fmt.Errorf("order: %w", err)
		}
		if err := order.Portable(t); err != nil {
			return err
		}
		names = nil
		for _, s := range t.Snakes {
			names = append(names, s.Snake)
		}
	}
	for _, name := range names {
		if slices.Contains(allow, name) {
			continue
		}
		spec, err := ouro.ParseSpec(name)
		if err == nil && roster.FromElsewhere(spec) != nil || strings.Contains(name, "://") {
			return notAllowed(name)
		}
		e, err2 := host.ParseEntrant(name)
		switch {
		case err != nil && err2 != nil:
			return err2
		case err2 == nil && (e.Guest != nil || roster.FromElsewhere(e.Spec) != nil):
			return notAllowed(name)
		}
	}
	return nil
}

func notAllowed(name string) error {
	return fmt.Errorf("%s: this worker asks no server, starts no program and reads no file for others; ouro worker --allow %q lets it", name, name)
}

type labPlayer struct {
	player  *lab.Player
	records bool
}

func (p labPlayer) play(ctx context.Context, game int) ([]byte, error) {
	if game >= p.player.Games() {
		return nil, fmt.Errorf("there is no game %d", game)
	}
	f, err := p.player.Play(ctx, game)
	if err != nil {
		return nil, err
	}
	if !p.records {
		f.Record = nil
	}
	return f.MarshalBinary()
}

type arenaPlayer struct {
	setting *arena.Setting
	player  arena.Player
}

func (p *arenaPlayer) play(ctx context.Context, game int) ([]byte, error) {
	played, err := p.setting.PlayNumber(ctx, p.player, game)
	if err != nil {
		return nil, err
	}
	return played.MarshalBinary()
}

// digestOf stands for a result, without what differs from machine to machine. A result
// that is none is an error.
func digestOf(kind order.Kind, data []byte) (d desk.Digest, err error) {
	var same []byte
	if kind == order.Arena {
		var p arena.Played
		if err := p.UnmarshalBinary(data); err != nil {
			return d, err
		}
		p = p.WithoutTimes()
		same, err = p.MarshalBinary()
	} else {
		var f lab.Finished
		if err := f.UnmarshalBinary(data); err != nil {
			return d, err
		}
		f.Think, f.Slow, f.Took = nil, nil, 0
		same, err = f.MarshalBinary()
	}
	if err != nil {
		return d, err
	}
	sum := sha256.Sum256(same)
	copy(d[:], sum[:])
	return d, nil
}

// sure tells whether the games of an order are the same on every machine, and racing
// whether it matters how many are played at once.
func sure(o *order.Order) (sure, racing bool) {
	b := o.Budget()
	sure, racing = b.Time == 0 && b.CPU == 0, b.Time > 0
	for _, name := range o.Solvers {
		if e, err := host.ParseEntrant(name); err == nil && e.Guest != nil {
			return false, true
		}
		if spec, err := ouro.ParseSpec(name); err == nil {
			if _, file := spec.Options.Get("file"); file || spec.Name == roster.Exec().Name {
				sure = false // programs and files of machines are what they are
			}
		}
	}
	return sure, racing
}

// Warning says what makes the table of a fleet differ from that of one machine; "" is
// nothing.
func Warning(o *order.Order) string {
	if sure, _ := sure(o); !sure {
		return "the games depend on the machines that play them: with a time for each move, snakes elsewhere or programs nothing is checked, and the table is not that of one machine; --nodes makes them the same everywhere"
	}
	return ""
}

// Executor has the games of a plan played by a fleet. first is the number of the plan's
// first game among all games of the order.
func (c *Client) Executor(job Job, first int) lab.Executor { return executor{c, job, first} }

type executor struct {
	client *Client
	job    Job
	first  int
}

func (x executor) Execute(ctx context.Context, games []int, put func(int, *lab.Finished) error) error {
	job := x.job
	for _, n := range games {
		job.Games = append(job.Games, n+x.first)
	}
	return x.client.Play(ctx, job, func(n int, data []byte) error {
		f := new(lab.Finished)
		if err := f.UnmarshalBinary(data); err != nil {
			return err
		}
		return put(n-x.first, f)
	})
}

// Tournament has the games of a tournament played by a fleet.
func (c *Client) Tournament(job Job, s *arena.Setting) (arena.Elsewhere, error) {
	var err error
	job.Order, err = order.OfArena(s)
	return elsewhere{c, job, len(s.Seatings)}, err
}

type elsewhere struct {
	client *Client
	job    Job
	size   int // of a group
}

func (x elsewhere) Execute(ctx context.Context, games []lab.Task, put func(arena.Played) error) error {
	job := x.job
	for _, t := range games {
		job.Games = append(job.Games, t.Group*x.size+t.Seating)
	}
	return x.client.Play(ctx, job, func(n int, data []byte) error {
		var p arena.Played
		if err := p.UnmarshalBinary(data); err != nil {
			return err
		}
		if p.Game.Group*x.size+p.Game.Seating != n {
			return errors.New("a worker has sent another game than it says")
		}
		return put(p)
	})
}

// secret draws what nobody can foresee.
func secret(read func([]byte) (int, error)) func(n int) int {
	return func(n int) int {
		var b [8]byte
		if _, err := read(b[:]); err != nil {
			return 0
		}
		return int(binary.LittleEndian.Uint64(b[:]) % uint64(n))
	}
}
