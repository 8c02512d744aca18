// Package web embeds the files of the studio's page. The files are served unchanged:
// there is no build step.
package web

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
)

// Files has the files of the page; index.html is the start page.
//
//go:embed *.html *.css *.js store session draw parts views share
var Files embed.FS

// Policy is the content security policy of the page. With it, the page may load and run
// only its own files, and connect only to its origin. A server adds frame-ancestors, which
// a page cannot set itself.
const Policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; " +
	"connect-src 'self'; worker-src 'self'; font-src 'self'; manifest-src 'self'; " +
	"base-uri 'none'; form-action 'none'"

var (
	importLine = regexp.MustCompile(`(?m)^import \{ ([\w, ]+) \} from "(\.[^"]+)";\n`)
	anyImport  = regexp.MustCompile(`(?m)^import .*$`)
	exportWord = regexp.MustCompile(`(?m)^export `)
	blockNote  = regexp.MustCompile(`(?s)/\*\*.*?\*/`)
	lineNote   = regexp.MustCompile(`(?m)^\s*//.*\n`)
	endNote    = regexp.MustCompile("([;{},(]) // [^\n\"'`]*\n")
	lineStart  = regexp.MustCompile(`\n\s+`) // it is safe to remove this, because no string in a module has several lines
)

// Bundle makes one script from the text of a module and all modules that it imports, for a page that
// loads no other files. Imports of the module are relative to the folder of index.html. Each imported
// module has its own scope and runs after the modules that it imports itself. Bundle removes comments
// and indentation.
func Bundle(module string) (string, error) { return bundleIn(".", module) }

// bundleIn is [Bundle] for a module whose imports are relative to folder.
func bundleIn(folder, module string) (string, error) {
	b := bundle{at: map[string]int{}, needed: map[string][]string{}}
	body, err := b.read(folder, module)
	if err != nil {
		return "", fmt.Errorf("bundle: %w", err)
	}
	var out strings.Builder
	out.WriteString("\"use strict\";\n")
	for i, name := range b.order {
		names := b.needed[name]
		slices.Sort(names)
		fmt.Fprintf(&out, "const mod%d = (() => {\n%sreturn { %s };\n})();\n", i, b.bodies[i], strings.Join(slices.Compact(names), ", "))
	}
	out.WriteString(body)
	return out.String(), nil
}

// A bundle collects modules, each after the modules that it imports.
type bundle struct {
	order  []string
	bodies []string
	at     map[string]int      // index of each module in order; -1 while add reads the module
	needed map[string][]string // names that other modules import, by module
}

// read adds the modules that a module imports. It returns the text of the module, in which references
// to the added modules replace the imports.
func (b *bundle) read(folder, text string) (string, error) {
	for _, found := range importLine.FindAllStringSubmatch(text, -1) {
		name := path.Join(folder, found[2])
		if err := b.add(name); err != nil {
			return "", err
		}
		b.needed[name] = append(b.needed[name], strings.Split(found[1], ", ")...)
	}
	text = importLine.ReplaceAllStringFunc(text, func(line string) string {
		found := importLine.FindStringSubmatch(line)
		return fmt.Sprintf("const { %s } = mod%d;\n", found[1], b.at[path.Join(folder, found[2])])
	})
	if other := anyImport.FindString(text); other != "" {
		return "", fmt.Errorf("%q cannot be bundled: write import { names } from a relative path, on one line", other)
	}
	text = exportWord.ReplaceAllString(text, "")
	text = lineNote.ReplaceAllString(blockNote.ReplaceAllString(text, ""), "")
	return lineStart.ReplaceAllString(endNote.ReplaceAllString(text, "$1\n"), "\n"), nil
}

// add adds a module and the modules that it imports. It adds no module twice.
func (b *bundle) add(name string) error {
	if at, seen := b.at[name]; seen {
		if at < 0 {
			return fmt.Errorf("%s imports itself", name)
		}
		return nil
	}
	b.at[name] = -1
	text, err := fs.ReadFile(Files, name)
	if err != nil {
		return err
	}
	body, err := b.read(path.Dir(name), string(text))
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	b.at[name] = len(b.order)
	b.order, b.bodies = append(b.order, name), append(b.bodies, body)
	return nil
}
