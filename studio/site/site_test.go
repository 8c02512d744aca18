package site_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"

	"ouro"
	"ouro/internal/needs"
	"ouro/play"
	"ouro/roster"
	"ouro/studio/link"
	"ouro/studio/site"
	"ouro/studio/studiotest"
)

func TestMain(m *testing.M) { os.Exit(studiotest.Main{M: m}.Run()) }

// engine makes the engine once for all tests, because that may take minutes.
var engine = sync.OnceValues(func() (*site.Engine, error) { return site.FindEngine(context.Background(), io.Discard) })

func writeSite(t testing.TB) string {
	t.Helper()
	e, err := engine()
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "site")
	if err := site.Write(t.Context(), dir, "this build", e); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestModuleIsSmall: the size of the engine is limited, because every visitor loads it.
func TestModuleIsSmall(t *testing.T) {
	e, err := engine()
	if err != nil {
		t.Fatal(err)
	}
	const most = 2_900_000
	if n := len(e.Module); n > most || n < most/10 {
		t.Errorf("the module has %d bytes, packed; at most %d", n, most)
	}
}

// TestWithoutGo: if Go is missing, FindEngine returns the built-in engine, or an error that
// says what to do.
func TestWithoutGo(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	e, err := site.FindEngine(t.Context(), io.Discard)
	_, made := os.Stat("made/engine.wasm.gz")
	if made == nil && (err != nil || len(e.Module) == 0) || made != nil && !errors.Is(err, site.ErrNoEngine) {
		t.Errorf("%v, %v; made: %v", e, err, made)
	}
}

// TestWithoutClone: outside of a clone, FindEngine returns the built-in engine. Without one, it
// finds the clone from which the program was built, unless -trimpath hides the clone.
func TestWithoutClone(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	_, file, _, _ := runtime.Caller(0)
	_, made := os.Stat("made/engine.wasm.gz")
	t.Chdir(t.TempDir())
	ctx, stop := context.WithCancel(t.Context())
	log := &stopping{stop: stop}
	e, err := site.FindEngine(ctx, log)
	switch hidden := !filepath.IsAbs(file); {
	case made == nil:
		if err != nil || len(e.Module) == 0 {
			t.Error(err)
		}
	case hidden:
		if !errors.Is(err, site.ErrNoEngine) {
			t.Error(err)
		}
	case !strings.Contains(log.text, "using the clone "+root) || !errors.Is(ctx.Err(), context.Canceled):
		t.Errorf("%v: %s", err, log.text)
	}
}

// stopping ends a context at the first text, before the engine is made, which takes a minute.
type stopping struct {
	text string
	stop func()
}

func (s *stopping) Write(text []byte) (int, error) {
	s.text += string(text)
	s.stop()
	return len(text), nil
}

// TestOnlySitesAreReplaced: a site can replace another site, but not any other folder with
// files.
func TestOnlySitesAreReplaced(t *testing.T) {
	e := &site.Engine{Module: []byte("module"), Script: []byte("script")}
	dir := t.TempDir()
	write := func() error { return site.Write(t.Context(), dir, "a build", e) }
	if err := write(); err != nil {
		t.Fatalf("into an empty folder: %v", err)
	}
	old := filepath.Join(dir, "views", "old.js")
	put(t, old, "of an earlier version")
	list := filepath.Join(dir, "ouro-studio.json")
	text := get(t, list)
	put(t, list, strings.Replace(text, `"files": [`, `"files": [ "views/old.js",`, 1))
	own := filepath.Join(dir, "CNAME")
	put(t, own, "of the site's owner")
	if err := write(); err != nil {
		t.Fatalf("once more: %v", err)
	}
	if _, err := os.Stat(old); err == nil {
		t.Error("a file of an earlier version is still there")
	}
	if get(t, own) == "" || get(t, list) != text {
		t.Errorf("a file of the owner was changed, or the list is\n%swant\n%s", get(t, list), text)
	}
	outside := filepath.Join(filepath.Dir(dir), "outside")
	put(t, outside, "must not change")
	put(t, list, strings.Replace(text, `"files": [`, `"files": [ "../outside",`, 1))
	if err := write(); err == nil || get(t, outside) == "" {
		t.Errorf("a list names a file outside the folder: %v", err)
	}
	put(t, list, `{"ouro_studio": 99}`)
	if err := write(); err == nil || !strings.Contains(err.Error(), "unknown version") {
		t.Errorf("over a site of another version: %v", err)
	}
	if err := os.Remove(list); err != nil {
		t.Fatal(err)
	}
	if err := write(); err == nil || !strings.Contains(err.Error(), "has other files") {
		t.Errorf("over a folder with other files: %v", err)
	}
}

