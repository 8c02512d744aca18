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

// boardFlags say whether and where a game is served to the official board.
type boardFlags struct {
	address string
	time    time.Duration
}

func (f *boardFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.address, "board", "", "serve the game to the official board at this `ADDRESS` (--board=HOST:PORT; without one, a free port of this machine)")
	flags.Lookup("board").NoOptDefVal = "127.0.0.1:0"
	flags.DurationVar(&f.time, "linger", 0, "go on serving the board for this `TIME` after the game (0 = until Ctrl-C)")
}

func (f *boardFlags) on() bool { return f.address != "" }

// listen takes the address, if there is one.
func (f *boardFlags) listen(ctx context.Context) (net.Listener, error) {
	switch {
	case f.time < 0:
		return nil, usagef("--linger %v: must not be negative", f.time)
	case !f.on():
		return nil, nil
	}
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", f.address)
	if err != nil {
		return nil, fmt.Errorf("--board: %w", err)
	}
	return l, nil
}

// liveBoard is a game being served; a nil one is served nowhere.
type liveBoard struct {
	server *feed.Server
	link   string
	time   time.Duration // to linger
	stop   context.CancelFunc
	served chan error
}

// open starts to serve a game and says where.
func (f *boardFlags) open(ctx context.Context, talk io.Writer, l net.Listener, m *wire.Match, g *ouro.Grid) *liveBoard {
	ctx, stop := context.WithCancel(context.WithoutCancel(ctx)) // it outlives the game
	b := &liveBoard{
		server: feed.New(m.ViewGame(g)), link: feed.Link(l.Addr(), m.Game.ID), time: f.time,
		stop: stop, served: make(chan error, 1),
	}
	go func() { b.served <- b.server.Serve(ctx, l) }()
	fmt.Fprintf(talk, "board: %s\n", b.link)
	return b
}

func (b *liveBoard) show(e wire.ViewEvent) error {
	if b == nil {
		return nil
	}
	return b.server.Add(e)
}

// note says where the board is.
func (b *liveBoard) note() string {
	if b == nil {
		return ""
	}
	return b.link
}

// linger goes on serving until ctx ends or the time to linger is over, unless
// nobody wants that, and stops then.
func (b *liveBoard) linger(ctx context.Context, talk io.Writer, wanted bool) error {
	if b == nil {
		return nil
	}
	if wanted && ctx.Err() == nil {
		var end <-chan time.Time
		if b.time > 0 {
			end = time.After(b.time)
		} else {
			fmt.Fprintln(talk, "the board is still being served; Ctrl-C ends it")
		}
		select {
		case <-end:
		case <-ctx.Done():
		case err := <-b.served:
			b.stop()
			return fmt.Errorf("the board is served no more: %w", err)
		}
	}
	b.stop()
	return <-b.served
}
