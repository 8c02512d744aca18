package server_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"

	"ouro/internal/needs"
	"ouro/studio/server"
	"ouro/studio/studiotest"
)

func studioAt(t *testing.T, address string) (addr net.Addr, kill func()) {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	ctx, end := context.WithCancel(context.WithoutCancel(t.Context()))
	done := make(chan error, 1)
	go func() { done <- server.New(server.Config{}).Serve(ctx, l) }()
	kill = sync.OnceFunc(func() {
		end()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(kill)
	return l.Addr(), kill
}

// relay forwards connections until they are cut.
type relay struct {
	net.Listener
	mu    sync.Mutex
	lines []net.Conn
	group sync.WaitGroup
}

func newRelay(t *testing.T, to net.Addr) *relay {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	r := &relay{Listener: l}
	r.group.Go(func() {
		for {
			near, err := l.Accept()
			if err != nil {
				return
			}
			far, err := (&net.Dialer{}).DialContext(context.WithoutCancel(t.Context()), "tcp", to.String())
			if err != nil {
				_ = near.Close()
				continue
			}
			r.mu.Lock()
			r.lines = append(r.lines, near, far)
			r.mu.Unlock()
			r.group.Go(func() { _, _ = io.Copy(near, far); _ = near.Close() })
			r.group.Go(func() { _, _ = io.Copy(far, near); _ = far.Close() })
		}
	})
	t.Cleanup(func() {
		_ = l.Close()
		r.cut()
		r.group.Wait()
	})
	return r
}

func (r *relay) cut() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, c := range r.lines {
		if tcp, ok := c.(*net.TCPConn); ok {
			_ = tcp.SetLinger(0)
		}
		_ = c.Close()
	}
	r.lines = nil
}

const boardTurn = `+(new URLSearchParams(location.hash.split("?")[1]).get("turn") ?? 0)`

// TestLostConnection: a page continues its game after its connection was cut, and after its
// server was killed and restarted. Meanwhile it reports that it is reconnecting.
func TestLostConnection(t *testing.T) {
	needs.Trial(t)
	t.Parallel()
	addr, kill := studioAt(t, "127.0.0.1:0")
	r := newRelay(t, addr)
	p := studiotest.Open(t, "http://"+r.Addr().String()+"/#/watch?solver=cell&board=16x16&seed=3&speed=10", studiotest.Desktop)
	p.MayLog("WebSocket connection to", "Failed to load resource")
	ready := `document.querySelector(".status").dataset.state === "ready"`
	p.Until(ready)
	turn := 0
	continues := func() { // it stops the game, so that the turn stays the same, and continues the game
		t.Helper()
		p.Until(fmt.Sprintf(`+(document.querySelector(".turn")?.value ?? 0) > %d`, turn+10))
		p.Press(" ")
		p.Until(isStopped + ` && +` + turnValue + ` === ` + boardTurn)
		now := studiotest.Eval[int](p, boardTurn)
		if now <= turn {
			t.Errorf("turn %d after turn %d", now, turn)
		}
		turn = now
		p.Press(" ")
	}
	continues()
	for range needs.Many(1, 3) {
		studiotest.Eval[bool](p, `(() => {
			const status = document.querySelector(".status");
			window.wasLost = false; // the message may disappear quickly
			new MutationObserver(() => { window.wasLost ||= status.dataset.state === "lost"; }).observe(status, { attributes: true });
			return true;
		})()`)
		r.cut()
		p.Until(`window.wasLost`)
		p.Until(ready)
		continues()
	}
	r.cut() // the same as when a server is killed
	kill()
	p.Until(`document.querySelector(".status").dataset.state === "lost"`)
	p.Until(`document.querySelector(".lost")?.hidden === false && /^Reconnecting: /.test(document.querySelector(".lost").textContent)`)
	p.Shot("lost")
	_, _ = studioAt(t, addr.String())
	studiotest.Eval[any](p, `document.querySelector(".lost button").click()`) // the message may have disappeared already
	p.Until(ready + ` && document.querySelector(".lost").hidden`)
	continues()
}

// TestResultsOfAnotherStudio: after a restart of the studio, the page keeps measured
// results. It marks them as old until they are measured again, and reports that a game was
// lost.
func TestResultsOfAnotherStudio(t *testing.T) {
	needs.Trial(t)
	t.Parallel()
	addr, kill := studioAt(t, "127.0.0.1:0")
	p := studiotest.Open(t, "http://"+addr.String()+"/#/bench?solver=cell&solver=bfs&board=6x6&games=20", studiotest.Desktop)
	p.MayLog("WebSocket connection to", "Failed to load resource")
	again := func() {
		t.Helper()
		kill()
		p.Until(`document.querySelector(".status").dataset.state === "lost"`)
		_, kill = studioAt(t, addr.String())
		p.Until(`document.querySelector(".status").dataset.state === "ready" || document.querySelector(".lost").hidden || document.querySelector(".lost button").click()`)
		p.Until(`document.querySelector(".status").dataset.state === "ready"`)
	}
	const text, table = `document.querySelector(".bench-done p")?.textContent`, `document.querySelector(".bench tbody").textContent`
	p.Until(text + ` === "0 of 20 games each"`)
	p.Press(" ")
	p.Until(text + `.startsWith("20 of 20 games each") && document.querySelector(".bench-run .first").textContent === "More games"`)
	found := studiotest.Eval[string](p, table)
	for range 2 {
		again()
		p.Until(text + `.includes("20 of 20 games each, played") && document.querySelector(".bench-run .first").textContent === "Go"`)
		if kept := studiotest.Eval[string](p, table); kept != found {
			t.Errorf("it had %q and keeps %q", found, kept)
		}
	}
	p.Shot("bench-kept")
	p.Axe()
	p.Press(" ")
	p.Until(text + `.startsWith("20 of 20 games each") && !` + text + `.includes("kept") && ` + table + ` === ` + fmt.Sprintf("%q", found))

	p.Go("about:blank")
	p.Go("http://" + addr.String() + "/#/play?seed=3&speed=1")
	p.Until(`document.querySelector(".play-over")?.textContent.startsWith("Press an arrow")`)
	studiotest.Eval[bool](p, `document.querySelectorAll("ouro-play canvas").forEach((c) => c.classList.add("before")), true`)
	again() // nothing is lost
	p.Until(`document.querySelector("ouro-play canvas:not(.before)")?.width > 0 && document.querySelector(".play-over")?.textContent.startsWith("Press an arrow")`)
	p.Press(kb.ArrowUp)
	p.Press("p")
	p.Until(`document.querySelector(".play-over").textContent.startsWith("Paused")`)
	again()
	p.Until(`/^The connection was lost, and your game with it.*Press an arrow/.test(document.querySelector(".play-over").textContent)`)
	p.Shot("play-lost")
	p.Press(kb.ArrowUp)
	p.Press("p")
	p.Until(`document.querySelector(".play-over").textContent.startsWith("Paused")`)

	p.Go("about:blank")
	p.Go("http://" + addr.String() + "/#/hunter?seed=4&snakes=1")
	p.Until(`document.activeElement?.textContent === "Start"`)
	p.Press(kb.Enter)
	p.Until(`document.querySelector(".hunt-card.ready") !== null`)
	p.Press(kb.ArrowUp)
	p.Press("p")
	p.Until(`document.querySelector("ouro-hunter").dataset.at === "paused"`)
	again()
	p.Until(`document.querySelector(".hunt-card.menu")?.textContent.includes("and your game with it")`)
	p.Shot("hunter-lost")
	p.Axe()
}

// TestIdlePage: a page that is not used is disconnected and says so. When it is used again,
// it reconnects.
func TestIdlePage(t *testing.T) {
	needs.Trial(t)
	t.Parallel()
	patient, strict := server.New(server.Config{Idle: time.Hour}), server.New(server.Config{Idle: 2 * time.Second})
	var now atomic.Pointer[server.Server] // the server of new connections
	now.Store(patient)
	h := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { now.Load().ServeHTTP(w, r) }))
	t.Cleanup(func() { patient.Close(); strict.Close(); now.Load().Close(); h.Close() })
	p := studiotest.Open(t, h.URL+"/#/bench?solver=cell&board=6x6", studiotest.Desktop)
	p.Until(`document.querySelector(".status").dataset.state === "ready"`)
	now.Store(strict)
	patient.Close()
	p.Until(`document.querySelector(".lost")?.hidden === false && document.querySelector(".lost").textContent.startsWith("Not connected: the page was not used for 2s; click or press a key to connect again.")`)
	p.Shot("asleep")
	now.Store(server.New(server.Config{Idle: time.Hour}))
	p.Press("x")
	p.Until(`document.querySelector(".status").dataset.state === "ready" && document.querySelector(".lost").hidden`)
}