// TestSiteIsSelfContained: no file of a site refers to another host or to the root of a
// server.
func TestSiteIsSelfContained(t *testing.T) {
	dir, seen := t.TempDir(), 0
	if err := site.Write(t.Context(), dir, "", &site.Engine{}); err != nil {
		t.Fatal(err)
	}
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		seen++
		text := get(t, name)
		for _, sign := range []string{`src="/`, `href="/`, `from "/`, `import("/`, `src="http`, `href="http`, `from "http`, "fetch(\"", `@import "http`, `@import "/`, `url("http`, `url("/`} {
			if strings.Contains(text, sign) {
				t.Errorf("%s has %s", name, sign)
			}
		}
		return nil
	})
	if err != nil || seen < 8 {
		t.Errorf("%d files, %v", seen, err)
	}
	if page := get(t, filepath.Join(dir, "index.html")); !strings.Contains(page, `http-equiv="Content-Security-Policy" content="default-src 'none'`) {
		t.Errorf("no policy in %s", page)
	}
}

// ending is a JavaScript function. As the views do, it opens a link in the engine of the
// page. It returns the hash of the last position.
const ending = `(async (link) => {
	const { Session } = await import(new URL("session/client.js", document.baseURI));
	const { Engine } = await import(new URL("session/worker.js", document.baseURI));
	const session = new Session(new Engine());
	const hash = await new Promise((done) => {
		const game = session.open("game", { link }, (type, data) => {
			if (type === "opened") game.send("seek", { turn: 20_000_000 });
			if (type === "key" && data.ended) done(data.lanes[0].hash);
			if (type === "error") done(data.message);
		});
	});
	session.close();
	return hash;
})`

// TestSiteWorks: a site works on a file server, under any path and without other hosts. Its
// games are the same as those of the program.
func TestSiteWorks(t *testing.T) {
	t.Parallel()
	files := http.StripPrefix("/some/path", http.FileServer(http.Dir(writeSite(t))))
	server := httptest.NewServer(files)
	defer server.Close()
	page := studiotest.Open(t, server.URL+"/some/path/#/watch?solver=cell&board=6x6&seed=3&speed=0", studiotest.Desktop)
	const broken = `document.querySelector(".lost")?.textContent.includes("cannot be loaded")`
	page.Until(`document.querySelector("canvas") !== null && document.querySelector(".status")?.dataset.state === "ready" || ` + broken)
	if studiotest.Eval[bool](page, broken+" === true") {
		t.Fatal("the engine cannot be loaded")
	}
	page.Until(`document.body.innerText.match(/Won: the board is full/) !== null`) // a game has been played
	page.Shot("site")
	for _, link := range []string{"board=8x8&solver=cell&seed=3", "rules=standard&board=7x7&snake=spot&snake=hungry&nodes=60&seed=18"} {
		if got, want := studiotest.Eval[string](page, ending+"("+strconv.Quote(link)+")"), finalHash(t, link); got != want {
			t.Errorf("%s ends with %s, want %s", link, got, want)
		}
	}
}

