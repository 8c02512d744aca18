package site_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"ouro/studio/studiotest"
)

const turn = `Number((document.querySelector(".turn")?.value ?? document.querySelector(".home-caption")?.textContent.match(/move (\d+)/)?.[1] ?? "").replace(/\D/g, ""))`

// lastRecorded is an expression for the last move in the preview that the browser has stored.
const lastRecorded = `Math.max(...JSON.parse(localStorage.getItem("ouro.preview")).tapes[0].lines.map(([, text]) => JSON.parse(text)).filter((m) => m.type === "frames").map((m) => m.data.from + m.data.lanes[0].length))`

// A gate serves files. It can hold the requests for the engine.
type gate struct {
	files http.Handler
	mu    sync.Mutex
	held  chan struct{} // open while requests for the engine are held; nil at first
}

func (g *gate) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if strings.HasPrefix(r.URL.Path, "/engine/") {
		w.Header().Set("Cache-Control", "no-store") // so that each visit requests the engine
		g.mu.Lock()
		held := g.held
		g.mu.Unlock()
		if held != nil {
			<-held
		}
	}
	g.files.ServeHTTP(w, r)
}

// hold holds requests for the engine until release is called.
func (g *gate) hold() (release func()) {
	held := make(chan struct{})
	g.mu.Lock()
	defer g.mu.Unlock()
	g.held = held
	return sync.OnceFunc(func() { close(held) })
}

// TestSecondVisit: a second visit shows the first moves of the same game before the engine has
// been loaded. Then the engine continues the game to the same end.
func TestSecondVisit(t *testing.T) {
	t.Parallel()
	g := &gate{files: http.FileServer(http.Dir(writeSite(t)))}
	server := httptest.NewServer(g)
	defer server.Close()
	address := server.URL + "/#/watch?solver=cell&board=6x6&seed=3"
	page := studiotest.Open(t, address, studiotest.Desktop)
	page.Until(turn + ` > 5`)
	page.Press(" ")
	page.Until(`localStorage.getItem("ouro.preview") !== null`)
	release := g.hold()
	defer release() // also if the test fails
	page.Go("about:blank")
	page.Go(address)
	page.Until(turn + ` > 2`)
	if n, recorded := studiotest.Eval[int](page, turn), studiotest.Eval[int](page, lastRecorded); n > recorded {
		t.Errorf("move %d is shown without an engine, but only %d are recorded", n, recorded)
	}
	if ready := studiotest.Eval[bool](page, `document.querySelectorAll(".card").length > 3 && document.querySelector(".status").dataset.state === "ready"`); !ready {
		t.Error("the page is not usable before the engine is ready")
	}
	release()
	page.Until(turn + ` > ` + lastRecorded)
	page.Press(strings.Repeat(kb.ArrowUp, 20)) // at the highest speed
	page.Until(`/Won: the board is full/.test(document.body.innerText)`)
	if got, want := studiotest.Eval[int](page, turn), finalState(t, "board=6x6&solver=cell&seed=3").Turn; got != want {
		t.Errorf("the game ends at move %d, want %d", got, want)
	}
}

// timeFirstMove is a script whose promise firstMove has the time of the frame that draws the first
// move, in milliseconds since the page was requested.
const timeFirstMove = `globalThis.firstMove = new Promise((done) => {
	const look = () => ` + turn + ` > 0 ? done(performance.now()) : requestAnimationFrame(look);
	requestAnimationFrame(look);
});`

// BenchmarkVisits measures the time to the first move on an exported site, at a first and a second
// visit, with files from a local server. Each run starts a new browser, which opens another page
// before the first visit, because the first page of a browser is slow.
func BenchmarkVisits(b *testing.B) {
	mux := http.NewServeMux()
	mux.Handle("/", http.FileServer(http.Dir(writeSite(b))))
	mux.HandleFunc("/other.html", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte(`<!doctype html><link rel="icon" href="data:,">`))
	})
	server := httptest.NewServer(mux)
	defer server.Close()
	for _, bench := range []struct{ name, link string }{{"watch", "#/watch"}, {"home", ""}} {
		b.Run(bench.name, func(b *testing.B) {
			var sums [2]float64
			for b.Loop() {
				page := studiotest.Open(b, server.URL+"/other.html", studiotest.Desktop, chromedp.Flag("mute-audio", true)) // a flag makes it a new browser
				page.RunFirst(timeFirstMove)
				for visit := range sums {
					page.Go(server.URL + "/" + bench.link)
					sums[visit] += studiotest.Eval[float64](page, `firstMove`)
					page.Until(`localStorage.getItem("ouro.preview") !== null`)
					page.Go("about:blank")
				}
			}
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(sums[0]/float64(b.N), "ms-first-visit")
			b.ReportMetric(sums[1]/float64(b.N), "ms-second-visit")
			b.ReportMetric(sums[1]/sums[0], "second/first")
		})
	}
}
