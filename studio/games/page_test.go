package games_test

import (
	"net/http/httptest"
	"testing"

	"ouro/studio/server"
	"ouro/studio/studiotest"
)

// TestPictureInBrowser: a browser shows an animated picture of a game, and the command line
// that makes the same picture.
func TestPictureInBrowser(t *testing.T) {
	s := server.New(server.Config{})
	h := httptest.NewServer(s)
	t.Cleanup(func() { s.Close(); h.Close() })
	p := studiotest.Open(t, h.URL+"/#/watch?solver=cell&board=8x8&turn=120", studiotest.Desktop)
	p.Until(`document.querySelector(".transport .where")?.textContent.includes("120")`)
	p.Press("e")
	p.Until(`document.querySelector("dialog.take code")?.textContent === "ouro export --board 8x8 --seed 1 --solver cell --svg game.svg --turns ..120 --speed 20"`)
	p.Click("dialog.take button.first")
	p.Until(`document.querySelector("dialog.take img:not([hidden])")?.naturalWidth > 100`)
	p.Shot("take")
	p.Resize(studiotest.Phone)
	p.Shot("take-phone")
	p.Click(`dialog.take [data-what="png"]`)
	p.Until(`document.querySelector("dialog.take code")?.textContent.includes(" --png game.png --turns ")`)
	p.Axe() // this call is last, because it skips the test if axe is not installed
}
