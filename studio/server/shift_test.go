package server_test

import (
	"strings"
	"testing"

	"ouro/internal/needs"
	"ouro/studio/studiotest"
)

// shift is an expression whose value is the sum of the layout shifts so far.
const shift = `new Promise((done) => {
	let sum = 0;
	new PerformanceObserver((list) => { for (const e of list.getEntries()) sum += e.value; }).observe({ type: "layout-shift", buffered: true });
	setTimeout(() => done(sum), 100); // the observer has received the buffered entries
})`

// oneByOne is a script that delivers the messages of the engine one by one. The page draws two
// frames before each of them. So it draws every state between two messages, on any machine. No
// timer of a second or more fires, because such timers are fallbacks for slow engines.
const oneByOne = `const timer = setTimeout;
globalThis.setTimeout = (f, ms = 0, ...args) => ms < 1000 ? timer(f, ms, ...args) : 0;
globalThis.WebSocket = class extends WebSocket {
	set onmessage(receive) {
		const waiting = [];
		const next = () => requestAnimationFrame(() => requestAnimationFrame(() => {
			receive(waiting[0]);
			waiting.shift();
			if (waiting.length > 0) next();
		}));
		super.onmessage = (e) => { if (waiting.push(e) === 1) next(); };
	}
};`

// mostShift is a fifth of the layout shift that the Web Vitals call good.
const mostShift = 0.02

// TestNothingJumps: while Watch, Compare, Position and the start page open, visible elements hardly
// move. Watch hides its column of facts until the solver's first thought arrives, and Position its
// columns beside the board until the position arrives.
func TestNothingJumps(t *testing.T) {
	needs.Trial(t)
	t.Parallel()
	for _, size := range []studiotest.Size{studiotest.Desktop, studiotest.Phone} {
		p := open(t, "#/tour", size)
		p.RunFirst(oneByOne)
		address := studiotest.Eval[string](p, `location.href.replace(/#.*/, "")`)
		for _, c := range []struct{ link, works string }{
			{"", homeWorks},
			{"#/watch", `Number(document.querySelector(".turn")?.value) > 8 && document.querySelector(".facts-side:not(.settling) .overlays li") !== null`},
			{"#/position", `document.querySelectorAll(".opinion [aria-label^=play]").length === 3 && document.querySelector(".values") !== null`},
			{"#/compare?solver=cell&solver=shortcut&board=10x10", `Number(document.querySelector(".turn")?.value) > 8`},
		} {
			p.Go("about:blank")
			p.Go(address + c.link)
			p.Until(c.works)
			got := studiotest.Eval[float64](p, shift)
			t.Logf("%s at %dx%d: the layout shifts by %.4f", c.link, size.W, size.H, got)
			if got > mostShift {
				t.Errorf("%s at %dx%d: the layout shifts by %.3f", c.link, size.W, size.H, got)
			}
		}
	}
}

// TestGlossary: the explanation of a figure is shown while the figure's name has the focus.
func TestGlossary(t *testing.T) {
	needs.Trial(t)
	t.Parallel()
	p := open(t, "#/watch?seed=12345678901234567", studiotest.Desktop)
	p.Until(`Number(document.querySelector(".turn")?.value) > 3`)
	const explanation = `(document.querySelector("#meaning:popover-open")?.textContent ?? "")`
	for name, want := range map[string]string{
		"above the distance": "distances to the food",
		"1234…":              "12345678901234567", // a long seed
	} {
		got := studiotest.Eval[string](p, `(() => {
			const terms = [...document.querySelectorAll(".term")], term = terms.find((e) => e.textContent === "`+name+`");
			if (!term) return "missing; the page explains " + terms.map((e) => e.textContent).join(", ");
			term.focus();
			return term.getAttribute("aria-describedby") === "meaning" ? `+explanation+` : "not the description of the name";
		})()`)
		if !strings.Contains(got, want) {
			t.Errorf("the explanation of %q is %q, want one with %q", name, got, want)
		}
		p.Axe()
	}
	if got := studiotest.Eval[string](p, `(document.activeElement.blur(), `+explanation+`)`); got != "" {
		t.Errorf("without the focus, the page shows the explanation %q", got)
	}
}

// TestSample: Replay offers a game to try, and verifies it. The timeline shows only the
// turns that have been received.
func TestSample(t *testing.T) {
	needs.Trial(t)
	t.Parallel()
	p := open(t, "#/replay", studiotest.Desktop)
	p.Click(".sample")
	p.Until(`document.querySelector("ouro-replay")?.textContent.includes("the file is correct") && document.querySelector(".timeline")?.getAttribute("aria-valuemax") === "297"`)
	p.Axe()
}

// TestCompareColours: on Compare, a snake, its letter and its lines have one colour and one
// kind of line.
func TestCompareColours(t *testing.T) {
	needs.Trial(t)
	t.Parallel()
	p := open(t, "#/compare?solver=cell&solver=shortcut&board=10x10&turn=60&play=false", studiotest.Desktop)
	p.Until(`document.querySelectorAll(".chart-swatch").length >= 2 && document.querySelectorAll(".lane-line").length === 2`)
	for lane, kind := range []string{"solid", "dashed"} {
		looks := studiotest.Eval[[]string](p, `(() => {
			const lane = `+string(rune('0'+lane))+`, style = (selector) => getComputedStyle(document.querySelectorAll(selector)[lane]);
			const canvas = document.querySelectorAll(".board-host canvas:first-child")[lane], all = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
			const wanted = style(".lane-letter").backgroundColor.match(/\d+/g).map(Number);
			let near = 0; // pixels of the head, which has the colour itself
			for (let i = 0; i < all.length; i += 4) if (wanted.every((v, k) => Math.abs(all[i + k] - v) <= 2)) near++;
			return [style(".lane-letter").backgroundColor, style(".lane-line").borderTopColor, style(".chart-swatch").borderTopColor, style(".lane-line").borderTopStyle, style(".chart-swatch").borderTopStyle, near > 100 ? "head" : "no head"];
		})()`)
		if looks[1] != looks[0] || looks[2] != looks[0] || looks[3] != kind || looks[4] != kind || looks[5] != "head" {
			t.Errorf("lane %d looks like %q", lane, looks)
		}
	}
	p.MayLog("willReadFrequently")
}
