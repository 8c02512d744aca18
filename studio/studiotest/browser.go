// Package studiotest drives the studio's page in a browser, for tests.
//
// [Open] opens a page in Chromium. The test fails at its end if the page has logged anything to the
// console or requested anything from another origin. If no browser is installed, the test is skipped,
// or fails if OURO_BROWSER=must is set, as in CI. OURO_BROWSER=no skips the test; it is set for the
// race detector, which cannot check the page.
package studiotest

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"ouro/internal/needs"
)

// timeout returns how long one action in the browser may take: until 20 seconds before the deadline
// of the test binary. So no verdict depends on the speed of the machine, and a failed test still
// prints its message.
func timeout(t testing.TB) time.Duration {
	if deadline, ok := t.(interface{ Deadline() (time.Time, bool) }); ok {
		if at, ok := deadline.Deadline(); ok {
			return max(time.Until(at)-20*time.Second, 0)
		}
	}
	return time.Hour
}

type Page struct {
	t   testing.TB
	ctx context.Context

	mu       sync.Mutex
	logged   []string
	requests []string
	allowed  []string // texts that may be logged
}

type Size struct{ W, H int64 }

var (
	Desktop = Size{1440, 900}
	Tablet  = Size{1024, 768}
	Phone   = Size{390, 844}
)

// Open opens an address in a new browser or, if the tests share a browser (see [Main]), in a new
// profile of that browser. flags are options of the browser; with flags, Open always starts a new
// browser.
func Open(t testing.TB, address string, size Size, flags ...chromedp.ExecAllocatorOption) *Page {
	t.Helper()
	parent, endBrowser := shared.context(t)
	var options []chromedp.ContextOption
	if parent != nil && len(flags) == 0 {
		options = append(options, chromedp.WithNewBrowserContext())
	} else {
		parent, endBrowser = newBrowser(t.Context(), chromium(t), append(flags, chromedp.WindowSize(int(size.W), int(size.H)))...)
	}
	ctx, endPage := chromedp.NewContext(parent, options...)
	p := &Page{t: t, ctx: ctx}
	t.Cleanup(func() {
		endPage()
		endBrowser()
		p.check(address)
	})
	if err := chromedp.Listen(ctx, p.listen); err != nil { // starts a new browser
		t.Fatal(err)
	}
	focused := emulation.SetFocusEmulationEnabledParams{Enabled: true} // tests run in parallel, each with its page
	if _, err := chromedp.Call(ctx, emulation.SetFocusEmulationEnabled, focused); err != nil {
		t.Fatal(err)
	}
	p.Do(chromedp.EmulateViewport(size.W, size.H), chromedp.Navigate(address))
	return p
}

// newBrowser returns a context for the browser at path. The first page that is opened in the context
// starts the browser.
func newBrowser(ctx context.Context, path string, flags ...chromedp.ExecAllocatorOption) (context.Context, context.CancelFunc) {
	options := append(slices.Clone(chromedp.DefaultExecAllocatorOptions[:]),
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.WSURLReadTimeout(time.Hour),
		chromedp.Flag("force-color-profile", "srgb"), chromedp.Flag("autoplay-policy", "no-user-gesture-required"),
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1")) // no page needs another host
	return chromedp.NewExecAllocator(ctx, append(options, flags...)...)
}

// Main runs the tests of a package with one browser for all pages, because starting a
// browser takes longer than most tests. Each page has its own profile. Unless the flag
// -parallel is set, [pagesAtOnce] parallel tests run at the same time.
type Main struct{ *testing.M }

// pagesAtOnce is larger than the number of processors, because tests of pages mostly wait.
const pagesAtOnce = 6

var shared sharedBrowser

type sharedBrowser struct {
	mu      sync.Mutex
	running bool // Main runs the tests
	ctx     context.Context
	end     []context.CancelFunc
}

func (m Main) Run() int {
	needs.AtOnce(pagesAtOnce)
	shared.running = true
	defer func() {
		for _, end := range slices.Backward(shared.end) {
			end()
		}
	}()
	return m.M.Run()
}

// context returns the context of the shared browser, and starts the browser if necessary.
// Without a [Main], it returns nil.
func (b *sharedBrowser) context(t testing.TB) (context.Context, context.CancelFunc) {
	t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.running {
		return nil, nil
	}
	if b.ctx == nil {
		all, endAll := newBrowser(context.Background(), chromium(t))
		first, endFirst := chromedp.NewContext(all)
		b.end = append(b.end, endAll, endFirst)
		if err := chromedp.Listen(first, func(any) {}); err != nil { // starts the browser
			t.Fatal(err)
		}
		b.ctx = first
	}
	return b.ctx, func() {}
}

func chromium(t testing.TB) string {
	t.Helper()
	skipIfDisabled(t)
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	Missing(t, "no chromium is found in PATH")
	return ""
}

func skipIfDisabled(t testing.TB) {
	t.Helper()
	if os.Getenv("OURO_BROWSER") == "no" {
		t.Skip("SKIPPED: OURO_BROWSER=no")
	}
}

// Missing skips the test, or fails it if OURO_BROWSER=must is set.
func Missing(t testing.TB, why string) {
	t.Helper()
	if os.Getenv("OURO_BROWSER") == "must" {
		t.Fatal(why + ", and OURO_BROWSER=must")
	}
	t.Skip("SKIPPED: " + why)
}

func (p *Page) listen(event any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventConsoleAPICalled:
		var words []string
		for _, a := range e.Args {
			words = append(words, string(a.Value)+a.Description)
		}
		p.logged = append(p.logged, fmt.Sprintf("console.%s: %s", e.Type, strings.Join(words, " ")))
	case *runtime.EventExceptionThrown:
		p.logged = append(p.logged, fmt.Sprintf("exception: %s", exceptionText(e.ExceptionDetails)))
	case *log.EventEntryAdded:
		p.logged = append(p.logged, fmt.Sprintf("%s: %s %s", e.Entry.Source, e.Entry.Text, e.Entry.URL))
	case *network.EventRequestWillBeSent:
		p.requests = append(p.requests, e.Request.URL)
	case *network.EventWebSocketCreated:
		p.requests = append(p.requests, e.URL)
	}
}

