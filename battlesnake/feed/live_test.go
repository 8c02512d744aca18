package feed

import (
	"context"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"ouro"
	"ouro/battlesnake/wire"
)

func openLive(ctx context.Context, t *testing.T) (*Live, net.Listener, *station) {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	m := &wire.Match{Game: wire.Game{ID: "g1"}}
	return Open(ctx, l, m, ouro.MustGrid(5, 4)), l, &station{t: t, addr: l.Addr()}
}

// TestLive: a game is served after the context of its moves has ended, until it is closed.
func TestLive(t *testing.T) {
	ctx, over := context.WithCancel(t.Context())
	live, l, boards := openLive(ctx, t)
	if live.Link() != Link(l.Addr(), "g1") {
		t.Errorf("link %s", live.Link())
	}
	over()
	if err := live.Show(frame(0)); err != nil {
		t.Fatal(err)
	}
	v := boards.dial()
	v.want(frame(0))
	if err := live.Close(); err != nil {
		t.Error(err)
	}
	v.wantClosed(websocket.StatusGoingAway)
}

// TestLinger: Linger ends with the context, after the time, or when serving fails, which is an
// error.
func TestLinger(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	live, _, boards := openLive(t.Context(), t)
	if err := live.Show(frame(0)); err != nil {
		t.Fatal(err)
	}
	v := boards.dial()
	done := make(chan error, 1)
	go func() { done <- live.Linger(ctx, 0) }()
	v.want(frame(0))
	stop()
	v.wantClosed(websocket.StatusGoingAway)
	if err := <-done; err != nil {
		t.Error(err)
	}

	live, _, _ = openLive(t.Context(), t)
	if err := live.Linger(t.Context(), time.Nanosecond); err != nil {
		t.Error(err)
	}

	live, l, _ := openLive(t.Context(), t)
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if err := live.Linger(t.Context(), 0); err == nil || !strings.Contains(err.Error(), "serving the board failed") {
		t.Errorf("without a listener: %v", err)
	}
}

// TestNoLive: a nil Live shows nothing.
func TestNoLive(t *testing.T) {
	var live *Live
	if live.Link() != "" || live.Show(frame(0)) != nil || live.Close() != nil {
		t.Error("a nil one does something")
	}
}
