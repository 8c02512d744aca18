package server_test

import (
	"bytes"
	"database/sql"
	"errors"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ouro/cli"
	"ouro/cli/command"
	"ouro/internal/needs"
	"ouro/store"
	"ouro/studio/server"
	"ouro/studio/session"
	"ouro/studio/standings"
	"ouro/studio/studiotest"
)

func playTournament(t *testing.T, file, args string) {
	t.Helper()
	var errs bytes.Buffer
	args = "arena run " + args + " --plain --seed 3 --store " + file
	if code := cli.Main(t.Context(), strings.Fields(args), command.IO{In: strings.NewReader(""), Out: &bytes.Buffer{}, Err: &errs}); code != 0 {
		t.Fatalf("%s: %s", args, errs.String())
	}
}

func serveTournaments(t *testing.T, name string) string {
	t.Helper()
	all := patientKinds()
	file := standings.NewFile(name, "--store results.db")
	all["arena"] = file.Kind()
	s := server.New(server.Config{Session: session.Config{Kinds: all}, Files: file.Open})
	h := httptest.NewServer(s)
	t.Cleanup(func() { s.Close(); h.Close() })
	return h.URL
}

// TestArena: the page shows the list of tournaments as soon as there is one. It also shows the
// report of a tournament in progress, and a game.
func TestArena(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "results.db")
	p := studiotest.Open(t, serveTournaments(t, name)+"/#/arena", studiotest.Desktop)
	p.Until(`document.querySelector("ouro-arena")?.textContent.includes("ouro arena run spot greedy hungry --store results.db")`)
	p.Shot("arena-none")
	league := "spot greedy hungry coward random --nodes 300 --games "
	playTournament(t, name, league+"20")
	p.Until(`document.querySelectorAll(".arena-list a").length === 1 && document.querySelector(".arena-list .arena-playing") !== null`)
	p.Until(`document.querySelector(".arena-list").textContent.includes("round robin, 20 games")`)
	p.Shot("arena-list")
	p.Axe()
	p.Click(".arena-list a")
	p.Until(`document.querySelectorAll(".arena-games tbody tr").length === 20 && document.querySelectorAll(".arena-tables table").length >= 4`)
	playTournament(t, name, league+"40")
	p.Until(`document.querySelectorAll(".arena-games tbody tr").length === 40`)
	p.Until(`document.querySelector("ouro-arena").textContent.includes("40 games, 20 of them since you opened this page") && document.querySelector(".arena-playing").checkVisibility()`)
	p.Until(settled)
	p.Shot("arena")
	if text := studiotest.Eval[string](p, `document.querySelector("ouro-arena header").textContent`); !strings.Contains(text, "40 games") {
		t.Errorf("the header is %q", text)
	}
	p.Axe()
	p.Click("#theme") // light
	p.Click("#theme") // dark
	p.Until(`getComputedStyle(document.documentElement).colorScheme === "dark"`)
	p.Until(settled)
	p.Shot("arena-dark")
	p.Axe()
	p.Resize(studiotest.Phone)
	noScroll(t, p, "a tournament on a phone")
	p.Shot("arena-phone")
	p.Resize(studiotest.Desktop)
	studiotest.Eval[bool](p, `document.querySelector(".arena-games").scrollIntoView(), true`)
	p.Shot("arena-games")
	p.Click(".arena-games tbody tr:nth-child(3) a")
	p.Until(`/^#\/replay\?file=[0-9a-f]{10}-1-[0-9]+\.ouro$/.test(location.hash)`)
	p.Until(`document.querySelector("ouro-replay canvas") !== null`)
	p.Shot("arena-replay")
}

