package feed

import (
	"context"
	"fmt"
	"net"
	"time"

	"ouro"
	"ouro/battlesnake/wire"
)

// Live is a game that is served until it is closed. A nil Live serves and shows nothing.
type Live struct {
	server *Server
	link   string
	stop   context.CancelFunc
	served chan error
}

// Open serves a game on l, which it closes in the end. It does not stop with ctx, because a game
// can be watched after its end: the caller must call Close or Linger.
func Open(ctx context.Context, l net.Listener, m *wire.Match, g *ouro.Grid) *Live {
	ctx, stop := context.WithCancel(context.WithoutCancel(ctx))
	live := &Live{server: New(m.ViewGame(g)), link: Link(l.Addr(), m.Game.ID), stop: stop, served: make(chan error, 1)}
	go func() { live.served <- live.server.Serve(ctx, l) }()
	return live
}

// Link returns the URL of the official board for this game.
func (l *Live) Link() string {
	if l == nil {
		return ""
	}
	return l.link
}

// Show adds an event for all boards.
func (l *Live) Show(e wire.ViewEvent) error {
	if l == nil {
		return nil
	}
	return l.server.Add(e)
}

// Linger continues to serve for so long, or without limit if it is 0, until ctx ends at the latest,
// and closes the Live. It is an error if serving fails earlier.
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
		return fmt.Errorf("serving the board failed: %w", err)
	}
	return l.Close()
}

// Close disconnects all boards and stops serving.
func (l *Live) Close() error {
	if l == nil {
		return nil
	}
	l.stop()
	return <-l.served
}
