package cli

import (
	"context"
	"fmt"
	"os"
	"strings"
	"sync/atomic"

	"github.com/spf13/cobra"

	"ouro/fleet"
	"ouro/internal/english"
	"ouro/internal/printable"
	"ouro/lab"
	"ouro/order"
)

// Variables of the environment, for what is not to be seen in a list of processes.
const (
	tokenVariable = "OURO_FLEET_TOKEN"
	caVariable    = "OURO_FLEET_CA"
)

// maxToken is the length of the longest token that is read from a file.
const maxToken = 4096

// usualFleet is where a fleet of this machine is.
var usualFleet = fmt.Sprintf("nats://127.0.0.1:%d", fleet.DefaultPort)

func fleetFlag(cmd *cobra.Command, url *string, usual, more string) {
	cmd.Flags().StringVar(url, "fleet", usual, "`URL` of the fleet's NATS server, as nats://HOST:4222 or tls://HOST:4222"+more)
}

func tokenFlag(cmd *cobra.Command, token *string) {
	cmd.Flags().StringVar(token, "token", "", "`TEXT` that all of the fleet know, or @FILE with it; it may also stand in "+tokenVariable)
}

// readToken reads what was given, or what the environment says.
func readToken(ctx context.Context, cmd *cobra.Command, given string) (string, error) {
	if !cmd.Flags().Changed("token") { // or it has no such flag
		given = os.Getenv(tokenVariable)
	}
	name, isFile := strings.CutPrefix(given, "@")
	if !isFile {
		return given, checkToken(given)
	}
	text, err := readFile(ctx, cmd.InOrStdin(), name, maxToken)
	if err != nil {
		return "", err
	}
	token := strings.TrimSpace(string(text))
	if token == "" {
		return "", usagef("--token @%s: want a text in that file, and there is none", name)
	}
	return token, checkToken(token)
}

// checkToken wants what goes through every variable and every file.
func checkToken(token string) error {
	if printable.Short(token, maxToken) != token || strings.ContainsAny(token, " ") {
		return usagef("--token: want at most %d letters, digits and signs, without spaces", maxToken)
	}
	return nil
}

// access is how a fleet is reached.
func access(ctx context.Context, cmd *cobra.Command, url, token string) (a fleet.Access, err error) {
	if err := checkFleet(url); err != nil {
		return a, err
	}
	a = fleet.Access{URL: url, CA: os.Getenv(caVariable)}
	a.Token, err = readToken(ctx, cmd, token)
	return a, err
}

func checkFleet(url string) error {
	if err := (fleet.Access{URL: url}).Check(); err != nil || url == "" {
		return usagef("--fleet %s: want nats://HOST:PORT or tls://HOST:PORT", printable.Short(fleet.Access{URL: url}.Shown(), maxQuoted))
	}
	return nil
}

// fleetOption has the games of an experiment played by a fleet.
type fleetOption struct {
	url    string
	detach bool
	cmd    *cobra.Command
}

func (f *fleetOption) add(cmd *cobra.Command, more string) {
	f.cmd = cmd
	fleetFlag(cmd, &f.url, "", "; has the games played there instead of here"+more)
	cmd.Flags().BoolVar(&f.detach, "detach", false, "with --fleet: Ctrl-C and --timeout leave the games to be played; else they stop them there as well")
	if cmd.Flags().Lookup("workers") != nil {
		exclusive(cmd, "fleet", "workers")
	}
}

// check finds what is wrong before anything is done.
func (f *fleetOption) check() error {
	switch {
	case !f.cmd.Flags().Changed("fleet") && f.detach:
		return usagef("--detach: goes with --fleet")
	case !f.cmd.Flags().Changed("fleet"):
		return nil
	}
	return checkFleet(f.url)
}

// fleetLink is a fleet that plays for a command; nil is none.
type fleetLink struct {
	client *fleet.Client
	option *fleetOption
	bar    *progress
	at     atomic.Pointer[fleet.At]
	told   bool
}

// open reaches the fleet, if one was asked for.
func (f *fleetOption) open(ctx context.Context, bar *progress) (*fleetLink, error) {
	if !f.cmd.Flags().Changed("fleet") {
		return nil, f.check()
	}
	a, err := access(ctx, f.cmd, f.url, "")
	if err != nil {
		return nil, err
	}
	client, err := fleet.Connect(ctx, a, bar.say)
	if err != nil {
		return nil, err
	}
	l := &fleetLink{client: client, option: f, bar: bar}
	bar.more = l.figures
	return l, nil
}

func (l *fleetLink) close() {
	if l != nil {
		l.client.Close()
	}
}

func (l *fleetLink) figures() []string {
	at := l.at.Load()
	if at == nil {
		return nil
	}
	return []string{fmt.Sprintf("%d of %s", at.Workers, english.Count(at.Hosts, "worker"))}
}

// announce says once what is where, and what Ctrl-C will do.
func (l *fleetLink) announce(o *order.Order, records bool) error {
	if l.told {
		return nil
	}
	l.told = true
	build, err := fleet.Build()
	if err != nil {
		return err
	}
	if text := fleet.Warning(o); text != "" {
		l.bar.say("warning: %s", text)
	}
	stop := "Ctrl-C stops it there as well, and what was played is kept; --detach leaves it going"
	if l.option.detach {
		stop = "Ctrl-C leaves it going"
	}
	l.bar.say("experiment %s at %s; %s", fleet.ID(o, build, records), fleet.Access{URL: l.option.url}.Shown(), stop)
	return nil
}

// left says what the fleet does when the command has gone.
func (l *fleetLink) left() string {
	if l.option.detach {
		return "the fleet goes on playing, ouro fleet status tells how far it is"
	}
	return "the fleet has stopped, and keeps what was played"
}

// executor has an experiment played by the fleet, with records of its games if they are
// wanted.
func (l *fleetLink) executor(e *experiment, records bool) (lab.Executor, error) {
	if err := e.order.Portable(); err != nil {
		return nil, usageError{err}
	}
	records = records || e.plan.Records
	if err := l.announce(&e.order, records); err != nil {
		return nil, err
	}
	title := e.plan.Title
	if title == "" {
		title = fmt.Sprintf("%s, %s, seed %d", strings.TrimSpace(e.order.Rules+" "+e.order.Board), strings.Join(e.order.Solvers, " "), e.order.Seed)
	}
	size := len(e.plan.Seatings)
	if size == 0 { // every solver plays alone
		size = len(e.plan.Entrants)
	}
	return l.client.Executor(fleet.Job{
		Order: e.order, Title: title, Records: records, Detach: l.option.detach, Say: l.bar.say,
		Progress: func(at fleet.At) { l.at.Store(&at) },
	}, e.plan.First*size), nil
}
