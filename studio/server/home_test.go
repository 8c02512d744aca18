package server_test

import (
	"testing"

	"ouro/studio/studiotest"
)

const homeWorks = `/move \d/.test(document.querySelector(".home-caption")?.textContent ?? "")`

// TestStartPage: the bare address shows a live board and three links, which fit on one
// screen of a phone. The link to Watch continues the shown game.
func TestStartPage(t *testing.T) {
	t.Parallel()
	p := open(t, "", studiotest.Phone)
	p.Until(homeWorks)
	for _, high := range []int64{844, 664} {
		p.Resize(studiotest.Size{W: 390, H: high})
		p.Until(`document.documentElement.scrollHeight <= innerHeight`) // the page fits as soon as the board has its new size
		if side := studiotest.Eval[int](p, `document.querySelector(".home-board canvas").clientWidth`); side < 200 {
			t.Errorf("on a phone of 390x%d, the board has %d pixels", high, side)
		}
	}
	p.Shot("home-390")
	p.Axe()
	p.Resize(studiotest.Desktop)
	p.Until(settled)
	p.Shot("home")
	p.Axe()
	p.Click(".way")
	p.Until(`location.hash.startsWith("#/watch?") && Number(document.querySelector(".turn")?.value) > 240`)
	p.Click(".brand")
	p.Until(homeWorks)
	studiotest.Eval[bool](p, `(() => {
		const data = new DataTransfer();
		data.items.add(new File(["no game"], "no.ouro"));
		return dispatchEvent(new DragEvent("drop", { dataTransfer: data, cancelable: true }));
	})()`)
	p.Until(`location.hash === "#/replay" && document.querySelector(".warned")?.textContent.includes("no.ouro")`)
}

// TestServerFirst: if the studio shows the games of a server, its bare address and its logo
// open them.
func TestServerFirst(t *testing.T) {
	t.Parallel()
	p := studiotest.Open(t, fullStudio(t)+"/", studiotest.Desktop)
	const works = `document.querySelector("ouro-server .served-none")?.checkVisibility() === true && document.querySelector("nav [aria-current]")?.textContent === "Server"`
	p.Until(works)
	studiotest.Eval[string](p, `location.hash = "#/tour"`)
	p.Until(`document.querySelectorAll(".chapters a").length === 5`)
	p.Click(".brand")
	p.Until(works)
}
