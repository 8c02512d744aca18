package cli

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

	"ouro/fleet"
	"ouro/fleet/schedule"
	"ouro/internal/buildinfo"
	"ouro/internal/english"
	"ouro/internal/textwidth"
)

func newFleet(stdio IO) *cobra.Command {
	return group(&cobra.Command{
		Use:   "fleet",
		Short: "Many machines play one experiment",
		Long: `A fleet plays experiments on many machines, and the table is that of one machine.
Ouro fleet serve starts the coordinator with its NATS server, ouro worker plays on
each machine, and bench, arena run and arena tune have
their games played there with --fleet.

Coordinator, workers and whoever waits for a table may go at any time, even by kill
-9: the same command again goes on. What a worker does not finish is played by others;
a sample of the games of each is played again by another one, and who has sent wrong
games is left out.`,
		Example: `  ouro fleet serve                             on one machine
  ouro worker --fleet nats://127.0.0.1:4222    on each, as many as there are
  ouro bench cell ouroboros --games 100000 --fleet nats://127.0.0.1:4222
  ouro fleet status                            how far it is`,
		Args: onlyCommands,
	}, newFleetServe(stdio), newWorker(stdio), newFleetStatus(stdio), newFleetCancel(stdio))
}

type fleetServeOptions struct {
	host      string
	port      uint16
	dir       string
	token     string
	cert, key string
	nats      string
	disk      byteSize
	keepFor   time.Duration
	metrics   string
	cmd       *cobra.Command
}

func newFleetServe(stdio IO) *cobra.Command {
	o := fleetServeOptions{disk: 4 << 30}
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Coordinate a fleet",
		Long: `Serve coordinates a fleet: it writes down what is asked for and what was played, hands
games out and says which results count. It starts a NATS server of its own, which
keeps all that in --dir; with --nats it uses one that is there, and its JetStream.

It listens on this machine alone unless --host says otherwise, and then wants a
--token: whoever comes there has the workers work. With --tls-cert and --tls-key all
is encrypted. A worker plays what others submit, within the rules: it starts no
program, asks no server and reads no file that its own command line does not allow.

What is done, stopped or failed is kept for --keep, so that the same command again
prints its table at once. After kill -9 the same command goes on with what is in --dir.
Ctrl-C ends it; workers and those who wait for a table come again when it is back.`,
		Example: `  ouro fleet serve
  ouro fleet serve --host 0.0.0.0 --token @token
  ouro fleet serve --host 0.0.0.0 --token @t --tls-cert c.pem --tls-key k.pem
  ouro fleet serve --nats nats://10.0.0.5:4222 --metrics 127.0.0.1:9100`,
		Args: exactArgs(0, ""),
		RunE: func(cmd *cobra.Command, _ []string) error { return o.run(cmd.Context(), stdio) },
	}
	o.cmd = cmd
	flags := cmd.Flags()
	flags.StringVar(&o.host, "host", "127.0.0.1", "`HOST` to listen on; 0.0.0.0 is every interface")
	flags.Uint16Var(&o.port, "port", fleet.DefaultPort, "`PORT` to listen on; 0 takes a free one")
	dirFlag(cmd, &o.dir, "ouro-fleet")
	tokenFlag(cmd, &o.token)
	flags.StringVar(&o.cert, "tls-cert", "", "certificate of the server in this `FILE`, PEM")
	flags.StringVar(&o.key, "tls-key", "", "its key in this `FILE`, PEM")
	flags.StringVar(&o.nats, "nats", "", "use the NATS server at this `URL` instead of one of our own")
	flags.Var(&o.disk, "disk", "keep at most this `SIZE` of results, e.g. 500MB")
	flags.DurationVar(&o.keepFor, "keep", 24*time.Hour, "keep what is done, stopped or failed for this `DURATION`")
	flags.StringVar(&o.metrics, "metrics", "", "`ADDRESS:PORT` for /metrics and /healthz, as 127.0.0.1:9100")
	for _, own := range []string{"host", "port", "dir", "tls-cert", "tls-key"} {
		exclusive(cmd, "nats", own)
	}
	return cmd
}

