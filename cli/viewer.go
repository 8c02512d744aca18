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
)

// viewerFlags are the flags that serve a game to the official board.
type viewerFlags struct {
	address string
	time    time.Duration
}

func (f *viewerFlags) add(cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.StringVar(&f.address, "viewer", "", "serve the game to the official board at this `ADDRESS`, as --viewer=HOST:PORT; without one, at a free local port")
	fs.Lookup("viewer").NoOptDefVal = "127.0.0.1:0"
	fs.DurationVar(&f.time, "linger", 0, "continue to serve the game for this `DURATION` after its end; 0 means until Ctrl-C")
}

func (f *viewerFlags) on() bool { return f.address != "" }

// listen listens on the address, if there is one.
func (f *viewerFlags) listen(ctx context.Context) (net.Listener, error) {
	if err := notNegative("linger", f.time); err != nil || !f.on() {
		return nil, err
	}
	if _, _, err := net.SplitHostPort(f.address); err != nil {
		return nil, usagef("--viewer %q: want HOST:PORT, e.g. --viewer=127.0.0.1:0", quoted(f.address))
	}
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", f.address)
	if err != nil {
		return nil, fmt.Errorf("--viewer: %w", err)
	}
	return l, nil
}

// open starts to serve a game and prints the link.
func (f *viewerFlags) open(ctx context.Context, talk io.Writer, l net.Listener, m *wire.Match, g *ouro.Grid) *feed.Live {
	live := feed.Open(ctx, l, m, g)
	fmt.Fprintf(talk, "board: %s\n", live.Link())
	return live
}

// linger continues to serve if wanted, and then stops.
func (f *viewerFlags) linger(ctx context.Context, talk io.Writer, live *feed.Live, wanted bool) error {
	if wanted && live != nil && ctx.Err() == nil {
		if f.time == 0 {
			fmt.Fprintln(talk, "the board is still served; Ctrl-C ends it")
		}
		return live.Linger(ctx, f.time)
	}
	return live.Close()
}
