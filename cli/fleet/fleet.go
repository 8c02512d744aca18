// Package fleet has the commands of a fleet. With [Flags], other commands let a fleet play
// their games.
package fleet

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"ouro/battlesnake/host"
	"ouro/cli/command"
	"ouro/cli/flags"
	"ouro/cli/progress"
	"ouro/fleet"
	"ouro/fleet/schedule"
	"ouro/internal/buildinfo"
	"ouro/internal/english"
	"ouro/internal/textwidth"
	"ouro/roster"
)

func New(stdio command.IO) *cobra.Command {
	return command.Group(&cobra.Command{
		Use:   "fleet",
		Short: "Play experiments on many machines",
		Long: `A fleet plays experiments on many machines, with the same results as on one. The command
ouro fleet serve starts the coordinator and its NATS server, ouro worker plays games on
each machine, and bench, arena run and arena tune use the fleet with --fleet.

The coordinator, workers and waiting commands may stop at any time, even by kill -9. To
continue, run the same command again. Other workers play the games that a worker does not
finish. They also play a sample of each worker's games again; a worker that sent wrong
games is excluded.`,
		Example: `  ouro fleet serve                             on one machine
  ouro worker --fleet nats://127.0.0.1:4222    on each machine
  ouro bench cell ouroboros --games 100000 --fleet nats://127.0.0.1:4222
  ouro fleet status                            show the progress`,
		Args: command.OnlyCommands,
	}, newServe(stdio), NewWorker(stdio), newStatus(stdio), newCancel(stdio))
}

type serveOptions struct {
	host      string
	port      uint16
	dir       string
	token     string
	cert, key string
	nats      string
	disk      flags.Bytes
	keepFor   time.Duration
	metrics   string
	cmd       *cobra.Command
}

func newServe(stdio command.IO) *cobra.Command {
	o := serveOptions{disk: 4 << 30}
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Coordinate a fleet",
		Long: `Serve coordinates a fleet: it stores the requested experiments and their games, gives
games to workers and decides which results count. It starts its own NATS server, the
program ouro-hub beside ouro or in PATH, which stores all data in --dir. With --nats it
uses an existing server and its JetStream.

The coordinator listens on this machine only. Any other --host needs a --token, because
every program that connects can use the workers. --tls-cert and --tls-key encrypt all
connections. Workers play what other users submit, but start no program, call no server
and read no file that their own command line does not allow.

Experiments that are done, stopped or failed are kept for --keep. Until then, the command
that submitted an experiment prints its table again at once. After kill -9 the same ouro
fleet serve continues with the contents of --dir. Ctrl-C stops the coordinator; workers
and waiting commands reconnect when it runs again.`,
		Example: `  ouro fleet serve
  ouro fleet serve --host 0.0.0.0 --token @token
  ouro fleet serve --host 0.0.0.0 --token @t --tls-cert c.pem --tls-key k.pem
  ouro fleet serve --nats nats://10.0.0.5:4222 --metrics 127.0.0.1:9100`,
		Args: command.ExactArgs(0, ""),
		RunE: func(cmd *cobra.Command, _ []string) error { return o.run(cmd.Context(), stdio) },
	}
	o.cmd = cmd
	fs := cmd.Flags()
	fs.StringVar(&o.host, "host", "127.0.0.1", "`HOST` to listen on; 0.0.0.0 is every interface")
	fs.Uint16Var(&o.port, "port", fleet.DefaultPort, "`PORT` to listen on; 0 takes a free one")
	flags.Dir(cmd, &o.dir, "ouro-fleet")
	tokenFlag(cmd, &o.token)
	fs.StringVar(&o.cert, "tls-cert", "", "certificate of the server in this `FILE`, PEM")
	fs.StringVar(&o.key, "tls-key", "", "private key of the certificate in this `FILE`, PEM")
	fs.StringVar(&o.nats, "nats", "", "use the NATS server at this `URL` instead of starting one")
	fs.Var(&o.disk, "disk", "store at most this `SIZE` of results, e.g. 500MB")
	fs.DurationVar(&o.keepFor, "keep", 24*time.Hour, "keep experiments that are done, stopped or failed for this `DURATION`")
	fs.StringVar(&o.metrics, "metrics", "", "serve /metrics and /healthz at this `ADDRESS:PORT`, e.g. 127.0.0.1:9100")
	flags.Exclude(cmd, "nats", "host", "port", "dir", "tls-cert", "tls-key")
	return cmd
}

