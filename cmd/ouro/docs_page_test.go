//go:build !race

package main

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
)

// A page is a document of the repository without its fenced blocks, which are programs and output.
// readDoc reads those.
type page struct {
	name  string // path from the root of the repository
	lines []string
	spans []codeSpan
	prose string // all lines; a line of code is empty
}

// A codeSpan is an indented line of code, or code between backquotes in a paragraph. Such
// code may continue on the next line.
type codeSpan struct {
	line     int
	text     string
	from, to int // offsets in prose; 0 for an indented line
}

// inlineSpan matches code between backquotes within a paragraph.
var inlineSpan = regexp.MustCompile("`((?:[^`\n]|\n[^`\n])+)`")

// readPage reads a document.
func readPage(t *testing.T, name string) page {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../..", name))
	if err != nil {
		t.Fatal(err)
	}
	p := page{name: name, lines: strings.Split(string(text), "\n")}
	prose := make([]string, len(p.lines))
	fenced := false
	for i := 0; i < len(p.lines); i++ {
		line := p.lines[i]
		if strings.HasPrefix(line, "```") {
			fenced = !fenced
			continue
		}
		code, indented := strings.CutPrefix(line, "    ")
		switch {
		case fenced:
		case !indented:
			prose[i] = line
		default:
			first := i + 1
			for strings.HasSuffix(code, `\`) && i+1 < len(p.lines) {
				i++
				code = strings.TrimSuffix(code, `\`) + strings.TrimSpace(p.lines[i])
			}
			p.spans = append(p.spans, codeSpan{line: first, text: code})
		}
	}
	p.prose = strings.Join(prose, "\n")
	for _, at := range inlineSpan.FindAllStringSubmatchIndex(p.prose, -1) {
		code := strings.Join(strings.Fields(p.prose[at[2]:at[3]]), " ")
		p.spans = append(p.spans, codeSpan{1 + strings.Count(p.prose[:at[0]], "\n"), code, at[0], at[1]})
	}
	return p
}

// A tree has everything in the repository that pages can name.
type tree struct {
	files  []string            // files and folders, relative to the root
	source map[string]string   // by folder: all its Go files, concatenated
	tests  map[string][]string // by folder, and for all folders by "": Test, Benchmark, Fuzz and Example functions
}

var testFunction = regexp.MustCompile(`(?m)^func ((?:Test|Benchmark|Fuzz|Example)\w*)\(`)

// repository reads the tree, once for all tests.
var repository = sync.OnceValues(func() (*tree, error) {
	r := &tree{source: map[string]string{}, tests: map[string][]string{}}
	root := os.DirFS("../..")
	err := fs.WalkDir(root, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if name == ".git" || e.Name() == "node_modules" {
			if e.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		r.files = append(r.files, name)
		if path.Ext(name) != ".go" {
			return nil
		}
		text, err := fs.ReadFile(root, name)
		dir := path.Dir(name)
		r.source[dir] += string(text)
		for _, match := range testFunction.FindAllSubmatch(text, -1) {
			r.tests[dir] = append(r.tests[dir], string(match[1]))
			r.tests[""] = append(r.tests[""], string(match[1]))
		}
		return err
	})
	return r, err
})

// packages returns the folders with Go code that match a pattern of the go command, such as
// "./battlesnake/...".
func (r *tree) packages(pattern string) (dirs []string) {
	base, below := strings.CutSuffix(pattern, "/...")
	base = path.Clean(base)
	for dir := range r.source {
		if dir == base || below && (base == "." || strings.HasPrefix(dir, base+"/")) {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

// A checker counts the names of a page and reports those that do not exist.
type checker struct {
	*testing.T
	*tree
	page
	names int
}

// checkPages calls check for every document, and for those in extraPages. It fails if check finds
// fewer than minNames names, because then check does not read the pages correctly.
func checkPages(t *testing.T, minNames int, check func(*checker), extraPages ...string) {
	t.Helper()
	r, err := repository()
	if err != nil {
		t.Fatal(err)
	}
	names := 0
	for _, name := range append(documents(t), extraPages...) {
		c := &checker{T: t, tree: r, page: readPage(t, name)}
		check(c)
		names += c.names
	}
	if names < minNames {
		t.Errorf("only %d names were checked, want %d", names, minNames)
	}
}

// want counts a name on a line of the page, and reports an error unless the name exists. The error
// suggests one of the names in existing.
func (c *checker) want(exists bool, line int, name string, existing []string) {
	c.Helper()
	if c.names++; !exists {
		c.Errorf("%s:%d: there is no %s; the nearest is %s", c.name, line, name, nearest(name, existing))
	}
}

// nearest returns the known name with the longest common prefix and suffix.
func nearest(name string, known []string) string {
	best, most := "not known", 0.0
	for _, k := range known {
		least, n := min(len(name), len(k)), 0
		for n < least && name[n]|0x20 == k[n]|0x20 {
			n++
		}
		for m := 1; m <= least-n && name[len(name)-m] == k[len(k)-m]; m++ {
			n++
		}
		if share := float64(n) / float64(len(name)+len(k)); share > most {
			best, most = k, share
		}
	}
	return best
}
