package web

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"path"
	"regexp"
	"strings"
	"sync"
)

// Names of the files that are made from the files of the page.
const (
	SharePage = "share.html" // see [Share]
)

// Made returns the files that are made from the files of the page, by name. A server and an
// exported site offer them beside those.
var Made = sync.OnceValues(func() (map[string][]byte, error) {
	parts, err := Share()
	if err != nil {
		return nil, err
	}
	return map[string][]byte{SharePage: []byte(parts[0] + ShareMark + parts[1])}, nil
})

// ShareMark is where a game belongs in the page [SharePage].
const ShareMark = "{game}"

// Share returns the parts of a page that plays one game: what comes before the game, and what
// comes after it. The game is text that package share makes. The page makes no request, and its
// policy forbids all requests.
var Share = sync.OnceValues(func() (parts [2]string, err error) {
	style, err := Styles("style.css", "draw/draw.css", "views/watch/watch.css", "share/page.css")
	if err != nil {
		return parts, err
	}
	script, err := BundleFile("share/page.js")
	if err != nil {
		return parts, err
	}
	page, err := Files.ReadFile("share/page.html")
	if err != nil {
		return parts, err
	}
	before, after, found := strings.Cut(string(page), ShareMark)
	if !found {
		return parts, fmt.Errorf("share/page.html has no %s", ShareMark)
	}
	fill := strings.NewReplacer("{policy}", SelfContained(style, script), "{style}", style, "{script}", script)
	return [2]string{fill.Replace(before), fill.Replace(after)}, nil
})

// SelfContained returns the content security policy of a page whose only style and script are
// these, and which makes no request.
func SelfContained(style, script string) string {
	policy := "default-src 'none'; img-src data:; style-src " + hashOf(style) + "; base-uri 'none'; form-action 'none'"
	if script != "" {
		policy += "; script-src " + hashOf(script)
	}
	return policy
}

// hashOf returns the source expression with which a content security policy allows a script
// or style of this text.
func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

var (
	styleNote   = regexp.MustCompile(`(?s)/\*.*?\*/`)
	styleIndent = regexp.MustCompile(`\n\s*`)
)

// The layer of style.css that only the studio's own page needs.
var shellLayer = regexp.MustCompile(`(?s)\n@layer shell \{.*?\n\}\n`)

// Styles returns the text of these style sheets, without comments, indentation and the layer of
// the studio's own page.
func Styles(names ...string) (string, error) {
	var b strings.Builder
	for _, name := range names {
		text, err := Files.ReadFile(name)
		if err != nil {
			return "", err
		}
		own := shellLayer.ReplaceAllString(string(text), "\n")
		b.WriteString(styleIndent.ReplaceAllString(styleNote.ReplaceAllString(own, ""), "\n"))
	}
	return strings.TrimSpace(b.String()) + "\n", nil
}

// BundleFile makes one script from a module of the page and all modules that it imports, as
// [Bundle] does.
func BundleFile(name string) (string, error) {
	text, err := Files.ReadFile(name)
	if err != nil {
		return "", err
	}
	return bundleIn(path.Dir(name), string(text))
}