func exceptionText(e *runtime.ExceptionDetails) string {
	if e.Exception != nil && e.Exception.Description != "" {
		return e.Exception.Description
	}
	return e.Text
}

func (p *Page) MayLog(texts ...string) { p.allowed = append(p.allowed, texts...) }

func (p *Page) check(address string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, line := range p.logged {
		if !slices.ContainsFunc(p.allowed, func(text string) bool { return strings.Contains(line, text) }) {
			p.t.Errorf("the page logged: %s", line)
		}
	}
	own, err := url.Parse(address)
	if err != nil {
		p.t.Fatal(err)
	}
	for _, r := range p.requests {
		to, err := url.Parse(r)
		if err != nil || to.Host != own.Host && to.Scheme != "data" && to.Scheme != "blob" {
			p.t.Errorf("the page requested %s", r)
		}
	}
}

func (p *Page) Requests() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.requests)
}

func (p *Page) Do(actions ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	get(p, chromedp.Steps(actions...))
}

// get returns the result of an action, and fails the test after the timeout.
func get[T any](p *Page, action chromedp.Action[T]) T {
	p.t.Helper()
	ctx, cancel := context.WithTimeoutCause(p.ctx, timeout(p.t), errors.New("timeout"))
	defer cancel()
	value, err := chromedp.Run(ctx, action)
	if err != nil {
		p.Shot("failed-" + strings.ReplaceAll(p.t.Name(), "/", "-"))
		text := p.text()
		p.mu.Lock()
		defer p.mu.Unlock()
		p.t.Fatalf("%v; logged: %q; the page shows %q", err, p.logged, text)
	}
	return value
}

// text returns the address of the page and the beginning of its text, or why they are unknown.
func (p *Page) text() string {
	ctx, cancel := context.WithTimeout(p.ctx, 5*time.Second)
	defer cancel()
	text, err := chromedp.Run(ctx, chromedp.Evaluate[string](`location.hash + " " + (document.body?.innerText ?? "").slice(0, 1500)`))
	if err != nil {
		return err.Error()
	}
	return text
}

