package cli

import (
	"context"
	"fmt"
	"io"
	"net"
	"time"

	"github.com/spf13/cobra"

	"ouro"
	"ouro/battlesnake/feed"
	"ouro/battlesnake/wire"
	"ouro/internal/printable"
)

// viewerFlags say whether and where a game is served to the official board.
type viewerFlags struct {
	address string
	time    time.Duration
}

func (f *viewerFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.address, "viewer", "", "serve the game to the official board at this `ADDRESS`; --viewer=HOST:PORT, without one a free port of this machine")
	flags.Lookup("viewer").NoOptDefVal = "127.0.0.1:0"
	flags.DurationVar(&f.time, "linger", 0, "go on serving the game for this `DURATION` after its end; 0 is until Ctrl-C")
}

func (f *viewerFlags) on() bool { return f.address != "" }

// listen takes the address, if there is one.
func (f *viewerFlags) listen(ctx context.Context) (net.Listener, error) {
	if err := notNegative("linger", f.time); err != nil || !f.on() {
		return nil, err
	}
	if _, _, err := net.SplitHostPort(f.address); err != nil {
		return nil, usagef("--viewer %q: want HOST:PORT, e.g. --viewer=127.0.0.1:0", printable.Short(f.address, maxQuoted))
	}
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", f.address)
	if err != nil {
		return nil, fmt.Errorf("--viewer: %w", err)
	}
	return l, nil
}

// open starts to serve a game and says where.
func (f *viewerFlags) open(ctx context.Context, talk io.Writer, l net.Listener, m *wire.Match, g *ouro.Grid) *feed.Live {
	live := feed.Open(ctx, l, m, g)
	fmt.Fprintf(talk, "board: %s\n", live.Link())
	return live
}

// linger goes on serving, if that is wanted, and stops then.
func (f *viewerFlags) linger(ctx context.Context, talk io.Writer, live *feed.Live, wanted bool) error {
	if wanted && live != nil && ctx.Err() == nil {
		if f.time == 0 {
			fmt.Fprintln(talk, "the board is still being served; Ctrl-C ends it")
		}
		return live.Linger(ctx, f.time)
	}
	return live.Close()
}
