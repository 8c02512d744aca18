package cli

import (
	"context"
	"fmt"
	"net"
	"strconv"

	"github.com/spf13/cobra"

	"ouro/studio/server"
	"ouro/studio/session"
)

type studioOptions struct {
	host   string
	port   uint16
	export string
}

func newStudio(stdio IO) *cobra.Command {
	var o studioOptions
	cmd := &cobra.Command{
		Use:   "studio",
		Short: "Ouro in the browser",
		Long: `Studio serves a page on which games of every kind are watched, compared, played
and taken apart, with what the solvers think.

With --export it writes the studio into a folder instead, with the engine for
browsers: files that any server of files can serve, under any path, and that need
no network.`,
		Example: `  ouro studio
  ouro studio --port 9000
  ouro studio --export site`,
		Args: exactArgs(0, ""),
		RunE: func(cmd *cobra.Command, _ []string) error { return o.run(cmd.Context(), stdio) },
	}
	flags := cmd.Flags()
	flags.StringVar(&o.host, "host", "127.0.0.1", "`HOST` to listen on; 0.0.0.0 is every interface")
	flags.Uint16Var(&o.port, "port", 8080, "`PORT` to listen on; 0 takes a free one")
	flags.StringVar(&o.export, "export", "", "write the studio into this `FOLDER`, as files for any server")
	exclusive(cmd, "export", "host")
	exclusive(cmd, "export", "port")
	return cmd
}

func (o *studioOptions) run(ctx context.Context, stdio IO) error {
	if o.export != "" {
		return o.write(ctx, stdio.Err)
	}
	l, err := listen(ctx, net.JoinHostPort(o.host, strconv.Itoa(int(o.port))))
	if err != nil {
		return err
	}
	fmt.Fprintf(stdio.Err, "the studio is at http://%s/\n", l.Addr())
	return server.New(server.Config{Session: session.Config{Build: readBuild().String()}}).Serve(ctx, l)
}