func (o *serveOptions) run(ctx context.Context, stdio command.IO) error {
	cfg, err := o.config(ctx)
	if err != nil {
		return err
	}
	logf := func(format string, v ...any) { fmt.Fprintf(stdio.Err, "ouro: "+format+"\n", v...) }
	cfg.Logf = logf
	cfg.Ready = func(at fleet.Address) {
		url := publicAddress(at.NATS)
		if cfg.Token != "" {
			url += " --token ..."
		}
		logf("the fleet is at %s; to play for it: ouro worker --fleet %s", at.NATS, url)
		if at.Metrics != "" {
			logf("/metrics and /healthz are at http://%s/", at.Metrics)
		}
	}
	return fleet.Serve(ctx, cfg)
}

// publicAddress returns an address for other machines: it replaces an unspecified IP, such as
// 0.0.0.0, by the host name.
func publicAddress(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return address
	}
	if ip := net.ParseIP(u.Hostname()); ip != nil && ip.IsUnspecified() {
		host, err := os.Hostname()
		if err != nil {
			host = "HOST"
		}
		u.Host = net.JoinHostPort(host, u.Port())
	}
	return u.String()
}

func (o *serveOptions) config(ctx context.Context) (cfg fleet.CoordinatorConfig, err error) {
	if err := cmp.Or(flags.Positive("keep", o.keepFor), flags.Positive("disk", float64(o.disk))); err != nil {
		return cfg, err
	}
	switch {
	case (o.cert == "") != (o.key == ""):
		return cfg, command.Usagef("--tls-cert and --tls-key: give both or none")
	case o.disk < 1<<20:
		return cfg, command.Usagef("--disk %s: want at least 1MB", o.disk.String())
	}
	if err := flags.CheckAddress("metrics", o.metrics, "ADDRESS:PORT, e.g. 127.0.0.1:9100"); err != nil {
		return cfg, err
	}
	cfg = fleet.CoordinatorConfig{
		Host: o.host, Port: int(o.port), Dir: cmp.Or(o.dir, "ouro-fleet"), Cert: o.cert, Key: o.key,
		Size: int64(o.disk), Keep: o.keepFor, Metrics: o.metrics,
	}
	if o.port == 0 {
		cfg.Port = -1
	}
	if o.nats != "" {
		a, err := access(ctx, o.cmd, o.nats, o.token)
		if err != nil {
			return cfg, err
		}
		cfg.NATS = &a
		return cfg, nil
	}
	if cfg.Token, err = readToken(ctx, o.cmd, o.token); err != nil {
		return cfg, err
	}
	if err := cfg.CheckExposure(); err != nil {
		return cfg, command.Usage(err)
	}
	return cfg, nil
}

// request holds the flags of commands that send a request to a coordinator.
type request struct {
	url, token string
	cmd        *cobra.Command
}

func (o *request) add(cmd *cobra.Command) {
	o.cmd = cmd
	urlFlag(cmd, &o.url, localFleet, "")
	tokenFlag(cmd, &o.token)
}

func (o *request) connect(ctx context.Context, stdio command.IO) (*fleet.Client, error) {
	a, err := access(ctx, o.cmd, o.url, o.token)
	if err != nil {
		return nil, err
	}
	return fleet.Connect(ctx, a, progress.New(stdio.Err).Logf)
}

func newStatus(stdio command.IO) *cobra.Command {
	var o request
	var json bool
	cmd := &cobra.Command{
		Use:   "status",
		Short: "Print the experiments and workers of a fleet",
		Long: `Status prints the experiments of a fleet with their progress, and the fleet's workers. The
results of done games count. Held games have results that count only after another game
of the same worker was checked.`,
		Example: `  ouro fleet status
  ouro fleet status --fleet nats://10.0.0.5:4222 --json`,
		Args: command.ExactArgs(0, ""),
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := o.connect(cmd.Context(), stdio)
			if err != nil {
				return err
			}
			defer c.Close()
			s, err := c.Status(cmd.Context())
			if err != nil {
				return err
			}
			if json {
				return command.WriteJSON(stdio.Out, s)
			}
			return printStatus(stdio.Out, &s)
		},
	}
	o.add(cmd)
	flags.JSON(cmd, &json, "")
	return cmd
}

