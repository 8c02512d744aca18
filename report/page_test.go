package report

import (
	"context"
	"iter"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ouro"
	"ouro/lab"
)

// TestPageStandsAlone: a page asks for nothing from elsewhere, and what it runs and how
// it looks is what its policy allows by their digests.
func TestPageStandsAlone(t *testing.T) {
	experiments, _ := kept(t, classic(4, 4), "cell,bfs", 0, 30, ouro.Budget{})
	page, _ := written(t, made(t, experiments, Options{}))
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
	if len(looks) != 1 || len(scripts) != 1 {
		t.Fatalf("%d styles, %d scripts", len(looks), len(scripts))
	}
	for _, text := range []string{looks[0][1], scripts[0][1]} {
		if !strings.Contains(allowed, hashOf(text)) {
			t.Errorf("the policy does not allow %.60s...", text)
		}
	}
}

// hostile are texts of strangers.
var hostile = []string{
	`<script>alert(1)</script>`, `" onload="alert(1)`, `</title></style><img src=x onerror=alert(1)>`, "`|*_[](javascript:1)", "\x1b[2J\u202e\x00",
}

// TestPageEscapes: whatever is in a store is text, and the page has the same elements as
// with plain texts.
func TestPageEscapes(t *testing.T) {
	base, _ := kept(t, classic(4, 4), "cell,bfs", 0, 20, ouro.Budget{})
	shape := func(text string) (elements []string, page, markdown string) {
		var all []*Experiment
		for i, e := range base {
			x := *e
			x.Title, x.Build = text, text
			x.Key = text + string(rune('a'+i))
			x.Runs = []Run{{Command: text, Machine: text}}
			x.Games = func(ctx context.Context) iter.Seq2[*lab.Finished, error] {
				return func(yield func(*lab.Finished, error) bool) {
					for f, err := range e.Games(ctx) {
						f.Tally.Seats[0].Mishaps, f.Tally.Seats[0].FirstMishap = 1, text
						if !yield(f, err) {
							return
						}
					}
				}
			}
			all = append(all, &x)
		}
		page, markdown = written(t, made(t, all, Options{Question: text}))
		return regexp.MustCompile(`</?[a-zA-Z]+`).FindAllString(page, -1), page, markdown
	}
	want, _, _ := shape("plain")
	for _, text := range hostile {
		have, page, markdown := shape(text)
		if !slices.Equal(have, want) {
			t.Errorf("%q: other elements", text)
		}
		if strings.ContainsAny(page+markdown, "\x1b\x00\u202e") {
			t.Errorf("%q: it goes to the terminal as it is", text)
		}
	}
}
