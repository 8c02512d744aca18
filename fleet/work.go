package fleet

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"ouro"
	"ouro/arena"
	"ouro/battlesnake/host"
	"ouro/definition"
	"ouro/fleet/schedule"
	"ouro/lab"
	"ouro/roster"
)

// openPlan returns a plan that plays a definition from another machine. allowList lists the
// programs and addresses that the definition may use.
func openPlan(ctx context.Context, d *definition.Definition, records bool, allowList []string) (plan lab.Plan, err error) {
	if err := checkAllowed(d, allowList); err != nil {
		return plan, err
	}
	if plan, err = d.Open(ctx); err != nil {
		return plan, err
	}
	plan.First, plan.Groups, plan.Short, plan.Records = 0, lab.MaxGroups, 0, records
	return plan, nil
}

// checkAllowed returns an error if a definition from another machine needs a program, a file or a
// server that allowList does not list.
func checkAllowed(d *definition.Definition, allowList []string) error {
	names := slices.Clone(d.Solvers)
	if d.Kind == definition.Arena { // the definition's text contains the entrants
		if err := d.CheckPortable(); err != nil {
			return err
		}
		t, err := arena.Parse(d.Tournament)
		if err != nil {
			return fmt.Errorf("definition: %w", err)
		}
		names = nil
		for _, s := range t.Snakes {
			names = append(names, s.Snake)
		}
	}
	for _, name := range names {
		if slices.Contains(allowList, name) {
			continue
		}
		spec, err := ouro.ParseSpec(name)
		if err == nil && roster.CheckUntrusted(spec) != nil || strings.Contains(name, "://") {
			return notAllowed(name)
		}
		e, err2 := host.ParseEntrant(name)
		switch {
		case err != nil && err2 != nil:
			return err2
		case err2 == nil && (e.Guest != nil || roster.CheckUntrusted(e.Spec) != nil):
			return notAllowed(name)
		}
	}
	return nil
}

func notAllowed(name string) error {
	return fmt.Errorf("%s: this worker asks no server, starts no program and reads no file for others; ouro worker --allow %q allows this one", name, name)
}

// digestOf returns the digest of a result without its times and its log. It returns an error for an
// invalid result.
func digestOf(data []byte) (d schedule.Digest, err error) {
	var f lab.Finished
	if err := f.UnmarshalBinary(data); err != nil {
		return d, err
	}
	f.Think, f.Slow, f.Took, f.Log = nil, nil, 0, nil // the log contains latencies
	same, err := f.MarshalBinary()
	if err != nil {
		return d, err
	}
	sum := sha256.Sum256(same)
	copy(d[:], sum[:])
	return d, nil
}

// Warning returns why the results of a fleet may differ from those of one machine, or "".
func Warning(d *definition.Definition) string {
	if sure, _ := d.Determinism(); !sure {
		return "the games depend on the machines that play them: with a time limit, remote snakes or programs, results are not checked and the table differs from that of one machine; --nodes makes games the same on every machine"
	}
	return ""
}

// Executor returns an executor that plays a plan on the fleet. first is the number, in the
// definition, of the plan's first game.
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

// secureRandom returns a function whose random numbers, from 0 to n-1, other programs cannot
// predict. If read fails, the number is 0, which requests a check.
func secureRandom(read func([]byte) (int, error)) func(n int) int {
	return func(n int) int {
		var b [8]byte
		if _, err := read(b[:]); err != nil {
			return 0
		}
		return int(binary.LittleEndian.Uint64(b[:]) % uint64(n))
	}
}
