package server_test

import (
	"net/http/httptest"
	"testing"

	"ouro/studio/server"
	"ouro/studio/studiotest"
)

// open shows the studio at this place of it.
func open(t *testing.T, link string, size studiotest.Size) *studiotest.Page {
	t.Helper()
	s := httptest.NewServer(server.Handler(server.Config{}))
	t.Cleanup(s.Close)
	return studiotest.Open(t, s.URL+"/"+link, size)
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
	s := httptest.NewServer(server.Handler(server.Config{}))
	t.Cleanup(s.Close)
	f := studiotest.OpenFirefox(t, s.URL+"/", studiotest.Desk)
	f.Until(`document.querySelector("ouro-watch") !== null && document.querySelector("ouro-watch").textContent !== ""`)
	f.Shot("firefox-watch")
}