func withoutRecords(t *testing.T, name string) string {
	t.Helper()
	from, err := store.OpenExisting(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	bare := filepath.Join(t.TempDir(), "bare.db")
	to, err := store.Open(t.Context(), bare)
	if err != nil {
		t.Fatal(err)
	}
	all, err := from.Find(t.Context(), store.Query{})
	if err != nil {
		t.Fatal(err)
	}
	activeRun, err := to.StartRun(t.Context(), all[0], store.Run{})
	if err != nil {
		t.Fatal(err)
	}
	for g, failed := range from.Games(t.Context(), all[0].ID) {
		if failed == nil {
			g.Record = nil
			failed = activeRun.Put(g)
		}
		err = errors.Join(err, failed)
	}
	if err := errors.Join(err, from.Close(), to.Close()); err != nil {
		t.Fatal(err)
	}
	return bare
}

// TestArenaNoRecord: if a game has no record, the list and the page of the game say so.
func TestArenaNoRecord(t *testing.T) {
	needs.Trial(t)
	t.Parallel()
	name := filepath.Join(t.TempDir(), "results.db")
	playTournament(t, name, "greedy hungry --board 7x7 --games 4")
	name = withoutRecords(t, name)
	list, err := standings.NewFile(name, "").List(t.Context())
	if err != nil || len(list.Tournaments) != 1 {
		t.Fatalf("%+v, %v", list, err)
	}
	key := list.Tournaments[0].Key
	p := studiotest.Open(t, serveTournaments(t, name)+"/#/arena?tournament="+key, studiotest.Desktop)
	p.Until(`document.querySelectorAll(".arena-games tbody tr").length === 4`)
	if text := studiotest.Eval[string](p, `document.querySelector(".arena-games tbody th").textContent`); !strings.Contains(text, "no record") {
		t.Errorf("the list is %q", text)
	}
	if n := studiotest.Eval[int](p, `document.querySelectorAll(".arena-games tbody a").length`); n > 0 {
		t.Errorf("%d links lead to games without a record", n)
	}
	p.Axe()
	p.MayLog("404")
	studiotest.Eval[string](p, `location.hash = "#/replay?file=`+key+`-0-0.ouro"`)
	p.Until(`document.querySelector("ouro-replay .wrong")?.textContent.includes("the results file has no record of this game")`)
	p.Shot("arena-no-record")
}

// TestArenaRefuses: if a link names no tournament, the page shows an error and a link to
// the list.
func TestArenaRefuses(t *testing.T) {
	needs.Trial(t)
	t.Parallel()
	name := filepath.Join(t.TempDir(), "results.db")
	playTournament(t, name, "greedy hungry --board 7x7 --games 2")
	address := serveTournaments(t, name)
	p := studiotest.Open(t, address+"/#/arena?folder=league", studiotest.Desktop)
	text := func(text string) {
		t.Helper()
		p.Until(`document.querySelector("ouro-arena .wrong")?.textContent.includes("` + text + `") && document.querySelector('ouro-arena .wrong a[href="#/arena"]') !== null`)
	}
	text(`the folder \"league\" of an earlier version`)
	p.Shot("arena-folder")
	studiotest.Eval[string](p, `location.hash = "#/arena?tournament=ffffffffff"`)
	text("has no tournament ffffffffff")
	p.Click(`ouro-arena .wrong a`)
	p.Until(`document.querySelectorAll(".arena-list a").length === 1`)
	db, err := sql.Open("sqlite", name)
	if err == nil {
		_, err = db.ExecContext(t.Context(), `UPDATE experiments SET definition = replace(definition, 'greedy', 'coward')`)
		err = errors.Join(err, db.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	p.Until(`document.querySelector("ouro-arena .wrong")?.textContent.includes("was changed since it was written") && document.querySelector(".arena-list") === null`)
	p.Shot("arena-changed")
	if err := errors.Join(os.Remove(name), os.WriteFile(name, []byte("no results"), 0o600)); err != nil {
		t.Fatal(err)
	}
	p.Until(`document.querySelector("ouro-arena .wrong")?.textContent.includes("not a results file")`)
	p.Shot("arena-damaged")
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	p.Click(`ouro-arena .wrong button`)
	p.Until(`document.querySelector("ouro-arena")?.textContent.includes("No tournament yet")`)
}
