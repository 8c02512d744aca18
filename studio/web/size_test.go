package web_test

import (
	"compress/gzip"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"testing"

	"ouro/studio/web"
)

// mostBytes limits the compressed size of all files that must be loaded before a page is
// usable.
const mostBytes = 200 << 10

// imported matches the modules and style sheets that a file needs.
var imported = regexp.MustCompile(`(?m)^(?:import [^"]*"|export [^"]* from ")([^"]+)"|(?:src|href)="([a-z/-]+\.(?:css|js))"`)

var preloaded = regexp.MustCompile(`<link rel="modulepreload" href="([^"]+)">`)

type counter int

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}

// loaded returns the files that a page needs, and their total size. The size is that of the
// compressed files, as they are served.
func loaded(t *testing.T, page string) (files map[string]bool, size counter) {
	t.Helper()
	files = map[string]bool{}
	wanted := []string{"index.html", page}
	for len(wanted) > 0 {
		file := wanted[0]
		wanted = wanted[1:]
		if files[file] {
			continue
		}
		files[file] = true
		text, err := web.Files.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range imported.FindAllStringSubmatch(string(text), -1) {
			wanted = append(wanted, path.Join(path.Dir(file), m[1]+m[2]))
		}
		z := gzip.NewWriter(&size)
		if _, err := z.Write(text); err != nil {
			t.Fatal(err)
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
	}
	return files, size
}

// TestPreloaded: index.html preloads exactly the modules of the shell and of the start
// page, so that the browser does not discover them one after another.
func TestPreloaded(t *testing.T) {
	page, err := web.Files.ReadFile("index.html")
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]bool{}
	for wanted := []string{"main.js", "views/home/home.js"}; len(wanted) > 0; wanted = wanted[1:] {
		file := wanted[0]
		if want[file] {
			continue
		}
		want[file] = true
		text, err := web.Files.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range imported.FindAllStringSubmatch(string(text), -1) {
			wanted = append(wanted, path.Join(path.Dir(file), m[1]))
		}
	}
	delete(want, "main.js")
	for _, m := range preloaded.FindAllStringSubmatch(string(page), -1) {
		if !want[m[1]] {
			t.Errorf("index.html preloads %s, which its pages do not need", m[1])
		}
		delete(want, m[1])
	}
	for _, file := range slices.Sorted(maps.Keys(want)) {
		t.Errorf("index.html does not preload %s", file)
	}
}

// TestSize: the files needed to open one page are small. The files of another page are
// loaded only when that page is opened.
func TestSize(t *testing.T) {
	pages, err := fs.ReadDir(web.Files, "views")
	if err != nil || len(pages) < 8 {
		t.Fatalf("pages %q: %v", pages, err)
	}
	for _, entry := range pages {
		page := path.Join("views", entry.Name(), entry.Name()+".js")
		files, size := loaded(t, page)
		t.Logf("%s: %d files, %d bytes", page, len(files), size)
		if !files["main.js"] || !files["style.css"] || !files["session/client.js"] {
			t.Errorf("%s: files of the page are not found", page)
		}
		if size > mostBytes {
			t.Errorf("%s: %d bytes are loaded, compressed; at most %d", page, size, mostBytes)
		}
	}
}
