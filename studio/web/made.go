package web

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"path"
	"regexp"
	"strings"
	"sync"
	"unicode/utf16"
	"unicode/utf8"
)

const (
	SharePage = "share.html"      // see [Share]
	HuntPage  = "share-hunt.html" // see [ShareHunt]
	Element   = "ouro-board.js"   // see [ElementScript]
)

// Made returns, by name, the files that are generated from the files of the page. A server and an
// exported site serve these files too.
var Made = sync.OnceValues(func() (map[string][]byte, error) {
	parts, err := Share()
	if err != nil {
		return nil, err
	}
	hunt, err := ShareHunt()
	if err != nil {
		return nil, err
	}
	script, err := ElementScript()
	if err != nil {
		return nil, err
	}
	return map[string][]byte{
		SharePage: []byte(parts[0] + ShareMark + parts[1]),
		HuntPage:  []byte(hunt[0] + ShareMark + hunt[1]),
		Element:   []byte(script),
	}, nil
})

// ElementScript returns the script that defines the element <ouro-board>, for pages of other origins.
var ElementScript = sync.OnceValues(func() (string, error) {
	style, err := Styles("style.css", "draw/draw.css", "views/watch/watch.css", "share/element.css")
	if err != nil {
		return "", err
	}
	style = strings.NewReplacer(`:root[data-theme="dark"]`, `:host([theme="dark"])`, `:root[data-theme="light"]`, `:host([theme="light"])`, ":root", ":host").Replace(style)
	quoted, err := json.Marshal(style)
	if err != nil {
		return "", err
	}
	script, err := BundleFile("share/element.js")
	if err != nil {
		return "", err
	}
	if strings.Count(script, `"{style}"`) != 1 {
		return "", fmt.Errorf("share/element.js has no {style}")
	}
	return "(() => {\n" + inASCII(strings.Replace(script, `"{style}"`, string(quoted), 1)) + "})();\n", nil
})

// inASCII escapes all characters of a script that are not ASCII. The script then works in pages of
// any encoding. Such characters must be only in strings, templates and names.
func inASCII(script string) string {
	var b strings.Builder
	for _, unit := range utf16.Encode([]rune(script)) {
		if unit < utf8.RuneSelf {
			b.WriteByte(byte(unit))
		} else {
			fmt.Fprintf(&b, `\u%04x`, unit)
		}
	}
	return b.String()
}

// ShareMark marks the place of the game in [SharePage].
const ShareMark = "{game}"

// Share returns the two parts of a page that shows one game: the text before the game and the text
// after it. Package share writes the game between them. The security policy of the page forbids all
// requests.
var Share = sync.OnceValues(func() ([2]string, error) { return shareParts("share/page.js") })

// ShareHunt is [Share] for a game of Snake Hunter.
var ShareHunt = sync.OnceValues(func() ([2]string, error) { return shareParts("share/hunt.js", "share/hunt.css") })

// shareParts returns the parts of a page with a script and, in addition to the usual style sheets,
// with the given ones.
func shareParts(script string, styles ...string) (parts [2]string, err error) {
	style, err := Styles(append([]string{"style.css", "draw/draw.css", "views/watch/watch.css", "share/page.css"}, styles...)...)
	if err != nil {
		return parts, err
	}
	if script, err = BundleFile(script); err != nil {
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
}

// SelfContained returns the content security policy of a page that makes no requests and has only one
// style and one script, with these texts.
func SelfContained(style, script string) string {
	policy := "default-src 'none'; img-src data:; style-src " + hashOf(style) + "; base-uri 'none'; form-action 'none'"
	if script != "" {
		policy += "; script-src " + hashOf(script)
	}
	return policy
}

// hashOf returns the source expression by which a content security policy allows a script
// or style with this text.
func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

var (
	styleNote   = regexp.MustCompile(`(?s)/\*.*?\*/`)
	styleIndent = regexp.MustCompile(`\n\s*`)
)

// shellLayer and ownRule match the style rules that only the studio's own page needs: a layer of
// style.css, and rules for dialogs, forms, charts and views.
var (
	shellLayer = regexp.MustCompile(`(?s)\n@layer shell \{.*?\n\}\n`)
	ownRule    = regexp.MustCompile(`(?m)^\t+(?:\.picker|\.take|dialog|\.keys|\.chart|\.tree|\.lane-head|\.boards \.lane-head|\.snakes|\.comparing|\.watching|\.fields?\b|\.wrong|\.field-wrong|\.bars?\b|\.moves|\.seed|\.lead)[^{}\n]*\{(?:[^{}\n]*\}|[^{}]*\n\t+\})\n`)
)

// Styles returns the text of style sheets, without comments, without indentation, and without the
// rules that only the studio's own page needs.
func Styles(names ...string) (string, error) {
	var b strings.Builder
	for _, name := range names {
		text, err := Files.ReadFile(name)
		if err != nil {
			return "", err
		}
		own := ownRule.ReplaceAllString(shellLayer.ReplaceAllString(string(text), "\n"), "")
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