// TestElement: on a page beside the files of a site, <ouro-board> plays a live game of a solver,
// and the game of a record. Its games are those of the program.
func TestElement(t *testing.T) {
	t.Parallel()
	dir := writeSite(t)
	const text = "board=6x6&solver=cell&seed=3"
	g, err := roster.NewGame(ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: 6, H: 6, StartLength: 1}, ouro.GameSeed(3, 0), []ouro.Spec{{Name: "cell"}}, play.Config{Keep: true})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := g.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	r := g.Record()
	r.Game, r.Seed, r.Seats = ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: 6, H: 6, StartLength: 1}, ouro.GameSeed(3, 0), []ouro.Spec{{Name: "cell"}}
	record, err := r.MarshalText()
	if err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(dir, "game.ouro"), string(record))
	put(t, filepath.Join(dir, "mine.html"), `<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Mine</title><script src="ouro-board.js"></script><main><h1>Mine</h1>
<ouro-board id="live" solver="cell" board="6x6" seed="3" controls show="plan"></ouro-board><ouro-board id="record" src="game.ouro" controls></ouro-board></main>`)
	server := httptest.NewServer(http.FileServer(http.Dir(dir)))
	defer server.Close()
	page := studiotest.Open(t, server.URL+"/mine.html", studiotest.Desktop)
	hash := finalHash(t, text)
	for _, id := range []string{"live", "record"} {
		page.Until(fmt.Sprintf(`document.getElementById(%q).shadowRoot.querySelector(".board-host")?.dataset.turn === "0"`, id))
		studiotest.Eval[bool](page, fmt.Sprintf(`document.getElementById(%q).turn = 20_000, true`, id))
		page.Until(fmt.Sprintf(`document.getElementById(%q).shadowRoot.querySelector(".board-host").dataset.hash === %q`, id, hash))
	}
	page.Shot("element-live")
	page.Axe()
}

// TestBrokenEngine: a site reports that its engine is missing or wrong, or that it was
// opened as a file.
func TestBrokenEngine(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	e := &site.Engine{Module: []byte("<!doctype html>not found"), Script: []byte("globalThis.Go = class {}")}
	if err := site.Write(t.Context(), dir, "", e); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(http.FileServer(http.Dir(dir)))
	defer server.Close()
	page := studiotest.Open(t, server.URL, studiotest.Phone)
	page.MayLog("") // logs of the browser about missing files
	message := `document.querySelector(".lost")?.hidden === false && document.querySelector(".lost").textContent.includes("the engine cannot be loaded")`
	page.Until(message)
	page.Shot("broken-engine")
	if err := os.Remove(filepath.Join(dir, "engine", "engine.wasm.gz")); err != nil {
		t.Fatal(err)
	}
	page.Go("about:blank")
	page.Go(server.URL)
	page.Until(message + ` && document.querySelector(".lost").textContent.includes("404")`)
	file := studiotest.Open(t, "file://"+filepath.ToSlash(filepath.Join(dir, "index.html")), studiotest.Phone)
	file.MayLog("")
	file.Until(`getComputedStyle(document.querySelector(".starts")).visibility === "visible" && document.querySelector(".starts").textContent.includes("http.server")`)
}

// TestSiteWorksInFirefox: Firefox, which loads the engine in a different way, shows a site.
func TestSiteWorksInFirefox(t *testing.T) {
	needs.Trial(t)
	server := httptest.NewServer(http.FileServer(http.Dir(writeSite(t))))
	defer server.Close()
	page := studiotest.OpenFirefox(t, server.URL+"/#/watch?solver=cell&board=6x6&seed=3&speed=0", studiotest.Tablet)
	page.Until(`document.body.innerText.match(/Won: the board is full/) !== null`)
}

func finalHash(t *testing.T, text string) string {
	t.Helper()
	return fmt.Sprintf("%016x", finalState(t, text).Hash())
}

// finalState returns the last position in the game of a link.
func finalState(t *testing.T, text string) *ouro.State {
	t.Helper()
	l, err := link.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	a, err := l.Resolve()
	if err != nil {
		t.Fatal(err)
	}
	var solvers []ouro.Spec
	for _, s := range a.Lanes()[0] {
		solvers = append(solvers, s.Spec)
	}
	g, err := roster.NewGame(a.Game, a.GameSeed(), solvers, play.Config{Budget: a.Budget})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	for {
		if _, over := g.Over(); over {
			return g.State()
		}
		if err := g.Move(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}

func put(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func get(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
