package server_test

import (
	"net/http/httptest"
	"testing"

	"ouro/studio/server"
	"ouro/studio/studiotest"
)

// serve is the address of a studio.
func serve(t *testing.T) string {
	t.Helper()
	s := server.New(server.Config{})
	h := httptest.NewServer(s)
	t.Cleanup(func() { s.Close(); h.Close() })
	return h.URL
}

// open shows the studio at this place of it.
func open(t *testing.T, link string, size studiotest.Size) *studiotest.Page {
	t.Helper()
	return studiotest.Open(t, serve(t)+"/"+link, size)
}

// TestPage: whoever opens the studio sees a game.
func TestPage(t *testing.T) {
	p := open(t, "", studiotest.Desk)
	p.Until(`document.querySelector("ouro-watch") !== null && document.querySelector("ouro-watch").textContent !== ""`)
	p.Shot("watch")
	p.Axe()
}

// TestFirefox: the same in Firefox.
func TestFirefox(t *testing.T) {
	f := studiotest.OpenFirefox(t, serve(t)+"/", studiotest.Desk)
	f.Until(`document.querySelector("ouro-watch") !== null && document.querySelector("ouro-watch").textContent !== ""`)
	f.Shot("firefox-watch")
}
