package fleet

import (
	"context"
	"fmt"
	"os"
	"strings"
	"sync/atomic"

	"github.com/spf13/cobra"

	"ouro/cli/command"
	"ouro/cli/flags"
	"ouro/cli/progress"
	"ouro/definition"
	"ouro/fleet"
	"ouro/internal/english"
	"ouro/internal/printable"
	"ouro/lab"
)

// The environment variables for the token, which keep it out of the list of processes, and for the
// file with trusted certificates.
const (
	tokenVariable = "OURO_FLEET_TOKEN"
	caVariable    = "OURO_FLEET_CA"
)

// maxToken is the longest token, in bytes.
const maxToken = 4096

var localFleet = fmt.Sprintf("nats://127.0.0.1:%d", fleet.DefaultPort)

func urlFlag(cmd *cobra.Command, url *string, usual, more string) {
	cmd.Flags().StringVar(url, "fleet", usual, "`URL` of the fleet's NATS server, e.g. nats://HOST:4222 or tls://HOST:4222"+more)
}

func tokenFlag(cmd *cobra.Command, token *string) {
	cmd.Flags().StringVar(token, "token", "", "secret `TEXT` that all members of the fleet share, or @FILE that contains it; another way to give it is the variable "+tokenVariable)
}

// readToken returns the token of --token, of the file that --token names, or of the environment.
func readToken(ctx context.Context, cmd *cobra.Command, given string) (string, error) {
	if !cmd.Flags().Changed("token") { // also if the command has no flag --token
		given = os.Getenv(tokenVariable)
	}
	name, isFile := strings.CutPrefix(given, "@")
	if !isFile {
		return given, checkToken(given)
	}
	text, err := command.ReadFile(ctx, cmd.InOrStdin(), name, maxToken)
	if err != nil {
		return "", err
	}
	token := strings.TrimSpace(string(text))
	if token == "" {
		return "", command.Usagef("--token @%s: the file is empty; want a token", name)
	}
	return token, checkToken(token)
}

// checkToken accepts printable text without spaces that is neither too short nor too long.
func checkToken(token string) error {
	if printable.Short(token, maxToken) != token || strings.ContainsAny(token, " ") {
		return command.Usagef("--token: want at most %d printable characters, without spaces", maxToken)
	}
	if err := fleet.CheckToken(token); err != nil {
		return command.Usagef("--token: %w", err)
	}
	return nil
}

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
		return command.Usagef("--fleet %s: want nats://HOST:PORT or tls://HOST:PORT", command.Excerpt(fleet.Access{URL: url}.Redacted()))
	}
	return nil
}

// Flags are the flags with which a command lets a fleet play its games.
type Flags struct {
	URL    string
	detach bool
	cmd    *cobra.Command
}

// Add adds --fleet and --detach. clause is the end of the help of --fleet.
func (f *Flags) Add(cmd *cobra.Command, clause string) {
	f.cmd = cmd
	urlFlag(cmd, &f.URL, "", "; it plays the games instead of this machine"+clause)
	cmd.Flags().BoolVar(&f.detach, "detach", false, "with --fleet: let the fleet continue after Ctrl-C and --timeout; otherwise both stop it")
	if cmd.Flags().Lookup("workers") != nil {
		flags.Exclusive(cmd, "fleet", "workers")
	}
}

func (f *Flags) Check() error {
	switch {
	case !f.cmd.Flags().Changed("fleet") && f.detach:
		return command.Usagef("--detach: needs --fleet")
	case !f.cmd.Flags().Changed("fleet"):
		return nil
	}
	return checkFleet(f.URL)
}

// Link is the connection of a command to the fleet that plays its games. It is nil without a
// fleet.
type Link struct {
	client    *fleet.Client
	option    *Flags
	bar       *progress.Bar
	at        atomic.Pointer[fleet.Progress]
	announced bool
}

// Open connects to the fleet if --fleet was given.
func (f *Flags) Open(ctx context.Context, bar *progress.Bar) (*Link, error) {
	if !f.cmd.Flags().Changed("fleet") {
		return nil, f.Check()
	}
	a, err := access(ctx, f.cmd, f.URL, "")
	if err != nil {
		return nil, err
	}
	client, err := fleet.Connect(ctx, a, bar.Logf)
	if err != nil {
		return nil, err
	}
	l := &Link{client: client, option: f, bar: bar}
	bar.More = l.figures
	return l, nil
}

func (l *Link) Close() {
	if l != nil {
		l.client.Close()
	}
}

func (l *Link) figures() []string {
	at := l.at.Load()
	if at == nil {
		return nil
	}
	return []string{fmt.Sprintf("%d of %s", at.Workers, english.Count(at.Hosts, "worker"))}
}

// announce prints the experiment, its fleet and the effect of Ctrl-C. Later calls print nothing.
func (l *Link) announce(d *definition.Definition, records bool) error {
	if l.announced {
		return nil
	}
	l.announced = true
	build, err := fleet.Build()
	if err != nil {
		return err
	}
	if text := fleet.Warning(d); text != "" {
		l.bar.Logf("warning: %s", text)
	}
	stop := "Ctrl-C stops the fleet too and keeps the games; --detach lets it continue"
	if l.option.detach {
		stop = "after Ctrl-C the fleet continues"
	}
	l.bar.Logf("experiment %s at %s; %s", fleet.ID(d, build, records), fleet.Access{URL: l.option.URL}.Redacted(), stop)
	return nil
}

// AfterStop returns a text about what the fleet does after this command was stopped.
func (l *Link) AfterStop() string {
	if l.option.detach {
		return "the fleet continues, ouro fleet status shows its progress"
	}
	return "the fleet has stopped and keeps the finished games"
}

// Executor returns an Executor that lets the fleet play a definition.
func (l *Link) Executor(d definition.Definition, plan *lab.Plan, records bool) (lab.Executor, error) {
	if err := d.CheckPortable(); err != nil {
		return nil, command.Usage(err)
	}
	records = records || plan.Records
	if err := l.announce(&d, records); err != nil {
		return nil, err
	}
	title := plan.Title
	if title == "" {
		title = fmt.Sprintf("%s, %s, seed %d", strings.TrimSpace(d.Rules+" "+d.Board), strings.Join(d.Solvers, " "), d.Seed)
	}
	size := len(plan.Seatings)
	if size == 0 { // every solver plays alone
		size = len(plan.Entrants)
	}
	return l.client.Executor(fleet.Job{
		Definition: d, Title: title, Records: records, Detach: l.option.detach, Logf: l.bar.Logf,
		Progress: func(at fleet.Progress) { l.at.Store(&at) },
	}, plan.First*size), nil
}
