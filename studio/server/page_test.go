package server_test

import (
	"fmt"
	"maps"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ouro/internal/needs"
	"ouro/studio"
	"ouro/studio/games"
	"ouro/studio/live"
	"ouro/studio/server"
	"ouro/studio/session"
	"ouro/studio/standings"
	"ouro/studio/studiotest"
)

func serve(t *testing.T) string {
	t.Helper()
	return serveKinds(t, patientKinds())
}

// patientKinds returns the kinds of channels of a studio that never gives up a solver that it asks again,
// however slow the machine is.
func patientKinds() map[string]session.Kind {
	all := studio.Kinds(studio.ExactMemory)
	maps.Copy(all, games.Kinds(games.Limits{Again: time.Hour}))
	return all
}

// serveKinds serves a studio with these kinds of channels.
func serveKinds(t *testing.T, kinds map[string]session.Kind) string {
	t.Helper()
	s := server.New(server.Config{Session: session.Config{Kinds: kinds}})
	h := httptest.NewServer(s)
	t.Cleanup(func() { s.Close(); h.Close() })
	return h.URL
}

func open(t *testing.T, link string, size studiotest.Size) *studiotest.Page {
	t.Helper()
	return studiotest.Open(t, serve(t)+"/"+link, size)
}

// pages has all pages of the studio. Each has a condition that is true when the page works.
var pages = []struct{ link, works string }{
	{"watch", `Number(document.querySelector(".turn")?.value) > 3`},
	{"compare", `document.querySelectorAll(".board-host").length === 2 && Number(document.querySelector(".turn")?.value) > 3`},
	{"position", `document.querySelector("ouro-position")?.textContent.includes("Best play wins for certain")`},
	{"replay", `document.querySelector("ouro-replay input[type=file]") !== null`},
	{"play", `document.querySelector("ouro-play canvas") !== null && document.body.textContent.includes("Press an arrow to start")`},
	{"hunter", `document.querySelector("ouro-hunter canvas") !== null && document.activeElement?.textContent === "Start"`},
	{"bench", `document.querySelector("ouro-bench")?.textContent.includes("0 of 100 games")`},
	{"tour", `document.querySelectorAll(".chapters a").length === 5`},
	{"tour/backtracking", `document.querySelector("ouro-tour h1")?.textContent === "Try, and step back" && document.querySelectorAll(".tour-figure").length > 1 && document.querySelector(".tour-figure canvas") !== null`},
	{"tour/scored-map", `document.querySelector("ouro-tour h1")?.textContent === "Score the map, shallow scans first" && document.querySelector(".tour-figure canvas") !== null`},
	{"tour/virtual-snake", `document.querySelector("ouro-tour h1")?.textContent === "Look before you eat" && document.querySelector(".tour-figure canvas") !== null`},
	{"tour/cycle", `document.querySelector("ouro-tour h1")?.textContent === "Safe and slow, or quick and at risk" && document.querySelector(".tour-figure canvas") !== null && document.querySelector(".tour-table table") !== null`},
	{"tour/champion", `document.querySelector("ouro-tour h1")?.textContent === "Rings and detours" && document.querySelector(".tour-figure canvas") !== null`},
	{"arena", `document.querySelector("ouro-arena")?.textContent.includes("No tournament yet")`},
	{"server", `document.querySelector("ouro-server .served-none")?.checkVisibility() === true`},
}

// settled is an expression that is true if no colour transition is running. During a
// transition, the accessibility checker axe would see intermediate colours.
const settled = `document.getAnimations().every(a => !(a instanceof CSSTransition))`

// fullStudio serves a studio with every page. Arena has no results file, and Server has no
// games.
func fullStudio(t *testing.T) string {
	t.Helper()
	kinds := kindsWithArena(t)
	for name, kind := range live.NewGames().Kinds() {
		kinds[name] = kind
	}
	return serveKinds(t, kinds)
}

// kindsWithArena returns the kinds of channels of ouro studio. Arena has no results file.
func kindsWithArena(t *testing.T) map[string]session.Kind {
	t.Helper()
	all := patientKinds()
	all["arena"] = standings.NewFile(filepath.Join(t.TempDir(), "results.db"), "").Kind()
	return all
}

// TestPages: every page works in windows of all sizes, in light and dark, and is never
// wider than the window. Navigation keeps the document.
func TestPages(t *testing.T) {
	t.Parallel()
	p := studiotest.Open(t, fullStudio(t)+"/", studiotest.Desktop)
	studiotest.Eval[bool](p, `(window.begun = true)`)
	for _, page := range pages {
		name := "page-" + strings.ReplaceAll(page.link, "/", "-")
		studiotest.Eval[string](p, fmt.Sprintf(`location.hash = "#/%s"`, page.link))
		p.Until(fmt.Sprintf(`location.hash.startsWith("#/%s") && %s`, page.link, page.works))
		if titled := studiotest.Eval[int](p, `document.querySelectorAll("h1").length`); titled != 1 {
			t.Errorf("%s has %d titles", page.link, titled)
		}
		p.Shot(name)
		p.Until(settled)
		p.Axe()
		p.Click("#theme") // light
		p.Click("#theme") // dark
		p.Until(`getComputedStyle(document.documentElement).colorScheme === "dark"`)
		p.Resize(studiotest.Tablet)
		noScroll(t, p, page.link)
		p.Shot(name + "-1024-dark")
		p.Resize(studiotest.Phone)
		noScroll(t, p, page.link+" on a phone")
		p.Shot(name + "-390-dark")
		if needs.Trials() {
			p.Until(settled)
			p.Axe()
		}
		p.Resize(studiotest.Desktop)
		p.Click("#theme") // the system's theme
	}
	if !studiotest.Eval[bool](p, `window.begun === true`) {
		t.Error("the document was loaded anew")
	}
}

// TestFirefox: every page works in Firefox.
func TestFirefox(t *testing.T) {
	needs.Trial(t)
	t.Parallel()
	f := studiotest.OpenFirefox(t, fullStudio(t)+"/", studiotest.Desktop)
	for _, page := range pages {
		f.Eval(fmt.Sprintf(`location.hash = "#/%s"`, page.link))
		f.Until(fmt.Sprintf(`location.hash.startsWith("#/%s") && %s`, page.link, page.works))
		f.Shot("firefox-" + strings.ReplaceAll(page.link, "/", "-"))
	}
}
