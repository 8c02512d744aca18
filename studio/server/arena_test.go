package server_test

import (
	"bytes"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ouro/cli"
	"ouro/studio"
	"ouro/studio/server"
	"ouro/studio/session"
	"ouro/studio/standings"
	"ouro/studio/studiotest"
)

// TestArena: the page lists tournaments and shows the report of one, from which a
// game opens.
func TestArena(t *testing.T) {
	root := t.TempDir()
	var errs bytes.Buffer
	args := "arena run spot greedy hungry coward random --nodes 300 --games 40 --plain --seed 3 --dir " + filepath.Join(root, "league")
	if code := cli.Main(t.Context(), strings.Fields(args), cli.IO{In: strings.NewReader(""), Out: &bytes.Buffer{}, Err: &errs}); code != 0 {
		t.Fatalf("%s: %s", args, errs.String())
	}
	kinds := studio.Kinds(studio.ExactMemory)
	kinds["arena"] = standings.Root(root).Kind()
	s := server.New(server.Config{Session: session.Config{Kinds: kinds}, Files: standings.Root(root).File})
	h := httptest.NewServer(s)
	t.Cleanup(func() { s.Close(); h.Close() })
	p := studiotest.Open(t, h.URL+"/#/arena", studiotest.Desk)
	p.Until(`document.querySelectorAll(".arena-folders a").length === 1`)
	p.Shot("arena-list")
	p.Click(".arena-folders a")
	p.Until(`document.querySelectorAll(".arena-games tbody tr").length === 40 && document.querySelectorAll(".arena-tables table").length >= 4`)
	time.Sleep(500 * time.Millisecond)
	p.Shot("arena")
	p.Axe()
	p.Resize(studiotest.Phone)
	noScroll(t, p, "a tournament on a phone")
	p.Shot("arena-phone")
	p.Resize(studiotest.Desk)
	p.Click(".arena-games tbody tr:nth-child(3) a")
	p.Until(`location.hash.startsWith("#/replay?file=league")`)
	p.Until(`document.querySelector("ouro-replay canvas") !== null`)
	p.Shot("arena-replay")
}