func (o *fleetServeOptions) run(ctx context.Context, stdio IO) error {
	cfg, err := o.config(ctx)
	if err != nil {
		return err
	}
	say := func(format string, v ...any) { fmt.Fprintf(stdio.Err, "ouro: "+format+"\n", v...) }
	cfg.Say = say
	cfg.Ready = func(at fleet.Address) {
		url := reachable(at.NATS)
		if cfg.Token != "" {
			url += " --token ..."
		}
		say("the fleet is at %s; ouro worker --fleet %s plays for it", at.NATS, url)
		if at.Metrics != "" {
			say("/metrics and /healthz are at http://%s/", at.Metrics)
		}
	}
	return fleet.Serve(ctx, cfg)
}

// reachable is the address as others may write it: that of every interface is none.
func reachable(address string) string {
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

func (o *fleetServeOptions) config(ctx context.Context) (cfg fleet.Serving, err error) {
	if err := cmp.Or(positive("keep", o.keepFor), positive("disk", float64(o.disk))); err != nil {
		return cfg, err
	}
	switch {
	case (o.cert == "") != (o.key == ""):
		return cfg, usagef("--tls-cert and --tls-key: want both or none")
	case o.disk < 1<<20:
		return cfg, usagef("--disk %s: want at least 1MB", o.disk.String())
	}
	if o.metrics != "" {
		if _, _, err := net.SplitHostPort(o.metrics); err != nil {
			return cfg, usagef("--metrics %s: want ADDRESS:PORT, as 127.0.0.1:9100", o.metrics)
		}
	}
	cfg = fleet.Serving{
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
	if err := cfg.Exposed(); err != nil {
		return cfg, usageError{err}
	}
	return cfg, nil
}

// fleetAsk are the flags of commands that ask a coordinator.
type fleetAsk struct {
	url, token string
	cmd        *cobra.Command
}

func (o *fleetAsk) add(cmd *cobra.Command) {
	o.cmd = cmd
	fleetFlag(cmd, &o.url, usualFleet, "")
	tokenFlag(cmd, &o.token)
}

func (o *fleetAsk) connect(ctx context.Context, stdio IO) (*fleet.Client, error) {
	a, err := access(ctx, o.cmd, o.url, o.token)
	if err != nil {
		return nil, err
	}
	return fleet.Connect(ctx, a, newProgress(stdio.Err).say)
}

func newFleetStatus(stdio IO) *cobra.Command {
	var o fleetAsk
	var json bool
	cmd := &cobra.Command{
		Use:   "status",
		Short: "How far the experiments of a fleet are, and who plays",
		Long: `Status prints the experiments of a fleet, how far each is, and its workers. Games are
done when their results count; those that are held have a result of a worker of whom
another game is to be checked first.`,
		Example: `  ouro fleet status
  ouro fleet status --fleet nats://10.0.0.5:4222 --json`,
		Args: exactArgs(0, ""),
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
				return encodeJSON(stdio.Out, s)
			}
			return printFleet(stdio.Out, &s)
		},
	}
	o.add(cmd)
	jsonFlag(cmd, &json, "")
	return cmd
}

func printFleet(out io.Writer, s *fleet.Status) error {
	experiments := [][]string{{"experiment", "games", "done", "held", "checked", "state", "what"}}
	if len(s.Experiments) == 0 {
		experiments = [][]string{{"no experiments"}}
	}
	for _, e := range s.Experiments {
		state := e.State
		switch {
		case e.State == schedule.Failed:
			state += ": " + e.Why
		case e.State == schedule.Playing && e.Rate > 0:
			state += fmt.Sprintf(", %s, %.0f s left", rate(e.Rate, "games"), e.Left)
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
			state += ", " + rate(v.Rate, "games")
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
	fmt.Fprintf(&b, "\n%.1f MB of %.0f MB are kept; build %s since %s\n", float64(s.Bytes)/1e6, float64(s.Limit)/1e6, buildinfo.Short(s.Build), s.Since.Local().Format(time.DateTime))
	_, err := io.WriteString(out, b.String())
	return err
}

func newFleetCancel(stdio IO) *cobra.Command {
	var o fleetAsk
	cmd := &cobra.Command{
		Use:     "cancel ID",
		Short:   "End an experiment of a fleet and remove its results there",
		Long:    `Cancel ends an experiment and removes what the fleet keeps of it. ID is that of ouro fleet status, or its beginning.`,
		Example: `  ouro fleet cancel 1f0c9a3b5e77`,
		Args:    exactArgs(1, "ID of an experiment, which ouro fleet status prints"),
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