func Eval[T any](p *Page, expression string) T {
	p.t.Helper()
	return get(p, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
}

// Until waits until a JavaScript expression is true, also in a document that the page opens meanwhile.
func (p *Page) Until(expression string) {
	p.t.Helper()
	poll := chromedp.Poll[bool](expression, chromedp.WithPollingInterval(30*time.Millisecond), chromedp.WithPollingTimeout(timeout(p.t)))
	get(p, func(ctx context.Context, target *chromedp.Target) (value bool, err error) {
		for {
			if value, err = poll(ctx, target); !isAnotherDocument(err) {
				return value, err
			}
		}
	})
}

// isAnotherDocument reports whether the browser could not evaluate an expression because the page has
// opened another document.
func isAnotherDocument(err error) bool {
	var e *cdproto.Error
	return errors.As(err, &e) && slices.Contains([]string{"Cannot find context with specified id", "Execution context was destroyed.", "Inspected target navigated or closed"}, e.Message)
}

// Press presses keys, which have the names of chromedp/kb.
func (p *Page) Press(keys string) {
	p.t.Helper()
	p.Do(chromedp.KeyEvent(keys))
}

// frames is a JavaScript expression whose value is a promise. The promise resolves after three frames,
// when the page's ResizeObservers have run and the page has been drawn.
const frames = `new Promise((resolve) => {
	let n = 3;
	const next = () => { if (n-- > 0) requestAnimationFrame(next); else resolve(true); };
	next();
})`

// Click waits until the element that a CSS selector names no longer moves, and then clicks it.
func (p *Page) Click(selector string) {
	p.t.Helper()
	Eval[bool](p, fmt.Sprintf(`new Promise((resolve) => {
		let lastElement = null, lastPlace = "", frames = 300;
		const check = () => {
			const e = document.querySelector(%q), box = e?.getBoundingClientRect(), place = box ? [box.x, box.y, box.width, box.height].join() : "";
			if (e && e === lastElement && place === lastPlace || frames-- === 0) return resolve(true);
			[lastElement, lastPlace] = [e, place];
			requestAnimationFrame(check);
		};
		check();
	})`, selector))
	p.Do(chromedp.Click(chromedp.CSS(selector), chromedp.NodeVisible))
}

// Fill sets the value of a field, which then fires input and change.
func (p *Page) Fill(selector, value string) {
	p.t.Helper()
	p.Do(chromedp.SetValue(chromedp.CSS(selector), value))
}

func (p *Page) Go(address string) {
	p.t.Helper()
	p.Do(chromedp.Navigate(address))
}

func (p *Page) Resize(size Size) {
	p.t.Helper()
	p.Do(chromedp.EmulateViewport(size.W, size.H))
	p.Until(fmt.Sprintf(`innerWidth === %d && innerHeight === %d`, size.W, size.H))
	Eval[bool](p, frames)
}

// RunFirst makes every page that is opened later run a script before the page's own scripts.
func (p *Page) RunFirst(script string) {
	p.t.Helper()
	if _, err := chromedp.Call(p.ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: script}); err != nil {
		p.t.Fatal(err)
	}
}

func (p *Page) SetDark(dark bool) {
	p.t.Helper()
	scheme := "light"
	if dark {
		scheme = "dark"
	}
	params := emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}}
	if _, err := chromedp.Call(p.ctx, emulation.SetEmulatedMedia, params); err != nil {
		p.t.Fatal(err)
	}
}

// Shot writes a screenshot into the folder $OURO_SCREENSHOTS, if that variable is set.
func (p *Page) Shot(name string) {
	p.t.Helper()
	if os.Getenv("OURO_SCREENSHOTS") == "" {
		return
	}
	picture, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		p.t.Logf("no picture %s: %v", name, err)
		return
	}
	saveShot(p.t, name, picture)
}

// Axe checks accessibility with the checker axe (axe-core), which scripts/check-page installs from npm.
func (p *Page) Axe() {
	p.t.Helper()
	script, err := os.ReadFile(filepath.Join(root(p), "tools", "page", "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		Missing(p.t, "axe-core is not installed (scripts/check-page installs it)")
	}
	p.mu.Lock()
	before := len(p.logged)
	p.mu.Unlock()
	Eval[bool](p, string(script)+"; true")
	found := Eval[[]string](p, `axe.run(document, {resultTypes: ["violations"], preload: false}).then(r => r.violations.flatMap(v =>
		v.nodes.map(n => v.id + " (" + v.impact + "): " + v.help + ": " + n.target.join(" ") + " " + n.html.slice(0, 200))))`)
	p.mu.Lock()
	p.logged = append(p.logged[:before:before], slices.DeleteFunc(slices.Clone(p.logged[before:]), func(line string) bool { // axe itself logs these lines
		return strings.Contains(line, "Applying inline style") || strings.Contains(line, "preload assets")
	})...)
	p.mu.Unlock()
	if len(found) > 0 {
		p.t.Errorf("axe-core finds:\n%s", strings.Join(found, "\n"))
	}
}

func root(p *Page) string {
	dir, err := os.Getwd()
	for err == nil {
		if _, missing := os.Stat(filepath.Join(dir, "go.mod")); missing == nil {
			return dir
		}
		if parent := filepath.Dir(dir); parent != dir {
			dir = parent
			continue
		}
		break
	}
	p.t.Fatal("no go.mod above the test")
	return ""
}