func printStatus(out io.Writer, s *fleet.Status) error {
	experiments := [][]string{{"experiment", "games", "done", "held", "checked", "state", "title"}}
	if len(s.Experiments) == 0 {
		experiments = [][]string{{"no experiments"}}
	}
	for _, e := range s.Experiments {
		state := e.State
		switch {
		case e.State == schedule.Failed:
			state += ": " + e.Why
		case e.State == schedule.Playing && e.Rate > 0:
			state += fmt.Sprintf(", %s, %.0f s left", progress.Rate(e.Rate, "games"), e.Left)
		}
		experiments = append(experiments, []string{e.ID, fmt.Sprint(e.Games), fmt.Sprint(e.Done), fmt.Sprint(e.Held), fmt.Sprint(e.Checked), state, e.Title})
	}
	gone, workers := 0, [][]string{{"worker", "at once", "games", "state", "build"}}
	if len(s.Workers) == 0 {
		workers = [][]string{{"no workers"}}
	}
	for _, v := range s.Workers {
		if v.Referee {
			continue
		}
		if v.State == schedule.Gone {
			gone++
			continue
		}
		state := v.State
		switch {
		case v.Why != "":
			state += ": " + v.Why
		case v.State == schedule.Playing && v.Rate > 0:
			state += ", " + progress.Rate(v.Rate, "games")
		}
		workers = append(workers, []string{v.Name, fmt.Sprint(v.Slots), fmt.Sprint(v.Games), state, buildinfo.Short(v.Build)})
	}
	var b strings.Builder
	textwidth.Align(&b, experiments)
	b.WriteByte('\n')
	textwidth.Align(&b, workers)
	if gone > 0 {
		fmt.Fprintf(&b, "%s gone\n", english.Count(gone, "more worker"))
	}
	fmt.Fprintf(&b, "\n%.1f MB of %.0f MB in use; build %s since %s\n", float64(s.Bytes)/1e6, float64(s.Limit)/1e6, buildinfo.Short(s.Build), s.Since.Local().Format(time.DateTime))
	_, err := io.WriteString(out, b.String())
	return err
}

func newCancel(stdio command.IO) *cobra.Command {
	var o request
	cmd := &cobra.Command{
		Use:     "cancel ID",
		Short:   "End an experiment of a fleet and remove its results",
		Long:    `Cancel ends an experiment and removes its results from the fleet. ID is the experiment's number in ouro fleet status, or the start of the number.`,
		Example: `  ouro fleet cancel 1f0c9a3b5e77`,
		Args:    command.ExactArgs(1, "ID of an experiment, which ouro fleet status prints"),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := o.connect(cmd.Context(), stdio)
			if err != nil {
				return err
			}
			defer c.Close()
			id, err := c.Cancel(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(stdio.Out, "experiment %s is cancelled\n", id)
			return err
		},
	}
	o.add(cmd)
	return cmd
}

type workerOptions struct {
	request
	name    string
	workers int
	allow   []string
}

func NewWorker(stdio command.IO) *cobra.Command {
	var o workerOptions
	cmd := &cobra.Command{
		Use:   "worker",
		Short: "Play games for a fleet",
		Long: `Worker plays games for a fleet until it is stopped. It may join and leave at any time.
Ctrl-C sends the finished games and returns the others; a second Ctrl-C ends the worker at
once, and other workers play its games.

A worker plays only experiments of the same build, because another build may play another
game for the same seed. On this machine, submitted experiments start no program, call no
server and read no file except those that --allow names, word for word.`,
		Example: `  ouro worker
  ouro worker --fleet tls://fleet.example.com:4222 --token @token --workers 8
  ouro worker --allow 'exec:python3 snake.py' --allow http://10.0.0.7:8000`,
		Args: command.ExactArgs(0, ""),
		RunE: func(cmd *cobra.Command, _ []string) error { return o.run(cmd.Context(), stdio) },
	}
	o.add(cmd)
	fs := cmd.Flags()
	flags.Workers(cmd, &o.workers, "each plays a game (default one for each processor)")
	fs.StringVar(&o.name, "name", "", "`NAME` of this worker in lists (default the name of the machine)")
	fs.StringArrayVar(&o.allow, "allow", nil, "let experiments use this `SNAKE`: a program, a solver that reads a file, or the URL of a remote snake; once for each")
	return cmd
}

func (o *workerOptions) run(ctx context.Context, stdio command.IO) error {
	if err := flags.NotNegative("workers", o.workers); err != nil {
		return err
	}
	if command.Excerpt(o.name) != o.name {
		return command.Usagef("--name: want at most %d printable bytes", command.MaxExcerpt)
	}
	for _, snake := range o.allow {
		if _, err := host.ParseEntrant(snake); err != nil {
			return command.Usagef("--allow %w", err)
		}
	}
	a, err := access(ctx, o.cmd, o.url, o.token)
	if err != nil {
		return err
	}
	roster.Trust(o.allow...)
	logf := func(format string, v ...any) { fmt.Fprintf(stdio.Err, "ouro: "+format+"\n", v...) }
	return fleet.Work(ctx, fleet.WorkerConfig{Access: a, Name: o.name, Slots: o.workers, Allow: o.allow, Logf: logf})
}
