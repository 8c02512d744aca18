package report

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"ouro"
	"ouro/arena"
	"ouro/lab"
)

// TestPageStandsAlone: a page makes no request. By their digests, its policy allows exactly
// its script and its style. A page without games has no script.
func TestPageStandsAlone(t *testing.T) {
	k := newKit(t, 4)
	k.bench(classic(4, 4), "cell,bfs", ouro.Budget{})
	k.tournament(tour(arena.RoundRobin, "a", "b", "c"))
	page, _ := writeReport(t, k.report(Options{}))
	checkAlone(t, page, 1)
	still := newKit(t, 4)
	still.playing = randomGame
	still.tournament(tour(arena.SPRT, "a", "b"))
	page, _ = writeReport(t, still.report(Options{}))
	checkAlone(t, page, 0)
}

func checkAlone(t *testing.T, page string, scripted int) {
	t.Helper()
	if found := regexp.MustCompile(`(?i)(?:https?:|wss?:)?//[a-z0-9.-]+\.[a-z]|url\(|@import|@font-face|\ssrc=|\shref=|\sstyle=|\son[a-z]+=`).FindAllString(strings.NewReplacer("http://www.w3.org/2000/svg", "", `<link rel="icon" href="data:,"/>`, "").Replace(page), -1); found != nil {
		t.Errorf("the page has %q", found)
	}
	policy := regexp.MustCompile(`Content-Security-Policy" content="([^"]*)"`).FindStringSubmatch(page)
	if policy == nil {
		t.Fatal("no policy")
	}
	allowed := strings.NewReplacer("&#39;", "'", "&#43;", "+").Replace(policy[1])
	if strings.Contains(allowed, "unsafe") || !strings.HasPrefix(allowed, "default-src 'none';") {
		t.Errorf("the policy is %s", allowed)
	}
	looks := regexp.MustCompile(`(?s)<style>(.*?)</style>`).FindAllStringSubmatch(page, -1)
	scripts := regexp.MustCompile(`(?s)<script type="module">(.*?)</script>`).FindAllStringSubmatch(page, -1)
	if len(looks) != 1 || len(scripts) != scripted || strings.Contains(allowed, "script-src") != (scripted > 0) {
		t.Fatalf("%d styles, %d scripts, and the policy is %s", len(looks), len(scripts), allowed)
	}
	for _, text := range append(looks, scripts...) {
		if !strings.Contains(allowed, hashOf(text[1])) {
			t.Errorf("the policy does not allow %.60s...", text[1])
		}
	}
}

// hostile are texts from other machines. Those in the second list cannot be names of
// snakes.
var (
	hostile     = []string{`<script>alert(1)</script>`, `" onload="alert(1)`, `</title></style><img src=x onerror=alert(1)>`, "`|*_[](javascript:1)"}
	unprintable = []string{"\x1b[2J\u202e\x00"}
)

// elements returns the tags of a page, in order.
func elements(page string) []string {
	return regexp.MustCompile(`</?[a-zA-Z]+`).FindAllString(page, -1)
}

// TestPageEscapes: texts from a store are shown as text. The page has the same elements
// as with harmless texts.
func TestPageEscapes(t *testing.T) {
	shape := func(text string) (page, markdown string) {
		k := newKit(t, 20)
		k.as.Title, k.as.Build.Version, k.machine, k.command = text, text, text, text
		k.change = func(f *lab.Finished) {
			f.Tally.Seats[0].Faults, f.Tally.Seats[0].FirstFault = 1, text
		}
		k.bench(classic(4, 4), "cell,bfs", ouro.Budget{})
		return writeReport(t, k.report(Options{Question: text, NoTimes: true}))
	}
	plain, _ := shape("plain")
	for _, text := range append(unprintable, hostile...) {
		page, markdown := shape(text)
		if have := elements(page); !slices.Equal(have, elements(plain)) && !strings.Contains(text, "\x00") { // an invalid command is omitted
			t.Errorf("%q: other elements", text)
		}
		if strings.ContainsAny(page+markdown, "\x1b\x00\u202e") {
			t.Errorf("%q: written to the terminal without escapes", text)
		}
	}
}

// TestSnakesAreText: names of snakes are shown as text. The page has the same elements as
// with harmless names.
func TestSnakesAreText(t *testing.T) {
	shape := func(names []string) string {
		k := newKit(t, 4)
		k.playing, k.as.Title = randomGame, names[0]
		k.tournament(tour(arena.RoundRobin, names...))
		page, _ := writeReport(t, k.report(Options{NoTimes: true}))
		return page
	}
	want := shape([]string{"a", "b", "c", "d"})
	have := shape(hostile)
	if !slices.Equal(elements(have), elements(want)) {
		t.Errorf("elements %v, want %v", elements(have), elements(want))
	}
	for _, name := range hostile {
		if strings.Contains(have, name) && strings.ContainsAny(name, "<\"") {
			t.Errorf("%s is on the page without escapes", name)
		}
	}
}

// TestTints: the colour of a table's cell shows how far its value is from 0. No cell is marked both
// as ahead and as behind.
func TestTints(t *testing.T) {
	for by, want := range map[float64]string{0: "", 0.001: "ahead t1", 1: "ahead t6", -0.5: "behind t3", -1: "behind t6", 2: "ahead t6"} {
		if got := tint(by); got != want {
			t.Errorf("%v: %q, want %q", by, got, want)
		}
	}
}
