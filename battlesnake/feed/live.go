package feed

import (
	"context"
	"fmt"
	"net"
	"time"

	"ouro"
	"ouro/battlesnake/wire"
)

// Live is a game that is served from its start until somebody closes it. A nil
// one is served nowhere, and shows nothing.
type Live struct {
	server *Server
	link   string
	stop   context.CancelFunc
	served chan error
}

// Open starts to serve a game on l, which it will close. The end of ctx does not
// end that: a game is shown after its end as well. Close it, or let it Linger.
func Open(ctx context.Context, l net.Listener, m *wire.Match, g *ouro.Grid) *Live {
	ctx, stop := context.WithCancel(context.WithoutCancel(ctx))
	live := &Live{server: New(m.ViewGame(g)), link: Link(l.Addr(), m.Game.ID), stop: stop, served: make(chan error, 1)}
	go func() { live.served <- live.server.Serve(ctx, l) }()
	return live
}

// Link is where the official board shows the game.
func (l *Live) Link() string {
	if l == nil {
		return ""
	}
	return l.link
}

// Show gives an event to all boards, now or when they come.
func (l *Live) Show(e wire.ViewEvent) error {
	if l == nil {
		return nil
	}
	return l.server.Add(e)
}

// Linger goes on for so long, or without end if it is 0, at most until ctx ends,
// and closes the game then. That it cannot be served any more is an error.
func (l *Live) Linger(ctx context.Context, long time.Duration) error {
	var end <-chan time.Time
	if long > 0 {
		end = time.After(long)
	}
	select {
	case <-end:
	case <-ctx.Done():
	case err := <-l.served:
		l.stop()
		return fmt.Errorf("the board is served no more: %w", err)
	}
	return l.Close()
}

// Close lets all boards go.
func (l *Live) Close() error {
	if l == nil {
		return nil
	}
	l.stop()
	return <-l.served
}
